package seeded

import (
	"math"
	"testing"
)

// sumLaw is the law of the sum of n independent draws of a law on 0, 1, ..., added up term by term, so that it has all
// digits of the smallest chances. The last is the chance of that number and all above it.
func sumLaw(law []float64, n int) []float64 {
	last := len(law) - 1
	add := func(a, b []float64) []float64 {
		out := make([]float64, len(law))
		above := make([]float64, len(law)+1) // of b
		for i := last; i >= 0; i-- {
			above[i] = above[i+1] + b[i]
		}
		for i, p := range a[:last] {
			if p == 0 {
				continue
			}
			for j, q := range b[:last-i] {
				out[i+j] += p * q
			}
			out[last] += p * above[last-i]
		}
		out[last] += a[last]
		return out
	}
	var sum []float64
	for power := law; n > 0; n /= 2 {
		if n%2 == 1 {
			if sum == nil {
				sum = power
			} else {
				sum = add(sum, power)
			}
		}
		if n > 1 {
			power = add(power, power)
		}
	}
	return sum
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
		for _, n := range []int{100, 300, 1000}[:Often(1, 3)] {
			var values, chances []float64
			for z := 0; z <= 400; z++ {
				at := z
				if c.square {
					at = z * z
				}
				values, chances = append(values, float64(at)), append(chances, c.law(z))
			}
			m := MomentsOf(values, chances)
			law := make([]float64, int(float64(n)*(m.Mean+m.Within(n, 1e-15)))+3)
			for i, at := range values {
				law[min(int(at), len(law)-1)] += chances[i]
			}
			sums := sumLaw(law, n)
			for _, alpha := range []float64{0.05, 1e-3, 1e-6, 1e-9, 1e-12, 1e-14} {
				within, far := m.Within(n, alpha), 0.0
				for s, p := range sums {
					if math.Abs(float64(s)/float64(n)-m.Mean) > within {
						far += p
					}
				}
				if far > alpha || alpha >= 1e-6 && far < alpha/1000 {
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
	// A normal mean of 100 is beyond 3.602 of its standard deviations, 0.2, with a chance of 10^(-7/2).
	if want := 3.602 * 0.2; math.Abs(within-want) > 1e-3 {
		t.Errorf("within %v, should be %v", within, want)
	}
	if err := Averages(0.1+0.2, 100, Moments{Mean: 0.3}, 1e-3); err != nil {
		t.Errorf("what is certain, but for rounding: %v", err)
	}
}

// The moments of squares are those of a Laplace row exactly, those of a wide one by hand, and not below those of other
// noise: of normal noise, of sums, and of means of squares of rows that depend on one another or do not.
func TestSquares(t *testing.T) {
	law := func(scale float64, normal bool) (values, chances []float64) {
		chance := noisy(scale, normal)
		for z := 0; z < 4000; z++ {
			values, chances = append(values, float64(z*z)), append(chances, chance(z))
		}
		return values, chances
	}
	near := func(a, b Moments, by float64) bool {
		return math.Abs(a.Mean/b.Mean-1) < by && math.Abs(a.Variance/b.Variance-1) < by && math.Abs(a.Skew/b.Skew-1) < by && math.Abs(a.Excess/b.Excess-1) < by
	}
	for _, scale := range []float64{0.1, 0.3, 1, 5, 60} {
		m := MomentsOf(law(scale, false))
		if got := Squares(m.Mean, m.Mean); !near(got, m, 1e-6) {
			t.Errorf("scale %v: %+v, should be %+v", scale, got, m)
		}
		if got, want := Squares(100*m.Mean, m.Mean), (Moments{100 * m.Mean, 1e4 * m.Variance, m.Skew, m.Excess}); !near(got, want, 1e-6) {
			t.Errorf("ten times scale %v: %+v, should be %+v", scale, got, want)
		}
	}
	// Moments of squares of continuous Laplace noise: 2, 24, 720 and 40320.
	if got, want := Squares(2, 1e9), (Moments{2, 20, 592 / math.Pow(20, 1.5), 35088.0/400 - 3}); !near(got, want, 2e-3) {
		t.Errorf("a wide law has %+v, should have %+v", got, want)
	}
	for _, scale := range []float64{0.3, 1, 5} {
		if m := MomentsOf(law(scale, true)); !m.below(Squares(m.Mean, m.Mean)) {
			t.Errorf("normal noise of %v has %+v", scale, m)
		}
		one := noisy(scale, false)
		reach := int(30*scale) + 1
		var sums, means, squares, chances []float64
		variance := 0.0
		for a := -reach; a <= reach; a++ {
			for b := -reach; b <= reach; b++ {
				p := func(z int) float64 {
					if z == 0 {
						return one(0)
					}
					return one(max(z, -z)) / 2
				}
				sum := float64(a + 3*b)
				sums, chances = append(sums, sum*sum), append(chances, p(a)*p(b))
				means = append(means, float64(a*a+b*b)/2)
				squares = append(squares, (sum*sum+float64(a*a))/2) // of two sums with a row in common
				if b == 0 {
					variance += float64(a*a) * p(a)
				}
			}
		}
		for name, values := range map[string][]float64{"sums": sums, "means": means, "means of sums that share a row": squares} {
			if m := MomentsOf(values, chances); !m.below(Squares(m.Mean, variance)) {
				t.Errorf("%s of scale %v have %+v, more than %+v", name, scale, m, Squares(m.Mean, variance))
			}
		}
	}
}

// below tells whether a mean may be no farther off than by other moments of the same mean.
func (m Moments) below(other Moments) bool {
	for _, n := range []int{100, 1000, 100_000} {
		if m.Within(n, 1e-9) > other.Within(n, 1e-9)*(1+1e-9) {
			return false
		}
	}
	return math.Abs(m.Mean-other.Mean) < 1e-9*m.Mean && m.Variance <= other.Variance*(1+1e-9)
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
