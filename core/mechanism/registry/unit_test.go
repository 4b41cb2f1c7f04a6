package registry

import (
	"context"
	"math"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// TestUnits compares every mechanism on counts of units of 3.5 people with itself on counts of
// people: the same noise and loss, answers of whole units, and errors 3.5 times as large, also of
// sums. Trial releases measure them as they are.
func TestUnits(t *testing.T) {
	const unit, runs, step = 7, 400, 3.5
	a, err := domain.NewWhole("age", 0, 5, domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{ID: "c", Title: "Ages", Kind: workload.Cumulative, Columns: []domain.AttributeName{"age"}}, d)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := mechanism.NewProblem(w, policy.Full(d, true), constraint.Facts{}, budget)
	if err != nil {
		t.Fatal(err)
	}
	plain.Rows = 3
	in := plain
	in.Unit = mechanism.Unit{People: unit, Parts: 2}
	counts, err := histogram.FromCounts(d, []int64{4, 0, 9, 2, 2, 30})
	if err != nil {
		t.Fatal(err)
	}
	src := seeded.New(20261123, 1)
	people, err := Candidates(context.Background(), plain)
	if err != nil {
		t.Fatal(err)
	}
	units, err := Candidates(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	standIn, err := mechanism.Even(d, 60)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for i, c := range units {
		one := people[i]
		if (c.Prepared == nil) != (one.Prepared == nil) {
			t.Fatalf("%s applies to one only", c.Info.ID)
		}
		if c.Prepared == nil || c.Info.DataDependent {
			continue
		}
		tried++
		if c.Prepared.Loss().Cmp(one.Prepared.Loss()) != 0 {
			t.Errorf("%s loses %s and %s", c.Info.ID, c.Prepared.Loss(), one.Prepared.Loss())
		}
		for k, n := range c.Prepared.Noise() {
			if n.Rat().Cmp(one.Prepared.Noise()[k].Rat()) != 0 {
				t.Errorf("%s has other noise", c.Info.ID)
			}
		}
		ours, theirs := c.Prepared.ExpectedError(), one.Prepared.ExpectedError()
		for k := range ours.Answers {
			if got, want := ours.Answers[k], theirs.Answers[k]; math.Abs(got.Variance-want.Variance*step*step) > 1e-9*got.Variance || got.HalfWidth != want.HalfWidth*step {
				t.Errorf("%s, answer %d: %+v, but %+v without the unit", c.Info.ID, k, got, want)
			}
		}
		terms := []mechanism.Term{{Answer: 0, Weight: 1}, {Answer: 3, Weight: -2}}
		got, err := mechanism.Combine(c.Prepared, terms)
		want, failed := mechanism.Combine(one.Prepared, terms)
		if err != nil || failed != nil || math.Abs(got.Variance-want.Variance*step*step) > 1e-9*got.Variance || got.Weight != want.Weight*step {
			t.Errorf("%s: a sum has %+v (%v), but %+v (%v) without the unit", c.Info.ID, got, err, want, failed)
		}
		r, err := c.Prepared.Release(context.Background(), counts, src)
		if err != nil {
			t.Fatal(err)
		}
		for k, n := range r.Tidied {
			if n < 0 {
				t.Errorf("%s: tidied answer %d is %d units", c.Info.ID, k, n)
			}
		}
		s, err := mechanismtest.Simulate(context.Background(), in, c.Prepared, mechanism.Trial{StandIn: standIn, Runs: runs})
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range s.Unadjusted.Answers {
			squares := seeded.Squares(ours.Answers[k].Variance, mechanismtest.LeastVariance(mechanismtest.Measured(t, one.Prepared)))
			if err := seeded.Averages(m.Variance, runs, squares, seeded.Among(len(units)*len(ours.Answers))); err != nil {
				t.Errorf("%s, answer %d: squared errors: %v", c.Info.ID, k, err)
			}
		}
	}
	if tried < 3 {
		t.Errorf("%d mechanisms were tried", tried)
	}
}
