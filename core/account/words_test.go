package account

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"steward/core/seeded"
)

// The figures of the words shown beside the slider.
func TestGuess(t *testing.T) {
	for _, c := range []struct{ epsilon, want, within float64 }{
		{0, 50, 1e-12},
		{0.1, 52.5, 0.05},
		{0.25, 56, 0.5},
		{0.5, 62, 0.5},
		{1, 73, 0.5},
		{2, 88, 0.5},
		{3, 95, 0.5},
		{0.01, 50.25, 0.005},
		{0.5, 62.25, 0.005},
		{1, 73.11, 0.005},
		{2, 88.08, 0.005},
		{1000, 100, 1e-12},
	} {
		if got := Guess(c.epsilon, 0); math.Abs(got-c.want) > c.within {
			t.Errorf("epsilon %v: %v in 100, want %v", c.epsilon, got, c.want)
		}
	}
	for e := 0.0; e < 50; e += 0.1 {
		if Guess(e+0.1, 0) < Guess(e, 0) || e < 10 && Guess(e, 1e-6) <= Guess(e, 0) {
			t.Errorf("a larger budget than %v protects better", e)
		}
	}
}

// With a chance of failure the guess is what the best test between the two achieves: it knows the answer
// where the chance comes true, and otherwise guesses as after a pure release (Kairouz, Oh and Viswanath 2015,
// section 3: the worst mechanism of all).
func TestGuessWithAChance(t *testing.T) {
	for _, e := range []float64{0.1, 0.5, 1, 3} {
		for _, d := range []float64{0, 1e-6, 0.01} {
			// Outputs "surely the one", "rather the one", "rather the other", "surely the other".
			known, rather := d, (1-d)*math.Exp(e)/(1+math.Exp(e))
			if want, got := 100*(known+rather), Guess(e, d); math.Abs(got-want) > 1e-9 {
				t.Errorf("epsilon %g, delta %g: %v, want %v", e, d, got, want)
			}
		}
	}
}

// What is said is never less than what is so, and never certainty where there is none.
func TestFiguresAreRoundedUp(t *testing.T) {
	for in, want := range map[float64]string{
		50: "50", 50.249: "50.5", 52.498: "52.5", 53.99: "54.0", 62.246: "63", 73.106: "74", 95.257: "96", 98.2: "99", 99: "99", 99.01: "99.1", 99.331: "99.4", 99.9955: "99.996", 99.99999: "100", 100: "100",
	} {
		if got := GuessText(in); got != want {
			t.Errorf("%v times: %s, want %s", in, got, want)
		}
	}
	for in, want := range map[float64]string{
		1: "1", 1.2840254: "1.29", 1.6487213: "1.65", 2.7182818: "2.72", 9.999: "10", 20.0855: "20.1", 99.99: "100", 148.41: "149", 12345.1: "12,346", 1e6: "1,000,000", 1e7: "more than a million", math.Inf(1): "more than a million", math.NaN(): "more than a million",
	} {
		if got := FactorText(in); got != want {
			t.Errorf("a factor of %v: %s, want %s", in, got, want)
		}
	}
	r := seeded.New(3, 1)
	for range 2000 {
		e := math.Exp(r.Float64()*18 - 6)
		guess, err := strconv.ParseFloat(GuessText(Guess(e, 0)), 64)
		if err != nil || guess < Guess(e, 0) {
			t.Fatalf("epsilon %v: %v times for %v", e, guess, Guess(e, 0))
		}
		if text := FactorText(math.Exp(e)); text != "more than a million" {
			if factor, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64); err != nil || factor < math.Exp(e) || factor > 1.11*math.Exp(e) {
				t.Fatalf("epsilon %v: a factor of %s for %v", e, text, math.Exp(e))
			}
		}
	}
}

func TestBandOf(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta float64
		want           Band
	}{
		{0.000001, 0, Strong}, {0.5, 1e-6, Strong}, {math.Nextafter(0.5, 1), 0, Good}, {1, 0, Good},
		{1.0001, 0, Weak}, {3, 0, Weak}, {3.0001, 0, VeryWeak}, {100, 0, VeryWeak}, {math.Inf(1), 0, VeryWeak}, {math.NaN(), 0, VeryWeak},
		{0.5, 2e-5, Good}, {0.5, 2e-4, Weak}, {0.1, 0.0099, VeryWeak}, {0.1, math.NaN(), VeryWeak},
	} {
		if got := BandOf(c.epsilon, c.delta); got != c.want {
			t.Errorf("epsilon %v, delta %v is %q, want %q", c.epsilon, c.delta, got, c.want)
		}
	}
}

// Commas stand before each three digits, and not after a sign.
func TestCommas(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "999": "999", "1000": "1,000", "-999": "-999", "-1000": "-1,000", "-123456": "-123,456", "1234567": "1,234,567", "": ""} {
		if got := Commas(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
