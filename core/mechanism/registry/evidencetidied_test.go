//go:build evidence

package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// What is published against what was measured: mean squared errors of tidied and unadjusted answers on data that are sparse
// and heavy-tailed, as traffic, searches and places are, everything secret.
func TestEvidenceOfTidied(t *testing.T) {
	const line, side, releases = 1024, 64, 6
	column := func(name domain.AttributeName, n int) *domain.Attribute {
		return mechanismtest.Column(t)(domain.NewWhole(name, 0, int64(n-1), mechanismtest.NoSpecial))
	}
	table := evidence.NewTable("data", "question", "budget", "people known", "method", "unadjusted", "published", "published to unadjusted", "worst of so many methods")
	r := seeded.New(2026, 7)
	span := func(n int) workload.Span {
		a, b := r.IntN(n), r.IntN(n)
		return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
	}
	var spans []workload.Span
	var boxes [][]workload.Span
	for range 300 {
		spans, boxes = append(spans, span(line)), append(boxes, []workload.Span{span(side), span(side)})
	}
	for _, c := range []struct {
		data     string
		columns  []*domain.Attribute
		question workload.Question
		asked    string
		counts   []int64
	}{
		{"traces", []*domain.Attribute{column("a", line)}, workload.Question{Kind: workload.Cumulative}, "cumulative counts", mechanismtest.Traces(r, line)},
		{"searches", []*domain.Attribute{column("a", line)}, workload.Question{Kind: workload.Ranges, Spans: spans}, "300 ranges", mechanismtest.Searches(r, line)},
		{"traces", []*domain.Attribute{column("a", line)}, workload.Question{Kind: workload.Table}, "each value", mechanismtest.Traces(r, line)},
		{"places", []*domain.Attribute{column("x", side), column("y", side)}, workload.Question{Kind: workload.Ranges, Boxes: boxes}, "300 rectangles", clustered(side, 40_000, 3)},
		{"places", []*domain.Attribute{column("x", side), column("y", side)}, workload.Question{Kind: workload.Table}, "each cell", clustered(side, 40_000, 3)},
	} {
		for _, budget := range []string{"0.01", "0.1", "1"} {
			for _, known := range []bool{false, true} {
				var parts []policy.Part
				for _, a := range c.columns {
					parts = append(parts, policy.Complete(a))
				}
				e := mechanismtest.Setup{Columns: c.columns, Parts: parts, Question: c.question, Epsilon: budget}.Make(t, c.asked)
				p := e.Scene.Problem
				p.Quick = true
				if known {
					p.Facts = factsOf(t, r, "people", p.Workload.Domain(), c.counts)
				}
				list, err := quickCandidates(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				truth := make([]int64, p.Workload.Len())
				p.Workload.Operator().Apply(truth, c.counts)
				best, least, worst, methods := "", [2]float64{math.Inf(1), 0}, 0.0, 0
				for _, m := range list {
					if m.Prepared == nil || m.Info.DataDependent {
						continue
					}
					raw, published := 0.0, 0.0
					for seed := range uint64(releases) {
						a, err := m.Prepared.Release(t.Context(), mechanismtest.VectorOf(t, p, c.counts), seeded.New(seed, 8))
						if err != nil {
							t.Fatal(err)
						}
						for i, n := range truth {
							raw += mechanism.Square(a.Unadjusted[i] - float64(n))
							published += mechanism.Square(a.TidiedAt(i) - float64(n))
						}
					}
					each := float64(releases * len(truth))
					raw, published = raw/each, published/each
					methods++
					worst = max(worst, published/raw)
					if raw < least[0] {
						best, least = m.Info.ID, [2]float64{raw, published}
					}
				}
				said := "no"
				if known {
					said = "yes"
				}
				table.Add(c.data, c.asked, budget, said, best, least[0], least[1], fmt.Sprintf("%.3f", least[1]/least[0]), fmt.Sprintf("%.3f of %d", worst, methods))
			}
		}
	}
	writePart(t, "tidied", table.String())
}
