package sheet

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// textFile is a text table whose encoding and delimiter are still to be settled.
type textFile struct {
	source source
	head   []byte // the first bytes of the file
}

func (f textFile) sheets() []SheetInfo { return []SheetInfo{{Name: f.source.name}} }

func (f textFile) grid(opts Options) (grid, error) {
	name := f.source.name
	if opts.Sheet != "" && opts.Sheet != name {
		return nil, &Fault{name, "there is no sheet " + quote(opts.Sheet) + " in it", "a text table has one sheet: " + quote(name), nil}
	}
	if opts.Delimiter != 0 && !validDelimiter(opts.Delimiter) {
		return nil, &Fault{name, fmt.Sprintf("%q cannot stand between the fields", opts.Delimiter), "choose a comma, semicolon, tab or bar", nil}
	}
	c, err := recogniseCoding(name, f.head, opts.Encoding)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(c.reader(f.source, f.source.size), sampleBytes))
	if err != nil {
		return nil, unreadable(name, err)
	}
	g := &textGrid{source: f.source, coding: c, comma: opts.Delimiter, decimal: '.'}
	if opts.DecimalComma {
		g.decimal = ','
	}
	sample := string(text)
	declared := declaredDelimiter(sample)
	g.declared = declared != 0
	if g.comma == 0 {
		g.comma = declared
	}
	if g.comma == 0 {
		g.comma = recogniseDelimiter(sample, len(text) == sampleBytes)
	}
	return g, nil
}

// textGrid is a text table with everything settled that tells its fields apart.
type textGrid struct {
	source source
	coding
	comma    rune
	declared bool // the first line says what stands between the fields
	decimal  byte
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

func delimiterName(r rune) string {
	switch r {
	case ',':
		return "a comma"
	case ';':
		return "a semicolon"
	case '\t':
		return "a tab"
	case '|':
		return "a bar"
	}
	return strings.TrimSpace(fmt.Sprintf("the character %q", r))
}
