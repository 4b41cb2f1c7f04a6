package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

// A plan with a delta from new to the ledger: every place that states the promise says what it
// does not cover, the record verifies, and a changed delta does not.
func TestDeltaEndToEnd(t *testing.T) {
	p := peoplePlan()
	p.Budget.Delta, p.Questions[0].Mechanism = "0.000001", "gaussian"
	d := newDesk(t, "people.csv", sixty(), p)
	d.check()
	const except = "except in a case whose chance is at most 1 in 1,000,000"
	preview := d.must("preview", d.plan)
	for _, want := range []string{except, "0.5 with delta 0.000001", "Gaussian noise on each cell", "Without a chance of failure"} {
		if !strings.Contains(preview, want) {
			t.Errorf("the preview lacks %q:\n%s", want, preview)
		}
	}
	var told struct {
		Delta, Rho string
		Questions  []struct {
			WithoutDelta *struct{ TypicalError float64 }
		}
	}
	if err := json.Unmarshal([]byte(d.must("preview", d.plan, "--json")), &told); err != nil || told.Delta != "0.000001" || told.Rho == "" || told.Questions[0].WithoutDelta == nil {
		t.Errorf("preview --json says %+v (%v)", told, err)
	}
	if out := d.must(d.releaseArgs()...); !strings.Contains(out, "0.5 with delta 0.000001") {
		t.Errorf("release says\n%s", out)
	}
	r := record(t, d.out, "people")
	if r.Delta != "0.000001" || r.Rho == "" || r.R == "" || r.Questions[0].Noise[0].SigmaSquared == "" || r.Ledger.DeltaAfter != "0.000001" {
		t.Errorf("the record says %q %q %q, %+v", r.Delta, r.Rho, r.R, r.Ledger)
	}
	if out := d.must("verify", filepath.Join(d.out, "people.json")); strings.Contains(out, "DOES NOT") || !strings.Contains(out, "0.5 with delta 0.000001") {
		t.Errorf("verify says\n%s", out)
	}
	show := d.must("ledger", "show", "People")
	for _, want := range []string{"0.5 with delta 0.000001", "add up to 0.000001", "1 in 1000000 together"} {
		if !strings.Contains(show, want) {
			t.Errorf("the ledger lacks %q:\n%s", want, show)
		}
	}
	tell := d.must("ledger", "tell", "People", "--is", "age=20", "--or", "age=21")
	if !strings.Contains(tell, "except in cases whose chance is at most 1 in 1000000 together") {
		t.Errorf("tell says\n%s", tell)
	}
	path := filepath.Join(d.out, "people.json")
	write(t, path, strings.Replace(read(t, path), `"rho": "`, `"rho": "1`, 1))
	if o := d.steward("verify", path); !strings.Contains(o.out, "DOES NOT") {
		t.Errorf("a record with another rho verifies:\n%s", o.out)
	}
}

// new writes the chance that is accepted, and refuses one that is none.
func TestNewWithDelta(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	d.must("new", d.data, "--out", d.plan, "--confirm", "--delta", "0.000001")
	if got := d.load().Budget.Delta; got != "0.000001" {
		t.Errorf("the plan accepts %q", got)
	}
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "x.steward"), "--delta", "0.5"}, "--delta", "below 0.01")
}

// What the chances of failure may add up to is set in the ledger, shown, and kept: a release exactly at
// the limit is made, one more is refused with nothing spent.
func TestLedgerLimitOfChances(t *testing.T) {
	p := peoplePlan()
	p.Budget.Delta, p.Budget.Limit, p.Questions[0].Mechanism = "0.000001", "2", "gaussian"
	d := newDesk(t, "people.csv", sixty(), p)
	d.check()
	d.refused([]string{"ledger", "limit", "People", "--new", "--why", "a rule"}, "give the limit: a number such as 2", "--delta")
	d.refused([]string{"ledger", "limit", "People", "--new", "--why", "a rule", "--delta", "0.5"}, "--delta", "below 0.01")
	if out := d.must("ledger", "limit", "People", "--new", "--why", "a rule", "--delta", "0.000001"); !strings.Contains(out, "together may use a chance of failure (delta) of 0.000001, 1 in 1,000,000") || !strings.Contains(out, "adds up to 0.") {
		t.Errorf("limit says %q", out)
	}
	if out := d.must("ledger", "show", "People"); !strings.Contains(out, "may add up to 0.000001 in total. 0.000001 of it is left") || !strings.Contains(out, "chances of failure of at most 0.000001 in total") {
		t.Errorf("show says\n%s", out)
	}
	d.must(d.releaseArgs()...)
	var said struct{ DeltaLimit, DeltaLeft, JointDelta string }
	if err := json.Unmarshal([]byte(d.must("ledger", "show", "People", "--json")), &said); err != nil || said.DeltaLimit != "0.000001" || said.DeltaLeft != "0" || said.JointDelta != "0.000001" {
		t.Errorf("show --json says %+v (%v)", said, err)
	}
	before := d.must("ledger", "show", "People")
	d.out = filepath.Join(d.dir, "again")
	d.refused(d.releaseArgs(), "chance of failure (delta)", "0 is left", "smaller chance")
	if after := d.must("ledger", "show", "People"); after != before {
		t.Errorf("a refused release changed the ledger:\n%s", after)
	}
	d.refused([]string{"ledger", "limit", "People", "3", "--why", "more", "--delta", "0.000002"}, "a separate step", "steward ledger raise")
	d.must("ledger", "raise", "People", "3", "--why", "more", "--by", "The board", "--delta", "0.000002")
	if out := d.must("ledger", "show", "People"); !strings.Contains(out, "0.000001 of it is left") || !strings.Contains(out, "You allowed 3 in total") {
		t.Errorf("show says\n%s", out)
	}
}

// Without a chance the preview says what one would gain, with one which methods use it, and how near
// the least error the chosen one is.
func TestPreviewComparesPureAndGaussian(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	pure := d.must("preview", d.plan)
	if !strings.Contains(pure, "Accepting a chance") || strings.Contains(pure, "Methods whose names speak of Gaussian noise") {
		t.Errorf("without a chance the preview says\n%s", pure)
	}
	if !strings.Contains(pure, "No unbiased method that adds noise of this kind") {
		t.Errorf("the preview says nothing of the least error:\n%s", pure)
	}
	var told struct {
		Questions []struct {
			WithDelta                       *struct{ TypicalError float64 }
			WithDeltaOf                     string
			WithinFactor, WithinFactorOfAny float64
		}
	}
	if err := json.Unmarshal([]byte(d.must("preview", d.plan, "--json")), &told); err != nil || told.Questions[0].WithDelta == nil || told.Questions[0].WithDeltaOf != "0.000001" || told.Questions[0].WithinFactor < 1 || told.Questions[0].WithinFactorOfAny < told.Questions[0].WithinFactor {
		t.Errorf("preview --json says %+v (%v)", told, err)
	}
	p := peoplePlan()
	p.Budget.Delta = "0.000001"
	e := newDesk(t, "people.csv", sixty(), p)
	if out := e.must("preview", e.plan); !strings.Contains(out, "Methods with “Gaussian noise” in their names use the chance of 1 in 1,000,000") || strings.Contains(out, "Accepting a chance") {
		t.Errorf("with a chance the preview says\n%s", out)
	}
}
