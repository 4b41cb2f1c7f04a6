package strategy

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/seeded"
)

// denseStationary returns the rows over the cumulative counts.
func denseStationary(s *Stationary) *mat.Dense {
	n := s.spec.Cells - 1
	a := mat.NewDense(s.groups[0].Rows, n, nil)
	for j := range n {
		for t, tap := range s.spec.Taps {
			a.Set(j+t, j, float64(tap))
		}
	}
	return a
}

func randomStationary(t *testing.T, r *seeded.Source) *Stationary {
	t.Helper()
	taps := make([]int64, 1+r.IntN(7))
	for i := range taps {
		taps[i] = int64(r.IntN(21) - 10)
	}
	taps[0], taps[len(taps)-1] = 20+int64(r.IntN(9)), 1+int64(r.IntN(9))
	s, err := NewStationary(StationarySpec{Cells: 2 + r.IntN(20), Taps: taps, Total: Total(r.IntN(2))})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The rows, their changes along edges, the least squares and the variances of all ranges are
// those of dense matrices.
func TestStationaryIsDense(t *testing.T) {
	r := seeded.New(8, 8)
	for range 60 {
		s := randomStationary(t, r)
		k, n := s.spec.Cells, s.spec.Cells-1
		a := denseStationary(s)
		for length := 1; length <= n; length++ {
			for from := 0; from+length <= n; from++ {
				sum := 0.0
				for i := range s.groups[0].Rows {
					d := 0.0
					for j := from; j < from+length; j++ {
						d += a.At(i, j)
					}
					sum += d * d
				}
				if float64(s.Change(length)) != sum {
					t.Fatalf("%+v: %d counts from %d change by %v, said %d", s.spec, length, from, sum, s.Change(length))
				}
			}
		}
		var gram, inverse mat.Dense
		gram.Mul(a.T(), a)
		if err := inverse.Inverse(&gram); err != nil {
			t.Fatal(err)
		}
		p := []float64{0.3, 0.7}[:len(s.groups)]
		w, err := s.Weigh(p)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]int64, k)
		for i := range x {
			x[i] = int64(r.IntN(50))
		}
		rows := make([]int64, s.Rows())
		if err := s.MeasureInto(rows, x); err != nil {
			t.Fatal(err)
		}
		total, all := int64(0), int64(0)
		for _, v := range x {
			total += v
		}
		c := int64(0)
		for j, v := range x[:n] {
			c += v
			for i := range s.groups[0].Rows {
				all += int64(a.At(i, j)) * c
			}
		}
		for _, y := range rows[:s.groups[0].Rows] {
			all -= y
		}
		if all != 0 || s.spec.Total == TotalMeasured && rows[len(rows)-1] != total {
			t.Fatalf("%+v: rows %v", s.spec, rows)
		}
		for i := range rows {
			rows[i] += int64(r.IntN(41) - 20)
		}
		got := make([]float64, k)
		if err := w.Estimate(got, rows, total); err != nil {
			t.Fatal(err)
		}
		y := mat.NewVecDense(s.groups[0].Rows, nil)
		for i := range y.Len() {
			y.SetVec(i, float64(rows[i]))
		}
		var right, want mat.VecDense
		right.MulVec(a.T(), y)
		want.MulVec(&inverse, &right)
		sum := 0.0
		for j := range n {
			if sum += got[j]; math.Abs(sum-want.AtVec(j)) > 1e-6*(1+math.Abs(sum)) {
				t.Fatalf("%+v: cumulative count %d is %v, want %v", s.spec, j, sum, want.AtVec(j))
			}
		}
		ranges := w.Ranges()
		for range 40 {
			lo := r.IntN(k)
			hi := lo + r.IntN(k-lo)
			one := mat.NewVecDense(n, nil)
			v := 0.0
			if lo > 0 {
				one.SetVec(lo-1, -1)
			}
			if hi < n {
				one.SetVec(hi, 1)
			} else if s.spec.Total == TotalMeasured {
				v = 1 / 0.7
			}
			v += mat.Inner(one, &inverse, one) / 0.3
			direct, err := w.RangeVariance(Range{lo, hi})
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []float64{direct, ranges.Variance(Range{lo, hi})} {
				if math.Abs(got-v) > 1e-8*(1+v) {
					t.Fatalf("%+v: range %d to %d has variance %v, want %v", s.spec, lo, hi, got, v)
				}
			}
		}
	}
}

