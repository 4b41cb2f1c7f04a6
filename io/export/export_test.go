package export

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

// What no file format can carry is refused before anything is written.
func TestNumbersThatAreNone(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, which := range []string{"unadjusted", "error", "half-width"} {
			r := releaseOf(t, smallPlan())
			q := &r.Questions[1]
			switch which {
			case "unadjusted":
				q.Unadjusted[2] = x
			case "error":
				q.Error[2] = x
			case "half-width":
				q.HalfWidth[2] = x
			}
			dir := t.TempDir()
			paths, err := All(context.Background(), disk.OS, dir, "small", r)
			if err == nil || len(paths) > 0 || len(folder(t, dir)) > 0 {
				t.Fatalf("%v as %s: wrote %v, %v", x, which, folder(t, dir), err)
			}
			for _, want := range []string{`"Health, cumulative"`, "number 3", fmt.Sprint(x)} {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not say %q", err, want)
				}
			}
		}
	}
}

// Whichever of the files exists, it is kept, the error names it, and what was written
// before is told.
func TestOverwriteRefused(t *testing.T) {
	names := []string{"small.xlsx", "small-towns.csv", "small-health.csv", "small-bands.csv", PackageName, "small.json"}
	for i, name := range names {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("earlier"), 0o600); err != nil {
			t.Fatal(err)
		}
		r := releaseOf(t, smallPlan())
		if err := Free(disk.OS, dir, "small", r.Plan); err == nil || !strings.Contains(err.Error(), path+" already exists") || !strings.Contains(err.Error(), "choose another folder") {
			t.Errorf("Free: error %v, want one that names %s", err, path)
		}
		if got := folder(t, dir); !reflect.DeepEqual(got, []string{name}) {
			t.Errorf("Free left %v", got)
		}
		paths, err := All(context.Background(), disk.OS, dir, "small", r)
		if !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
			t.Errorf("All: error %v, want fs.ErrExist that names %s", err, path)
		}
		if want := slices.Delete(slices.Clone(names), i, i+1); !reflect.DeepEqual(base(paths), want) {
			t.Errorf("All tells of %v, want %v: the others have to be written all the same", base(paths), want)
		}
		if got := contentOf(t, path); string(got) != "earlier" {
			t.Errorf("%s became %q", name, got)
		}
		if got := folder(t, dir); len(got) != len(names) {
			t.Errorf("the folder holds %v", got)
		}
	}
	dir := t.TempDir()
	r := releaseOf(t, smallPlan())
	first := all(t, dir, "small", r)
	before := contentOf(t, first[0])
	if paths, err := All(context.Background(), disk.OS, dir, "small", r); err == nil || len(paths) > 0 {
		t.Errorf("a second release was written over the first: %v", paths)
	}
	if !bytes.Equal(contentOf(t, first[0]), before) || len(folder(t, dir)) != len(names) {
		t.Error("the first release was changed")
	}
}

// A folder that is a file, or is not there, is told by name.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("earlier"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{file, filepath.Join(dir, "missing")} {
		if paths, err := All(context.Background(), disk.OS, place, "small", releaseOf(t, smallPlan())); err == nil || len(paths) > 0 || !strings.Contains(err.Error(), place) {
			t.Errorf("%s: wrote %v, %v", place, paths, err)
		}
	}
	if string(contentOf(t, file)) != "earlier" {
		t.Error("the file was changed")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	r := releaseOf(t, smallPlan())
	if paths, err := All(ctx, disk.OS, dir, "small", r); !errors.Is(err, context.Canceled) || len(paths) > 0 {
		t.Errorf("wrote %v, %v", paths, err)
	}
	if got := folder(t, dir); len(got) > 0 {
		t.Errorf("the folder holds %v", got)
	}
	var out bytes.Buffer
	if err := writeWorkbook(ctx, &out, r); !errors.Is(err, context.Canceled) {
		t.Errorf("the workbook: %v", err)
	}
	if err := (answered{Question: &r.Questions[0]}).writeCSV(ctx, &out); !errors.Is(err, context.Canceled) {
		t.Errorf("the CSV file: %v", err)
	}
}

