package sheet

import (
	"context"
	"encoding/csv"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"steward/core/table"
)

// seeds are the files of the corpus whose extension begins so, the small ones, whole.
func seeds(extension string) [][]byte {
	const most = 8 << 10 // larger ones slow the fuzzer more than they help it
	var list [][]byte
	for _, s := range specimens() {
		if strings.HasPrefix(filepath.Ext(s.name), extension) && 0 < len(s.data) && len(s.data) < most {
			list = append(list, s.data)
		}
	}
	return list
}

// FuzzText reads text tables in all ways in which the steward can have them read.
func FuzzText(f *testing.F) {
	for _, data := range append(seeds(".csv"), append(seeds(".t"), []byte("a,b\n1,2,3\n"), []byte("a,\"b\n1,2"))...) {
		f.Add(data, uint8(0), "", uint8(0), uint8(0), false)
		f.Add(data, uint8(1), ";", uint8('\''), uint8('.'), true)
	}
	for i := range known {
		f.Add([]byte("name,n\nZo\xeb,1\n\x83\x5c\x81,2\n"), uint8(i+1), "", uint8(255), uint8(','), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, way uint8, delimiter string, quote, thousands uint8, comma bool) {
		if len(data) == 0 {
			return // Open refuses an empty file
		}
		opts := Options{HeaderRow: int(way >> 6), Delimiter: delimiter, Quote: rune(quote), Thousands: rune(thousands), DecimalComma: comma}
		if quote == 255 {
			opts.Quote = NoQuote
		}
		if i := int(way&63) - 1; i >= 0 && i < len(known) {
			opts.Encoding = known[i].id
		}
		checkFile(t, "a.csv", data, opts)
	})
}

// FuzzTextFields compares our fields with those of encoding/csv where that reads the table
// without an error. Before a quotation mark it passes by white space of any kind, where we
// refuse all but blanks and tabs, and we allow blanks after one, where it refuses.
func FuzzTextFields(f *testing.F) {
	for _, data := range append(seeds(".csv"), []byte("a,b\n\"x\"\"\n,\",\n\n , \n"), []byte("a;b;\n;;c\n")) {
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
		g, err := textFile{memory("a.csv", []byte(text)), []byte(text)}.written("", textOptions{Delimiter: string(comma)})
		if err != nil {
			t.Skip(err) // UTF-32
		}
		var got [][]string
		_, err = walk(context.Background(), g, func(r record) (bool, error) {
			var fields []string
			for _, c := range r.cells {
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
	if m == nil || len(m[1]) > 1 && m[1][0] == '0' || len(m[1]) > maxWholeDigits && m[2] == "" && m[3] == "" {
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
	for _, w := range CurrencyWords() {
		words = append(words, regexp.QuoteMeta(w))
	}
	blank, mark := "["+AmountBlanks+"]*", `(\p{Sc}|`+strings.Join(words, "|")+")"
	return regexp.MustCompile("^(?:([+-]?)" + blank + mark + "?" + blank + "|" + mark + blank + `([+-]))((?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)` + blank + "(%|" + mark + ")?$")
}()

// slowAmount reads a percentage or an amount of money with a decimal point as the text reader does.
func slowAmount(s string) (float64, bool) {
	inner, brackets := strings.CutPrefix(s, "(")
	if brackets && !strings.HasSuffix(inner, ")") {
		return 0, false
	}
	if brackets {
		inner = strings.Trim(inner[:len(inner)-1], AmountBlanks)
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
	case len(digits) > maxWholeDigits && !strings.Contains(digits, "."):
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
