//go:build evidence

package registry

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"
	"time"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/mechanism/sums"
	"steward/core/policy"
	"steward/core/workload"
)

// incomes is a question about incomes from 0 to so many, by ten regions, within a distance; 0 stands for
// everything about a person.
func incomes(t *testing.T, values int64, within int64, q workload.Question, epsilon string) mechanism.Problem {
	t.Helper()
	region := mechanismtest.Column(t)(domain.NewWhole("region", 0, 9, mechanismtest.NoSpecial))
	income := mechanismtest.Column(t)(domain.NewWhole("income", 0, values-1, mechanismtest.NoSpecial))
	d, err := domain.New([]*domain.Attribute{region, income}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := policy.Full(d, false)
	if within > 0 {
		near := mechanismtest.Part(t)(policy.Near(income, big.NewRat(within, 1), policy.OwnGroup))
		if p, err = policy.New(policy.Spec{Domain: d, Parts: []policy.Part{policy.Complete(region), near}, Together: 1}); err != nil {
			t.Fatal(err)
		}
	}
	q.Kind, q.Of, q.ID, q.Title = workload.Totals, []domain.AttributeName{"income"}, "q", "Incomes"
	w, err := workload.New(q, d)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	problem, err := mechanism.NewProblem(w, p, constraint.Facts{}, budget)
	if err != nil {
		t.Fatal(err)
	}
	return problem
}

// TestEvidenceOfTotals shows what smaller secrets gain for totals and averages, and what preparing costs.
func TestEvidenceOfTotals(t *testing.T) {
	table := evidence.NewTable("incomes", "secrets of incomes", "total, everybody: typically within", "average by region and of all, over 1,000 people", "method")
	one := workload.Question{Columns: []domain.AttributeName{"income"}}
	by := workload.Question{Columns: []domain.AttributeName{"region", "income"}, Averages: true, Totals: true}
	for _, within := range []int64{0, 500, 100, 10, 1} {
		name := fmt.Sprintf("within %d", within)
		if within == 0 {
			name = "all"
		}
		total, _, err := Choose(context.Background(), incomes(t, 5000, within, one, "0.5"), "totals")
		if err != nil {
			t.Fatal(err)
		}
		p := incomes(t, 5000, within, by, "0.5")
		average, err := prepare(context.Background(), sums.NoisySums{}, waysOf(p))
		if err != nil {
			t.Fatal(err)
		}
		typical := total.ExpectedError().Summary().RMSE * math.Sqrt(2/math.Pi)
		table.Add("0 to 4,999", name, typical, math.Sqrt(mechanism.Aimed(p.Workload, average)*2/math.Pi)/1000, average.Info().Name)
		want := 4999.0
		if within > 0 {
			want = float64(within)
		}
		if scale := total.ExpectedError().Answers[0].RMSE() / math.Sqrt2 * 0.5; math.Abs(scale-want) > 0.01*want+0.2 {
			t.Errorf("%s: a total costs %v, want %v", name, scale, want)
		}
	}
	writePart(t, "totals", table.String())
	cost := evidence.NewTable("cells", "groups", "seconds to prepare averages under all secrets", "within 10")
	for _, values := range []int64{100, 1000, 10_000, 100_000} {
		row := []any{fmt.Sprint(10 * values), "10"}
		for _, within := range []int64{0, 10} {
			p := incomes(t, values, within, by, "0.5")
			began := time.Now()
			if _, err := (sums.NoisySums{}).Prepare(context.Background(), p); err != nil {
				t.Fatal(err)
			}
			row = append(row, time.Since(began).Seconds())
		}
		cost.Add(row...)
	}
	writePart(t, "cost of totals", cost.String())
}
