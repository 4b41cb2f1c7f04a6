package sheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

// corpus is the folder of small files of all kinds, each with a golden of what must be read
// of it and which problems must be listed. Most are made by the code beside this file; the
// others were saved by spreadsheet programs. `go test -run Corpus -update` makes them again.
const corpus = "testdata/corpus"

// specimen is a file of the corpus and how it is read.
type specimen struct {
	name string
	opts Options
	// data are its bytes; nil for a file that is kept as a program saved it.
	data []byte
}

// read opens the file and describes it.
func (s specimen) read() string {
	file, _, _ := strings.Cut(s.name, "#")
	var b strings.Builder
	if !reflect.DeepEqual(s.opts, Options{}) {
		fmt.Fprintf(&b, "read with %s\n", optionWords(s.opts))
	}
	f, err := Open(context.Background(), filepath.Join(corpus, file))
	if err != nil {
		return b.String() + faultWords(err)
	}
	defer f.Close()
	for _, i := range f.Sheets() {
		hidden := ""
		if i.Hidden {
			hidden = " (hidden)"
		}
		fmt.Fprintf(&b, "sheet %q%s\n", i.Name, hidden)
	}
	for _, r := range f.Ranges() {
		fmt.Fprintf(&b, "%s %q: %s of sheet %q, header %v, %d rows of totals\n", r.Kind.Said(), r.Name, r.Area, r.Sheet, r.Header, r.Totals)
	}
	sheet, err := f.Sheet(context.Background(), s.opts)
	if err != nil {
		return b.String() + faultWords(err)
	}
	fmt.Fprintf(&b, "%s, header in %s", sheet.Name(), sheet.grid.Row(sheet.HeaderRow()))
	if n := sheet.HeaderRows(); n > 1 {
		fmt.Fprintf(&b, " and the %d above", n-1)
	}
	if d := sheet.Delimiter(); d != "" {
		fmt.Fprintf(&b, ", fields separated by '%s', %s", strings.Trim(strconv.Quote(d), `"`), sheet.Encoding())
	}
	rows, err := dump(sheet)
	fmt.Fprintf(&b, "\n%s", rows)
	if err != nil {
		return b.String() + faultWords(err)
	}
	in, err := Inspect(context.Background(), sheet, InspectOptions{})
	if err != nil {
		return b.String() + faultWords(err)
	}
	return b.String() + inspectionWords(in)
}

func faultWords(err error) string {
	var f *grid.Fault
	if !errors.As(err, &f) {
		return fmt.Sprintf("an error that is no fault: %v\n", err)
	}
	return fmt.Sprintf("REFUSED at %s\n  found: %s\n  remedy: %s\n", f.Place, f.Found, f.Remedy)
}

func optionWords(o Options) string {
	var words []string
	say := func(is bool, format string, args ...any) {
		if is {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	say(o.Sheet != "", "sheet %q", o.Sheet)
	say(o.Range != "", "range %q", o.Range)
	say(o.HeaderRow != 0, "header row %d", o.HeaderRow)
	say(o.HeaderRows != 0, "%d header rows", o.HeaderRows)
	say(o.LeaveOut != "", "rows %s left out", o.LeaveOut)
	say(o.Merged == MergedBlank, "merged cells blank but for the first")
	say(o.Merged == MergedAll, "merged cells filled down and across")
	say(o.Delimiter != "", "delimiter '%s'", strings.Trim(strconv.Quote(o.Delimiter), `"`))
	say(o.Quote == delimited.NoQuote, "no quotation marks")
	say(o.Quote > 0, "quotation mark %q", o.Quote)
	say(o.Encoding != "", "encoding %s", o.Encoding)
	say(o.DecimalComma, "decimal comma")
	say(o.Thousands != 0, "thousands %q", o.Thousands)
	return strings.Join(words, ", ")
}

func inspectionWords(in *Inspection) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d records, %d blank rows between them, %d rows left out\n", in.Rows, in.BlankRows, len(in.LeftOut))
	for _, c := range in.Columns {
		var kinds []string
		for k, n := range c.Kinds {
			if n > 0 {
				kinds = append(kinds, fmt.Sprintf("%d with %s", n, table.Kind(k)))
			}
		}
		fmt.Fprintf(&b, "column %s: %s; %d different; %s\n", c.Name, strings.Join(kinds, ", "), c.Distinct, c.Proposed)
	}
	for _, p := range in.Problems {
		fmt.Fprintf(&b, "PROBLEM %s%s\n  found: %s\n  remedy: %s\n", p.Address, alike(p), p.Found, p.Remedy)
	}
	for _, r := range in.Repairs {
		fmt.Fprintf(&b, "REPAIR %s %s at %s\n  found: %s\n", r.Column, r.Kind, r.Address, r.Said())
		for i, c := range r.Choices {
			fmt.Fprintf(&b, "  button: %s%s\n", c.Said(), map[bool]string{true: " (proposed)"}[i == r.Proposed])
		}
	}
	for _, n := range in.Notes {
		fmt.Fprintf(&b, "NOTE %s\n  found: %s\n  becomes: %s\n", n.Address, n.Found, n.Becomes)
		if n.Fix != nil {
			fmt.Fprintf(&b, "  button: %s\n", n.Fix.Words)
		}
	}
	return b.String()
}

func specimens() []specimen {
	return slices.Concat(textSpecimens(), bookSpecimens(), odsSpecimens(), savedSpecimens())
}

// TestCorpus reads every file of the corpus and compares with its golden. A file that is
// read in several ways has "#" and a word for the way in the names of its goldens.
func TestCorpus(t *testing.T) {
	all := specimens()
	if len(all) < 60 {
		t.Errorf("the corpus has %d files, want 60 or more", len(all))
	}
	expected := make(map[string]bool)
	for _, s := range all {
		file, _, _ := strings.Cut(s.name, "#")
		path, golden := filepath.Join(corpus, file), filepath.Join(corpus, s.name+".golden")
		if expected[s.name+".golden"] {
			t.Errorf("%s is there twice", s.name)
		}
		expected[file], expected[s.name+".golden"] = true, true
		t.Run(s.name, func(t *testing.T) {
			if *update && s.data != nil {
				write(t, path, s.data)
			}
			if stored, err := os.ReadFile(path); err != nil || s.data != nil && !bytes.Equal(stored, s.data) {
				t.Fatalf("%s is not as it is made here (%v): run with -update", path, err)
			}
			got := s.read()
			if *update {
				write(t, golden, []byte(got))
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, got, string(want))
		})
	}
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !expected[e.Name()] {
			t.Errorf("%s is in the folder, but is no part of the corpus", e.Name())
		}
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// alike says how many other cells a problem is one of.
func alike(p Problem) string {
	if p.Cells == 1 {
		return ""
	}
	return fmt.Sprintf(" and %d more", p.Cells-1)
}
