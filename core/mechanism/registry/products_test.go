package registry

import (
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// Products have less error than what else there is, by as much as docs/evidence.md says.
func TestProductsGain(t *testing.T) {
	seeded.ForAudits(t)
	for _, c := range []struct {
		sizes, theta []int
		rival        mechanism.Mechanism
		times        float64
	}{
		{[]int{4, seeded.Often(48, 64)}, []int{-1, 4}, box.NestedBoxes{}, 0.9},
		{[]int{4, 64}, []int{-1, 63}, box.NestedBoxes{}, 0.95},
	}[:seeded.Often(1, 2)] {
		e := mechanismtest.BoxesOver(t, c.sizes, c.theta, "0.01")
		other := average(t, e, c.rival.Info().ID)
		if ours := average(t, e, "products"); ours > c.times*other {
			t.Errorf("%s: %.4g, %s has %.4g", e.Name, ours, c.rival.Info().Name, other)
		}
	}
}
