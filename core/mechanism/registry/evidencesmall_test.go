//go:build evidence

package registry

import (
	"fmt"
	"slices"
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

// TestEvidenceOfSmallTables releases small tables of which everything is secret, and the number of people known or who is in the file secret
// too, with balanced noise and by the best of the other methods.
func TestEvidenceOfSmallTables(t *testing.T) {
	const runs = 20_000
	table := evidence.NewTable("number of people", "cells", "budget", "balanced noise: expected", "measured", "the best other: expected", "measured", "which", "Automatic takes")
	for i := range 32 {
		k, known, epsilon := []int{2, 3, 4, 6, 8, 16, 32, 63}[i/2%8], i < 16, []string{"0.1", "1"}[i%2]
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
		p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Known: known, Presence: !known, Epsilon: epsilon,
			Question: workload.Question{Kind: workload.Table}}.Make(t, fmt.Sprint(k)).Scene.Problem
		p.Raw = true
		people, _ := p.Facts.Total() // or no one
		counts := make([]int64, k)
		counts[0] = people
		all, err := Candidates(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		others := slices.DeleteFunc(slices.Clone(all), func(c Candidate) bool { return c.Info.ID == cells.BalancedCells{}.Info().ID })
		balanced := all[slices.IndexFunc(all, func(c Candidate) bool { return c.Info.ID == cells.BalancedCells{}.Info().ID })]
		other := others[Best(others)]
		of, err := histogram.FromCounts(p.Workload.Domain(), counts)
		if err != nil {
			t.Fatal(err)
		}
		src := seeded.New(20261127, uint64(k))
		row := []any{"secret", k, epsilon}
		if known {
			row[0] = "known"
		}
		for _, q := range []mechanism.Prepared{balanced.Prepared, other.Prepared} {
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
		table.Add(append(row, other.Info.Name.String(), all[Best(all)].Info.Name.String())...)
	}
	writePart(t, "small", table.String())
}
