package sensitivity

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/core/linop"
	"steward/core/policy"
)

var benchSizes = []int{1_000, 10_000, 100_000, 1_000_000}

// onLarge runs a benchmark on every large policy of every size.
func onLarge(b *testing.B, run func(b *testing.B, p *policy.Policy)) {
	for _, k := range benchSizes {
		for _, l := range largePolicies(b, k) {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(l.name, " ", "_"), k), func(b *testing.B) { run(b, l.make()) })
		}
	}
}

// BenchmarkOf takes the L1 and the L2 sensitivity of each query. It grows with the cells: a
// linear sum is read once, and once for each displacement of a grid (docs/mathematics.md, "Sensitivities"); vector
// sums, marginals and histograms do not need the cells at all.
func BenchmarkOf(b *testing.B) {
	onLarge(b, func(b *testing.B, p *policy.Policy) {
		for _, q := range largeQueries(p) {
			b.Run(strings.ReplaceAll(q.name, " ", "_"), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for _, norm := range []Norm{L1, L2Squared} {
						if _, err := Of(context.Background(), q.op, p, norm); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	})
}

// BenchmarkEdges walks over all edges where there are few enough, and gives the time of one.
func BenchmarkEdges(b *testing.B) {
	onLarge(b, func(b *testing.B, p *policy.Policy) {
		edges := 0
		for b.Loop() {
			edges = 0
			if err := p.Edges(func(policy.Edge) bool { edges++; return edges < limits.MaxEdgeScan/20 }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(edges), "edges")
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(max(edges, 1)), "ns/edge")
	})
}

// BenchmarkDistances asks for the distance of the first and the last cell.
func BenchmarkDistances(b *testing.B) {
	onLarge(b, func(b *testing.B, p *policy.Policy) {
		u := make([]int, len(p.Domain().Attributes()))
		v := make([]int, len(u))
		for j, a := range p.Domain().Attributes() {
			v[j] = a.Size() - 1
		}
		for b.Loop() {
			p.Distance(u, v)
		}
	})
}

// BenchmarkWalk looks at every edge of a threshold with a query that has no closed form.
func BenchmarkWalk(b *testing.B) {
	for _, k := range benchSizes {
		for _, l := range largePolicies(b, k) {
			if l.name != "threshold 10" {
				continue
			}
			p := l.make()
			stack := linop.NewStack(largeQueries(p)[1].op, linop.Prefixes(k, k))
			b.Run(fmt.Sprint(k), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Of(context.Background(), stack, p, L1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
