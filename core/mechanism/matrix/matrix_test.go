package matrix

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// The strategy does not depend on the budget, nor on what is remembered: a plan shows the same every
// time, and what is verified is what was released.
func TestMatrixIsTheSameEveryTime(t *testing.T) {
	p := mechanismtest.EveryRange(t, 24, 5, "0.01").Scene.Problem
	first := prepareMatrix(t, p)
	p.Optima = new(optimum.Memory)
	for range 2 { // searched, and then remembered
		if again := prepareMatrix(t, p); !slices.Equal(first.matrix, again.matrix) || first.noise != again.noise {
			t.Error("another strategy the second time")
		}
	}
	other := mechanismtest.EveryRange(t, 24, 5, "2").Scene.Problem
	other.Optima = p.Optima
	with := prepareMatrix(t, other)
	other.Optima = nil
	if without := prepareMatrix(t, other); !slices.Equal(with.matrix, without.matrix) {
		t.Error("what is remembered from another budget gives another strategy")
	}
}

func prepareMatrix(t *testing.T, p mechanism.Problem) *preparedCombinations {
	t.Helper()
	prepared, err := MatrixSearch{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return prepared.(*preparedCombinations)
}

// A search for more secrets goes on from what was found for fewer, in a few steps, and comes about as far as one from the start.
func TestSearchGoesOn(t *testing.T) {
	options := mechanismtest.NoSpecial
	options.Blank = domain.Special{Rule: domain.OwnCell}
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 39, options))
	part, err := policy.Near(a, big.NewRat(3, 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{part}, Known: true, Epsilon: "1",
		Question: workload.Question{Kind: workload.Cumulative}}.Make(t, "counts").Scene.Problem
	joined := p.Joined()
	if len(joined) == 0 {
		t.Fatal("nothing is kept together by more secrets")
	}
	more := joined[len(joined)-1]
	anew := mechanism.MeanSquare(prepareMatrix(t, more))
	more.Before = prepareMatrix(t, p)
	if further := mechanism.MeanSquare(prepareMatrix(t, more)); further == anew || further > anew*1.005 {
		t.Errorf("going on comes to a mean squared error of %v, beginning anew to %v", further, anew)
	}
}

// A search ends when it is cancelled.
func TestMatrixIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := mechanismtest.EveryRange(t, 24, 5, "1").Scene.Problem
	p.Optima = nil
	if _, err := (MatrixSearch{}).Prepare(ctx, p); err == nil {
		t.Error("it went on")
	}
}

// Where four cells or more may change places nothing is searched for, and nothing is lost by that: the search would find nothing that errs
// less than noise on each cell.
func TestNothingBeatsNoiseOnCellsThatMayChangePlaces(t *testing.T) {
	sizes := []int{4, 5, 6, 8, 11}
	if seeded.Audit {
		sizes = append(sizes, 16, 24, 36, 64, 100, 144, 256)
	}
	for _, k := range sizes {
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
		p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Known: true, Epsilon: "1",
			Question: workload.Question{Kind: workload.Table}}.Make(t, "cells").Scene.Problem
		_, problem, _, err := newCombinations(MatrixSearch{}.Info(), p, noise.Laplace)
		if err != nil {
			t.Fatal(err)
		}
		if !problem.Interchangeable() {
			t.Fatalf("the counts of %d cells may not change places", k)
		}
		rival := 8 * float64(k-1) // twice the square of the change, for each cell, less what the number of people tells
		starts, err := matrixStarts(t.Context(), p, problem)
		if errors.Is(err, errTooManyPairs) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		found, err := problem.Search(t.Context(), starts, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		if found.Rows != nil && found.Error < rival*(1-1e-4) {
			t.Errorf("%d cells: a total error of %g was found, noise on each cell has %g", k, found.Error, rival)
		}
	}
	for name, p := range map[string]mechanism.Problem{"ranges": mechanismtest.EveryRange(t, 6, 5, "1").Scene.Problem, "neighbours": mechanismtest.EveryRange(t, 6, 1, "1").Scene.Problem} {
		_, problem, _, err := newCombinations(MatrixSearch{}.Info(), p, noise.Laplace)
		if err != nil {
			t.Fatal(err)
		}
		if problem.Interchangeable() {
			t.Errorf("%s: cells that may not change places do", name)
		}
	}
}
