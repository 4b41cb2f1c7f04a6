package release

import (
	"context"

	"steward/core/constraint"
	"steward/core/plan"
)

// MaxUnread is the most cells that Check lists.
const MaxUnread = 100

// Checked is what a look at the whole file showed, for the steward's eyes only.
type Checked struct {
	Records int64
	// Unread lists cells that the declared columns do not say how to read, at most
	// MaxUnread; UnreadCount counts all rows with one. Counts per cell list columns instead.
	Unread      []error
	UnreadCount int64
	// Beyond is how many rows find no slot because their person has no more; they are left out
	// of every number.
	Beyond int64
	// Capped is how many rows have a weight above the cap, and count as the cap; Unweighted how
	// many have one that counts as nothing.
	Capped, Unweighted int64
	// Columns says of each column of the plan's domain how its cells are read; nil for data that were counted elsewhere.
	Columns []Cells
	// Fact is not nil when a known fact is not true of the data; Wrong lists all that are not.
	Fact  error
	Wrong []*constraint.FactError
}

// OK reports whether a release would accept the data.
func (c Checked) OK() bool { return c.UnreadCount == 0 && c.Fact == nil }

// Check reads all records as a release would, and goes on after a cell it cannot read. It
// counts nothing but records and what known facts are about. It errors when the data cannot be
// read or lack a column.
func Check(ctx context.Context, p *plan.Compiled, data Source, progress func(records int64)) (Checked, error) {
	var c Checked
	facts, err := p.Facts.Tally(p.Domain)
	if err != nil {
		return c, err
	}
	defer facts.Wipe()
	if progress == nil {
		progress = func(int64) {}
	}
	counts, among := p.Counts(), int64(0)
	totals, err := data.Read(ctx, p, Visit{
		Cell: func(values []int, records int64) error {
			if !counts(values) {
				return nil
			}
			among += records
			facts.AddMany(values, records)
			return nil
		},
		Unread: func(records int64, why error) error {
			c.UnreadCount += records
			if len(c.Unread) < MaxUnread {
				c.Unread = append(c.Unread, why)
			}
			return nil
		},
		Progress: progress,
	})
	if err != nil {
		return c, err
	}
	c.Records, c.Beyond = totals.Records, totals.Beyond
	c.Capped, c.Unweighted, c.Columns = totals.Capped, totals.Unweighted, totals.Columns
	if p.Plan.Group != nil {
		totals.Records = among
	}
	// Records that could not be read are missing from what facts count.
	if c.Wrong, err = totals.wrong(p, facts, c.UnreadCount == 0); err != nil {
		c.Fact = err
	} else if len(c.Wrong) > 0 {
		c.Fact = c.Wrong[0]
	}
	return c, nil
}
