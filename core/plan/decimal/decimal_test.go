package decimal

import (
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// TestExactIsReadAgain: a decimal is written so that it is read as the same number, digit by digit.
func TestExactIsReadAgain(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 9).Draw(t, "places")
		of := big.NewRat(rapid.Int64Range(1, 1e15).Draw(t, "units"), 1)
		for range places {
			of.Quo(of, big.NewRat(10, 1))
		}
		text := Exact(of)
		if got, err := Read(" " + text); err != nil || got.Cmp(of) != 0 {
			t.Fatalf("%s is written as %q and read as %v, %v", of.RatString(), text, got, err)
		}
	})
	if got := Exact(big.NewRat(1, 3)); got != "1/3" {
		t.Errorf("a third, which is no decimal, is %q", got)
	}
}

// TestSumsOfDecimalsLookLikeOnes: what adding and taking off whole hundredths leaves in floating point is not shown.
func TestSumsOfDecimalsLookLikeOnes(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		sum, hundredths := 0.0, int64(0)
		for _, n := range rapid.SliceOfN(rapid.Int64Range(-1e6, 1e6), 1, 20).Draw(t, "hundredths") {
			sum, hundredths = sum+float64(n)/100, hundredths+n
		}
		want := Exact(big.NewRat(hundredths, 100))
		got, err := strconv.ParseFloat(Of(sum), 64)
		if err != nil {
			t.Fatal(err)
		}
		if exact, _ := strconv.ParseFloat(want, 64); got != exact && (hundredths != 0 || got > 1e-6 || got < -1e-6) {
			t.Fatalf("%g is written as %q, want %q", sum, Of(sum), want)
		}
	})
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"", " ", "0", "0.00", "-1", "+1", "1e3", "1/2", "1,5", ".", "1.2.3", "0x1", "1_000", "NaN", "Inf", "one", "1234567890123456789012345678901"} {
		if got, err := Read(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
