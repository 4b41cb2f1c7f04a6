package mechanism

import (
	"math"
	"testing"

	"steward/core/linop"
	"steward/core/linop/linoptest"
	"steward/core/seeded"
)

// The metrics of answers are WᵀW, whichever way they are made, and their bounds hold.
func TestAnswerMetric(t *testing.T) {
	r := seeded.New(5, 6)
	runs := linop.Ranges(6, []linop.Interval{{Lo: 1, Hi: 4}, {Lo: 0, Hi: 5}, {Lo: 3, Hi: 3}, {Lo: 1, Hi: 4}})
	margins := linop.NewStack(linop.NewCrosstab([]int{2, 3, 2}, func(int) bool { return true }), linop.NewCrosstab([]int{2, 3, 2}, func(cell int) bool { return cell > 4 }))
	for _, c := range []struct {
		op    linop.Operator
		sizes []int
	}{
		{runs, []int{6}},
		{linop.Every(5, 4), []int{5}},
		{linop.Prefixes(4, 4), []int{4}},
		{linop.EveryBox([]linop.Intervals{runs, linop.Every(3, 3), linop.Prefixes(2, 2)}), []int{6, 3, 2}},
		{linop.NewBoxes([]int{3, 4}, [][]linop.Interval{{{Lo: 0, Hi: 1}, {Lo: 1, Hi: 3}}, {{Lo: 2, Hi: 2}, {Lo: 0, Hi: 0}}}), []int{3, 4}},
		{linop.NewBoxes([]int{2, 3, 2}, [][]linop.Interval{{{Lo: 1, Hi: 1}, {Lo: 1, Hi: 2}, {Lo: 1, Hi: 1}}, {{Lo: 0, Hi: 1}, {Lo: 2, Hi: 2}, {Lo: 0, Hi: 0}}}), []int{2, 3, 2}},
		{margins, []int{2, 3, 2}},
	} {
		op := c.op
		m, _, ok := MetricOf(op, c.sizes)
		if !ok {
			t.Fatalf("%T has no metric", op)
		}
		w := linoptest.Dense(op)
		n := op.Columns()
		for range 20 {
			d, got, length, product := make([]float64, n), make([]float64, n), 0.0, 0.0
			for j := range d {
				d[j] = r.NormFloat64()
			}
			m.Apply(got, d)
			for j := range n {
				want := 0.0
				for _, row := range w {
					answer := 0.0
					for i, v := range row {
						answer += float64(v) * d[i]
					}
					want += float64(row[j]) * answer
				}
				if math.Abs(got[j]-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%T: entry %d is %v, want %v", op, j, got[j], want)
				}
				length, product = length+Square(d[j]), product+d[j]*want
			}
			if product > m.Largest*length*(1+1e-9) {
				t.Errorf("%T: %v is more than the bound %v", op, product/length, m.Largest)
			}
		}
	}
	for _, op := range []linop.Operator{linop.Identity(5), linop.NewWeighed(runs, []int64{1, 2, 3, 4, 5, 6})} {
		if _, _, ok := MetricOf(op, []int{op.Columns()}); ok {
			t.Errorf("%T has a metric", op)
		}
	}
}
