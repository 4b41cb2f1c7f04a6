package sheet

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"steward/core/limits"
	"steward/core/table"
)

// maxRecordBytes is the largest part of a file that is read for one row. A quotation mark
// that is never closed would otherwise read the rest of the file into memory.
const maxRecordBytes = 16 << 20

// guard refuses to read on when more was read since refill than one row may have.
type guard struct {
	r    io.Reader
	left int
}

var errTooLong = errors.New("the row is too long")

func (g *guard) refill() { g.left = maxRecordBytes }

func (g *guard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, errTooLong
	}
	n, err := g.r.Read(p[:min(len(p), g.left)])
	g.left -= n
	return n, err
}

// textScanner reads the records of a text table with the standard CSV reader (RFC 4180).
// Quotation marks are taken strictly: reading past a stray one could join records.
type textScanner struct {
	grid  *textGrid
	guard *guard
	csv   *csv.Reader
	end   int // the line on which the last record ended
	cells []table.Cell
}

func (g *textGrid) scan() (scanner, error) {
	guard := &guard{r: g.reader(g.source, g.source.size)}
	guard.refill()
	r := csv.NewReader(bufio.NewReaderSize(guard, 1<<16))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = g.comma, -1, true
	r.TrimLeadingSpace = !unicode.IsSpace(g.comma) // the blank in "1, 2", never a tab between fields
	return &textScanner{grid: g, guard: guard, csv: r}, nil
}

func (s *textScanner) close() error { return nil }

func (s *textScanner) next() (record, error) {
	fields, err := s.csv.Read()
	if err == io.EOF {
		return record{}, err
	}
	if err != nil {
		return record{}, s.fault(err)
	}
	s.guard.refill()
	line, _ := s.csv.FieldPos(0)
	r := record{number: line, skipped: line - s.end - 1}
	last := len(fields) - 1
	s.end, _ = s.csv.FieldPos(last)
	s.end += strings.Count(fields[last], "\n")
	if line == 1 && s.grid.declared {
		return s.next()
	}
	if len(fields) > limits.MaxColumns {
		return record{}, &Fault{s.grid.label() + ", " + s.grid.row(line), fmt.Sprintf("there are more than %d fields", limits.MaxColumns),
			"save only the columns that are needed", nil}
	}
	s.cells = s.cells[:0]
	for i, f := range fields {
		if found, remedy := s.grid.misread(f); found != "" {
			return record{}, &Fault{s.grid.label() + ", " + s.grid.cell(line, i, ""), found, remedy, nil}
		}
		s.cells = append(s.cells, textCell(f, s.grid.decimal))
	}
	r.cells = s.cells
	return r, nil
}

// fault puts an error of the CSV reader in words.
func (s *textScanner) fault(err error) error {
	label := s.grid.label()
	var p *csv.ParseError
	switch {
	case errors.Is(err, errTooLong):
		return &Fault{label + ", " + s.grid.row(s.end+1), fmt.Sprintf("a record that begins here or soon after is longer than %d bytes", maxRecordBytes),
			"look for a quotation mark that is never closed", err}
	case !errors.As(err, &p):
		return unreadable(label, err)
	case errors.Is(p.Err, csv.ErrBareQuote):
		return &Fault{fmt.Sprintf("%s, line %d, byte %d", label, p.Line, p.Column), `found a quotation mark (") inside a field that does not begin with one`,
			"put the whole field in quotation marks and write the one inside it twice, or take it out", err}
	}
	return &Fault{fmt.Sprintf("%s, line %d", label, p.StartLine), `a field that begins with a quotation mark (") does not end as it should`,
		"close it before the end of the field, and write a quotation mark inside it twice", err}
}

// textCell reads a field: blank, a number as decimalField has it, or a text. Dates are not
// guessed: 01/02/03 has six meanings.
func textCell(field string, point byte) table.Cell {
	t := strings.TrimSpace(field)
	if t == "" {
		return table.Cell{}
	}
	if x, ok := decimalField(t, point); ok {
		return table.Cell{Kind: table.Number, Text: t, Number: x}
	}
	return table.Cell{Kind: table.Text, Text: t}
}

// maxWholeDigits is how many digits of a whole number a double keeps for certain. Longer
// ones (account numbers) stay texts, lest two become one.
const maxWholeDigits = 15

// decimalField reads an optional sign, digits with at most one point, and an optional
// exponent. Whole parts with leading zeros (postcodes, codes) and whole numbers of more
// than maxWholeDigits digits are not numbers.
func decimalField(s string, point byte) (float64, bool) {
	i := 0
	if s[0] == '+' || s[0] == '-' {
		i++
	}
	digits := func() int {
		from := i
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i - from
	}
	start := i
	whole, fraction, at := digits(), 0, -1
	if i < len(s) && s[i] == point {
		at = i
		i++
		fraction = digits()
	}
	exponent := i < len(s) && (s[i] == 'e' || s[i] == 'E')
	if exponent {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if digits() == 0 {
			return 0, false
		}
	}
	switch {
	case i < len(s), whole+fraction == 0, whole > 1 && s[start] == '0':
		return 0, false
	case at < 0 && !exponent && whole > maxWholeDigits:
		return 0, false
	case at >= 0 && point != '.':
		s = s[:at] + "." + s[at+1:]
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) {
		return 0, false
	}
	return x + 0, true // -0 becomes 0
}
