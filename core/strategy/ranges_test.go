package strategy

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// Ranges one after another have the variances that they have one by one.
func TestChainRangesAreThoseOneByOne(t *testing.T) {
	r := seeded.New(5, 6)
	for _, spec := range []Spec{
		{Cells: 30, Block: 32, Widths: []int{1, 4}}, {Cells: 37, Block: 12, Widths: []int{1, 3}}, {Cells: 16, Block: 1},
		{Cells: 41, Block: 64, Widths: []int{1, 2, 8, 32}, Total: TotalMeasured}, {Cells: 29, Block: 5, Widths: []int{1}, Total: TotalMeasured},
		{Cells: 2, Block: 2, Widths: []int{1}}, {Cells: 64, Block: 64, Widths: []int{1, 4, 16}},
	} {
		c, err := NewChain(spec)
		if err != nil {
			t.Fatalf("%+v: %v", spec, err)
		}
		precision := make([]float64, len(c.Groups()))
		for g := range precision {
			precision[g] = math.Exp(r.NormFloat64())
		}
		w, err := c.Weigh(precision)
		if err != nil {
			t.Fatalf("%+v: %v", spec, err)
		}
		ranges := w.Ranges()
		for a := range spec.Cells {
			for b := a; b < spec.Cells; b++ {
				got, want := ranges.Variance(Range{a, b}), w.rangeVariance(Range{a, b})
				if math.Abs(got-want) > 1e-12*(1+want) {
					t.Fatalf("%+v: range %d..%d has variance %v, want %v", spec, a, b, got, want)
				}
			}
		}
	}
}
