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
			g, err := BestForest(e.Scene.Problem)
			if err != nil {
				b.Fatal(err)
			}
			for _, m := range onForests() {
				q := &PreparedTree{Task: mechanism.Task{By: m.Info(), Problem: e.Scene.Problem}, SpanningForest: g, Consistent: m.Info().Consistent}
				if q.Noisy, err = NewSubtreeNoise(g, e.Scene.Problem); err != nil {
					b.Fatal(err)
				}
				switch m.(type) {
				case TreeDawa, TreeDawaIsotonic:
					if q.Noisy, err = NewGroupNoise(g, e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
				case DyadicMean:
					if q.SpanningForest, err = histogramForest(e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
					n, err := NewSubtreeNoise(q.SpanningForest, e.Scene.Problem)
					if err != nil {
						b.Fatal(err)
					}
					q.Noisy = dyadicNoise{n, max(k/mostAveraged, 1)}
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

// BenchmarkBestForest is what choosing the forest costs.
func BenchmarkBestForest(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 20} {
		for _, theta := range []int{1, 16} {
			e := mechanismtest.Wide(b, k, theta, false, workload.Cumulative)
			b.Run(fmt.Sprintf("%d/within %d", k, theta), func(b *testing.B) {
				for b.Loop() {
					if _, err := BestForest(e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
