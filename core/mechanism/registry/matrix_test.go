package registry

import (
	"math"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// Where a search pays it is below the families, and below what an independent search of several hours
// found for 64 values within 16 of one another.
func TestMatrixIsBelowTheFamilies(t *testing.T) {
	seeded.ForAudits(t)
	p := mechanismtest.EveryRange(t, 64, 16, "0.01").Scene.Problem
	candidates, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	others := math.Inf(1)
	for _, c := range candidates {
		if c.Prepared != nil && c.Info.ID != "matrix" {
			others = min(others, c.Summary.MeanSquare)
		}
	}
	best := candidates[Best(candidates)]
	if best.Info.ID != "matrix" || best.Summary.MeanSquare > 0.985*others {
		t.Errorf("%s has %v, the others %v", best.Info.ID, best.Summary.MeanSquare*1e-4, others*1e-4)
	}
}

// Where another mechanism is as good as any can be the search is left out, with a reason; chosen by
// its name it is made all the same.
func TestMatrixIsLeftOutNearTheBound(t *testing.T) {
	p := mechanismtest.EveryRange(t, 64, 1, "0.01").Scene.Problem
	candidates, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(candidates, func(c Candidate) bool { return c.Info.ID == "matrix" })
	if c := candidates[at]; c.Prepared != nil || c.Fit.OK() {
		t.Error("it was searched for")
	}
	if q, _, err := Choose(t.Context(), mechanismtest.EveryRange(t, 8, 1, "1").Scene.Problem, "matrix"); err != nil || q.Info().ID != "matrix" {
		t.Errorf("%v", err)
	}
}

// Where being in the file is secret for people in cells that cannot occur alone, no edge changes
// anything: the searches for combinations say so, and nothing else fails.
func TestNothingToCombine(t *testing.T) {
	two := mechanismtest.Column(t)(domain.NewOrdered("x", []string{"a", "b"}, mechanismtest.NoSpecial))
	d, err := domain.New([]*domain.Attribute{two}, []domain.Combination{{"x": {"a"}}})
	if err != nil {
		t.Fatal(err)
	}
	published, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{policy.Complete(two)}, Absences: []policy.Absence{{Where: domain.Combination{"x": {"a"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: []domain.AttributeName{"x"}}, d)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []int64{-1, 5} {
		var facts constraint.Facts
		if known >= 0 {
			if facts, err = constraint.Known(known); err != nil {
				t.Fatal(err)
			}
		}
		p, err := mechanism.NewProblem(w, published, facts, budget)
		if err != nil {
			t.Fatal(err)
		}
		p.Gaussian = true
		if _, _, err := LowerBound(t.Context(), p); err != nil {
			t.Error(err)
		}
		list, err := Candidates(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			if combines := c.Info.ID == "matrix" || c.Info.ID == "gaussian-optimal"; combines && c.Fit.OK() {
				t.Errorf("%s applies where nothing is secret", c.Info.ID)
			}
		}
	}
}
