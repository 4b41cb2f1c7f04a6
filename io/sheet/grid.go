package sheet

import (
	"context"
	"io"

	"steward/core/table"
)

// format is an opened file of one kind.
type format interface {
	sheets() []SheetInfo
	// grid picks a sheet and settles how it is read.
	grid(ctx context.Context, sheet string) (grid, error)
}

// grid is a sheet as it stands in the file, before anything is known about its header.
// Rows count from 1, columns from 0.
type grid interface {
	label() string // names the sheet: "wages.xlsx, sheet "Wages""
	scan(ctx context.Context) (scanner, error)
	// cell names a cell ("D17"). The name of its column is given where it has one.
	cell(row, column int, name string) string
	column(column int) string // "C" or "3"
	row(row int) string       // "row 17" or "line 17"
	// stray is the remedy for a cell outside of the columns that have a name.
	stray() string
}

// scanner walks over the rows of a grid once. next returns io.EOF after the last row.
type scanner interface {
	next() (record, error)
	close() error
}

// studied is a grid that knows more than its rows, once it was asked to. What stands behind
// the rows is known when it was completed, or when they were read to their end: where that
// tells of merged cells, reading ends with errMerged unless it was known before.
type studied interface {
	study(ctx context.Context) error
	complete(ctx context.Context) error
	isComplete() bool
	filtered() bool
}

// hiding is a grid that knows which of its columns the workbook hides.
type hiding interface{ hiddenColumns() []int }

// numbered is a grid of a workbook that keeps texts apart from its cells, which refer to them by
// number.
type numbered interface {
	texts() numberedTexts
	// reading returns the same sheet with its columns read in these ways, whole ones beyond.
	reading(ways []way) grid
}

// numberedTexts are the texts that the cells of a workbook refer to.
type numberedTexts interface {
	all() int                // how many there are
	held() []string          // the first of them, which are in memory
	numeric(number int) bool // whether one that is not held is written like a number
	each(ctx context.Context, visit func(text []byte)) error
}

// way is how the cells of a column are read.
type way uint8

const (
	readWhole     way = iota
	readLate          // of shared texts that are not held the number only, plus one, as the cell's Number
	readReference     // of all shared texts the number only; of numbers no text
	readPresence      // whether something is there, and whether it has a meaning
)

// columns names columns: "column C", "columns C and F".
func columns(g grid, columns []int) string {
	words := make([]string, len(columns))
	for i, c := range columns {
		words[i] = g.column(c)
	}
	if len(words) == 1 {
		return "column " + words[0]
	}
	return "columns " + enumerate(words)
}

// record is a row of a grid. It is overwritten when the next one is read.
type record struct {
	number  int
	skipped int // rows without any cell directly before this one
	hidden  bool
	merges  []area  // merged cells that begin here
	sights  *sights // what was noticed so far, or nil
	cells   []table.Cell
}

// extent returns the first column that is not blank, the one after the last such column,
// and how many there are.
func (r record) extent() (left, right, filled int) {
	for i, c := range r.cells {
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

// blank reports whether the row holds nothing but white space.
func (r record) blank() bool {
	for _, c := range r.cells {
		if c.Kind != table.Blank {
			return false
		}
	}
	return true
}

// walk calls visit with the rows of g in their order until it returns false, an error
// occurs, ctx is done or the rows end. Whole reports that they came to their end.
func walk(ctx context.Context, g grid, visit func(record) (bool, error)) (whole bool, err error) {
	s, err := g.scan(ctx)
	if err != nil {
		return false, err
	}
	defer s.close() // a reader's close has nothing to say that its reads have not
	for {
		if err := ctx.Err(); err != nil {
			return false, stopped(g.label(), err)
		}
		r, err := s.next()
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

func stopped(place string, err error) error {
	return &Fault{place, "reading was stopped", "start again", err}
}
