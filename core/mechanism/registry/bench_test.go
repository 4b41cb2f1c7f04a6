package registry

import (
	"fmt"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/edges"
	"steward/core/mechanism/line"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// BenchmarkCandidates is what a preview of one question costs.
func BenchmarkCandidates(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 20} {
		for _, kind := range []workload.Kind{workload.Cumulative, workload.Table} {
			e := mechanismtest.Wide(b, k, 5, false, kind)
			b.Run(e.Name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Candidates(b.Context(), e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkPrepare is what preparing each mechanism costs as the number of values grows: for cumulative
// counts of values that are secret within 16 of one another and of values that all are, the number of
// people known, with a public stand-in for those that need one.
func BenchmarkPrepare(b *testing.B) {
	for _, m := range All() {
		for _, k := range []int{1 << 12, 1 << 16, 1 << 20} {
			for _, theta := range []int{16, k - 1} {
				p := mechanismtest.Wide(b, k, theta, false, workload.Cumulative).Scene.Problem
				standIn, err := mechanism.Even(p.Workload.Domain(), 1_000_000)
				if err != nil {
					b.Fatal(err)
				}
				p.StandIn, p.Gaussian = standIn, true
				if !m.Check(p).OK() {
					continue
				}
				secret := "within 16"
				if theta > 16 {
					secret = "all"
				}
				b.Run(fmt.Sprintf("%s/%s/%d", m.Info().ID, secret, k), func(b *testing.B) {
					for b.Loop() {
						if _, err := m.Prepare(b.Context(), p); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkFamilies is what preparing one of the strategies by search costs, for cumulative counts
// of values that are secret within some of one another, and noise on pairs.
func BenchmarkFamilies(b *testing.B) {
	for _, m := range []mechanism.Mechanism{edges.EdgeLaplace{}, line.Ramps{}, line.SoftBlocks{}} {
		for _, k := range []int{1 << 10, 1 << 12, 1 << 16, 1 << 20} {
			for _, theta := range []int{4, 64} {
				e := mechanismtest.Wide(b, k, theta, false, workload.Cumulative)
				if !m.Check(e.Scene.Problem).OK() {
					continue
				}
				b.Run(fmt.Sprintf("%s/%d/%d", m.Info().ID, k, theta), func(b *testing.B) {
					for b.Loop() {
						if _, err := m.Prepare(b.Context(), e.Scene.Problem); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// BenchmarkCandidatesInGroups has a segment for every ten values.
func BenchmarkCandidatesInGroups(b *testing.B) {
	for _, k := range []int{1000, 10_000} {
		e := mechanismtest.Wide(b, k, 10, true, workload.Cumulative)
		b.Run(e.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Candidates(b.Context(), e.Scene.Problem); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRelease is what drawing and estimating costs.
func BenchmarkRelease(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 20} {
		e := mechanismtest.Wide(b, k, 5, false, workload.Cumulative)
		for _, q := range applying(e, b) {
			x, src := mechanismtest.VectorOf(b, e.Scene.Problem, e.Counts), seeded.New(20260101, 1)
			b.Run(fmt.Sprintf("%s/%s", q.Info().ID, e.Name), func(b *testing.B) {
				for b.Loop() {
					if _, err := q.Release(b.Context(), x, src); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkGrids is what ranges over a square grid of neighbours cost.
func BenchmarkGrids(b *testing.B) {
	for _, n := range []int{64, 256, 1024} {
		e := mechanismtest.SquareGrid(b, n, 1, "1", mechanismtest.BoxesOf(n, 10_000))
		for _, m := range []mechanism.Mechanism{box.Privelet{}, box.NestedBoxes{}, edges.GridLines{}} {
			b.Run(fmt.Sprintf("prepare/%s/%d", m.Info().ID, n*n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := m.Prepare(b.Context(), e.Scene.Problem); err != nil {
						b.Fatal(err)
					}
				}
			})
			q, err := m.Prepare(b.Context(), e.Scene.Problem)
			if err != nil {
				b.Fatal(err)
			}
			x, src := mechanismtest.VectorOf(b, e.Scene.Problem, e.Counts), seeded.New(20260101, 1)
			b.Run(fmt.Sprintf("release/%s/%d", m.Info().ID, n*n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := q.Release(b.Context(), x, src); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
