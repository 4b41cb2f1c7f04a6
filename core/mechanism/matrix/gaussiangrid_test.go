package matrix

import (
	"math"
	"testing"

	"steward/core/mechanism/mechanismtest"
)

// The errors of boxes by the corners of their sums are those of adding up their cells.
func TestErrorsOfBoxesByTheirCorners(t *testing.T) {
	e := mechanismtest.EverythingOn(t, 5)
	e.Scene.Gaussian = true
	prepared, err := GaussianOptimal{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q, op := prepared.(*preparedCombinations), e.Scene.Workload.Operator()
	got, weights := q.boxVariances(op), make([]float64, op.Columns())
	for i := range op.Rows() {
		clear(weights)
		op.Row(i, func(cell int, v int64) { weights[cell] = float64(v) })
		if want := q.variance(weights); math.Abs(got(i)-want) > 1e-9*(1+want) {
			t.Fatalf("box %d: %v, by its cells %v", i, got(i), want)
		}
	}
}