// A disk that is full is an error of every format, not a shorter file.
func TestWriteErrors(t *testing.T) {
	r := releaseOf(t, smallPlan())
	full := errors.New("the disk is full")
	for room := range 3 {
		w := &failing{room: room * 100, err: full}
		for name, err := range map[string]error{
			"workbook": writeWorkbook(context.Background(), w, r),
			"CSV":      answered{Question: &r.Questions[0]}.writeCSV(context.Background(), &failing{room: room * 100, err: full}),
			"record":   writeRecord(&failing{room: room * 100, err: full}, r, nil, nil),
		} {
			if !errors.Is(err, full) {
				t.Errorf("%s with room for %d bytes: error %v", name, room*100, err)
			}
		}
	}
}

// A disk that takes nothing more is said once, and not of every file that is left.
func TestFullDiskIsSaidOnce(t *testing.T) {
	full := &disktest.Disk{Unsynced: true, Fault: func(op disktest.Op) disktest.Fault {
		if op.Call == disktest.Write {
			return disktest.Fault{Err: &fs.PathError{Op: "write", Path: op.Path, Err: syscall.ENOSPC}}
		}
		return disktest.Fault{}
	}}
	paths, err := All(t.Context(), full, t.TempDir(), "small", releaseOf(t, smallPlan()))
	if len(paths) > 0 || !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("%q, %v", paths, err)
	}
	said := err.Error()
	if !strings.HasPrefix(said, "small.xlsx cannot be written: the disk is full: free some space") || strings.Count(said, "the disk is full") != 1 || strings.Contains(said, "\n") {
		t.Error(said)
	}
}

// failing takes so many bytes and then errors.
type failing struct {
	room int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return max(len(p)+f.room, 0), f.err
	}
	return len(p), nil
}

// lastSheets follow the questions in every workbook.
var lastSheets = []string{addingSheet, accountingSheet, codebookSheet, recordSheet}

// A list that is too long for one sheet goes on in others, and a table that has too many
// rows gets no cross-table.
func TestListsOverSeveralSheets(t *testing.T) {
	r := releaseOf(t, smallPlan())
	for rows, sheets := range map[int][]string{
		20: {"1 cross-table Towns by age", "1 Towns by age", "2 Health, cumulative", "3 Age bands"},
		10: {"1 Towns by age", "2 Health, cumulative", "3 Age bands"},
		4:  {"1 Towns by age", "1 Towns by age (2)", "1 Towns by age (3)", "2 Health, cumulative", "3 Age bands"},
		3: {"1 Towns by age", "1 Towns by age (2)", "1 Towns by age (3)", "1 Towns by age (4)",
			"2 Health, cumulative", "2 Health, cumulative (2)", "3 Age bands"},
	} {
		b := newBook(context.Background(), rows, language.Language{})
		var out bytes.Buffer
		if err := b.write(&out, r); err != nil {
			t.Fatal(err)
		}
		f := openBook(t, out.Bytes())
		want := slices.Concat([]string{readMeSheet}, sheets, lastSheets)
		if got := f.GetSheetList(); !reflect.DeepEqual(got, want) {
			t.Errorf("with %d rows a sheet: %q, want %q", rows, got, want)
			continue
		}
		readMe := fmt.Sprint(rowsOf(t, f, readMeSheet))
		if says := fmt.Sprintf("part 2 of %d, answers %d to", (10+rows-1)/rows, rows+1); rows < 10 != strings.Contains(readMe, says) {
			t.Errorf("with %d rows a sheet Read me does not tell rightly of %q:\n%s", rows, says, readMe)
		}
		var published []string
		for _, name := range sheets {
			if strings.HasPrefix(name, "1 Towns") { // not its cross-table
				list := rowsOf(t, f, name)
				if list[0][0] != "age" || len(list) > rows+1 {
					t.Errorf("sheet %q begins with %q and has %d rows", name, list[0], len(list))
				}
				for _, row := range list[1:] {
					published = append(published, row[2])
				}
			}
		}
		for k, x := range r.Questions[0].Tidied {
			if k >= len(published) || published[k] != decimal(x) {
				t.Fatalf("with %d rows a sheet: published %v, want %v", rows, published, r.Questions[0].Tidied)
			}
		}
	}
}

