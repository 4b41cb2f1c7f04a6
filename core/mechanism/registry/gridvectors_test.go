package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/box"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// The average error of every range of a grid, times the square of the budget, is that of a draw for
// each pair where that is best, and below in larger grids.
func TestVectorsOfGrids(t *testing.T) {
	for _, c := range []struct {
		n    int
		id   string
		want float64
	}{
		{16, "edge-laplace", 42.35}, {16, "grid-lines", 42.35},
	} {
		got := average(t, mechanismtest.SquareGrid(t, c.n, 1, "0.001", nil), c.id)
		if math.Abs(got-c.want) > 0.005*c.want {
			t.Errorf("%s on %d × %d: %.2f, want %.2f", c.id, c.n, c.n, got, c.want)
		}
	}
}

// What is chosen for every range of a grid of neighbours is never worse than wavelets.
func TestGridsBeatWavelets(t *testing.T) {
	for _, theta := range []int{1, 2, 4} {
		if !seeded.Audit && theta != 2 {
			continue
		}
		side := seeded.Often(9, 12)
		e := mechanismtest.SquareGrid(t, side, theta, "1", mechanismtest.BoxesOf(side, 300))
		e.Scene.Quick = !seeded.Audit // what is searched for besides is better only
		best, _, err := Choose(t.Context(), e.Scene.Problem, "")
		if err != nil {
			t.Fatal(err)
		}
		got := best.ExpectedError().Summary().MeanSquare
		for _, m := range []box.Privelet{{}, {Published: true}} {
			q, err := m.Prepare(t.Context(), e.Scene.Problem)
			if err != nil {
				t.Fatal(err)
			}
			if want := q.ExpectedError().Summary().MeanSquare; got > want/2 {
				t.Errorf("within %d: error %v by %s, wavelets %v", theta, got, best.Info().ID, want)
			}
		}
	}
}

// Worked out independently, with an even scale of 1/6 on three levels: the number of people is
// known, and Laplace noise has nearly the variance of its whole-number form at so small a budget.
func TestVectorsOfWavelets(t *testing.T) {
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 7, mechanismtest.NoSpecial))
	span := func(lo, hi int) workload.Span { return workload.Span{From: fmt.Sprint(lo), To: fmt.Sprint(hi)} }
	e := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Known: true, Epsilon: "0.001",
		Question: workload.Question{Kind: workload.Ranges, Spans: []workload.Span{span(0, 0), span(2, 5), span(0, 3), span(1, 6)}}}.Make(t, "eight values")
	q, err := box.Privelet{Published: true}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{23.625, 36, 18, 45} {
		if got := q.ExpectedError().Answers[i].Variance * 1e-6; math.Abs(got-want) > 1e-5*want {
			t.Errorf("range %d: %v, want %v", i, got, want)
		}
	}
	all := mechanismtest.EveryRange(t, 8, 0, "0.001")
	if got := average(t, all, "privelet"); math.Abs(got-27.431084) > 1e-3*27.43 {
		t.Errorf("average %v, want 27.431084", got)
	}
}
