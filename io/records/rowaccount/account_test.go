package rowaccount

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/repair"
	"steward/core/seeded"
	"steward/io/internal/disk"
	"steward/io/records"
	"steward/io/sheet"
)

// drawn is a file, the plan that reads it, and what became of its rows as they were made up.
type drawn struct {
	lines [][]string // of the file, a nil one is blank
	plan  plan.Plan
	above int
	kinds map[string]int64 // by the keys of lines; records and rows too
	like  []int
	keyed map[string][]int // the rows behind some of them
}

// towns are answers as they are written, and the line of the account that each is in.
var towns = []struct{ text, key string }{
	{"North", ""}, {"South", ""}, {"North", ""}, {"", "blank:town"}, {"Elsewhere", "other:town"}, {"n/a", "reading:town"}, {"Nor\u200bth", "mended:town"}, {"-9", "mended:town"},
}

// ages likewise.
var ages = []struct{ text, key string }{{"30", ""}, {"20", ""}, {"79", ""}, {"99", "bound:age"}, {"3", "bound:age"}, {"", "blank:age"}, {"old", "unread:age"}}

// draw makes up a file.
func draw(r *seeded.Source) *drawn {
	lowest, highest := int64(20), int64(79)
	d := &drawn{kinds: make(map[string]int64), keyed: make(map[string][]int)}
	d.plan = plan.Plan{
		Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: "1"},
		Columns: []plan.Column{
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Readings: map[string]string{"n/a": domain.BlankLabel}},
			{Name: "age", Kind: domain.Whole, Lowest: &lowest, Highest: &highest, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}},
		},
		Questions: []plan.Question{{ID: "q", Title: "q", Kind: "table", Columns: []domain.AttributeName{"town", "age"}}},
	}
	d.plan.Data.Repairs = []repair.Rule{{Column: "town", Kind: repair.Spaces}, {Column: "town", Kind: repair.Missing, Texts: []string{"-9"}}}
	if r.IntN(2) == 0 {
		d.plan.Rows = &plan.Rows{Person: "who", AtMost: 1 + r.IntN(2)}
	}
	for range r.IntN(3) {
		d.lines = append(d.lines, [][]string{{"A title"}, nil}[r.IntN(2)])
	}
	d.above = len(d.lines)
	d.plan.Data.HeaderRow = d.above + 1
	d.lines = append(d.lines, []string{"who", "town", "age"})
	seen := make(map[string]int)
	var left []int
	for range 1 + r.IntN(30) {
		switch r.IntN(8) {
		case 0:
			d.lines = append(d.lines, nil)
		case 1:
			left = append(left, len(d.lines)+1)
			d.leave(r)
		default:
			d.record(r, seen)
		}
	}
	d.lines = append(d.lines, []string{"p0", "South", "30"}) // there is a record, and no blank row at the end
	d.counted("p0", seen)
	d.plan.Data.LeaveOut = string(sheet.RowsOf(left))
	d.kinds["rows"], d.kinds["above"], d.kinds["header"] = int64(len(d.lines)), int64(d.above), 1
	d.kinds["blank"] = d.kinds["rows"] - d.kinds["above"] - d.kinds["header"] - d.kinds["left-out"] - d.kinds["records"]
	return d
}

// leave makes up a row that is left out.
func (d *drawn) leave(r *seeded.Source) {
	d.kinds["left-out"]++
	line := [][]string{{"Total", "", "99"}, {"p1", "North", "30"}, {"", "Summe", "40"}}[r.IntN(3)]
	if d.lines = append(d.lines, line); line[0] == "p1" {
		d.like = append(d.like, len(d.lines))
	}
}

// record makes up a row of somebody.
func (d *drawn) record(r *seeded.Source, seen map[string]int) {
	who := fmt.Sprint("p", r.IntN(4))
	town, age := towns[r.IntN(len(towns))], ages[r.IntN(len(ages))]
	d.lines = append(d.lines, []string{who, town.text, age.text})
	for _, key := range []string{town.key, age.key} {
		if key != "" {
			d.kinds[key]++
			d.keyed[key] = append(d.keyed[key], len(d.lines))
		}
	}
	if town.text == "-9" {
		d.kinds["blank:town"]++
		d.keyed["blank:town"] = append(d.keyed["blank:town"], len(d.lines))
	}
	if age.text == "old" {
		d.kinds["unreadable"]++
		d.kinds["records"]++
		return
	}
	d.counted(who, seen)
}

// counted notes a record that can be read.
func (d *drawn) counted(who string, seen map[string]int) {
	d.kinds["records"]++
	if seen[who]++; d.plan.Rows != nil && seen[who] > d.plan.Rows.AtMost {
		d.kinds["beyond"]++
		d.keyed["beyond"] = append(d.keyed["beyond"], len(d.lines))
		return
	}
	d.kinds["counted"]++
}

// text writes the file as a text table.
func (d *drawn) text(t *testing.T) string {
	var b strings.Builder
	for _, line := range d.lines {
		if line != nil {
			b.WriteString(strings.Join(append(slices.Clone(line), make([]string, 3-len(line))...), ";"))
		}
		b.WriteString("\n")
	}
	path := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	d.plan.Data.Delimiter = ";"
	return path
}

