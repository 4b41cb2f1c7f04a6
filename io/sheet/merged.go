package sheet

import (
	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// filler reads merged cells below the header. Programs store what stands in one in its first
// cell only; a cell that is covered and stores something of its own keeps that.
type filler struct {
	sheet  *Sheet
	tally  *tally
	active map[int]*mergedCell // that reach further down, by column
}

// mergedCell is a merged cell and what stands in it.
type mergedCell struct {
	area grid.Area
	cell table.Cell
	note *mergedNote
}

// begin takes in the merged cells of a row that is no record.
func (f *filler) begin(r grid.Record) error {
	for _, a := range r.Merges {
		if _, err := f.add(a, r); err != nil {
			return err
		}
	}
	return nil
}

// add takes in a merged cell that begins in a row; it returns nil where it is blank.
func (f *filler) add(a grid.Area, r grid.Record) (*mergedCell, error) {
	if a.Left >= len(r.Cells) || r.Cells[a.Left].Kind == table.Blank || a.Top == a.Bottom && a.Left == a.Right {
		return nil, nil
	}
	m := &mergedCell{area: a, cell: grid.CopyCells(r.Cells[a.Left : a.Left+1])[0]}
	if a.Top > f.sheet.heading.row {
		m.note = f.tally.merge(a, m.cell)
	}
	if a.Bottom > a.Top && f.sheet.merged != MergedBlank {
		if f.active == nil {
			f.active = make(map[int]*mergedCell)
		}
		if other := f.active[a.Left]; other != nil && other.area.Bottom >= a.Top {
			return nil, f.overlap(r, a)
		}
		f.active[a.Left] = m
	}
	return m, nil
}

func (f *filler) overlap(r grid.Record, a grid.Area) error {
	return grid.DamagedAt(message.Sprintf("%s, at %s", f.sheet.Name(), f.sheet.grid.Row(r.Number)), message.Errorf("the merged cells %s overlap others", a))
}

// row fills the merged cells of a record that is not blank.
func (f *filler) row(r *grid.Record) error {
	for column, m := range f.active {
		switch {
		case m.area.Bottom < r.Number:
			delete(f.active, column)
		case m.area.Top <= f.sheet.heading.row: // a name beside the records, not a value
		default:
			f.write(r, m, column)
		}
	}
	for _, a := range r.Merges {
		m, err := f.add(a, *r)
		if err != nil {
			return err
		}
		if m != nil && f.sheet.merged == MergedAll {
			f.write(r, m, a.Left+1)
		}
	}
	return nil
}

// write fills the cells of a merged cell in a row, from a column on: all of its columns, or
// the first only.
func (f *filler) write(r *grid.Record, m *mergedCell, from int) {
	right := m.area.Left
	if f.sheet.merged == MergedAll {
		right = m.area.Right
	}
	for i := from; i <= right; i++ {
		for len(r.Cells) <= i {
			r.Cells = append(r.Cells, table.Cell{})
		}
		switch c := &r.Cells[i]; {
		case c.Kind == table.Blank:
			*c = m.cell
		case m.note != nil && m.note.covered.IsZero():
			note, place := m.note, f.sheet.grid.Cell(r.Number, i, "")
			note.covered = place
			f.tally.late.tell(c, func(text string) {
				note.covered = message.Sprintf("%s has %s under it, which is read", place, grid.Quote(text))
			})
		}
	}
}
