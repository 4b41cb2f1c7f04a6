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
	"testing"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/internal/disk"
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
		if err := Free(disk.OS, dir, "small", r.Plan); err == nil || !strings.Contains(err.Error(), path+" exists already") || !strings.Contains(err.Error(), "choose another folder") {
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
		10: {"1 Towns by age", "1 cross-table Towns by age", "2 Health, cumulative", "3 Age bands"},
		4:  {"1 Towns by age", "1 Towns by age (2)", "1 Towns by age (3)", "1 cross-table Towns by age", "2 Health, cumulative", "3 Age bands"},
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
			if strings.HasPrefix(name, "1 Towns") {
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

// A cross-table has the number of every combination that can occur in its place, and says
// where one cannot.
func TestCrossTable(t *testing.T) {
	r := releaseOf(t, smallPlan())
	_, f := workbook(t, r)
	rows := rowsOf(t, f, "1 cross-table Towns by age")
	q := &r.Questions[0]
	attrs := q.Workload.Domain().Attributes()
	columns := attrs[1].Size() + 1
	from, to := columns+1, 2*columns+2
	if len(rows) != attrs[0].Size()+1 || len(rows[0]) != 3*columns+2 || rows[0][0] != `age \ town` || rows[0][columns] != "" || rows[0][from] != FromColumn || rows[0][to] != ToColumn {
		t.Fatalf("rows %q", rows)
	}
	found, ends := make(map[[2]string]string), make(map[[2]string][2]string)
	for _, row := range rows[1:] {
		row = append(row, slices.Repeat([]string{""}, len(rows[0])-len(row))...)
		if row[from] != row[0] || row[to] != row[0] {
			t.Errorf("the intervals beside %q are labelled %q and %q", row[0], row[from], row[to])
		}
		for j, text := range row[1:columns] {
			found[[2]string{row[0], rows[0][j+1]}] = text
		}
		for j := range columns - 1 {
			if lower, upper := row[from+1+j], row[to+1+j]; lower != "" || upper != "" {
				ends[[2]string{row[0], strings.TrimPrefix(rows[0][from+1+j], FromColumn+": ")}] = [2]string{lower, upper}
			}
		}
	}
	for i := range q.Len() {
		key := [2]string(q.Key(i))
		if want := [2]string{decimal(q.Low[i]), decimal(q.High[i])}; ends[key] != want {
			t.Errorf("%v: from %q, want %q", key, ends[key], want)
		}
		delete(ends, key)
	}
	if len(ends) > 0 {
		t.Errorf("intervals of what cannot occur: %v", ends)
	}
	for i := range q.Len() {
		key := [2]string(q.Key(i))
		if want := decimal(q.Tidied[i]); found[key] != want {
			t.Errorf("%v: %q, want %q", key, found[key], want)
		}
		delete(found, key)
	}
	if want := map[[2]string]string{{"0", "South"}: "cannot occur", {"0", "East"}: "cannot occur"}; !reflect.DeepEqual(found, want) {
		t.Errorf("beside the answers: %v, want %v", found, want)
	}
}

// A cross-table that is too wide to read is left out; three columns have none.
func TestNoCrossTable(t *testing.T) {
	p := smallPlan()
	p.Impossible = nil
	p.Questions = []plan.Question{
		{ID: "a", Title: "Wide", Kind: "table", Columns: []domain.AttributeName{"town", "age"}},
		{ID: "b", Title: "Long", Kind: "table", Columns: []domain.AttributeName{"age", "town"}},
		{ID: "c", Title: "Three", Kind: "table", Columns: []domain.AttributeName{"town", "health", "age"}},
		{ID: "d", Title: "One", Kind: "table", Columns: []domain.AttributeName{"age"}},
	}
	p.Columns[0].Highest = number(maxCrossColumns - 1) // from -1: one too many
	_, f := workbook(t, releaseOf(t, p))
	want := slices.Concat([]string{readMeSheet, "1 Wide", "2 Long", "2 cross-table Long", "3 Three", "4 One"}, lastSheets)
	if got := f.GetSheetList(); !reflect.DeepEqual(got, want) {
		t.Errorf("sheets %q, want %q", got, want)
	}
}

// Every list can be filtered, keeps its heading in sight and prints on whole pages.
func TestLayout(t *testing.T) {
	p := smallPlan()
	p.Questions[0].Title = "The peoples' towns"
	data, f := workbook(t, releaseOf(t, p))
	parts := partsOf(t, data)
	if !strings.HasPrefix(firstPart(t, data), "[Content_Types].xml") {
		t.Errorf("the workbook begins with %s", firstPart(t, data))
	}
	for i, name := range f.GetSheetList() {
		part := parts[fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)]
		layout, err := f.GetPageLayout(name)
		if err != nil || *layout.Orientation != "landscape" || *layout.FitToWidth != 1 || *layout.FitToHeight != 0 {
			t.Errorf("sheet %q is laid out %+v (%v)", name, layout, err)
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
		if n.Name == "_xlnm.Print_Titles" { // the heading stands on every page
			want = "$1:$1"
			printed++
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
