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

// Two tables with a common column and the counts of two columns alone, all of them by noise of their own, as a release would have them.
func BenchmarkAnswers(b *testing.B) {
	for _, size := range []int{10, 30, 100} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			columns := []*domain.Attribute{column(b, "a", size, false), column(b, "b", size, false), column(b, "c", size, true)}
			d, err := domain.New(columns, nil)
			if err != nil {
				b.Fatal(err)
			}
			var parts []policy.Part
			for _, a := range columns {
				parts = append(parts, policy.Complete(a))
			}
			secrets, err := policy.New(policy.Spec{Domain: d, Parts: parts})
			if err != nil {
				b.Fatal(err)
			}
			r := seeded.New(1, 44)
			s := setting{domain: d, truth: make([]int64, size*size*size)}
			for range 50_000 {
				s.truth[r.IntN(1+r.IntN(len(s.truth)))]++
			}
			facts, err := constraint.Known(50_000)
			if err != nil {
				b.Fatal(err)
			}
			budget, err := account.ParseEpsilon("0.5")
			if err != nil {
				b.Fatal(err)
			}
			var drawn []mechanism.Answers
			for i, q := range []workload.Question{{Kind: workload.Table, Columns: byAB}, {Kind: workload.Table, Columns: byBC},
				{Kind: workload.Table, Columns: byA}, {Kind: workload.Cumulative, Columns: byC}} {
				q.ID, q.Title = fmt.Sprint(i), fmt.Sprint(i)
				w, err := workload.New(q, d)
				if err != nil {
					b.Fatal(err)
				}
				p, err := mechanism.NewProblem(w, secrets, facts, budget)
				if err != nil {
					b.Fatal(err)
				}
				g, err := registry.NewGroup(context.Background(), []int{i}, []account.Epsilon{budget}, p, "laplace")
				if err != nil {
					b.Fatal(err)
				}
				s.add(g)
			}
			drawn = s.draw(b, 1)
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
