package export

import (
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// What a cross-table may have, to be read as one: values beside one another, and numbers in all.
const (
	maxCrossColumns = 200
	maxCrossNumbers = 20_000
)

// widestBeside is the widest cross-table, in characters, whose intervals stand beside its numbers; those of a wider one
// stand below.
const widestBeside = widestLying

// ImpossibleText stands where a combination cannot occur. Earlier versions had WithinColumn beside cross-tables.
const (
	WithinColumn   = "± 19 times in 20"
	ImpossibleText = "cannot occur"
)

// cross is a table over several columns being written as one that is read: each number with its interval beside it or below.
type cross struct {
	*book
	q      answered
	grid   result.Grid
	names  []string // of the columns of labels
	number float64  // how wide a number is, in characters
	end    float64  // how wide an end of its interval beside it is
	labels float64  // how wide those columns are together
	below  bool     // intervals stand below
	w      *excelize.StreamWriter
}

// hasCross reports whether a question's answers are written as a cross-table too.
func (b *book) hasCross(q answered) (result.Grid, bool) {
	if q.AcrossColumn() < 0 || q.Len() > maxCrossNumbers {
		return result.Grid{}, false
	}
	g, ok := q.Grid()
	return g, ok && len(g.Across) <= maxCrossColumns && 3*len(g.Rows) < b.rows
}

// crossTable writes a table over several columns as a cross-table, before the sheet that lists its answers.
func (b *book) crossTable(number int, q answered, g result.Grid, list string) error {
	name := b.sheetName(number, b.Sayf("cross-table %s", q.Title()))
	b.contents = append(b.contents, content{name, b.Sayf("%s, as a cross-table of published numbers, with their intervals", q.Title())})
	c := cross{book: b, q: q, grid: g}
	c.names = slices.Delete(q.Workload.SaidKeyNames(b.Say), g.Column, g.Column+1)
	widths := c.widths()
	if _, err := b.NewSheet(name); err != nil {
		return err
	}
	if err := b.printable(name, across(widths)); err != nil { // a stream takes the layout along only if it is set before
		return err
	}
	head := c.head(name, list)
	if err := b.onEveryPage(name, c.first()-1, 3, len(head)); err != nil {
		return err
	}
	var err error
	if c.w, err = b.NewStreamWriter(name); err != nil {
		return err
	}
	if err := c.merge(len(head)); err != nil {
		return err
	}
	corner, err := excelize.CoordinatesToCellName(c.first(), len(head)+1)
	if err != nil {
		return err
	}
	return b.stream(c.w, widths, excelize.Panes{XSplit: c.first() - 1, YSplit: len(head), TopLeftCell: corner, ActivePane: "bottomRight"}, head, func(yield func([]excelize.Cell) bool) {
		for _, row := range c.grid.Rows {
			for _, cells := range c.rows(row) {
				if !yield(cells) {
					return
				}
			}
		}
	})
}

// first is the first column with numbers, each is how many columns a value across has.
func (c *cross) first() int {
	if c.below {
		return len(c.names) + 2
	}
	return len(c.names) + 1
}

func (c *cross) each() int {
	if c.below {
		return 1
	}
	return 3
}

// ends head the intervals.
func (c *cross) ends() []string {
	ends := []string{c.Say(message.Word(FromColumn)), c.Say(message.Word(ToColumn))}
	if !c.q.MeasuredOn.IsZero() {
		for i, end := range ends {
			ends[i] = c.Sayf("%s (on a stand-in)", end)
		}
	}
	return ends
}

// widths decides where intervals stand, and how wide columns are.
func (c *cross) widths() (out []width) {
	for j, name := range c.names {
		widest := max(12, longestWord(name)+2)
		for _, row := range c.grid.Rows {
			widest = max(widest, wideness(workload.SaidLabels(c.Say, row.Key[j:j+1])[0])+2)
		}
		out = append(out, width{j + 1, j + 1, float64(min(widest, 40))})
	}
	c.labels = across(out)
	c.number = 10
	for i := range c.q.Len() {
		for _, n := range []float64{c.q.Low[i], c.q.High[i], c.q.Tidied[i]} {
			figures := decimal(n)
			c.number = max(c.number, float64(len(figures)+len(figures)/3+2))
		}
	}
	beside := c.number
	for _, label := range c.grid.Across {
		c.number = max(c.number, min(float64(longestWord(workload.SaidLabels(c.Say, []string{label})[0])+2), 24))
	}
	columns := len(c.grid.Across)
	if c.below = c.labels+float64(3*columns)*beside > widestBeside; c.below {
		n := c.first()
		out = append(out, width{n - 1, n - 1, 12})
		c.labels += 12
		return append(out, width{n, n + columns - 1, c.number})
	}
	c.end = max(beside, c.number/3)
	c.number = max(c.end, float64(longestWord(c.Say(valueColumns[0]))+2))
	for j := range columns {
		n := c.first() + 3*j
		out = append(out, width{n, n, c.number}, width{n + 1, n + 2, c.end})
	}
	return out
}

// longestWord is how wide the widest word of a text is.
func longestWord(s string) (widest int) {
	for word := range strings.FieldsSeq(s) {
		widest = max(widest, wideness(word))
	}
	return widest
}

// wide is how wide the whole of the table is, in characters.
func (c *cross) wide() int {
	return int(c.labels + float64(len(c.grid.Across))*c.across())
}

// across is how wide what stands below a value across is, in characters.
func (c *cross) across() float64 {
	if c.below {
		return c.number
	}
	return c.number + 2*c.end
}

// head returns the rows above the numbers: the title, what the numbers are, the column across, its values, and what stands
// below each of them.
func (c *cross) head(name, list string) []headRow {
	said := []string{c.Sayf("Published numbers, and where the exact ones lie 19 times in 20.")}
	if c.q.CountTooNoisy() > 0 {
		said = append(said, c.Sayf("%s Too noisy to be used on its own: it may be off by half its value or more.", result.NoisyMark))
	}
	said = append(said, c.Sayf("The unadjusted numbers, for adding up, are on the sheet “%s”.", list))
	wide := min(c.wide(), widestLying)
	over := c.labelHeads()
	values, ends := make([]excelize.Cell, len(over)), make([]excelize.Cell, len(over)) // merged with the first
	style := c.styles.over
	if c.below {
		style = c.styles.headRight
	}
	over = append(over, label(c.styles.over, c.q.Workload.SaidKeyNames(c.Say)[c.grid.Column]))
	lines := 1.0
	for _, text := range workload.SaidLabels(c.Say, c.grid.Across) {
		lines = max(lines, linesOf(text, int(c.across())-1))
		values = append(values, label(style, text))
		if !c.below {
			values = append(values, excelize.Cell{}, excelize.Cell{})
			ends = append(ends, label(c.styles.headRight, c.Say(valueColumns[0])))
			ends = append(ends, labels(c.styles.endRight, c.ends()...)...)
		}
	}
	rows := []headRow{
		{[]excelize.Cell{label(c.styles.title, c.q.Title())}, 8 + titleHeight*linesOf(c.q.Title(), wide*2/3)},
		{[]excelize.Cell{label(c.styles.text, strings.Join(said, " "))}, 4 + lineHeight*linesOf(strings.Join(said, " "), wide)},
		{over, lineHeight + 2},
		{values, lineHeight*lines + 2},
	}
	if c.below {
		return rows
	}
	lines = 1
	for _, text := range c.ends() {
		lines = max(lines, linesOf(text, int(c.end)))
	}
	return append(rows, headRow{ends, lineHeight*lines + 2})
}

// labelHeads returns the headings of the columns of labels.
func (c *cross) labelHeads() []excelize.Cell {
	cells := labels(c.styles.head, c.names...)
	if c.below {
		cells = append(cells, excelize.Cell{})
	}
	return cells
}

// merge joins the cells that headings reach over, of so many rows.
func (c *cross) merge(head int) error {
	last := c.first() + c.each()*len(c.grid.Across) - 1
	type box struct{ x0, y0, x1, y1 int }
	boxes := []box{{1, 1, last, 1}, {1, 2, last, 2}, {c.first(), 3, last, 3}}
	for j := range c.first() - 1 {
		boxes = append(boxes, box{j + 1, 3, j + 1, head})
	}
	if !c.below {
		for j := range c.grid.Across {
			boxes = append(boxes, box{c.first() + 3*j, 4, c.first() + 3*j + 2, 4})
		}
	}
	for _, b := range boxes {
		if b.x0 == b.x1 && b.y0 == b.y1 {
			continue
		}
		from, err := excelize.CoordinatesToCellName(b.x0, b.y0)
		if err != nil {
			return err
		}
		to, err := excelize.CoordinatesToCellName(b.x1, b.y1)
		if err != nil {
			return err
		}
		if err := c.w.MergeCell(from, to); err != nil {
			return err
		}
	}
	return nil
}

// rows returns what is written of a row of the grid: one row, or three where intervals stand below.
func (c *cross) rows(of result.GridRow) [][]excelize.Cell {
	key := labels(c.styles.side, workload.SaidLabels(c.Say, of.Key)...)
	if !c.below {
		for _, k := range of.Answers {
			n, from, to := c.cells(k)
			key = append(key, n, from, to)
		}
		return [][]excelize.Cell{key}
	}
	out := [][]excelize.Cell{append(slices.Clone(key), label(c.styles.side, c.Say(valueColumns[0])))}
	for _, end := range c.ends() {
		out = append(out, append(slices.Clone(key), label(c.styles.end, end)))
	}
	for _, k := range of.Answers {
		n, from, to := c.cells(k)
		for i, cell := range []excelize.Cell{n, from, to} {
			out[i] = append(out[i], cell)
		}
	}
	return out
}

// cells returns the cells of answer k: its number, and the ends of its interval.
func (c *cross) cells(k int) (number, from, to excelize.Cell) {
	if k == result.Impossible {
		return label(c.styles.quietWord, c.Sayf(ImpossibleText)), excelize.Cell{}, excelize.Cell{}
	}
	number = c.published(c.q, k)
	fine := c.q.DecimalsOf(k) > 0
	if c.q.IsTotal(k) {
		switch number.StyleID {
		case c.styles.whole:
			number.StyleID = c.styles.total
		case c.styles.steps:
			number.StyleID = c.styles.totalSteps
		}
	}
	if c.q.Exact[k] && c.q.Low[k] == c.q.High[k] {
		return number, label(c.styles.quietWord, c.Sayf("exact")), excelize.Cell{}
	}
	style := c.styles.quiet
	if fine {
		style = c.styles.quietSteps
	}
	return number, excelize.Cell{StyleID: style, Value: c.q.Low[k]}, excelize.Cell{StyleID: style, Value: c.q.High[k]}
}
