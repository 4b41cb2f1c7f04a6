package account

import (
	"math"
	"testing"
)

// The figures of the words shown beside the slider, and of MECHANISMS 11.4.
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
		if got := Guess(c.epsilon); math.Abs(got-c.want) > c.within {
			t.Errorf("epsilon %v: %v in 100, want %v", c.epsilon, got, c.want)
		}
	}
	for e := 0.0; e < 50; e += 0.1 {
		if Guess(e+0.1) < Guess(e) {
			t.Errorf("a larger budget than %v protects better", e)
		}
	}
}

func TestBandOf(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		want    Band
	}{
		{0.000001, Strong}, {0.5, Strong}, {math.Nextafter(0.5, 1), Good}, {1, Good},
		{1.0001, Weak}, {3, Weak}, {3.0001, VeryWeak}, {100, VeryWeak}, {math.Inf(1), VeryWeak}, {math.NaN(), VeryWeak},
	} {
		if got := BandOf(c.epsilon); got != c.want {
			t.Errorf("epsilon %v is %q, want %q", c.epsilon, got, c.want)
		}
	}
}

func TestGuessWithin(t *testing.T) {
	for _, c := range []struct {
		epsilon, delta float64
		want           string
	}{
		{1, 1e-6, "73 in 100, except in a case whose chance is at most 1 in 1,000,000"},
		{1, 3e-4, "73 in 100, except in a case whose chance is at most 1 in 3,333"},
		{0.5, 0.5, "62 in 100, except in a case whose chance is at most 1 in 2"},
		{0.5, 0, "62 in 100"},
	} {
		if got := GuessWithin(c.epsilon, c.delta); got != c.want {
			t.Errorf("epsilon %g, delta %g: %q, want %q", c.epsilon, c.delta, got, c.want)
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
