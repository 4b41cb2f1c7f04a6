package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"steward/core/limits"
	"steward/core/table"
)

// workbookGrid is a worksheet.
type workbookGrid struct {
	lettered
	book *workbook
	page page
}

// columnOf returns the column, from 0, of an address such as "AB12".
func columnOf(address string) (int, error) {
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
	guard  *guard
	xml    *xml.Decoder
	inside bool // of <sheetData>
	row    int
	cells  []table.Cell
}

func (g *workbookGrid) scan() (scanner, error) {
	part, err := g.book.open(g.page.part)
	if err != nil {
		return nil, err
	}
	guard := &guard{r: part}
	guard.refill()
	return &sheetScanner{grid: g, part: part, guard: guard, xml: xml.NewDecoder(guard)}, nil
}

func (s *sheetScanner) close() error { return s.part.Close() }

func (s *sheetScanner) next() (record, error) {
	for {
		t, err := s.xml.Token()
		if err == io.EOF {
			err = errors.New("it has no cells and no place for them")
		}
		if err != nil {
			return record{}, s.fault(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch {
			case t.Name.Local == "sheetData":
				s.inside = true
			case s.inside && t.Name.Local == "row":
				return s.readRow(t)
			case s.inside:
				if err := s.xml.Skip(); err != nil {
					return record{}, s.fault(err)
				}
			}
		case xml.EndElement:
			if t.Name.Local == "sheetData" {
				return record{}, s.finish()
			}
		}
	}
}

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *sheetScanner) finish() error {
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
	if errors.Is(err, errTooLong) {
		return &Fault{place, fmt.Sprintf("a row takes more than %d bytes", maxRecordBytes), "take out what is not data", err}
	}
	return &Fault{place, fmt.Sprintf("the workbook is damaged (%v)", err), "open it in a spreadsheet program and save it again", err}
}

// readRow reads a <row> whose start was read. Rows and cells need not say where they are;
// they then follow the one before.
func (s *sheetScanner) readRow(start xml.StartElement) (record, error) {
	number := s.row + 1
	for _, a := range start.Attr {
		if a.Name.Local == "r" {
			n, err := strconv.Atoi(a.Value)
			if err != nil || n <= s.row || n > workbookRows {
				return record{}, s.fault(fmt.Errorf("found row %s", quote(a.Value)))
			}
			number = n
		}
	}
	r := record{number: number, skipped: number - s.row - 1}
	s.row = number
	s.cells = s.cells[:0]
	for {
		t, err := s.xml.Token()
		if err != nil {
			return record{}, s.fault(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			s.guard.refill()
			r.cells = s.cells
			return r, nil
		case xml.StartElement:
			if t.Name.Local == "c" {
				err = s.readCell(t)
			} else {
				err = s.xml.Skip()
			}
			var f *Fault
			switch {
			case errors.As(err, &f):
				return record{}, err
			case err != nil:
				return record{}, s.fault(err)
			}
		}
	}
}

// cellXML is what a <c> holds.
type cellXML struct {
	kind    string // the attribute t
	style   int
	value   string // the text of <v>, or of <is>
	stored  bool   // there is a <v> or <is>
	formula bool
}

// readCell reads a <c> whose start was read and puts it at its place in the row.
func (s *sheetScanner) readCell(start xml.StartElement) error {
	column := len(s.cells)
	var c cellXML
	for _, a := range start.Attr {
		var err error
		switch a.Name.Local {
		case "r":
			column, err = columnOf(a.Value)
		case "s":
			c.style, err = strconv.Atoi(a.Value)
		case "t":
			c.kind = a.Value
		}
		if err != nil {
			return err
		}
	}
	if column < len(s.cells) || column >= limits.MaxColumns {
		return fmt.Errorf("the cells of row %d are out of order", s.row)
	}
	if err := c.read(s.xml); err != nil {
		return err
	}
	cell, found := s.grid.book.cell(c)
	if found != "" {
		return &Fault{s.grid.label() + ", " + s.grid.cell(s.row, column, ""), found,
			"open the workbook in a spreadsheet program, let it calculate, and save it", nil}
	}
	for len(s.cells) < column {
		s.cells = append(s.cells, table.Cell{})
	}
	s.cells = append(s.cells, cell)
	return nil
}

// read reads the content of a <c> up to its end.
func (c *cellXML) read(d *xml.Decoder) error {
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			if _, end := t.(xml.EndElement); end {
				return nil
			}
			continue
		}
		switch e.Name.Local {
		case "v":
			var text []byte
			text, err = appendText(nil, d)
			c.value, c.stored = strings.TrimSpace(string(text)), true
		case "is":
			c.value, err = richText(d)
			c.stored = true
		case "f":
			c.formula = true
			err = d.Skip()
		default:
			err = d.Skip()
		}
		if err != nil {
			return err
		}
	}
}
