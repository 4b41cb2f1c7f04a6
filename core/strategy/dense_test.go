package strategy

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"steward/core/seeded"
)

// dense is weighted least squares with explicit matrices: the oracle for small chains.
type dense struct {
	cells int
	rows  *mat.Dense // rows x cells
	p     []float64  // precision of each row
	basis *mat.Dense // columns span what is not known: all, or the vectors with sum 0
	cov   *mat.Dense // covariance of the estimated cells
}

// newDense lays out the rows of c cell by cell from the meaning of its groups.
func newDense(c *Chain, precision []float64) *dense {
	s := c.Spec()
	d := &dense{cells: s.Cells, rows: mat.NewDense(max(c.Rows(), 1), s.Cells, nil), p: make([]float64, max(c.Rows(), 1))}
	for g, group := range c.Groups() {
		for i := range group.Rows {
			from, to := 0, s.Cells
			switch group.Kind {
			case Prefix:
				to = (i + 1) * s.Block
			case Level:
				from, to = i*group.Width, min((i+1)*group.Width, s.Cells)
			}
			for u := from; u < to; u++ {
				d.rows.Set(group.First+i, u, 1)
			}
			d.p[group.First+i] = precision[g]
		}
	}
	d.solve(s.Total == TotalKnown)
	return d
}

func (d *dense) solve(known bool) {
	k := d.cells
	free := k
	if known {
		free = k - 1
	}
	if free == 0 {
		d.cov = mat.NewDense(k, k, nil)
		return
	}
	d.basis = mat.NewDense(k, free, nil)
	for i := range free {
		d.basis.Set(i, i, 1)
		if known {
			d.basis.Set(k-1, i, -1)
		}
	}
	var az, info mat.Dense
	az.Mul(d.rows, d.basis)
	weighted := mat.DenseCopyOf(&az)
	for i, p := range d.p {
		row := weighted.RawRowView(i)
		for j := range row {
			row[j] *= p
		}
	}
	info.Mul(az.T(), weighted)
	var inverse, half mat.Dense
	if err := inverse.Inverse(&info); err != nil {
		panic(err)
	}
	half.Mul(d.basis, &inverse)
	d.cov = mat.NewDense(k, k, nil)
	d.cov.Mul(&half, d.basis.T())
}

// estimate returns the least-squares cells for measured rows y and known total n.
func (d *dense) estimate(y []int64, n int64) []float64 {
	start := make([]float64, d.cells)
	start[d.cells-1] = float64(n)
	score := make([]float64, d.cells)
	for i := range y {
		p, residual := d.p[i], float64(y[i])
		for u, x := range start {
			residual -= d.rows.At(i, u) * x
		}
		for u := range score {
			score[u] += p * residual * d.rows.At(i, u)
		}
	}
	var step mat.VecDense
	step.MulVec(d.cov, mat.NewVecDense(d.cells, score))
	for u := range start {
		start[u] += step.AtVec(u)
	}
	return start
}

func (d *dense) variance(q []float64) float64 {
	v := mat.NewVecDense(d.cells, q)
	return mat.Inner(v, d.cov, v)
}

func (d *dense) rangeVariance(r Range) float64 {
	q := make([]float64, d.cells)
	for u := r.First; u <= r.Last; u++ {
		q[u] = 1
	}
	return d.variance(q)
}

// total adds up the variances of a target, query by query.
func (d *dense) total(t Target) float64 {
	var s float64
	switch t.kind {
	case allRanges:
		for l := range d.cells {
			for r := l; r < d.cells; r++ {
				s += d.rangeVariance(Range{l, r})
			}
		}
	case allPrefixes:
		for r := range d.cells {
			s += d.rangeVariance(Range{0, r})
		}
	case allCells:
		for u := range d.cells {
			s += d.rangeVariance(Range{u, u})
		}
	case listedRanges:
		for _, r := range t.listed {
			s += d.rangeVariance(r)
		}
	}
	return s
}

func expect(t interface{ Fatalf(string, ...any) }, what string, got, want, scale, tol float64) {
	if !(math.Abs(got-want) <= tol*math.Max(math.Abs(want), scale)) {
		t.Fatalf("%s: got %.12g, want %.12g", what, got, want)
	}
}

// drawSpec draws a chain of at most max cells whose block and widths need not divide it.
func drawSpec(t *rapid.T, max int) Spec {
	s := Spec{Cells: rapid.IntRange(1, max).Draw(t, "cells")}
	s.Total = rapid.SampledFrom([]Total{TotalKnown, TotalMeasured, TotalUnmeasured}).Draw(t, "total")
	width := 1
	for width == 1 || width < s.Cells {
		if width == 1 || rapid.Bool().Draw(t, "level") {
			s.Widths = append(s.Widths, width)
		}
		if rapid.IntRange(0, 2).Draw(t, "stop") == 0 {
			break
		}
		width *= rapid.IntRange(2, 4).Draw(t, "fan")
	}
	top := s.Widths[len(s.Widths)-1]
	s.Block = top * rapid.IntRange(1, 5).Draw(t, "blocks of top")
	if s.Block == 1 && rapid.Bool().Draw(t, "ordered") {
		s.Widths = nil
		if s.Total == TotalUnmeasured {
			s.Total = TotalMeasured
		}
	}
	return s
}

