package inference

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// rowsMetric is that of a matrix's answers.
func rowsMetric(w [][]float64) Metric {
	n := len(w[0])
	apply := func(dst, d []float64) {
		clear(dst)
		for _, row := range w {
			sum := 0.0
			for j, v := range row {
				sum += v * d[j]
			}
			for j, v := range row {
				dst[j] += v * sum
			}
		}
	}
	ones, out := make([]float64, n), make([]float64, n)
	for j := range ones {
		ones[j] = 1
	}
	apply(out, ones) // rows of no negative entries: the largest row sum of the product bounds it
	m := Metric{Apply: apply}
	for _, v := range out {
		m.Largest = max(m.Largest, v)
	}
	return m
}

// missed returns the total squared difference of the answers of two vectors.
func missed(w [][]float64, a, b []float64) float64 {
	sum := 0.0
	for _, row := range w {
		d := 0.0
		for j, v := range row {
			d += v * (a[j] - b[j])
		}
		sum += d * d
	}
	return sum
}

// Answers of the nearest possible vector are no farther from the truth in total than those of the
// estimate, also where the estimate knows next to nothing of single entries; and no vector near the one
// that is found is nearer.
func TestNearest(t *testing.T) {
	r := seeded.New(3, 4)
	for range 200 {
		n, rows := 2+r.IntN(12), 1+r.IntN(6)
		w := make([][]float64, rows)
		for i := range w {
			w[i] = make([]float64, n)
			a, b := r.IntN(n), r.IntN(n)
			for j := min(a, b); j <= max(a, b); j++ {
				w[i][j] = 1
			}
		}
		truth, y := make([]float64, n), make([]float64, n)
		total := 0.0
		for j := range truth {
			truth[j] = float64(r.IntN(8))
			total += truth[j]
			y[j] = truth[j] + 30*r.NormFloat64()
		}
		known := r.IntN(2) == 0
		project := func(z []float64) error {
			if known {
				return Simplex(z, total)
			}
			return Nonnegative(z)
		}
		m := rowsMetric(w)
		z, err := Nearest(y, m, project, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range z {
			if sum += v; v < 0 {
				t.Fatalf("%v is below zero", v)
			}
		}
		if known && math.Abs(sum-total) > 1e-6*(1+total) {
			t.Fatalf("the sum is %v, want %v", sum, total)
		}
		before, after := missed(w, y, truth), missed(w, z, truth)
		if after > before*(1+1e-2)+1e-3 {
			t.Errorf("the answers were off by %v, and are by %v", before, after)
		}
		least := missed(w, z, y)
		for range 50 { // any other possible vector
			other := make([]float64, n)
			for j := range other {
				other[j] = z[j] + r.NormFloat64()*math.Pow(10, float64(r.IntN(4)-2))
			}
			if err := project(other); err != nil {
				t.Fatal(err)
			}
			if got := missed(w, other, y); got < least*(1-1e-2)-1e-3 {
				t.Errorf("a distance of %v is less than %v", got, least)
			}
		}
	}
}

func TestNearestErrors(t *testing.T) {
	same := Metric{Apply: func(dst, d []float64) { copy(dst, d) }, Largest: 1}
	if _, err := Nearest(nil, same, Nonnegative, 10); err == nil {
		t.Error("nothing was moved")
	}
	if _, err := Nearest([]float64{math.NaN()}, same, Nonnegative, 10); err == nil {
		t.Error("what is no number was moved")
	}
	if _, err := Nearest([]float64{1}, Metric{Apply: same.Apply, Largest: math.NaN()}, Nonnegative, 10); err == nil {
		t.Error("a metric without a bound was used")
	}
	if z, err := Nearest([]float64{-1, 2}, Metric{Apply: func(dst, _ []float64) { clear(dst) }}, Nonnegative, 10); err != nil || z[0] != 0 || z[1] != 2 {
		t.Errorf("%v, %v", z, err)
	}
}
