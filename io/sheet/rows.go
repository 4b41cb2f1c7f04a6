package sheet

import (
	"context"
	"iter"
	"maps"
	"slices"

	"steward/core/table"
	"steward/io/sheet/grid"
)

// Rows says what the rows of a sheet are, from the first to the last that holds anything. It is for the steward's eyes only.
type Rows struct {
	All     int // which the following add up to
	Outside int // beside the part of the sheet that is read
	Above   int // the header
	Header  int
	Blank   int
	LeftOut int
	Records int

	Short  int // records of a text table with fewer fields than the header, of which the others are read as blank
	Hidden int // records that the workbook hides, which are read all the same
	// Mended counts for each column the cells that rules read otherwise than they stand; of a sheet that is read by columns
	// (Coded) for these.
	Mended []int
}

// Seen returns the sheet as one whose next reading, to its end, notes what its rows are.
func (s *Sheet) Seen() (*Sheet, *Rows) {
	with := *s
	with.seen = &Rows{Mended: make([]int, len(s.heading.names))}
	if v, ok := s.grid.(*view); ok {
		own := *v
		own.last = new(int)
		with.grid = &own
	}
	return &with, with.seen
}

// take notes what a walk over all rows of a sheet has told.
func (r *Rows) take(s *Sheet, t *tally) {
	*r = Rows{Above: t.head - s.heading.rows, Header: s.heading.rows, Blank: t.blanks, LeftOut: len(t.left), Records: t.count,
		Short: t.short.Count, Hidden: t.hidden.Count, Mended: r.Mended}
	if v, ok := s.grid.(*view); ok { // the rows of which are numbered from the top of the sheet
		inside := min(*v.last, v.area.Bottom) - v.area.Top + 1
		r.Outside = *v.last - inside
		r.Above = s.heading.row - s.heading.rows - v.area.Top + 1
		r.Blank = inside - r.Above - r.Header - r.LeftOut - r.Records
	}
	r.All = r.Outside + r.Above + r.Header + r.Blank + r.LeftOut + r.Records
}

// mend notes how many cells of a column rules have read.
func (r *Rows) mend(c coder, records int) {
	if r == nil {
		return
	}
	r.Mended[c.column] = c.loose
	for i := 0; len(c.took) > 0 && i < records; i++ {
		if code, _ := c.At(i); code != table.InNumbers && c.took[code] {
			r.Mended[c.column]++
		}
	}
}

// OtherRow is a row of a sheet that is no record, or a record with something that is easily overlooked.
type OtherRow struct {
	Number int
	Kind   RowKind
	Texts  []string // of the first cells that are not blank
}

// RowKind says what a row is.
type RowKind uint8

// The kinds of row. One that is Short or HiddenRow is a record.
const (
	LeftOutRow RowKind = iota + 1
	ShortRow
	HiddenRow
)

// Others visits rows of a kind in their order, until visit returns false. It errors as Rows does.
func (s *Sheet) Others(ctx context.Context, kind RowKind, visit func(OtherRow) bool) error {
	if err := s.complete(ctx); err != nil {
		return err
	}
	_, err := grid.Walk(ctx, s.grid, func(r grid.Record) (bool, error) {
		left := s.leave[r.Number]
		is := map[RowKind]bool{LeftOutRow: left, ShortRow: !left && s.isText() && len(r.Cells) < s.width(), HiddenRow: !left && r.Hidden}
		if r.Number <= s.heading.row || r.Blank() || !is[kind] {
			return true, nil
		}
		var texts []string
		for _, c := range grid.CopyCells(r.Cells) {
			if c.Kind != table.Blank && len(texts) < maxListedTexts {
				texts = append(texts, Shown(c))
			}
		}
		return visit(OtherRow{r.Number, kind, texts}), nil
	})
	return err
}

// LeftOut returns the rows that are left out because the steward said so as a sheet of records, but for those that say themselves
// that they are totals; nil where there are none.
func (s *Sheet) LeftOut() table.Source {
	said := maps.Clone(s.leave)
	if v, ok := s.grid.(*view); ok {
		maps.DeleteFunc(said, func(row int, _ bool) bool { return row > v.area.Bottom-s.totals })
	}
	if len(said) == 0 {
		return nil
	}
	with := *s
	with.leave, with.upside = said, true
	return leftRows{&with}
}

// leftRows are rows that are left out.
type leftRows struct{ table.Source }

// Rows reads them.
func (l leftRows) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		l.Source.Rows(ctx)(func(r table.Row, err error) bool {
			if err == nil && slices.ContainsFunc(r.Cells, func(c table.Cell) bool { return c.Kind == table.Text && isTotal(c.Text) }) {
				return true
			}
			return yield(r, err)
		})
	}
}

// width is how many fields a record should have.
func (s *Sheet) width() int { return s.heading.at[s.own()-1] + 1 }
