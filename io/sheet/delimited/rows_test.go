package delimited

import (
	"context"
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
	"steward/io/sheet/sheettest"
)

func TestTextNumbers(t *testing.T) {
	for _, c := range []struct {
		field string
		point byte
		want  float64 // NaN for a text
	}{
		{"0", '.', 0}, {"-0", '.', 0}, {"7", '.', 7}, {"+7", '.', 7}, {"-12.50", '.', -12.5}, {".5", '.', 0.5}, {"5.", '.', 5},
		{"0.5", '.', 0.5}, {"1e3", '.', 1000}, {"2.5E-2", '.', 0.025}, {"999999999999999", '.', 999999999999999},
		{"0.30000000000000004", '.', 0.30000000000000004}, {"1,5", ',', 1.5}, {"-,5", ',', -0.5},
		{"007", '.', math.NaN()}, {"00", '.', math.NaN()}, {"-01", '.', math.NaN()}, {"01.5", '.', math.NaN()},
		{"1000000000000000", '.', math.NaN()}, {"1,5", '.', math.NaN()}, {"1.5", ',', math.NaN()}, {"1,234.5", '.', math.NaN()},
		{"1.234,5", ',', math.NaN()}, {"1e999", '.', math.NaN()}, {"e5", '.', math.NaN()}, {"1e", '.', math.NaN()}, {"1e+", '.', math.NaN()},
		{"-", '.', math.NaN()}, {".", '.', math.NaN()}, {"1.2.3", '.', math.NaN()}, {"0x10", '.', math.NaN()}, {"1_000", '.', math.NaN()},
		{"NaN", '.', math.NaN()}, {"Inf", '.', math.NaN()}, {"1 000", '.', math.NaN()}, {"5%", '.', 0.05}, {"−5", '.', math.NaN()},
		{"TRUE", '.', math.NaN()}, {"2024-03-01", '.', math.NaN()}, {"٣", '.', math.NaN()},
		{"123456789012345.5", '.', 123456789012345.5}, {"0.1234567890123456789", '.', 0.1234567890123456789}, {"1e-400", '.', 0},
		{"900719925474099.3", '.', 900719925474099.3}, {"1e5x", '.', math.NaN()}, {"+-5", '.', math.NaN()}, {"5-", '.', math.NaN()},
	} {
		got := (&Grid{Style: number.Style{Point: c.point}}).CellOf(c.field)
		want := table.Cell{Kind: table.Number, Text: c.field, Number: c.want}
		if math.IsNaN(c.want) {
			want = table.Cell{Kind: table.Text, Text: c.field}
		}
		if got != want || math.Signbit(got.Number) != math.Signbit(want.Number) {
			t.Errorf("field %q with point %q: got %v, want %v", c.field, c.point, got, want)
		}
	}
}

func TestTextThousands(t *testing.T) {
	for _, c := range []struct {
		field       string
		mark, point rune
		want        float64 // NaN for a text
	}{
		{"1,234", ',', '.', 1234}, {"12,345,678.25", ',', '.', 12345678.25}, {"-1,234", ',', '.', -1234}, {"+1,234e2", ',', '.', math.NaN()},
		{"1234", ',', '.', 1234}, {"999", ',', '.', 999}, {"1,23", ',', '.', math.NaN()}, {"1,2345", ',', '.', math.NaN()}, {",123", ',', '.', math.NaN()},
		{"1234,567", ',', '.', math.NaN()}, {"1,,234", ',', '.', math.NaN()}, {"0,123", ',', '.', math.NaN()}, {"1.234,567", ',', '.', math.NaN()},
		{"1 234,5", ' ', ',', 1234.5}, {"1\u00a0234,5", ' ', ',', 1234.5}, {"1\u202f234", '\u00a0', ',', 1234}, {"1 234\u00a0567", ' ', ',', math.NaN()},
		{"1'234", '\'', '.', 1234}, {"1’234", '\'', '.', 1234}, {"1,234,567,890,123,456", ',', '.', math.NaN()},
	} {
		g := &Grid{Style: number.Style{Point: byte(c.point), Thousands: number.Grouping(c.mark)}}
		got := g.CellOf(c.field)
		if want := !math.IsNaN(c.want); (got.Kind == table.Number) != want || want && got.Number != c.want || got.Text != c.field {
			t.Errorf("%q with %q: got %v, want %v", c.field, c.mark, got, c.want)
		}
	}
}

