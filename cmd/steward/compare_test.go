package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

// lastYear writes a public file like that of a desk beside it.
func (d *desk) lastYear() string {
	d.t.Helper()
	var b strings.Builder
	b.WriteString("age,town,wage\n")
	for i := range 80 {
		fmt.Fprintf(&b, "%d,%s,%d\n", 20+i%3, []string{"North", "South"}[i%2], 900+i)
	}
	path := filepath.Join(d.dir, "lastyear.csv")
	write(d.t, path, b.String())
	return path
}

// choosing returns the plan with a method for its first question.
func choosing(id string) plan.Plan {
	p := peoplePlan()
	p.Questions[0].Mechanism = id
	return p
}

// From the public file to the verified release, by command lines alone: what was measured on it says
// so wherever errors stand, and what is changed afterwards is noticed.
func TestReleaseComparedOnAPublicFile(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	public := d.lastYear()
	if out := d.must("compare", d.plan, "--like", public); !strings.Contains(out, "become public") {
		t.Errorf("comparing says %q", out)
	}
	if out := d.must("preview", d.plan); !strings.Contains(out, "measured on lastyear.csv; yours may differ") {
		t.Errorf("the preview says\n%s", out)
	}
	d.edit(func(p *plan.Plan) { p.Questions[0].Mechanism = "tree-dawa" })
	d.check()
	d.must(d.releaseArgs()...)
	r := record(t, d.out, "people")
	if q := r.Questions[0]; q.Mechanism != "tree-dawa" || q.MeasuredOn != "lastyear.csv" || r.Plan.StandIn == nil || len(r.Plan.StandIn.Tables) != 2 {
		t.Errorf("the record has %q, measured on %q, and of public numbers %+v", q.Mechanism, q.MeasuredOn, r.Plan.StandIn)
	}
	if heading, _, _ := strings.Cut(read(t, filepath.Join(d.out, "people-towns.csv")), "\r\n"); !strings.Contains(heading, "95 % to (on a stand-in),Unadjusted,Typical error (on a stand-in)") {
		t.Errorf("the table is headed %q", heading)
	}
	path := filepath.Join(d.out, "people.json")
	if out := d.must("verify", path); !strings.Contains(out, "measured on lastyear.csv") {
		t.Errorf("verifying says\n%s", out)
	}
	original := read(t, path)
	for name, change := range map[string][2]string{
		"public numbers": {`"counts": "`, `"counts": "4 `},
		"what they are":  {`"measuredOn": "lastyear.csv"`, `"measuredOn": "the truth"`},
		"an error":       {`"halfWidth95": `, `"halfWidth95": 2`},
	} {
		write(t, path, strings.Replace(original, change[0], change[1], 1))
		if o := d.steward("verify", path); o.code != 4 || !strings.Contains(o.out, "DOES NOT") || read(t, path) == original {
			t.Errorf("%s changed: exit code %d\n%s%s", name, o.code, o.out, o.err)
		}
	}
}

// The steward's own file is refused as public data, under any name, and at the release too.
func TestCompareRefusesTheOwnFile(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	same := filepath.Join(d.dir, "public.csv")
	write(t, same, sixty())
	d.must("compare", d.plan, "--like", same) // nothing is known of the own file yet
	d.refused([]string{"check", d.plan, "--data", d.data}, "the very file")
	d.must("compare", d.plan, "--alone")
	d.check()
	for _, own := range []string{d.data, same} {
		d.refused([]string{"compare", d.plan, "--like", own}, "the very file", "last year's published data")
	}
	d.refused([]string{"compare", d.plan}, "say what methods are to be compared on")
	d.refused([]string{"compare", d.plan, "--like", filepath.Join(d.dir, "none.csv")}, "none.csv")
}

