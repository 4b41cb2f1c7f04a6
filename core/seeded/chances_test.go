package seeded

import (
	"math"
	"testing"
)

// chanceOf is P(Bin(n, p) = k).
func chanceOf(k, n int, p float64) float64 {
	switch p {
	case 0, 1:
		if float64(k) == p*float64(n) {
			return 1
		}
		return 0
	}
	logFactorial := func(m int) float64 { v, _ := math.Lgamma(float64(m) + 1); return v }
	return math.Exp(logFactorial(n) - logFactorial(k) - logFactorial(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// tailChance is P(Bin(n, p) >= k), added up from its definition.
func tailChance(k, n int, p float64) (sum float64) {
	for i := n; i >= max(k, 0); i-- {
		sum += chanceOf(i, n, p)
	}
	return sum
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

// Over all counts that may come, the checks raise false alarms as often as they say: never more, and a
// little more draws bring them close to it. Those with one side look at that side.
func TestChancesEnumerated(t *testing.T) {
	for _, n := range []int{1, 10, 100, 1500} {
		for _, p := range []float64{0, 0.003, 0.2, 0.5, 0.95, 1} {
			for _, alpha := range []float64{0.3, 0.01, 1e-6, 1e-9} {
				for name, check := range map[string]func(k, n int, p, alpha float64) error{"came": Came, "at least": AtLeast, "at most": AtMost} {
					alarms := 0.0
					for k := range n + 1 {
						if check(k, n, p, alpha) != nil {
							alarms += chanceOf(k, n, p)
						}
					}
					if alarms > alpha*(1+1e-6) {
						t.Errorf("%s, %d draws of %v: false alarms with a chance of %v, said to be %v", name, n, p, alarms, alpha)
					}
					if n == 1500 && p > 0.1 && p < 0.9 && alarms < alpha/2 {
						t.Errorf("%s, %d draws of %v: false alarms with a chance of %v, could be %v", name, n, p, alarms, alpha)
					}
				}
			}
		}
	}
	for _, c := range []struct {
		k                     int
		came, atLeast, atMost bool
	}{{30, false, false, true}, {50, true, true, true}, {70, false, true, false}} {
		for name, x := range map[string]struct{ err, want any }{
			"came": {Came(c.k, 100, 0.5, 1e-3) == nil, c.came}, "at least": {AtLeast(c.k, 100, 0.5, 1e-3) == nil, c.atLeast}, "at most": {AtMost(c.k, 100, 0.5, 1e-3) == nil, c.atMost},
		} {
			if x.err != x.want {
				t.Errorf("%s: %d of 100 at one half passes is %v", name, c.k, x.err)
			}
		}
	}
}

// What is no count or no chance fails.
func TestChancesRefuse(t *testing.T) {
	for _, c := range []struct {
		k, n int
		p    float64
	}{{-1, 10, 0.5}, {11, 10, 0.5}, {0, 0, 0.5}, {5, 10, -0.1}, {5, 10, 1.1}, {5, 10, math.NaN()}} {
		if Came(c.k, c.n, c.p, 0.5) == nil || AtLeast(c.k, c.n, c.p, 0.5) == nil || AtMost(c.k, c.n, c.p, 0.5) == nil {
			t.Errorf("%+v passes", c)
		}
	}
	if err := Came(0, 10, -1e-15, 0.5); err != nil {
		t.Errorf("a chance that rounding left below 0: %v", err)
	}
}

// The draws that are said to find a fault do, and nine tenths of them do not: added up from the definition.
func TestDraws(t *testing.T) {
	for _, c := range []struct{ p, q, alpha, power float64 }{
		{0.5, 0.4, 0.01, 0.9}, {0.95, 0.8, 1e-9, 0.999}, {0.05, 0.2, 1e-9, 0.999}, {0.01, 0.03, 1e-6, 0.5}, {0.2, 0, 1e-9, 0.99}, {0, 0.1, 1e-9, 0.99}, {1, 0.9, 1e-9, 0.99},
	} {
		found := func(n int) (sum float64) {
			for k := range n + 1 {
				if Came(k, n, c.p, c.alpha) != nil {
					sum += chanceOf(k, n, c.q)
				}
			}
			return sum
		}
		n := Draws(c.p, c.q, c.alpha, c.power)
		if got := found(n); got < c.power {
			t.Errorf("%+v: %d draws find it with a chance of %v", c, n, got)
		}
		if got := found(n * 9 / 10); got > c.power {
			t.Errorf("%+v: %d draws are said to be needed, and nine tenths find it with a chance of %v", c, n, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("draws that tell a chance from itself")
		}
	}()
	Draws(0.5, 0.5, 0.01, 0.9)
}

func TestAmong(t *testing.T) {
	if got := Among(10); math.Abs(got*10/FalseAlarm-1) > 1e-12 {
		t.Errorf("one of ten comparisons may have %v", got)
	}
}
