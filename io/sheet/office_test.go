//go:build office

package sheet

import (
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

// TestOffice has LibreOffice open files of the corpus and save them in other formats, and
// compares what we read of the two.
func TestOffice(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("soffice is not on the PATH: install it with .ci/setup office")
	}
	for _, c := range []struct{ to, filter, files string }{
		{"xlsx", "xlsx", "small.ods kinds.ods texts.ods repeated.ods comma.csv quotes-and-line-ends.csv numbers.xlsx dates-1904.xlsx " +
			"formulas.xlsx joined-header.xlsx tables-and-names.xlsx sparse.xlsx hidden-sheets.xlsx macros.xlsm template.xltx wide.xlsx numbers-as-texts.xlsx"},
		{"ods", "ods", "numbers.xlsx dates-1904.xlsx truths-and-errors.xlsx formulas.xlsx joined-header.xlsx tables-and-names.xlsx sparse.xlsx hidden-sheets.xlsx " +
			"merged.xlsx wide.xlsx numbers-as-texts.xlsx small.ods texts.ods accents.ods comma.csv"},
		// Texts as they are, in UTF-8; numbers as they are stored and not as they are shown.
		{"csv", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false", "small.ods texts.ods repeated.ods numbers-as-texts.xlsx wide.xlsx sparse.xlsx joined-header.xlsx quotes-and-line-ends.csv"},
		{"csv", "csv:Text - txt - csv (StarCalc):59,34,1,1,,0,false,true,false", "small.ods accents.ods numbers-as-texts.xlsx"}, // semicolons, Windows-1252
	} {
		folder := t.TempDir()
		args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(folder, "profile"), "--convert-to", c.filter, "--outdir", folder}
		for file := range strings.FieldsSeq(c.files) {
			args = append(args, filepath.Join(corpus, file))
		}
		if out, err := exec.Command("soffice", args...).CombinedOutput(); err != nil {
			t.Fatalf("soffice: %v\n%s", err, out)
		}
		for file := range strings.FieldsSeq(c.files) {
			t.Run(c.filter+"/"+file, func(t *testing.T) {
				saved := filepath.Join(folder, strings.TrimSuffix(file, filepath.Ext(file))+"."+c.to)
				if _, err := os.Stat(saved); err != nil {
					t.Fatalf("soffice did not write it: %v", err)
				}
				opts := Options{}
				if strings.Contains(c.filter, ":59,34,1,") {
					opts.Encoding = "windows-1252"
				}
				compareSaved(t, filepath.Join(corpus, file), saved, opts, c.to == "csv")
			})
		}
	}
}

// TestOfficeShowsAmounts has LibreOffice write numbers as it shows them, as percentages and amounts of
// money, and compares what is read of them with what the workbook stores.
func TestOfficeShowsAmounts(t *testing.T) {
	if _, err := exec.LookPath("soffice"); err != nil {
		t.Skip("soffice is not on the PATH: install it with .ci/setup office")
	}
	folder, path := t.TempDir(), filepath.Join(corpus, "numbers.xlsx")
	out, err := exec.Command("soffice", "--headless", "-env:UserInstallation=file://"+filepath.Join(folder, "profile"),
		"--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true", "--outdir", folder, path).CombinedOutput()
	if err != nil {
		t.Fatalf("soffice: %v\n%s", err, out)
	}
	was, now := recordsOf(t, path, Options{}), recordsOf(t, filepath.Join(folder, "numbers.csv"), Options{Thousands: ','})
	if len(was) != len(now) || len(was) < 4 {
		t.Fatalf("%d records, %d as they are shown", len(was), len(now))
	}
	for i := 1; i < len(was); i++ {
		for j, mark := range []string{"%", "€"} {
			if a, b := was[i][j], now[i][j]; b.Kind != table.Number || b.Number != a.Number || !strings.HasSuffix(b.Text, mark) {
				t.Errorf("record %d, column %d: %v, %s %q (%v) as it is shown", i, j+1, a.Number, b.Kind, b.Text, b.Number)
			}
		}
	}
}

// compareSaved compares what is read of a file and of the same one saved otherwise.
func compareSaved(t *testing.T, path, saved string, opts Options, text bool) {
	name := visible(t, path)
	if !text {
		opts.Sheet = name // LibreOffice shows the sheet that is open, also a hidden one
	}
	was, now := recordsOf(t, path, Options{Sheet: name}), recordsOf(t, saved, opts)
	if len(was) != len(now) {
		t.Fatalf("%d records, %d when it is saved again", len(was), len(now))
	}
	for i := range was {
		if len(was[i]) != len(now[i]) {
			t.Fatalf("record %d has %d cells, %d when it is saved again", i+1, len(was[i]), len(now[i]))
		}
		for j, a := range was[i] {
			if b := now[i][j]; !sameCell(a, b, text) {
				t.Errorf("record %d, column %d: %s %q, %s %q when it is saved again", i+1, j+1, a.Kind, a.Text, b.Kind, b.Text)
			}
		}
	}
}

// visible returns the first sheet that is not hidden, "" for a text table.
func visible(t *testing.T, path string) string {
	t.Helper()
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, s := range f.Sheets() {
		if _, text := f.format.(delimited.File); !text && !s.Hidden {
			return s.Name
		}
	}
	return ""
}

// recordsOf reads the names and the records of a file.
func recordsOf(t *testing.T, path string, opts Options) [][]table.Cell {
	t.Helper()
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Sheet(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	var names []table.Cell
	for _, n := range s.Header() {
		names = append(names, table.Cell{Kind: table.Text, Text: n})
	}
	records := [][]table.Cell{names}
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, grid.CopyCells(row.Cells))
	}
	return records
}

// sameCell compares two cells. What LibreOffice changes is meant: a CSV has numbers, and
// texts that look like them, without telling which; truths become 1 and 0 where a format
// has them so; numbers keep fifteen digits; and runs of white space in a text become one blank.
func sameCell(a, b table.Cell, text bool) bool {
	number := func(c table.Cell) bool { return c.Kind == table.Number || c.Kind == table.Date || c.Kind == table.Bool }
	switch {
	case number(a) && number(b):
		return math.Abs(a.Number-b.Number) <= 1e-9*math.Abs(a.Number)
	case text && (a.Kind == table.Number || a.Kind == table.Text) && (b.Kind == table.Number || b.Kind == table.Text):
		return strings.Join(strings.Fields(a.Text), " ") == strings.Join(strings.Fields(b.Text), " ")
	}
	return a.Kind == b.Kind && strings.Join(strings.Fields(a.Text), " ") == strings.Join(strings.Fields(b.Text), " ")
}