// crossOf reads a cross-table: the number, and the ends of its interval, of every combination of labels. It has so many
// columns of labels, and those of values across.
func crossOf(t *testing.T, f *excelize.File, name string, labels int) (values []string, found map[string][3]string) {
	t.Helper()
	rows := rowsOf(t, f, name)
	if len(rows) < 6 {
		t.Fatalf("sheet %q has %d rows", name, len(rows))
	}
	found = make(map[string][3]string)
	cell := func(i, j int) string {
		if j < len(rows[i]) {
			return rows[i][j]
		}
		return ""
	}
	if below := cell(4, labels) == "Published"; below && cell(5, labels) == FromColumn {
		for j := labels + 1; j < len(rows[3]); j++ {
			values = append(values, rows[3][j])
			for i := 4; i < len(rows); i += 3 {
				found[strings.Join(append(slices.Clone(rows[i][:labels]), rows[3][j]), "|")] = [3]string{cell(i, j), cell(i+1, j), cell(i+2, j)}
			}
		}
		return values, found
	}
	for j := labels; j < len(rows[4]); j += 3 {
		values = append(values, rows[3][j])
		if got := [3]string(rows[4][j : j+3]); got != [3]string{"Published", FromColumn, ToColumn} {
			t.Errorf("sheet %q: below %q stands %q", name, rows[3][j], got)
		}
		for i := 5; i < len(rows); i++ {
			found[strings.Join(append(slices.Clone(rows[i][:labels]), rows[3][j]), "|")] = [3]string{cell(i, j), cell(i, j+1), cell(i, j+2)}
		}
	}
	return values, found
}

// checkCross holds a cross-table against the answers of its question: each stands in its place once, with its interval, and
// what is left over cannot occur.
func checkCross(t *testing.T, f *excelize.File, name string, q *result.Question) {
	t.Helper()
	g, _ := q.Grid()
	values, found := crossOf(t, f, name, len(q.Workload.KeyNames())-1)
	if !slices.Equal(values, g.Across) {
		t.Errorf("sheet %q has %q across, want %q", name, values, g.Across)
	}
	for i := range q.Len() {
		key := q.Key(i)
		at := strings.Join(append(slices.Delete(slices.Clone(key), g.Column, g.Column+1), key[g.Column]), "|")
		want := [3]string{HiddenText, decimal(q.Low[i]), decimal(q.High[i])}
		if n, shown := q.Published(i); shown {
			want[0] = decimal(n)
		}
		if q.Exact[i] && q.Low[i] == q.High[i] {
			want[1], want[2] = "exact", ""
		}
		if found[at] != want {
			t.Errorf("sheet %q, %s: %q, want %q", name, at, found[at], want)
		}
		delete(found, at)
	}
	for at, cells := range found {
		if cells != [3]string{ImpossibleText} {
			t.Errorf("sheet %q, %s, which cannot occur: %q", name, at, cells)
		}
	}
}

// A cross-table has the number of every combination that can occur in its place, with its interval beside it or, in a wide
// one, below, and says where one cannot. What is merged covers no cell that says something.
func TestCrossTable(t *testing.T) {
	p := smallPlan()
	r := releaseOf(t, p)
	_, f := workbook(t, r)
	checkCross(t, f, "1 cross-table Towns by age", &r.Questions[0])
	if n := len(rowsOf(t, f, "1 cross-table Towns by age")); n != 5+len(r.Questions[0].Workload.Domain().Attributes()[0].Labels()) {
		t.Errorf("there are %d rows", n)
	}
	p.Questions = []plan.Question{
		{ID: "a", Title: "Three", Kind: "table", Columns: []domain.AttributeName{"town", "health", "age"}, Totals: true},
		{ID: "b", Title: "Wide", Kind: "table", Columns: []domain.AttributeName{"age", "years"}},
	}
	refuse := plan.Special{Rule: domain.Refuse}
	p.Columns = append(p.Columns, plan.Column{Name: "years", Kind: domain.Whole, Lowest: number(1), Highest: number(40), Origin: domain.Typed, Blank: refuse, Other: refuse})
	p.Columns[0].Highest = number(40)
	r = releaseOf(t, p)
	r.Questions[0].Exact[3], r.Questions[0].Low[3], r.Questions[0].High[3] = true, 7, 7
	_, f = workbook(t, r)
	for i, name := range []string{"1 cross-table Three", "2 cross-table Wide"} {
		checkCross(t, f, name, &r.Questions[i])
		merged, err := f.GetMergeCells(name, true)
		if err != nil || len(merged) < 3 {
			t.Errorf("sheet %q: %d cells are merged (%v)", name, len(merged), err)
		}
		layout, err := f.GetPageLayout(name)
		if wide := i == 1; err != nil || wide != (*layout.FitToWidth > 1) {
			t.Errorf("sheet %q is printed %d pages wide (%v)", name, *layout.FitToWidth, err)
		}
	}
}

