package edges

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// Worked out independently: a draw for every pair that crosses a side.
func TestVectorsOfSides(t *testing.T) {
	span := func(lo, hi int) workload.Span { return workload.Span{From: fmt.Sprint(lo), To: fmt.Sprint(hi)} }
	e := mechanismtest.SquareGrid(t, 4, 1, "1", [][]workload.Span{{span(1, 2), span(1, 2)}, {span(0, 1), span(0, 3)}, {span(0, 3), span(0, 3)}})
	q, err := GridLines{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{14.730778, 7.365389, 0} {
		if got := q.ExpectedError().Answers[i].Variance; math.Abs(got-want) > 1e-6 {
			t.Errorf("box %d: %v, want %v", i, got, want)
		}
	}
}

// On long lines groups of pairs are measured, and everything that is checked on random grids, which are
// too small for that, holds of them: the certificate of the ways of all secret pairs, in exact
// arithmetic, and the stated errors by the matrix formula.
func TestLongLines(t *testing.T) {
	for _, e := range mechanismtest.Examples(t) {
		if e.Name != "a grid of two long rows" {
			continue
		}
		q, err := GridLines{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		g := q.(*preparedGrid)
		if g.lines[0].strategy == nil || len(g.lines[0].groups) < 2 {
			t.Fatal("the long line has a draw for each pair alone")
		}
		worst, epsilon := mechanismtest.Certify(t, e.Scene, q)
		if worst.Cmp(new(big.Rat).Mul(epsilon, big.NewRat(999, 1000))) < 0 {
			t.Errorf("the worst pair costs %s of %s", worst.FloatString(6), epsilon.FloatString(6))
		}
		mechanismtest.CheckErrors(t, e.Scene, q)
		return
	}
	t.Fatal("the example is gone")
}

// Secrets between values within so much of one another: cubes and their gates are used, and the
// certificate holds for every pair within reach. The error grows slower with the grid than that of
// noise on cells.
func TestCubes(t *testing.T) {
	cubed := 0
	for _, c := range []struct{ n, theta int }{{9, 2}, {10, 3}, {12, 4}, {14, 6}, {16, 8}} {
		if !seeded.Audit && c.n != 9 && c.n != 14 {
			continue
		}
		e := mechanismtest.SquareGrid(t, c.n, c.theta, "1", mechanismtest.BoxesOf(c.n, 40))
		q, err := GridLines{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		mechanismtest.Certify(t, e.Scene, q)
		mechanismtest.CheckErrors(t, e.Scene, q)
		if q.(*preparedGrid).insides > 0 {
			cubed++
		}
	}
	if cubed == 0 {
		t.Error("no grid was cut into cubes")
	}
}
