package release

import (
	"context"
	"slices"
	"steward/core/guide"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
)

// FromRows returns the source that reads a sheet. Of one that can keep columns in memory
// (table.Coder) it reads those alone that the plan names, and asks once what each of their
// different cells counts as.
func FromRows(s table.Source) Source { return sheetRows{s} }

type sheetRows struct{ sheet table.Source }

func (s sheetRows) Name() message.Text { return s.sheet.Name() }

// Read reads every row. Where people can have several, those that fill their slots are handed
// over after the last one is read, with the units of their weights where they have any.
func (s sheetRows) Read(ctx context.Context, p *plan.Compiled, v Visit) (Totals, error) {
	reader, err := newRows(p, s.sheet)
	if err != nil {
		return Totals{}, err
	}
	h := newHanding(reader, s.sheet, v)
	kept, err := s.coded(ctx, reader, v)
	switch {
	case err != nil:
	case kept != nil:
		defer kept.Wipe()
		err = h.coded(ctx, kept)
	default:
		err = h.streamed(ctx)
	}
	if err != nil {
		return h.totals, err
	}
	t := &h.totals
	if reader.slots == nil {
		if reader.weights != nil {
			t.People = t.Records
		}
		return *t, nil
	}
	t.Beyond, t.People = reader.slots.beyond, reader.slots.people()
	return *t, reader.kept(v)
}

// coded has the columns that the plan names kept, or returns nil where they cannot be.
func (s sheetRows) coded(ctx context.Context, r *rows, v Visit) (*table.Coded, error) {
	c, ok := s.sheet.(table.Coder)
	if !ok {
		return nil, nil
	}
	return c.Coded(ctx, r.columns(), func(records int) { v.Progress(int64(records)) })
}

// handing hands over the records of a sheet.
type handing struct {
	*rows
	sheet  table.Source
	visit  Visit
	totals Totals
}

func newHanding(r *rows, s table.Source, v Visit) handing {
	return handing{rows: r, sheet: s, visit: v, totals: Totals{Columns: make([]Cells, len(r.attributes))}}
}

// place is where a record is read: its row of the sheet, the value of an attribute, the cell of a column of the sheet, and in
// which way an attribute's cell is read as a value.
type place struct {
	row     func() int
	valueOf func(attribute int) (int, error)
	cellIn  func(column int) table.Cell
	wayOf   func(attribute, value int) domain.Way
}

// streamed reads row by row.
func (h *handing) streamed(ctx context.Context) error {
	var row table.Row
	at := place{
		row:     func() int { return row.Number },
		valueOf: func(i int) (int, error) { return h.attributes[i].ValueOf(row.Cells[h.at[i]]) },
		cellIn:  func(column int) table.Cell { return row.Cells[column] },
		wayOf:   func(i, value int) domain.Way { return h.attributes[i].WayOf(row.Cells[h.at[i]], value) },
	}
	for next, err := range h.sheet.Rows(ctx) {
		if err != nil {
			return err
		}
		row = next
		if err := h.record(at); err != nil {
			return err
		}
		if h.totals.Records%rowsPerReport == 0 {
			h.visit.Progress(h.totals.Records)
		}
	}
	return nil
}

// coded reads columns that are in memory.
func (h *handing) coded(ctx context.Context, kept *table.Coded) error {
	meanings := make([]meaning, len(h.attributes))
	among := make(map[int]int) // of a column of the sheet: its place among those kept
	for k, column := range h.columns() {
		among[column] = k
	}
	for i, a := range h.attributes {
		meanings[i] = newMeaning(a, kept.Column(among[h.at[i]]))
	}
	record := 0
	at := place{
		row:     func() int { return kept.Row(record) },
		valueOf: func(i int) (int, error) { return meanings[i].of(record) },
		cellIn:  func(column int) table.Cell { return kept.Column(among[column]).Cell(record) },
		wayOf:   func(i, value int) domain.Way { return meanings[i].way(record, value) },
	}
	for ; record < kept.Records(); record++ {
		if record%rowsPerReport == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := h.record(at); err != nil {
			return err
		}
	}
	return nil
}

