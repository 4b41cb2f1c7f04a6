package sheet

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
)

// Sheet is one sheet of a file, or a part of one, with its header found. It is a table.Source.
// Each call of Rows reads the file anew, so a Sheet may be read by several goroutines at once.
type Sheet struct {
	source  grid.Source
	base    grid.Grid // the whole sheet
	grid    grid.Grid // what is read of it
	heading heading
	merged  MergedRule
	index   []int // of the name of each of the file's columns, -1 for none
	leave   map[int]bool
	most    int      // records
	counts  bool     // of combinations of values
	splits  []option // the columns behind the file's own
	several []repair.Split
	rules   []repair.Rule
	menders []*mend.Mender // of each column, nil for one that is read as it stands; nil where all are
	totals  int            // rows at the end of a table that it says are totals
	notes   []Note
	upside  bool  // what is left out is read, and nothing else
	seen    *Rows // notes what a walk over all rows tells of them; nil where nobody asks
}

var _ table.Source = (*Sheet)(nil)

// Sheet finds the header of a sheet, or of the part of it that Options.Range names. Without
// Options.HeaderRow it is the first row that is more than half as full as the fullest of the
// first hundred and holds only texts, joined with the row above or below where names of groups
// of columns stand in one of them; runs of white space in a name are made one space. Columns
// without a name are left out and must be empty. It errors with a *Fault when the sheet does
// not exist or is empty, when no header is found, when names are given twice, when no record
// follows, and when ctx is done.
func (f *File) Sheet(ctx context.Context, opts Options) (*Sheet, error) {
	s := &Sheet{source: f.source, merged: opts.Merged, most: cmp.Or(opts.MaxRows, limits.MaxRows), counts: opts.Counts, leave: make(map[int]bool)}
	part, err := s.open(ctx, f, opts)
	if err != nil {
		return nil, err
	}
	g := s.grid
	rows, err := opts.LeaveOut.Rows()
	if err != nil {
		return nil, grid.NewFault(g.Label(), "%s", err).WithRemedy("give the rows as the sheet numbers them")
	}
	for _, r := range rows {
		s.leave[r] = true
	}
	if opts.HeaderRow < 0 || opts.HeaderRows < 0 || opts.HeaderRow > 0 && opts.HeaderRows > opts.HeaderRow {
		return nil, grid.NewFault(g.Label(), "row %d was given as the header, and %d as its number of rows", opts.HeaderRow, opts.HeaderRows).WithRemedy("count rows from 1")
	}
	if opts.Merged == MergedAll {
		err = s.complete(ctx)
	}
	find := func() error { return s.again(func() error { return s.findHeading(ctx, opts, part) }) }
	if err == nil {
		err = find()
	}
	if !s.isComplete() && (err != nil || !s.heading.alone) {
		if err = s.complete(ctx); err == nil {
			err = find()
		}
	}
	if err != nil {
		return nil, err
	}
	s.index = slices.Repeat([]int{-1}, s.width())
	for i, at := range s.heading.at {
		s.index[at] = i
	}
	if err := s.split(opts.Splits); err != nil {
		return nil, err
	}
	if err := s.repair(opts.Repairs); err != nil {
		return nil, err
	}
	some := false
	err = s.again(func() error {
		return s.each(ctx, s.grid, new(tally), func(table.Row) bool { some = true; return false })
	})
	if err != nil {
		return nil, err
	}
	if some {
		return s, nil
	}
	return nil, grid.NewFault(g.Label(), "there is a header in %s but no record below it", g.Row(s.heading.row)).WithRemedy("choose another sheet or file")
}

// findHeading finds the header that the options ask for.
func (s *Sheet) findHeading(ctx context.Context, opts Options, part grid.RangeInfo) (err error) {
	switch {
	case opts.HeaderRow > 0:
		s.heading, err = headerAt(ctx, s.grid, opts.HeaderRow, max(opts.HeaderRows, 1))
	case opts.HeaderRows > 0:
		if s.heading, err = findHeader(ctx, s.grid); err == nil && s.heading.rows != opts.HeaderRows {
			s.heading, err = headerAt(ctx, s.grid, s.heading.row-s.heading.rows+opts.HeaderRows, opts.HeaderRows)
		}
	case part.Header:
		s.heading, err = headerAt(ctx, s.grid, part.Cells.Top, 1)
	default:
		s.heading, err = findHeader(ctx, s.grid)
	}
	return err
}

