package line

import (
	"testing"

	"steward/core/mechanism/mechanismtest"
)

func BenchmarkGaussianStationary4096(b *testing.B) {
	p := mechanismtest.Wide(b, 4096, 16, false, "cumulative").Scene.Problem
	p.Gaussian = true
	for b.Loop() {
		if _, err := (GaussianStationary{}).Prepare(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
}