// A pilot is spent before its numbers are there, and verified with the release.
func TestPilotOnTheCommandLine(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	pilot := []string{"compare", d.plan, "--pilot", "0.2", "--data", d.data, "--question", "wages"}
	d.refused(pilot, "has not been reviewed")
	d.check()
	d.refused([]string{"compare", d.plan, "--pilot", "0.2"}, "--data")
	d.refused([]string{"compare", d.plan, "--pilot", "0.2", "--data", d.data, "--question", "none"}, `“none”`)
	d.refused([]string{"compare", d.plan, "--pilot", "0.9", "--data", d.data}, "0.75")
	if out := d.must(pilot...); !strings.Contains(out, "Spent 0.2") {
		t.Errorf("a pilot says %q", out)
	}
	if out := d.must("ledger", "show", "People"); !strings.Contains(out, "Pilot for Wages") && !strings.Contains(out, "0.2") {
		t.Errorf("the ledger shows\n%s", out)
	}
	if p := d.load(); p.StandIn == nil || p.StandIn.Kind != plan.StandInPilot || p.StandIn.Tables[0].Paid.Epsilon != "0.2" {
		t.Fatalf("the plan is compared on %+v", p.StandIn)
	}
	o := d.steward("preview", d.plan)
	if o.code != 0 || !strings.Contains(o.err, "There is no pilot for “Towns by age”") || !strings.Contains(o.out, "apart from the pilot") {
		t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	d.edit(func(p *plan.Plan) {
		p.Questions, p.Questions[1].Mechanism = p.Questions[1:], "tree-isotonic"
	})
	d.must(d.releaseArgs()...)
	path := filepath.Join(d.out, "people.json")
	if out := d.must("verify", path); !strings.Contains(out, "The pilot that errors were measured on is entry 1 of the account") {
		t.Errorf("verifying says\n%s", out)
	}
	write(t, path, strings.Replace(read(t, path), `"epsilon": "0.2"`, `"epsilon": "0.1"`, 1))
	if o := d.steward("verify", path); o.code != 4 || !strings.Contains(o.out, "DOES NOT    The pilot") {
		t.Errorf("another price: exit code %d\n%s", o.code, o.out)
	}
}

// A plan without tables has nothing that a pilot could be for.
func TestPilotOfNoTable(t *testing.T) {
	p := peoplePlan()
	p.Questions, p.Choices = nil, []plan.Choice{{ID: "q1", Title: "Median age", Kind: "percentile", Percentile: "50", Column: "age"}}
	d := newDesk(t, "people.csv", sixty(), p)
	d.check()
	pilot := []string{"compare", d.plan, "--pilot", "0.2", "--data", d.data}
	d.refused(pilot, "question 1 of 0")
	d.refused(append(pilot, "--question", "towns"), `“towns”`)
}

// A plan whose public file is not there says so; it is answered without, but not by a method that
// needs it. The file is found beside the plan.
func TestPublicFileIsNotThere(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	public := d.lastYear()
	d.must("compare", d.plan, "--like", public)
	d.check()
	d.edit(func(p *plan.Plan) { p.StandIn.Tables = nil })
	if out := d.must("preview", d.plan); !strings.Contains(out, "measured on lastyear.csv") {
		t.Errorf("beside the plan:\n%s", out)
	}
	if err := os.Remove(public); err != nil {
		t.Fatal(err)
	}
	o := d.steward("preview", d.plan)
	if o.code != 0 || !strings.Contains(o.err, `“lastyear.csv”`) || strings.Contains(o.out, "measured on") {
		t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	d.edit(func(p *plan.Plan) { p.Questions[0].Mechanism = "tree-dawa" })
	o = d.steward(d.releaseArgs()...)
	if o.code != 1 || !strings.Contains(o.err, "put it next to the plan") || strings.Contains(d.steward("ledger", "show", "People").out, "0.5") {
		t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	d.edit(func(p *plan.Plan) { p.Questions[0].Mechanism = "" })
	if o = d.steward(d.releaseArgs()...); o.code != 0 {
		t.Errorf("without the file: %s", o.err)
	}
	for _, q := range record(t, d.out, "people").Questions {
		if q.MeasuredOn != "" {
			t.Errorf("%s is measured on %q", q.ID, q.MeasuredOn)
		}
	}
}

// Made-up data are named as such, and a plan that names no stand-in is as it was before.
func TestCompareOnMadeUpData(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.must("compare", d.plan, "--even")
	if out := d.must("preview", d.plan); !strings.Contains(out, "measured on made-up data spread evenly") {
		t.Errorf("the preview says\n%s", out)
	}
	d.must("compare", d.plan, "--alone")
	if content := read(t, d.plan); strings.Contains(content, "standIn") {
		t.Errorf("a plan compared on nothing is written\n%s", content)
	}
	d.save(choosing("tree-isotonic"))
	d.refused([]string{"preview", d.plan}, "public numbers")
	// It can be compared all the same.
	public := d.lastYear()
	d.must("preview", d.plan, "--like", public)
	d.must("compare", d.plan, "--like", public)
	if out := d.must("preview", d.plan); !strings.Contains(out, "measured on lastyear.csv") {
		t.Errorf("the preview says\n%s", out)
	}
}
