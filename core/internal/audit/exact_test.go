package audit

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/noise"
)

func scale(t testing.TB, num, den int64) noise.Scale {
	t.Helper()
	s, err := noise.NewScale(big.NewRat(num, den))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asIs publishes the rows themselves; the rows are the counts.
func asIs(laws ...Law) Rows {
	return Rows{Laws: laws, Values: func(x []int64) []int64 { return x }, Output: floats}
}

func floats(y []int64) []float64 {
	out := make([]float64, len(y))
	for i, v := range y {
		out[i] = float64(v)
	}
	return out
}

func pair(a, b []int64) Pair { return Pair{"a made-up pair", a, b, big.NewRat(1, 1)} }

func mustEnumerate(t *testing.T, r Rows, p Pair) Laws {
	t.Helper()
	l, err := Enumerate(r, p)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Every law adds up to one within its reach, and beyond it to at most the tail.
func TestLaws(t *testing.T) {
	for name, l := range map[string]Law{"1/3": Laplace(scale(t, 1, 3)), "7": Laplace(scale(t, 7, 1)), "variance 4": Gaussian(4), "variance 0.1": Gaussian(0.1), "exact": Exact()} {
		reach := l.Reach(1e-9)
		inside, outside := 0.0, 0.0
		for z := -4 * reach; z <= 4*reach; z++ {
			if max(z, -z) > reach {
				outside += l.Chance(z)
			} else {
				inside += l.Chance(z)
			}
		}
		if math.Abs(inside+outside-1) > 1e-12 || outside > 1e-9 {
			t.Errorf("%s: %v within %d, %v beyond", name, inside, reach, outside)
		}
	}
}

// By the closed form: a row that changes by d under Laplace noise of scale t loses exactly
// d/t, rows that are all published add up, and a difference of two rows loses less than both.
func TestEnumerateLaplace(t *testing.T) {
	two, three := Laplace(scale(t, 2, 1)), Laplace(scale(t, 3, 1))
	for _, c := range []struct {
		name string
		rows Rows
		p    Pair
		want float64
	}{
		{"one row", asIs(two), pair([]int64{5}, []int64{4}), 0.5},
		{"by three", asIs(two), pair([]int64{5}, []int64{2}), 1.5},
		{"two rows", asIs(two, three), pair([]int64{5, 1}, []int64{4, 2}), 1.0/2 + 1.0/3},
		{"an exact row that does not change", asIs(two, Exact()), pair([]int64{5, 9}, []int64{4, 9}), 0.5},
	} {
		l := mustEnumerate(t, c.rows, c.p)
		for _, l := range []Laws{l, l.Turned()} {
			if got := l.MaxLoss(); math.Abs(got-c.want) > 1e-6 {
				t.Errorf("%s: loss %v, want %v", c.name, got, c.want)
			}
		}
	}
	difference := asIs(two, two)
	difference.Output = func(y []int64) []float64 { return []float64{float64(y[0] - y[1])} }
	if got := mustEnumerate(t, difference, pair([]int64{5, 1}, []int64{4, 2})).MaxLoss(); got >= 1-1e-3 || got < 0.9 {
		t.Errorf("a difference of two rows loses %v", got)
	}
}

// What is published exactly and changes has no bound.
func TestEnumerateWithoutNoise(t *testing.T) {
	rows := asIs(Laplace(scale(t, 2, 1)), Exact())
	if got := mustEnumerate(t, rows, pair([]int64{5, 0}, []int64{4, 1})).MaxLoss(); got < 20 {
		t.Errorf("loss %v", got)
	}
}

// The discrete Gaussian keeps d²/(2 variance) of zCDP (Canonne, Kamath and Steinke 2020), at
// every order, and needs it.
func TestEnumerateGaussian(t *testing.T) {
	for _, variance := range []float64{0.5, 2, 9} {
		l := mustEnumerate(t, asIs(Gaussian(variance), Gaussian(2*variance)), pair([]int64{3, 0}, []int64{2, 1}))
		rho := 1/(2*variance) + 1/(4*variance)
		for _, order := range []float64{1.01, 1.5, 2, 4} {
			if got := l.Renyi(order); got > order*rho*(1+1e-9) {
				t.Errorf("variance %v, order %v: divergence %v, more than %v", variance, order, got, order*rho)
			}
		}
		if got := (Concentrated{rho}).Exactly(l); got > rho*(1+1e-9) || got < 0.999*rho {
			t.Errorf("variance %v: rho %v, want %v", variance, got, rho)
		}
	}
}

// The hockey-stick divergence of two laws of a few outputs, by hand.
func TestHockeyStick(t *testing.T) {
	l := Laws{P: []float64{0.5, 0.3, 0.2}, Q: []float64{0.1, 0.4, 0.5}}
	if got, want := l.HockeyStick(math.Log(2)), 0.5-0.2; math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (Approximate{math.Log(2), 0.1}).Exactly(l); math.Abs(got-0.3) > 1e-12 {
		t.Errorf("%v", got)
	}
	if got := l.Turned().HockeyStick(0); math.Abs(got-0.4) > 1e-12 {
		t.Errorf("total variation %v, want 0.4", got)
	}
}

// Mass that is left out only ever speaks for a claim.
func TestLeftOutMassIsDoubt(t *testing.T) {
	whole := Laws{P: []float64{0.9, 0.1}, Q: []float64{0.4, 0.6}}
	left := Laws{P: whole.P, Q: whole.Q, Left: 0.01}
	if left.MaxLoss() >= whole.MaxLoss() || left.HockeyStick(0.1) >= whole.HockeyStick(0.1) || left.Renyi(3) >= whole.Renyi(3) {
		t.Error("mass left out makes no difference, or the wrong one")
	}
}

func TestTooManyRows(t *testing.T) {
	wide := Laplace(scale(t, 100, 1))
	_, err := Enumerate(asIs(wide, wide), pair([]int64{1, 1}, []int64{0, 2}))
	if err == nil || !strings.Contains(err.Error(), "audit by sampling") {
		t.Errorf("%v", err)
	}
	if _, _, err := asIs(wide, wide).Worst(Pure{1}, []Pair{pair([]int64{1, 1}, []int64{0, 2})}); err == nil {
		t.Error("no error")
	}
}

// The worst of some pairs is found, in whichever order, against the weight of its edge.
func TestWorst(t *testing.T) {
	light := pair([]int64{0}, []int64{1})
	light.What, light.Weight = "light", big.NewRat(1, 4)
	rows := asIs(Laplace(scale(t, 2, 1)))
	got, at, err := rows.Worst(Pure{1}, []Pair{pair([]int64{0}, []int64{1}), light, pair([]int64{1}, []int64{1})})
	if err != nil || math.Abs(got-2) > 1e-9 || at.What != "light" {
		t.Errorf("%v times the claim at %s (%v), want twice at the light edge", got, at.What, err)
	}
}

// Every output has the chance that adding up by hand gives, whatever rows lead to it.
func TestKeys(t *testing.T) {
	law := Laplace(scale(t, 1, 1))
	r := asIs(law, law)
	r.Output = func(y []int64) []float64 { return []float64{float64(y[0]+y[1]) / 3} }
	l := mustEnumerate(t, r, pair([]int64{2, 1}, []int64{1, 2}))
	want := 0.0
	for z := int64(-60); z <= 60; z++ {
		want += law.Chance(z) * law.Chance(-z)
	}
	for i, key := range l.Keys {
		if key == Key([]float64{1 + 1e-12}) {
			if math.Abs(l.P[i]-want) > 1e-12 || math.Abs(l.Q[i]-want) > 1e-12 {
				t.Errorf("chances %v and %v, want %v", l.P[i], l.Q[i], want)
			}
			return
		}
	}
	t.Error("the output 1 is missing")
}
