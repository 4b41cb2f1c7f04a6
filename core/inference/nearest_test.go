package inference

import (
	"math"
	"slices"
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
		region := people{entries: n, total: total, known: known}
		m := rowsMetric(w)
		m.Negligible, m.Slack = 1e-9, 1e-3
		found, err := Nearest(y, m, region, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		if found.Share != 1 {
			t.Fatalf("only %v of the way is proved", found.Share)
		}
		z := found.Vector
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
			if err := region.Project(other); err != nil {
				t.Fatal(err)
			}
			if got := missed(w, other, y); got < least*0.9-1e-3 { // that it is no farther from the truth is proved, not that it is the very nearest
				t.Errorf("a distance of %v is less than %v", got, least)
			}
		}
	}
}

// people is the region of vectors that are nowhere below zero, with a sum or without.
type people struct {
	entries int
	total   float64
	known   bool
}

func (c people) Project(z []float64) error {
	if c.known {
		return Simplex(z, c.total)
	}
	return Nonnegative(z)
}

func (c people) Most(g []float64) float64 {
	switch most := slices.Max(g); {
	case c.known:
		return c.total * most
	case most > 0:
		return math.Inf(1)
	}
	return 0
}

func (c people) Grows() []float64 {
	if c.known {
		return nil
	}
	return slices.Repeat([]float64{1}, c.entries)
}

// What is proved holds for every vector of the region, however few steps were taken: the point at the proved share of
// the way is no farther from it by the metric. Vectors of the region are tried that are hardest: those of one entry.
func TestShareIsProved(t *testing.T) {
	r := seeded.New(3, 5)
	whole, parts := 0, 0
	for range 1500 {
		n, rows := 2+r.IntN(12), 1+r.IntN(8)
		w := make([][]float64, rows)
		for i := range w {
			w[i] = make([]float64, n)
			for j := range w[i] {
				w[i][j] = float64(r.IntN(3))
			}
		}
		y, total := make([]float64, n), float64(1+r.IntN(60))
		for j := range y {
			y[j] = 30 * r.NormFloat64()
		}
		region := people{entries: n, total: total, known: r.IntN(2) == 0}
		found, err := Nearest(y, rowsMetric(w), region, r.IntN(3))
		if err != nil {
			t.Fatal(err)
		}
		if found.Share < 0 || found.Share > 1 {
			t.Fatalf("a share of %v", found.Share)
		}
		if found.Share == 1 {
			whole++
		} else if found.Share > 0 {
			parts++
		}
		moved := make([]float64, n)
		for j := range moved {
			moved[j] = y[j] + found.Share*(found.Vector[j]-y[j])
		}
		for range 100 {
			truth := make([]float64, n)
			size := total
			if !region.known {
				size *= math.Pow(10, float64(r.IntN(5)-1))
			}
			for range 1 + r.IntN(3) {
				truth[r.IntN(n)] = size
			}
			if err := region.Project(truth); err != nil {
				t.Fatal(err)
			}
			if before, after := missed(w, y, truth), missed(w, moved, truth); after > before*(1+1e-9)+1e-6 {
				t.Fatalf("a share of %v of the way from %v to %v: %v became %v from the possible %v", found.Share, y, found.Vector, before, after, truth)
			}
		}
	}
	if whole < 40 || parts < 10 {
		t.Errorf("all of the way was proved %d times, and part of it %d times", whole, parts)
	}
}

func TestNearestErrors(t *testing.T) {
	same := Metric{Apply: func(dst, d []float64) { copy(dst, d) }, Largest: 1}
	if _, err := Nearest(nil, same, people{}, 10); err == nil {
		t.Error("nothing was moved")
	}
	if _, err := Nearest([]float64{math.NaN()}, same, people{}, 10); err == nil {
		t.Error("what is no number was moved")
	}
	if _, err := Nearest([]float64{1}, Metric{Apply: same.Apply, Largest: math.NaN()}, people{}, 10); err == nil {
		t.Error("a metric without a bound was used")
	}
	if z, err := Nearest([]float64{-1, 2}, Metric{Apply: func(dst, _ []float64) { clear(dst) }}, people{}, 10); err != nil || z.Vector[0] != 0 || z.Vector[1] != 2 {
		t.Errorf("%v, %v", z, err)
	}
}
