package release

import (
	"context"
	"fmt"

	"steward/core/plan"
	"steward/core/table"
)

// MaxUnread is the most cells that Check lists.
const MaxUnread = 100

// Checked is what a look at the whole file showed, for the steward's eyes only.
type Checked struct {
	Records int64
	// Unread lists cells that the declared columns do not say how to read, at most
	// MaxUnread; UnreadCount counts all rows with one.
	Unread      []error
	UnreadCount int64
	// Beyond is how many rows find no slot because their person has no more; they are left out
	// of every number.
	Beyond int64
	// Fact is not nil when a known fact is not true of the data.
	Fact error
}

// OK reports whether a release would accept the data.
func (c Checked) OK() bool { return c.UnreadCount == 0 && c.Fact == nil }

// Check reads all records as a release would, and goes on after a cell it cannot read. It
// counts nothing but records and what known facts are about. It errors when the file cannot be
// read or lacks a column.
func Check(ctx context.Context, p *plan.Compiled, data table.Source, progress func(records int64)) (Checked, error) {
	var c Checked
	reader, err := newRows(p, data)
	if err != nil {
		return c, err
	}
	facts, err := p.Facts.Tally(p.Domain)
	if err != nil {
		return c, err
	}
	defer facts.Wipe()
	for row, err := range data.Rows(ctx) {
		if err != nil {
			return c, err
		}
		if values, column, err := reader.read(row); err != nil {
			c.UnreadCount++
			if len(c.Unread) < MaxUnread {
				c.Unread = append(c.Unread, fmt.Errorf("%s, %s: %w", data.Name(), data.Address(row.Number, column), err))
			}
		} else {
			facts.Add(values)
		}
		if c.Records++; progress != nil && c.Records%rowsPerReport == 0 {
			progress(c.Records)
		}
	}
	if reader.slots != nil {
		c.Beyond = reader.slots.beyond
		c.Fact = reader.checkPeople(p)
		return c, nil
	}
	if c.Fact = p.Facts.CheckTotal(c.Records); c.Fact == nil && c.UnreadCount == 0 {
		c.Fact = facts.Check() // otherwise records that could not be read are missing from counts
	}
	return c, nil
}
