package codebook

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"steward/core/message"
	"steward/io/sheet"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

// Read returns what a codebook declares: the columns in its order, with domain.Codebook as
// their origin, whose the rows are, and the weights. Of a workbook it is the first sheet in sight that
// has the headings. It errors
// with *grid.Faults, naming the file, the sheet and the cell, where there is no codebook or
// where it cannot be understood: those of several rows are joined, one on each line. It errors
// when ctx is done.
func Read(ctx context.Context, path string) (book Book, err error) {
	f, err := sheet.Open(ctx, path)
	if err != nil {
		return Book{}, err
	}
	defer func() {
		if closed := f.Close(); err == nil && closed != nil {
			book, err = Book{}, closed
		}
	}()
	// Spreadsheet programs save what Save wrote in the encoding of their region.
	assumed, err := f.Assume(ctx, sheet.Options{})
	if err != nil {
		return Book{}, err
	}
	s, err := find(ctx, f, assumed.Encoding, isHeader)
	if err == nil && s == nil {
		return Book{}, notFound(ctx, f, filepath.Base(path), message.Sprintf("no row has the headings of a codebook, where column and type, value, or lower and upper are expected"),
			"no row has the headings of a codebook: the first contains %s, where column and type, value, or lower and upper are expected")
	}
	if err != nil {
		return Book{}, err
	}
	r := &reader{origin: originOf(s), byName: make(map[string]*column)}
	if err := r.headings(); err != nil {
		return Book{}, err
	}
	for row, err := range s.Rows(ctx) {
		if err != nil {
			return Book{}, err
		}
		l := line{number: row.Number, texts: make([]string, len(row.Cells))}
		for i, c := range row.Cells {
			l.texts[i] = strings.Clone(c.Text)
			if r.text {
				l.texts[i] = bare(l.texts[i])
			}
			if !r.known(i) {
				continue
			}
			if c.Kind.String() == spreadsheetError {
				return Book{}, r.fault(l.number, i, "found the spreadsheet error %s", grid.Quote(c.Text)).WithRemedy("correct the formula, or type its result")
			}
			if writable(l.texts[i]) != nil {
				return Book{}, r.fault(l.number, i, "found %s, with an invisible character, where a text is expected", grid.Quote(c.Text)).WithRemedy("type it again")
			}
		}
		if err := r.row(l); err != nil {
			if r.faults = append(r.faults, err); len(r.faults) == mostFaults {
				break
			}
		}
	}
	book, err = r.finish()
	if assumed.Encoding != delimited.AnyEncoding {
		book.Assumed = assumed.Encoding.Assumed()
	}
	return book, err
}

// mostFaults is up to how many faults of a codebook are told at once.
const mostFaults = 20

// spreadsheetError is the word for a cell with an error. Codebooks are no records, so that
// this package does without the one that holds them.
const spreadsheetError = "a spreadsheet error"

// headerSearch is among how many rows the headings are looked for.
const headerSearch = 20

// find returns the first sheet in sight with a row that is a header, nil for none. What stands
// between the fields of a text table is what the table looks like, or else what makes a header of
// a row: values are full of semicolons and commas.
func find(ctx context.Context, f *sheet.File, in delimited.Encoding, isHeader func(texts []string) bool) (*sheet.Sheet, error) {
	var fault error
	for _, info := range f.Sheets() {
		if info.Hidden {
			continue
		}
		for _, delimiter := range []string{"", ",", ";", "\t", "|"} {
			opts := sheet.Options{Sheet: info.Name, Delimiter: delimiter, Encoding: in}
			rows, err := f.Top(ctx, opts, headerSearch)
			if err != nil {
				if fault == nil {
					fault = err
				}
				continue
			}
			for _, row := range rows {
				var texts []string
				for _, c := range row.Cells {
					if c.Text != "" {
						texts = append(texts, c.Text)
					}
				}
				if isHeader(texts) {
					opts.HeaderRow = row.Number
					return f.Sheet(ctx, opts)
				}
			}
		}
	}
	return nil, fault
}

