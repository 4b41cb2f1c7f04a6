package matrix

import (
	"context"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/optimum"
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
