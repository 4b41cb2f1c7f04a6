package release

import (
	"context"
	"fmt"

	"steward/core/domain"
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
	// Fact is not nil when a known fact is not true of the data.
	Fact error
}

// OK reports whether a release would accept the data.
func (c Checked) OK() bool { return c.UnreadCount == 0 && c.Fact == nil }

// Check reads all records as a release would, and goes on after a cell it cannot read. It
// counts nothing but records. It errors when the file cannot be read or lacks a column.
func Check(ctx context.Context, p *plan.Compiled, data table.Source, progress func(records int64)) (Checked, error) {
	var c Checked
	reader, err := domain.NewReader(p.Domain, data.Header())
	if err != nil {
		return c, err
	}
	values := make([]int, len(p.Domain.Attributes()))
	for row, err := range data.Rows(ctx) {
		if err != nil {
			return c, err
		}
		if column, err := reader.Read(values, row); err != nil {
			c.UnreadCount++
			if len(c.Unread) < MaxUnread {
				c.Unread = append(c.Unread, fmt.Errorf("%s, %s: %w", data.Name(), data.Address(row.Number, column), err))
			}
		}
		if c.Records++; progress != nil && c.Records%rowsPerReport == 0 {
			progress(c.Records)
		}
	}
	c.Fact = p.Facts.CheckTotal(c.Records)
	return c, nil
}
