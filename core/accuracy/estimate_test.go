package accuracy

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/noise"
	"steward/core/seeded"
)

func TestSummary(t *testing.T) {
	e := Estimate{Kind: Computed, Answers: []Answer{
		{Variance: 4, HalfWidth: 5},
		{},
		{Variance: 16, HalfWidth: 9},
		{},
	}}
	s := e.Summary()
	want := Summary{
		Answers: 4, Exact: 2, MeanSquare: 5, RMSE: math.Sqrt(5), Worst: 4,
		Typical: 4 * 0.6744897501960817, HalfWidth: 9, WorstHalfWidth: 9,
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }
	if s.Answers != want.Answers || s.Exact != want.Exact {
		t.Errorf("%d answers, %d exact", s.Answers, s.Exact)
	}
	if !near(s.MeanSquare, want.MeanSquare) || !near(s.RMSE, want.RMSE) || !near(s.Worst, want.Worst) {
		t.Errorf("errors %+v, want %+v", s, want)
	}
	if !near(s.Typical, want.Typical) || !near(s.HalfWidth, want.HalfWidth) || !near(s.WorstHalfWidth, want.WorstHalfWidth) {
		t.Errorf("sizes %+v, want %+v", s, want)
	}
	if got := e.Answers[2].RMSE(); got != 4 {
		t.Errorf("root mean square error %v, want 4", got)
	}
}

// Nothing asked and nothing uncertain are no division by zero.
func TestSummaryOfNothing(t *testing.T) {
	if s := (Estimate{}).Summary(); s != (Summary{}) {
		t.Errorf("no answers: %+v", s)
	}
	if s := (Estimate{Answers: make([]Answer, 3)}).Summary(); s != (Summary{Answers: 3, Exact: 3}) {
		t.Errorf("exact answers only: %+v", s)
	}
}

// Half of all sums of discrete noise, or more, are nearer than the typical error, rounded up since they are whole; and of
// Gaussian noise not many more than half are.
func TestTypicalIsHalf(t *testing.T) {
	for _, scale := range []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 3), big.NewRat(1, 1), big.NewRat(7, 3), big.NewRat(20, 1), big.NewRat(100_000, 1)} {
		s, err := noise.NewScale(scale)
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range []int{1, 2, 3, 10, 64, 65, 1000} {
			e := Estimate{Answers: []Answer{{Variance: float64(rows) * s.Variance()}}}
			typical, half := e.Summary().Typical, float64(s.HalfWidthOfSum(rows, 0.5))
			if half > math.Ceil(typical) {
				t.Errorf("%d rows of scale %s: typically %v, but half are within %v", rows, s, typical, half)
			}
		}
	}
	for sigma := 0.1; sigma < 60; sigma *= 1.01 {
		sigmaSquared, err := noise.NewSigmaSquared(new(big.Rat).SetFloat64(sigma * sigma))
		if err != nil {
			t.Fatal(err)
		}
		typical, half := Typical(sigma), float64(sigmaSquared.HalfWidth(0.5))
		if half > math.Ceil(typical) || half < typical-1 {
			t.Errorf("sigma %v: typically %v, but half are within %v", sigma, typical, half)
		}
	}
}

// No mixture of normal laws is within the typical error less often than half of the time: for two variances, of which
// the first comes so often, on a grid.
func TestTypicalOfMixtures(t *testing.T) {
	within := func(typical, variance float64) float64 {
		if variance == 0 {
			return 1
		}
		return math.Erf(typical / math.Sqrt(2*variance))
	}
	for often := 0.001; often < 1; often += 0.001 {
		for small := 0.0; small <= 1; small += 0.01 {
			large := (1 - often*small) / (1 - often) // so that the mean is 1
			if p := often*within(Typical(1), small) + (1-often)*within(Typical(1), large); p < 0.5-1e-12 {
				t.Fatalf("variance %v %v of the time, otherwise %v: within the typical error with a chance of %v", small, often, large, p)
			}
		}
	}
}

// The value at a place is that of sorted values, whatever their order and however many are alike.
func TestRankedIsThePlaceInOrder(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 30), func(n int) float64 { return float64(n) / 4 }), 1, 80).Draw(t, "values")
		at := rapid.IntRange(0, len(values)-1).Draw(t, "place")
		sorted := slices.Sorted(slices.Values(values))
		value, below := Ranked(slices.Clone(values), at)
		if first, _ := slices.BinarySearch(sorted, sorted[at]); value != sorted[at] || below != first {
			t.Errorf("place %d of %v: %g with %d below it, want %g with %d", at, values, value, below, sorted[at], first)
		}
	})
}