// FuzzTextFields compares our fields with those of encoding/csv where that reads the table
// without an error. Before a quotation mark it passes by white space of any kind, where we
// refuse all but blanks and tabs, and we allow blanks after one, where it refuses.
func FuzzTextFields(f *testing.F) {
	for _, data := range append(corpus(f), []byte("a,b\n\"x\"\"\n,\",\n\n , \n"), []byte("a;b;\n;;c\n")) {
		f.Add(string(data), byte(','))
	}
	f.Add("a;b\n1234567890123456;1.5e3\n0.1234567890123456;00\n-0;+1.\n.5;1990-01-02\n1e5;5x\n1e400;-1E-400\n", byte(';'))
	f.Add("25 %;$5;(7);-€ 5.25\nEUR .5;12 kr;1e3 %;(5 %)\n$ -5;kr.500;US$5;€ 5 €\n", byte(';'))
	f.Fuzz(func(t *testing.T, text string, comma byte) {
		text = strings.ReplaceAll(text, "\r", "") // which encoding/csv takes for a character
		if !strings.ContainsRune(",;\t|", rune(comma)) || !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1a") || len(text) == 0 ||
			strings.ContainsFunc(text, otherSpace) || strings.HasPrefix(text, utf8BOM) || strings.HasPrefix(text, "sep=") || encodingByNULs([]byte(text)) != UTF8 {
			return
		}
		want, ok := standardFields(text, rune(comma))
		if !ok {
			return
		}
		g, err := File{source: sheettest.Memory("a.csv", []byte(text)), head: []byte(text)}.Written("", Options{Delimiter: string(comma)})
		if err != nil {
			t.Skip(err) // UTF-32
		}
		var got [][]string
		_, err = grid.Walk(context.Background(), g, func(r grid.Record) (bool, error) {
			var fields []string
			for _, c := range r.Cells {
				x, isNumber := slowNumber(c.Text)
				if !isNumber {
					x, isNumber = slowAmount(c.Text)
				}
				if fields = append(fields, c.Text); (c.Kind == table.Blank) != (c.Text == "") || (c.Kind == table.Number) != isNumber || c.Number != x {
					t.Errorf("cell %+v, number %v, %v", c, x, isNumber)
				}
			}
			got = append(got, fields)
			return true, nil
		})
		if err != nil {
			t.Fatalf("%q: %v, but encoding/csv reads %q", text, err, want)
		}
		if len(got) != len(want) {
			t.Fatalf("%q: %d records, but encoding/csv reads %d", text, len(got), len(want))
		}
		for i := range want {
			if strings.Join(got[i], "\x00") != strings.Join(want[i], "\x00") {
				t.Errorf("%q: record %d is %q, but encoding/csv reads %q", text, i+1, got[i], want[i])
			}
		}
	})
}

var numeral = regexp.MustCompile(`^[+-]?(?:([0-9]+)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// slowNumber reads a number with a decimal point as the text reader does.
func slowNumber(s string) (float64, bool) {
	m := numeral.FindStringSubmatch(s)
	if m == nil || len(m[1]) > 1 && m[1][0] == '0' || len(m[1]) > number.MaxDigits && m[2] == "" && m[3] == "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false
	}
	return x, true
}

var amounts = func() *regexp.Regexp {
	var words []string
	for _, w := range number.CurrencyWords() {
		words = append(words, regexp.QuoteMeta(w))
	}
	blank, mark := "["+number.AmountBlanks+"]*", `(\p{Sc}|`+strings.Join(words, "|")+")"
	return regexp.MustCompile("^(?:([+-]?)" + blank + mark + "?" + blank + "|" + mark + blank + `([+-]))((?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)` + blank + "(%|" + mark + ")?$")
}()

// slowAmount reads a percentage or an amount of money with a decimal point as the text reader does.
func slowAmount(s string) (float64, bool) {
	inner, brackets := strings.CutPrefix(s, "(")
	if brackets && !strings.HasSuffix(inner, ")") {
		return 0, false
	}
	if brackets {
		inner = strings.Trim(inner[:len(inner)-1], number.AmountBlanks)
	}
	m := amounts.FindStringSubmatch(inner)
	if m == nil {
		return 0, false
	}
	sign, mark, digits, after := m[1]+m[4], m[2]+m[3], m[5], m[6]
	switch {
	case brackets == (sign != "") && brackets, mark != "" && after != "", !brackets && mark == "" && after == "":
		return 0, false
	case strings.HasPrefix(digits, ".") && strings.ContainsFunc(mark, unicode.IsLetter) && !strings.HasSuffix(mark, "$"):
		return 0, false
	case len(digits) > number.MaxDigits && !strings.Contains(digits, "."):
		return 0, false
	}
	if brackets {
		sign = "-"
	}
	if after == "%" {
		digits += "e-2"
	}
	x, err := strconv.ParseFloat(sign+digits, 64)
	return x + 0, err == nil
}

func otherSpace(r rune) bool { return unicode.IsSpace(r) && !strings.ContainsRune(" \t\r\n", r) }

// standardFields reads the trimmed fields of all records.
func standardFields(text string, comma rune) ([][]string, bool) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = comma, -1, comma != '\t'
	var records [][]string
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return records, true
		}
		if err != nil {
			return nil, false
		}
		for i, f := range fields {
			fields[i] = strings.TrimSpace(f)
		}
		records = append(records, fields)
	}
}

// corpus are the tables of the corpus, the small ones.
func corpus(t testing.TB) [][]byte {
	const most = 8 << 10 // larger ones slow the fuzzer more than they help it
	names, err := filepath.Glob("../testdata/corpus/*.csv")
	if err != nil || len(names) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	var list [][]byte
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) < most {
			list = append(list, data)
		}
	}
	return list
}
