package sheet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"steward/core/limits"
	"steward/core/table"
)

// workbookGrid is a worksheet.
type workbookGrid struct {
	lettered
	book    *workbook
	page    page
	details *details // nil where only the first rows are wanted
}

// study looks at what stands before and behind the rows.
func (g *workbookGrid) study(ctx context.Context) (err error) {
	g.details, err = g.book.details(ctx, g.page)
	return err
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
			return 0, fmt.Errorf("%q is not the address of a cell", address)
		}
	}
	return n - 1, nil
}

// sheetScanner reads the rows of a worksheet from its XML, which is checked to be well
// formed and complete.
type sheetScanner struct {
	grid   *workbookGrid
	part   io.ReadCloser
	stop   context.CancelFunc // or nil
	xml    *tokens
	inside bool // of <sheetData>
	row    int
	begun  int64 // where the row begins
	cells  []table.Cell
	texts  []byte // of the row's cells, one after the other
	spans  []span
	value  []byte // of the cell
	merges []area // that are still to come
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
	s := &sheetScanner{grid: g, part: part, xml: newTokens(part)}
	if g.details != nil {
		s.merges = g.details.merges
		if g.book.parts[g.page.part].UncompressedSize64 >= manyBytes {
			return readBatches(inner, stop, s), nil
		}
	}
	s.stop = stop
	return s, nil
}

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
			err = errors.New("it has no cells and no place for them")
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
		}
	}
}

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *sheetScanner) finish() error {
	if s.grid.details != nil {
		var rest details
		if err := rest.read(s.xml); err != nil {
			return s.fault(err)
		}
		if !slices.Equal(rest.merges, s.grid.details.merges) {
			return s.fault(errors.New("what stands behind the rows is not what it looks like"))
		}
	}
	if _, err := io.Copy(io.Discard, s.part); err != nil {
		return s.fault(err)
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
				return record{}, s.fault(fmt.Errorf("found row %s", quote(string(a.value))))
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
		c, ok := s.quickCell()
		if ok {
			if err := s.place(c); err != nil {
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
	c := cellXML{column: len(s.cells)}
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
	if err := s.readContent(&c); err != nil {
		return err
	}
	return s.place(c)
}

// place puts a cell at its place in the row.
func (s *sheetScanner) place(c cellXML) error {
	if c.column < len(s.cells) || c.column >= limits.MaxColumns {
		return fmt.Errorf("the cells of row %d are out of order", s.row)
	}
	for len(s.cells) < c.column {
		s.cells = append(s.cells, table.Cell{})
	}
	if found := s.put(c); found != "" {
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
