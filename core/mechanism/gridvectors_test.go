package mechanism

import (
	"fmt"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// square of n by n values of a known number of people, in which combinations are secret that differ by
// at most theta in all; it asks for every range, or for those listed.
func squareGrid(t testing.TB, n, theta int, epsilon string, boxes [][]workload.Span) example {
	t.Helper()
	x, y := column(t)(domain.NewWhole("x", 0, int64(n-1), noSpecial)), column(t)(domain.NewWhole("y", 0, int64(n-1), noSpecial))
	secret := part(t)(policy.NearTogether([]policy.Scaled{{Attribute: x, Scale: ratOf(1)}, {Attribute: y, Scale: ratOf(1)}}, ratOf(float64(theta)), policy.OwnGroup))
	return setup{columns: []*domain.Attribute{x, y}, parts: []policy.Part{secret}, known: true, epsilon: epsilon,
		question: workload.Question{Kind: workload.Ranges, Every: boxes == nil, Boxes: boxes}}.make(t, fmt.Sprintf("%d × %d within %d", n, n, theta))
}

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
		got := average(t, squareGrid(t, c.n, 1, "0.001", nil), c.id)
		if math.Abs(got-c.want) > 0.005*c.want {
			t.Errorf("%s on %d × %d: %.2f, want %.2f", c.id, c.n, c.n, got, c.want)
		}
	}
}

// Test vector 23 of MECHANISMS: a draw for every pair that crosses a side.
func TestVectorsOfSides(t *testing.T) {
	span := func(lo, hi int) workload.Span { return workload.Span{From: fmt.Sprint(lo), To: fmt.Sprint(hi)} }
	e := squareGrid(t, 4, 1, "1", [][]workload.Span{{span(1, 2), span(1, 2)}, {span(0, 1), span(0, 3)}, {span(0, 3), span(0, 3)}})
	q, err := gridLines{}.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{14.730778, 7.365389, 0} {
		if got := q.ExpectedError().Answers[i].Variance; math.Abs(got-want) > 1e-6 {
			t.Errorf("box %d: %v, want %v", i, got, want)
		}
	}
}
