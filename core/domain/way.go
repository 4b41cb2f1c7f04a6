package domain

import "steward/core/table"

// Way says what was found in a cell that is read as a value.
type Way uint8

// The ways. Each cell of a column is read in one of them, or cannot be read.
const (
	Declared Way = iota // one of the declared values
	Reading             // what Options.Readings say how to read
	BlankWay            // a blank
	Outside             // none of the declared values
	AtBound             // a number or a date beyond the bounds, counted at the nearest
	ways
)

// Ways is how many ways there are.
const Ways = int(ways)

// Declares reports whether nothing but a cell with that very value counts as a value, so that there is no need to look at the cell.
func (a *Attribute) Declares(value int) bool {
	return value < a.regular && value != a.blank && value != a.other && !a.nearest && len(a.readings) == 0
}

// WayOf returns in which way a cell is read as a value that ValueOf returned for it.
func (a *Attribute) WayOf(c table.Cell, value int) Way {
	if len(a.readings) > 0 && c.Kind != table.Blank {
		if _, ok := a.readings[c.Text]; ok {
			return Reading
		}
	}
	switch {
	case c.Kind == table.Blank:
		return BlankWay
	case value != a.other && !(a.nearest && (value == 0 || value == a.regular-1)):
		return Declared
	case a.hasOther && value == a.other:
		return Outside
	}
	strict, none := *a, a.Size() // which is no value
	strict.readings, strict.other, strict.nearest = nil, none, false
	switch v, err := strict.ValueOf(c); {
	case err == nil && v != none:
		return Declared
	case a.nearest:
		return AtBound
	}
	return Outside
}
