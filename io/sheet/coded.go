package sheet

import (
	"context"
	"fmt"
	"math"
	"strings"

	"steward/core/table"
)

// Coded is a column in memory: each of its values once, and for each record which one it has.
// It is private data.
type Coded struct {
	Name string
	// Values are the different cells that are no numbers, in the order in which they come.
	Values []table.Cell
	// Codes has an entry for each record: where in Values its cell is, or InNumbers. It is nil
	// where all cells are numbers.
	Codes []uint32
	// Numbers has the number of each record, 0 where its cell is none. It is nil where none is.
	Numbers []float64
}

// InNumbers is the code of a cell that is a number.
const InNumbers = math.MaxUint32

// Cell returns the cell of a record, from 0. The text of a number is its shortest decimal.
func (c *Coded) Cell(record int) table.Cell {
	if c.Codes == nil || c.Codes[record] == InNumbers {
		return plainNumber(c.Numbers[record])
	}
	return c.Values[c.Codes[record]]
}

// Coded reads some columns, given by where their names stand in Header, into memory. What is in
// the other columns is neither kept nor looked at, but for whether something is there: faults
// in them are not told. It errors as Rows does, and when there is no such column.
func (s *Sheet) Coded(ctx context.Context, columns []int) ([]Coded, error) {
	wanted := make([]bool, len(s.heading.names))
	for _, i := range columns {
		if i < 0 || i >= len(wanted) {
			return nil, fmt.Errorf("%s: there is no column %d, there are %d", s.Name(), i+1, len(wanted))
		}
		wanted[i] = true
	}
	var coders []coder
	err := s.again(func() error {
		g := s.choose(wanted)
		coders = make([]coder, len(columns))
		for k, i := range columns {
			coders[k].Name = s.heading.names[i]
			coders[k].column, coders[k].at = i, s.heading.at[i]
		}
		if b, ok := s.base.(*workbookGrid); ok {
			for k := range coders {
				coders[k].shared = b.book.shared
				coders[k].pages = make([]*page256, len(b.book.shared)/len(page256{})+1)
			}
		}
		return s.each(ctx, g, new(tally), func(row table.Row, refs []uint32) bool {
			for k := range coders {
				c := &coders[k]
				if c.at < len(refs) && refs[c.at] > 0 {
					c.addShared(refs[c.at] - 1)
				} else {
					c.add(&row.Cells[c.column])
				}
			}
			return true
		})
	})
	if err != nil {
		return nil, err
	}
	list := make([]Coded, len(coders))
	for k := range coders {
		c := &coders[k]
		c.Codes, c.Numbers = c.codes.joined(), c.numbers.joined()
		list[k] = c.Coded
	}
	return list, nil
}

// choosing is a grid of which only some columns are wanted.
type choosing interface {
	// choose returns the grid with some of the file's columns unread or read by reference.
	choose(ways []way) grid
}

// way is how the cells of a column are read.
type way uint8

const (
	readWhole     way = iota
	readReference     // of shared texts the number only, of numbers no text
	readPresence      // whether something is there
)

// choose returns the sheet's grid with the columns that are not wanted left out as far as it
// can.
func (s *Sheet) choose(wanted []bool) grid {
	base, ok := s.base.(choosing)
	if !ok {
		return s.grid
	}
	ways := make([]way, len(s.index))
	for at, i := range s.index {
		switch {
		case i < 0:
		case wanted[i]:
			ways[at] = readReference
		default:
			ways[at] = readPresence
		}
	}
	g := base.choose(ways)
	if v, ok := s.grid.(*view); ok {
		g = &view{g, v.name, v.area}
	}
	return g
}

// page256 holds the codes, plus one, of texts that are numbered one after the other.
type page256 [256]uint32

// coder collects a column.
type coder struct {
	Coded
	column, at int // in the header, and in the file
	records    int
	codes      pieces[uint32]
	numbers    pieces[float64]
	index      [table.Error + 1]map[string]uint32 // of Values, by kind
	shared     []string
	pages      []*page256 // of the shared texts
}

func (c *coder) add(cell *table.Cell) {
	if cell.Kind != table.Number {
		c.addCode(c.code(cell.Kind, cell.Text, cell.Number))
		return
	}
	if c.numbers.last == nil {
		for range c.records {
			c.numbers.add(0)
		}
	}
	c.numbers.add(cell.Number)
	if c.codes.last != nil {
		c.codes.add(InNumbers)
	}
	c.records++
}

// addShared adds the text with a number.
func (c *coder) addShared(n uint32) {
	p := c.pages[n/uint32(len(page256{}))]
	if p == nil {
		p = new(page256)
		c.pages[n/uint32(len(page256{}))] = p
	}
	at := &p[n%uint32(len(p))]
	if *at == 0 {
		*at = c.code(table.Text, c.shared[n], 0) + 1
	}
	c.addCode(*at - 1)
}

func (c *coder) addCode(code uint32) {
	if c.codes.last == nil {
		for range c.records {
			c.codes.add(InNumbers)
		}
	}
	c.codes.add(code)
	if c.numbers.last != nil {
		c.numbers.add(0)
	}
	c.records++
}

// code returns where a value is in Values.
func (c *coder) code(kind table.Kind, text string, number float64) uint32 {
	code, ok := c.index[kind][text]
	if !ok {
		if c.index[kind] == nil {
			c.index[kind] = make(map[string]uint32)
		}
		text = strings.Clone(text)
		code = uint32(len(c.Values))
		c.Values = append(c.Values, table.Cell{Kind: kind, Text: text, Number: number})
		c.index[kind][text] = code
	}
	return code
}

// pieces is a list of unknown length, which is not copied whenever it grows.
type pieces[T any] struct {
	full [][]T
	last []T // nil before the first entry
}

const (
	firstPiece   = 1 << 4
	longestPiece = 1 << 16
)

func (p *pieces[T]) add(x T) {
	if len(p.last) == cap(p.last) {
		if p.last != nil {
			p.full = append(p.full, p.last)
		}
		p.last = make([]T, 0, min(max(2*cap(p.last), firstPiece), longestPiece))
	}
	p.last = append(p.last, x)
}

// joined returns the list, nil where it has no entries, and forgets the pieces.
func (p *pieces[T]) joined() []T {
	n := len(p.last)
	for _, piece := range p.full {
		n += len(piece)
	}
	if n == 0 {
		return nil
	}
	all := make([]T, 0, n)
	for _, piece := range append(p.full, p.last) {
		all = append(all, piece...)
	}
	*p = pieces[T]{}
	return all
}
