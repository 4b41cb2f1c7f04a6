// Package grid says what a reader of a format hands over: a Book of sheets, each a Grid whose rows a
// Scanner walks over as they stand in the file, before anything is known about a header. What only
// some formats know has interfaces of its own (Studied, Hiding, Ranged, Numbered, Remarking).
// A file or cell that cannot be read is a *Fault, which names the place and the remedy.
package grid

import (
	"context"
	"io"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/table"
)

// SheetInfo names a sheet of a file.
type SheetInfo struct {
	Name   string
	Hidden bool
}

// Book is an opened file of one kind.
type Book interface {
	Sheets() []SheetInfo
	// Grid picks a sheet and settles how it is read.
	Grid(ctx context.Context, sheet string) (Grid, error)
}

// Grid is a sheet as it stands in the file, before anything is known about its header.
// Rows count from 1, columns from 0.
type Grid interface {
	Label() message.Text // names the sheet: "wages.xlsx, sheet "Wages""
	Scan(ctx context.Context) (Scanner, error)
	// Cell names a cell ("D17"). The name of its column is given where it has one.
	Cell(row, column int, name string) message.Text
	Column(column int) string // "C" or "3"
	Row(row int) message.Text // "row 17" or "line 17"
	Rows(first, last int) message.Text
	// Stray is the remedy for a cell outside of the columns that have a name.
	Stray() message.Text
}

// Scanner walks over the rows of a grid once. next returns io.EOF after the last row.
type Scanner interface {
	Next() (Record, error)
	Close() error
}

// Studied is a grid that knows more than its rows, once it was asked to. What stands behind
// the rows is known when it was completed, or when they were read to their end: where that
// tells of merged cells, reading ends with ErrMerged unless it was known before.
type Studied interface {
	Study(ctx context.Context) error
	Complete(ctx context.Context) error
	IsComplete() bool
	Filtered() bool
}

// Hiding is a grid that knows which of its columns the workbook hides.
type Hiding interface{ HiddenColumns() []int }

// Columns names columns: "column C", "columns C and F".
func Columns(g Grid, columns []int) message.Text {
	if len(columns) == 1 {
		return message.Sprintf("column %s", g.Column(columns[0]))
	}
	names := make([]message.Text, len(columns))
	for i, c := range columns {
		names[i] = message.Verbatim(g.Column(c))
	}
	return message.Sprintf("columns %s", message.And(names))
}

// Record is a row of a grid. It is overwritten when the next one is read.
type Record struct {
	Number  int
	Skipped int // rows without any cell directly before this one
	Hidden  bool
	Merges  []Area  // merged cells that begin here
	Sights  *Sights // what was noticed so far, or nil
	Cells   []table.Cell
}

// Extent returns the first column that is not blank, the one after the last such column,
// and how many there are.
func (r Record) Extent() (left, right, filled int) {
	for i, c := range r.Cells {
		if c.Kind == table.Blank {
			continue
		}
		if filled == 0 {
			left = i
		}
		right, filled = i+1, filled+1
	}
	return left, right, filled
}

// Blank reports whether the row holds nothing but white space.
func (r Record) Blank() bool {
	for _, c := range r.Cells {
		if c.Kind != table.Blank {
			return false
		}
	}
	return true
}

// Walk calls visit with the rows of g in their order until it returns false, an error
// occurs, ctx is done or the rows end. Whole reports that they came to their end.
func Walk(ctx context.Context, g Grid, visit func(Record) (bool, error)) (whole bool, err error) {
	s, err := g.Scan(ctx)
	if err != nil {
		return false, err
	}
	defer s.Close() // a reader's close has nothing to say that its reads have not
	for {
		if err := ctx.Err(); err != nil {
			return false, Stopped(g.Label(), err)
		}
		r, err := s.Next()
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		if more, err := visit(r); !more || err != nil {
			return false, err
		}
	}
}

// Stopped is the error for a context that is done.
func Stopped(place any, err error) error {
	return NewFault(place, "reading was stopped").Because(err).WithRemedy("start again")
}

// Copied returns a record that is not overwritten.
func (r Record) Copied() Record {
	r.Cells, r.Merges = CopyCells(r.Cells), slices.Clone(r.Merges)
	return r
}

// CopyCells copies cells and their texts, which may otherwise hold on to a whole row.
func CopyCells(cells []table.Cell) []table.Cell {
	out := slices.Clone(cells)
	for i := range out {
		out[i].Text = strings.Clone(out[i].Text)
	}
	return out
}

// Remarking is a format that has something to say about a file as a whole.
type Remarking interface{ Remarks() []Remark }

// Remark says where something was found, what it is, and what becomes of it as the sheet is read.
type Remark struct{ Address, Found, Becomes message.Text }

// NewRemark returns a remark without what becomes of it, which Becoming adds.
func NewRemark(address message.Text, found string, args ...any) Remark {
	return Remark{Address: address, Found: message.Sprintf(found, args...)}
}

// Becoming returns the remark with what becomes of what was found.
func (r Remark) Becoming(becomes string, args ...any) Remark {
	r.Becomes = message.Sprintf(becomes, args...)
	return r
}

// Ranged is a format that has names for parts of its sheets.
type Ranged interface{ Ranges() []RangeInfo }

// ErrMerged is the error after the rows of a sheet of which it was not known that it has
// merged cells. It is known then: whoever meets it starts again.
var ErrMerged = message.New("the sheet has merged cells")
