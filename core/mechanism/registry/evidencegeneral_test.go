//go:build evidence

package registry

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/matrix"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// randomPairs is secret pairs between values of a column: a random tree, and more up to so many.
func randomPairs(t *testing.T, a *domain.Attribute, pairs int) policy.Part {
	t.Helper()
	r := seeded.New(2026, uint64(a.Size()*1000+pairs))
	var list []policy.Pair
	seen := make(map[[2]int]bool)
	join := func(u, v int) {
		if u, v = min(u, v), max(u, v); u != v && !seen[[2]int{u, v}] {
			seen[[2]int{u, v}] = true
			list = append(list, policy.Pair{A: []string{a.Label(u)}, B: []string{a.Label(v)}})
		}
	}
	for v := 1; v < a.Size(); v++ {
		join(r.IntN(v), v)
	}
	for len(list) < pairs {
		join(r.IntN(a.Size()), r.IntN(a.Size()))
	}
	return mechanismtest.Part(t)(policy.Pairs([]*domain.Attribute{a}, list))
}

// ring is secret pairs between neighbours on a circle, up to so many steps apart.
func ring(t *testing.T, a *domain.Attribute, steps int) policy.Part {
	t.Helper()
	var list []policy.Pair
	for v := range a.Size() {
		for s := 1; s <= steps; s++ {
			list = append(list, policy.Pair{A: []string{a.Label(v)}, B: []string{a.Label((v + s) % a.Size())}})
		}
	}
	return mechanismtest.Part(t)(policy.Pairs([]*domain.Attribute{a}, list))
}

// Policies that no structured strategy is made for: what is searched for beside noise on cells, on
// secret pairs, and the best of the published and of all structured ones; with the lower bound.
func TestEvidenceOfGeneral(t *testing.T) {
	table := evidence.NewTable("secrets", "question", "cells", "published", "by", "structured", "by", "**searched for**", "least possible", "within a factor of")
	for _, e := range generalExamples(t) {
		p := e.Scene.Problem
		candidates, err := Candidates(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		var published, structured Candidate
		published.Summary.MeanSquare, structured.Summary.MeanSquare = math.Inf(1), math.Inf(1)
		for _, c := range candidates {
			if c.Prepared == nil || c.Info.DataDependent || c.Info.ID == "matrix" || c.Info.ID == "products" {
				continue
			}
			switch c.Info.ID {
			case "laplace", "laplace-answers", "ordered", "privelet", "tree-laplace":
				if c.Summary.MeanSquare < published.Summary.MeanSquare {
					published = c
				}
			}
			if c.Summary.MeanSquare < structured.Summary.MeanSquare {
				structured = c
			}
		}
		searched, err := matrix.MatrixSearch{}.Prepare(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		bound, ok, err := LowerBound(t.Context(), p)
		if err != nil || !ok {
			t.Fatalf("%s: no bound: %v", e.Name, err)
		}
		per := mechanism.Square(p.Budget.Float())
		got := searched.ExpectedError().Summary().MeanSquare
		best := min(got, structured.Summary.MeanSquare)
		if chosen := candidates[Best(candidates)]; chosen.Summary.MeanSquare > best*(1+1e-3) {
			t.Errorf("%s: %s is chosen, with %v; there is one of %v", e.Name, chosen.Info.ID, chosen.Summary.MeanSquare, best)
		}
		k, err := p.Workload.Domain().Cells()
		if err != nil {
			t.Fatal(err)
		}
		row := []any{e.Name, string(p.Workload.Question().Kind), k, orNone(published.Summary.MeanSquare * per), published.Info.ID,
			orNone(structured.Summary.MeanSquare * per), structured.Info.ID, fmt.Sprintf("**%s**", orNone(got*per)), orNone(bound.MeanSquare * per), fmt.Sprintf("%.2f", bound.Factor(best))}
		table.Add(row...)
		t.Log(row...)
	}
	writePart(t, "general", table.String())
}

func generalExamples(t *testing.T) (out []mechanismtest.Example) {
	t.Helper()
	questions := []workload.Question{{Kind: workload.Table}, {Kind: workload.Ranges, Every: true}}
	add := func(name string, s mechanismtest.Setup) {
		s.Known, s.Epsilon = true, "0.01"
		e := s.Make(t, name)
		e.Name = name
		out = append(out, e)
	}
	for _, c := range [][2]int{{64, 96}, {64, 160}, {128, 192}, {256, 320}} {
		for _, q := range questions {
			a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(c[0]-1), mechanismtest.NoSpecial))
			add(fmt.Sprintf("%d random pairs", c[1]), mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{randomPairs(t, a, c[1])}, Question: q})
		}
	}
	for _, c := range [][2]int{{48, 3}, {96, 8}} {
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(c[0]-1), mechanismtest.NoSpecial))
		add(fmt.Sprintf("a circle, %d steps", c[1]), mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{ring(t, a, c[1])}, Question: questions[1]})
	}
	for _, change := range []int{1, 2} {
		for _, size := range []int{8, 12} {
			a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(size-1), mechanismtest.NoSpecial))
			b := mechanismtest.Column(t)(domain.NewWhole("y", 0, int64(size-1), mechanismtest.NoSpecial))
			var groups []policy.Group
			for g := range 2 {
				group := policy.Group{Name: fmt.Sprint("half ", g)}
				for v := range size / 2 {
					group.Values = append(group.Values, a.Label(g*size/2+v))
				}
				groups = append(groups, group)
			}
			parts := []policy.Part{mechanismtest.Part(t)(policy.Groups(a, groups, policy.OwnGroup)), mechanismtest.Part(t)(policy.Near(b, mechanismtest.RatOf(2), policy.OwnGroup))}
			add(fmt.Sprintf("halves of one column and values within 2 of the other, %d at once", change),
				mechanismtest.Setup{Columns: []*domain.Attribute{a, b}, Parts: parts, Together: change, Question: questions[1]})
		}
	}
	return out
}

