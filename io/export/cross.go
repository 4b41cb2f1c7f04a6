package export

import (
	"slices"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// maxCrossColumns is the widest cross-table that is written beside the list.
const maxCrossColumns = 200

// ImpossibleText stands where a combination cannot occur. Earlier versions had WithinColumn beside cross-tables.
const (
	WithinColumn   = "± 19 times in 20"
	ImpossibleText = "cannot occur"
)

// cross is a table over two columns being written as one, with its intervals to the right.
type cross struct {
	*book
	q            answered
	name         string
	down, across []string
	at           map[[2]string]int // answers by their labels
}

// crossTable writes a table over exactly two columns with rows and columns: published numbers,
// and beside them the lower and then the upper ends of their intervals.
func (b *book) crossTable(number int, q answered) error {
	attrs := q.Workload.Domain().Attributes()
	if q.Workload.Question().Kind != "table" || len(attrs) != 2 || attrs[1].Size() > maxCrossColumns || attrs[0].Size() > b.rows {
		return nil
	}
	c := cross{book: b, q: q, name: b.sheetName(number, b.Sayf("cross-table %s", q.Title())), down: entriesOf(q.Question, 0), across: entriesOf(q.Question, 1), at: make(map[[2]string]int, q.Len())}
	for k := range q.Len() {
		key := q.Key(k)
		c.at[[2]string{key[0], key[1]}] = k
	}
	b.contents = append(b.contents, content{c.name, b.Sayf("%s, as a cross-table of published numbers, with their intervals beside", q.Title())})
	if _, err := b.NewSheet(c.name); err != nil {
		return err
	}
	if err := b.printedHead(c.name); err != nil { // a stream takes the layout along only if it is set before
		return err
	}
	return c.write(string(attrs[0].Name()) + " \\ " + string(attrs[1].Name()))
}

func (c *cross) write(corner string) error {
	wide := max(keyWidth(c.q), min(float64(utf8.RuneCountInString(corner)+3), 60))
	across := workload.SaidLabels(c.Say, c.across)
	head := append(labels(c.styles.head, corner), labels(c.styles.headRight, across...)...)
	widths := []width{{1, 1, wide}, {2, len(c.across) + 1, 14}}
	taken := append([]string{corner}, across...)
	for _, end := range []string{c.Say(message.Word(FromColumn)), c.Say(message.Word(ToColumn))} {
		if !c.q.MeasuredOn.IsZero() {
			end = c.Sayf("%s (on a stand-in)", end)
		}
		names := make([]string, len(c.across))
		for i, v := range across {
			names[i] = end + ": " + v
		}
		names = apartFrom(append(taken, end), names)
		at := len(head) + 1 // a gap
		widths = append(widths, width{at, at, 4}, width{at + 1, at + 1, max(wide, float64(utf8.RuneCountInString(end)+3))}, width{at + 2, at + 1 + len(names), 18})
		head = append(append(head, excelize.Cell{}, label(c.styles.head, end)), labels(c.styles.headRight, names...)...)
		taken = append(append(taken, end), names...)
	}
	return c.stream(c.name, widths, excelize.Panes{XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}, head, func(yield func([]excelize.Cell) bool) {
		for _, u := range c.down {
			if !yield(c.row(u)) {
				return
			}
		}
	})
}

// row returns the row with a label: numbers, and after gaps the ends of their intervals.
func (c *cross) row(u string) []excelize.Cell {
	said := workload.SaidLabels(c.Say, []string{u})[0]
	row := []excelize.Cell{label(c.styles.head, said)}
	from, to := []excelize.Cell{{}, label(c.styles.head, said)}, []excelize.Cell{{}, label(c.styles.head, said)}
	for _, v := range c.across {
		k, possible := c.at[[2]string{u, v}]
		if !possible {
			row, from, to = append(row, label(c.styles.word, c.Sayf(ImpossibleText))), append(from, excelize.Cell{}), append(to, excelize.Cell{})
			continue
		}
		row = append(row, c.published(c.q, k))
		from, to = append(from, c.counted(c.q.Question, k, c.q.Low[k])), append(to, c.counted(c.q.Question, k, c.q.High[k]))
	}
	return append(append(row, from...), to...)
}

// entriesOf returns the labels of a column of a table, the total last where there is one.
func entriesOf(q *result.Question, column int) []string {
	a := q.Workload.Domain().Attributes()[column]
	for _, o := range q.Workload.Question().Only {
		if o.Column == a.Name() {
			return slices.DeleteFunc(a.Labels(), func(label string) bool { return !slices.Contains(o.Values, label) })
		}
	}
	labels := make([]string, a.Size(), a.Size()+1)
	for v := range labels {
		labels[v] = a.Label(v)
	}
	if q.Workload.Question().Totals && a.Size() > 1 {
		labels = append(labels, domain.TotalLabel)
	}
	return labels
}
