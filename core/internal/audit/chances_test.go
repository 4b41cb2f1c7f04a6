package audit

import (
	"math"
	"testing"

	"steward/core/seeded"
)

func TestWilsonIsNearTheBounds(t *testing.T) {
	const alpha = 1e-4
	z := math.Sqrt2 * math.Erfinv(1-2*alpha)
	for _, k := range []int{100, 1000, 5000, 9900} {
		lower, upper := wilson(k, 10_000, z)
		if a, b := seeded.Lower(k, 10_000, alpha), seeded.Upper(k, 10_000, alpha); math.Abs(lower-a) > 2e-3 || math.Abs(upper-b) > 2e-3 {
			t.Errorf("%d of 10000: %v and %v, quickly %v and %v", k, a, b, lower, upper)
		}
	}
}
