package account

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/policy/weighted"
	"steward/core/seeded"
)

func delta(t *testing.T, s string) Delta {
	t.Helper()
	d, err := ParseDelta(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func promise(t *testing.T, e, d string) Promise {
	t.Helper()
	p, err := NewPromise(epsilon(t, e), delta(t, d))
	if err != nil {
		t.Fatalf("%s, %s: %v", e, d, err)
	}
	return p
}

// The budget that mechanisms share proves the promise, and one that is a part in a million
// larger does not.
func TestRadiusIsTheLargest(t *testing.T) {
	for _, e := range []string{"0.000001", "0.01", "0.5", "1", "3", "20", "100"} {
		for _, d := range []string{"0.000000000000001", "0.000001", "0.00999"} {
			p := promise(t, e, d)
			if got := p.Rho().Delta(p.Epsilon().Float()); got > p.Delta().Float() {
				t.Errorf("%s, %s: delta %g", e, d, got)
			}
			if back, err := p.Rho().EpsilonAt(p.Delta().Float()); err != nil || back > p.Epsilon().Float()*(1+1e-6) {
				t.Errorf("%s, %s: epsilon %v, %v", e, d, back, err)
			}
			more, err := p.Budget().Times(big.NewRat(1_000_002, 1_000_000))
			if err != nil {
				t.Fatal(err)
			}
			if Pure(more).Delta(p.Epsilon().Float()) <= p.Delta().Float() {
				t.Errorf("%s, %s: r %s could be %s", e, d, p.Budget(), more)
			}
			if digits := strings.Trim(strings.ReplaceAll(p.Budget().Rat().FloatString(30), ".", ""), "0"); len(digits) > 7 {
				t.Errorf("%s, %s: r %s has many digits", e, d, p.Budget())
			}
		}
	}
}

// Parts of a promise are in the proportion of their weights, keep it together, and nearly use
// it up; put together again they are what the promise gave.
func TestPromiseSplits(t *testing.T) {
	r := seeded.New(7, 1)
	for _, d := range []string{"", "0.000001"} {
		p := promise(t, "0.7", d)
		for range 200 {
			weights := make([]*big.Rat, 1+r.IntN(12))
			for i := range weights {
				weights[i] = big.NewRat(1+r.Int64N(1_000_000), 1+r.Int64N(1_000))
			}
			parts, err := p.Split(weights)
			if err != nil {
				t.Fatal(err)
			}
			if !p.Keeps(parts) {
				t.Fatalf("%s: parts %v of %v spend too much", p, parts, weights)
			}
			sum := p.Sum(parts)
			if sum.Cmp(p.Budget()) > 0 || sum.Float() < p.Budget().Float()*(1-3e-6) {
				t.Fatalf("%s: the parts make %s of %s", p, sum, p.Budget())
			}
			// What answers some of the questions together spends no more than their parts.
			if n := len(parts) / 2; n > 0 {
				if joint := append([]Epsilon{p.Sum(parts[:n])}, parts[n:]...); !p.Keeps(joint) {
					t.Fatalf("%s: %v spend more together", p, parts[:n])
				}
			}
			parts[0] = parts[0].Plus(p.Budget())
			if p.Keeps(parts) {
				t.Fatalf("%s: %v are said to keep it", p, parts)
			}
		}
		one, err := p.Split([]*big.Rat{big.NewRat(3, 1)})
		if err != nil || one[0].Cmp(p.Budget()) != 0 {
			t.Errorf("%s: the only part is %v, %v", p, one, err)
		}
	}
	if _, err := promise(t, "1", "0.000001").Split([]*big.Rat{new(big.Rat)}); err == nil {
		t.Error("a weight of zero was taken")
	}
}

// A pure promise adds up exactly as epsilons do.
func TestPurePromise(t *testing.T) {
	p := promise(t, "0.5", "")
	parts, err := p.Split([]*big.Rat{big.NewRat(1, 1), big.NewRat(2, 1)})
	if err != nil || parts[0].Rat().Cmp(big.NewRat(1, 6)) != 0 || p.Sum(parts).Cmp(p.Epsilon()) != 0 || !p.Pure() || !p.Rho().IsZero() {
		t.Errorf("%v, %v", parts, err)
	}
	if got := p.At(big.NewRat(3, 1)); got != 1.5 {
		t.Errorf("at a distance of 3: %v", got)
	}
	if !p.Keeps(nil) || p.String() != "0.5" {
		t.Errorf("%s", p)
	}
	if _, err := NewPromise(Epsilon{}, Delta{}); err == nil {
		t.Error("a promise of nothing")
	}
}

// Two answers at a distance lose what rho implies there, and odds are within its tail: more than the distance
// times epsilon when they are far, less when an edge is light.
func TestPromiseAtADistance(t *testing.T) {
	p := promise(t, "0.5", "0.000001")
	if got := p.Within(weighted.One); got != 0.5 {
		t.Errorf("at a distance of 1: %v", got)
	}
	for _, far := range []weighted.Weight{weighted.One / 2, 2 * weighted.One, 10 * weighted.One} {
		got := p.Within(far)
		if linear := 0.5 * far.Steps(); far > weighted.One && got <= linear || far < weighted.One && got >= linear {
			t.Errorf("at a distance of %v: %v", far.Steps(), got)
		}
		if d := p.Rho().Along(far.Rat()).Delta(got); d > 1e-6*(1+1e-9) {
			t.Errorf("at a distance of %v: delta %v", far.Steps(), d)
		}
		if guess := p.Guess(far); guess != Guess(got, 1e-6) || guess <= Guess(got, 0) {
			t.Errorf("at a distance of %v someone guesses right %v times", far.Steps(), guess)
		}
		if tail := p.At(far.Rat()); tail <= got || tail > 1.4*got {
			t.Errorf("at a distance of %v the tail is %v beside %v", far.Steps(), tail, got)
		}
	}
	if p.At(new(big.Rat)) != 0 || p.Within(0) != 0 || p.Guess(0) != 50 {
		t.Error("an answer differs from itself")
	}
	if p.Odds(weighted.Infinite) < 1e300 || p.Guess(weighted.Infinite) != 100 {
		t.Error("what is open is said to be hidden")
	}
}

// The odds stay within the stated factor but for outputs of the stated chance, worked out for the law that has
// the loss exactly: one Gaussian of sensitivity r and variance 1, whose log odds are normal with mean rho and
// variance 2 rho. The epsilon of (epsilon, delta) does not have that property.
func TestOddsHoldButForTheStatedChance(t *testing.T) {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	beyond := func(r, odds float64) float64 { return phi((r*r/2-odds)/r) + phi((-odds-r*r/2)/r) }
	failed := false
	for _, e := range []string{"0.1", "0.5", "1", "3"} {
		for _, d := range []string{"0.000001", "0.001", "0.009"} {
			p := promise(t, e, d)
			for _, far := range []weighted.Weight{weighted.One / 4, weighted.One, 3 * weighted.One} {
				r := p.Budget().Float() * far.Steps()
				if chance := beyond(r, math.Log(p.Odds(far))); chance > p.Delta().Float() {
					t.Errorf("%s, %s at %v: odds leave their bound with a chance of %g", e, d, far.Steps(), chance)
				}
				failed = failed || beyond(r, p.Within(far)) > p.Delta().Float()
			}
		}
	}
	if !failed {
		t.Error("the epsilon of (epsilon, delta) would do")
	}
}

// A concentrated loss of r is what one Gaussian of sensitivity r and variance 1 has, and what a
// pure mechanism at r implies: exact laws of both stay below the promised delta (Balle and Wang
// 2018, Theorem 8, and randomised response).
func TestPromiseHolds(t *testing.T) {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	for _, e := range []string{"0.1", "0.5", "1", "3"} {
		p := promise(t, e, "0.0001")
		r, eps := p.Budget().Float(), p.Epsilon().Float()
		gauss := phi(r/2-eps/r) - math.Exp(eps)*phi(-r/2-eps/r)
		coin := 1 / (1 + math.Exp(-r))
		response := coin - math.Exp(eps)*(1-coin)
		if gauss > 1e-4 || response > 1e-4 {
			t.Errorf("%s: delta %g and %g", p, gauss, response)
		}
	}
}

func TestParseDelta(t *testing.T) {
	for text, want := range map[string]string{"": "", " 0.000001 ": "0.000001", ".001": "0.001", "0.00999": "0.00999", "0.000000000000001": "0.000000000000001"} {
		if d, err := ParseDelta(text); err != nil || d.String() != want {
			t.Errorf("%q: %q, %v", text, d, err)
		}
	}
	for text, says := range map[string]string{
		"0": "zero", "0.0": "zero", "0.01": "below 0.01", "0.5": "below", "1": "below", "-0.1": "plain number", "1e-6": "plain number",
		"one in a million": "plain number", ".": "plain number", "0.0000000000000001": "the least", "0..1": "plain number",
	} {
		if d, err := ParseDelta(text); err == nil || !d.IsZero() || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
}

func TestDeltaWords(t *testing.T) {
	for text, want := range map[string]string{"0.000001": "1 in 1,000,000", "0.003": "1 in 333", "0.00000002": "1 in 50,000,000", "": ""} {
		if got := delta(t, text).InWords(); got.String() != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for people, want := range map[int64]string{0: "0.000001", 1000: "0.000001", 1_000_000: "0.00000002", 100_000_000: "0.0000000001"} {
		got := UsualDelta(people)
		if got != want {
			t.Errorf("%d people: %s, want %s", people, got, want)
		}
		if d := delta(t, got); people > 0 && d.Large(people) {
			t.Errorf("%d people: %s is above one in them", people, got)
		}
	}
	if !delta(t, "0.001").Large(2000) || delta(t, "0.001").Large(1000) || delta(t, "0.001").Large(0) || (Delta{}).Large(5) {
		t.Error("what is large is wrong")
	}
}
