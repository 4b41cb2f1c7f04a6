package noisetest

import (
	"math"
	"math/big"
	"testing"

	"steward/core/noise"
)

// Two releases of one test must not be the same draw.
func TestFreshGoesOn(t *testing.T) {
	open := Fresh(t)
	if first, second := open().Uint64(), open().Uint64(); first == second {
		t.Errorf("both sources begin with %d", first)
	}
}

// Where the scale is large the law is nearly continuous: the means of one, two and three draws are t, 3t/2 and 15t/8.
func TestMeanAbsOfSum(t *testing.T) {
	s, err := noise.NewScale(big.NewRat(1e9, 1))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0, 1, 1.5, 1.875} {
		if got := MeanAbsOfSum(i, s) / 1e9; math.Abs(got-want) > 1e-11 {
			t.Errorf("%d draws of a large scale t: %v t, want %v t", i, got, want)
		}
	}
	if s, err = noise.NewScale(big.NewRat(7, 3)); err != nil {
		t.Fatal(err)
	}
	if got, want := MeanAbsOfSum(1, s), s.MeanAbs(); math.Abs(got/want-1) > 1e-14 {
		t.Errorf("one draw: %v, want %v", got, want)
	}
}
