package sheet

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"

	"steward/core/limits"
	"steward/core/table"
)

// odsGrid is a table of an OpenDocument spreadsheet. Covered cells of a merged range keep
// what is stored in them, as in .xlsx files.
type odsGrid struct {
	lettered
	document *openDocument
	page     odsPage
}

// odsScanner reads the rows of a table.
type odsScanner struct {
	grid  *odsGrid
	part  io.ReadCloser
	guard *guard
	xml   *xml.Decoder
	depth int // of groups of rows
	row   int // the last one handed over
	again int // how often the same cells are still to be handed over
	cells []table.Cell
	room  int // characters that a row may still have in spaces that are written as a number
}

func (g *odsGrid) scan(_ context.Context) (scanner, error) {
	part, err := g.document.open(contentPart)
	if err != nil {
		return nil, err
	}
	s := &odsScanner{grid: g, part: part, guard: &guard{r: part}}
	s.guard.refill()
	s.xml = xml.NewDecoder(s.guard)
	if _, err := io.CopyN(io.Discard, part, g.page.at); err != nil {
		return nil, errors.Join(s.fault(err), part.Close())
	}
	t, err := s.xml.Token()
	if e, ok := t.(xml.StartElement); err == nil && (!ok || e.Name.Local != "table") {
		err = errors.New("the table is not where it was")
	}
	if err != nil {
		return nil, errors.Join(s.fault(err), part.Close())
	}
	return s, nil
}

func (s *odsScanner) close() error { return s.part.Close() }

func (s *odsScanner) fault(err error) error {
	place := s.grid.label()
	if s.row > 0 {
		place += ", at or after " + s.grid.row(s.row)
	}
	if errors.Is(err, errTooLong) {
		return &Fault{place, fmt.Sprintf("a row takes more than %d bytes", maxRecordBytes), "take out what is not data", err}
	}
	return &Fault{place, fmt.Sprintf("the workbook is damaged (%v)", err), "open it in a spreadsheet program and save it again", err}
}

// next hands over a row. Blank rows that are written once with a number count as skipped.
func (s *odsScanner) next() (record, error) {
	if s.again > 0 {
		s.again--
		s.row++
		return record{number: s.row, cells: s.cells}, nil
	}
	for {
		s.guard.refill()
		t, err := s.xml.Token()
		if err != nil {
			return record{}, s.fault(err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			if s.depth == 0 {
				return record{}, s.finish()
			}
			s.depth--
		case xml.StartElement:
			switch t.Name.Local {
			case "table-row":
				return s.readRow(t)
			case "table-row-group", "table-rows", "table-header-rows":
				if s.depth++; s.depth > maxNesting {
					return record{}, s.fault(fmt.Errorf("groups of rows are nested more than %d deep", maxNesting))
				}
			default:
				if err := s.pass(); err != nil {
					return record{}, s.fault(err)
				}
			}
		}
	}
}

// pass reads up to the end of an element between rows, which may be long.
func (s *odsScanner) pass() error {
	for depth := 1; depth > 0; {
		s.guard.refill()
		t, err := s.xml.Token()
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			if depth++; depth > maxNesting {
				return fmt.Errorf("elements are nested more than %d deep", maxNesting)
			}
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *odsScanner) finish() error {
	if _, err := io.Copy(io.Discard, s.part); err != nil {
		return s.fault(err)
	}
	return io.EOF
}

// readRow reads a <table-row> whose start was read.
func (s *odsScanner) readRow(start xml.StartElement) (record, error) {
	count := 1
	for _, a := range start.Attr {
		if a.Name.Local == "number-rows-repeated" {
			var err error
			if count, err = repeated(a.Value); err != nil {
				return record{}, s.fault(err)
			}
		}
	}
	if err := s.readCells(); err != nil {
		var f *Fault
		if errors.As(err, &f) {
			return record{}, err
		}
		return record{}, s.fault(err)
	}
	if len(s.cells) == 0 {
		s.row = min(s.row+count, workbookRows+1) // what is blank may go beyond the last row
		return record{number: s.row, skipped: count - 1}, nil
	}
	if s.row+count > workbookRows {
		return record{}, s.fault(fmt.Errorf("found more than %d rows", workbookRows))
	}
	s.row++
	s.again = count - 1
	return record{number: s.row, cells: s.cells}, nil
}

// repeated reads how often a cell or a row is there.
func repeated(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("found %s for how often a cell or a row is repeated", quote(text))
	}
	return int(min(n, workbookRows+1)), nil
}

// readCells reads the cells of a row up to the last that is not blank.
func (s *odsScanner) readCells() error {
	s.cells, s.room = s.cells[:0], maxRecordBytes
	column := 0
	for {
		t, err := s.xml.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if name := t.Name.Local; name != "table-cell" && name != "covered-table-cell" {
				if err := s.xml.Skip(); err != nil {
					return err
				}
				continue
			}
			c, err := s.readCell(t)
			if err != nil {
				return err
			}
			if column, err = s.place(c, column); err != nil {
				return err
			}
		}
	}
}

// place puts a cell into its column, as often as it is there, and returns the next one.
func (s *odsScanner) place(c odsCell, column int) (int, error) {
	cell, found := c.cell()
	if found != "" {
		place := s.grid.label() + ", " + s.grid.row(s.row+1)
		if column < limits.MaxColumns {
			place = s.grid.label() + ", " + s.grid.cell(s.row+1, column, "")
		}
		return 0, &Fault{place, found, "open the workbook in a spreadsheet program, let it calculate, and save it", nil}
	}
	end := min(column+c.count, limits.MaxColumns+1)
	if cell.Kind == table.Blank {
		return end, nil
	}
	if end > limits.MaxColumns {
		return 0, fmt.Errorf("row %d has more than %d columns", s.row+1, limits.MaxColumns)
	}
	for len(s.cells) < column {
		s.cells = append(s.cells, table.Cell{})
	}
	for len(s.cells) < end {
		s.cells = append(s.cells, cell)
	}
	return end, nil
}
