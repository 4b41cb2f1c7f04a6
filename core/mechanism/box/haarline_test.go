package box

import (
	"math"
	"testing"

	"steward/core/linop"
)

// The variance of a run from its two ends is that from its own parts, and those of the cumulative counts add up, for columns of any size.
func TestRunsByTheirEnds(t *testing.T) {
	for _, size := range []int{2, 3, 4, 5, 7, 8, 13, 16, 31, 33} {
		h := NewHaarAxis(size)
		variance := make([]float64, h.Levels())
		for l := range variance {
			variance[l] = float64(1 + l*l%7)
		}
		sum := 0.0
		for _, r := range linop.Prefixes(size, size).All() {
			for l, part := range h.Parts(r) {
				sum += variance[l] * part
			}
		}
		if got := h.sumOfCounts(variance); math.Abs(got-sum) > 1e-12*sum {
			t.Errorf("%d values: all cumulative counts have a variance of %v together, want %v", size, got, sum)
		}
		few, many := newHaarEnds(h, variance, 1), newHaarEnds(h, variance, remembered*size+1)
		for _, r := range linop.Every(size, size).All() {
			want := 0.0
			for l, part := range h.Parts(r) {
				want += variance[l] * part
			}
			if got, again := few.run(r), many.run(r); math.Abs(got-want) > 1e-12*want || again != got {
				t.Errorf("%d values, %d to %d: variance %v, and %v where all ends are remembered, want %v", size, r.Lo, r.Hi, got, again, want)
			}
		}
	}
}
