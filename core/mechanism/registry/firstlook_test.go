package registry

import (
	"testing"

	"steward/core/mechanism/mechanismtest"
)

// A first look leaves out what takes long to prepare, says so, and finds an answer without it.
func TestAFirstLookLeavesOutWhatTakesLong(t *testing.T) {
	p := mechanismtest.Ranging(t, 64, 8).Scene.Problem
	p.Quick = true
	candidates, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for i, m := range All() {
		if m.Info().Laborious {
			left++
			if c := candidates[i]; c.Prepared != nil || c.Fit.OK() {
				t.Errorf("%s is prepared for a first look", c.Info.ID)
			}
		}
	}
	if left == 0 {
		t.Error("no mechanism takes long")
	}
	if best := Best(candidates); best < 0 || candidates[best].Info.ID != "ramps" {
		t.Errorf("candidate %d is the best at a first look, not ramps", best)
	}
}
