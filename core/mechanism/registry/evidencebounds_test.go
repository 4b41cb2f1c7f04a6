//go:build evidence

package registry

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/workload"
)

// How near the method that is taken is to the least there can be, by the bound for noise that is added and by that for methods of any kind.
func TestEvidenceOfBounds(t *testing.T) {
	table := evidence.NewTable("secrets", "question", "cells", "budget", "google's Go library", "**Automatic**", "by", "unbiased Laplace noise at least", "within a factor of", "**any method at least**", "within a factor of")
	whole := func(n int) func() *domain.Attribute {
		return func() *domain.Attribute {
			return mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(n-1), mechanismtest.NoSpecial))
		}
	}
	within := func(steps float64) func([]*domain.Attribute) []policy.Part {
		return func(columns []*domain.Attribute) []policy.Part {
			return []policy.Part{mechanismtest.Part(t)(policy.Near(columns[0], mechanismtest.RatOf(steps), policy.OwnGroup))}
		}
	}
	fours := func(columns []*domain.Attribute) []policy.Part {
		var groups []policy.Group
		for first := 0; first < columns[0].Size(); first += 4 {
			g := policy.Group{Name: fmt.Sprint("from ", first)}
			for v := first; v < first+4; v++ {
				g.Values = append(g.Values, columns[0].Label(v))
			}
			groups = append(groups, g)
		}
		return []policy.Part{mechanismtest.Part(t)(policy.Groups(columns[0], groups, policy.OwnGroup))}
	}
	for _, c := range []struct {
		secrets  string
		parts    func([]*domain.Attribute) []policy.Part // nil for presence
		question workload.Question
		cells    []int
	}{
		{"everything", mechanismtest.EachComplete, workload.Question{Kind: workload.Table}, []int{2, 3, 4, 6, 8, 16, 64, 300, 1000}},
		{"groups of 4", fours, workload.Question{Kind: workload.Table}, []int{16}},
		{"values within 4", within(4), workload.Question{Kind: workload.Table}, []int{64}},
		{"neighbours", within(1), workload.Question{Kind: workload.Table}, []int{64}},
		{"who is in the file", nil, workload.Question{Kind: workload.Table}, []int{64}},
		{"neighbours", within(1), workload.Question{Kind: workload.Cumulative}, []int{64}},
		{"everything", mechanismtest.EachComplete, workload.Question{Kind: workload.Cumulative}, []int{8, 64}},
		{"neighbours", within(1), workload.Question{Kind: workload.Ranges, Every: true}, []int{64}},
		{"everything", mechanismtest.EachComplete, workload.Question{Kind: workload.Ranges, Every: true}, []int{8, 64}},
	} {
		for _, cells := range c.cells {
			for _, epsilon := range []string{"0.01", "1"} {
				columns := []*domain.Attribute{whole(cells)()}
				setup := mechanismtest.Setup{Columns: columns, Presence: c.parts == nil, Known: c.parts != nil, Question: c.question, Epsilon: epsilon}
				if c.parts != nil {
					setup.Parts = c.parts(columns)
				}
				p := setup.Make(t, c.secrets).Scene.Problem
				candidates, err := Candidates(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				best := candidates[Best(candidates)]
				bound, ok, err := LowerBound(t.Context(), p)
				if err != nil || !ok || bound.Any == 0 {
					t.Fatalf("%s, %d cells: no bound: %v", c.secrets, cells, err)
				}
				gaussian, _, err := leastGaussian(t.Context(), p)
				if err != nil && !errors.Is(err, optimum.ErrLarge) {
					t.Fatal(err)
				}
				linear := Bound{MeanSquare: leastUnbiased(p, gaussian) / float64(p.Workload.Len())}
				per, got := mechanism.Square(p.Budget.Float()), best.Summary.MeanSquare
				for _, least := range []float64{linear.MeanSquare, bound.Any} {
					if got < least*(1-1e-6) {
						t.Errorf("%s, %s, %d cells: %v, at least %v", c.secrets, c.question.Kind, cells, got, least)
					}
				}
				counts := 2 // that a changed answer changes
				if c.parts == nil {
					counts = 1
				}
				google := cellsCounted(t, p.Workload) * evidence.Google(counts, 1, 1)
				row := []any{c.secrets, string(c.question.Kind), cells, epsilon, orNone(google), fmt.Sprintf("**%s**", orNone(got*per)), best.Info.ID}
				if linear.MeanSquare > 0 {
					row = append(row, orNone(linear.MeanSquare*per), fmt.Sprintf("%.3f", linear.Factor(got)))
				} else {
					row = append(row, "none", "")
				}
				row = append(row, fmt.Sprintf("**%s**", orNone(bound.Any*per)), fmt.Sprintf("%.3f", bound.FactorOfAny(got)))
				table.Add(row...)
				t.Log(row...)
			}
		}
	}
	writePart(t, "bounds", table.String())
}

// cellsCounted returns how many cells an answer counts, in the mean over the answers: what noise on each cell is multiplied by.
func cellsCounted(t *testing.T, w *workload.Workload) float64 {
	t.Helper()
	cells, err := w.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	ones, counted, sum := slices.Repeat([]int64{1}, cells), make([]int64, w.Len()), 0.0
	w.Operator().Apply(counted, ones)
	for _, n := range counted {
		sum += float64(n) / float64(w.Len())
	}
	return sum
}