// A cross-table that is too large to be read is left out, and stands before the list otherwise.
func TestNoCrossTable(t *testing.T) {
	p := smallPlan()
	p.Impossible = nil
	p.Questions = []plan.Question{
		{ID: "a", Title: "Large", Kind: "table", Columns: []domain.AttributeName{"years", "age"}},
		{ID: "b", Title: "Long", Kind: "table", Columns: []domain.AttributeName{"age", "town"}},
		{ID: "d", Title: "One", Kind: "table", Columns: []domain.AttributeName{"age"}},
	}
	refuse := plan.Special{Rule: domain.Refuse}
	p.Columns = append(p.Columns, plan.Column{Name: "years", Kind: domain.Whole, Lowest: number(1), Highest: number(150), Origin: domain.Typed, Blank: refuse, Other: refuse})
	p.Columns[0].Highest = number(150)
	_, f := workbook(t, releaseOf(t, p))
	want := slices.Concat([]string{readMeSheet, "1 Large", "2 cross-table Long", "2 Long", "3 One"}, lastSheets)
	if got := f.GetSheetList(); !reflect.DeepEqual(got, want) {
		t.Errorf("sheets %q, want %q", got, want)
	}
}

// Every list can be filtered, keeps its heading in sight and prints on whole pages.
func TestLayout(t *testing.T) {
	p := smallPlan()
	p.Questions[0].Title, p.Title = "The peoples' towns", "Towns & ages"
	data, f := workbook(t, releaseOf(t, p))
	parts := partsOf(t, data)
	if !strings.HasPrefix(firstPart(t, data), "[Content_Types].xml") {
		t.Errorf("the workbook begins with %s", firstPart(t, data))
	}
	for i, name := range f.GetSheetList() {
		part := parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)]
		layout, err := f.GetPageLayout(name)
		if err != nil || layout.Orientation == nil || *layout.FitToWidth != 1 || *layout.FitToHeight != 0 {
			t.Errorf("sheet %q is laid out %+v (%v)", name, layout, err)
		}
		if at, err := f.GetHeaderFooter(name); err != nil || at == nil || at.OddHeader != "&LTowns && ages" || at.OddFooter != "&L&A&R&P / &N" {
			t.Errorf("sheet %q has %+v at its edges (%v)", name, at, err)
		}
		props, err := f.GetSheetProps(name)
		if err != nil || props.FitToPage == nil || !*props.FitToPage {
			t.Errorf("sheet %q does not fit its page (%v)", name, err)
		}
		list := i > 0 && !strings.Contains(name, "cross-table") && !slices.Contains([]string{accountingSheet, addingSheet, recordSheet}, name)
		if list != strings.Contains(part, `<autoFilter ref="$A$1:`) {
			t.Errorf("sheet %q: can be filtered: %v", name, !list)
		}
		if cross := strings.Contains(name, "cross-table"); (list || cross) && !strings.Contains(part, `state="frozen"`) {
			t.Errorf("sheet %q: the heading is not frozen", name)
		}
	}
	printed := 0
	for _, n := range f.GetDefinedName() {
		name, ref, ok := strings.Cut(strings.TrimPrefix(n.RefersTo, "'"), "'!")
		want := "$A$1:"
		switch {
		case n.Name == "_xlnm.Print_Titles" && strings.Contains(name, "cross-table"): // its headings stand on every page, and its labels
			want = "$A:$A,'" + name + "'!$3:$5"
			printed++
		case n.Name == "_xlnm.Print_Titles":
			want = "$1:$1"
			printed++
		case n.Name == "_xlnm.Print_Area" && name == recordSheet:
			want = "$A$1:$B$3"
		}
		if _, err := f.GetSheetIndex(name); !ok || err != nil || strings.Contains(name, "'") || !strings.HasPrefix(ref, want) {
			t.Errorf("%s refers to %s", n.Name, n.RefersTo)
		}
	}
	if tables := len(f.GetSheetList()) - 4; printed != tables { // all but those of texts
		t.Errorf("%d of %d tables have their heading on every page", printed, tables)
	}
}