// drawPrecision draws precisions over ten decades, some of them 0 where that is allowed.
func drawPrecision(t *rapid.T, c *Chain) []float64 {
	p := make([]float64, len(c.Groups()))
	for g, group := range c.Groups() {
		p[g] = math.Exp(rapid.Float64Range(-8, 4).Draw(t, "log precision"))
		must := group.Kind == Level && group.Width == 1 || len(c.Spec().Widths) == 0
		if !must && rapid.IntRange(0, 5).Draw(t, "drop") == 0 {
			p[g] = 0
		}
	}
	return p
}

func drawWeighted(t *rapid.T, max int) (*Weighted, []float64) {
	c, err := NewChain(drawSpec(t, max))
	if err != nil {
		t.Fatal(err)
	}
	p := drawPrecision(t, c)
	w, err := c.Weigh(p)
	if err != nil {
		t.Fatal(err)
	}
	return w, p
}

func TestErrorsEqualDenseLeastSquares(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, p := drawWeighted(t, 36)
		d := newDense(w.chain, p)
		k := d.cells
		scale := d.rangeVariance(Range{0, 0}) + d.rangeVariance(Range{0, k / 2})
		for l := range k {
			for r := l; r < k; r++ {
				got, err := w.RangeVariance(Range{l, r})
				if err != nil {
					t.Fatal(err)
				}
				expect(t, "range variance", got, d.rangeVariance(Range{l, r}), scale, 1e-7)
			}
		}
		list := ListedRanges([]Range{{0, k - 1}, {k / 3, k / 2}, {k / 3, k / 2}, {k - 1, k - 1}})
		for _, target := range []Target{AllRanges(), AllPrefixes(), AllCells(), list} {
			got, err := w.TotalVariance(target)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, "total variance", got, d.total(target), scale, 1e-7)
			mean, _ := w.AverageVariance(target)
			expect(t, "average variance", mean*target.Queries(k), got, scale, 1e-12)
		}
	})
}

func TestSparseQueriesEqualDenseLeastSquares(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, p := drawWeighted(t, 36)
		d := newDense(w.chain, p)
		n := rapid.IntRange(0, 12).Draw(t, "terms")
		terms := make([]Term, n)
		q := make([]float64, d.cells)
		var scale float64
		for i := range terms {
			terms[i].Cell = rapid.IntRange(0, d.cells-1).Draw(t, "cell")
			terms[i].Value = float64(rapid.IntRange(-12, 12).Draw(t, "quarters")) / 4
			q[terms[i].Cell] += terms[i].Value
			scale += square(terms[i].Value) * d.rangeVariance(Range{terms[i].Cell, terms[i].Cell})
		}
		got, err := w.QueryVariance(terms)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "query variance", got, d.variance(q), scale, 1e-7)
	})
}

func TestEstimateEqualsDenseLeastSquares(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, p := drawWeighted(t, 36)
		d := newDense(w.chain, p)
		y := rapid.SliceOfN(rapid.Int64Range(-40, 90), w.chain.Rows(), w.chain.Rows()).Draw(t, "y")
		n := rapid.Int64Range(0, 500).Draw(t, "n")
		got := make([]float64, d.cells)
		if err := w.Estimate(got, y, n); err != nil {
			t.Fatal(err)
		}
		if w.chain.Spec().Total != TotalKnown {
			n = 0
		}
		want := d.estimate(y, n)
		for u := range got {
			expect(t, "estimate", got[u], want[u], 100, 1e-6)
		}
	})
}

// Noise-free rows must give back the counts, whatever the weights.
func TestEstimateOfExactRowsIsExact(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, _ := drawWeighted(t, 200)
		c := w.chain
		x := rapid.SliceOfN(rapid.Int64Range(0, 1000), c.Spec().Cells, c.Spec().Cells).Draw(t, "x")
		rows := make([]int64, c.Rows())
		if err := c.MeasureInto(rows, x); err != nil {
			t.Fatal(err)
		}
		var n int64
		for _, v := range x {
			n += v
		}
		got := make([]float64, len(x))
		if err := w.Estimate(got, rows, n); err != nil {
			t.Fatal(err)
		}
		for u := range x {
			expect(t, "cell", got[u], float64(x[u]), 1000, 1e-8)
		}
	})
}

func TestMeasureEqualsDenseRows(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, p := drawWeighted(t, 60)
		d := newDense(w.chain, p)
		x := rapid.SliceOfN(rapid.Int64Range(0, 9), d.cells, d.cells).Draw(t, "x")
		rows := make([]int64, w.chain.Rows())
		if err := w.chain.MeasureInto(rows, x); err != nil {
			t.Fatal(err)
		}
		for i, got := range rows {
			var want int64
			for u, v := range x {
				want += int64(d.rows.At(i, u)) * v
			}
			if got != want {
				t.Fatalf("row %d is %d, want %d", i, got, want)
			}
		}
	})
}
