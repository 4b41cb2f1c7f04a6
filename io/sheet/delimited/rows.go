package delimited

import (
	"strings"

	"steward/core/limits"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
)

// read reads the records of a block as RFC 4180 has them, with blanks allowed around a field
// in quotation marks. These are taken strictly: reading past a stray one could join records.
func (g *Grid) read(b *textBlock) {
	b.cells, b.records, b.err = b.cells[:0], b.records[:0], nil
	b.lost = strings.Contains(b.text, "\ufffd")
	r := reader{grid: g, block: b, text: b.text, line: b.line, sound: g.sound(b.text)}
	r.stops[g.Delimiter[0]], r.stops[g.ending], r.stops['\r'], r.stops['\n'] = true, true, true, true
	if g.quote != 0 {
		r.stops[g.quote] = true
	}
	for r.at < len(r.text) {
		if r.lineEnds() {
			continue
		}
		first, from := r.line, len(b.cells)
		if b.err = r.record(from); b.err != nil {
			b.cells = b.cells[:from]
			return
		}
		b.records = append(b.records, textRecord{first, r.line - r.ended, len(b.cells)})
	}
}

// reader reads one block.
type reader struct {
	grid  *Grid
	block *textBlock
	text  string
	at    int // the next byte
	line  int // its line
	ended int // 1 where an end of a line was read last, 0 at the end of the file
	sound bool
	stops [256]bool // bytes at which a field without quotation marks may end
}

// record reads the cells of a record, the first of which is to be cell number from.
func (r *reader) record(from int) error {
	g, b := r.grid, r.block
	for {
		r.plain(from)
		line, column := r.line, len(b.cells)-from
		field, err := r.field(column)
		if err != nil {
			return err
		}
		if column >= limits.MaxColumns {
			return grid.NewFault(grid.At(g.Label(), g.Row(line)), "there are more than %d fields", limits.MaxColumns).WithRemedy("save only the columns that you need")
		}
		if !r.sound && !g.coding.sound(field) {
			if !g.Lenient {
				return r.misread(line, column, field)
			}
			field = shown(field)
		}
		b.cells = append(b.cells, g.CellOf(field))
		if strings.HasPrefix(r.text[r.at:], g.Delimiter) {
			r.at += len(g.Delimiter)
			continue
		}
		if r.ended = 0; r.at == len(r.text) {
			if b.cut {
				return r.tooLong(line)
			}
			return nil
		}
		if !r.lineEnds() {
			return r.fault(line, column, "found a line ending inside a field, of a different kind from those of the lines before").
				WithRemedy("put the field in quotation marks, or save the file again so that all line endings are alike")
		}
		r.ended = 1
		return nil
	}
}

// plain reads the fields without quotation marks that a delimiter of one byte ends, which is
// nearly all of most tables, up to the first other one.
func (r *reader) plain(from int) {
	g, cells, s, start := r.grid, r.block.cells, r.text, r.at
	if len(g.Delimiter) > 1 || !r.sound {
		return
	}
	stops, comma := &r.stops, g.Delimiter[0]
	for i := start; i < len(s); i++ {
		x, digits, word, text := 0.0, 0, s[i] >= 'A' && isInner(s[i]), false
		if number.IsDigit(s[i]) && g.Thousands == nil {
			x, digits = g.Leading(s[i:])
			i += digits
			text = digits > 0 && i < len(s) && endsNumbers(s[i])
		}
		for i < len(s) && !stops[s[i]] {
			i, digits = i+1, 0
		}
		if i == len(s) || s[i] != comma || len(cells)-from >= limits.MaxColumns {
			break
		}
		switch field := s[start:i]; {
		case digits > 0:
			cells = append(cells, table.Cell{Kind: table.Number, Text: field, Number: x})
		case field != "" && (text || word && !number.IsDigit(s[i-1]) && s[i-1] != g.Point) && isInner(s[i-1]): // EUR 5 and EUR 5. are no texts
			cells = append(cells, table.Cell{Kind: table.Text, Text: field})
		default:
			cells = append(cells, g.CellOf(field))
		}
		start = i + 1
	}
	r.block.cells, r.at = cells, start
}

// endsNumbers tells characters after which digits before them are no number: those within
// dates and times.
func endsNumbers(c byte) bool {
	return c == '-' || c == '/' || c == ':'
}

