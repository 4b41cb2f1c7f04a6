package session

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/sheet"
	"steward/io/sheet/delimited"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
)

// File is the spreadsheet as the window shows it: for the steward's eyes only, never saved.
type File struct {
	Layout
	// Counted tells the result of a query, which has no rows to show.
	Counted bool
	Header  []string
	// HeaderRow is the row with the names, the last of HeaderRows that are joined; At are the
	// file's columns of the names, from 0.
	HeaderRow, HeaderRows int
	At                    []int
	// Above are the first rows over the names, which are not read as records.
	Above []RawRow
	// FirstRows are the first records as they are read, FirstNumbers their row numbers.
	FirstRows    [][]string
	FirstNumbers []int
	Found        *sheet.Inspection

	oddities *knownOddities // nil until they are asked for
	misfits  *knownMisfits  // nil until they are asked for
}

// Layout is how a file is built, whatever is read from it.
type Layout struct {
	Path, Name string
	Size       int64 // in bytes
	Sheets     []grid.SheetInfo
	Sheet      string // that is read
	Ranges     []grid.RangeInfo
	Range      string // of them that is read, "" for the whole sheet
	// TextTable tells a text table from a workbook, Delimiter is what stands between its
	// fields, "" where that is not known.
	TextTable bool
	Delimiter string
	Encoding  string // of its characters, "" where that is not known
}

// ColumnName names a column of the file, counted from 0 (records.ColumnName).
func (l Layout) ColumnName(i int) string { return records.ColumnName(i, l.TextTable) }

// Place names the file's column of a name, as the file's own program would.
func (f *File) Place(i int) string {
	if i < len(f.At) {
		i = f.At[i]
	}
	return f.ColumnName(i)
}

// RawRow is a row as it stands in the file.
type RawRow struct {
	Number int
	Cells  []string
}

// Numeric tells whether a column holds numbers more than anything else.
func (f *File) Numeric(i int) bool {
	k := f.Found.Columns[i].Kinds
	return 2*k[table.Number] > k[table.Number]+k[table.Text]+k[table.Date]+k[table.Bool]
}

// firstRows is how many records are shown, aboveRows how many rows over the names.
const (
	firstRows   = 100
	aboveRows   = 20
	specialRows = 20 // with characters that depend on the encoding, beyond these
)

// File returns the opened spreadsheet, or nil.
func (s *Session) File() *File { return s.file }

// OpenFile reads the spreadsheet at path as d says and shows what is in it. A file with the
// name that the plan has is read as the plan says where d says nothing. A plan without a
// data set takes the file's name for it. When it fails everything stays as it was, and
// Attempt tells what is known of the file.
func (s *Session) OpenFile(path string, d plan.Data) {
	if d == (plan.Data{}) && filepath.Base(path) == s.plan.Data.File {
		d = s.plan.Data
	}
	var f *File
	var attempt *Attempt
	declared := s.plan
	s.run(guide.Data, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context, progress func(string, float64)) error {
		var err error
		f, err = readFile(ctx, path, d, declared, progress)
		if err != nil {
			attempt = tryFile(ctx, path, d, err)
		}
		return err
	}, func(err error) {
		s.attempt, s.locked = attempt, lockedBy(err, path, d)
		if err != nil {
			return
		}
		s.file = f
		s.Edit(func(p *plan.Plan) {
			reviewed := p.Data.Reviewed
			if p.Data = d; f.Counted {
				p.Data = plan.Data{}
			}
			p.Data.File, p.Data.HeaderRow = f.Name, f.HeaderRow
			if p.Data.HeaderRows = 0; f.HeaderRows > 1 {
				p.Data.HeaderRows = f.HeaderRows
			}
			p.Data.Reviewed = reviewed
			if p.DataSet == "" {
				p.DataSet = DataSetName(strings.TrimSuffix(f.Name, filepath.Ext(f.Name)))
			}
			if p.Title == "" {
				p.Title = p.DataSet
			}
		})
	})
}

// DataSetName returns a name as it is kept: without blanks around it and with single ones
// within, so that one data set has one ledger.
func DataSetName(typed string) string { return strings.Join(strings.Fields(typed), " ") }

