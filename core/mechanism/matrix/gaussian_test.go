package matrix

import (
	"testing"

	"steward/core/linop/linoptest"
	"steward/core/mechanism/mechanismtest"
)

// The estimate from exact rows is the counts themselves, however many people there are.
func TestOptimalEstimatesAreExact(t *testing.T) {
	for _, e := range mechanismtest.Examples(t) {
		m := GaussianOptimal{}
		if !e.Scene.Gaussian || !m.Check(e.Scene.Problem).OK() {
			continue
		}
		prepared, err := m.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		q := prepared.(*preparedCombinations)
		sums := q.known.Values(mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts))
		rows, totals := q.measure(e.Counts)
		x := q.cellsFrom(rows, totals, sums)
		for cell, n := range e.Counts {
			if d := x[cell] - float64(n); d > 1e-6 || d < -1e-6 {
				t.Errorf("%s: cell %d is %v, it has %d", e.Name, cell, x[cell], n)
			}
		}
		if len(linoptest.Dense(e.Scene.Workload.Operator())) != len(q.ExpectedError().Answers) {
			t.Errorf("%s: the number of answers is wrong", e.Name)
		}
	}
}

func BenchmarkGaussianOptimal256(b *testing.B) {
	p := mechanismtest.Wide(b, 256, 16, false, "cumulative").Scene.Problem
	p.Gaussian = true
	for b.Loop() {
		if _, err := (GaussianOptimal{}).Prepare(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
}