// notFound is the error of a file in which no sheet has the headings that are expected: what it says
// of one without rows, and the format for others, with their first row.
func notFound(ctx context.Context, f *sheet.File, name string, found message.Text, first string) error {
	for _, info := range f.Sheets() {
		if info.Hidden {
			continue
		}
		rows, err := f.Top(ctx, sheet.Options{Sheet: info.Name}, 1)
		if err == nil && len(rows) > 0 {
			var texts []string
			for _, c := range rows[0].Cells {
				if c.Text != "" {
					texts = append(texts, c.Text)
				}
			}
			found = message.Sprintf(first, grid.Quote(strings.Join(texts, ", ")))
		}
		break
	}
	return grid.NewFault(name, "%s", found).WithRemedy("write these headings above the first row")
}

// reader takes a codebook in row by row.
type reader struct {
	origin
	at      [headings]int // where each heading stands, -1 for nowhere
	columns []*column
	byName  map[string]*column
	faults  []error // of rows
}

// line is a row of a codebook.
type line struct {
	number int
	texts  []string
}

// headings finds out where each heading stands. It errors where two mean the same.
func (r *reader) headings() error {
	for h := range r.at {
		r.at[h] = -1
	}
	header := r.sheet.Header()
	for i, text := range header {
		h, ok := headingOf(text)
		if !ok {
			continue
		}
		if first := r.at[h]; first >= 0 {
			return r.fault(r.sheet.HeaderRow(), i, "found the heading %s, which means the same as %s", grid.Quote(text), grid.Quote(header[first])).WithRemedy("keep one of them")
		}
		r.at[h] = i
	}
	return nil
}

// known reports whether a column of the codebook tells something.
func (r *reader) known(i int) bool {
	for _, at := range r.at {
		if at == i {
			return true
		}
	}
	return false
}

// get returns what a row says under a heading, "" for nothing.
func (r *reader) get(l line, h heading) string {
	if r.at[h] < 0 {
		return ""
	}
	return l.texts[r.at[h]]
}

// origin is the sheet that a codebook or a mapping is read from.
type origin struct {
	sheet *sheet.Sheet
	text  bool // a text table
}

func originOf(s *sheet.Sheet) origin { return origin{s, s.Delimiter() != ""} }

// fault is an error at a cell, whose columns count from 0.
func (o origin) fault(row, column int, found string, args ...any) *grid.Finding {
	address := o.sheet.Address(row, column)
	if !o.text {
		address = message.Sprintf("cell %s", address)
	}
	return grid.NewFault(grid.At(o.sheet.Name(), address), found, args...)
}

// wrong is an error at what a row says under a heading, or at its name where the codebook has
// no such heading.
func (r *reader) wrong(l line, h heading, expected string, args ...any) *grid.Finding {
	at := r.at[h]
	if at < 0 {
		at = r.at[columnName]
	}
	found := message.Sprintf("nothing")
	if text := r.get(l, h); text != "" {
		found = grid.Quote(text)
	}
	return r.fault(l.number, at, "found %s for %s where %s is expected", found, h, message.Sprintf(expected, args...))
}

// row takes a row in.
func (r *reader) row(l line) error {
	name := strings.Join(strings.Fields(r.get(l, columnName)), " ")
	var current *column
	if n := len(r.columns); n > 0 {
		current = r.columns[n-1]
	}
	switch {
	case name == "" && current == nil:
		return r.wrong(l, columnName, "the name of a column").WithRemedy("name the column as in the header of the data")
	case name == "", current != nil && current.name == name:
		return current.add(r, l)
	}
	if before, twice := r.byName[name]; twice {
		return r.wrong(l, columnName, "another column").
			WithRemedy("%s is already described from row %d on: put its rows together, or remove one of the two", grid.Quote(name), before.first.number)
	}
	c := &column{name: name, first: l, codes: make(map[string]int), reads: make(map[string]int), held: make(map[string]bool)}
	r.columns, r.byName[name] = append(r.columns, c), c
	return c.add(r, l)
}

// finish returns the declarations, or all faults. Columns are put together only where no row
// is at fault: what follows from a fault is no news.
func (r *reader) finish() (Book, error) {
	if len(r.faults) > 0 {
		return Book{}, errors.Join(r.faults...)
	}
	var out Book
	for _, c := range r.columns {
		if err := c.into(r, &out); err != nil && len(r.faults) < mostFaults {
			r.faults = append(r.faults, err)
		}
	}
	if len(r.faults) > 0 {
		return Book{}, errors.Join(r.faults...)
	}
	parted(out.Columns, out.Splits)
	return out, nil
}
