package codebook

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/core/plan"
)

// A text table is what a spreadsheet program opens without taking a text for a formula.
func TestWriteCSV(t *testing.T) {
	var b bytes.Buffer
	town := with(list("=town", "North", "=1+1", "-5"), func(c *plan.Column) { c.Readings = map[string]string{"@": "North"} })
	if err := WriteCSV(&b, Book{Columns: []plan.Column{town, ranges("wage", true, plan.Range{To: "9", Label: "low"}, plan.Range{From: "10"})}}); err != nil {
		t.Fatal(err)
	}
	want := "\uFEFF" + strings.Join([]string{
		"column,type,value,value label,lower,upper,read as,blanks,others",
		"'=town,list,North,,,,,,", "'=town,,'=1+1,,,,,,", "'=town,,-5,,,,,,", "'=town,,'@,,,,North,,",
		"wage,whole ranges,,low,open,9,,,", "wage,,,,10,open,,,", ""}, "\r\n")
	if b.String() != want {
		t.Errorf("wrote\n%q\nwant\n%q", b.String(), want)
	}
}

// What could not be read back is not written, and no file is replaced or left behind.
func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there.csv")
	if err := os.WriteFile(there, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	good := []plan.Column{list("a", "x")}
	for _, test := range []struct {
		name, file string
		columns    []plan.Column
		says       []string
	}{
		{"another ending", "book.ods", good, []string{"book.ods", ".csv or .xlsx"}},
		{"a file that exists", "there.csv", good, []string{"there.csv already exists", "choose another name"}},
		{"no columns", "book.csv", nil, []string{"no columns"}},
		{"a column without values", "book.csv", []plan.Column{list("a")}, []string{`"a"`, "empty"}},
		{"a column without an origin", "book.xlsx", []plan.Column{{Name: "a", Kind: "list", Values: []string{"x"}}}, []string{`"a"`, "origin"}},
		{"a column twice", "book.xlsx", append(good, good...), []string{`"a"`, "twice"}},
		{"a control character", "book.xlsx", []plan.Column{list("a", "x\x01y")}, []string{`"a"`, `"x\x01y"`, "correct it"}},
		{"bytes that are no text", "book.csv", []plan.Column{list("a", "\xe9")}, []string{`"a"`, "correct it"}},
		{"a text too long for a cell", "book.csv", []plan.Column{with(list("a", "x"), func(c *plan.Column) { c.Readings = map[string]string{strings.Repeat("y", limits.MaxSheetText+1): "x"} })}, []string{`"a"`, "shorten it"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := Save(filepath.Join(dir, test.file), Book{Columns: test.columns})
			for _, want := range test.says {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("the error does not say %q: %v", want, err)
				}
			}
		})
	}
	if mine, err := os.ReadFile(there); err != nil || string(mine) != "mine" {
		t.Errorf("the file that was there holds %q (%v)", mine, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}
