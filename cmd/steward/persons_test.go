package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// patients is a spreadsheet of 120 rows about 40 patients.
func patients() string {
	var b strings.Builder
	b.WriteString("patient_id,ward\n")
	for i := range 120 {
		fmt.Fprintf(&b, "P-%03d,%s\n", i*7%40, []string{"East", "West"}[i%2])
	}
	return b.String()
}

// Where entries of a key of persons stand in several rows, no plan is written before it is said who a row is about; and no key is
// ever among what a plan publishes, or its entries on the screen.
func TestWhoARowIsAboutIsAsked(t *testing.T) {
	d := newDesk(t, "visits.csv", patients(), peoplePlan())
	made := filepath.Join(d.dir, "new.steward")
	args := []string{"new", d.data, "--out", made, "--confirm"}
	d.refused(args, "These 120 rows are about 40 people: entries of patient_id appear in several rows.", `--person "patient_id"`, "--one-row-each")
	d.refused(append(args, "--one-row-each", "--person", "patient_id", "--rows", "3"), "choose one of them")
	for _, more := range [][]string{{"--one-row-each"}, {"--person", "patient_id", "--rows", "3"}} {
		d.plan = made
		if out := d.must(append(args, more...)...); strings.Contains(out, "P-0") {
			t.Errorf("%v: %s", more, out)
		}
		p := d.load()
		if len(p.Columns) != 1 || p.Columns[0].Name != "ward" || p.Data.OneRowEach != (len(more) == 1) || (p.Rows == nil) != p.Data.OneRowEach {
			t.Errorf("%v: the plan has %+v", more, p)
		}
		if text := read(t, made); strings.Contains(text, "P-0") {
			t.Errorf("%v: the plan holds entries of the key:\n%s", more, text)
		}
		if err := os.Remove(made); err != nil {
			t.Fatal(err)
		}
	}
	out := d.must("inspect", d.data)
	if !strings.Contains(out, "These 120 rows are about 40 people") || strings.Contains(out, "P-0") {
		t.Errorf("inspect says\n%s", out)
	}
	var unseen strings.Builder
	if code := run(remembering, args, machine{&unseen, &unseen, false, nil, noon, testKey()}); code != 1 || strings.Contains(unseen.String(), "120") || strings.Contains(unseen.String(), "40") || !strings.Contains(unseen.String(), "patient_id") {
		t.Errorf("into a file goes %q", unseen.String())
	}
}

// Rows of the same name and day of birth are pointed out where no column is a key.
func TestNamesakesArePointedOut(t *testing.T) {
	var b strings.Builder
	b.WriteString("surname,date of birth,town\n")
	for i := range 60 {
		fmt.Fprintf(&b, "Name%d,19%02d-05-04,%s\n", i%50, 20+i%50, []string{"North", "South"}[i%2])
	}
	d := newDesk(t, "people.csv", b.String(), plan.Plan{})
	for _, args := range [][]string{{"inspect", d.data}, {"new", d.data, "--out", filepath.Join(d.dir, "new.steward")}} {
		if out := d.must(args...); !strings.Contains(out, "60 rows have a name, but seem to be about only 50 people: surname and date of birth are the same") {
			t.Errorf("%v says\n%s", args, out)
		}
	}
}

// A plan that was written by hand is asked who a row is about, too, where a key repeats, before its file is marked as reviewed.
func TestCheckAsksWhoARowIsAbout(t *testing.T) {
	p := plan.Plan{
		Version: plan.Version, DataSet: "Visits", Title: "Visits", Budget: plan.Budget{Epsilon: "1"},
		Columns:   []plan.Column{{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Typed}},
		Questions: []plan.Question{{ID: "q", Title: "Wards", Kind: "table", Columns: []domain.AttributeName{"ward"}}},
	}
	d := newDesk(t, "visits.csv", patients(), p)
	args := []string{"check", d.plan, "--data", d.data}
	d.refused(args, "These 120 rows are about 40 people", "--one-row-each", `--person "patient_id"`)
	if d.load().Data.Reviewed != nil {
		t.Error("the file is marked as reviewed")
	}
	d.refused(append(args, "--person", "patient_id"), "--rows")
	d.refused(append(args, "--person", "nobody", "--rows", "2"), `no column “nobody”`)
	d.must(append(args, "--person", "patient_id", "--rows", "2")...)
	if r := d.load().Rows; r == nil || *r != (plan.Rows{Person: "patient_id", AtMost: 2}) {
		t.Errorf("the plan has %+v", r)
	}
	d.must(append(args, "--one-row-each")...)
	if p := d.load(); p.Rows != nil || !p.Data.OneRowEach || p.Data.Reviewed == nil {
		t.Errorf("the plan has %+v", p)
	}
	d.must(args...)
}
