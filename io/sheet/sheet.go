package sheet

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"steward/core/limits"
	"steward/core/table"
)

// Sheet is one sheet of a file, with its header found. It is a table.Source. Each call of
// Rows reads the file anew, so a Sheet may be read by several goroutines at once.
type Sheet struct {
	source    source
	grid      grid
	header    []string
	headerRow int
	left      int // the file's column of the first name
}

var _ table.Source = (*Sheet)(nil)

// Sheet finds the header of a sheet. Without Options.HeaderRow it is the first row that is
// more than half as full as the fullest of the first hundred and holds only texts; runs of
// white space in a name are made one space. Columns without a name before the first and
// after the last name are left out and must be empty. It errors with a *Fault when the
// sheet does not exist or is empty, when no header is found, when names are blank or given
// twice, and when no record follows.
func (f *File) Sheet(opts Options) (*Sheet, error) {
	g, err := f.format.grid(opts)
	if err != nil {
		return nil, err
	}
	var top record
	ctx := context.Background() // only the first rows are read
	switch {
	case opts.HeaderRow < 0:
		return nil, &Fault{g.label(), fmt.Sprintf("%d was given as the row of the header", opts.HeaderRow), "count rows from 1", nil}
	case opts.HeaderRow > 0:
		top, err = headerAt(ctx, g, opts.HeaderRow)
	default:
		top, err = findHeader(ctx, g)
	}
	if err != nil {
		return nil, err
	}
	s := &Sheet{source: f.source, grid: g, headerRow: top.number}
	if s.left, s.header, err = names(g, top); err != nil {
		return nil, err
	}
	for _, err := range s.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	return nil, &Fault{g.label(), "there is a header in " + g.row(s.headerRow) + " but no record below it", "choose another sheet or file", nil}
}

// Name says where the records come from: "wages.xlsx, sheet "Wages"" or "wages.csv".
func (s *Sheet) Name() string { return s.grid.label() }

// Header returns the column names in their order, all different and none blank.
func (s *Sheet) Header() []string { return slices.Clone(s.header) }

// HeaderRow returns the row of the header, from 1 (in a text table: the line).
func (s *Sheet) HeaderRow() int { return s.headerRow }

// Left returns the file's column of the first name, from 0.
func (s *Sheet) Left() int { return s.left }

// Delimiter returns what stands between the fields of a text table, 0 for a workbook.
func (s *Sheet) Delimiter() rune {
	if t, ok := s.grid.(*textGrid); ok {
		return t.comma
	}
	return 0
}

// Encoding returns the encoding of a text table, AnyEncoding for a workbook.
func (s *Sheet) Encoding() Encoding {
	if t, ok := s.grid.(*textGrid); ok {
		return t.encoding
	}
	return AnyEncoding
}

// Address names a cell as the file's own program would: "D17" in a workbook, "line 17,
// column 4 (age)" in a text table. Columns count from 0.
func (s *Sheet) Address(row, column int) string {
	return s.grid.cell(row, s.left+column, s.header[column])
}

// Rows reads the records in their order, leaving out wholly blank rows and padding short
// ones with blank cells. A row's number is that of the sheet's row, or of the line on
// which the record begins. It yields a *Fault and stops where a record cannot be read or
// has a cell outside of the named columns, when there are more than limits.MaxRows, when
// the file changed under way, and when ctx is done.
func (s *Sheet) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return s.rows(ctx, new(int))
}

// rows is Rows that also counts the wholly blank rows between records.
func (s *Sheet) rows(ctx context.Context, blanks *int) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		if err := s.each(ctx, blanks, func(r table.Row) bool { return yield(r, nil) }); err != nil {
			yield(table.Row{}, err)
		}
	}
}

func (s *Sheet) each(ctx context.Context, blanks *int, visit func(table.Row) bool) error {
	row := table.Row{Cells: make([]table.Cell, len(s.header))}
	*blanks = 0
	waiting, count := 0, 0 // blank rows since the last record; records
	whole, err := walk(ctx, s.grid, func(r record) (bool, error) {
		if r.number <= s.headerRow {
			return true, nil
		}
		waiting += r.skipped
		if r.blank() {
			waiting++
			return true, nil
		}
		if count++; count > limits.MaxRows {
			return false, &Fault{s.Name(), fmt.Sprintf("there are more than %d records", limits.MaxRows), "split the file", nil}
		}
		if err := s.fill(&row, r); err != nil {
			return false, err
		}
		*blanks, waiting = *blanks+waiting, 0
		return visit(row), nil
	})
	if err == nil && whole {
		err = s.source.unchanged()
	}
	return err
}

// fill writes the cells under the header to row. It errors on cells beside them.
func (s *Sheet) fill(row *table.Row, r record) error {
	row.Number = r.number
	right := s.left + len(s.header)
	for i, c := range r.cells {
		if c.Kind != table.Blank && (i < s.left || i >= right) {
			return &Fault{s.Name() + ", " + s.grid.cell(r.number, i, ""),
				fmt.Sprintf("found %s in a column that has no name: %s has names for %s only", quote(c.Text),
					s.grid.row(s.headerRow), s.span()),
				s.grid.stray(), nil}
		}
	}
	n := 0
	if len(r.cells) > s.left {
		n = copy(row.Cells, r.cells[s.left:])
	}
	clear(row.Cells[n:])
	return nil
}

// span names the columns of the header: "column 1", "columns 1 and 2", "columns A to F".
func (s *Sheet) span() string {
	first, last := s.left, s.left+len(s.header)-1
	switch last - first {
	case 0:
		return columns(s.grid, []int{first})
	case 1:
		return columns(s.grid, []int{first, last})
	}
	return "columns " + s.grid.column(first) + " to " + s.grid.column(last)
}
