// Package opened is the file that is open as the window shows it: how it is built, its first rows, and what was found in
// it. It is for the steward's eyes only.
package opened

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/project"
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
	// Described tells what a database says of a table: its columns, and no rows.
	Described bool
	// Describing are the files beside a result that describe its table, as the plan knows them.
	Describing []string
	Header     []string
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
	// Assumed says what was assumed of how it is written, "" where nothing was.
	Assumed  string
	readings delimited.Readings
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

// FirstRows is how many records are shown, AboveRows how many rows over the names, SpecialRows how many more whose
// characters depend on the encoding.
const (
	FirstRows   = 100
	AboveRows   = 20
	SpecialRows = 20
)

// DistinctExact is up to how many different values sheet.Column.Distinct is exact.
const DistinctExact = 4096

// Read reads a file as d says and describes it; declared is the plan, whose columns a result of a query has. What had to
// be assumed about a text table is in the d that is returned.
func Read(ctx context.Context, path string, d plan.Data, declared plan.Plan, progress func(string, float64)) (*File, plan.Data, error) {
	data, read, err := records.OpenFirst(ctx, path, d)
	if err != nil {
		return nil, read, err
	}
	defer data.Close()
	if data.Counted() {
		f, err := readCounted(ctx, data, path, declared)
		return f, plan.Data{Types: declared.Data.Types, Described: declared.Data.Described}, err
	}
	if counts.IsDescription(data.Header()) {
		return readDescribed(ctx, data, path)
	}
	f, err := describe(ctx, data, path, read, progress)
	if err == nil {
		f.Assumed = words.Say(records.Assumed(d, read))
	}
	return f, read, err
}

// describe describes a file of records.
func describe(ctx context.Context, data *records.Data, path string, d plan.Data, progress func(string, float64)) (*File, error) {
	var err error
	f := &File{Layout: LayoutOf(data.File, path, d), Header: data.Header(), HeaderRow: data.HeaderRow(), HeaderRows: data.HeaderRows(), At: data.At()}
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
		f.FirstRows, f.FirstNumbers = append(f.FirstRows, Texts(row)), append(f.FirstNumbers, row.Number)
		if len(f.FirstRows) == FirstRows {
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
	if d.Encoding == "" || len(f.FirstRows) < FirstRows {
		return nil
	}
	rows, err := data.File.Special(ctx, data.Options, f.FirstNumbers[FirstRows-1], SpecialRows)
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

// LayoutOf returns how a file is built.
func LayoutOf(file *sheet.File, path string, d plan.Data) Layout {
	l := Layout{Path: path, Name: filepath.Base(path), Sheets: file.Sheets(), Sheet: d.Sheet, Ranges: file.Ranges(), Range: d.Range}
	for _, r := range l.Ranges {
		if r.Name == d.Range {
			l.Sheet = r.Sheet
		}
	}
	if info, err := os.Stat(path); err == nil {
		l.Size = info.Size()
	}
	if opts, err := records.Options(d); err == nil {
		l.readings, _ = file.Readings(opts) // without, the choices are offered as they are
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
	top, err := data.File.Top(ctx, data.Options, min(data.HeaderRow()-1, AboveRows))
	var rows []RawRow
	for _, r := range top {
		if r.Number < data.HeaderRow() {
			rows = append(rows, RawRow{r.Number, Texts(r)})
		}
	}
	return rows, err
}

// Texts returns the cells of a row as they stand in the file.
func Texts(row table.Row) []string {
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
func Encodings() (out []Encoding) {
	for _, e := range delimited.Encodings() {
		out = append(out, Encoding{string(e), words.Say(e.Said())})
	}
	return out
}

// Sample returns words of a text table as they are read in an encoding, "" where none depends on it.
func (l Layout) Sample(e Encoding) string { return l.readings.Sample(delimited.Encoding(e.Name)) }

// Fields returns how many fields most of the first records of a text table have with a delimiter between them.
func (l Layout) Fields(delimiter string) int { return l.readings.Fields(delimiter) }

// SheetEndings are the endings of the names of files that records, lists and tables are read from.
func SheetEndings() []string { return sheet.Endings() }

// UsualEndings lists those of them that people are told of, for a sentence.
func UsualEndings() (workbooks, tables string) {
	return strings.Join(sheet.Usual(format.Workbook), ", "), strings.Join(sheet.Usual(format.Text), ", ")
}

// readCounted describes a result for the window. It has no rows to show: the columns are the
// plan's, of which nothing else is known.
func readCounted(ctx context.Context, data *records.Data, path string, p plan.Plan) (*File, error) {
	if compiled, err := plan.Compile(p); err == nil { // another plan's counts are not even shown
		if err := counts.Of(data.Sheet).Fits(compiled); err != nil {
			return nil, err
		}
	}
	f := &File{Layout: LayoutOf(data.File, path, plan.Data{}), Counted: true, HeaderRow: data.HeaderRow(), Found: &sheet.Inspection{Source: data.Name()}}
	f.Describing = counts.Describing(filepath.Dir(path), project.Same(p.Data.Described))
	if data.Delimiter() != "" {
		f.TextTable = true
	}
	records, err := counts.Of(data.Sheet).Records(ctx)
	if err != nil {
		return nil, err
	}
	f.Found.Rows = int(records)
	f.Header = p.ColumnNames()
	if p.Rows != nil && p.Rows.Person != "" {
		f.Header = append(f.Header, p.Rows.Person)
	}
	if p.Rows != nil && p.Rows.Key != "" {
		f.Header = append(f.Header, p.Rows.Key)
	}
	if p.Weight != nil && p.Weight.Column != "" {
		f.Header = append(f.Header, p.Weight.Column)
	}
	for _, name := range f.Header {
		f.Found.Columns = append(f.Found.Columns, sheet.Column{Name: name})
	}
	return f, nil
}

// readDescribed describes a table by what its database said of it. The rows that its columns are proposed from are made.
func readDescribed(ctx context.Context, data *records.Data, path string) (*File, plan.Data, error) {
	d, err := counts.ReadDescription(ctx, data.Sheet)
	if err != nil {
		return nil, plan.Data{}, err
	}
	f := &File{Layout: LayoutOf(data.File, path, plan.Data{}), Described: true, HeaderRow: data.HeaderRow(), Header: d.Header()}
	if f.Found, err = d.Inspect(ctx); err != nil {
		return nil, plan.Data{}, err
	}
	fingerprint, err := data.Fingerprint()
	return f, plan.Data{Types: d.Types(), Described: fingerprint}, err
}
