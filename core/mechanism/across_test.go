package mechanism

import (
	"testing"

	"steward/core/noise"
)

// Noise that is drawn apart adds its variances up.
func TestApart(t *testing.T) {
	a, b := Combined{Variance: 4, Weight: 1}, Combined{Variance: 9, Weight: 2, Family: noise.Gaussian}
	if got := a.Apart(b); got != (Combined{Variance: 13, Weight: 2}) {
		t.Errorf("apart: %+v", got)
	}
	if a.Apart(Combined{}) != a || (Combined{}).Apart(b) != b {
		t.Error("what carries no noise changes an error")
	}
	if got := b.Apart(b); got.Family != noise.Gaussian || got.Variance != 18 {
		t.Errorf("two of Gaussian noise: %+v", got)
	}
}
