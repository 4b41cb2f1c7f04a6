package sheet

import (
	"steward/core/message"
	"steward/core/table"
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
	area area
	cell table.Cell
	note *mergedNote
}

// begin takes in the merged cells of a row that is no record.
func (f *filler) begin(r record) error {
	for _, a := range r.merges {
		if _, err := f.add(a, r); err != nil {
			return err
		}
	}
	return nil
}

// add takes in a merged cell that begins in a row; it returns nil where it is blank.
func (f *filler) add(a area, r record) (*mergedCell, error) {
	if a.left >= len(r.cells) || r.cells[a.left].Kind == table.Blank || a.top == a.bottom && a.left == a.right {
		return nil, nil
	}
	m := &mergedCell{area: a, cell: copyCells(r.cells[a.left : a.left+1])[0]}
	if a.top > f.sheet.heading.row {
		m.note = f.tally.merge(a, m.cell)
	}
	if a.bottom > a.top && f.sheet.merged != MergedBlank {
		if f.active == nil {
			f.active = make(map[int]*mergedCell)
		}
		if other := f.active[a.left]; other != nil && other.area.bottom >= a.top {
			return nil, f.overlap(r, a)
		}
		f.active[a.left] = m
	}
	return m, nil
}

func (f *filler) overlap(r record, a area) error {
	return damagedAt(f.sheet.Name()+", at "+f.sheet.grid.row(r.number), message.New("the merged cells "+a.String()+" lie over others"))
}

// row fills the merged cells of a record that is not blank.
func (f *filler) row(r *record) error {
	for column, m := range f.active {
		switch {
		case m.area.bottom < r.number:
			delete(f.active, column)
		case m.area.top <= f.sheet.heading.row: // a name beside the records, not a value
		default:
			f.write(r, m, column)
		}
	}
	for _, a := range r.merges {
		m, err := f.add(a, *r)
		if err != nil {
			return err
		}
		if m != nil && f.sheet.merged == MergedAll {
			f.write(r, m, a.left+1)
		}
	}
	return nil
}

// write fills the cells of a merged cell in a row, from a column on: all of its columns, or
// the first only.
func (f *filler) write(r *record, m *mergedCell, from int) {
	right := m.area.left
	if f.sheet.merged == MergedAll {
		right = m.area.right
	}
	for i := from; i <= right; i++ {
		for len(r.cells) <= i {
			r.cells = append(r.cells, table.Cell{})
		}
		switch c := &r.cells[i]; {
		case c.Kind == table.Blank:
			*c = m.cell
		case m.note != nil && m.note.covered == "":
			note, place := m.note, f.sheet.grid.cell(r.number, i, "")
			note.covered = place
			f.tally.late.tell(c, func(text string) { note.covered = place + " has " + quote(text) + " under it, which is read" })
		}
	}
}
