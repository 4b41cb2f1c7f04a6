package sheet

import (
	"context"
	"errors"
	"io"
	"strconv"

	"steward/core/limits"
	"steward/core/message"
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
	grid   *odsGrid
	part   io.ReadCloser
	xml    *tokens
	row    int   // the last one handed over
	begun  int64 // where it begins
	again  int   // how often the same cells are still to be handed over
	hidden bool
	cells  []table.Cell
	text   []byte // of a cell
	merges []area // that begin in the row
	total  int    // of them so far
	room   int    // characters that a row may still have in spaces that are written as a number
	seen   sights
}

func (g *odsGrid) scan(ctx context.Context) (scanner, error) {
	part, err := g.document.stream(ctx, contentPart)
	if err != nil {
		return nil, err
	}
	s := &odsScanner{grid: g, part: part}
	if _, err := io.CopyN(io.Discard, part, g.page.at); err != nil {
		return nil, errors.Join(s.fault(err), part.Close())
	}
	s.xml = newTokens(part)
	kind, err := s.xml.next()
	if err == nil && (kind != startTag || string(s.xml.name) != "table") {
		err = message.New("the table is not where it was")
	}
	if err != nil {
		return nil, errors.Join(s.fault(err), part.Close())
	}
	return s, nil
}

func (g *odsGrid) hiddenColumns() []int { return g.page.hidden }

func (s *odsScanner) close() error { return s.part.Close() }

func (s *odsScanner) fault(err error) error {
	place := s.grid.label()
	if s.row > 0 {
		place += ", at or after " + s.grid.row(s.row)
	}
	if err == io.EOF {
		err = errCut
	}
	return damagedAt(place, err)
}

// next hands over a row. Blank rows that are written once with a number count as skipped.
func (s *odsScanner) next() (record, error) {
	if s.again > 0 {
		s.again--
		s.row++
		return record{number: s.row, hidden: s.hidden, cells: s.cells, sights: &s.seen}, nil
	}
	for {
		kind, err := s.xml.next()
		if err != nil {
			return record{}, s.fault(err)
		}
		switch kind {
		case endTag:
			if s.xml.depth() == 0 {
				return record{}, s.finish()
			}
		case startTag:
			switch string(s.xml.name) {
			case "table-row":
				return s.readRow()
			case "table-row-group", "table-rows", "table-header-rows":
			default:
				if err := s.xml.skip(); err != nil {
					return record{}, s.fault(err)
				}
			}
		}
	}
}

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *odsScanner) finish() error {
	if _, err := io.Copy(io.Discard, s.part); err != nil {
		return s.fault(err)
	}
	return io.EOF
}

// readRow reads a <table-row> whose start was read.
func (s *odsScanner) readRow() (record, error) {
	count := 1
	s.hidden = false
	for _, a := range s.xml.attrs {
		switch string(a.name) {
		case "number-rows-repeated":
			var err error
			if count, err = repeated(string(a.value)); err != nil {
				return record{}, s.fault(err)
			}
		case "visibility":
			s.hidden = string(a.value) == "collapse" || string(a.value) == "filter"
		}
	}
	s.begun = s.xml.offset()
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
		return record{}, s.fault(message.Errorf("found more than %d rows", workbookRows))
	}
	s.row++
	s.again = count - 1
	return record{number: s.row, hidden: s.hidden, merges: s.merges, cells: s.cells, sights: &s.seen}, nil
}

// repeated reads how often a cell or a row is there.
func repeated(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, message.Errorf("found %s for how often a cell or a row is repeated", quote(text))
	}
	return int(min(n, workbookRows+1)), nil
}

// readCells reads the cells of a row up to the last that is not blank.
func (s *odsScanner) readCells() error {
	s.cells, s.merges, s.room = s.cells[:0], s.merges[:0], maxRecordBytes
	column := 0
	for {
		kind, err := s.xml.next()
		if err != nil {
			return err
		}
		switch kind {
		case endTag:
			return nil
		case startTag:
			if name := string(s.xml.name); name != "table-cell" && name != "covered-table-cell" {
				if err := s.xml.skip(); err != nil {
					return err
				}
				continue
			}
			c, err := s.readCell()
			if err != nil {
				return err
			}
			if column, err = s.place(c, column); err != nil {
				return err
			}
			if s.xml.offset()-s.begun > maxRecordBytes {
				return errTooLong
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
		return 0, message.Errorf("row %d has more than %d columns", s.row+1, limits.MaxColumns)
	}
	for len(s.cells) < column {
		s.cells = append(s.cells, table.Cell{})
	}
	if c.kind == "percentage" {
		s.seen.notePercent(s.row+1, column)
	}
	if c.rows > 1 || c.columns > 1 {
		if s.total++; s.total > maxMerges {
			return 0, message.Errorf("it has more than %d merged cells", maxMerges)
		}
		s.merges = append(s.merges, area{s.row + 1, column, min(s.row+c.rows, workbookRows), min(column+c.columns, limits.MaxColumns) - 1})
	}
	for len(s.cells) < end {
		s.cells = append(s.cells, cell)
	}
	return end, nil
}
