package ods

import (
	"context"
	"errors"
	"io"
	"strconv"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/xmlscan"
)

// worksheet is a table of an OpenDocument spreadsheet. Covered cells of a merged range keep
// what is stored in them, as in .xlsx files.
type worksheet struct {
	grid.Lettered
	document *openDocument
	page     page
}

// scanner reads the rows of a table.
type scanner struct {
	grid   *worksheet
	part   io.ReadCloser
	xml    *xmlscan.Scanner
	row    int   // the last one handed over
	begun  int64 // where it begins
	again  int   // how often the same cells are still to be handed over
	hidden bool
	cells  []table.Cell
	text   []byte      // of a cell
	merges []grid.Area // that begin in the row
	total  int         // of them so far
	places int         // of the row's cells that were written
	copies int         // of cells so far that are there by being repeated
	room   int         // characters that a row may still have in spaces that are written as a number
	seen   grid.Sights
}

func (g *worksheet) Scan(ctx context.Context) (grid.Scanner, error) {
	part, err := g.document.Stream(ctx, contentPart)
	if err != nil {
		return nil, err
	}
	s := &scanner{grid: g, part: part}
	if _, err := io.CopyN(io.Discard, part, g.page.at); err != nil {
		return nil, errors.Join(s.fault(err), part.Close())
	}
	s.xml = xmlscan.New(part)
	kind, err := s.xml.Next()
	if err == nil && (kind != xmlscan.StartTag || string(s.xml.Name) != "table") {
		err = message.New("the table is no longer where it was")
	}
	if err != nil {
		return nil, errors.Join(s.fault(err), part.Close())
	}
	return s, nil
}

func (g *worksheet) HiddenColumns() []int { return g.page.hidden }

func (s *scanner) Close() error { return s.part.Close() }

func (s *scanner) fault(err error) error {
	place := s.grid.Label()
	if s.row > 0 {
		place = message.Sprintf("%s, at or after %s", place, s.grid.Row(s.row))
	}
	if err == io.EOF {
		err = xmlscan.ErrCut
	}
	return grid.DamagedAt(place, err)
}

// Next hands over a row. Blank rows that are written once with a number count as skipped.
func (s *scanner) Next() (grid.Record, error) {
	if s.again > 0 {
		s.again--
		s.row++
		return grid.Record{Number: s.row, Hidden: s.hidden, Cells: s.cells, Sights: &s.seen}, nil
	}
	for {
		kind, err := s.xml.Next()
		if err != nil {
			return grid.Record{}, s.fault(err)
		}
		switch kind {
		case xmlscan.EndTag:
			if s.xml.Depth() == 0 {
				return grid.Record{}, s.finish()
			}
		case xmlscan.StartTag:
			switch string(s.xml.Name) {
			case "table-row":
				return s.readRow()
			case "table-row-group", "table-rows", "table-header-rows":
			default:
				if err := s.xml.Skip(); err != nil {
					return grid.Record{}, s.fault(err)
				}
			}
		}
	}
}

// finish reads the rest of the part, so that its checksum is verified, and returns io.EOF.
func (s *scanner) finish() error {
	if _, err := io.Copy(io.Discard, s.part); err != nil {
		return s.fault(err)
	}
	return io.EOF
}

// readRow reads a <table-row> whose start was read.
func (s *scanner) readRow() (grid.Record, error) {
	count := 1
	s.hidden = false
	for _, a := range s.xml.Attrs {
		switch string(a.Name) {
		case "number-rows-repeated":
			var err error
			if count, err = repeated(string(a.Value)); err != nil {
				return grid.Record{}, s.fault(err)
			}
		case "visibility":
			s.hidden = string(a.Value) == "collapse" || string(a.Value) == "filter"
		}
	}
	s.begun = s.xml.Offset()
	if err := s.readCells(); err != nil {
		if _, ok := errors.AsType[*grid.Fault](err); ok {
			return grid.Record{}, err
		}
		return grid.Record{}, s.fault(err)
	}
	if len(s.cells) == 0 {
		s.row = min(s.row+count, grid.WorkbookRows+1) // what is blank may go beyond the last row
		return grid.Record{Number: s.row, Skipped: count - 1}, nil
	}
	if s.row+count > grid.WorkbookRows {
		return grid.Record{}, s.fault(message.Errorf("found more than %d rows", grid.WorkbookRows))
	}
	if s.copies += count*len(s.cells) - min(s.places, len(s.cells)); s.copies > limits.MaxRepeatedCells {
		return grid.Record{}, s.fault(message.Errorf("it repeats cells more than %d times", limits.MaxRepeatedCells))
	}
	s.row++
	s.again = count - 1
	return grid.Record{Number: s.row, Hidden: s.hidden, Merges: s.merges, Cells: s.cells, Sights: &s.seen}, nil
}

// repeated reads how often a cell or a row is there.
func repeated(text string) (int, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 0, message.Errorf("found %s as the number of times a cell or row is repeated", grid.Quote(text))
	}
	return int(min(n, grid.WorkbookRows+1)), nil
}

// readCells reads the cells of a row up to the last that is not blank.
func (s *scanner) readCells() error {
	s.cells, s.merges, s.places, s.room = s.cells[:0], s.merges[:0], 0, limits.MaxRecordBytes
	column := 0
	for {
		kind, err := s.xml.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlscan.EndTag:
			return nil
		case xmlscan.StartTag:
			if name := string(s.xml.Name); name != "table-cell" && name != "covered-table-cell" {
				if err := s.xml.Skip(); err != nil {
					return err
				}
				continue
			}
			c, err := s.readCell()
			if err != nil {
				return err
			}
			s.places++
			if column, err = s.place(c, column); err != nil {
				return err
			}
			if s.xml.Offset()-s.begun > limits.MaxRecordBytes {
				return grid.ErrTooLong
			}
		}
	}
}

// place puts a cell into its column, as often as it is there, and returns the next one.
func (s *scanner) place(c odsCell, column int) (int, error) {
	cell, err := c.cell()
	if err != nil {
		place := s.grid.Row(s.row + 1)
		if column < limits.MaxColumns {
			place = s.grid.Cell(s.row+1, column, "")
		}
		return 0, grid.NewFault(grid.At(s.grid.Label(), place), "%s", err).WithRemedy("open the workbook in a spreadsheet program, let it calculate, and save it")
	}
	end := min(column+c.count, limits.MaxColumns+1)
	if cell.Kind == table.Blank {
		if c.formula && column < limits.MaxColumns {
			s.seen.NoteEmptied(s.row+1, column)
		}
		return end, nil
	}
	if end > limits.MaxColumns {
		return 0, message.Errorf("row %d has more than %d columns", s.row+1, limits.MaxColumns)
	}
	for len(s.cells) < column {
		s.cells = append(s.cells, table.Cell{})
	}
	if c.kind == "percentage" {
		s.seen.NotePercent(s.row+1, column)
	}
	if c.rows > 1 || c.columns > 1 {
		if s.total++; s.total > limits.MaxMergedCells {
			return 0, message.Errorf("it has more than %d merged cells", limits.MaxMergedCells)
		}
		s.merges = append(s.merges, grid.Area{Top: s.row + 1, Left: column, Bottom: min(s.row+c.rows, grid.WorkbookRows), Right: min(column+c.columns, limits.MaxColumns) - 1})
	}
	for len(s.cells) < end {
		s.cells = append(s.cells, cell)
	}
	return end, nil
}
