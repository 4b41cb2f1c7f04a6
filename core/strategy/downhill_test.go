package strategy

import (
	"math"
	"testing"
)

func TestMinimiseFindsTheBottom(t *testing.T) {
	s := search{step: 0.5, spread: 1e-14, calls: 2000}
	for name, c := range map[string]struct {
		f     func(x []float64) float64
		start []float64
		want  []float64
	}{
		"nothing to choose": {func([]float64) float64 { return 3 }, nil, nil},
		"parabola":          {func(x []float64) float64 { return square(x[0]-2) + 1 }, []float64{0}, []float64{2}},
		"long valley": {func(x []float64) float64 {
			return 1 + 100*square(x[1]-x[0]*x[0]) + square(1-x[0])
		}, []float64{-1, 1}, []float64{1, 1}},
		"kink": {func(x []float64) float64 {
			return 1 + max(math.Abs(x[0]-1), math.Abs(x[1]+2)) + 0.1*math.Abs(x[0]+x[1]+1)
		}, []float64{0, 0}, []float64{1, -2}},
		"wall": {func(x []float64) float64 {
			if x[0] < 0.5 {
				return math.Inf(1)
			}
			return x[0] + square(x[1])
		}, []float64{2, 2}, []float64{0.5, 0}},
	} {
		x, value := s.minimise(c.f, c.start)
		if got := c.f(c.want); value > got+1e-3 {
			t.Errorf("%s: stopped at %v with %v, the minimum is %v", name, x, value, got)
		}
	}
}

func TestMinimiseKeepsToItsCalls(t *testing.T) {
	calls := 0
	s := search{step: 1, spread: 0, calls: 30}
	s.minimise(func(x []float64) float64 { calls++; return math.Abs(x[0]) + math.Abs(x[1]-x[0]) }, []float64{5, -3})
	if calls > 30+3 { // a step that shrinks evaluates two corners after its trials
		t.Errorf("%d evaluations, the limit was 30", calls)
	}
}
