package evidence

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The formulas are those of least squares on the rows, row by row.
func TestErrorsAreThoseOfLeastSquares(t *testing.T) {
	const k, variance = 16, 3
	var levels, halves [][]float64
	for _, w := range []int{1, 4, 16} {
		for lo := 0; lo < k; lo += w {
			levels = append(levels, weights(k, lo, lo+w, lo+w))
		}
	}
	for w := 2; w <= k; w *= 2 {
		for lo := 0; lo < k; lo += w {
			halves = append(halves, weights(k, lo, lo+w/2, lo+w))
		}
	}
	for _, c := range []struct {
		name string
		rows [][]float64
		e    Error
	}{
		{"levels", levels, OnLevels([]int{1, 4, 16}, false, variance)},
		{"levels with a known total", append(slices.Clone(levels[:k+4]), exactly(k)), OnLevels([]int{1, 4, 16}, true, variance)},
		{"halves", append(slices.Clone(halves), weights(k, 0, k, k)), OnHalves(k, false, variance)},
		{"halves with a known total", append(slices.Clone(halves), exactly(k)), OnHalves(k, true, variance)},
		{"cells with a known total", append(slices.Clone(levels[:k]), exactly(k)), OnCells(k, true, variance)},
	} {
		least := covariance(c.rows, variance)
		for r := range AllRuns(k) {
			q := mat.NewVecDense(k, weights(k, r.Lo, r.Hi+1, r.Hi+1))
			want := mat.Inner(q, least, q)
			if got := c.e(r); math.Abs(got-want) > 1e-6*(1+want) {
				t.Errorf("%s, cells %d to %d: %v, want %v", c.name, r.Lo, r.Hi, got, want)
			}
		}
	}
}

// weights counts cells from lo to middle once, those from there to hi negatively.
func weights(k, lo, middle, hi int) []float64 {
	out := make([]float64, k)
	for u := lo; u < hi; u++ {
		out[u] = 1
		if u >= middle {
			out[u] = -1
		}
	}
	return out
}

// exactly is the total, weighed so heavily that it is as good as known.
func exactly(k int) []float64 {
	out := weights(k, 0, k, k)
	for u := range out {
		out[u] *= 1e5
	}
	return out
}

func covariance(rows [][]float64, variance float64) *mat.Dense {
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		a.SetRow(i, row)
	}
	var gram, inverse mat.Dense
	gram.Mul(a.T(), a)
	if err := inverse.Inverse(&gram); err != nil {
		panic(err)
	}
	inverse.Scale(variance, &inverse)
	return &inverse
}

// Averages over all ranges at a budget of one are those that independent code worked out.
func TestAveragesOverAllRanges(t *testing.T) {
	for _, c := range []struct {
		name string
		k    int
		e    Error
		want float64
	}{
		{"cells", 64, OnCells(64, true, Laplace(2)), 86.62},
		{"cumulative counts, within 4", 64, OnPrefixes(64, Laplace(4)), 62.03},
		{"halves", 64, OnHalves(64, true, Laplace(12)), 250.21},
		{"halves", 256, OnHalves(256, true, Laplace(16)), 612.55},
		{"halves of halves", 256, OnLevels(Levels(256, 2), true, Laplace(16)), 793.58},
		{"sixteenths", 256, OnLevels(Levels(256, 16), true, Laplace(4)), 235.64},
		{"sixteenths of eight", 128, OnLevels(Levels(128, 16), true, Laplace(4)), 190.54},
		{"a comb, within 4", 64, OnComb(64, 4, Laplace(3)), 83.73},
		{"a comb, within 16", 256, OnComb(256, 16, Laplace(3)), 290.79},
	} {
		if got := Mean(AllRuns(c.k), c.e); math.Abs(got-c.want) > 0.006 {
			t.Errorf("%s, %d cells: %.3f, want %.2f", c.name, c.k, got, c.want)
		}
	}
}

// The budgets of the ordered hierarchical mechanism are the published ones, and its sums add up.
func TestGreedy(t *testing.T) {
	for theta, want := range map[int]float64{1: 1, 10: 0.243, 100: 0.138, 500: 0.093, 1000: 0.090, 4357: 0} {
		g := Greedy{Cells: 4357, Theta: theta, Fan: 16}
		if got, _ := g.Shares(); math.Abs(got-want) > 6e-4 {
			t.Errorf("within %d: cumulative counts get %.4f, want %.3f", theta, got, want)
		}
	}
	g := Greedy{Cells: 100, Theta: 25, Fan: 5}
	s, h := g.Shares()
	count, block := Laplace(1/s), Laplace(2*2/h)
	for r, want := range map[Run]float64{
		{0, 24}:  count,                     // one cumulative count
		{25, 49}: 2 * count,                 // two
		{0, 6}:   3 * block,                 // one run of five and two cells
		{1, 6}:   4 * block,                 // less the first cell
		{3, 8}:   8 * block,                 // one run of five and four cells, less three cells
		{0, 99}:  0,                         // all
		{75, 99}: count,                     // all but the first three blocks
		{10, 30}: 2*block + count + 2*block, // a count and a run and a cell, less two runs
	} {
		if got := g.Error(1)(r); math.Abs(got-want) > 1e-9*want {
			t.Errorf("cells %d to %d: %v, want %v", r.Lo, r.Hi, got, want)
		}
	}
}
