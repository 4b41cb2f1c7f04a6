//go:build evidence

package registry

import (
	"fmt"
	"slices"
	"testing"

	"steward/core/constraint"
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
	table := evidence.NewTable("number of people", "cells", "budget", "google's Go library", "balanced noise: expected", "measured", "the best other: expected", "measured", "which", "Automatic takes")
	for i := range 32 {
		k, known, epsilon := []int{2, 3, 4, 6, 8, 16, 32, 63}[i/2%8], i < 16, []string{"0.1", "1"}[i%2]
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
		p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Known: known, Presence: !known, Epsilon: epsilon,
			Question: workload.Question{Kind: workload.Table}}.Make(t, fmt.Sprint(k)).Scene.Problem
		p.Raw = true
		people, _ := p.Facts.Total() // or no one
		counts := make([]int64, k)
		counts[0] = people
		row := []any{"secret", k, epsilon, orNone(evidence.Google(2, 1, p.Budget.Float()))}
		if known {
			row[0] = "known"
		}
		table.Add(append(row, balancedBesideOthers(t, p, counts)...)...)
	}
	writePart(t, "small", table.String())
}

// balancedBesideOthers releases counts with balanced noise and by the best of the other methods: what mean squared error each has, and which Automatic takes.
func balancedBesideOthers(t *testing.T, p mechanism.Problem, counts []int64) (out []any) {
	t.Helper()
	const runs = 20_000
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
	src := seeded.New(20261127, uint64(len(counts)))
	for _, q := range []mechanism.Prepared{balanced.Prepared, other.Prepared} {
		sum := 0.0
		for range runs {
			a, err := q.Release(t.Context(), of, src)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range a.Unadjusted {
				d := v - float64(counts[i])
				sum += d * d / float64(len(counts)*runs)
			}
		}
		out = append(out, fmt.Sprintf("%.4g", q.ExpectedError().Summary().MeanSquare), fmt.Sprintf("%.4g", sum))
	}
	return append(out, other.Info.Name.String(), all[Best(all)].Info.Name.String())
}

// TestEvidenceOfSets does the same for tables of sets of cells whose sums are published by agreement, as no secret pair crosses between them, or are
// known facts, as everything is secret.
func TestEvidenceOfSets(t *testing.T) {
	table := evidence.NewTable("sums of the sets", "sets of cells", "steps", "google's Go library", "balanced noise: expected", "measured", "the best other: expected", "measured", "which", "Automatic takes")
	for _, how := range []string{"agreed", "known"} {
		for _, sizes := range [][]int{{2, 2}, {2, 2, 2, 2}, {3, 3}, {3, 3, 3}, {4, 4}, {2, 3, 4}, {6, 6}, {8, 8}} {
			k, f := 0, constraint.Fact{ID: "sets"}
			for _, n := range sizes {
				k += n
			}
			a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
			over := func(from, to int, n int64) constraint.Count {
				return constraint.Count{Count: n, Of: constraint.Predicate{{{Column: "x", Spans: []constraint.Span{{From: a.Label(from), To: a.Label(to)}}}}}}
			}
			counts, groups, at := make([]int64, k), []policy.Group(nil), 0
			for i, n := range sizes {
				counts[at] = 100
				f.Counts, groups = append(f.Counts, over(at, at+n-1, 100)), append(groups, policy.Group{Name: fmt.Sprint(i), Values: a.Labels()[at : at+n]})
				at += n
			}
			setup := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Epsilon: "0.1", Known: true, Question: workload.Question{Kind: workload.Table}}
			if how == "agreed" {
				setup.Parts, setup.Disclose, setup.Known = []policy.Part{mechanismtest.Part(t)(policy.Groups(a, groups, policy.OwnGroup))}, true, false
			}
			p := setup.Make(t, how).Scene.Problem
			p.Raw = true
			if how != "agreed" {
				people, list := int64(100*len(sizes)), []constraint.Fact{f}
				list = append(list, constraint.Fact{ID: "all", People: &people})
				var err error
				if p.Facts, err = constraint.New(p.Workload.Domain(), list); err != nil {
					t.Fatal(err)
				}
				p.Tied = p.Facts.Multiplier(p.Policy)
			}
			table.Add(append([]any{how, fmt.Sprint(sizes), p.Multiplier().Factor, orNone(evidence.Google(2, max(p.Tied.Moves, 1), p.Budget.Float()))}, balancedBesideOthers(t, p, counts)...)...)
		}
	}
	writePart(t, "sets", table.String())
}