// All pairs of eight columns of the sizes of the Adult data's: tables together beside each with its
// share of the budget.
func TestEvidenceOfMarginals(t *testing.T) {
	table := evidence.NewTable("tables", "secrets", "cells", "each with its share", "cells", "tables alone, together", "HDMM's marginals", "**reconciled, weights chosen**", "table by table", "least possible at most")
	for _, c := range []struct {
		name  string
		sizes []int
	}{{"28 tables of Adult: all pairs of 8 columns (9, 16, 7, 15, 6, 5, 2, 2 values)", []int{9, 16, 7, 15, 6, 5, 2, 2}}, {"all pairs of 5 columns (9, 7, 6, 5, 2 values)", []int{9, 7, 6, 5, 2}}, {"all pairs of 6 columns of 2 values", []int{2, 2, 2, 2, 2, 2}}, {"all pairs of 10 columns of 2 values", []int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2}}} {
		for _, change := range []int{1, len(c.sizes)} {
			e := mechanismtest.PairsOfColumns(t, c.sizes, mechanismtest.EachComplete, change, true)
			p := e.Scene.Problem
			prepared, err := box.Marginals{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			epsilon, tables := p.Budget.Float(), float64(len(p.Workload.Parts()))
			alone := tables
			secrets := "any change"
			if change == 1 {
				secrets, alone = "one column changes", float64(len(c.sizes)-1)
			}
			cells, err := cells.LaplaceCells{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			bound, ok, err := LowerBound(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			least := ""
			if ok {
				least = orNone(bound.MeanSquare * mechanism.Square(epsilon))
			}
			k, err := p.Workload.Domain().Cells()
			if err != nil {
				t.Fatal(err)
			}
			of := func(q mechanism.Prepared) (mean float64) { // of a count, over the tables
				answers := q.ExpectedError().Answers
				for _, w := range p.Workload.Parts() {
					mean += answers[0].Variance / tables * mechanism.Square(epsilon)
					answers = answers[w.Len():]
				}
				return mean
			}
			got := of(prepared)
			by := p
			if by.Workload, err = workload.Apart(p.Workload.Parts(), p.Workload.Domain()); err != nil {
				t.Fatal(err)
			}
			apart, err := box.Marginals{}.Prepare(t.Context(), by)
			if err != nil {
				t.Fatal(err)
			}
			row := []any{c.name, secrets, k, orNone(2 * mechanism.Square(2*tables)), orNone(cells.ExpectedError().Summary().MeanSquare * mechanism.Square(epsilon)),
				orNone(2 * mechanism.Square(2*alone)), orNone(hdmmMarginals(c.sizes, 2)), fmt.Sprintf("**%s**", orNone(got)), orNone(of(apart)), least}
			if got > 2*mechanism.Square(2*alone)*(1+1e-3) {
				t.Errorf("%s: %v, tables alone have %v", c.name, got, 2*mechanism.Square(2*alone))
			}
			table.Add(row...)
			t.Log(row...)
		}
	}
	writePart(t, "marginals", table.String())
}

// All pairs of columns with Gaussian noise: contrasts beside noise on the tables alone, and the closed form of Xiao, He, Zhang and
// Kifer (2023), worked out from their paper, for people who come and leave.
func TestEvidenceOfContrasts(t *testing.T) {
	table := evidence.NewTable("tables", "secrets", "cells", "each with its share", "google's Go library", "**contrasts**", "ResidualPlanner's closed form", "the largest of a table over its share")
	adult := []int{9, 16, 7, 15, 6, 5, 2, 2}
	for _, c := range []struct {
		name  string
		sizes []int
	}{{"28 tables of the columns of Adult", adult}, {"190 tables of 20 columns of 2 values", slices.Repeat([]int{2}, 20)}, {"105 tables of 15 columns of 2 to 4 values", []int{2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 2, 2, 2, 2}}} {
		for _, secrets := range []string{"presence", "one column changes", "any change"} {
			change, parts := len(c.sizes), mechanismtest.EachComplete
			switch secrets {
			case "presence":
				parts = func([]*domain.Attribute) []policy.Part { return nil }
			case "one column changes":
				change = 1
			}
			cells := 1.0
			for _, n := range c.sizes {
				cells *= float64(n)
			}
			if cells > 1<<23 || len(c.sizes) > 15 && secrets == "any change" {
				continue
			}
			e := mechanismtest.PairsOfColumns(t, c.sizes, parts, change, secrets != "presence")
			p := e.Scene.Problem
			p.Gaussian = true
			prepared, err := box.GaussianMarginals{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			r, works := p.Effective().Float(), p.Workload.Parts()
			share := 2 * float64(len(works))
			if secrets == "presence" {
				share = float64(len(works))
			}
			mean, most, at := 0.0, 0.0, 0
			errors := prepared.ExpectedError().Answers
			for _, w := range works {
				v := errors[at].Variance * r * r
				at += w.Len()
				mean += v / float64(len(works))
				most = max(most, v/share)
			}
			closed := math.NaN()
			if secrets == "presence" {
				closed = residualPlanner(c.sizes) / float64(len(works))
				if math.Abs(mean/closed-1) > 0.01 {
					t.Errorf("%s: contrasts have %v, the closed form says %v", c.name, mean, closed)
				}
			}
			row := []any{c.name, secrets, orNone(cells), orNone(share), orNone(share * googleGaussian(t)), fmt.Sprintf("**%s**", orNone(mean)), orNone(closed), fmt.Sprintf("%.2f", most)}
			table.Add(row...)
			t.Log(row...)
		}
	}
	writePart(t, "contrasts", table.String())
}

// residualPlanner returns the least sum of the mean variances of the tables over all pairs of columns at r = 1: theorem of section 5
// of their paper for the sum of variances, from the privacy cost and the variance of each residual.
func residualPlanner(sizes []int) float64 {
	cost, counts := make(map[string]float64), make(map[string]float64)
	inverse := func(j int) float64 { return 1 / float64(sizes[j]) }
	for j := range sizes {
		for i := range j {
			for _, kept := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
				name, p, v := "", 1.0, 1.0
				for n, column := range []int{i, j} {
					if kept[n] {
						name += fmt.Sprint(column, " ")
						p *= 1 - inverse(column)
						v *= 1 - inverse(column)
					} else {
						v *= inverse(column) * inverse(column)
					}
				}
				cost[name] = p
				counts[name] += v
			}
		}
	}
	sum := 0.0
	for name, p := range cost {
		sum += math.Sqrt(p * counts[name])
	}
	return sum * sum
}
