package mechanism

import (
	"fmt"
	"testing"

	"steward/core/seeded"
	"steward/core/workload"
)

// BenchmarkTrees is what a release of the mechanisms for trees costs, on the line graph and on a
// comb.
func BenchmarkTrees(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 16, 1 << 20} {
		for _, theta := range []int{1, 16} {
			e := wide(b, k, theta, false, workload.Cumulative)
			g, err := bestGrove(e.scene.Problem)
			if err != nil {
				b.Fatal(err)
			}
			for _, m := range dependent() {
				q := &preparedTree{Task: Task{m.Info(), e.scene.Problem}, grove: g, consistent: isConsistent(m)}
				if q.noisy, err = newSubtreeNoise(g, e.scene.Problem); err != nil {
					b.Fatal(err)
				}
				switch m.(type) {
				case treeDawa, treeDawaIsotonic:
					if q.noisy, err = newGroupNoise(g, e.scene.Problem); err != nil {
						b.Fatal(err)
					}
				case evened:
					if q.grove, err = histogramGrove(e.scene.Problem); err != nil {
						b.Fatal(err)
					}
					n, err := newSubtreeNoise(q.grove, e.scene.Problem)
					if err != nil {
						b.Fatal(err)
					}
					q.noisy = evenedNoise{n, max(k/mostEvened, 1)}
				}
				x, src := vectorOf(b, e.scene.Problem, e.counts), seeded.New(20260101, 1)
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
			e := wide(b, k, theta, false, workload.Cumulative)
			b.Run(fmt.Sprintf("%d/within %d", k, theta), func(b *testing.B) {
				for b.Loop() {
					if _, err := bestGrove(e.scene.Problem); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