// complete has what stands behind the rows read.
func (s *Sheet) complete(ctx context.Context) error {
	if g, ok := s.base.(grid.Studied); ok {
		return g.Complete(ctx)
	}
	return nil
}

func (s *Sheet) isComplete() bool {
	g, ok := s.base.(grid.Studied)
	return !ok || g.IsComplete()
}

// again reads the rows once more where only their end told of merged cells. For most sheets,
// which have none, that is half the work of looking for them first.
func (s *Sheet) again(read func() error) error {
	err := read()
	if errors.Is(err, grid.ErrMerged) {
		err = read()
	}
	return err
}

// open settles which part of which sheet is read.
func (s *Sheet) open(ctx context.Context, f *File, opts Options) (part grid.RangeInfo, err error) {
	if opts.Range != "" {
		if part, err = f.findRange(opts); err != nil {
			return part, err
		}
		opts.Sheet = part.Sheet
	}
	if s.base, err = f.grid(ctx, opts); err != nil {
		return part, err
	}
	if g, ok := s.base.(grid.Studied); ok {
		if err := g.Study(ctx); err != nil {
			return part, err
		}
	}
	if r, ok := f.format.(grid.Remarking); ok {
		for _, m := range r.Remarks() {
			s.notes = append(s.notes, Note{Remark: m})
		}
	}
	s.grid = s.base
	if opts.Range != "" {
		name := message.Sprintf("cells %s", part.Area)
		if part.Kind != 0 {
			name = message.Sprintf("%s %s", part.Kind.Said(), grid.Quote(part.Name))
		}
		s.grid = &view{Grid: s.base, name: name, area: part.Cells}
		for r := part.Cells.Bottom - part.Totals + 1; r <= part.Cells.Bottom; r++ {
			s.leave[r] = true
		}
		s.totals = part.Totals
	}
	return part, nil
}

// Name says where the records come from: "wages.xlsx, sheet "Wages"" or "wages.csv".
func (s *Sheet) Name() message.Text { return s.grid.Label() }

// Header returns the column names in their order, all different and none blank.
func (s *Sheet) Header() []string { return slices.Clone(s.heading.names) }

// HeaderRow returns the last row of the header, from 1 (in a text table: the line), and
// HeaderRows how many rows are joined in it.
func (s *Sheet) HeaderRow() int { return s.heading.row }

// HeaderRows returns how many rows are joined to the names of the columns.
func (s *Sheet) HeaderRows() int { return s.heading.rows }

// Left returns the file's column of the first name, from 0.
func (s *Sheet) Left() int { return s.heading.at[0] }

// At returns the file's column of each name, from 0. They rise, with gaps where columns of the
// file are empty.
func (s *Sheet) At() []int { return slices.Clone(s.heading.at[:s.own()]) }

// Delimiter returns what stands between the fields of a text table, "" for a workbook.
func (s *Sheet) Delimiter() string {
	if t, ok := s.base.(*delimited.Grid); ok {
		return t.Delimiter
	}
	return ""
}

// Encoding returns the encoding of a text table, AnyEncoding for a workbook.
func (s *Sheet) Encoding() delimited.Encoding {
	if t, ok := s.base.(*delimited.Grid); ok {
		return t.Encoding
	}
	return delimited.AnyEncoding
}

// Address names a cell as the file's own program would: "D17" in a workbook, "line 17,
// column 4 (age)" in a text table. Columns count from 0.
func (s *Sheet) Address(row, column int) message.Text {
	return s.grid.Cell(row, s.heading.at[column], s.heading.names[column])
}

// RowName names a row as the file's own program would: "row 17" or "line 17".
func (s *Sheet) RowName(row int) message.Text { return s.grid.Row(row) }

// Rows reads the records in their order and by the repairs of the options, leaving out wholly blank rows and those of
// Options.LeaveOut, and padding short ones with blank cells. A row's number is that of the
// sheet's row, or of the line on which the record begins. It yields a *Fault and stops where a
// record cannot be read or has a cell outside of the named columns, when there are more than
// Options.MaxRows, when the file changed under way, and when ctx is done.
func (s *Sheet) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		if err := s.complete(ctx); err != nil { // rows that were handed over cannot be read again
			yield(table.Row{}, err)
			return
		}
		if s.seen != nil {
			clear(s.seen.Mended)
		}
		s.rows(ctx, s.grid, new(tally))(func(r table.Row, err error) bool {
			s.mend(r)
			return yield(r, err)
		})
	}
}

