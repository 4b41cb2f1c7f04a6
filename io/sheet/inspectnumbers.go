package sheet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
)

// What stands beside the digits of a text table's numbers, and texts that other marks would make
// numbers, are told to the steward, who has the last word: by how the file is read, and by what a
// column is declared as. One that is declared as a list has "25 %" as it is written.

// noteMark notes the sign with which a number of a text table is written.
func (c *collector) noteMark(row int, text string) {
	mark := strings.Trim(strings.Trim(text, "0123456789+-.,'’()"+number.AmountBlanks), "0123456789+-.,'’"+number.AmountBlanks)
	if mark == "" && text[0] == '(' {
		mark = brackets
	}
	if mark == "" {
		return
	}
	if c.marks == nil {
		c.marks = make(map[string]*marked)
	}
	m := c.marks[mark]
	if m == nil {
		m = &marked{text: strings.Clone(text)}
		c.marks[mark] = m
	}
	m.Add(row)
}

// brackets is the mark of numbers below zero as bookkeepers write them.
const brackets = "()"

// marked are numbers with one and the same mark, and the first of them.
type marked struct {
	grid.RowCount
	text string
}

// plainEnds reports whether a number begins and ends with a digit, so that it has no mark.
func plainEnds(text string) bool {
	return text == "" || number.IsDigit(text[0]) && number.IsDigit(text[len(text)-1])
}

// markNotes tells which signs the numbers of a text table have.
func (s *Sheet) markNotes(columns []*collector) []Note {
	g, ok := s.base.(*delimited.Grid)
	if !ok {
		return nil
	}
	var list []Note
	for i, c := range columns {
		marks := slices.SortedFunc(maps.Keys(c.marks), func(a, b string) int { return c.marks[a].First - c.marks[b].First })
		currencies := 0
		for _, m := range marks {
			if number.IsCurrency(m) {
				currencies++
			}
		}
		for _, m := range marks {
			met := c.marks[m]
			if m == "%" && slices.ContainsFunc(c.repairs, func(r Repair) bool { return r.Kind == repair.Percent }) {
				continue // how they are read is asked
			}
			n := Note{Remark: grid.NewRemark(s.Address(met.First, i), "%s in %s from here on", several(met.Count, "%d amount", "%d amounts"), m).
				Becoming("%s is read as %s", grid.Quote(met.text), number.Cell(g.CellOf(met.text).Number).Text)}
			numbers := several(met.Count, "%d number", "%d numbers")
			switch {
			case m == "%":
				n.Found = message.Sprintf("%s from here on written as percentages", numbers)
			case m == brackets:
				n.Found = message.Sprintf("%s from here on written in brackets", numbers)
			case currencies > 1:
				n.Advised = true
				n.Becomes = message.Sprintf("%s, whatever the currency: write all in one", n.Becomes)
			}
			n.Becomes = message.Sprintf("%s; a column declared as a list keeps it as it is written", n.Becomes)
			list = append(list, n)
		}
	}
	return list
}

// writings are the ways in which numbers are written, the more usual ones first.
var writings = []struct{ point, thousands byte }{{'.', 0}, {',', 0}, {'.', ','}, {',', '.'}, {'.', ' '}, {',', ' '}, {'.', '\''}, {',', '\''}}

// otherWriting returns a note, and how many cells it is about, where another way to write numbers makes a column one of numbers for
// the most part, and of no number a text.
func (s *Sheet) otherWriting(columns []*collector) (notes []Note, gain int) {
	g, ok := s.base.(*delimited.Grid)
	if !ok {
		return nil, 0
	}
	order := slices.Clone(writings)
	if g.Delimiter == "," { // a comma in a field is more likely one between thousands
		order[1], order[2] = order[2], order[1]
	}
	var best Note
	most := 0
	for _, w := range order {
		other := &number.Style{Point: w.point}
		if w.thousands != 0 {
			other.Thousands = number.Grouping(rune(w.thousands))
		}
		if gain, i, v := gainOf(columns, other); gain > most {
			most = gain
			example := v.text
			x, _ := other.Value(example)
			best = Note{Remark: grid.NewRemark(s.Address(v.row, i), "texts such as %s, which would be numbers if numbers were written like %s", grid.Quote(example), likeWriting(w.point, w.thousands)).
				Becoming("read as texts"), Advised: true,
				Fix: &Fix{Words: message.Sprintf("Read it as %s", number.Cell(x).Text), Kind: ReadNumbers, DecimalComma: w.point == ',', Thousands: rune(w.thousands)}}
		}
	}
	if most > 0 {
		return []Note{best}, most
	}
	return s.otherThousands(g, columns), 0
}

// gainOf returns how many more cells are numbers when they are read in another way, and the first
// text that becomes one; none where a number becomes a text, or no column becomes one of numbers.
func gainOf(columns []*collector, other *number.Style) (gain, column int, first *value) {
	whole := false // a column
	for i, c := range columns {
		numbers, into := 0, 0
		for _, v := range c.values {
			_, ok := other.Value(v.text)
			switch {
			case v.kind == table.Number && !ok:
				return 0, 0, nil
			case v.kind == table.Number:
				numbers += v.count
			case v.kind == table.Text && ok:
				into += v.count
				if first == nil || cmp.Or(v.row-first.row, i-column) < 0 {
					first, column = v, i
				}
			}
		}
		gain += into
		whole = whole || into > 0 && 2*(numbers+into) >= c.filled()-c.Unlisted
	}
	if !whole {
		return 0, 0, nil
	}
	return gain, column, first
}

// otherThousands returns a note where all decimals of a column are three digits after one to three
// others, so that their mark may be one between thousands.
func (s *Sheet) otherThousands(g *delimited.Grid, columns []*collector) []Note {
	if g.Thousands != nil {
		return nil
	}
	grouped := &number.Style{Point: '.' + ',' - g.Point, Thousands: number.Grouping(rune(g.Point))}
	for i, c := range columns {
		var first *value
		met := 0
		for _, v := range c.values {
			if v.kind != table.Number || strings.IndexByte(v.text, g.Point) < 0 {
				continue
			}
			if _, ok := grouped.Value(v.text); !ok {
				met = 0
				break
			}
			if met++; first == nil || v.row < first.row {
				first = v
			}
		}
		if met < 2 {
			continue
		}
		x, _ := grouped.Value(first.text)
		return []Note{{Remark: grid.NewRemark(s.Address(first.row, i), "numbers such as %s, all with three digits after the %s", grid.Quote(first.text), pointName(g.Point)).
			Becoming("read as %s", number.Cell(first.number).Text),
			Fix: &Fix{Words: message.Sprintf("Read it as %s", number.Cell(x).Text), Kind: ReadNumbers, DecimalComma: g.Point == '.', Thousands: rune(g.Point)}}}
	}
	return nil
}

func pointName(c byte) message.Text {
	if c == ',' {
		return message.Sprintf("comma")
	}
	return message.Sprintf("point")
}

// likeWriting shows a number written with some marks.
func likeWriting(point, thousands byte) string {
	if thousands == 0 {
		return "1" + string(point) + "5"
	}
	return "1" + string(thousands) + "234" + string(point) + "5"
}
