package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/result"
	"steward/io/internal/disk"
	"steward/io/shown"
)

var update = flag.Bool("update", false, "rewrite the goldens under testdata")

// TestGoldens compares all files of a small release with those under testdata; the workbook
// by its sheets and cells.
func TestGoldens(t *testing.T) {
	dir := t.TempDir()
	paths := all(t, dir, "small", releaseOf(t, smallPlan()))
	want := []string{"small.xlsx", "small-towns.csv", "small-health.csv", "small-bands.csv", "datapackage.json", "small.json"}
	if !reflect.DeepEqual(base(paths), want) {
		t.Fatalf("wrote %v, want %v", base(paths), want)
	}
	for _, path := range paths {
		got, golden := contentOf(t, path), filepath.Join("testdata", filepath.Base(path)+".golden")
		switch {
		case filepath.Ext(path) == ".xlsx":
			got = []byte(cells(t, openBook(t, got)))
		case filepath.Base(path) == PackageName:
			digest, err := disk.Digest(disk.OS, paths[0])
			if err != nil {
				t.Fatal(err)
			}
			got = bytes.Replace(got, []byte(digest), []byte("(digest)"), 1)
		case filepath.Ext(path) == ".json":
			got = withoutDigests(t, got)
		}
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := contentOf(t, golden); !bytes.Equal(got, want) {
			t.Errorf("%s is\n%s\nwant\n%s", filepath.Base(path), got, want)
		}
	}
}

// cells writes down every sheet of a workbook: its name, then each cell with its kind, what
// stands in it, and how a spreadsheet program shows it where that is something else.
func cells(t *testing.T, f *excelize.File) string {
	t.Helper()
	kinds := map[excelize.CellType]string{
		excelize.CellTypeUnset: "number", excelize.CellTypeNumber: "number", excelize.CellTypeInlineString: "text", excelize.CellTypeSharedString: "text",
	}
	var out strings.Builder
	for _, sheet := range f.GetSheetList() {
		fmt.Fprintf(&out, "== %s\n", sheet)
		for i, row := range rowsOf(t, f, sheet) {
			for j, text := range row {
				if text == "" {
					continue
				}
				cell, err := excelize.CoordinatesToCellName(j+1, i+1)
				if err != nil {
					t.Fatal(err)
				}
				kind, err := f.GetCellType(sheet, cell)
				if err != nil {
					t.Fatal(err)
				}
				shown, err := f.GetCellValue(sheet, cell)
				if err != nil {
					t.Fatal(err)
				}
				if shown == text {
					shown = ""
				}
				fmt.Fprintln(&out, strings.TrimRight(fmt.Sprintf("%s %s %s  %s", cell, kinds[kind], text, shown), " "))
			}
		}
	}
	return out.String()
}

// withoutDigests takes out of a record what depends on how the workbook is compressed.
func withoutDigests(t *testing.T, data []byte) []byte {
	t.Helper()
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	data = bytes.Replace(data, []byte(r.Files["small.xlsx"]), []byte("(digest)"), 1)
	return bytes.Replace(data, []byte(r.Seal), []byte("(seal)"), 1)
}

// wholeRecordOf returns the record of a release with its answers, but for its seal.
func wholeRecordOf(r *result.Release, files map[string]string) Record {
	rec := recordOf(r, files, nil)
	for qi := range r.Questions {
		for i := range r.Questions[qi].Len() {
			rec.Questions[qi].Answers = append(rec.Questions[qi].Answers, answerOf(&r.Questions[qi], i))
		}
	}
	return rec
}

// The record reads back as it was written, and its digests are those of the files.
func TestRecord(t *testing.T) {
	dir := t.TempDir()
	r := releaseOf(t, smallPlan())
	paths := all(t, dir, "small", r)
	d := json.NewDecoder(bytes.NewReader(contentOf(t, filepath.Join(dir, "small.json"))))
	d.DisallowUnknownFields()
	var got Record
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	digests := make(map[string]string)
	for _, path := range paths[:len(paths)-1] { // all but the record itself
		digests[filepath.Base(path)] = fmt.Sprintf("%x", sha256.Sum256(contentOf(t, path)))
	}
	if !reflect.DeepEqual(got.Files, digests) {
		t.Errorf("digests %v, want %v", got.Files, digests)
	}
	if len(got.Seal) != 64 {
		t.Errorf("the seal is %q", got.Seal)
	}
	book, err := listWorkbook(t.Context(), disk.OS, filepath.Join(dir, "small.xlsx"))
	if err != nil || got.Workbook == nil || len(shown.Compare(got.Workbook, book)) > 0 {
		t.Errorf("the record lists another workbook: %v", err)
	}
	got.Seal, got.Workbook = "", nil
	if want := wholeRecordOf(r, digests); !reflect.DeepEqual(got, want) {
		t.Errorf("the record changed on its way:\n%+v\n%+v", got, want)
	}
	if again, err := r.ComputeDigest(); err != nil || got.Digest != again {
		t.Errorf("digest %s, want %s (%v)", got.Digest, again, err)
	}
	if got.Version != RecordVersion || !reflect.DeepEqual(got.Plan, r.Plan) {
		t.Errorf("version %d, plan %+v", got.Version, got.Plan)
	}
}

// One release is one sequence of bytes, however often it is written.
func TestSameBytes(t *testing.T) {
	var first map[string]string
	for range 6 {
		dir := t.TempDir()
		files := make(map[string]string)
		for _, path := range all(t, dir, "small", releaseOf(t, smallPlan())) {
			files[filepath.Base(path)] = string(contentOf(t, path))
		}
		if first == nil {
			first = files
		}
		for name, content := range files {
			if content != first[name] {
				t.Errorf("%s is written in different ways", name)
			}
		}
	}
}

// Nothing in a workbook tells who wrote it, where, or when it was written again.
func TestWorkbookProperties(t *testing.T) {
	data, f := workbook(t, releaseOf(t, smallPlan()))
	doc, err := f.GetDocProps()
	if err != nil {
		t.Fatal(err)
	}
	want := excelize.DocProperties{
		Title: "People of Westmarsh, 2026", Creator: "Steward", LastModifiedBy: "Steward",
		Created: "2026-01-02T03:04:05Z", Modified: "2026-01-02T03:04:05Z",
	}
	if *doc != want {
		t.Errorf("document properties %+v, want %+v", *doc, want)
	}
	app, err := f.GetAppProps()
	if err != nil {
		t.Fatal(err)
	}
	if app.Company != "" {
		t.Errorf("application properties %+v", *app)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, part := range partsOf(t, data) {
		for _, secret := range []string{os.TempDir() + "/", here, "absPath", "file:", `\\`} {
			if strings.Contains(part, secret) {
				t.Errorf("%s contains %q", name, secret)
			}
		}
	}
}

// A time in another zone is written as the same moment.
func TestCreatedInAnotherZone(t *testing.T) {
	for created, want := range map[string]string{"2026-01-02T05:04:05+02:00": "2026-01-02T03:04:05Z", "yesterday": "yesterday"} {
		r := releaseOf(t, smallPlan())
		r.Created = created
		_, f := workbook(t, r)
		if doc, err := f.GetDocProps(); err != nil || doc.Created != want {
			t.Errorf("created %q became %+v (%v)", created, doc, err)
		}
	}
}