func firstPart(t *testing.T, data []byte) string {
	t.Helper()
	if len(data) < 60 || string(data[:4]) != "PK\x03\x04" {
		t.Fatalf("no workbook: %q", data[:min(len(data), 60)])
	}
	return string(data[30:60])
}

// The accounting has a row for every group of noise, and says where there is none.
func TestAccounting(t *testing.T) {
	r := releaseOf(t, smallPlan())
	r.Questions[0].Noise = append(r.Questions[0].Noise, r.Questions[0].Noise[0])
	r.Questions[0].Noise[1].What = message.Verbatim("sums")
	r.Questions[1].Noise, r.Questions[1].ExactWhy = nil, message.Verbatim("exact: you agreed to publish it")
	r.Ledger.Limit = ""
	_, f := workbook(t, r)
	rows := rowsOf(t, f, accountingSheet)
	if got := rows[5][1]; got != "no limit was set" {
		t.Errorf("without a limit the sheet says %q", got)
	}
	var got [][]string
	for _, row := range rows[11:] {
		got = append(got, []string{row[0], row[5]})
	}
	want := [][]string{{"Towns by age", "cells"}, {"Towns by age", "sums"}, {"Health, cumulative", "exact: you agreed to publish it"}, {"Age bands", "cells"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// What the sentences say about errors is never less than what the columns say.
func TestErrorSentence(t *testing.T) {
	r := releaseOf(t, smallPlan())
	q := r.Questions[2]
	q.Error, q.HalfWidth = []float64{12.61, 12.61}, []float64{9.01, 9.03}
	people := message.Verbatim("people")
	want := "Age bands: Half of the numbers are off by less than 8.6 people, 19 in 20 by less than 9.1. Method: Noise on each cell."
	if got := new(book).errorSentence(&q, people); got != want { // 12.61 x 0.674 = 8.51
		t.Errorf("%q, want %q", got, want)
	}
	q.Exact, q.ExactWhy = []bool{true, true}, message.Verbatim("exact: nothing you keep secret could change it")
	q.Error, q.HalfWidth = []float64{0, 0}, []float64{0, 0}
	if got, want := new(book).errorSentence(&q, people), "Age bands: exact: nothing you keep secret could change it."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A record with nothing in it is still a record that programs can read.
func TestEmptyLists(t *testing.T) {
	p := smallPlan()
	r := releaseOf(t, p)
	r.Questions[0].Noise, r.Protection.Disclosed, r.PublishedExactly = nil, nil, nil
	var out bytes.Buffer
	if err := writeRecord(&out, r, map[string]string{}, nil); err != nil {
		t.Fatal(err)
	}
	var rec struct {
		Questions []struct{ Noise json.RawMessage }
	}
	if err := json.Unmarshal(out.Bytes(), &rec); err != nil {
		t.Fatal(err)
	}
	if got := string(rec.Questions[0].Noise); got != "[]" {
		t.Errorf("no noise is written as %s, want an empty list", got)
	}
}

// In every language each word of the headings over numbers fits its column, and a list with its chart one page: German words
// are longer than those that the columns were once made for.
func TestHeadingsFitTheirColumns(t *testing.T) {
	for _, in := range language.All() {
		p := smallPlan()
		p.Language = in.Code
		_, f := workbook(t, releaseOf(t, p))
		for _, name := range f.GetSheetList()[1:] {
			head := 1
			if merged, err := f.GetMergeCells(name, true); err != nil {
				t.Fatal(err)
			} else if len(merged) > 0 {
				head = 5 // of a cross-table
			}
			rows := rowsOf(t, f, name)
			if len(rows) < head || strings.HasPrefix(name, "1 ") == strings.HasPrefix(name, "2 ") {
				continue // a sheet of texts
			}
			for j, heading := range rows[head-1] {
				column, err := excelize.ColumnNumberToName(j + 1)
				if err != nil {
					t.Fatal(err)
				}
				wide, err := f.GetColWidth(name, column)
				if err != nil || float64(longestWord(heading)) > wide-1 {
					t.Errorf("%s: sheet %q: %q stands in a column of %v characters (%v)", in.Code, name, heading, wide, err)
				}
			}
			if layout, err := f.GetPageLayout(name); err != nil || *layout.FitToWidth != 1 {
				t.Errorf("%s: sheet %q is printed %d pages wide (%v)", in.Code, name, *layout.FitToWidth, err)
			}
		}
	}
}
