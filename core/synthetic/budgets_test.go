package synthetic

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/internal/randompolicy"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/seeded"
)

// lost adds up what the published steps of a release cost an edge, by definition and exactly: in L1 over
// the scales and by the ranges of choices over all tables, or the squares with a delta.
func lost(t testing.TB, s *Sheet, made *Made, e policy.Edge, d *domain.Domain, gaussian bool) *big.Rat {
	t.Helper()
	changed, sum := changedAlong(d, e), new(big.Rat)
	moves := func(table columns) int64 {
		switch {
		case e.V == policy.Absent:
			return 1
		case table&changed != 0:
			return 2
		}
		return 0
	}
	choices := 0
	for _, step := range made.Steps {
		table := columns(0)
		for _, name := range step.Columns {
			j, _ := d.Position(domain.AttributeName(name))
			table |= 1 << j
		}
		n := moves(table)
		if step.Cell != nil {
			n = min(n, 1)
		}
		for _, scale := range []string{step.Scale, step.SigmaSquared} {
			if scale != "" {
				sum.Add(sum, new(big.Rat).Quo(big.NewRat(n, 1), rat(t, scale)))
			}
		}
		if !step.Chosen {
			continue
		}
		span := int64(0)
		switch {
		case step.Cell == nil && step.Loss != "": // of distances
			moved, most := 0, int64(0)
			for _, table := range made.among[choices] {
				if n := moves(table); n > 0 {
					moved, most = moved+1, max(most, n)
				}
			}
			if span = most; moved > 1 {
				span *= 2
			}
			choices++
		case step.Cell != nil:
			span = 0
			for _, table := range s.tables {
				span += moves(table)
			}
			span = min(span, 2)
		}
		if step.Scale+step.SigmaSquared == "" { // a data set was drawn
			span = 0
			for _, table := range s.tables {
				if moves(table) > 0 {
					span = 2
				}
			}
		}
		l := new(big.Rat).Mul(rat(t, step.Rate), big.NewRat(span, 1))
		if gaussian {
			l.Mul(l, l)
			l.Quo(l, big.NewRat(4, 1))
		}
		sum.Add(sum, l)
	}
	return sum
}

// TestReleasesKeepTheirBudgets adds up, edge by edge, what whole releases under random policies measured:
// exactly within the budget times the edge's weight, or with a delta its square, and near it for most.
func TestReleasesKeepTheirBudgets(t *testing.T) {
	r := seeded.New(6, 2026)
	tried, near := 0, 0
	for round := range 120 {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(4), round%5 == 0)
		if d.PossibleCells() == 0 {
			continue
		}
		p := m.Policy(d)
		var people [][]int
		for cell, n := range m.Counts(d, 40) {
			for range n {
				values := make([]int, len(d.Attributes()))
				d.Values(values, cell)
				people = append(people, values)
			}
		}
		facts := constraint.Facts{}
		if round%2 == 0 {
			facts, _ = constraint.Known(int64(len(people)))
		}
		q := Question{Title: "random", Columns: namesOf(d)}
		if round%3 == 0 {
			q.Method = Weights
		}
		if k, err := d.Cells(); err == nil && k <= 12 && round%7 == 2 {
			q.Method = Small
		}
		problem, counts := problemOf(t, q, p, facts, "0.7", people)
		gaussian := round%4 == 1
		for i := range problem.Tables {
			problem.Tables[i].Gaussian = gaussian
		}
		prepared, made := released(t, problem, counts, uint64(round))
		if err := prepared.Check(context.Background(), made); err != nil {
			t.Fatalf("%s, %s: what was measured is not found right: %v", randompolicy.Describe(p), q.Method, err)
		}
		wrong := *made
		wrong.Steps = slices.Clone(made.Steps)
		last := &wrong.Steps[len(wrong.Steps)-1]
		*last = Step{Columns: last.Columns, Cell: last.Cell, Chosen: last.Chosen, Rate: last.Rate, Loss: last.Loss, Stated: noise.Stated{Scale: "1/3"}}
		if prepared.Check(context.Background(), &wrong) == nil {
			t.Fatalf("%s, %s: noise of another scale is found right", randompolicy.Describe(p), q.Method)
		}
		own := prepared.problem.Policy
		dearest := 0.0
		err := own.Edges(func(e policy.Edge) bool {
			limit := new(big.Rat).Mul(big.NewRat(7, 10), e.Weight.Rat())
			if gaussian {
				limit.Mul(limit, limit)
			}
			loss := lost(t, prepared.problem.Sheet, made, e, own.Domain(), gaussian)
			if loss.Cmp(limit) > 0 {
				t.Fatalf("%s, %s: an edge loses %s of %s", randompolicy.Describe(p), q.Method, loss.FloatString(6), limit.FloatString(6))
			}
			f, _ := loss.Quo(loss, limit).Float64()
			dearest = max(dearest, f)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if tried++; dearest > 0.9 {
			near++
		}
	}
	if near < tried/2 {
		t.Errorf("of %d releases %d use most of their budget", tried, near)
	}
	t.Logf("%d of %d use most of their budget", near, tried)
}

// released returns what a release of nobody in particular measured: rates and scales are public.
func released(t testing.TB, p Problem, counts []*histogram.Vector, seed uint64) (*Prepared, *Made) {
	t.Helper()
	prepared, err := Prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	made, err := prepared.Release(context.Background(), counts, seeded.New(seed, 9))
	if err != nil {
		t.Fatal(err)
	}
	return prepared, made
}

// rat reads an exact fraction.
func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("no fraction: %q", s)
	}
	return r
}
