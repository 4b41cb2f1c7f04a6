package sheet

import (
	"context"
	"strings"

	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
)

var _ table.Coder = (*Sheet)(nil)

// Coded reads some columns of a workbook, given by where their names stand in Header, into
// memory. Of the texts that a workbook keeps apart from its cells only those are held that the
// columns refer to, and the other columns are looked at for nothing but faults. It returns nil
// for text tables and OpenDocument files, whose cells have their texts with them, and for
// sheets with a fault, which Rows tells at its place. It errors when there is no such column,
// and when ctx is done.
func (s *Sheet) Coded(ctx context.Context, columns []int, progress func(records int)) (*table.Coded, error) {
	base, ok := s.base.(grid.Numbered)
	if !ok {
		return nil, nil
	}
	texts := base.Texts()
	ways, err := s.ways(columns)
	if err != nil {
		return nil, err
	}
	var kept *table.Coded
	err = s.again(func() error {
		kept = table.NewCoded(len(columns))
		coders := make([]coder, len(columns))
		for k, i := range columns {
			coders[k] = coder{CodedColumn: kept.Column(k), texts: texts, column: i, mender: s.mender(i), pages: make([]*page256, texts.All()/len(page256{})+1)}
		}
		err := s.each(ctx, s.chosen(base, ways), new(tally), func(row table.Row) bool {
			for k := range coders {
				coders[k].cell(&row.Cells[coders[k].column])
			}
			kept.End(row.Number)
			if progress != nil && kept.Records()%progressRows == 0 {
				progress(kept.Records())
			}
			return true
		})
		if err != nil {
			return err
		}
		if err := takeTexts(ctx, texts, coders); err != nil {
			return err
		}
		for k := range coders {
			s.seen.mend(coders[k], kept.Records())
		}
		return s.source.Unchanged()
	})
	if err != nil {
		kept.Wipe()
		if ctx.Err() != nil {
			return nil, grid.Stopped(s.Name(), ctx.Err())
		}
		return nil, nil
	}
	return kept, nil
}

// ways says how the file's columns are read of which some are wanted.
func (s *Sheet) ways(columns []int) ([]grid.Way, error) {
	ways := make([]grid.Way, len(s.index))
	for at, i := range s.index {
		if i >= 0 {
			ways[at] = grid.ReadPresence
		}
	}
	for _, i := range columns {
		if i < 0 || i >= len(s.heading.names) {
			return nil, message.Errorf("%s: there is no column %d, there are %d", s.Name(), i+1, len(s.heading.names))
		}
		ways[s.heading.at[i]] = grid.ReadReference
	}
	return ways, nil
}

// chosen returns the sheet's grid with its columns read in these ways.
func (s *Sheet) chosen(base grid.Numbered, ways []grid.Way) grid.Grid {
	g := base.Reading(ways)
	if v, ok := s.grid.(*view); ok {
		return &view{g, v.name, v.area, v.last}
	}
	return g
}

// page256 holds the codes, plus one, of texts that are numbered one after the other.
type page256 [256]uint32

// coder collects a column.
type coder struct {
	*table.CodedColumn
	texts   grid.Texts
	column  int                                // in the header
	mender  *mend.Mender                       // nil for none
	index   [table.Error + 1]map[string]uint32 // of its values, by kind
	pages   []*page256                         // of the shared texts
	waiting bool                               // for a text that is not held
	took    map[uint32]bool                    // codes of cells that rules read otherwise than they stand
	loose   int                                // such cells beside them
}

func (c *coder) cell(cell *table.Cell) {
	if cell.Kind == table.Text && cell.Number > 0 {
		c.Add(c.shared(int(cell.Number) - 1))
		return
	}
	if c.mender != nil {
		if out, took := c.mender.Cell(*cell); took != 0 {
			if took != repair.Options {
				c.loose++
			}
			c.Add(c.code(&out))
			return
		}
	}
	switch {
	case cell.Kind == table.Number:
		c.AddNumber(cell.Number)
	default:
		c.Add(c.code(cell))
	}
}

// shared returns the code of a shared text. One that is not held is empty until takeTexts.
func (c *coder) shared(n int) uint32 {
	p := c.pages[n/len(page256{})]
	if p == nil {
		p = new(page256)
		c.pages[n/len(page256{})] = p
	}
	at := &p[n%len(p)]
	if *at == 0 {
		cell := table.Cell{Kind: table.Text}
		if first := c.texts.Held(); n < len(first) {
			cell.Text = strings.Clone(first[n]) // else it holds on to those beside it
			cell = c.mended(cell, uint32(len(c.Values())))
		} else {
			c.waiting = true
		}
		*at = c.AddValue(cell) + 1
	}
	return *at - 1
}

// mended returns what the cell of a code is read as.
func (c *coder) mended(cell table.Cell, code uint32) table.Cell {
	if c.mender == nil {
		return cell
	}
	out, took := c.mender.Cell(cell)
	if took&^repair.Options != 0 {
		if c.took == nil {
			c.took = make(map[uint32]bool)
		}
		c.took[code] = true
	}
	return out
}

// code returns the code of a cell that has its text with it.
func (c *coder) code(cell *table.Cell) uint32 {
	code, ok := c.index[cell.Kind][cell.Text]
	if !ok || cell.Number != c.Values()[code].Number { // days that differ by less than is written
		if c.index[cell.Kind] == nil {
			c.index[cell.Kind] = make(map[string]uint32)
		}
		own := *cell
		own.Text = strings.Clone(cell.Text)
		code = c.AddValue(own)
		c.index[cell.Kind][own.Text] = code
	}
	return code
}

// takeTexts reads the shared texts that coders wait for, and no others.
func takeTexts(ctx context.Context, texts grid.Texts, coders []coder) error {
	waiting := false
	for k := range coders {
		waiting = waiting || coders[k].waiting
	}
	if !waiting {
		return nil
	}
	n := 0
	return texts.Each(ctx, func(text []byte) {
		own := ""
		for k := range coders {
			c := &coders[k]
			if n/len(page256{}) >= len(c.pages) {
				continue // the file was changed, which is told at the end
			}
			if p := c.pages[n/len(page256{})]; p != nil && p[n%len(p)] > 0 {
				if own == "" {
					own = string(text)
				}
				code := p[n%len(p)] - 1
				v := &c.Values()[code]
				v.Text = own
				*v = c.mended(*v, code)
			}
		}
		n++
	})
}