// field reads up to the delimiter or the end of the line after a field.
func (r *reader) field(column int) (string, error) {
	s, i := r.text, r.at
	for i < len(s) && isBlank(s[i]) && s[i] != r.grid.Delimiter[0] {
		i++
	}
	if i < len(s) && s[i] == r.grid.quote && r.grid.quote != 0 {
		return r.quoted(i+1, column)
	}
	for {
		for i < len(s) && !r.stops[s[i]] {
			i++
		}
		if i == len(s) {
			break
		}
		c := s[i]
		if c == r.grid.quote && r.grid.quote != 0 {
			return "", r.fault(r.line, column, "found a quotation mark (%c) inside a field that does not begin with one", c).
				WithRemedy("put the whole field in quotation marks and double the one inside it, or say that quotation marks are ordinary characters here")
		}
		if c != '\r' && c != '\n' && !strings.HasPrefix(s[i:], r.grid.Delimiter) {
			i++ // begins as the delimiter does
			continue
		}
		break
	}
	field := s[r.at:i]
	r.at = i
	return field, nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// quoted reads a field after its first quotation mark, and the blanks after its last one.
func (r *reader) quoted(start, column int) (string, error) {
	s, q, i, twice := r.text, r.grid.quote, start, false
	for {
		n := strings.IndexByte(s[i:], q)
		if n < 0 {
			if r.block.cut {
				return "", r.tooLong(r.line)
			}
			return "", r.unclosed(column)
		}
		if i += n + 1; i == len(s) || s[i] != q {
			break
		}
		twice = true
		i++
	}
	field := s[start : i-1]
	for i < len(s) && isBlank(s[i]) && s[i] != r.grid.Delimiter[0] {
		i++
	}
	if i < len(s) && s[i] != '\r' && s[i] != '\n' && !strings.HasPrefix(s[i:], r.grid.Delimiter) {
		return "", r.unclosed(column)
	}
	r.at = i
	if strings.IndexByte(field, '\n') >= 0 || strings.IndexByte(field, '\r') >= 0 {
		r.line += breaks(field, r.grid.ending)
		field = strings.ReplaceAll(field, "\r\n", "\n")
		if r.grid.ending == '\r' {
			field = strings.ReplaceAll(field, "\r", "\n")
		}
	}
	if twice {
		field = strings.ReplaceAll(field, string([]byte{q, q}), string(rune(q)))
	}
	return field, nil
}

// lineEnds reads an end of a line, if one stands here: of the kind that the file has, line
// feeds with carriage returns before them or carriage returns alone.
func (r *reader) lineEnds() bool {
	i := r.at
	for r.grid.ending == '\n' && i < len(r.text) && r.text[i] == '\r' {
		i++
	}
	switch {
	case i < len(r.text) && r.text[i] == r.grid.ending:
		r.at = i + 1
		r.line++
		return true
	case i > r.at && i == len(r.text): // the file ends with a carriage return
		r.at = i
		return true
	}
	return false
}

func (r *reader) fault(line, column int, found string, args ...any) *grid.Finding {
	return grid.NewFault(grid.At(r.grid.Label(), r.grid.Cell(line, column, "")), found, args...)
}

func (r *reader) unclosed(column int) error {
	return r.fault(r.line, column, "a field that begins with a quotation mark (%c) is not closed properly", r.grid.quote).
		WithRemedy("close it at the end of the field, and double any quotation mark inside it")
}

func (r *reader) tooLong(line int) error {
	return grid.NewFault(grid.At(r.grid.Label(), r.grid.Row(line)), "a record that begins here is longer than %d bytes", limits.MaxRecordBytes).WithRemedy("look for a quotation mark that is never closed")
}

// CellOf reads a field: blank, a number as the grid writes them, alone or as a percentage or an
// amount of money, or a text. A column that is declared as a list has all of them as they are
// written. Dates are not guessed: 01/02/03 has six meanings.
func (g *Grid) CellOf(field string) table.Cell {
	if n := len(field); n == 0 || !isInner(field[0]) || !isInner(field[n-1]) {
		if field = strings.TrimSpace(field); field == "" {
			return table.Cell{}
		}
	}
	x, ok := g.Number(field)
	if !ok {
		x, ok = g.Amount(field)
	}
	if ok {
		return table.Cell{Kind: table.Number, Text: field, Number: x}
	}
	return table.Cell{Kind: table.Text, Text: field}
}

// isInner tells bytes that are surely not part of white space.
func isInner(c byte) bool { return ' ' < c && c < 0x7f }
