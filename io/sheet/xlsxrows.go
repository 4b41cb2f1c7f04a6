package sheet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/table"
)

// workbookGrid is a worksheet.
type workbookGrid struct {
	lettered
	book    *workbook
	page    page
	studied bool    // more than the first rows are wanted
	front   details // what stands before the rows
	ways    []way   // of reading columns, whole ones beyond
}

// texts are those of the whole workbook.
func (g *workbookGrid) texts() numberedTexts { return g.book }

func (g *workbookGrid) reading(ways []way) grid {
	other := *g
	other.ways = ways
	return &other
}

// study looks at what stands before the rows, and in a small sheet behind them.
func (g *workbookGrid) study(ctx context.Context) error {
	g.studied = true
	if !g.large() {
		return g.complete(ctx)
	}
	part, err := g.book.stream(ctx, g.page.part)
	if err != nil {
		return err
	}
	defer part.Close()
	if err := g.front.begin(newTokens(part)); err != nil {
		g.front = details{} // whoever reads the rows meets it too, and can say at which
	}
	return nil
}

// complete looks at what stands behind the rows, for which the whole sheet is unpacked.
func (g *workbookGrid) complete(ctx context.Context) error {
	_, err := g.book.details(ctx, g.page)
	return err
}

func (g *workbookGrid) isComplete() bool { return g.book.knows(g.page.part) != nil }

func (g *workbookGrid) large() bool {
	f := g.book.parts[g.page.part]
	return f != nil && f.UncompressedSize64 >= manyBytes
}

// columnOf returns the column, from 0, of an address such as "AB12".
func columnOf[T string | []byte](address T) (int, error) {
	n := 0
	for i := range len(address) {
		c := address[i]
		if '0' <= c && c <= '9' && i > 0 {
			break
		}
		if n = 26*n + int(c-'A') + 1; c < 'A' || c > 'Z' || n > limits.MaxColumns {
			return 0, message.Errorf("%q is not the address of a cell", address)
		}
	}
	return n - 1, nil
}

// sheetScanner reads the rows of a worksheet from its XML, which is checked to be well
// formed and complete.
type sheetScanner struct {
	grid   *workbookGrid
	known  *details // nil where only the first rows are wanted, or none are known yet
	found  details  // beside the rows
	part   io.ReadCloser
	stop   context.CancelFunc // or nil
	xml    *tokens
	inside bool // of <sheetData>
	row    int
	begun  int64 // where the row begins
	cell   cellXML
	cells  []table.Cell
	ctx    context.Context // of the scan
	ways   []way
	texts  []byte // of the row's cells, one after the other
	spans  []span
	value  []byte // of the cell
	merges []area // that are still to come
	filled bool   // there are merged cells, from which others are filled in
	seen   sights
}

// span says which of the texts is a cell's. They become strings all at once, row by row.
type span struct{ cell, from, to int }

func (g *workbookGrid) scan(ctx context.Context) (scanner, error) {
	inner, stop := context.WithCancel(ctx)
	part, err := g.book.stream(inner, g.page.part)
	if err != nil {
		stop()
		return nil, err
	}
	s := &sheetScanner{grid: g, part: part, xml: newTokens(part), ctx: inner}
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
func (s *sheetScanner) use(room []table.Cell) { s.cells = room }

func (s *sheetScanner) close() error {
	if s.stop != nil {
		s.stop()
	}
	return s.part.Close()
}

func (s *sheetScanner) next() (record, error) {
	for {
		kind, err := s.xml.next()
		if err == io.EOF {
			err = message.New("it has no cells and no place for them")
		}
		if err != nil {
			return record{}, s.fault(err)
		}
		switch {
		case kind == startTag && string(s.xml.name) == "sheetData":
			s.inside = true
		case kind == startTag && s.inside && string(s.xml.name) == "row":
			return s.readRow()
		case kind == startTag && s.inside:
			if err := s.xml.skip(); err != nil {
				return record{}, s.fault(err)
			}
		case kind == endTag && string(s.xml.name) == "sheetData":
			return record{}, s.finish()
		case kind == startTag && s.grid.studied:
			if err := s.found.note(s.xml); err != nil {
				return record{}, s.fault(err)
			}
		}
	}
}

// errMerged is the error after the rows of a sheet of which it was not known that it has
// merged cells. It is known then: whoever meets it starts again.
var errMerged = message.New("the sheet has merged cells")

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *sheetScanner) finish() error {
	if s.grid.studied {
		if err := s.found.read(s.xml); err != nil {
			return s.fault(err)
		}
		if s.known != nil && !slices.Equal(s.found.merges, s.known.merges) {
			return s.fault(message.New("what stands behind the rows is not what it looks like"))
		}
	}
	if _, err := io.Copy(io.Discard, s.part); err != nil {
		return s.fault(err)
	}
	if s.grid.studied && s.known == nil {
		s.grid.book.learn(s.grid.page.part, &s.found)
		if len(s.found.merges) > 0 {
			return errMerged
		}
	}
	return io.EOF
}