// rows is Rows of a grid that is the sheet's, before any repair, and tells also what is no record. Unless the sheet
// is complete before, its error can be grid.ErrMerged.
func (s *Sheet) rows(ctx context.Context, g grid.Grid, t *tally) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		if err := s.each(ctx, g, t, func(r table.Row) bool { return yield(r, nil) }); err != nil {
			yield(table.Row{}, err)
		}
	}
}

// each visits the records of a grid that is the sheet's.
func (s *Sheet) each(ctx context.Context, g grid.Grid, t *tally, visit func(table.Row) bool) error {
	var row table.Row
	own := make([]table.Cell, len(s.heading.names))
	*t = tally{late: t.late}
	fill := filler{sheet: s, tally: t}
	waiting := 0 // blank rows since the last record
	width := 0   // fields that a record of a text table should have
	if s.isText() {
		width = s.width()
	}
	whole, err := grid.Walk(ctx, g, func(r grid.Record) (bool, error) {
		t.sights = r.Sights
		if r.Number <= s.heading.row {
			t.head += 1 + r.Skipped
			return true, fill.begin(r) // cells may be merged from the header into the records
		}
		waiting += r.Skipped
		switch {
		case r.Blank():
			waiting++
			return true, fill.begin(r)
		case s.leave[r.Number] != s.upside:
			t.leave(r)
			t.blanks, waiting = t.blanks+waiting, 0
			return true, nil
		}
		if r.Hidden {
			t.hidden.Add(r.Number)
		}
		if len(r.Cells) < width {
			t.short.Add(r.Number)
		}
		if err := fill.row(&r); err != nil {
			return false, err
		}
		if t.count++; t.count > s.most {
			return false, s.tooMany()
		}
		if err := s.fill(&row, own, r); err != nil {
			return false, err
		}
		t.blanks, waiting = t.blanks+waiting, 0
		return visit(row), nil
	})
	if err == nil && whole {
		err = s.source.Unchanged()
	}
	if err == nil && whole && s.seen != nil {
		s.seen.take(s, t)
	}
	return err
}

// tooMany says that there are too many records, and what can be done.
func (s *Sheet) tooMany() error {
	if s.counts {
		return grid.NewFault(s.Name(), "there are more than %d combinations of values", s.most).
			WithRemedy("give columns fewer values, such as wider ranges, or put some questions into a plan of their own, so that fewer columns are counted together; then write the query again")
	}
	return grid.NewFault(s.Name(), "there are more than %d records", s.most).
		WithRemedy("load the file into a database and have it count there (steward sql), or have DuckDB count in the file itself (steward sql --files)")
}

// fill gives row the cells under the header, which it writes to own unless the record has
// these and no others. It errors on cells beside them.
func (s *Sheet) fill(row *table.Row, own []table.Cell, r grid.Record) error {
	row.Number, row.Cells = r.Number, own
	if n := len(own); n == len(s.index) && n == len(r.Cells) && s.splits == nil {
		row.Cells = r.Cells
		return nil
	}
	clear(row.Cells)
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Kind == table.Blank {
			continue
		}
		if i >= len(s.index) || s.index[i] < 0 {
			return grid.NewFault(grid.At(s.Name(), s.grid.Cell(r.Number, i, "")), "found %s, but %s has no name: %s has names only for %s", grid.Quote(c.Text), grid.Columns(s.grid, []int{i}), s.grid.Row(s.heading.row), s.span()).WithRemedy("%s, or leave out %s if it is not a record", s.grid.Stray(), s.grid.Row(r.Number))
		}
		row.Cells[s.index[i]] = *c
	}
	for i, o := range s.splits {
		row.Cells[s.own()+i] = row.Cells[o.of]
	}
	return nil
}

// span names the columns of the header: "column 1", "columns 1 and 2", "columns A to F", "the
// 5 columns from A to F".
func (s *Sheet) span() message.Text {
	at := s.heading.at[:s.own()]
	first, last := at[0], at[len(at)-1]
	switch {
	case len(at) <= 2:
		return grid.Columns(s.grid, at)
	case last-first+1 > len(at):
		return message.Sprintf("the %d columns from %s to %s that are not empty in it", len(at), s.grid.Column(first), s.grid.Column(last))
	}
	return message.Sprintf("columns %s to %s", s.grid.Column(first), s.grid.Column(last))
}
