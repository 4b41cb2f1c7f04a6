package export

import (
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/result"
)

// maxCrossColumns is the widest cross-table that is written beside the list.
const maxCrossColumns = 200

// WithinColumn heads the errors beside a cross-table, and ImpossibleText stands where a combination
// cannot occur.
const (
	WithinColumn   = "± 19 times in 20"
	ImpossibleText = "cannot occur"
)

// cross is a table over two columns being written as one, with its errors to the right.
type cross struct {
	*book
	q            *result.Question
	name         string
	down, across []string
	at           map[[2]string]int // answers by their labels
}

// crossTable writes a table over exactly two columns with rows and columns: published numbers,
// and beside them how far the unadjusted ones are off at most, 19 times in 20.
func (b *book) crossTable(number int, q *result.Question) error {
	attrs := q.Workload.Domain().Attributes()
	if q.Workload.Question().Kind != "table" || len(attrs) != 2 || attrs[1].Size() > maxCrossColumns || attrs[0].Size() > b.rows {
		return nil
	}
	c := cross{book: b, q: q, name: b.sheetName(number, "cross-table "+q.Title()), down: entriesOf(q, 0), across: entriesOf(q, 1), at: make(map[[2]string]int, q.Len())}
	for k := range q.Len() {
		key := q.Key(k)
		c.at[[2]string{key[0], key[1]}] = k
	}
	b.contents = append(b.contents, content{c.name, q.Title() + ", as a cross-table of published numbers, with errors beside"})
	if _, err := b.NewSheet(c.name); err != nil {
		return err
	}
	if err := b.printable(c.name); err != nil { // a stream takes the layout along only if it is set before
		return err
	}
	return c.write(string(attrs[0].Name()) + " \\ " + string(attrs[1].Name()))
}

// errorsAt is the column of the row labels of the table of errors, counted from 1.
func (c *cross) errorsAt() int { return len(c.across) + 3 }

func (c *cross) write(corner string) error {
	within := WithinColumn
	if !c.q.MeasuredOn.IsZero() {
		within += " (on a stand-in)"
	}
	wide := max(keyWidth(c.q), float64(utf8.RuneCountInString(within)+3), min(float64(utf8.RuneCountInString(corner)+3), 60))
	head := append(labels(c.styles.head, corner), labels(c.styles.headRight, c.across...)...)
	head = append(head, excelize.Cell{}, label(c.styles.head, within))
	errors := make([]string, len(c.across))
	for i, v := range c.across {
		errors[i] = "± " + v
	}
	head = append(head, labels(c.styles.headRight, apartFrom(append([]string{corner, within}, c.across...), errors)...)...)
	widths := []width{
		{1, 1, wide}, {2, len(c.across) + 1, 14}, {len(c.across) + 2, len(c.across) + 2, 4},
		{c.errorsAt(), c.errorsAt(), wide}, {c.errorsAt() + 1, c.errorsAt() + len(c.across), 14},
	}
	return c.stream(c.name, widths, excelize.Panes{XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}, head, func(yield func([]excelize.Cell) bool) {
		for _, u := range c.down {
			if !yield(c.row(u)) {
				return
			}
		}
	})
}

// row returns the row with a label: numbers, and after a gap their errors.
func (c *cross) row(u string) []excelize.Cell {
	row, errors := []excelize.Cell{label(c.styles.head, u)}, []excelize.Cell{{}, label(c.styles.head, u)}
	for _, v := range c.across {
		k, possible := c.at[[2]string{u, v}]
		switch {
		case !possible:
			row, errors = append(row, label(0, ImpossibleText)), append(errors, excelize.Cell{})
		case c.q.Exact[k]:
			row, errors = append(row, c.published(c.q, k)), append(errors, label(0, "exact"))
		default:
			row, errors = append(row, c.published(c.q, k)), append(errors, c.fine(c.q.HalfWidth[k]))
		}
	}
	return append(row, errors...)
}

// entriesOf returns the labels of a column of a table, the total last where there is one.
func entriesOf(q *result.Question, column int) []string {
	a := q.Workload.Domain().Attributes()[column]
	labels := make([]string, a.Size(), a.Size()+1)
	for v := range labels {
		labels[v] = a.Label(v)
	}
	if q.Workload.Question().Totals && a.Size() > 1 {
		labels = append(labels, domain.TotalLabel)
	}
	return labels
}
