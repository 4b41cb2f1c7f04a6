package delimited

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/io/sheet/grid"
)

// spoken are words of languages with letters beyond ASCII.
var spoken = map[string][]string{
	"German": {"Müller", "Groß", "GROẞE", "STRASSE", "STRAßE", "Ärzte", "für", "südlich", "Köln", "Öl", "5 €", "„Süd“", "Bezirk"},
	"French": {"Évreux", "déjà", "L’été", "Noël", "français", "ÎLE", "œuvre", "rue"},
	"Polish": {"Łódź", "Kraków", "Wałbrzych", "żółty", "część", "ŚLĄSK", "Gdańsk", "dom"},
	"Greek":  {"Αθήνα", "Θεσσαλονίκη", "ΠΑΤΡΑ", "Κρήτη"},
	"Russian": {
		"Москва", "Санкт", "Иванова", "улица", "КАЗАНЬ", "Омск", "Екатерина",
	},
}

// usual are the encodings that tables in these languages are in.
var usual = map[string][]Encoding{
	"German": {"windows-1252", "ibm850", "macintosh"}, "French": {"windows-1252", "ibm850", "macintosh"}, "Polish": {"windows-1250", "ibm852"},
	"Greek": {"windows-1253"}, "Russian": {"windows-1251", "ibm866", "koi8-r"},
}

// TestAssumedEncoding writes tables of several languages in each encoding that is usual for them: whichever is assumed
// reads them as they were written.
func TestAssumedEncoding(t *testing.T) {
	draw := seeded.Named("tables of several languages")
	for _, language := range slices.Sorted(maps.Keys(spoken)) {
		for _, e := range usual[language] {
			write := known[e.index()].from.NewEncoder()
			for range 10 {
				words := slices.Clone(spoken[language])
				for range draw.IntN(40) {
					words = append(words, words[draw.IntN(len(words))])
				}
				draw.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
				words = slices.DeleteFunc(words, func(w string) bool {
					_, err := write.String(w)
					return err != nil
				})
				text := "a;b\n" + strings.Join(words, ";1\n") + ";1\n"
				raw, err := write.Bytes([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				opts := assumed(t, "town.csv", raw)
				if opts.Encoding == AnyEncoding || opts.Delimiter != ";" {
					t.Fatalf("%s in %s: assumed %+v of\n%s", language, e, opts, text)
				}
				if read, _ := opts.Encoding.decoder().Bytes(raw); string(read) != text {
					t.Fatalf("%s in %s is read in %s as\n%s\nwant\n%s", language, e, opts.Encoding, read, text)
				}
			}
		}
	}
}

func assumed(t *testing.T, name string, raw []byte) Options {
	t.Helper()
	f := File{grid.Source{ReaderAt: bytes.NewReader(raw), Name: name, Size: int64(len(raw))}, raw[:min(len(raw), 1<<16)]}
	opts, err := f.Assume(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return opts
}

// TestNothingIsAssumed are tables that say how they are written, by what is in them or by their names, and those of
// which nothing can be told.
func TestNothingIsAssumed(t *testing.T) {
	russian := strings.Join(spoken["Russian"], ",1\n")
	for _, c := range []struct {
		test, name, text string
		want             Options
	}{
		{"ASCII", "a.csv", "a,b\n1,2\n", Options{}},
		{"UTF-8", "a.csv", "a,b\nMüller,2\n", Options{}},
		{"UTF-8 of another script", "a.csv", russian, Options{}},
		{"a mark of UTF-8", "a.csv", utf8BOM + "a,b\nMüller,2\n", Options{}},
		{"a sign beyond ASCII over a border of reading", "a.csv", "a,b\n" + strings.Repeat("x", 1<<16-5) + "ü,2\n", Options{}},
		{"damaged UTF-8", "a.csv", "a,b\n" + strings.Repeat("Müller,2\n", 40) + "Zo\xeb,2\n", Options{}},
		{"no encoding of a byte for each character", "a.csv", "a,b\n\x93\x8c\x8b\x9e,1\n\x91\xe5\x8d\xe3,2\n", Options{}}, // Shift-JIS
		{"tabs in a table of tabs", "a.tsv", "a\tb\n1\t2\n", Options{}},
		{"tabs", "a.csv", "a\tb\n1\t2\n", Options{Delimiter: "\t"}},
		{"commas in a text", "a.txt", "a,b\n1,2\n", Options{Delimiter: ","}},
		{"a first line that says it", "a.csv", "sep=;\na;b\n1;2\n", Options{}},
	} {
		t.Run(c.test, func(t *testing.T) {
			if got := assumed(t, c.name, []byte(c.text)); got != c.want {
				t.Errorf("assumed %+v, want %+v", got, c.want)
			}
		})
	}
}

// TestReadings shows what each choice would make of a table.
func TestReadings(t *testing.T) {
	raw := []byte("name;town\nAnn;Rome\n" + strings.Repeat("Bo;Bern\n", 20000) + "Zo\xeb;K\xf6ln\n")
	f := File{grid.Source{ReaderAt: bytes.NewReader(raw), Name: "a.csv", Size: int64(len(raw))}, raw[:1<<16]}
	r, err := f.Readings(Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(r.Sample("windows-1252"), " ", r.Sample("windows-1251"), " ", r.Sample(UTF8), " ", r.Fields(";"), r.Fields(","))
	if want := "Zoë, Köln Zoл, Kцln Zo\ufffd, K\ufffdln 2 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
