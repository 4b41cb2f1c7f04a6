package main

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/assets"
	"steward/core/noise/noisetest"
	"steward/core/seeded"
	"steward/io/ledger"
	"steward/io/project"
)

// demoFiles are all that a demonstration writes.
var demoFiles = []string{
	"clinic-survey.steward", "clinic-survey.xlsx", "ledger/*.ledger", "ledger.heads/*.head", "ledger.people/key", "ledger.people/*.file", "release/clinic-survey-age.csv",
	"release/clinic-survey-smokers.csv", "release/clinic-survey-visits.csv", "release/clinic-survey-summary.pdf", "release/clinic-survey-reader.pdf",
	"release/datapackage.json", "release/clinic-survey.json", "release/clinic-survey.json.sig", "release/clinic-survey.xlsx",
}

// TestDemo takes the sample the whole way, and reads what programs are told of it.
func TestDemo(t *testing.T) {
	seeded.ForAudits(t)
	out, dir := demonstrated(t, "--json")
	var done struct {
		Spent, SpentBefore, SpentAfter, Limit, Digest string
		LedgerEntry                                   int
		Files                                         []string
	}
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&done); err != nil || d.More() {
		t.Fatalf("%v in\n%s", err, out)
	}
	if done.Spent != "0.5" || done.SpentBefore != "0" || done.SpentAfter != "0.5" || done.Limit != "2" || done.LedgerEntry != 1 || len(done.Files) != 9 {
		t.Errorf("released %+v", done)
	}
	if r := record(t, filepath.Join(dir, "release"), "clinic-survey"); r.Digest != done.Digest {
		t.Errorf("digest %s, the record says %s", done.Digest, r.Digest)
	}
}

// TestDemoSays reads what the demonstration tells people. The best strategies that it compares with take seconds to search
// for.
func TestDemoSays(t *testing.T) {
	seeded.ForAudits(t)
	out, _ := demonstrated(t)
	for _, want := range []string{"4812 records", "Computed without looking at the data", "NOT PROTECTED", "Done. Spent 0.5.", "0.5 of the 2", "clinic-survey.xlsx"} {
		if !strings.Contains(out, want) {
			t.Errorf("the demonstration does not say %q:\n%s", want, out)
		}
	}
}

// demonstrated runs the demonstration, looks into all that it wrote, and returns what it said and its folder.
func demonstrated(t *testing.T, more ...string) (said, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "demo")
	elsewhere := filepath.Join(t.TempDir(), "ledgers")
	o := stewardWith(noisetest.Fresh(t), append([]string{"demo", "--out", dir, "--ledgers", elsewhere}, more...)...)
	if o.code != 0 || o.err != "" {
		t.Fatalf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	said = o.out
	written := files(t, dir)
	for _, pattern := range demoFiles {
		found := false
		for name := range written {
			if ok, _ := filepath.Match(pattern, name); ok {
				found = true
				delete(written, name)
			}
		}
		if !found {
			t.Errorf("there is no %s", pattern)
		}
	}
	for name := range written {
		t.Errorf("%s was written too", name)
	}
	if paths, _ := filepath.Glob(elsewhere + "*"); len(paths) > 0 {
		t.Errorf("a demonstration touched the ledgers in %v", paths)
	}
	checkDemoRelease(t, dir)
	// A second demonstration does not write over the first.
	before := files(t, dir)
	o = stewardWith(noisetest.Fresh(t), "demo", "--out", dir)
	if o.code != 1 || !strings.Contains(o.err, "choose a new folder") || !strings.Contains(o.err, dir) {
		t.Errorf("a second demonstration: exit code %d\n%s", o.code, o.err)
	}
	if after := files(t, dir); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Error("a second demonstration changed files of the first")
	}
	return said, dir
}

// checkDemoRelease looks whether plan, ledger and files belong together.
func checkDemoRelease(t *testing.T, dir string) {
	t.Helper()
	out := filepath.Join(dir, "release")
	r := record(t, out, "clinic-survey")
	l, err := ledger.Open(filepath.Join(dir, "ledger"), r.Ledger.DataSet)
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Statement()
	if err != nil || len(s.Entries) != 2 || s.CutOff {
		t.Fatalf("ledger %+v, %v", s, err)
	}
	spent, closed := s.Entries[0], s.Entries[1]
	if spent.Kind != ledger.Spent || spent.Epsilon != "0.5" || spent.Hash != r.Ledger.Hash || spent.Sequence != r.Ledger.Sequence || spent.Limit != "2" {
		t.Errorf("the ledger has %+v, the record %+v", spent, r.Ledger)
	}
	if closed.Kind != ledger.Written || closed.Of != spent.Sequence || closed.Digest != r.Digest || len(closed.Files) != 9 {
		t.Errorf("the release is closed by %+v, its digest is %s", closed, r.Digest)
	}
	if len(r.Files) != 7 {
		t.Errorf("the record has digests of %v", r.Files)
	}
	for name, digest := range r.Files {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(read(t, filepath.Join(out, name))))); got != digest {
			t.Errorf("%s has the digest %s, the record says %s", name, got, digest)
		}
	}
	p, err := project.Load(filepath.Join(dir, "clinic-survey.steward"))
	if err != nil || p.Data.Reviewed == nil || p.Data.File != assets.Workbook {
		t.Errorf("the plan's file is %+v (%v)", p.Data, err)
	}
	book, err := excelize.OpenFile(filepath.Join(out, "clinic-survey.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	if sheets := book.GetSheetList(); len(sheets) != 9 || sheets[0] != "Read me" || sheets[6] != "Privacy accounting" {
		t.Errorf("the workbook has the sheets %q", sheets)
	}
	for _, q := range r.Questions {
		text := strings.TrimPrefix(read(t, filepath.Join(out, "clinic-survey-"+q.ID+".csv")), "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != len(q.Answers)+1 {
			t.Fatalf("%s: %d rows for %d answers (%v)", q.ID, len(rows), len(q.Answers), err)
		}
		for i, a := range q.Answers {
			if row := rows[i+1]; !slices.Equal(row[:len(a.Key)], a.Key) || row[len(a.Key)] != fmt.Sprint(a.Published) {
				t.Errorf("%s: the table has %q, the record %+v", q.ID, row, a)
			}
		}
	}
}

func TestDemoRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "a letter")
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		if o := stewardWith(noisetest.Fresh(t), "demo", "--out", dir); o.code != 1 || !strings.Contains(o.err, file) || !strings.Contains(o.err, "folder") || o.out != "" {
			t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
		}
	}
	if read(t, file) != "a letter" {
		t.Error("the file was written over")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "demo")
	var out, err strings.Builder
	if code := run(ctx, []string{"demo", "--out", dir}, machine{&out, &err, true, noisetest.Fresh(t), noon, testKey()}); code != 1 {
		t.Errorf("a cancelled demonstration: exit code %d\n%s", code, err.String())
	}
	for name := range files(t, dir) {
		if strings.HasPrefix(name, "ledger/") || strings.HasPrefix(name, "release/") {
			t.Errorf("a cancelled demonstration wrote %s", name)
		}
	}
}
