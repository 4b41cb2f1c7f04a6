package combine

import "testing"

// Sums and changes have the same sign for what is below zero, and none for what is written as zero.
func TestNumbersBelowZero(t *testing.T) {
	for _, c := range []struct {
		x              float64
		number, change string
	}{
		{-13, "−13", "−13"}, {-69.5, "−69.5", "−69.5"}, {-4501, "−4,501", "−4,501"}, {-1234.56, "−1,234.6", "−1,234.6"},
		{-0.04, "0.0", "0"}, {0, "0", "0"}, {0.04, "0.0", "0"}, {7, "7", "+7"}, {1234.5, "1,234.5", "+1,234.5"},
	} {
		if n, d := number(c.x), signed(c.x); n != c.number || d != c.change {
			t.Errorf("%v is written %q, as a change %q, want %q and %q", c.x, n, d, c.number, c.change)
		}
	}
}
