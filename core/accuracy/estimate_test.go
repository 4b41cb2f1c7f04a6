package accuracy

import (
	"math"
	"math/big"
	"testing"

	"steward/core/noise"
	"steward/core/noise/noisetest"
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
		Typical: 3 * math.Sqrt(2/math.Pi), HalfWidth: 7, WorstHalfWidth: 9,
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

// The typical error is no less than the mean absolute error of sums of discrete noise.
func TestTypicalIsABound(t *testing.T) {
	for _, scale := range []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 3), big.NewRat(1, 1), big.NewRat(20, 1), big.NewRat(100_000, 1)} {
		s, err := noise.NewScale(scale)
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range []int{1, 2, 3, 10, 64, 65, 1000} {
			e := Estimate{Answers: []Answer{{Variance: float64(rows) * s.Variance()}}}
			typical, mean := e.Summary().Typical, noisetest.MeanAbsOfSum(rows, s)
			if typical < mean*(1-1e-9) {
				t.Errorf("%d rows of scale %s: typically %v, but the mean is %v", rows, s, typical, mean)
			}
		}
	}
}
