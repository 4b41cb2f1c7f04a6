package sheet

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// textFile is a text table whose encoding and delimiter are still to be settled.
type textFile struct {
	source source
	head   []byte // the first bytes of the file
}

// textFormat are text tables. They are known by their names, and by their beginning where they
// are named as workbooks, as some programs do.
var textFormat = fileFormat{Kind: textKind, Usual: usualEndings, Other: otherEndings, Is: isText, Open: openText}

var usualEndings, otherEndings = []string{".csv", ".tsv", ".txt"}, []string{".tab"}

func isText(f *candidate) bool {
	if slices.Contains(slices.Concat(usualEndings, otherEndings), f.ending()) {
		return true
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(bytes.TrimPrefix(f.head, []byte(utf8BOM))), []byte("\n"))
	return f.namedWorkbook() && isReadable(f.head) && bytes.ContainsAny(line, ",;\t|")
}

func openText(_ context.Context, f *candidate, _ string) (format, error) {
	return textFile{f.source, f.head}, nil
}

// remarks tells of a text table that is named as a workbook.
func (f textFile) remarks() []remark {
	if ext := strings.ToLower(filepath.Ext(f.source.name)); strings.HasPrefix(ext, ".x") || strings.HasPrefix(ext, ".o") {
		return []remark{{"The file", "is a text table, although its name ends in " + ext, "read as a text table"}}
	}
	return nil
}

func (f textFile) sheets() []SheetInfo { return []SheetInfo{{Name: f.source.name}} }

// NoQuote is the Quote of a text table in which quotation marks are characters like any
// other.
const NoQuote rune = -1

// textOptions say how a text table is written. The zero value has it recognised.
type textOptions struct {
	Delimiter    string
	Quote        rune
	Encoding     Encoding
	DecimalComma bool
	Thousands    rune
}

func (f textFile) grid(_ context.Context, sheet string) (grid, error) {
	return f.written(sheet, textOptions{})
}

// written settles how the table is read.
func (f textFile) written(sheet string, opts textOptions) (grid, error) {
	name := f.source.name
	if sheet != "" && sheet != name {
		return nil, &Fault{name, "there is no sheet " + quote(sheet) + " in it", "a text table has one sheet: " + quote(name), nil}
	}
	g := &textGrid{source: f.source, quote: '"', numbers: numbers{point: '.'}}
	if err := g.choose(opts); err != nil {
		return nil, err
	}
	var err error
	if g.coding, err = recogniseCoding(name, f.head, opts.Encoding); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(g.reader(f.source, f.source.size), sampleBytes))
	if err != nil {
		return nil, unreadable(name, err)
	}
	sample := string(text)
	g.ending = lineEnding(sample, g.quote)
	declared := declaredDelimiter(sample)
	g.declared = declared != ""
	if g.comma == "" {
		g.comma = declared
	}
	if g.comma == "" {
		g.comma = recogniseDelimiter(sample, g.quote, g.ending, len(text) == sampleBytes)
	}
	return g, nil
}

// choose settles what the steward says about the fields.
func (g *textGrid) choose(opts textOptions) error {
	name := g.source.name
	switch opts.Quote {
	case 0:
	case '"', '\'':
		g.quote = byte(opts.Quote)
	case NoQuote:
		g.quote = 0
	default:
		return &Fault{name, fmt.Sprintf("%q cannot enclose the fields", opts.Quote), `choose " or ', or none`, nil}
	}
	if opts.Delimiter != "" {
		if !validDelimiter(opts.Delimiter) || g.quote != 0 && strings.IndexByte(opts.Delimiter, g.quote) >= 0 {
			return &Fault{name, fmt.Sprintf("%s cannot stand between the fields", quote(opts.Delimiter)),
				fmt.Sprintf("choose a comma, semicolon, tab or bar, or up to %d other characters", longestDelimiter), nil}
		}
		g.comma = opts.Delimiter
	}
	if opts.DecimalComma {
		g.point = ','
	}
	if opts.Thousands != 0 {
		g.thousands = groupingOf(opts.Thousands)
		switch {
		case g.thousands == nil:
			return &Fault{name, fmt.Sprintf("%q cannot stand between groups of digits", opts.Thousands), "choose a comma, a point, a blank or an apostrophe", nil}
		case opts.Thousands == rune(g.point):
			return &Fault{name, fmt.Sprintf("%q was given both before decimals and between groups of digits", opts.Thousands), "choose another of the two", nil}
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

// textGrid is a text table with everything settled that tells its fields apart.
type textGrid struct {
	source source
	coding
	numbers
	comma    string // stands between fields
	quote    byte   // 0 for none
	ending   byte   // of lines: a line feed, or a carriage return
	declared bool   // the first line says what stands between the fields
	lenient  bool   // characters that cannot be read are shown as U+FFFD, and are no error
}

func (g *textGrid) label() string { return g.source.name }

func (g *textGrid) row(row int) string { return "line " + strconv.Itoa(row) }

func (g *textGrid) cell(row, column int, name string) string {
	s := fmt.Sprintf("line %d, column %d", row, column+1)
	if name != "" {
		s += " (" + name + ")"
	}
	return s
}

func (g *textGrid) column(column int) string { return strconv.Itoa(column + 1) }

func (g *textGrid) stray() string {
	return fmt.Sprintf("put a field that contains %s in quotation marks, choose what stands between the fields, or give the column a name", delimiterName(g.comma))
}

func delimiterName(d string) string {
	switch d {
	case ",":
		return "a comma"
	case ";":
		return "a semicolon"
	case "\t":
		return "a tab"
	case "|":
		return "a bar"
	}
	return fmt.Sprintf("%q", d)
}