func TestStationaryErrors(t *testing.T) {
	for name, spec := range map[string]StationarySpec{
		"one cell":   {Cells: 1, Taps: []int64{1}},
		"no taps":    {Cells: 5},
		"a zero end": {Cells: 5, Taps: []int64{1, 0}},
		"too large":  {Cells: 5, Taps: []int64{maxTaps, 1}},
		"least":      {Cells: 5, Taps: []int64{math.MinInt64, 1}},
		"the total":  {Cells: 5, Taps: []int64{1}, Total: TotalUnmeasured},
	} {
		if _, err := NewStationary(spec); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	s, err := NewStationary(StationarySpec{Cells: 5, Taps: []int64{3, 1}, Total: TotalMeasured})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][]float64{nil, {1}, {0, 1}, {math.Inf(1), 1}, {1, -1}, {math.NaN(), 1}} {
		if _, err := s.Weigh(p); err == nil {
			t.Errorf("precisions %v: no error", p)
		}
	}
	w, err := s.Weigh([]float64{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []Range{{-1, 2}, {3, 2}, {0, 5}} {
		if _, err := w.RangeVariance(r); err == nil {
			t.Errorf("%v: no error", r)
		}
	}
	if s.MeasureInto(make([]int64, 2), make([]int64, 5)) == nil || w.Estimate(make([]float64, 5), nil, 0) == nil {
		t.Error("wrong lengths were taken")
	}
}

// averageOfRanges returns the expected squared error of all ranges on average where one edge of
// reach at most changes the rows by one, rounding included.
func averageOfRanges(t testing.TB, cells, reach int) float64 {
	t.Helper()
	s, err := NewStationary(StationarySpec{Cells: cells, Taps: StationaryTaps(cells, reach, 20)})
	if err != nil {
		t.Fatal(err)
	}
	most := int64(0)
	for l := 1; l <= reach; l++ {
		most = max(most, s.Change(l))
	}
	w, err := s.Weigh([]float64{1 / float64(most)})
	if err != nil {
		t.Fatal(err)
	}
	// The sum over all ranges is cells times the trace of the covariance of the counts, and of the
	// known total, less the sum of all its entries (STRATEGIES).
	trace, ones := 0.0, make([]float64, cells-1)
	for i, v := range w.variances {
		trace += v
		ones[i] = 1
	}
	w.normal.solve(ones)
	all := 0.0
	for _, v := range ones {
		all += v * w.unit
	}
	return (float64(cells+1)*trace - all) / (float64(cells) * float64(cells+1) / 2)
}

// The error of stationary noise for all ranges is at most that of STRATEGIES section 4, and never
// below the exact optimum.
func TestStationaryTaps(t *testing.T) {
	for _, c := range []struct {
		cells, reach  int
		stated, least float64
	}{
		{64, 1, 1.938, 1.917}, {64, 2, 3.125, 3.05}, {64, 8, 6.458, 6.01}, {128, 4, 4.787, 4.68}, {128, 16, 8.898, 8.32},
		{4096, 4, 4.913, 4.8}, {4096, 8, 6.976, 6.8}, {4096, 16, 9.440, 9.2}, {4096, 32, 12.30, 12},
		{256, 2, 3.219, 3.198}, {256, 4, 4.851, 4.795}, {256, 8, 6.848, 6.71}, {256, 16, 9.173, 8.85}, {256, 32, 11.730, 11.03},
	} {
		if !seeded.Audit && c.cells == 4096 && c.reach > 4 {
			continue // the audits look at long ones
		}
		got := averageOfRanges(t, c.cells, c.reach)
		t.Logf("%d cells, reach %d: %.4f, stated %.3f", c.cells, c.reach, got, c.stated)
		if got > c.stated*1.005 || got < c.least {
			t.Errorf("%d cells, reach %d: %.4f, want from %v to %v", c.cells, c.reach, got, c.least, c.stated)
		}
	}
}
