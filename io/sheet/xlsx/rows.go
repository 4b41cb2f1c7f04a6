package xlsx

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/xmlscan"
)

// worksheet is a worksheet.
type worksheet struct {
	grid.Lettered
	book    *workbook
	page    page
	studied bool       // more than the first rows are wanted
	front   details    // what stands before the rows
	ways    []grid.Way // of reading columns, whole ones beyond
}

// Texts are those of the whole workbook.
func (g *worksheet) Texts() grid.Texts { return g.book }

func (g *worksheet) Reading(ways []grid.Way) grid.Grid {
	other := *g
	other.ways = ways
	return &other
}

// Study looks at what stands before the rows, and in a small sheet behind them.
func (g *worksheet) Study(ctx context.Context) error {
	g.studied = true
	if !g.large() {
		return g.Complete(ctx)
	}
	part, err := g.book.Stream(ctx, g.page.part)
	if err != nil {
		return err
	}
	defer part.Close()
	if err := g.front.begin(xmlscan.New(part)); err != nil {
		g.front = details{} // whoever reads the rows meets it too, and can say at which
	}
	return nil
}

// Complete looks at what stands behind the rows, for which the whole sheet is unpacked.
func (g *worksheet) Complete(ctx context.Context) error {
	_, err := g.book.details(ctx, g.page)
	return err
}

func (g *worksheet) IsComplete() bool { return g.book.knows(g.page.part) != nil }

func (g *worksheet) large() bool {
	f := g.book.Parts[g.page.part]
	return f != nil && f.UncompressedSize64 >= manyBytes
}

// scanner reads the rows of a worksheet from its XML, which is checked to be well
// formed and complete.
type scanner struct {
	grid       *worksheet
	known      *details // nil where only the first rows are wanted, or none are known yet
	found      details  // beside the rows
	part       io.ReadCloser
	stop       context.CancelFunc // or nil
	xml        *xmlscan.Scanner
	inside     bool // of <sheetData>
	row        int
	begun      int64 // where the row begins
	cell       cellXML
	cells      []table.Cell
	ctx        context.Context // of the scan
	ways       []grid.Way
	texts      []byte // of the row's cells, one after the other
	spans      []span
	value      []byte      // of the cell
	expression []byte      // of its formula
	merges     []grid.Area // that are still to come
	filled     bool        // there are merged cells, from which others are filled in
	seen       grid.Sights
}

// span says which of the texts is a cell's. They become strings all at once, row by row.
type span struct{ cell, from, to int }

func (g *worksheet) Scan(ctx context.Context) (grid.Scanner, error) {
	inner, stop := context.WithCancel(ctx)
	part, err := g.book.Stream(inner, g.page.part)
	if err != nil {
		stop()
		return nil, err
	}
	s := &scanner{grid: g, part: part, xml: xmlscan.New(part), ctx: inner}
	if g.studied {
		s.ways = g.ways
		if s.known = g.book.knows(g.page.part); s.known != nil {
			s.merges = s.known.merges
			s.filled = len(s.merges) > 0
		}
		if g.large() {
			return readBatches(inner, stop, s), nil
		}
	}
	s.stop = stop
	return s, nil
}

// use has the cells of the next row written to room, if that is long enough.
func (s *scanner) use(room []table.Cell) { s.cells = room }

func (s *scanner) Close() error {
	if s.stop != nil {
		s.stop()
	}
	return s.part.Close()
}

func (s *scanner) Next() (grid.Record, error) {
	for {
		kind, err := s.xml.Next()
		if err == io.EOF {
			err = message.New("it has no cells and no place for them")
		}
		if err != nil {
			return grid.Record{}, s.fault(err)
		}
		switch {
		case kind == xmlscan.StartTag && string(s.xml.Name) == "sheetData":
			s.inside = true
		case kind == xmlscan.StartTag && s.inside && string(s.xml.Name) == "row":
			return s.readRow()
		case kind == xmlscan.StartTag && s.inside:
			if err := s.xml.Skip(); err != nil {
				return grid.Record{}, s.fault(err)
			}
		case kind == xmlscan.EndTag && string(s.xml.Name) == "sheetData":
			return grid.Record{}, s.finish()
		case kind == xmlscan.StartTag && s.grid.studied:
			if err := s.found.note(s.xml); err != nil {
				return grid.Record{}, s.fault(err)
			}
		}
	}
}

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *scanner) finish() error {
	if s.grid.studied {
		if err := s.found.read(s.xml); err != nil {
			return s.fault(err)
		}
		if s.known != nil && !slices.Equal(s.found.merges, s.known.merges) {
			return s.fault(message.New("what follows the rows is not what it looks like"))
		}
	}
	if _, err := io.Copy(io.Discard, s.part); err != nil {
		return s.fault(err)
	}
	if s.grid.studied && s.known == nil {
		s.grid.book.learn(s.grid.page.part, &s.found)
		if len(s.found.merges) > 0 {
			return grid.ErrMerged
		}
	}
	return io.EOF
}

func (s *scanner) fault(err error) error {
	place := s.grid.Label()
	if s.row > 0 {
		place = message.Sprintf("%s, at or after %s", place, s.grid.Row(s.row))
	}
	return grid.DamagedAt(place, err)
}

