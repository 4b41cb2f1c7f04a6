package sheet

import (
	"slices"
	"strings"

	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
	"steward/io/sheet/number"
)

// maxFinds is how many causes of a column are told apart, maxExamples how many cells are shown for each.
const (
	maxFinds    = 40
	maxExamples = 3
)

// find is cells with a cause: the first of them, how many, and some.
type find struct {
	row, count int
	examples   []string
}

func (f *find) add(row, count int, text string) {
	if f.count == 0 || row < f.row {
		f.row = row
	}
	f.count += count
	if len(f.examples) < maxExamples && !slices.Contains(f.examples, text) {
		f.examples = append(f.examples, strings.Clone(text))
	}
}

// cause is why texts are not what they mean.
type cause struct {
	kind   repair.Kind
	text   string // the unit or mark
	either bool   // the kind or its other can be meant
}

// finds are the cells with each cause.
type finds map[cause]*find

func (f finds) add(c cause, row, count int, text string) {
	met := f[c]
	if met == nil {
		if len(f) >= maxFinds {
			return
		}
		met = new(find)
		f[c] = met
	}
	met.add(row, count, text)
}

// causesOf returns the causes of what it takes to read a text.
func causesOf(n mend.Need) []cause {
	if n.None() {
		return nil
	}
	all, common := repair.Set(0), n.Ways[0]
	for _, w := range n.Ways {
		all, common = all|w, common&w
	}
	var list []cause
	text := map[repair.Kind]string{repair.Units: n.Unit, repair.DayFirst: n.Mark, repair.MonthFirst: n.Mark}
	for _, k := range common.Kinds() {
		list = append(list, cause{k, text[k], false})
	}
	for _, p := range mend.Pairs {
		if differ := all &^ common; differ.Has(p[0]) {
			list = append(list, cause{p[0], text[p[0]], true})
		}
	}
	return list
}

// noteTook notes the rules that a cell took.
func (c *collector) noteTook(row int, before table.Cell, took repair.Set) {
	if took == 0 {
		return
	}
	if c.took == nil {
		c.took = make(map[repair.Kind]*find)
	}
	for _, k := range took.Kinds() {
		if c.took[k] == nil {
			c.took[k] = new(find)
		}
		text := Shown(before)
		c.took[k].add(row, 1, text[:min(len(text), longText)])
	}
}

// noteBeyond notes what it takes to read a cell whose value is not listed.
func (c *collector) noteBeyond(row int, cell table.Cell) {
	if c.free || cell.Kind != table.Text && (!c.written || cell.Kind != table.Number || plainEnds(cell.Text)) || len(cell.Text) >= longText {
		return
	}
	if c.beyond == nil {
		c.beyond = make(map[string]*value)
		if c.free = c.isFree(); c.free {
			return
		}
	}
	switch {
	case isPlainDay(cell.Text):
		c.plainDays++
		return
	case mend.Plainly(cell.Text):
		return
	case mend.Of(cell.Text, false).None() && !mend.MeansNothing(cell.Text):
		return
	}
	if v := c.beyond[cell.Text]; v != nil {
		v.count++
	} else if len(c.beyond) < maxBeyond {
		text := strings.Clone(cell.Text)
		c.beyond[text] = &value{text, cell.Number, cell.Kind, 1, row}
	}
}

// isFree reports whether hardly any of the values listed is a number or a day, or would be by a rule: a column of so many texts
// is for nobody to count.
func (c *collector) isFree() bool {
	n := 0
	for _, v := range c.values {
		if v.kind != table.Text || isPlainDay(v.text) || number.Is(v.text) {
			n++
		} else if need := mend.Of(v.text, false); need.Number || need.Date {
			n++
		}
	}
	return 10*n < len(c.values)
}

// isPlainDay reports whether a text is written like a day that begins with its year, such as 2024-03-14.
func isPlainDay(text string) bool {
	if len(text) != len("2024-03-14") || text[4] != '-' || text[7] != '-' {
		return false
	}
	for i := range len(text) {
		if i != 4 && i != 7 && !number.IsDigit(text[i]) {
			return false
		}
	}
	return text[:4] > "0000" && text[5:7] >= "01" && text[5:7] <= "12" && text[8:] >= "01" && text[8:] <= "31"
}

// maxBeyond is of how many values that are not listed it is kept what they are.
const maxBeyond = 1 << 16

// codesForNothing are the numbers that stand for nothing in many files.
func isCodeForNothing(x float64) bool {
	switch x {
	case -7, -8, -9, -97, -98, -99, -997, -998, -999, -9999, 97, 98, 99, 997, 998, 999, 9998, 9999, 99999:
		return true
	}
	return false
}

// noteCode notes a number that may stand for nothing, and how large the others are.
func (c *collector) noteCode(row int, x float64) {
	if (x <= -7 || x >= 97) && isCodeForNothing(x) {
		if c.codes == nil {
			c.codes = make(map[float64]*grid.RowCount)
		}
		if c.codes[x] == nil {
			c.codes[x] = new(grid.RowCount)
		}
		c.codes[x].Add(row)
		return
	}
	c.least, c.most = min(c.least, x), max(c.most, x)
}

// oddTexts visits the values that may not be what they mean.
func (c *collector) oddTexts(visit func(v *value)) {
	for _, list := range []map[string]*value{c.values, c.beyond} {
		for _, v := range list {
			if v.kind == table.Text || c.written && v.kind == table.Number {
				visit(v)
			}
		}
	}
}
