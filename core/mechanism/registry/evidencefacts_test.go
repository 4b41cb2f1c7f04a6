//go:build evidence

package registry

import (
	"errors"
	"fmt"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/workload"
)

// Where facts tie many people together whose changes leave the counts near one another, noise is for the counts.
func TestEvidenceOfFacts(t *testing.T) {
	typed := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	numbers := func(name domain.AttributeName, n int) *domain.Attribute {
		a, err := domain.NewWhole(name, 0, int64(n)-1, typed)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	totals := func(a *domain.Attribute) constraint.Fact {
		f := constraint.Fact{ID: string(a.Name()), Totals: &constraint.Totals{Columns: []domain.AttributeName{a.Name()}}}
		for _, l := range a.Labels() {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: 1200 / int64(a.Size())})
		}
		return f
	}
	over := func(a *domain.Attribute, from, to int) constraint.Count {
		return constraint.Count{Count: 8, Of: constraint.Predicate{{{Column: a.Name(), Spans: []constraint.Span{{From: fmt.Sprint(from), To: fmt.Sprint(to)}}}}}}
	}
	chain := func(a *domain.Attribute) constraint.Fact {
		f := constraint.Fact{ID: "chain"}
		for v := range a.Size() - 1 {
			f.Counts = append(f.Counts, over(a, v, v+1))
		}
		return f
	}
	inner := func(a *domain.Attribute) constraint.Fact {
		f := constraint.Fact{ID: "inner"}
		for v := 1; v < a.Size()-1; v++ {
			f.Counts = append(f.Counts, over(a, v, v))
		}
		return f
	}
	a2, a3, b2, b3, b4 := numbers("a", 2), numbers("a", 3), numbers("b", 2), numbers("b", 3), numbers("b", 4)
	x10, x100 := numbers("x", 10), numbers("x", 100)
	table := evidence.NewTable("known", "cells", "people tied together", "steps between counts", "google's Go library", "error of a cell, for the people", "for the steps")
	for _, c := range []struct {
		name    string
		columns []*domain.Attribute
		facts   []constraint.Fact
	}{
		{"both margins", []*domain.Attribute{a2, b2}, []constraint.Fact{totals(a2), totals(b2)}},
		{"both margins", []*domain.Attribute{a2, b3}, []constraint.Fact{totals(a2), totals(b3)}},
		{"both margins", []*domain.Attribute{a2, b4}, []constraint.Fact{totals(a2), totals(b4)}},
		{"both margins", []*domain.Attribute{a3, b3}, []constraint.Fact{totals(a3), totals(b3)}},
		{"both margins", []*domain.Attribute{a3, b4}, []constraint.Fact{totals(a3), totals(b4)}},
		{"sums of two values that follow one another", []*domain.Attribute{x10}, []constraint.Fact{chain(x10)}},
		{"sums of two values that follow one another", []*domain.Attribute{x100}, []constraint.Fact{chain(x100)}},
		{"every value but the ends", []*domain.Attribute{x10}, []constraint.Fact{inner(x10)}},
		{"every value but the ends", []*domain.Attribute{x100}, []constraint.Fact{inner(x100)}},
	} {
		d, err := domain.New(c.columns, nil)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := d.Cells()
		if err != nil {
			t.Fatal(err)
		}
		facts, err := constraint.New(d, c.facts)
		if err != nil {
			t.Fatal(err)
		}
		p := policy.Full(d, false)
		m, err := facts.Tie(p, constraint.EdgeMinimal)
		if refused := (*constraint.Refusal)(nil); errors.As(err, &refused) {
			table.Add(c.name, cells, "no bound", "no bound", "none", "refused", "refused")
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		var columns []domain.AttributeName
		for _, a := range c.columns {
			columns = append(columns, a.Name())
		}
		w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: columns}, d)
		if err != nil {
			t.Fatal(err)
		}
		budget, err := account.ParseEpsilon("1")
		if err != nil {
			t.Fatal(err)
		}
		by := func(factor int) float64 {
			tied := m
			tied.Factor = factor
			q, _, err := Choose(t.Context(), mechanism.Problem{Workload: w, Policy: p, Facts: facts, Tied: tied, Budget: budget}, "")
			if err != nil {
				t.Fatal(err)
			}
			return q.ExpectedError().Summary().MeanSquare
		}
		now := by(m.Factor)
		if m.Moves == 0 {
			table.Add(c.name, cells, "no bound", m.Factor, "none", "refused", now)
			continue
		}
		was := by(m.Moves)
		if now > was {
			t.Errorf("%s over %d cells: %.4g for the steps, %.4g for the people", c.name, cells, now, was)
		}
		table.Add(c.name, cells, m.Moves, m.Factor, evidence.Google(2, m.Moves, budget.Float()), was, now)
	}
	writePart(t, "facts", table.String())
}