func readFile(ctx context.Context, path string, d plan.Data, declared plan.Plan, progress func(string, float64)) (*File, error) {
	data, err := records.Open(ctx, path, d)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if data.Counted() {
		return readCounted(ctx, data, path, declared)
	}
	f := &File{Layout: layoutOf(data.File, path, d), Header: data.Header(), HeaderRow: data.HeaderRow(), HeaderRows: data.HeaderRows(), At: data.At()}
	if between := data.Delimiter(); between != "" {
		f.TextTable, f.Delimiter, f.Encoding = true, between, words.Say(data.Encoding().Said())
	}
	if f.Above, err = above(ctx, data); err != nil {
		return nil, err
	}
	// Inspected first, the file is known to its end, so that the first rows need no look at it.
	f.Found, err = sheet.Inspect(ctx, data.Sheet, sheet.InspectOptions{Progress: func(rows int) {
		progress(words.T("Reading %s, %s rows so far", f.Name, amounts.Thousands(fmt.Sprint(rows))), 0)
	}})
	if err != nil {
		return nil, err
	}
	for row, err := range data.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		f.FirstRows, f.FirstNumbers = append(f.FirstRows, texts(row)), append(f.FirstNumbers, row.Number)
		if len(f.FirstRows) == firstRows {
			break
		}
	}
	if err := f.showSpecial(ctx, data, d); err != nil {
		return nil, err
	}
	return f, nil
}

// showSpecial adds the first records beyond those shown whose characters depend on the encoding
// that the steward chose, so that the choice can be seen to be right.
func (f *File) showSpecial(ctx context.Context, data *records.Data, d plan.Data) error {
	if d.Encoding == "" || len(f.FirstRows) < firstRows {
		return nil
	}
	rows, err := data.File.Special(ctx, data.Options, f.FirstNumbers[firstRows-1], specialRows)
	for _, r := range rows {
		cells := make([]string, len(f.At))
		for i, at := range f.At {
			if at < len(r.Cells) {
				cells[i] = r.Cells[at].Text
			}
		}
		f.FirstRows, f.FirstNumbers = append(f.FirstRows, cells), append(f.FirstNumbers, r.Number)
	}
	return err
}

// layoutOf describes a file that is open.
func layoutOf(file *sheet.File, path string, d plan.Data) Layout {
	l := Layout{Path: path, Name: filepath.Base(path), Sheets: file.Sheets(), Sheet: d.Sheet, Ranges: file.Ranges(), Range: d.Range}
	for _, r := range l.Ranges {
		if r.Name == d.Range {
			l.Sheet = r.Sheet
		}
	}
	if info, err := os.Stat(path); err == nil {
		l.Size = info.Size()
	}
	for _, s := range l.Sheets {
		if l.Sheet == "" && !s.Hidden {
			l.Sheet = s.Name
		}
	}
	return l
}

// above returns the first rows over the names.
func above(ctx context.Context, data *records.Data) ([]RawRow, error) {
	if data.HeaderRow() <= 1 {
		return nil, nil
	}
	top, err := data.File.Top(ctx, data.Options, min(data.HeaderRow()-1, aboveRows))
	var rows []RawRow
	for _, r := range top {
		if r.Number < data.HeaderRow() {
			rows = append(rows, RawRow{r.Number, texts(r)})
		}
	}
	return rows, err
}

func texts(row table.Row) []string {
	out := make([]string, len(row.Cells))
	for i, c := range row.Cells {
		out[i] = c.Text
	}
	return out
}

// Column returns what was found in a column of the file, if it is open and has it. Of counts
// nothing is known but how many rows there were.
func (f *File) Column(name string) (sheet.Column, bool) {
	if f != nil && f.Found != nil && !f.Counted {
		for _, c := range f.Found.Columns {
			if c.Name == name {
				return c, true
			}
		}
	}
	return sheet.Column{}, false
}

// NoQuote is the Quote of a plan.Data in whose text table quotation marks are characters
// like any other.
const NoQuote = records.NoQuote

// Encoding is how the characters of a text table can be stored: its name in a plan and what
// stewards call it.
type Encoding struct{ Name, Words string }

// Encodings lists the encodings that are read, the most usual first.
func Encodings() []Encoding {
	var out []Encoding
	for _, e := range delimited.Encodings() {
		out = append(out, Encoding{string(e), words.Say(e.Said())})
	}
	return out
}

// SheetEndings are the endings of the names of files that records, lists and tables are read from.
func SheetEndings() []string { return sheet.Endings() }

// UsualEndings lists those of them that people are told of, for a sentence.
func UsualEndings() (workbooks, tables string) {
	return strings.Join(sheet.Usual(format.Workbook), ", "), strings.Join(sheet.Usual(format.Text), ", ")
}
