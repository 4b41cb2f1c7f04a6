package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

// A table is left out by a rule that the plan has for it: known before where a public size decides, free, the same when the release is
// verified, and told in record, summary and on the command line.
func TestTablesAreLeftOutByARule(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	for flags, says := range map[string]string{
		"--too-noisy=0": "above 0", "--too-noisy-share=20": "percentage of a number", "--too-noisy=50 --too-noisy-share=100": "below 100", "--too-noisy=50 --too-noisy-size=big": "not a number",
	} {
		d.refused(append([]string{"new", d.data, "--out", filepath.Join(d.dir, "x.steward"), "--confirm", "--table", "town"}, strings.Fields(flags)...), says)
	}
	d.edit(func(p *plan.Plan) {
		p.Questions = []plan.Question{
			{ID: "small", Title: "Towns by age", Kind: "table", Columns: p.Questions[0].Columns, Totals: true, Percent: []plan.Percent{{}}, Publishing: &plan.Publishing{LeaveOut: "50"}},
			{ID: "large", Title: "Towns", Kind: "table", Columns: p.Questions[0].Columns[:1], Publishing: &plan.Publishing{LeaveOut: "400"}},
			{ID: "own", Title: "Wages", Kind: "table", Columns: p.Questions[1].Columns, Publishing: &plan.Publishing{LeaveOut: "0.001", LeaveOutSize: plan.SizeOfAnswers}},
		}
		p.Budget.Epsilon = "0.75"
	})
	d.check()
	said := d.must(d.releaseArgs()...)
	if strings.Count(said, "will be left out by the rule") != 1 || !strings.Contains(said, "“Towns by age” will be left out") || strings.Count(said, "    left out by the rule") != 2 {
		t.Errorf("the release says\n%s", said)
	}
	r := record(t, d.out, "people")
	for i, want := range []bool{true, false, true} {
		for _, a := range r.Questions[i].Answers {
			if a.Hidden != (want && !a.Exact) {
				t.Errorf("%s, %v: hidden is %v", r.Questions[i].ID, a.Key, a.Hidden)
			}
		}
	}
	if len(r.Questions[0].Derived) > 0 {
		t.Error("percentages follow from a table that is left out")
	}
	path := filepath.Join(d.out, "people.json")
	if out := d.must("verify", path); strings.Contains(out, "DOES NOT") || strings.Count(out, "rounded and hidden as the plan says") != 3 {
		t.Errorf("verify says\n%s", out)
	}
	// Somebody shows what the rule hides, or hides what it does not.
	text := read(t, path)
	for name, change := range map[string][2]string{"shown": {`"hidden": true`, `"hidden": false`}, "another rule": {`"leaveOut": "400"`, `"leaveOut": "1"`}} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("the record does not say %s", change[0])
		}
		write(t, path, strings.Replace(text, change[0], change[1], 1))
		if o := d.steward("verify", path); o.code == 0 || !strings.Contains(o.out, "not rounded and hidden as the plan says") {
			t.Errorf("%s: exit code %d\n%s", name, o.code, o.out)
		}
	}
}
