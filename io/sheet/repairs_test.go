package sheet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/repair"
	"steward/core/seeded"
	"steward/core/table"
)

// oddColumns draws the texts of a column that is written in many ways.
func oddColumns(r *seeded.Source, rows int) [][]string {
	out := make([][]string, rows)
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for i := range out {
		x := fmt.Sprintf("%d.%02d", 1+r.IntN(900), r.IntN(100))
		out[i] = []string{
			pick(x, x, strings.Replace(x, ".", ",", 1), x+" (about)", "1,"+x, "n/a", x+"\u200b"),
			pick("Yes", "Yes", "yes", "No", "NO ", "n/a"),
			fmt.Sprintf("%02d/%02d/2024", 1+r.IntN(12), 13+r.IntN(10)),
			pick("12 km", "7", "5", "99"),
		}
	}
	return out
}

var oddRules = []repair.Rule{
	{Column: "spend", Kind: repair.DecimalComma}, {Column: "spend", Kind: repair.Thousands}, {Column: "spend", Kind: repair.Notes}, {Column: "spend", Kind: repair.Spaces},
	{Column: "spend", Kind: repair.Missing, Texts: []string{"n/a"}}, {Column: "answer", Kind: repair.Missing, Texts: []string{"n/a"}}, {Column: "answer", Kind: repair.Case, Texts: []string{"Yes", "No"}},
	{Column: "when", Kind: repair.MonthFirst, Texts: []string{"/"}}, {Column: "far", Kind: repair.Units, Texts: []string{"km"}}, {Column: "far", Kind: repair.Missing, Texts: []string{"99"}},
}

var oddHeader = []string{"spend", "answer", "when", "far"}

// oddFiles writes the same texts into a text table and into workbooks of both formats.
func oddFiles(t *testing.T, rows [][]string) []string {
	t.Helper()
	dir := t.TempDir()
	var csv, ods strings.Builder
	f := excelize.NewFile()
	defer f.Close()
	put := func(row int, cells []string) {
		fmt.Fprintln(&csv, strings.Join(cells, ";"))
		list := make([]any, len(cells))
		texts := ""
		for i, c := range cells {
			list[i] = c
			texts += `<table:table-cell office:value-type="string"><text:p>` + c + `</text:p></table:table-cell>`
		}
		ods.WriteString(odsRow(texts))
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", row), &list); err != nil {
			t.Fatal(err)
		}
	}
	put(1, oddHeader)
	for i, cells := range rows {
		put(i+2, cells)
	}
	paths := []string{filepath.Join(dir, "odd.csv"), filepath.Join(dir, "odd.xlsx"), filepath.Join(dir, "odd.ods")}
	if err := os.WriteFile(paths[2], odsFile(t, odsContent(`<table:table table:name="S">`+ods.String()+`</table:table>`)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(paths[0], []byte(csv.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(paths[1]); err != nil {
		t.Fatal(err)
	}
	return paths
}

// However a file is read, row by row, kept in columns, inspected, or looked through cell by cell, its rules make the same of it, and
// a text table and a workbook with the same texts are read alike.
func TestRulesReadAlike(t *testing.T) {
	rows := oddColumns(seeded.Named(t.Name()), 400)
	var first []string
	for _, path := range oddFiles(t, rows) {
		f, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s, err := f.Sheet(context.Background(), Options{Repairs: oddRules})
		if err != nil {
			t.Fatal(err)
		}
		var read []string
		kinds := make([][table.Error + 1]int, len(oddHeader))
		for row, err := range s.Rows(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			line := ""
			for i, c := range row.Cells {
				x, number := domain.Number(c) // which a workbook has as a text
				line += fmt.Sprintf("%v %v %s|", number, x, map[bool]string{true: c.Text}[!number])
				kinds[i][c.Kind]++
			}
			read = append(read, line)
		}
		if first == nil {
			first = read
		}
		if !slices.Equal(first, read) {
			t.Errorf("%s is read otherwise than the text table with the same texts", filepath.Base(path))
		}
		if kept, err := s.Coded(context.Background(), []int{0, 1, 2, 3}, nil); err != nil {
			t.Fatal(err)
		} else if kept != nil {
			at := 0
			for row, err := range s.Rows(context.Background()) {
				if err != nil {
					t.Fatal(err)
				}
				for i, want := range row.Cells {
					if got := kept.Column(i).Cell(at); got != want {
						t.Fatalf("%s, row %d: kept is %+v, read %+v", filepath.Base(path), row.Number, got, want)
					}
				}
				at++
			}
		}
		in := inspect(t, s)
		for i, c := range in.Columns {
			if c.Kinds != kinds[i] {
				t.Errorf("%s, column %s: inspected %v, read %v", filepath.Base(path), c.Name, c.Kinds, kinds[i])
			}
		}
		for _, r := range in.Repairs {
			if !r.InForce {
				t.Errorf("%s: %s of %s is left to be decided: %s", filepath.Base(path), r.Kind, r.Column, r.Said())
				continue
			}
			n := 0
			err := s.Behind(context.Background(), r.Choices[0].Rules, r.Kinds(0), func(m Mended) bool {
				if n++; m.Before == m.After {
					t.Errorf("%s is read as it stands", m.Address)
				}
				return true
			})
			if err != nil || n != r.Cells || n == 0 {
				t.Errorf("%s, %s of %s: %d cells are listed and %d counted, %v", filepath.Base(path), r.Kind, r.Column, n, r.Cells, err)
			}
		}
	}
}

// What an inspection offers is what it takes: once all that is proposed is in force, nothing more is, and as many cells are read by
// each rule as were told.
func TestWhatIsProposedIsRead(t *testing.T) {
	rows := oddColumns(seeded.Named(t.Name()), 400)
	for _, path := range oddFiles(t, rows) {
		f, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		read := func(rules []repair.Rule) *Inspection {
			s, err := f.Sheet(context.Background(), Options{Repairs: rules})
			if err != nil {
				t.Fatal(err)
			}
			return inspect(t, s)
		}
		before := read(nil)
		rules := before.Decided()
		after := read(rules)
		if more := after.Decided(); len(rules) < 6 || len(more) > 0 {
			t.Errorf("%s: after %v there is more: %v", filepath.Base(path), rules, more)
		}
		for _, r := range before.Repairs {
			if r.Proposed < 0 || r.Kind == repair.Case {
				continue
			}
			for _, a := range after.Repairs {
				if a.Column == r.Column && a.Kind == r.Choices[r.Proposed].Rules[0].Kind && (a.Cells != r.Cells || a.Address.String() != r.Address.String()) {
					t.Errorf("%s, %s of %s: %d cells from %s on were told, %d from %s on are read", filepath.Base(path), r.Kind, r.Column, r.Cells, r.Address, a.Cells, a.Address)
				}
			}
		}
	}
}

func TestRulesOfOtherFiles(t *testing.T) {
	path := oddFiles(t, oddColumns(seeded.Named(t.Name()), 3))[0]
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for says, r := range map[string]repair.Rule{`column "wage"`: {Column: "wage", Kind: repair.Spaces}, "names no text": {Column: "spend", Kind: repair.Missing}} {
		if _, err := f.Sheet(context.Background(), Options{Repairs: []repair.Rule{r}}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, want an error that says %s", r, err, says)
		}
	}
}
