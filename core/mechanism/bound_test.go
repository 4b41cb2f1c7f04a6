package mechanism

import (
	"math"
	"testing"

	"steward/core/policy"
	"steward/core/workload"
)

// No mechanism is better than the bound, whatever the problem.
func TestNothingIsBelowTheBound(t *testing.T) {
	bounded, nearest := 0, math.Inf(1)
	eachScene(t, 41, 200, func(m maker, s scene) {
		b, ok, err := LowerBound(t.Context(), s.Problem)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		if !ok {
			return
		}
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range candidates {
			if c.Prepared == nil || c.Info.DataDependent {
				continue
			}
			bounded++
			f := b.Factor(c.Summary.MeanSquare)
			nearest = min(nearest, f)
			if f < 1-1e-6 {
				t.Errorf("%s, %s: %g times the best possible", s.name, c.Info.ID, f)
			}
		}
	})
	if bounded < 100 || nearest > 1.5 {
		t.Errorf("%d bounds, the nearest within a factor of %g", bounded, nearest)
	}
}

// Cumulative counts along a line of ranges are within two per cent of the best possible; a
// table under full secrecy within a factor of sqrt(2) or so.
func TestBoundIsNear(t *testing.T) {
	d := twoColumns(t)
	s := newSeveral(t, policy.Full(d, false), ask("ages", workload.Table, "age"))
	b, ok, err := LowerBound(t.Context(), s.problems[0])
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	best, _, err := Choose(t.Context(), s.problems[0], "")
	if err != nil {
		t.Fatal(err)
	}
	if f := b.Factor(best.ExpectedError().Summary().MeanSquare); f < 1 || f > 1.6 {
		t.Errorf("a table is within a factor of %g", f)
	}
}

// Large questions have a bound where there is a closed form, and none otherwise.
func TestBoundOfLargeQuestions(t *testing.T) {
	for _, c := range []struct {
		kind  workload.Kind
		every bool
		ok    bool
	}{{workload.Ranges, true, true}, {workload.Cumulative, false, false}} {
		d := wideColumn(t, 1000)
		q := ask("q", c.kind, "v")
		q.Every = c.every
		s := newSeveral(t, policy.Full(d, false), q)
		b, ok, err := LowerBound(t.Context(), s.problems[0])
		if err != nil || ok != c.ok {
			t.Errorf("%s: %v, %v", c.kind, ok, err)
		}
		if ok && !(b.MeanSquare > 0) {
			t.Errorf("%s: a bound of %g", c.kind, b.MeanSquare)
		}
	}
}
