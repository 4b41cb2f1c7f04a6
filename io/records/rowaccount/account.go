// Package rowaccount says what became of every row of a file that a plan reads, and finds the rows behind each line of that. It is
// computed here alone, by the same reading as a release has, and checked to add up.
//
// What it holds tells about people in the data. It is for the steward's eyes: it is shown, and part of nothing that is published;
// a file is written of it (Write) when the steward says so, and then not where a release is.
package rowaccount

import (
	"context"
	"fmt"
	"io"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/records"
	"steward/io/sheet"
)

// Account says what became of every row of a file.
type Account struct {
	release.Checked
	// Rows are those of the sheet; zero where a database counted.
	Rows sheet.Rows
	// Columns are the published ones, in the order of the plan's domain.
	Columns []Column
	// LikeRecords are rows that are left out although each of their published cells holds a declared value.
	LikeRecords []int
	// Counted says that a database counted the rows, which says nothing of single ones.
	Counted bool
}

// Column says how the cells of a published column are read.
type Column struct {
	Name domain.AttributeName
	release.Cells
	Mended int64 // cells that rules read otherwise than they stand
}

// Format writes no numbers, so that an error, a log or a crash report tells no counts.
func (a Account) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "what became of every row, which is not printed")
}

// Of reads a file as a release of the plan would, and accounts for its rows. It errors as release.Check does, and where what the
// file holds and what a release would read do not add up.
func Of(ctx context.Context, c *plan.Compiled, data *records.Data, progress func(records int64)) (Account, error) {
	a := Account{Counted: data.Counted()}
	if a.Counted {
		var err error
		a.Checked, err = release.Check(ctx, c, data, progress)
		return a, err
	}
	seen, rows := data.Sheet.Seen()
	with := *data
	with.Sheet = seen
	var err error
	if a.Checked, err = release.Check(ctx, c, &with, progress); err != nil {
		return a, err
	}
	a.Rows = *rows
	at := placesIn(seen.Header())
	for i, attribute := range c.Domain.Attributes() {
		name := attribute.Name()
		a.Columns = append(a.Columns, Column{name, a.Checked.Columns[i], int64(rows.Mended[at[string(name)]])})
	}
	if !a.addsUp() {
		return a, message.Errorf("%s: the rows in the file are not those that a release would read: it was changed in the meantime, or this program has a fault. Nothing was marked as reviewed", data.Name())
	}
	a.LikeRecords, err = likeRecords(ctx, c, data)
	return a, err
}

func placesIn(header []string) map[string]int {
	at := make(map[string]int, len(header))
	for i, name := range header {
		at[name] = i
	}
	return at
}

// addsUp reports whether every row is in one place, and every cell of a record is read in one way or cannot be.
func (a *Account) addsUp() bool {
	r := a.Rows
	if r.All != r.Outside+r.Above+r.Header+r.Blank+r.LeftOut+r.Records || int64(r.Records) != a.Records || a.Used() < 0 {
		return false
	}
	for _, n := range []int{r.Outside, r.Above, r.Header, r.Blank, r.LeftOut, r.Records} {
		if n < 0 {
			return false
		}
	}
	for _, c := range a.Columns {
		sum := c.Unread
		for _, n := range c.Ways {
			sum += n
		}
		if sum != a.Records {
			return false
		}
	}
	return true
}

// Used is how many rows the numbers of a release are made of.
func (a *Account) Used() int64 { return a.Records - a.UnreadCount - a.Beyond }

// likeRecords returns the rows that are left out although a release could count them and nothing in them is out of the ordinary.
func likeRecords(ctx context.Context, c *plan.Compiled, data *records.Data) (rows []int, err error) {
	left := data.Sheet.LeftOut()
	if left == nil {
		return nil, nil
	}
	odd := make(map[int]bool)
	seen := &numbered{Source: left}
	_, err = release.FromRows(seen).Read(ctx, c, release.Visit{
		Cell:     func([]int, int64) error { return nil },
		Unread:   func(int64, error) error { return nil },
		Progress: func(int64) {},
		Found: func(f release.Found) error {
			odd[f.Row] = odd[f.Row] || f.What != release.RowBeyond
			return nil
		},
	})
	for _, row := range seen.rows {
		if !odd[row] {
			rows = append(rows, row)
		}
	}
	return rows, err
}
