package optimum

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// One class of edges: s ∝ (c/n)^⅓, with Σ n s = 1 and the least error (Σ c^⅓ n^⅔)³.
func TestScaleOfOneClassIsTheClosedForm(t *testing.T) {
	costs, loads := []float64{8, 1}, []float64{1, 2}
	s := Scale(WithLaplace, costs, [][]float64{loads}, 1e-12, 10)
	want := math.Pow(2+math.Cbrt(4), 3)
	if math.Abs(s.Error-want) > 1e-9*want || math.Abs(s.Bound-want) > 1e-9*want {
		t.Errorf("error %v, bound %v, want %v", s.Error, s.Bound, want)
	}
	if math.Abs(s.Scales[0]-0.557507) > 1e-6 || math.Abs(s.Scales[1]-0.221247) > 1e-6 {
		t.Errorf("scales %v, want 0.557507 and 0.221247", s.Scales)
	}
}

// With Gaussian noise s ∝ √(c/n), and the least error is (Σ √(cn))² (docs/mathematics.md, "Certified scales").
func TestScaleWithGaussianIsTheClosedForm(t *testing.T) {
	s := Scale(WithGaussian, []float64{8, 1}, [][]float64{{1, 2}}, 1e-12, 10)
	want := math.Pow(math.Sqrt(8)+math.Sqrt(2), 2)
	if math.Abs(s.Error-want) > 1e-9*want || math.Abs(s.Bound-want) > 1e-9*want {
		t.Errorf("error %v, bound %v, want %v", s.Error, s.Bound, want)
	}
	if sum := s.Scales[0] + 2*s.Scales[1]; math.Abs(sum-1) > 1e-12 || math.Abs(s.Scales[0]/s.Scales[1]-4) > 1e-9 {
		t.Errorf("scales %v", s.Scales)
	}
	two := Scale(WithGaussian, []float64{3, 1, 2}, [][]float64{{1, 0, 2}, {0, 1, 1}}, 1e-4, 3000)
	if gapOf(two) > 1e-4 {
		t.Errorf("gap %v after %d rounds", gapOf(two), two.Rounds)
	}
}

// The scales keep the loads, their error is the stated one, and no other scales within the loads,
// found at random or by moving the best ones, are below the bound; the bound is near.
func TestScaleIsCertified(t *testing.T) {
	r := seeded.New(6, 2)
	for try := range 60 {
		rows, edges := 1+r.IntN(8), 1+r.IntN(10)
		costs, loads := make([]float64, rows), make([][]float64, edges)
		for i := range costs {
			costs[i] = math.Exp(2 * r.NormFloat64())
		}
		for e := range loads {
			loads[e] = make([]float64, rows)
			for i := range loads[e] {
				if r.IntN(3) > 0 {
					loads[e][i] = r.Float64()
				}
			}
		}
		s := Scale(WithLaplace, costs, loads, 1e-4, 3000)
		if gapOf(s) > 1e-3 {
			t.Errorf("try %d: gap %v after %d rounds", try, gapOf(s), s.Rounds)
		}
		if got := errorOf(costs, loads, s.Scales); math.Abs(got-s.Error) > 1e-9*s.Error {
			t.Errorf("try %d: error %v, stated %v", try, got, s.Error)
		}
		other := make([]float64, rows)
		for range 2000 {
			for i := range other {
				other[i] = math.Exp(r.NormFloat64())
				if !math.IsInf(s.Scales[i], 1) && r.IntN(2) == 0 {
					other[i] = s.Scales[i] * math.Exp(0.05*r.NormFloat64())
				}
			}
			if e := errorOf(costs, loads, fitted(loads, other)); e < s.Bound*(1-1e-9) {
				t.Fatalf("try %d: scales with error %v, and %v is said to be the least", try, e, s.Bound)
			}
		}
	}
}

// Rows that no edge changes are exact, rows of no cost are not measured.
func TestScaleOfFreeRows(t *testing.T) {
	s := Scale(WithLaplace, []float64{1, 1, 0}, [][]float64{{1, 0, 1}}, 1e-9, 10)
	if s.Scales[0] != 1 || !math.IsInf(s.Scales[1], 1) || s.Scales[2] != 0 || math.Abs(s.Error-1) > 1e-12 {
		t.Errorf("%+v", s)
	}
	if s := Scale(WithLaplace, []float64{1}, [][]float64{{0}}, 1e-9, 10); s.Error != 0 || gapOf(s) != 0 {
		t.Errorf("nothing moved: %+v", s)
	}
}

// fitted divides scales by the largest load; those that are not moved become infinite.
func fitted(loads [][]float64, scales []float64) []float64 {
	largest, moved, out := 0.0, make([]bool, len(scales)), make([]float64, len(scales))
	for _, l := range loads {
		sum := 0.0
		for i, v := range l {
			sum += v * scales[i]
			moved[i] = moved[i] || v > 0
		}
		largest = max(largest, sum)
	}
	for i, s := range scales {
		if out[i] = math.Inf(1); moved[i] {
			out[i] = s / largest
		}
	}
	return out
}

// errorOf is Σ c/s², infinite where a load is above 1.
func errorOf(costs []float64, loads [][]float64, scales []float64) float64 {
	sum := 0.0
	for i, c := range costs {
		sum += c / (scales[i] * scales[i])
	}
	for _, l := range loads {
		load := 0.0
		for i, v := range l {
			if v > 0 {
				load += v * scales[i]
			}
		}
		if load > 1+1e-9 {
			return math.Inf(1)
		}
	}
	return sum
}

// gapOf returns by how much of itself the error can be above the least.
func gapOf(s Scaling) float64 {
	if s.Error == 0 {
		return 0
	}
	return s.Error/s.Bound - 1
}
