package audit

import (
	"math"
	"math/big"
	"testing"
)

// normal is the chance that a standard normal number is below x.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// For a Gaussian of standard deviation 1 shifted by d, rho is d²/2: no threshold event needs
// more, and those far out need nearly as much.
func TestConcentratedOnTheGaussian(t *testing.T) {
	for _, d := range []float64{0.1, 0.5, 1, 2} {
		c := Concentrated{Rho: d * d / 2}
		best := 0.0
		for x := -3.0; x < 30; x += 0.05 {
			p, q := normal(d-x), normal(-x)
			least := c.Least(p, q)
			if least > c.Limit()*(1+1e-9) {
				t.Fatalf("shift %v: the event above %v needs rho %v, more than %v", d, x, least, c.Limit())
			}
			best = max(best, least)
		}
		if best < 0.9*c.Limit() {
			t.Errorf("shift %v: no event needs more than rho %v of %v", d, best, c.Limit())
		}
	}
}

// The delta of a Gaussian at some epsilon is that of one threshold event (Balle and Wang
// 2018, Theorem 8); no other event needs more.
func TestApproximateOnTheGaussian(t *testing.T) {
	const d, epsilon = 0.7, 1.2
	delta := normal(d/2-epsilon/d) - math.Exp(epsilon)*normal(-d/2-epsilon/d)
	c := Approximate{Epsilon: epsilon, Delta: delta}
	best := 0.0
	for x := -5.0; x < 8; x += 0.001 {
		best = max(best, c.Least(normal(d-x), normal(-x)))
	}
	if math.Abs(best/delta-1) > 1e-4 {
		t.Errorf("the worst event needs delta %v, want %v", best, delta)
	}
}

func TestPureLeast(t *testing.T) {
	if got := (Pure{1}).Least(0.6, 0.2); math.Abs(got-math.Log(3)) > 1e-12 {
		t.Errorf("%v, want ln 3", got)
	}
	for _, c := range []Claim{Pure{1}, Approximate{1, 0.1}, Concentrated{0.5}} {
		if got := c.Least(0.2, 0.6); got != 0 {
			t.Errorf("%s: an event that is rarer needs %v", c, got)
		}
	}
}

// Half an edge's weight halves epsilon and quarters rho.
func TestWeighed(t *testing.T) {
	half := big.NewRat(1, 2)
	for _, c := range []struct {
		claim Claim
		want  float64
	}{{Pure{1}, 0.5}, {Approximate{1, 0.1}, 0.1}, {Concentrated{1}, 0.25}} {
		if got := c.claim.Weighed(half).Limit(); got != c.want {
			t.Errorf("half of %s: %v, want %v", c.claim, got, c.want)
		}
	}
	if got := (Approximate{1, 0.1}).Weighed(half).(Approximate).Epsilon; got != 0.5 {
		t.Errorf("half of epsilon 1 is %v", got)
	}
}

// Two normal numbers a distance apart need that distance on every threshold event, and one of two
// steps of a lattice needs nearly that of the law between them.
func TestShiftedOnTheGaussian(t *testing.T) {
	const d = 0.8
	c := Shifted{Distance: d}
	for x := -3.0; x < 4; x += 0.5 {
		if got := c.Least(normal(d-x), normal(-x)); math.Abs(got-d) > 1e-9 {
			t.Errorf("the event above %v needs %v, want %v", x, got, d)
		}
	}
	law := Gaussian(400)
	var laws Laws
	for z := int64(-300); z <= 300; z++ {
		laws.P, laws.Q = append(laws.P, law.Chance(z-16)), append(laws.Q, law.Chance(z))
	}
	if got := c.Exactly(laws); math.Abs(got-d) > 1e-6 {
		t.Errorf("noise of deviation 20 shifted by 16 needs %v, want %v", got, d)
	}
	if got := (Shifted{2}).Weighed(big.NewRat(1, 2)).Limit(); got != 1 {
		t.Errorf("half of 2 is %v", got)
	}
}
