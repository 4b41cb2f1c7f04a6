// Package delimited reads text tables (.csv, .tsv, .txt): in which encoding they are stored, what stands
// between and around their fields, and how they write numbers, is recognised or said by the steward.
// An encoding is a line in encodings.go.
package delimited

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"steward/core/limits"
	"strconv"
	"strings"

	"steward/core/message"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
)

// File is a text table whose encoding and delimiter are still to be settled.
type File struct {
	source grid.Source
	head   []byte // the first bytes of the file
}

// Format are text tables. They are known by their names, and by their beginning where they
// are named as workbooks, as some programs do.
var Format = format.Format{Kind: format.Text, Usual: usualEndings, Other: otherEndings, Is: isText, Open: openText,
	Media: map[string]string{".csv": "text/csv", ".tsv": "text/tab-separated-values", ".tab": "text/tab-separated-values"}} // most .txt are notes and letters

var usualEndings, otherEndings = []string{".csv", ".tsv", ".txt"}, []string{".tab"}

func isText(f *format.File) bool {
	if slices.Contains(slices.Concat(usualEndings, otherEndings), f.Ending()) {
		return true
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(bytes.TrimPrefix(f.Head, []byte(utf8BOM))), []byte("\n"))
	return f.Workbook && isReadable(f.Head) && bytes.ContainsAny(line, ",;\t|")
}

func openText(_ context.Context, f *format.File, _ string) (grid.Book, error) {
	return File{f.Source, f.Head}, nil
}

// Remarks tells of a text table that is named as a workbook.
func (f File) Remarks() []grid.Remark {
	if ext := strings.ToLower(filepath.Ext(f.source.Name)); strings.HasPrefix(ext, ".x") || strings.HasPrefix(ext, ".o") {
		return []grid.Remark{grid.NewRemark(message.Sprintf("The file"), "is a text table, although its name ends in %s", ext).Becoming("read as a text table")}
	}
	return nil
}

// Sheets returns one sheet, which is named as the file is.
func (f File) Sheets() []grid.SheetInfo { return []grid.SheetInfo{{Name: f.source.Name}} }

// NoQuote is the Quote of a text table in which quotation marks are characters like any
// other.
const NoQuote rune = -1

// Options say how a text table is written. The zero value has it recognised.
type Options struct {
	Delimiter    string
	Quote        rune
	Encoding     Encoding
	DecimalComma bool
	Thousands    rune
}

// Grid has everything recognised that tells the fields apart.
func (f File) Grid(_ context.Context, sheet string) (grid.Grid, error) {
	return f.Written(sheet, Options{})
}

// Written settles how the table is read.
func (f File) Written(sheet string, opts Options) (grid.Grid, error) {
	name := f.source.Name
	if sheet != "" && sheet != name {
		return nil, grid.NewFault(name, "there is no sheet %s in it", grid.Quote(sheet)).WithRemedy("a text table has one sheet: %s", grid.Quote(name))
	}
	g := &Grid{source: f.source, quote: '"', Style: number.Style{Point: '.'}}
	if err := g.choose(opts); err != nil {
		return nil, err
	}
	var err error
	if g.coding, err = recogniseCoding(name, f.head, opts.Encoding); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(g.reader(f.source, f.source.Size), format.SampleBytes))
	if err != nil {
		return nil, grid.Unreadable(name, err)
	}
	sample := string(text)
	g.ending = lineEnding(sample, g.quote)
	declared := declaredDelimiter(sample)
	g.declared = declared != ""
	if g.Delimiter == "" {
		g.Delimiter = declared
	}
	if g.Delimiter == "" {
		g.Delimiter = recogniseDelimiter(sample, g.quote, g.ending, len(text) == format.SampleBytes)
	}
	return g, nil
}

// choose settles what the steward says about the fields.
func (g *Grid) choose(opts Options) error {
	name := g.source.Name
	switch opts.Quote {
	case 0:
	case '"', '\'':
		g.quote = byte(opts.Quote)
	case NoQuote:
		g.quote = 0
	default:
		return grid.NewFault(name, "%q cannot enclose the fields", opts.Quote).WithRemedy(`choose " or ', or none`)
	}
	if opts.Delimiter != "" {
		if !validDelimiter(opts.Delimiter) || g.quote != 0 && strings.IndexByte(opts.Delimiter, g.quote) >= 0 {
			return grid.NewFault(name, "%s cannot separate fields", grid.Quote(opts.Delimiter)).WithRemedy("choose a comma, semicolon, tab or bar, or up to %d other characters", limits.MaxDelimiterRunes)
		}
		g.Delimiter = opts.Delimiter
	}
	if opts.DecimalComma {
		g.Point = ','
	}
	if opts.Thousands != 0 {
		g.Thousands = number.Grouping(opts.Thousands)
		switch {
		case g.Thousands == nil:
			return grid.NewFault(name, "%q cannot be the thousands separator", opts.Thousands).WithRemedy("choose a comma, a point, a blank or an apostrophe")
		case opts.Thousands == rune(g.Point):
			return grid.NewFault(name, "%q was given both as decimal mark and as thousands separator", opts.Thousands).WithRemedy("choose a different one for either of them")
		}
	}
	return nil
}

// lineEnding returns the byte by which lines end: a line feed, or, as on old Macintoshes, a
// carriage return, where a sample has that outside of quotation marks and no line feed.
func lineEnding(sample string, quote byte) byte {
	returns, inside := false, false
	for i := range len(sample) {
		switch c := sample[i]; {
		case c == quote && quote != 0:
			inside = !inside
		case c == '\n' && !inside:
			return '\n'
		case c == '\r' && !inside:
			returns = true
		}
	}
	if returns {
		return '\r'
	}
	return '\n'
}

// Grid is a text table with everything settled that tells its fields apart.
type Grid struct {
	source grid.Source
	coding
	number.Style
	Delimiter string // stands between fields
	quote     byte   // 0 for none
	ending    byte   // of lines: a line feed, or a carriage return
	declared  bool   // the first line says what stands between the fields
	Lenient   bool   // characters that cannot be read are shown as U+FFFD, and are no error
}

// Label returns the name of the file.
func (g *Grid) Label() message.Text { return message.Verbatim(g.source.Name) }

// Row names a line.
func (g *Grid) Row(row int) message.Text { return message.Sprintf("line %d", row) }

// Rows names lines that follow each other.
func (g *Grid) Rows(first, last int) message.Text {
	return message.Sprintf("lines %d to %d", first, last)
}

// Cell names a field by its line and column.
func (g *Grid) Cell(row, column int, name string) message.Text {
	if name != "" {
		return message.Sprintf("line %d, column %d (%s)", row, column+1, name)
	}
	return message.Sprintf("line %d, column %d", row, column+1)
}

// Column returns the number of a column, from 1.
func (g *Grid) Column(column int) string { return strconv.Itoa(column + 1) }

// Stray is the remedy for a field that is one too many.
func (g *Grid) Stray() message.Text {
	return message.Sprintf("put a field that contains %s in quotation marks, choose another separator, or give the column a name", DelimiterSaid(g.Delimiter))
}

// DelimiterSaid names what stands between fields.
func DelimiterSaid(d string) message.Text {
	switch d {
	case ",":
		return message.Sprintf("a comma")
	case ";":
		return message.Sprintf("a semicolon")
	case "\t":
		return message.Sprintf("a tab")
	case "|":
		return message.Sprintf("a bar")
	}
	return message.Sprintf("%q", d)
}
