package mechanism

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// wide makes a question over one column of k values of a known number of people; values are
// secret within theta of one another, or in groups of that many.
func wide(t testing.TB, k, theta int, grouped bool, kind workload.Kind) example {
	t.Helper()
	a := column(t)(domain.NewWhole("x", 0, int64(k-1), noSpecial))
	var secret policy.Part
	if grouped {
		var groups []policy.Group
		for lo := 0; lo < k; lo += theta {
			g := policy.Group{Name: fmt.Sprint("from ", lo)}
			for v := lo; v < min(lo+theta, k); v++ {
				g.Values = append(g.Values, fmt.Sprint(v))
			}
			groups = append(groups, g)
		}
		secret = part(t)(policy.Groups(a, groups, policy.OwnGroup))
	} else {
		secret = part(t)(policy.Near(a, ratOf(float64(theta)), policy.OwnGroup))
	}
	return setup{columns: []*domain.Attribute{a}, parts: []policy.Part{secret}, known: true, epsilon: "1",
		question: workload.Question{Kind: kind}}.make(t, fmt.Sprintf("%s/%d", kind, k))
}

// BenchmarkCandidates is what a preview of one question costs.
func BenchmarkCandidates(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 20} {
		for _, kind := range []workload.Kind{workload.Cumulative, workload.Table} {
			e := wide(b, k, 5, false, kind)
			b.Run(e.name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Candidates(b.Context(), e.scene.Problem); err != nil {
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
				p := wide(b, k, theta, false, workload.Cumulative).scene.Problem
				standIn, err := Even(p.Workload.Domain(), 1_000_000)
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
	for _, m := range []Mechanism{edgeLaplace{}, ramps{}, softBlocks{}} {
		for _, k := range []int{1 << 10, 1 << 12, 1 << 16, 1 << 20} {
			for _, theta := range []int{4, 64} {
				e := wide(b, k, theta, false, workload.Cumulative)
				if !m.Check(e.scene.Problem).OK() {
					continue
				}
				b.Run(fmt.Sprintf("%s/%d/%d", m.Info().ID, k, theta), func(b *testing.B) {
					for b.Loop() {
						if _, err := m.Prepare(b.Context(), e.scene.Problem); err != nil {
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
		e := wide(b, k, 10, true, workload.Cumulative)
		b.Run(e.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Candidates(b.Context(), e.scene.Problem); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRelease is what drawing and estimating costs.
func BenchmarkRelease(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 20} {
		e := wide(b, k, 5, false, workload.Cumulative)
		for _, q := range e.applying(b) {
			x, src := vectorOf(b, e.scene.Problem, e.counts), seeded.New(20260101, 1)
			b.Run(fmt.Sprintf("%s/%s", q.Info().ID, e.name), func(b *testing.B) {
				for b.Loop() {
					if _, err := q.Release(b.Context(), x, src); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// boxesOf makes up ranges over a square grid.
func boxesOf(n, many int) (out [][]workload.Span) {
	r := noise.NewTrial("boxes")
	side := func() workload.Span {
		a, b := r.Uint64()%uint64(n), r.Uint64()%uint64(n)
		return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
	}
	for range many {
		out = append(out, []workload.Span{side(), side()})
	}
	return out
}

// BenchmarkGrids is what ranges over a square grid of neighbours cost.
func BenchmarkGrids(b *testing.B) {
	for _, n := range []int{64, 256, 1024} {
		e := squareGrid(b, n, 1, "1", boxesOf(n, 10_000))
		for _, m := range []Mechanism{privelet{}, nestedBoxes{}, gridLines{}} {
			b.Run(fmt.Sprintf("prepare/%s/%d", m.Info().ID, n*n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := m.Prepare(b.Context(), e.scene.Problem); err != nil {
						b.Fatal(err)
					}
				}
			})
			q, err := m.Prepare(b.Context(), e.scene.Problem)
			if err != nil {
				b.Fatal(err)
			}
			x, src := vectorOf(b, e.scene.Problem, e.counts), seeded.New(20260101, 1)
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

// BenchmarkProducts is what it costs to search the columns of products, and everything else for the same
// question.
func BenchmarkProducts(b *testing.B) {
	for _, n := range []int{16, 32, 64} {
		for _, theta := range []int{4, n - 1} {
			e := boxesOver(b, []int{n, n}, []int{theta, theta}, "1")
			b.Run(e.name, func(b *testing.B) {
				for b.Loop() {
					p := e.scene.Problem
					p.Optima = new(optimum.Memory)
					if _, err := (products{}).Prepare(b.Context(), p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
