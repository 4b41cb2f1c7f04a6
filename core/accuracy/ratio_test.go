package accuracy_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/accuracy"
	"steward/core/noise"
	"steward/core/seeded"
)

// Intervals of parts hold the true part at least 19 times in 20, for small wholes and large ones
// and small noise and large; and parts of large wholes are seldom unreliable.
func TestPartCovers(t *testing.T) {
	const runs = 6000
	sizes, wholes, parts := []int64{1, 4, 20}, []int{1, 3, 10, 40, 200, 5000}, []float64{0, 0.03, 0.3, 0.9, 1}
	alpha := seeded.Among(2 * len(sizes) * len(wholes) * len(parts))
	for _, size := range sizes {
		scale, err := noise.NewScale(big.NewRat(size, 2))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range wholes {
			for k, r := range parts {
				t.Run(fmt.Sprint(size, "/2 of ", n, " ", r), func(t *testing.T) {
					rng := seeded.New(uint64(n), uint64(size)*100+uint64(k))
					inside := math.Round(r * float64(n))
					held, shown := 0, 0
					for range runs {
						x, y := laplace(rng, scale), laplace(rng, scale)
						// Both parts of the whole have noise of their own.
						p := accuracy.Part{
							Sum: inside + x, Whole: float64(n) + x + y,
							SumVariance: scale.Variance(), WholeVariance: 2 * scale.Variance(), Covariance: scale.Variance(),
							Factor: noise.Laplace.Factor(0.95), Weight: 1,
						}
						low, high, ok := p.Interval()
						if low < 0 || high > 1 || low > high {
							t.Fatalf("%+v: from %v to %v", p, low, high)
						}
						if ok {
							shown++
						}
						if truth := inside / float64(n); low <= truth+1e-12 && truth <= high+1e-12 {
							held++
						}
					}
					if err := seeded.AtLeast(held, runs, 0.95, alpha); err != nil {
						t.Errorf("intervals that hold the part: %v", err)
					}
					if sd := math.Sqrt(2 * scale.Variance()); float64(n) > 10*sd+10 {
						if err := seeded.AtLeast(shown, runs, 0.95, alpha); err != nil {
							t.Errorf("parts that are shown: %v", err)
						}
					}
				})
			}
		}
	}
}

// laplace draws from DLap by inversion of two geometric draws.
func laplace(rng *seeded.Source, s noise.Scale) float64 {
	a, _ := s.Decay()
	geometric := func() float64 { return math.Floor(math.Log(1-rng.Float64()) / math.Log(a)) }
	return geometric() - geometric()
}

// What is not told apart from nothing has no part, and a whole without noise is divided by.
func TestPartOfSmallAndExactWholes(t *testing.T) {
	factor := noise.Laplace.Factor(0.95)
	for _, whole := range []float64{-50, 0, 5} {
		p := accuracy.Part{Sum: 3, Whole: whole, SumVariance: 8, WholeVariance: 16, Covariance: 8, Factor: factor, Weight: 1}
		if low, high, ok := p.Interval(); ok || low != 0 || high != 1 {
			t.Errorf("a whole of %v: %v to %v, %v", whole, low, high, ok)
		}
	}
	p := accuracy.Part{Sum: 30, Whole: 100, SumVariance: 9, Factor: factor}
	low, high, ok := p.Interval()
	if want := factor * 3 / 100; !ok || math.Abs(low-(0.3-want)) > 0.13*want || math.Abs(high-(0.3+want)) > 0.5*want {
		t.Errorf("30 of 100 known: %v to %v, %v", low, high, ok)
	}
	exact := accuracy.Part{Sum: 30, Whole: 120}
	if low, high, ok := exact.Interval(); !ok || math.Abs(low-0.25) > 1e-12 || math.Abs(high-0.25) > 1e-12 {
		t.Errorf("30 of 120, both known: %v to %v, %v", low, high, ok)
	}
}