// readRow reads a <row> whose start was read. Rows and cells need not say where they are;
// they then follow the one before.
func (s *scanner) readRow() (grid.Record, error) {
	r := grid.Record{Number: s.row + 1}
	for _, a := range s.xml.Attrs {
		switch string(a.Name) {
		case "r":
			n, err := strconv.Atoi(string(a.Value))
			if err != nil || n <= s.row || n > grid.WorkbookRows {
				return grid.Record{}, s.fault(message.Errorf("found row %s", grid.Quote(string(a.Value))))
			}
			r.Number = n
		case "hidden":
			r.Hidden = isTrue(string(a.Value))
		}
	}
	r.Skipped = r.Number - s.row - 1
	s.row = r.Number
	s.cells, s.texts, s.spans = s.cells[:0], s.texts[:0], s.spans[:0]
	s.begun = s.xml.Offset()
	for {
		if s.quickCell(&s.cell) {
			if err := s.place(&s.cell); err != nil {
				return grid.Record{}, s.badCell(err)
			}
			continue
		}
		kind, err := s.xml.Next()
		if err != nil {
			return grid.Record{}, s.fault(err)
		}
		switch kind {
		case xmlscan.EndTag:
			s.write()
			r.Cells = s.cells
			r.Merges = s.mergesAt(r.Number)
			r.Sights = &s.seen
			return r, nil
		case xmlscan.StartTag:
			if string(s.xml.Name) == "c" {
				err = s.readCell()
			} else {
				err = s.xml.Skip()
			}
			if err == nil && s.xml.Offset()-s.begun > limits.MaxRecordBytes {
				err = grid.ErrTooLong
			}
			if err != nil {
				return grid.Record{}, s.badCell(err)
			}
		}
	}
}

// mergesAt returns the merged cells that begin in a row.
func (s *scanner) mergesAt(row int) []grid.Area {
	for len(s.merges) > 0 && s.merges[0].Top < row {
		s.merges = s.merges[1:]
	}
	n := 0
	for n < len(s.merges) && s.merges[n].Top == row {
		n++
	}
	at := s.merges[:n:n]
	s.merges = s.merges[n:]
	return at
}

// badCell returns the error for a cell that cannot be read, which may name its place itself.
func (s *scanner) badCell(err error) error {
	if _, ok := errors.AsType[*grid.Fault](err); ok {
		return err
	}
	return s.fault(err)
}

// write makes strings of the row's texts.
func (s *scanner) write() {
	if len(s.spans) == 0 {
		return
	}
	all := string(s.texts)
	for _, p := range s.spans {
		s.cells[p.cell].Text = all[p.from:p.to]
	}
}

// cellType is the type of a cell (ECMA-376 part 1, 18.18.11).
type cellType uint8

const (
	numberCell cellType = iota
	sharedCell
	stringCell
	inlineCell
	truthCell
	errorCell
	dateCell
	unknownCell
)

func typeOf(t []byte) cellType {
	switch string(t) {
	case "n", "":
		return numberCell
	case "s":
		return sharedCell
	case "str":
		return stringCell
	case "inlineStr":
		return inlineCell
	case "b":
		return truthCell
	case "e":
		return errorCell
	case "d":
		return dateCell
	}
	return unknownCell
}

// cellXML is what a <c> holds.
type cellXML struct {
	column  int
	kind    cellType
	named   string // the type, where it is unknown
	style   int
	value   []byte // the text of <v>, or of <is>
	stored  bool   // there is a <v> or <is>
	formula bool
	// expression is what the formula says, empty where it is shared with another cell.
	expression []byte
}

// readCell reads a <c> whose start was read.
func (s *scanner) readCell() error {
	c := &s.cell
	*c = cellXML{column: len(s.cells)}
	for _, a := range s.xml.Attrs {
		var err error
		switch string(a.Name) {
		case "r":
			if c.column, err = grid.ColumnOf(a.Value); err == nil && !grid.InRow(a.Value, s.row) {
				err = message.Errorf("row %d has the cell %s, which belongs to another row", s.row, grid.Quote(string(a.Value)))
			}
		case "s":
			c.style, err = strconv.Atoi(string(a.Value))
		case "t":
			if c.kind = typeOf(a.Value); c.kind == unknownCell {
				c.named = string(a.Value)
			}
		}
		if err != nil {
			return err
		}
	}
	if err := s.readContent(c); err != nil {
		return err
	}
	return s.place(c)
}

// place puts a cell at its place in the row.
func (s *scanner) place(c *cellXML) error {
	if c.column < len(s.cells) || c.column >= limits.MaxColumns {
		return message.Errorf("the cells of row %d are out of order", s.row)
	}
	for len(s.cells) < c.column {
		s.cells = append(s.cells, table.Cell{})
	}
	return s.put(c)
}

// misfit is the error for a cell that stores what has no meaning.
func (s *scanner) misfit(c *cellXML, found string, args ...any) error {
	return grid.NewFault(grid.At(s.grid.Label(), s.grid.Cell(s.row, c.column, "")), found, args...).
		WithRemedy("open the workbook in a spreadsheet program and save it again")
}

// readContent reads the content of a <c> up to its end.
func (s *scanner) readContent(c *cellXML) error {
	for {
		kind, err := s.xml.Next()
		if err != nil {
			return err
		}
		if kind != xmlscan.StartTag {
			if kind == xmlscan.EndTag {
				return nil
			}
			continue
		}
		switch string(s.xml.Name) {
		case "v":
			s.value, err = s.xml.Characters(s.value[:0])
			c.value, c.stored = s.value, true
		case "is":
			s.value, err = richText(s.xml, s.value[:0])
			c.value, c.stored = s.value, true
		case "f":
			c.formula = true
			s.expression, err = s.xml.Characters(s.expression[:0])
			c.expression = s.expression
		default:
			err = s.xml.Skip()
		}
		if err != nil {
			return err
		}
	}
}
