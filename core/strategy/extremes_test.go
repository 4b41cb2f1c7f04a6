package strategy

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// Reference values computed with 60 decimal digits, on both sides of every switch to a series.
func TestHyperbolicCombinations(t *testing.T) {
	for _, c := range [][4]float64{
		{1e-9, 3.333333333333333e-10, 3.333333333333333e-19, 1.666666666666667e-19},
		{0.001, 3.333333111111132e-04, 3.333332000000540e-07, 1.666666750000002e-07},
		{0.0499, 1.663057284353642e-02, 8.291774790388449e-04, 4.150533376449550e-04},
		{0.0501, 1.669720619004830e-02, 8.358308325299070e-04, 4.183875043893642e-04},
		{0.0999, 3.327786541521734e-02, 3.313443349228737e-03, 1.664165202249202e-03},
		{0.1001, 3.334439895985095e-02, 3.326670659928442e-03, 1.670838537970603e-03},
		{0.2999, 9.937235499602624e-02, 2.893932614296015e-02, 1.505755624593857e-02},
		{0.3001, 9.943783859200615e-02, 2.897659619581203e-02, 1.507773682549549e-02},
		{1, 3.130352854993313e-01, 2.384058440442351e-01, 1.752011936438015e-01},
		{7, 8.571445202016782e-01, 8.571430947222937e-01, 7.733087475332093e+01},
	} {
		expect(t, "langevin", langevin(c[0]), c[1], 0, 2e-13)
		expect(t, "tanhGap", tanhGap(c[0]), c[2], 0, 5e-13)
		expect(t, "sinhGap", sinhGap(c[0]), c[3], 0, 1e-13)
	}
	expect(t, "sinhRatio", sinhRatio(2, 3), math.Sinh(2)/math.Sinh(3), 0, 1e-14)
	expect(t, "sinhRatio, large", sinhRatio(2000, 2001), 1/math.E, 0, 1e-14)
}

// bySumming adds up a target range by range, for all ranges through the identity
// (k+1)·trace - 1'C1 replaced by plain prefix variances and one long sparse query.
func bySumming(t *testing.T, w *Weighted) (ranges, prefixes, cells float64) {
	t.Helper()
	k := w.chain.Spec().Cells
	terms := make([]Term, k)
	for u := range k {
		v, err := w.PrefixVariance(u)
		if err != nil {
			t.Fatal(err)
		}
		prefixes += v
		v, err = w.RangeVariance(Range{u, u})
		if err != nil {
			t.Fatal(err)
		}
		cells += v
		terms[u] = Term{u, float64(k - u)}
	}
	ofSum, err := w.QueryVariance(terms)
	if err != nil {
		t.Fatal(err)
	}
	return float64(k+1)*prefixes - ofSum, prefixes, cells
}

// Small random chains reach neither thousands of block ends nor scales many orders of magnitude
// apart. Here the closed sums meet the queries one by one, at every ratio of precisions.
func TestTotalsAtExtremePrecisions(t *testing.T) {
	rng := seeded.New(5, 3)
	for _, s := range []Spec{
		{Cells: 3000, Block: 1}, {Cells: 3000, Block: 1, Widths: []int{1}},
		{Cells: 3000, Block: 2, Widths: []int{1}}, {Cells: 3001, Block: 8, Widths: []int{1, 2}},
		{Cells: 3001, Block: 1000, Widths: []int{1, 10}}, {Cells: 2999, Block: 4096, Widths: []int{1, 2, 64}},
	} {
		for _, s.Total = range []Total{TotalKnown, TotalMeasured} {
			c := mustChain(t, s)
			for range seeded.Often(5, 25) {
				p := make([]float64, len(c.Groups()))
				for g := range p {
					p[g] = math.Exp(rng.NormFloat64() * 20)
				}
				w, err := c.Weigh(p)
				if err != nil {
					t.Fatal(err)
				}
				ranges, prefixes, cells := bySumming(t, w)
				k := float64(s.Cells)
				expect(t, "prefixes", mustAverage(t, w, AllPrefixes())*k, prefixes, 0, 1e-6)
				expect(t, "ranges", mustAverage(t, w, AllRanges())*k*(k+1)/2, ranges, 1e-9*k*prefixes, 1e-6)
				expect(t, "cells", mustAverage(t, w, AllCells())*k, cells, 1e-9*prefixes, 1e-6)
			}
		}
	}
}

// Groups that are known exactly, or nearly, and groups that are dropped, or nearly.
func TestExactAndDroppedGroupsAreLimits(t *testing.T) {
	rng := seeded.New(8, 8)
	spec := Spec{Cells: 22, Block: 6, Widths: []int{1, 3}}
	for _, spec.Total = range []Total{TotalKnown, TotalMeasured, TotalUnmeasured} {
		c := mustChain(t, spec)
		for g := range c.Groups() {
			for limit, nearly := range map[float64]float64{0: 1e-11, math.Inf(1): 1e11} {
				if limit == 0 && c.Groups()[g].Width == 1 {
					continue // without single cells there is no estimate
				}
				compareWeights(t, c, g, limit, nearly, rng)
			}
		}
	}
}

func compareWeights(t *testing.T, c *Chain, g int, limit, nearly float64, rng *seeded.Source) {
	t.Helper()
	p := make([]float64, len(c.Groups()))
	for i := range p {
		p[i] = math.Exp(rng.NormFloat64())
	}
	p[g] = limit
	at, err := c.Weigh(p)
	if err != nil {
		t.Fatal(err)
	}
	p[g] = nearly
	near, err := c.Weigh(p)
	if err != nil {
		t.Fatal(err)
	}
	k := c.Spec().Cells
	for l := range k {
		for r := l; r < k; r++ {
			a, _ := at.RangeVariance(Range{l, r})
			b, _ := near.RangeVariance(Range{l, r})
			expect(t, "range variance", a, b, 1, 1e-7)
		}
	}
	for _, target := range []Target{AllRanges(), AllPrefixes(), AllCells()} {
		expect(t, "average", mustAverage(t, at, target), mustAverage(t, near, target), 1, 1e-7)
	}
	x, rows := make([]int64, k), make([]int64, c.Rows())
	var n int64
	for u := range x {
		x[u] = rng.Int64N(9)
		n += x[u]
	}
	if err := c.MeasureInto(rows, x); err != nil {
		t.Fatal(err)
	}
	for i, group := range c.Groups() {
		if i == g && math.IsInf(limit, 1) {
			continue
		}
		for row := range group.Rows {
			rows[group.First+row] += rng.Int64N(21) - 10
		}
	}
	got, want := make([]float64, k), make([]float64, k)
	if err := at.Estimate(got, rows, n); err != nil {
		t.Fatal(err)
	}
	if err := near.Estimate(want, rows, n); err != nil {
		t.Fatal(err)
	}
	for u := range got {
		expect(t, "estimate", got[u], want[u], 1, 1e-6)
	}
}
