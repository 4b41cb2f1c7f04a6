package sheet

import (
	"cmp"
	"slices"

	"steward/core/message"
	"steward/core/repair"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
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
		if s.text == table.EitherNumber {
			return message.Sprintf("a number with three digits after its point, among others with a comma"), message.Sprintf("say whether the point marks decimals or thousands")
		}
		return message.Sprintf("the spreadsheet error %s", s.text), message.Sprintf(howToRead, s.text)
	})
	left := c.left()
	kinds := kindsIn(left)
	switch {
	case len(kinds) < 2:
	case float64(left[table.Number]) >= mostly*float64(filledOf(left)):
		for _, k := range kinds[1:] {
			if k == table.Text {
				spots, count := c.textSpots(left[k])
				add(k, spots, count, func(s spot) (found, remedy message.Text) {
					if number.Is(s.text) {
						return message.Sprintf("the number %s stored as a text", s.text), message.Sprintf("store it as a number; a column of numbers reads it as one")
					}
					return message.Sprintf("%s, %s, where nearly all cells are numbers", k, grid.Quote(s.text)), message.Sprintf(howToRead, grid.Quote(s.text))
				})
				continue
			}
			add(k, c.first[k], left[k], func(s spot) (found, remedy message.Text) {
				return message.Sprintf("%s, %s, where nearly all cells are numbers", k, grid.Quote(s.text)), message.Sprintf(howToRead, grid.Quote(s.text))
			})
		}
	default:
		kinds = slices.DeleteFunc(kinds, func(k table.Kind) bool { return len(c.first[k]) == 0 }) // what a rule makes has no cell
		if len(kinds) < 2 {
			break
		}
		rare := kinds[len(kinds)-1]
		add(table.Blank, c.first[rare][:1], 1, func(s spot) (found, remedy message.Text) {
			return message.Sprintf("%s; the first with %s is here, %s", mixture(left, kinds), rare, grid.Quote(s.text)),
				message.Sprintf("make the cells of the column of one kind, or declare it as a list of values")
		})
	}
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

// left counts the cells by kind as they are once everything was repaired that can be.
func (c *collector) left() (counts [table.Error + 1]int) {
	counts = c.Kinds
	counts[table.Text] -= c.plainDays
	counts[table.Date] += c.plainDays
	c.oddTexts(func(v *value) {
		if v.kind == table.Text && isPlainDay(v.text) {
			counts[table.Text] -= v.count
			counts[table.Date] += v.count
			return
		}
		if v.kind != table.Text || !c.isRepaired(v.text) {
			return
		}
		into := table.Text
		switch n := mend.Of(v.text, true); {
		case mend.MeansNothing(v.text):
			into = table.Blank
		case n.Number:
			into = table.Number
		case n.Date:
			into = table.Date
		}
		counts[table.Text] -= v.count
		counts[into] += v.count
	})
	return counts
}

// isRepaired reports whether a text is among those of the column's repairs, whichever of the choices is meant.
func (c *collector) isRepaired(text string) bool {
	offered := func(k repair.Kind) bool {
		return slices.ContainsFunc(c.repairs, func(r Repair) bool { return r.Kind == k })
	}
	if mend.MeansNothing(text) {
		return slices.ContainsFunc(c.repairs, func(r Repair) bool {
			return r.Kind == repair.Missing && slices.Contains(r.Choices[0].Rules[0].Texts, spelling.Clean(text))
		})
	}
	causes := causesOf(mend.Of(text, slices.ContainsFunc(c.repairs, func(r Repair) bool { return r.Kind == repair.ThreeDecimals })))
	for _, k := range causes {
		if k.kind != repair.MonthFirst && !offered(k.kind) || k.kind == repair.MonthFirst && !offered(repair.MonthFirst) && !offered(repair.DayFirst) {
			return false
		}
	}
	return len(causes) > 0
}

// textSpots returns the first cell with each of the texts that are no numbers in a column of them, and how many cells these are
// of those that are left; numbers stored as texts are one.
func (c *collector) textSpots(left int) (spots []spot, cells int) {
	if n := c.stored; n.Count > 0 {
		first := slices.IndexFunc(c.first[table.Text], func(s spot) bool { return number.Is(s.text) })
		if first >= 0 {
			spots = append(spots, spot{c.first[table.Text][first].row, c.first[table.Text][first].text, n.Count})
		}
	}
	met := make(map[string]bool)
	for _, s := range c.first[table.Text] {
		if met[s.text] || number.Is(s.text) || c.isRepaired(s.text) {
			continue
		}
		if v := c.values[s.text]; v != nil {
			s.count, met[s.text] = v.count, true
		}
		spots = append(spots, s)
	}
	return spots, left
}

// kindsIn returns the kinds of cell that occur, blanks and errors apart, the most frequent
// first.
func kindsIn(counts [table.Error + 1]int) (kinds []table.Kind) {
	for _, k := range []table.Kind{table.Number, table.Text, table.Date, table.Bool} {
		if counts[k] > 0 {
			kinds = append(kinds, k)
		}
	}
	slices.SortStableFunc(kinds, func(a, b table.Kind) int { return cmp.Compare(counts[b], counts[a]) })
	return kinds
}

// filledOf is the number of cells that are neither blank nor an error.
func filledOf(counts [table.Error + 1]int) int {
	n := 0
	for _, k := range kindsIn(counts) {
		n += counts[k]
	}
	return n
}

func (c *collector) filled() int { return filledOf(c.Kinds) }

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
func mixture(counts [table.Error + 1]int, kinds []table.Kind) message.Text {
	words := make([]message.Text, len(kinds))
	for i, k := range kinds {
		words[i] = message.Sprintf(cellsWith[k], counts[k])
	}
	return message.Sprintf("cells of different kinds: %s", message.And(words))
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
