package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism"
)

// weighed is visits with weights.
func weighed(step, top string) Plan {
	p := visits(0)
	p.Weight = &Weight{Column: "weight", Step: step, Cap: top}
	return p
}

func TestUnitsOfAWeight(t *testing.T) {
	u, err := Weight{Column: "w", Step: "10", Cap: "50"}.Units()
	if err != nil || u != (Units{Step: mechanism.Unit{People: 10, Parts: 1}, Most: 5}) {
		t.Fatalf("%+v, %v", u, err)
	}
	for weight, want := range map[float64]int64{0: 0, 4.9: 0, 5: 0, 5.1: 1, 10: 1, 14.99: 1, 15: 2, 25: 2, 35: 4, 49: 5, 50: 5, 50.1: 5, 1e300: 5} {
		got, capped := u.Of(weight)
		if got != want || capped != (weight > 50) {
			t.Errorf("a weight of %v counts as %d units, above the cap: %v; want %d", weight, got, capped, want)
		}
	}
}

// The noise grows with the number of units of the cap, and what is hidden is the whole row.
func TestWeightsCostTheirUnits(t *testing.T) {
	for top, want := range map[string]int{"10": 1, "40": 4, "10000": 1000} {
		c := compileVisits(t, weighed("10", top))
		p := c.Problems[0]
		if got := c.Tied(); got.Factor != want || p.Multiplier().Factor != want || p.Unit != (mechanism.Unit{People: 10, Parts: 1}) || p.Rows != want {
			t.Errorf("a cap of %s: factor %d, problem %+v", top, got.Factor, p)
		}
		if got := p.Effective(); got.Cmp(c.Budget.Over(want)) != 0 {
			t.Errorf("a cap of %s leaves %s for noise", top, got)
		}
		said := c.Describe()
		if !strings.Contains(said.Presence.String(), "up to "+top+" people; what is hidden is everything in it, its weight, and whether there is one.") || len(said.Disclosed) > 0 || len(c.Disclosed) > 0 || !c.Policy.Presence() {
			t.Errorf("it says %+v, discloses %q", said, c.Disclosed)
		}
	}
	n := int64(40)
	p := weighed("10", "40")
	p.Facts.People = &n
	c := compileVisits(t, p)
	if got := c.Tied(); got.Factor != 4 || !strings.Contains(got.Why.String(), "up to 4 units of 10 people") || !strings.Contains(got.Why.String(), "another one is") {
		t.Errorf("with the number of people known: %+v", got)
	}
	if _, known := c.Facts.Total(); known {
		t.Error("the number of people is taken for the total of the counts")
	}
	if p.Counted().String() != "weighted people" {
		t.Errorf("%q are counted", p.Counted())
	}
}

func TestWeightsRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Plan)
		step   guide.Step
		says   string
	}{
		{func(p *Plan) { p.Weight.Column = " " }, guide.Data, "name the column with the weights"},
		{func(p *Plan) { p.Weight.Step = "" }, guide.Data, "the weights have no step"},
		{func(p *Plan) { p.Weight.Cap = "" }, guide.Data, "the weights have no cap"},
		{func(p *Plan) { p.Weight.Cap = "-3" }, guide.Data, "the cap of the weights: found"},
		{func(p *Plan) { p.Weight.Step = "1e3" }, guide.Data, "the step of the weights: found"},
		{func(p *Plan) { p.Weight.Step = "0.00005" }, guide.Data, "a number up to 1000 with at most 4 decimals"},
		{func(p *Plan) { p.Weight.Step, p.Weight.Cap = "2000", "4000" }, guide.Data, "a number up to 1000"},
		{func(p *Plan) { p.Weight.Cap = "45" }, guide.Data, "not a whole number of steps of 10: use 50"},
		{func(p *Plan) { p.Weight.Cap = "5" }, guide.Data, "use 10"},
		{func(p *Plan) { p.Weight.Cap = "10010" }, guide.Data, "1001 steps"},
		{func(p *Plan) { p.Weight.Column = "ward" }, guide.Columns, "cannot be published"},
		{func(p *Plan) { p.Rows = &Rows{Person: "weight", AtMost: 2} }, guide.Data, "choose two"},
		{func(p *Plan) { p.Rows, p.Weight.Cap = &Rows{Person: "patient", AtMost: 3}, "4000" }, guide.Data, "up to 3 rows of up to 400 steps each, 1200 in total"},
	} {
		p := weighed("10", "50")
		c.change(&p)
		_, err := Compile(p)
		list, ok := err.(*Incomplete)
		if !ok {
			t.Errorf("%q: compiled, %v", c.says, err)
			continue
		}
		found := false
		for _, i := range list.Issues {
			found = found || i.Step == c.step && strings.Contains(i.Message.String(), c.says)
		}
		if !found {
			t.Errorf("%v: want it to say %q", err, c.says)
		}
	}
}

