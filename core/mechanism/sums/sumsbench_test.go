package sums

import (
	"fmt"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// BenchmarkTotals prepares averages of a column of growing size by ten groups, under full secrecy.
func BenchmarkTotals(b *testing.B) {
	for _, values := range []int64{100, 1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(10*values, " cells"), func(b *testing.B) {
			group, err := domain.NewWhole("group", 0, 9, mechanismtest.NoSpecial)
			if err != nil {
				b.Fatal(err)
			}
			income, err := domain.NewWhole("income", 0, values-1, mechanismtest.NoSpecial)
			if err != nil {
				b.Fatal(err)
			}
			d, err := domain.New([]*domain.Attribute{group, income}, nil)
			if err != nil {
				b.Fatal(err)
			}
			w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Totals, Columns: []domain.AttributeName{"group", "income"},
				Of: []domain.AttributeName{"income"}, Averages: true, Totals: true}, d)
			if err != nil {
				b.Fatal(err)
			}
			budget, err := account.ParseEpsilon("1")
			if err != nil {
				b.Fatal(err)
			}
			p, err := mechanism.NewProblem(w, policy.Full(d, false), constraint.Facts{}, budget)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := (NoisySums{}).Prepare(b.Context(), p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