func (s *sheetScanner) fault(err error) error {
	place := s.grid.label()
	if s.row > 0 {
		place += ", at or after " + s.grid.row(s.row)
	}
	return damagedAt(place, err)
}

// damagedAt is the error for a place of a workbook that cannot be read.
func damagedAt(place string, err error) error {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return stopped(place, err)
	case errors.Is(err, errTooLong):
		return &Fault{place, fmt.Sprintf("a row takes more than %d bytes", maxRecordBytes), "take out what is not data", err}
	}
	return &Fault{place, fmt.Sprintf("the workbook is damaged (%v)", err), "open it in a spreadsheet program and save it again", err}
}

// readRow reads a <row> whose start was read. Rows and cells need not say where they are;
// they then follow the one before.
func (s *sheetScanner) readRow() (record, error) {
	r := record{number: s.row + 1}
	for _, a := range s.xml.attrs {
		switch string(a.name) {
		case "r":
			n, err := strconv.Atoi(string(a.value))
			if err != nil || n <= s.row || n > workbookRows {
				return record{}, s.fault(message.Errorf("found row %s", quote(string(a.value))))
			}
			r.number = n
		case "hidden":
			r.hidden = isTrue(string(a.value))
		}
	}
	r.skipped = r.number - s.row - 1
	s.row = r.number
	s.cells, s.texts, s.spans = s.cells[:0], s.texts[:0], s.spans[:0]
	s.begun = s.xml.offset()
	for {
		if s.quickCell(&s.cell) {
			if err := s.place(&s.cell); err != nil {
				return record{}, s.badCell(err)
			}
			continue
		}
		kind, err := s.xml.next()
		if err != nil {
			return record{}, s.fault(err)
		}
		switch kind {
		case endTag:
			s.write()
			r.cells = s.cells
			r.merges = s.mergesAt(r.number)
			r.sights = &s.seen
			return r, nil
		case startTag:
			if string(s.xml.name) == "c" {
				err = s.readCell()
			} else {
				err = s.xml.skip()
			}
			if err == nil && s.xml.offset()-s.begun > maxRecordBytes {
				err = errTooLong
			}
			if err != nil {
				return record{}, s.badCell(err)
			}
		}
	}
}

// mergesAt returns the merged cells that begin in a row.
func (s *sheetScanner) mergesAt(row int) []area {
	for len(s.merges) > 0 && s.merges[0].top < row {
		s.merges = s.merges[1:]
	}
	n := 0
	for n < len(s.merges) && s.merges[n].top == row {
		n++
	}
	at := s.merges[:n:n]
	s.merges = s.merges[n:]
	return at
}

// badCell returns the error for a cell that cannot be read, which may name its place itself.
func (s *sheetScanner) badCell(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		return err
	}
	return s.fault(err)
}

// write makes strings of the row's texts.
func (s *sheetScanner) write() {
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
}

// readCell reads a <c> whose start was read.
func (s *sheetScanner) readCell() error {
	c := &s.cell
	*c = cellXML{column: len(s.cells)}
	for _, a := range s.xml.attrs {
		var err error
		switch string(a.name) {
		case "r":
			c.column, err = columnOf(a.value)
		case "s":
			c.style, err = strconv.Atoi(string(a.value))
		case "t":
			if c.kind = typeOf(a.value); c.kind == unknownCell {
				c.named = string(a.value)
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
func (s *sheetScanner) place(c *cellXML) error {
	if c.column < len(s.cells) || c.column >= limits.MaxColumns {
		return message.Errorf("the cells of row %d are out of order", s.row)
	}
	for len(s.cells) < c.column {
		s.cells = append(s.cells, table.Cell{})
	}
	found, err := s.put(c)
	if err != nil {
		return err
	}
	if found != "" {
		return &Fault{s.grid.label() + ", " + s.grid.cell(s.row, c.column, ""), found,
			"open the workbook in a spreadsheet program and save it again", nil}
	}
	return nil
}

// readContent reads the content of a <c> up to its end.
func (s *sheetScanner) readContent(c *cellXML) error {
	for {
		kind, err := s.xml.next()
		if err != nil {
			return err
		}
		if kind != startTag {
			if kind == endTag {
				return nil
			}
			continue
		}
		switch string(s.xml.name) {
		case "v":
			s.value, err = s.xml.characters(s.value[:0])
			c.value, c.stored = s.value, true
		case "is":
			s.value, err = richText(s.xml, s.value[:0])
			c.value, c.stored = s.value, true
		case "f":
			c.formula = true
			err = s.xml.skip()
		default:
			err = s.xml.skip()
		}
		if err != nil {
			return err
		}
	}
}