func TestRenameAWeight(t *testing.T) {
	p := weighed("1", "3")
	before := *p.Weight
	old := p
	p.RenameColumn("weight", "wt")
	if p.Weight.Column != "wt" || *old.Weight != before {
		t.Errorf("renamed %+v, the other %+v", p.Weight, old.Weight)
	}
	if _, ok := compileVisits(t, p).Domain.Attribute(domain.AttributeName("wt")); ok {
		t.Error("it is published")
	}
}

// Steps can be decimals, and go together with several rows of a person.
func TestDecimalStepsOfSeveralRows(t *testing.T) {
	u, err := Weight{Column: "w", Step: "0.05", Cap: "2.50"}.Units()
	if err != nil || u != (Units{Step: mechanism.Unit{People: 1, Parts: 20}, Most: 50}) || u.Decimals() != 2 || u.People().String() != "0.05 people" || u.Times(27) != "1.35" {
		t.Fatalf("%+v, %v: %d decimals, %s, %s", u, err, u.Decimals(), u.People(), u.Times(27))
	}
	for weight, want := range map[float64]int64{0: 0, 0.025: 0, 0.026: 1, 1.35: 27, 1.325: 26, 1.375: 28, 2.49: 50, 2.5: 50, 2.51: 50, 5e-324: 0} {
		if got, capped := u.Of(weight); got != want || capped != (weight > 2.5) {
			t.Errorf("a weight of %v counts as %d units, above the cap: %v; want %d", weight, got, capped, want)
		}
	}
	for step, want := range map[string]int{"1": 0, "10": 0, "2.5": 1, "0.5": 1, "0.25": 2, "0.125": 3, "0.0001": 4, "0.04": 2} {
		u, err := Weight{Column: "w", Step: step, Cap: step}.Units()
		if err != nil || u.Decimals() != want {
			t.Errorf("a step of %s has %d decimals (%v), want %d", step, u.Decimals(), err, want)
		}
	}
	p := weighed("0.05", "2.5")
	p.Rows = &Rows{Person: "patient", AtMost: 3}
	c := compileVisits(t, p)
	if got := c.Tied(); got.Factor != 150 || c.Problems[0].Rows != 150 || c.Problems[0].Multiplier().Factor != 150 || !strings.Contains(got.Why.String(), "up to 3 rows; each row counts as up to 50 units of 0.05 people") {
		t.Errorf("factor %d, %s", got.Factor, got.Why)
	}
	said := c.Describe()
	if !strings.Contains(said.Presence.String(), "up to 3 times, and a row can stand for up to 2.5 people") || !strings.Contains(said.Expert.String(), "150, of 3 rows with 50 units of weight 0.05 each") || p.Counted().String() != "weighted rows" {
		t.Errorf("it says %+v of %s", said, p.Counted())
	}
	one := int64(40)
	p.Facts.People = &one
	if got := compileVisits(t, p).Tied(); got.Factor != 150 {
		t.Errorf("with the number of people known: %+v", got)
	}
}

// A plan without weights is written as before, so that digests of older releases stay.
func TestNoWeightIsNotWritten(t *testing.T) {
	text, err := json.Marshal(visits(2))
	if err != nil || strings.Contains(string(text), "weight") {
		t.Errorf("%s, %v", text, err)
	}
}