// record hands over a record, or tells why it cannot be read: in which row of the sheet it stands, and in which column the fault
// is.
func (h *handing) record(at place) error {
	column, why := h.read(at)
	err := h.account(at, column, why)
	switch {
	case err != nil:
	case why != nil:
		err = h.visit.Unread(1, message.Errorf("%s, %s: %w", h.sheet.Name(), h.sheet.Address(at.row(), column), why))
	default:
		h.totals.tally(h.last)
		if h.slots == nil && h.last.units > 0 {
			err = h.visit.Cell(h.values, h.last.units)
		}
	}
	if err == nil {
		h.totals.Records++
	}
	return err
}

// rows reads the rows of a sheet as a plan says, into slots where people can have several.
type rows struct {
	domain     *domain.Reader
	attributes []*domain.Attribute
	at         []int // the sheet's column of each
	values     []int
	person     int    // the sheet's column of the people
	key        int    // the sheet's column that their rows are ordered by, -1 for the order of the sheet
	slots      *slots // nil where everybody has one row
	// weights is nil where rows have none.
	weights *weights
	last    weighted // what the row counts as that was read last
	full    int      // the row that found no slot as that one was put into them, 0 for none
}

func newRows(c *plan.Compiled, data table.Source) (*rows, error) {
	reader, err := domain.NewReader(c.Everybody(), data.Header())
	if err != nil {
		return nil, err
	}
	attributes := c.Domain.Attributes()
	r := &rows{domain: reader, attributes: attributes, at: reader.Columns(), values: make([]int, len(attributes)), last: weighted{units: 1}}
	if r.weights, err = newWeights(c, data.Header()); err != nil || c.Plan.Rows == nil {
		return r, err
	}
	of := c.Plan.Rows
	if r.person = slices.Index(data.Header(), of.Person); r.person < 0 {
		return nil, message.Errorf("the sheet has no column %q, which should say whose row it is: choose another column in step %s", of.Person, guide.Data.Title())
	}
	if r.key = slices.Index(data.Header(), of.Key); r.key < 0 && of.Key != "" {
		return nil, message.Errorf("the sheet has no column %q, which should give the order of a person's rows: choose another column in step %s", of.Key, guide.Data.Title())
	}
	if of.Key == "" { // a column may have no name
		r.key = -1
	}
	r.slots = newSlots(of.AtMost)
	return r, nil
}

// columns returns the sheet's columns that are read: of everything that the plan declares, for a
// record whose values are not all declared has no place in its domain, whatever is asked.
func (r *rows) columns() []int {
	list := slices.Clone(r.at)
	if r.weights != nil {
		list = append(list, r.weights.column)
	}
	if r.slots != nil {
		list = append(list, r.person)
		if r.key >= 0 {
			list = append(list, r.key)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// read reads the values of a row, notes its weight, and puts it into its person's slots, where
// there are any. It errors when the row cannot be read, has no weight where it should, or does not
// say whose it is; column is then the one at fault.
func (r *rows) read(at place) (column int, err error) {
	if column, err := r.domain.Read(r.values, at.valueOf); err != nil {
		return column, err
	}
	if r.weights != nil {
		if r.last, err = r.weights.read(at.cellIn(r.weights.column)); err != nil {
			return r.weights.column, err
		}
	}
	if r.slots == nil {
		return -1, nil
	}
	who := at.cellIn(r.person)
	if who.Kind == table.Blank || who.Kind == table.Error || who.Text == "" {
		return r.person, message.Errorf("found nothing that says whose row it is: give every row the person it belongs to")
	}
	key := ""
	if r.key >= 0 {
		order := at.cellIn(r.key)
		if order.Kind == table.Error {
			return r.key, message.Errorf("found the spreadsheet error %s where the order of a person's rows is expected: correct the cell", order.Text)
		}
		key = strings.TrimSpace(order.Text)
	}
	r.full = r.slots.add(identity(who), key, r.values, r.last.units, at.row)
	return -1, nil
}

// identity returns what tells people apart: the text, or a number however it is written, so
// that nobody has more slots because their number stands there as 7 and as 7.0.
func identity(who table.Cell) string {
	if who.Kind == table.Number {
		return strconv.FormatFloat(who.Number, 'f', -1, 64)
	}
	return who.Text
}

// kept hands over the rows that fill slots, and forgets them.
func (r *rows) kept(v Visit) error {
	var err error
	r.slots.each(func(kept []int32, units int64) {
		if err != nil || units == 0 {
			return
		}
		for i, value := range kept {
			r.values[i] = int(value)
		}
		err = v.Cell(r.values, units)
	})
	return err
}
