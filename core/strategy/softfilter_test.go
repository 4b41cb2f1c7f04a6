package strategy

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// The walk along the cells finds the errors that the normal equations have.
func TestSoftFilterIsLeastSquares(t *testing.T) {
	var f softFilter // used again and again
	for seed := range uint64(400) {
		r := seeded.New(23, seed)
		s := randomSoft(t, r)
		if s.Spec().NoCells {
			continue
		}
		precision := make([]float64, len(s.Groups()))
		for g, group := range s.Groups() {
			precision[g] = math.Exp(3*r.NormFloat64()) / float64(max(group.Width, 1)*max(group.Width, 1))
		}
		w, err := s.Weigh(precision)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, target := range []Target{AllRanges(), AllPrefixes(), AllCells()} {
			got, want := f.total(s, precision, target), w.total(target)
			if math.Abs(got-want) > 1e-7*want {
				t.Fatalf("seed %d, %+v: target %v has error %v, want %v", seed, s.Spec(), target.kind, got, want)
			}
		}
	}
}