// book writes it as a workbook, of which only a part is read where rows stand beside it.
func (d *drawn) book(t *testing.T, beside int) string {
	f := excelize.NewFile()
	defer f.Close()
	for i, line := range d.lines {
		for j, text := range line {
			if text == "" {
				continue
			}
			cell, _ := excelize.CoordinatesToCellName(j+1, i+1)
			var x int
			var value any = text
			if _, err := fmt.Sscanf(text, "%d", &x); err == nil {
				value = x
			}
			if err := f.SetCellValue("Sheet1", cell, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i := range beside {
		if err := f.SetCellValue("Sheet1", fmt.Sprint("A", len(d.lines)+1+i), "p9"); err != nil {
			t.Fatal(err)
		}
	}
	if beside > 0 {
		d.plan.Data.Range = fmt.Sprintf("A1:C%d", len(d.lines))
		d.kinds["outside"] = int64(beside)
		d.kinds["rows"] += int64(beside)
	}
	path := filepath.Join(t.TempDir(), "people.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	return path
}

func (d *drawn) open(t *testing.T, path string) (*plan.Compiled, *records.Data) {
	t.Helper()
	compiled, err := plan.Compile(d.plan)
	if err != nil {
		t.Fatal(err)
	}
	data, err := records.Open(context.Background(), path, d.plan.Data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := data.Close(); err != nil {
			t.Error(err)
		}
	})
	return compiled, data
}

// Over made-up files of all kinds of row, as text tables and as workbooks: every row of the file is in one line of the account,
// the lines add up to the rows and to what a release counts, and behind each line are the rows that were made for it.
func TestEveryRowIsAccountedFor(t *testing.T) {
	r := seeded.Named(t.Name())
	for i := range seeded.Often(40, 2000) {
		d := draw(r)
		path := ""
		if i%2 == 0 {
			path = d.text(t)
		} else {
			path = d.book(t, r.IntN(3))
		}
		compiled, data := d.open(t, path)
		a, err := Of(context.Background(), compiled, data, nil)
		if err != nil {
			t.Fatal(err)
		}
		told := a.Told()
		for key := range told {
			if told[key] == 0 {
				delete(told, key)
			}
		}
		for key, n := range d.kinds {
			if told[key] != n {
				t.Fatalf("%s: %d, want %d in\n%q", key, told[key], n, d.lines)
			}
			delete(told, key)
		}
		if len(told) > 0 || !slices.Equal(a.LikeRecords, d.like) {
			t.Fatalf("told beside what there is: %v, rows like records %v, want %v", told, a.LikeRecords, d.like)
		}
		rows, of := int64(0), int64(0)
		for _, l := range a.Lines() {
			switch l.Level {
			case 0:
				rows += l.N
			case 1:
				of += l.N
			}
		}
		if rows+of != int64(a.Rows.All) || of != a.Records {
			t.Fatalf("%d and %d are no %d rows", rows, of, a.Rows.All)
		}
		if n := histogram(t, compiled, data); n != a.Used() {
			t.Fatalf("a release counts %d, and %d are told", n, a.Used())
		}
		for key, want := range d.keyed {
			var got []int
			if err := Behind(context.Background(), compiled, data, key, func(r Row) bool { got = append(got, r.Number); return true }); err != nil {
				t.Fatal(err)
			}
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("behind %s are rows %v, want %v in\n%q", key, got, want, d.lines)
			}
		}
	}
}

// histogram returns how many records a release counts.
func histogram(t *testing.T, c *plan.Compiled, data *records.Data) (n int64) {
	t.Helper()
	_, err := data.Read(context.Background(), c, release.Visit{
		Cell:     func(_ []int, records int64) error { n += records; return nil },
		Unread:   func(int64, error) error { return nil },
		Progress: func(int64) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A file of rows says that it is private, belongs to its owner, is not written where a release is, and is not there when one is
// written.
func TestRowsAreWrittenToPrivateFiles(t *testing.T) {
	d := draw(seeded.Named(t.Name()))
	d.lines = append(d.lines, []string{"p0", "=Elsewhere", "30"})
	compiled, data := d.open(t, d.text(t))
	dir := t.TempDir()
	write := func(path string) error {
		return Write(context.Background(), compiled, data, "other:town", path, language.Language{})
	}
	path := filepath.Join(dir, "rows.csv")
	if err := write(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "rows"+Suffix))
	if err != nil || !strings.HasPrefix(string(text), "PRIVATE: ") || !strings.Contains(string(text), "'=Elsewhere") {
		t.Errorf("%v\n%s", err, text)
	}
	if info, err := os.Stat(filepath.Join(dir, "rows"+Suffix)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if err := write(path); !errors.Is(err, os.ErrExist) {
		t.Errorf("written twice: %v", err)
	}
	if err := NoneIn(disk.OS, dir); err == nil || !strings.Contains(err.Error(), Suffix) {
		t.Errorf("a release may be written there: %v", err)
	}
	if err := Behind(context.Background(), compiled, data, "blank:nowhere", func(Row) bool { return true }); err == nil {
		t.Error("there is a line of no column")
	}
	out := t.TempDir()
	record := filepath.Join("..", "..", "..", "cmd", "steward", "testdata", "earlier", "0.9.0", "release", "people.json")
	raw, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, "people.json"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{out, filepath.Join(out, "below")} {
		if err := write(filepath.Join(at, "rows.csv")); err == nil || !strings.Contains(err.Error(), "people.json is the record of a release") {
			t.Errorf("written into %s: %v", at, err)
		}
	}
}
