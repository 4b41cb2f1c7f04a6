//go:build evidence

package registry

import (
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// TestEvidenceOfSmallTables releases small tables of a known number of people, of which everything is secret, with noise that adds up to
// zero and with independent noise that is made to add up.
func TestEvidenceOfSmallTables(t *testing.T) {
	const runs = 20_000
	table := evidence.NewTable("cells", "budget", "adds up to zero: expected", "measured", "made to add up: expected", "measured", "Automatic takes")
	for _, k := range []int{2, 3, 4, 6, 8, 16, 32, 64} {
		for _, epsilon := range []string{"0.1", "1"} {
			a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
			p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Known: true, Epsilon: epsilon,
				Question: workload.Question{Kind: workload.Table}}.Make(t, fmt.Sprint(k)).Scene.Problem
			p.Raw = true
			people, _ := p.Facts.Total()
			counts := make([]int64, k)
			counts[0] = people
			of, err := histogram.FromCounts(p.Workload.Domain(), counts)
			if err != nil {
				t.Fatal(err)
			}
			src := seeded.New(20261127, uint64(k))
			row := []any{k, epsilon}
			for _, m := range []mechanism.Mechanism{cells.BalancedCells{}, cells.LaplaceCells{}} {
				q, err := m.Prepare(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for range runs {
					out, err := q.Release(t.Context(), of, src)
					if err != nil {
						t.Fatal(err)
					}
					for i, v := range out.Unadjusted {
						d := v - float64(counts[i])
						sum += d * d / float64(k*runs)
					}
				}
				row = append(row, fmt.Sprintf("%.4g", q.ExpectedError().Summary().MeanSquare), fmt.Sprintf("%.4g", sum))
			}
			best, _, err := Choose(t.Context(), p, "")
			if err != nil {
				t.Fatal(err)
			}
			table.Add(append(row, best.Info().Name.String())...)
		}
	}
	writePart(t, "small", table.String())
}
