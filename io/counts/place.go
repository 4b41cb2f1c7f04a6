package counts

import (
	"fmt"
	"strings"
)

// What a row counts as is encoded in one whole number, its place, because engines group and sort by one number in a fraction of the time
// that the codes of many columns and the words for faults take. The place of a cell is made of its codes, the first column's counting most;
// above all of these are the places of lines that are no cells. Codes that do not fit into one number take further ones.

// maxPlace is what no place of a cell reaches. Whole numbers up to twice as many are also whole as doubles.
const maxPlace = 1 << 52

// place is one of the numbers.
type place struct {
	name    string
	columns []column
	size    int64 // no cell's is as large
}

// placesOf puts the codes of columns into as few numbers as they fit in.
func placesOf(columns []column) []place {
	all := []place{{name: "place1", size: 1}}
	for _, c := range columns {
		at, size := len(all)-1, int64(c.attribute.Size())
		if all[at].size > maxPlace/size {
			all = append(all, place{name: fmt.Sprint("place", at+2), size: 1})
			at++
		}
		all[at].columns = append(all[at].columns, c)
		all[at].size *= size
	}
	return all
}

// made is the number of a row's codes.
func (p place) made() string {
	var parts []string
	step := p.size
	for _, c := range p.columns {
		step /= int64(c.attribute.Size())
		parts = append(parts, fmt.Sprintf("CAST(%s AS %s) * %d", c.c(), c.wholeType(), step))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " + ")
}

// placing is one of the numbers and what it is of a row.
type placing struct{ name, of string }

// placeOfRow are the numbers of a row, of its codes, whose it is and its weight.
func (s *statement) placeOfRow() []placing {
	all := []placing{{s.places[0].name, "COALESCE(" + s.fault() + ", " + s.places[0].made() + ")"}}
	for _, p := range s.places[1:] {
		all = append(all, placing{p.name, "CASE WHEN " + s.fault() + " IS NULL THEN " + p.made() + " ELSE 0 END"})
	}
	return all
}

// besidePlaces are the columns that go along with the places.
func (s *statement) besidePlaces() (all []string) {
	if s.plan.Plan.Rows != nil {
		all = append(s.identity(), rowKey)
	}
	if s.together() {
		all = append(all, rowsAlike)
	}
	for _, w := range s.weights() {
		all = append(all, w.name)
	}
	return all
}

// codesOfPlaces are the codes that the places are made of, in the order of the columns that are needed.
func (s *statement) codesOfPlaces() (all []string) {
	for _, p := range s.places {
		step := p.size
		for i, c := range p.columns {
			size := int64(c.attribute.Size())
			step /= size
			code := p.name
			if step > 1 {
				code = s.quotient(code, step)
			}
			if i > 0 {
				code = fmt.Sprintf("%s %% %d", code, size)
			}
			all = append(all, code)
		}
	}
	return all
}

// noCell is the place of a line that is no cell. The lines are written in the order in which they were first asked for.
func (s *statement) noCell(line string) int64 {
	for i, l := range s.noCells {
		if l == line {
			return s.places[0].size + int64(i)
		}
	}
	s.noCells = append(s.noCells, line)
	return s.places[0].size + int64(len(s.noCells)-1)
}

// inCell tells whether a place is a cell's.
func (s *statement) inCell() string {
	return fmt.Sprintf("%s < %d", s.places[0].name, s.places[0].size)
}

// lineOf is the word for a place.
func (s *statement) lineOf(place string) string {
	var b strings.Builder
	b.WriteString("CASE " + place)
	for _, line := range s.noCells {
		fmt.Fprintf(&b, " WHEN %d THEN '%s'", s.noCell(line), line)
	}
	return b.String() + " END"
}

// manyCells is from how many possible cells on an engine that groups many by sorting is told to.
const manyCells = 1 << 17

// sorted is a block whose rows are to be grouped by place.
func (s *statement) sorted(block, by string) string {
	if len(s.places) == 1 && s.places[0].size < manyCells {
		return block
	}
	return s.inOrder(block, by)
}
