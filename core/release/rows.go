package release

import (
	"context"
	"fmt"
	"hash/maphash"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/table"
)

// FromRows returns the source that reads a sheet row by row.
func FromRows(s table.Source) Source { return sheetRows{s} }

type sheetRows struct{ sheet table.Source }

func (s sheetRows) Name() string { return s.sheet.Name() }

// Read reads every row. Where people can have several, those that fill their slots are handed
// over after the last one is read.
func (s sheetRows) Read(ctx context.Context, p *plan.Compiled, v Visit) (Totals, error) {
	var t Totals
	reader, err := newRows(p, s.sheet)
	if err != nil {
		return t, err
	}
	for row, err := range s.sheet.Rows(ctx) {
		if err != nil {
			return t, err
		}
		values, column, err := reader.read(row)
		switch {
		case err != nil:
			err = v.Unread(1, fmt.Errorf("%s, %s: %w", s.Name(), s.sheet.Address(row.Number, column), err))
		case reader.weights != nil:
			n := reader.weights.last
			t.tally(n)
			if n.units > 0 {
				err = v.Cell(values, n.units)
			}
		case reader.slots == nil:
			err = v.Cell(values, 1)
		}
		if err != nil {
			return t, err
		}
		if t.Records++; t.Records%rowsPerReport == 0 {
			v.Progress(t.Records)
		}
	}
	if reader.weights != nil {
		t.People = t.Records
	}
	if reader.slots == nil {
		return t, nil
	}
	t.Beyond, t.People = reader.slots.beyond, reader.slots.people()
	return t, reader.kept(v)
}

// rows reads the rows of a sheet as a plan says, into slots where people can have several.
type rows struct {
	domain *domain.Reader
	values []int
	person int    // the sheet's column of the people
	slots  *slots // nil where everybody has one row
	// weights is nil where rows have none.
	weights *weights
}

func newRows(c *plan.Compiled, data table.Source) (*rows, error) {
	reader, err := domain.NewReader(c.Domain, data.Header())
	if err != nil {
		return nil, err
	}
	r := &rows{domain: reader, values: make([]int, len(c.Domain.Attributes()))}
	if r.weights, err = newWeights(c, data.Header()); err != nil || c.Plan.Rows == nil {
		return r, err
	}
	r.person = -1
	for i, h := range data.Header() {
		if h == c.Plan.Rows.Person {
			r.person = i
		}
	}
	if r.person < 0 {
		return nil, fmt.Errorf("the sheet has no column %q, which is to say whose row it is: choose another column in step Your data", c.Plan.Rows.Person)
	}
	r.slots = newSlots(c.Plan.Rows.AtMost, maphash.MakeSeed())
	return r, nil
}

// read returns the values of a row, and puts it into its person's slots where there are any, or
// notes its weight. It errors when the row cannot be read, has no weight where it should, or does
// not say whose it is; column is then the one
// at fault.
func (r *rows) read(row table.Row) (values []int, column int, err error) {
	if column, err := r.domain.Read(r.values, row); err != nil {
		return nil, column, err
	}
	if r.weights != nil {
		if err := r.weights.read(row); err != nil {
			return nil, r.weights.column, err
		}
	}
	if r.slots == nil {
		return r.values, -1, nil
	}
	who := row.Cells[r.person]
	if who.Kind == table.Blank || who.Kind == table.Error || who.Text == "" {
		return nil, r.person, fmt.Errorf("found nothing that says whose row it is: give every row the person it belongs to")
	}
	r.slots.add(identity(who), r.values)
	return r.values, -1, nil
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
	r.slots.each(func(kept []int32) {
		if err != nil {
			return
		}
		for i, value := range kept {
			r.values[i] = int(value)
		}
		err = v.Cell(r.values, 1)
	})
	return err
}
