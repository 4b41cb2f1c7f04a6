package registry

import (
	"slices"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/mechanism/trees"
	"steward/core/message"
)

// independent returns the mechanisms whose error does not depend on the data.
func independent() []mechanism.Mechanism {
	return slices.DeleteFunc(All(), func(m mechanism.Mechanism) bool { return m.Info().DataDependent })
}

// dependent returns the others that answer questions about people; the one for a total has tests of its
// own.
func dependent() []mechanism.Mechanism {
	return slices.DeleteFunc(All(), func(m mechanism.Mechanism) bool { return !m.Info().DataDependent || m.Info().ID == "smoothed-total" })
}

// Without a stand-in these mechanisms do not apply and say what to give, and Automatic takes none
// of them; with one it takes the best of all on it.
func TestStandInsLetAutomaticCompare(t *testing.T) {
	const ages = 160
	e := mechanismtest.EveryRange(t, ages, 1, "0.1")
	p := e.Scene.Problem
	grid := mechanismtest.SquareGrid(t, 6, 1, "0.1", nil).Scene.Problem // some are for maps only
	for _, m := range dependent() {
		fit := m.Check(grid)
		if fit.OK() || fit.Reasons[0].Step != guide.Budget || !strings.Contains(fit.Reasons[0].Text.String(), "public numbers") {
			t.Errorf("%s: %+v", m.Info().ID, fit)
		}
	}
	chosen, _, err := Choose(t.Context(), mechanismtest.EveryRange(t, 20, 1, "0.1").Scene.Problem, "")
	if err != nil || chosen.Info().DataDependent {
		t.Fatalf("%v, %v", chosen, err)
	}
	// People in a few cells all over: isotonic regression of the cumulative counts wins.
	numbers := make([]int64, ages)
	for cell := 5; cell < ages; cell += 20 {
		numbers[cell] = 4000 - 10*int64(cell)
	}
	if p.StandIn, err = mechanism.Published(p.Workload.Domain(), numbers, message.Verbatim("last year's table")); err != nil {
		t.Fatal(err)
	}
	chosen, why, err := Choose(t.Context(), p, "")
	if err != nil || chosen.Info().ID != "tree-isotonic" || !strings.Contains(why.String(), "last year's table") {
		t.Fatalf("%v, %q, %v", chosen.Info(), why, err)
	}
	if e := chosen.ExpectedError(); e.Kind != accuracy.Simulated || !strings.Contains(e.StandIn.String(), "last year's table") {
		t.Errorf("the error is %s on %q", e.Kind, e.StandIn)
	}
	if p.StandIn, err = mechanism.Even(mechanismtest.EveryRange(t, 10, 1, "0.1").Scene.Workload.Domain(), 10); err != nil {
		t.Fatal(err)
	}
	if fit := (trees.TreeDawa{}).Check(p); fit.OK() {
		t.Error("a stand-in over other cells was taken")
	}
}
