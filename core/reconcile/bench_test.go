package reconcile

import (
	"context"
	"fmt"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// tables is questions about columns a, b and c of so many values, all secret, each answered by noise of its own on cells; how many
// people have each value of b may be known.
func tables(t testing.TB, sizes []int, known bool, questions ...workload.Question) setting {
	t.Helper()
	columns := []*domain.Attribute{column(t, "a", sizes[0], false), column(t, "b", sizes[1], false), column(t, "c", sizes[2], true)}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	var parts []policy.Part
	for _, a := range columns {
		parts = append(parts, policy.Complete(a))
	}
	secrets, err := policy.New(policy.Spec{Domain: d, Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	const people = 50_000
	r := seeded.New(1, 44)
	s := setting{domain: d, truth: make([]int64, sizes[0]*sizes[1]*sizes[2])}
	for range people {
		s.truth[r.IntN(1+r.IntN(len(s.truth)))]++
	}
	total := int64(people)
	list := []constraint.Fact{{ID: "people", People: &total}}
	if known {
		of := &constraint.Totals{Columns: byB}
		for v := range sizes[1] {
			of.Rows = append(of.Rows, constraint.Row{Labels: []string{columns[1].Label(v)}})
		}
		for cell, n := range s.truth {
			of.Rows[d.Value(cell, 1)].Count += n
		}
		list = append(list, constraint.Fact{ID: "b", Totals: of})
	}
	facts, err := constraint.New(d, list)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon("0.5")
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range questions {
		q.ID, q.Title = fmt.Sprint(i), fmt.Sprint(i)
		w, err := workload.New(q, d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := mechanism.NewProblem(w, secrets, facts, budget)
		if err != nil {
			t.Fatal(err)
		}
		g, err := registry.NewGroup(context.Background(), []int{i}, []account.Epsilon{budget}, p, "laplace")
		if err != nil {
			t.Fatal(err)
		}
		s.add(g)
	}
	return s
}

// Two tables with a common column and the counts of two columns alone, all of them by noise of their own, as a release would have them; and
// two tables of two rows with very many columns.
func BenchmarkAnswers(b *testing.B) {
	table := func(columns ...domain.AttributeName) workload.Question {
		return workload.Question{Kind: workload.Table, Columns: columns}
	}
	several := []workload.Question{table(byAB...), table(byBC...), table(byA...), {Kind: workload.Cumulative, Columns: byC}}
	for _, of := range []struct {
		sizes     []int
		questions []workload.Question
	}{{[]int{10, 10, 10}, several}, {[]int{30, 30, 30}, several}, {[]int{100, 100, 100}, several}, {[]int{2, maxShared, 2}, several[:2]}} {
		b.Run(fmt.Sprint(of.sizes), func(b *testing.B) {
			s := tables(b, of.sizes, false, of.questions...)
			drawn := s.draw(b, 1)
			b.ResetTimer()
			for b.Loop() {
				agreed, err := Answers(context.Background(), s.groups, drawn)
				if err != nil {
					b.Fatal(err)
				}
				for g, a := range agreed {
					if a.Gave != mechanism.GaveNothing {
						b.Fatalf("question %d gave up %v", g, a.Gave)
					}
				}
			}
		})
	}
}
