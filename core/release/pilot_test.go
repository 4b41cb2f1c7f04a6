package release

import (
	"context"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/mechanism/registry"
	"steward/core/plan"
)

func TestPilotIsPaidFor(t *testing.T) {
	c, err := plan.Compile(smallPlan(200))
	if err != nil {
		t.Fatal(err)
	}
	tenth, err := account.ParseEpsilon("0.1")
	if err != nil {
		t.Fatal(err)
	}
	w := newWitness()
	j := Job{Plan: c, Data: people(200), Ledger: w, Noise: w.open, Time: "2026-01-02T03:04:05Z"}
	standIn, _, err := Pilot(remembering, j, 1, tenth)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(w.events, []string{"debit", "noise"}) || w.spent[0].Epsilon.String() != "0.1" || w.spent[0].Limit.String() != "1" {
		t.Errorf("events %v, spent %+v: want one debit of 0.1 and then the noise", w.events, w.spent)
	}
	if got := w.spent[0].Questions; !slices.Equal(got, []string{"Pilot for Up to each age"}) {
		t.Errorf("the ledger was told of %q", got)
	}
	if standIn.Kind != plan.StandInPilot || len(standIn.Tables) != 1 || standIn.Tables[0].Paid == nil || standIn.Tables[0].Paid.Epsilon != "0.1" {
		t.Errorf("the stand-in is %+v", standIn)
	}
	p := c.Plan
	p.StandIn = standIn
	on, err := c.Again(p)
	if err != nil || !slices.Equal(on.Lacking, []int{0}) {
		t.Fatalf("on the pilot: %v, lacking %v", err, on.Lacking)
	}
	pilots := on.Problems[1].StandIn
	if !strings.Contains(pilots.Source().String(), "paid for") {
		t.Errorf("the stand-in is called %q", pilots.Source())
	}
	prepared, _, err := registry.Choose(remembering, c.Problems[1], "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := mechanismtest.Simulate(context.Background(), c.Problems[1], prepared, mechanism.Trial{StandIn: pilots, Runs: 50})
	if err != nil || s.Unadjusted.Summary().RMSE == 0 {
		t.Errorf("simulating on the pilot: %v, %+v", err, s.Unadjusted.Summary())
	}
	if c.Budget.String() != "0.5" || len(c.Problems) != 2 {
		t.Error("the pilot changed the plan")
	}
}

func TestPilotRefuses(t *testing.T) {
	c, err := plan.Compile(smallPlan(201)) // a false fact
	if err != nil {
		t.Fatal(err)
	}
	w := newWitness()
	for name, j := range map[string]Job{
		"false fact":   {Plan: c, Data: people(200), Ledger: w, Noise: w.open},
		"changed file": {Plan: c, Data: &memory{changed: true}, Ledger: w, Noise: w.open},
	} {
		if _, _, err := Pilot(remembering, j, 0, c.Budget); err == nil || len(w.events) > 0 {
			t.Errorf("%s: error %v, events %v", name, err, w.events)
		}
	}
	if _, _, err := Pilot(remembering, Job{Plan: c, Data: people(201), Ledger: w, Noise: w.open}, 2, c.Budget); err == nil {
		t.Error("a pilot for a question that is not asked went through")
	}
}
