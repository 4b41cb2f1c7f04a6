package sheet

import (
	"cmp"
	"slices"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
)

// problemSpot is a problem whose address is still to be written.
type problemSpot struct {
	row, column   int
	found, remedy message.Text
	cell          table.Cell // of which only kind and text are known
	cells         int        // alike, this one among them
}

// longText is from how many bytes the text of a cell is not kept whole.
const longText = 4 * grid.MaxQuoted

// mostly is the share of numbers from which other cells in their column are taken for
// slips.
const mostly = 0.9

const howToRead = "correct the cell, or say how %s is to be read (blank, other, or a value)"

// problems returns the first problems of a column and how many it has.
func (c *collector) problems(column int) (found []problemSpot, total int) {
	add := func(kind table.Kind, spots []spot, count int, say func(spot) (found, remedy message.Text)) {
		for _, s := range spots {
			f, r := say(s)
			cell := table.Cell{Kind: kind}
			if kind != table.Blank && len(s.text) < longText {
				cell.Text = s.text
			}
			found = append(found, problemSpot{s.row, column, f, r, cell, max(1, s.count)})
		}
		total += count
	}
	errors := c.errorSpots()
	add(table.Error, errors, c.Kinds[table.Error], func(s spot) (found, remedy message.Text) {
		if s.text == table.NotCalculated {
			return message.Sprintf("a formula whose result is not stored"), message.Sprintf("open the workbook in a spreadsheet program, let it calculate, and save it, or say how such cells are to be read (blank, other, or a value)")
		}
		return message.Sprintf("the spreadsheet error %s", s.text), message.Sprintf(howToRead, s.text)
	})
	kinds := c.kinds()
	switch {
	case len(kinds) < 2:
	case c.mostlyNumbers():
		for _, k := range kinds[1:] {
			add(k, c.first[k], c.Kinds[k], func(s spot) (found, remedy message.Text) {
				if k == table.Text && number.Is(s.text) {
					return message.Sprintf("the number %s stored as a text", s.text), message.Sprintf("store it as a number; a column of numbers takes it for one")
				}
				return message.Sprintf("%s, %s, where nearly all cells are numbers", k, grid.Quote(s.text)), message.Sprintf(howToRead, grid.Quote(s.text))
			})
		}
	default:
		rare := kinds[len(kinds)-1]
		add(table.Blank, c.first[rare][:1], 1, func(s spot) (found, remedy message.Text) {
			return message.Sprintf("%s; the first with %s is here, %s", c.mixture(kinds), rare, grid.Quote(s.text)),
				message.Sprintf("make the cells of the column of one kind, or declare it as a list of values")
		})
	}
	variants := c.variants()
	add(table.Text, variants, len(variants), func(s spot) (found, remedy message.Text) {
		common := c.common(s.text)
		return message.Sprintf("%s, which differs from %s by case or spacing only", grid.Quote(s.text), grid.Quote(common)),
			message.Sprintf("write both alike, or say how %s is to be read", grid.Quote(s.text))
	})
	slices.SortStableFunc(found, func(a, b problemSpot) int { return cmp.Compare(a.row, b.row) })
	return found[:min(len(found), MaxProblems)], total
}

// errorSpots returns the first cell with each spreadsheet error, and how many have it.
func (c *collector) errorSpots() []spot {
	spots := make([]spot, 0, len(c.errors))
	for text, met := range c.errors {
		spots = append(spots, spot{met.First, text, met.Count})
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.text, b.text)) })
	return spots
}

// kinds returns the kinds of cell that occur, blanks and errors apart, the most frequent
// first.
func (c *collector) kinds() []table.Kind {
	var kinds []table.Kind
	for _, k := range []table.Kind{table.Number, table.Text, table.Date, table.Bool} {
		if c.Kinds[k] > 0 {
			kinds = append(kinds, k)
		}
	}
	slices.SortStableFunc(kinds, func(a, b table.Kind) int { return cmp.Compare(c.Kinds[b], c.Kinds[a]) })
	return kinds
}

// filled is the number of cells that are neither blank nor an error.
func (c *collector) filled() int {
	n := 0
	for _, k := range c.kinds() {
		n += c.Kinds[k]
	}
	return n
}

func (c *collector) mostlyNumbers() bool {
	n := c.Kinds[table.Number]
	return n > 0 && float64(n) >= mostly*float64(c.filled())
}

// cellsWith are formats for how many cells are of a kind.
var cellsWith = map[table.Kind]string{
	table.Number: message.Key("%d with a number"),
	table.Text:   message.Key("%d with a text"),
	table.Date:   message.Key("%d with a date"),
	table.Bool:   message.Key("%d with true or false"),
}

// mixture says which kinds of cell there are: "90 cells with a number and 20 with a text".
func (c *collector) mixture(kinds []table.Kind) message.Text {
	words := make([]message.Text, len(kinds))
	for i, k := range kinds {
		words[i] = message.Sprintf(cellsWith[k], c.Kinds[k])
	}
	return message.Sprintf("cells of different kinds: %s", message.And(words))
}

// variants returns, for every listed value that differs from a more frequent one by case
// or spacing only, where it was first met.
func (c *collector) variants() []spot {
	var out []spot
	for text, v := range c.values {
		if v.kind == table.Text && c.common(text) != text {
			out = append(out, spot{v.row, text, 1})
		}
	}
	slices.SortFunc(out, func(a, b spot) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.text, b.text)) })
	return out
}

// common returns the most frequent of the listed texts that are alike when folded.
func (c *collector) common(text string) string {
	if c.alike == nil {
		c.alike = make(map[string]*value)
		for _, v := range c.values {
			f := fold(v.text)
			if w := c.alike[f]; v.kind == table.Text && (w == nil || moreCommon(v, w)) {
				c.alike[f] = v
			}
		}
	}
	return c.alike[fold(text)].text
}

func moreCommon(v, w *value) bool {
	return cmp.Or(cmp.Compare(w.count, v.count), cmp.Compare(v.row, w.row), cmp.Compare(v.text, w.text)) < 0
}

// listProblems writes the addresses of the first problems in the order of the sheet.
func listProblems(src table.Source, spots []problemSpot) []Problem {
	slices.SortStableFunc(spots, func(a, b problemSpot) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	header := src.Header()
	var out []Problem
	for _, s := range spots[:min(len(spots), MaxProblems)] {
		out = append(out, Problem{src.Address(s.row, s.column), header[s.column], s.found, s.remedy, s.cell, s.cells})
	}
	return out
}
