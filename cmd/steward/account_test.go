package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// What became of every row is said where the steward alone sees it, rows that are left out but read like any record stop a check
// until it is said that they are none, and rows are written to private files only, which no release stands beside.
func TestAccountOfRows(t *testing.T) {
	p := plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "People", Budget: plan.Budget{Epsilon: "1"}, Rows: &plan.Rows{Person: "who", AtMost: 1},
		Columns:   []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed}},
		Questions: []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
	}
	p.Data.LeaveOut = "4"
	d := newDesk(t, "people.csv", "who,town\nanna,North\nbert,South\ncarl,North\n\nanna,West\nTotal,4\n", p)
	check := func(more ...string) []string { return append([]string{"check", d.plan, "--data", d.data}, more...) }
	o := d.steward(check("--account")...)
	for _, want := range []string{"What became of the 7 rows of the file", "1  with the names of the columns", "1  blank", "left out, as said in step Your data", "--behind left-out", "Of the 4 records", "1  beyond those", "--behind other:town"} {
		if !strings.Contains(o.out, want) {
			t.Errorf("the account does not say %q:\n%s", want, o.out)
		}
	}
	if o.code != 1 || !strings.Contains(o.err, "rows 4 are left out, but look like any other record") || d.load().Data.Reviewed != nil {
		t.Errorf("exit code %d\n%s", o.code, o.err)
	}
	d.must(check("--sure")...)
	if d.load().Data.Reviewed == nil {
		t.Error("the file is not marked as reviewed")
	}
	if out := d.must(check("--behind", "beyond")...); !strings.Contains(out, "anna") || !strings.Contains(out, "line 6") {
		t.Errorf("beyond are\n%s", out)
	}
	d.refused(check("--behind", "nobody"), "line of --account")
	d.refused(check("--write", "x"), "--write needs --behind")
	d.refused([]string{"check", d.plan, "--account"}, "need --data")
	var out, errs bytes.Buffer
	if code := run(t.Context(), check("--account"), machine{&out, &errs, false, d.noise, noon, testKey()}); code != 1 || out.Len() > 0 || !strings.Contains(errs.String(), "on a terminal") {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}

	if err := os.Mkdir(d.out, 0o700); err != nil {
		t.Fatal(err)
	}
	d.must(check("--behind", "left-out", "--write", filepath.Join(d.out, "rows"))...)
	d.refused(d.releaseArgs(), "rows.private.csv", "nothing was spent")
	d.out = filepath.Join(d.dir, "elsewhere")
	d.must(d.releaseArgs()...)
	d.refused(check("--behind", "left-out", "--write", filepath.Join(d.out, "rows")), "is the record of a release")
	for name, content := range files(t, d.out) {
		for _, never := range []string{"beyond those that each", "left out, as said", "rows of the file"} {
			if strings.Contains(readable(t, name, content), never) {
				t.Errorf("%s says %q", name, never)
			}
		}
	}
}
