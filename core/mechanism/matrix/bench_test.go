package matrix

import (
	"testing"

	"steward/core/mechanism/mechanismtest"
	"steward/core/optimum"
)

// BenchmarkProducts is what it costs to search the columns of products, and everything else for the same
// question.
func BenchmarkProducts(b *testing.B) {
	for _, n := range []int{16, 32, 64} {
		for _, theta := range []int{4, n - 1} {
			e := mechanismtest.BoxesOver(b, []int{n, n}, []int{theta, theta}, "1")
			b.Run(e.Name, func(b *testing.B) {
				for b.Loop() {
					p := e.Scene.Problem
					p.Optima = new(optimum.Memory)
					if _, err := (Products{}).Prepare(b.Context(), p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
