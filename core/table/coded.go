package table

import (
	"context"
	"fmt"
	"io"
	"math"
	"sort"
	"strconv"
)

// Coder is a Source that may be able to keep some of its columns in memory, each different
// cell once, so that whoever asks what cells mean asks once for each of them.
type Coder interface {
	Source
	// Coded reads the columns at some places of Header. It returns nil, and no error, where
	// reading row by row costs no more. Progress is told now and then how many records were
	// read, and may begin anew. It errors as Rows does, though not at the same record where
	// several are at fault.
	Coded(ctx context.Context, columns []int, progress func(records int)) (*Coded, error)
}

// Coded is some columns of a sheet in memory. It is private data, and says nothing of itself
// when it is printed.
type Coded struct {
	columns []CodedColumn
	runs    []run
	records int
}

// run is records that stand in rows one below the other.
type run struct{ record, row int }

// NewCoded returns so many empty columns.
func NewCoded(columns int) *Coded { return &Coded{columns: make([]CodedColumn, columns)} }

// Column returns one of the columns, from 0.
func (c *Coded) Column(i int) *CodedColumn { return &c.columns[i] }

// Records returns how many records there are.
func (c *Coded) Records() int { return c.records }

// End ends a record, for which every column was given one cell, and says in which row of the
// sheet it stands, from 1 and below those of the records before it.
func (c *Coded) End(row int) {
	if n := len(c.runs); n == 0 || row-c.runs[n-1].row != c.records-c.runs[n-1].record {
		c.runs = append(c.runs, run{c.records, row})
	}
	c.records++
}

// Row returns the row of the sheet in which a record stands, from 0.
func (c *Coded) Row(record int) int {
	r := c.runs[sort.Search(len(c.runs), func(i int) bool { return c.runs[i].record > record })-1]
	return r.row + record - r.record
}

// Wipe forgets what the records are.
func (c *Coded) Wipe() {
	for i := range c.columns {
		c.columns[i].codes.wipe()
		c.columns[i].numbers.wipe()
	}
	*c = Coded{}
}

// Format writes no cells, so that an error, a log or a crash report tells none.
func (c *Coded) Format(f fmt.State, _ rune) {
	_, _ = io.WriteString(f, "columns, which are not printed")
}

// CodedColumn is a column in memory: different cells, and for each record which one it has.
// Numbers are kept as they are.
type CodedColumn struct {
	values  []Cell
	codes   list[uint32]
	numbers list[float64]
}

// InNumbers is the code of a cell that is a number.
const InNumbers = math.MaxUint32

// Values returns the different cells that are no numbers as they stand, in the order of their codes. One that
// a file stores twice can be among them twice.
func (c *CodedColumn) Values() []Cell { return c.values }

// AddValue gives a cell a code.
func (c *CodedColumn) AddValue(cell Cell) uint32 {
	c.values = append(c.values, cell)
	return uint32(len(c.values) - 1)
}

// Add gives the next record the cell with a code.
func (c *CodedColumn) Add(code uint32) {
	for c.codes.length < c.numbers.length { // all were numbers so far
		c.codes.add(InNumbers)
	}
	c.codes.add(code)
	if c.numbers.length > 0 {
		c.numbers.add(0)
	}
}

// AddNumber gives the next record a number.
func (c *CodedColumn) AddNumber(x float64) {
	for c.numbers.length < c.codes.length { // none was a number so far
		c.numbers.add(0)
	}
	c.numbers.add(x)
	if c.codes.length > 0 {
		c.codes.add(InNumbers)
	}
}

// At returns the code of a record's cell, from 0, and where that is InNumbers its number.
func (c *CodedColumn) At(record int) (code uint32, number float64) {
	if c.codes.length > 0 {
		if code = c.codes.at(record); code != InNumbers {
			return code, 0
		}
	}
	return InNumbers, c.numbers.at(record)
}

// Cell returns the cell of a record, from 0.
func (c *CodedColumn) Cell(record int) Cell {
	code, number := c.At(record)
	if code == InNumbers {
		return ShortNumber(number)
	}
	return c.values[code]
}

// ShortNumber is the cell of a number in a workbook, which stores no more than its value.
func ShortNumber(x float64) Cell {
	return Cell{Kind: Number, Text: strconv.FormatFloat(x, 'f', -1, 64), Number: x}
}

// list is a list of unknown length, which is not copied whenever it grows.
type list[T any] struct {
	full   [][]T // pieces of pieceLength entries
	last   []T
	length int
}

const pieceLength = 1 << 16

func (l *list[T]) add(x T) {
	if len(l.last) == pieceLength {
		l.full = append(l.full, l.last)
		l.last = make([]T, 0, pieceLength)
	}
	l.last = append(l.last, x)
	l.length++
}

func (l *list[T]) at(i int) T {
	if p := i / pieceLength; p < len(l.full) {
		return l.full[p][i%pieceLength]
	}
	return l.last[i%pieceLength]
}

func (l *list[T]) wipe() {
	for _, p := range l.full {
		clear(p)
	}
	clear(l.last)
}
