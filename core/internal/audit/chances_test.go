package audit

import (
	"math"
	"testing"
)

// tailChance is P(Bin(n, p) >= k), added up term by term in logarithms.
func tailChance(k, n int, p float64) float64 {
	logFactorial := func(m int) float64 { v, _ := math.Lgamma(float64(m) + 1); return v }
	sum := math.Inf(-1)
	for i := k; i <= n; i++ {
		sum = logSum(sum, logFactorial(n)-logFactorial(i)-logFactorial(n-i)+float64(i)*math.Log(p)+float64(n-i)*math.Log1p(-p))
	}
	return math.Exp(sum)
}

// At the bound, what was seen or more is exactly as rare as alpha: for few and many trials,
// and for the small chances of a test that is one of many.
func TestLowerIsWhereTheTailIsAlpha(t *testing.T) {
	for _, n := range []int{1, 2, 7, 30, 1000, 20_000} {
		for _, k := range []int{1, 2, 5, n / 10, n / 3, n / 2, n - 1, n} {
			if k < 1 || k > n {
				continue
			}
			for _, alpha := range []float64{0.5, 0.05, 1e-6, 1e-9, 1e-12} {
				p := Lower(k, n, alpha)
				if got := tailChance(k, n, p); math.Abs(got/alpha-1) > 1e-6 {
					t.Errorf("%d of %d at %v: bound %v, where the tail is %v", k, n, alpha, p, got)
				}
			}
		}
	}
}

// By hand: n of n came, so p^n = alpha; one of n, so 1-(1-p)^n = alpha.
func TestLowerByHand(t *testing.T) {
	for _, c := range []struct {
		k, n        int
		alpha, want float64
	}{
		{0, 10, 0.05, 0},
		{10, 10, 0.05, math.Pow(0.05, 0.1)},
		{1, 10, 0.05, 1 - math.Pow(0.95, 0.1)},
		{1, 1, 0.05, 0.05},
	} {
		if got := Lower(c.k, c.n, c.alpha); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d of %d: %v, want %v", c.k, c.n, got, c.want)
		}
		if got := Upper(c.n-c.k, c.n, c.alpha); math.Abs(got-(1-c.want)) > 1e-12 {
			t.Errorf("%d of %d: above %v, want %v", c.n-c.k, c.n, got, 1-c.want)
		}
	}
	if Upper(0, 1000, 1e-9) <= 0 {
		t.Error("what never came may still have a chance")
	}
}

func TestWilsonIsNearTheBounds(t *testing.T) {
	const alpha = 1e-4
	z := math.Sqrt2 * math.Erfinv(1-2*alpha)
	for _, k := range []int{100, 1000, 5000, 9900} {
		lower, upper := wilson(k, 10_000, z)
		if a, b := Lower(k, 10_000, alpha), Upper(k, 10_000, alpha); math.Abs(lower-a) > 2e-3 || math.Abs(upper-b) > 2e-3 {
			t.Errorf("%d of 10000: %v and %v, quickly %v and %v", k, a, b, lower, upper)
		}
	}
}
