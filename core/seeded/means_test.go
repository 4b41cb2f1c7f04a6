package seeded

import (
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"
)

// sumLaw is the law of the sum of n independent draws of the law on 0, 1, ..., taken around a circle that is
// so long that nothing comes back with a chance that is seen.
func sumLaw(law []float64, n int) []float64 {
	fft := fourier.NewFFT(len(law))
	phi := fft.Coefficients(nil, law)
	for i, c := range phi {
		phi[i] = cmplx.Pow(c, complex(float64(n), 0))
	}
	out := fft.Sequence(nil, phi)
	for i := range out {
		out[i] /= float64(len(law))
	}
	return out
}

// noisy are the chances of how large a draw of discrete Laplace (or normal) noise of a scale is.
func noisy(scale float64, normal bool) func(z int) float64 {
	shape := func(z int) float64 {
		if x := float64(z) / scale; normal {
			return math.Exp(-x * x / 2)
		} else {
			return math.Exp(-x)
		}
	}
	sum := shape(0)
	for z := 1; shape(z) > 0; z++ {
		sum += 2 * shape(z)
	}
	return func(z int) float64 {
		if z == 0 {
			return shape(0) / sum
		}
		return 2 * shape(z) / sum
	}
}

// The mean of squares and of sizes is as far off as Within says with no larger chance than alpha, by the exact law
// of the sum, and not with a much smaller one.
func TestMeansAreWithin(t *testing.T) {
	for _, c := range []struct {
		name   string
		law    func(z int) float64
		square bool
	}{
		{"squares, Laplace 1", noisy(1, false), true}, {"squares, Laplace 3", noisy(3, false), true}, {"squares, Laplace 0.3", noisy(0.3, false), true},
		{"squares, normal 2", noisy(2, true), true}, {"sizes, Laplace 2", noisy(2, false), false}, {"sizes, normal 3", noisy(3, true), false},
	} {
		for _, n := range []int{100, 400, 3000} {
			period := 1 << 17
			law := make([]float64, period)
			var values, chances []float64
			for z := 0; z*z < period; z++ {
				at := z
				if c.square {
					at = z * z
				}
				law[at] = c.law(z)
				values, chances = append(values, float64(at)), append(chances, law[at])
			}
			m := MomentsOf(values, chances)
			sums := sumLaw(law, n)
			for _, alpha := range []float64{0.05, 1e-3, 1e-6, 1e-9} {
				within, far := m.Within(n, alpha), 0.0
				for s, p := range sums {
					if math.Abs(float64(s)/float64(n)-m.Mean) > within {
						far += max(p, 0)
					}
				}
				if far > alpha || far < alpha/200 {
					t.Errorf("%s, %d draws: with %.3g times the chance of %v the mean is off by more than %v", c.name, n, far/alpha, alpha, within)
				}
			}
		}
	}
}

// Averages fails beyond what Within says, on either side, and for what is no number.
func TestAverages(t *testing.T) {
	m := Moments{Mean: 5, Variance: 4}
	within := m.Within(100, 1e-3)
	for _, c := range []struct {
		mean   float64
		passes bool
	}{{5, true}, {5 + 0.99*within, true}, {5 - 0.99*within, true}, {5 + 1.01*within, false}, {5 - 1.01*within, false}, {math.NaN(), false}, {math.Inf(1), false}} {
		if err := Averages(c.mean, 100, m, 1e-3); (err == nil) != c.passes {
			t.Errorf("a mean of %v: %v", c.mean, err)
		}
	}
	// A normal mean of 100 is beyond 3.29 of its standard deviations, 0.2, once in a thousand times.
	if want := 3.2905 * 0.2; math.Abs(within-want) > 1e-4 {
		t.Errorf("within %v, should be %v", within, want)
	}
	if err := Averages(0.1+0.2, 100, Moments{Mean: 0.3}, 1e-3); err != nil {
		t.Errorf("what is certain, but for rounding: %v", err)
	}
}

func TestMomentsOf(t *testing.T) {
	m := MomentsOf([]float64{0, 1}, []float64{0.75, 0.25})
	variance := 0.25 * 0.75
	if want := (Moments{0.25, variance, (1 - 2*0.25) / math.Sqrt(variance), (1 - 6*variance) / variance}); math.Abs(m.Mean-want.Mean)+math.Abs(m.Variance-want.Variance)+math.Abs(m.Skew-want.Skew)+math.Abs(m.Excess-want.Excess) > 1e-12 {
		t.Errorf("a coin has %+v, should have %+v", m, want)
	}
	if m := MomentsOf([]float64{3}, []float64{1}); m != (Moments{Mean: 3}) {
		t.Errorf("what is certain has %+v", m)
	}
}

// Coins are what the bound is closest for: enumerated, they raise fewer false alarms than stated, but some, and other numbers
// with the same mean fewer still.
func TestShares(t *testing.T) {
	for _, n := range []int{50, 1000} {
		for _, p := range []float64{0.01, 0.3, 0.5, 0.9} {
			for _, alpha := range []float64{0.05, 1e-9} {
				alarms := 0.0
				for k := range n + 1 {
					if Shares(float64(k)/float64(n), n, p, alpha) != nil {
						alarms += chanceOf(k, n, p)
					}
				}
				if alarms > alpha || alarms < alpha/500 {
					t.Errorf("%d coins of %v: false alarms with a chance of %v, said to be at most %v", n, p, alarms, alpha)
				}
			}
		}
	}
	for _, c := range []struct {
		mean, p float64
		passes  bool
	}{{0.5, 0.5, true}, {0.4, 0.5, false}, {0.6, 0.5, false}, {0, 0.5, false}, {1, 1, true}, {0, 0, true}, {0.1, 0, false}, {0.9, 1, false}, {1.1, 1, false}, {math.NaN(), 0.5, false}, {0.5, math.NaN(), false}} {
		if err := Shares(c.mean, 10_000, c.p, FalseAlarm); (err == nil) != c.passes {
			t.Errorf("a mean of %v for %v: %v", c.mean, c.p, err)
		}
	}
}
