package strategy

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/seeded"
)

// randomSoft makes a strategy with any mixture of ramps, levels of blocks and a total.
func randomSoft(t *testing.T, r *seeded.Source) *Soft {
	t.Helper()
	k := 2 + r.IntN(40)
	spec := SoftSpec{Cells: k, Total: Total(r.IntN(3))}
	if r.IntN(8) == 0 {
		spec.NoCells, spec.Total = true, spec.Total%2
		for j := 1; j < k; j++ {
			spec.Ramps = append(spec.Ramps, Box{j, j})
		}
	} else {
		for at := 1; at < k && r.IntN(4) > 0; {
			first := at + r.IntN(4)
			last := first + r.IntN(7)
			if last >= k {
				break
			}
			spec.Ramps = append(spec.Ramps, Box{first, last})
			at = last + 1
		}
		for range r.IntN(3) {
			if width := 1 + r.IntN(k); (k+width)/width >= 2 {
				spec.Blocks = append(spec.Blocks, tiled(k, width, -r.IntN(width)))
				if len(spec.Blocks[len(spec.Blocks)-1]) < 3 {
					spec.Blocks = spec.Blocks[:len(spec.Blocks)-1]
				}
			}
		}
	}
	s, err := NewSoft(spec)
	if err != nil {
		t.Fatalf("%+v: %v", spec, err)
	}
	return s
}

// tiled covers 0..k with boxes of one width from first on.
func tiled(k, width, first int) []Box {
	var out []Box
	for first <= k {
		out = append(out, Box{first, first + width - 1})
		first += width
	}
	return out
}

// softMatrix measures every cell by itself.
func softMatrix(t *testing.T, s *Soft) [][]float64 {
	t.Helper()
	k := s.Spec().Cells
	out := make([][]float64, s.Rows())
	for i := range out {
		out[i] = make([]float64, k)
	}
	x, y := make([]int64, k), make([]int64, s.Rows())
	for u := range k {
		x[u] = 1
		if err := s.MeasureInto(y, x); err != nil {
			t.Fatal(err)
		}
		for i, v := range y {
			out[i][u] = float64(v)
		}
		x[u] = 0
	}
	return out
}

// Variances, totals and estimates are those of dense weighted least squares.
func TestSoftIsLeastSquares(t *testing.T) {
	for seed := range uint64(300) {
		r := seeded.New(11, seed)
		s := randomSoft(t, r)
		k := s.Spec().Cells
		precision := make([]float64, len(s.Groups()))
		var row []float64
		for g, group := range s.Groups() {
			precision[g] = math.Exp(3*r.NormFloat64()) / float64(max(group.Width, 1)*max(group.Width, 1))
			for range group.Rows {
				row = append(row, precision[g])
			}
		}
		w, err := s.Weigh(precision)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		d := &dense{cells: k, rows: mat.NewDense(s.Rows(), k, nil), p: row}
		for i, of := range softMatrix(t, s) {
			d.rows.SetRow(i, of)
		}
		d.solve(s.Spec().Total == TotalKnown)
		ranges, sums := w.Ranges(), map[targetKind]float64{}
		scale := 0.0
		for u := range k {
			scale = max(scale, d.cov.At(u, u))
		}
		for a := range k {
			for b := a; b < k; b++ {
				v := d.rangeVariance(Range{a, b})
				got := ranges.Variance(Range{a, b})
				if math.Abs(got-v) > 1e-6*(v+1e-3*scale) {
					t.Fatalf("seed %d, %+v: range %d..%d has variance %v, want %v", seed, s.Spec(), a, b, got, v)
				}
				sums[allRanges] += v
				if a == 0 {
					sums[allPrefixes] += v
				}
				if a == b {
					sums[allCells] += v
				}
			}
		}
		for _, target := range []Target{AllRanges(), AllPrefixes(), AllCells()} {
			got, err := w.AverageVariance(target)
			if want := sums[target.kind] / target.Queries(k); err != nil || math.Abs(got-want) > 1e-6*(want+1e-3*scale) {
				t.Fatalf("seed %d, %+v: target %v has error %v, want %v (%v)", seed, s.Spec(), target.kind, got, want, err)
			}
		}
		checkSoftEstimate(t, r, w, row)
	}
}

// checkSoftEstimate compares an estimate with the normal equations' solution: no cells that meet
// the total are closer to the rows.
func checkSoftEstimate(t *testing.T, r *seeded.Source, w *SoftWeighted, weight []float64) {
	t.Helper()
	s := w.soft
	k := s.Spec().Cells
	rows := make([]int64, s.Rows())
	for i := range rows {
		rows[i] = r.Int64N(2000) - 500
	}
	total := r.Int64N(5000)
	x := make([]float64, k)
	if err := w.Estimate(x, rows, total); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	known := s.Spec().Total == TotalKnown
	if known && math.Abs(sum-float64(total)) > 1e-6*5000 {
		t.Fatalf("%+v: the cells add up to %v, not %d", s.Spec(), sum, total)
	}
	a := softMatrix(t, s)
	gradient, size := make([]float64, k), 0.0
	for i, row := range a {
		miss := float64(rows[i])
		for u, v := range row {
			miss -= v * x[u]
		}
		for u, v := range row {
			gradient[u] += weight[i] * v * miss
			size = max(size, math.Abs(weight[i]*v*float64(rows[i])))
		}
	}
	mean := 0.0
	for _, g := range gradient {
		mean += g / float64(k)
	}
	for u, g := range gradient {
		if known {
			g -= mean
		}
		if math.Abs(g) > 1e-6*size {
			t.Fatalf("%+v: the estimate is not least squares: cell %d pulls by %v of %v", s.Spec(), u, g, size)
		}
	}
}
