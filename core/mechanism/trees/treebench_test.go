package trees

import (
	"fmt"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// BenchmarkTrees is what a release of the mechanisms for trees costs, on the line graph and on a
// comb.
func BenchmarkTrees(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 16, 1 << 20} {
		for _, theta := range []int{1, 16} {
			e := mechanismtest.Wide(b, k, theta, false, workload.Cumulative)
			g, err := BestGrove(e.Scene.Problem)
			if err != nil {
				b.Fatal(err)
			}
			for _, m := range onForests() {
				q := &PreparedTree{Task: mechanism.Task{By: m.Info(), Problem: e.Scene.Problem}, Grove: g, Consistent: IsConsistent(m)}
				if q.Noisy, err = NewSubtreeNoise(g, e.Scene.Problem); err != nil {
					b.Fatal(err)
				}
				switch m.(type) {
				case TreeDawa, TreeDawaIsotonic:
					if q.Noisy, err = NewGroupNoise(g, e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
				case Evened:
					if q.Grove, err = histogramGrove(e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
					n, err := NewSubtreeNoise(q.Grove, e.Scene.Problem)
					if err != nil {
						b.Fatal(err)
					}
					q.Noisy = evenedNoise{n, max(k/mostEvened, 1)}
				}
				x, src := mechanismtest.VectorOf(b, e.Scene.Problem, e.Counts), seeded.New(20260101, 1)
				b.Run(fmt.Sprintf("%s/%d/within %d", m.Info().ID, k, theta), func(b *testing.B) {
					for b.Loop() {
						if _, err := q.Release(b.Context(), x, src); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkBestGrove is what choosing the forest costs.
func BenchmarkBestGrove(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 20} {
		for _, theta := range []int{1, 16} {
			e := mechanismtest.Wide(b, k, theta, false, workload.Cumulative)
			b.Run(fmt.Sprintf("%d/within %d", k, theta), func(b *testing.B) {
				for b.Loop() {
					if _, err := BestGrove(e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
