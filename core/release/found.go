package release

import (
	"steward/core/domain"
	"steward/core/table"
)

// Cells says how many cells of a column are read in which way, and how many cannot be read. Together they are all records. They
// are private.
type Cells struct {
	Ways   [domain.Ways]int64
	Unread int64
}

// Found is a row of a sheet, or a cell of one, that a declared value does not account for. It is private.
type Found struct {
	Row    int
	Column int // of the sheet
	What   Finding
	Way    domain.Way // of a cell that is read
	Cell   table.Cell
	Why    error // of one that cannot be
}

// Finding says what a Found is about.
type Finding uint8

// The findings.
const (
	CellRead   Finding = iota // a cell that is read, but not as a declared value by itself
	CellUnread                // a cell that cannot be read
	RowUnread                 // a row that cannot be read, and the cell at fault
	RowBeyond                 // a row that finds no slot, and whose it is
	RowNothing                // a row whose weight counts as no unit
)

// account notes how the cells of a record are read; why is the fault of one that cannot be.
func (h *handing) account(at place, column int, why error) error {
	for i, a := range h.attributes {
		value, err := h.values[i], error(nil)
		if why == nil && a.Declares(value) {
			h.totals.Columns[i].Ways[domain.Declared]++
			continue
		}
		if why != nil { // values were read up to the fault
			value, err = at.valueOf(i)
		}
		of := &h.totals.Columns[i]
		if err != nil {
			of.Unread++
			err = h.tell(at, Found{Column: h.at[i], What: CellUnread, Why: err})
		} else if way := at.wayOf(i, value); way == domain.Declared {
			of.Ways[way]++
		} else {
			of.Ways[way]++
			err = h.tell(at, Found{Column: h.at[i], What: CellRead, Way: way})
		}
		if err != nil {
			return err
		}
	}
	if why != nil {
		h.totals.Unread++
		return h.tell(at, Found{Column: column, What: RowUnread, Why: why})
	}
	if h.last.units == 0 {
		if err := h.tell(at, Found{Column: h.weights.column, What: RowNothing}); err != nil {
			return err
		}
	}
	if h.slots == nil || h.full == 0 || h.visit.Found == nil {
		return nil
	}
	return h.visit.Found(Found{Row: h.full, Column: h.person, What: RowBeyond, Cell: at.cellIn(h.person)})
}

// tell tells of what was found in a record, where anybody asks.
func (h *handing) tell(at place, f Found) error {
	if h.visit.Found == nil {
		return nil
	}
	f.Row, f.Cell = at.row(), at.cellIn(f.Column)
	return h.visit.Found(f)
}
