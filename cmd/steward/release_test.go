package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

// Files are named after the data set and the day unless a name is given, and the summary is printed on
// what the plan says unless the command says otherwise.
func TestReleaseNamesAndPaper(t *testing.T) {
	p := peoplePlan()
	p.Budget.Limit, p.Paper = "", plan.Letter
	d := newDesk(t, "people.csv", sixty(), p)
	d.check()
	const a4, letter = "/MediaBox [0 0 595.28 841.89]", "/MediaBox [0 0 612.00 792.00]"
	for _, c := range []struct {
		flags []string
		name  string
		paper string
	}{
		{nil, "people-" + noon().Format("2006-01-02"), letter},
		{[]string{"--paper", "A4", "--name", "mine"}, "mine", a4},
	} {
		d.out = filepath.Join(d.dir, c.name)
		out := d.must(append([]string{"release", d.plan, "--data", d.data, "--out", d.out}, c.flags...)...)
		if !strings.Contains(out, c.name+".xlsx (") || !strings.Contains(out, " kB)") {
			t.Errorf("it does not say %s and its size:\n%s", c.name, out)
		}
		if text := read(t, filepath.Join(d.out, c.name+"-summary.pdf")); !strings.Contains(text, c.paper) {
			t.Errorf("%s: the summary is not on %s", c.name, c.paper)
		}
		record := filepath.Join(d.out, c.name+".json")
		if said := d.must("verify", record); strings.Contains(said, "DOES NOT") {
			t.Errorf("verify says\n%s", said)
		}
		// Answers to two questions, and the other name of the flag.
		if said := d.must("combine", record, "--cells", "towns: North, 20", "--subtract", "wages: under 1000"); !strings.Contains(said, "19 times in 20") {
			t.Errorf("combine says\n%s", said)
		}
	}
	if o := d.steward("release", d.plan, "--data", d.data, "--out", d.out, "--paper", "A5"); o.code != 2 || !strings.Contains(o.err, "A4") {
		t.Errorf("A5: %+v", o)
	}
	d.edit(func(p *plan.Plan) { p.Paper = "A5" })
	d.refused([]string{"release", d.plan, "--data", d.data, "--out", d.out, "--name", "other"}, `“A5”`, `use “A4” or “Letter”`)
}
