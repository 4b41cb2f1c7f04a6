package model_test

import (
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// What a pilot cost stands on the cover by itself, and among what was spent before.
func TestPilotIsALineOfItsOwn(t *testing.T) {
	r := modeltest.Fixed(t)
	d, err := model.New(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Cover.Pilots) > 0 {
		t.Errorf("without a pilot the cover has %+v", d.Cover.Pilots)
	}
	r.Plan.StandIn = &plan.StandIn{Kind: plan.StandInPilot, Tables: []plan.StandInTable{
		{Columns: []domain.AttributeName{"age", "district"}, Of: "x", Paid: &plan.Paid{Epsilon: "0.05", Sequence: 3, Hash: strings.Repeat("a", 64)}},
	}}
	if d, err = model.New(r); err != nil {
		t.Fatal(err)
	}
	if p := d.Cover.Pilots; len(p) != 1 || p[0].Spent != "0.05" || !strings.Contains(p[0].Question, "“age” and “district”") || !strings.Contains(p[0].Method, "entry 3 of the account") {
		t.Errorf("the cover has %+v", p)
	}
	found := false
	for _, s := range d.Appendix {
		for _, f := range s.Facts {
			found = found || f.Name == "Of which earlier" && strings.HasPrefix(f.Value, "0.05: a pilot over")
		}
	}
	if !found {
		t.Error("the appendix does not name the pilot among what was spent before")
	}
	r.Plan.StandIn.Tables[0].Paid.Epsilon = "much"
	if _, err := model.New(r); err == nil {
		t.Error("a spend that is no number was taken")
	}
}
