package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// visitsOf is a spreadsheet in which patient i of so many has i visits.
func visitsOf(patients int) string {
	var b strings.Builder
	b.WriteString("patient,ward,day\n")
	for i := range patients {
		for j := range i {
			fmt.Fprintf(&b, "patient-%03d,%s,%d\n", i, []string{"East", "West"}[(i+j)%2], 1+(i*j)%5)
		}
	}
	return b.String()
}

// A table of visits is released with three rows of each patient, and every file of it speaks of
// rows where rows are counted, and of nobody's number of visits.
func TestSeveralRowsForEachPerson(t *testing.T) {
	d := newDesk(t, "visits.csv", visitsOf(12), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--confirm", "--person", "patient", "--rows", "3")
	if !strings.Contains(out, "patient says whose row it is and is not published") || !strings.Contains(out, "all three rows together") {
		t.Errorf("new says\n%s", out)
	}
	d.edit(func(p *plan.Plan) {
		if len(p.Columns) != 2 || p.Columns[0].Name != "ward" || p.Rows == nil || *p.Rows != (plan.Rows{Person: "patient", AtMost: 3}) {
			t.Errorf("the plan has %+v and %+v", p.Columns, p.Rows)
		}
		p.Questions = []plan.Question{
			{ID: "wards", Title: "Wards", Kind: "table", Columns: []domain.AttributeName{"ward"}},
			{ID: "days", Title: "Days", Kind: "cumulative", Columns: []domain.AttributeName{"day"}},
		}
	})
	// Patients 4 to 11 have more than three visits, one to eight more.
	out = d.check()
	for _, want := range []string{"all 66 records", "36 of them exceed the 3 that each person may have", "written to no file", "how many there are"} {
		if !strings.Contains(out, want) {
			t.Errorf("check does not say %q:\n%s", want, out)
		}
	}
	var told struct{ Records, Beyond int }
	if err := json.Unmarshal([]byte(d.must("check", d.plan, "--data", d.data, "--json")), &told); err != nil || told.Beyond != 36 || told.Records != 66 {
		t.Errorf("check --json says %+v (%v)", told, err)
	}
	if strings.Contains(read(t, d.plan), "eyond") {
		t.Error("the plan says how many rows are beyond")
	}
	out = d.must("preview", d.plan)
	for _, want := range []string{"Errors are in rows.", "Noise 3 times as large: each person can have up to 3 rows", "all three rows together"} {
		if !strings.Contains(out, want) {
			t.Errorf("preview does not say %q:\n%s", want, out)
		}
	}
	d.must(d.releaseArgs()...)
	if r := record(t, d.out, "fresh"); r.Multiplier != 3 || r.Plan.Rows == nil || !strings.Contains(r.Protection.Presence, "all three rows together, and how many there are") {
		t.Errorf("the record says %d, %+v, %q", r.Multiplier, r.Plan.Rows, r.Protection.Presence)
	}
	for name, content := range files(t, d.out) {
		said := readable(t, name, content)
		for _, never := range []string{"patient-0", "exceed the 3", "How many people", "how many people"} {
			if strings.Contains(said, never) {
				t.Errorf("%s says %q", name, never)
			}
		}
		if filepath.Ext(name) == ".xlsx" {
			for _, want := range []string{"They count rows, not people", " rows, 19 in 20 by less than", "Rows of a person hidden together"} {
				if !strings.Contains(said, want) {
					t.Errorf("%s does not say %q", name, want)
				}
			}
		}
	}
	if out := d.must("verify", filepath.Join(d.out, "fresh.json")); strings.Contains(out, "DOES NOT") {
		t.Errorf("verify says\n%s", out)
	}
}

func TestNewRefusesRows(t *testing.T) {
	d := newDesk(t, "visits.csv", visitsOf(5), plan.Plan{})
	out := filepath.Join(d.dir, "x.steward")
	d.refused([]string{"new", d.data, "--out", out, "--rows", "3"}, "--rows", "name the column with --person")
	d.refused([]string{"new", d.data, "--out", out, "--person", "patient"}, "--person needs --rows", "from 1 to 1000")
	d.refused([]string{"new", d.data, "--out", out, "--person", "patient", "--rows", "1001"}, "from 1 to 1000")
	d.refused([]string{"new", d.data, "--out", out, "--person", "doctor", "--rows", "2"}, `no column “doctor”`, "patient, ward and day")
}
