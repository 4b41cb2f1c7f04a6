package registry

import (
	"fmt"
	"strconv"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/workload"
)

// knownTotals is a table over columns of so many values about which facts are stated: the totals of each of two columns, or
// the sums of neighbouring cells of one.
func knownTotals(t testing.TB, values int, names ...domain.AttributeName) mechanism.Problem {
	t.Helper()
	own := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	var attrs []*domain.Attribute
	var list []constraint.Fact
	for _, name := range names {
		a, err := domain.NewWhole(name, 0, int64(values-1), own)
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
		f := constraint.Fact{ID: string(name)}
		if len(names) > 1 {
			f.Totals = &constraint.Totals{Columns: []domain.AttributeName{name}}
		}
		for v := range values {
			switch {
			case len(names) > 1:
				f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{strconv.Itoa(v)}, Count: int64(5 * values)})
			case v > 0:
				of := constraint.Predicate{{{Column: name, Values: []string{strconv.Itoa(v - 1), strconv.Itoa(v)}}}}
				f.Counts = append(f.Counts, constraint.Count{Of: of, Count: 10})
			}
		}
		list = append(list, f)
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := constraint.New(d, list)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{Title: "table", Kind: workload.Table, Columns: names}, d)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	return mechanism.Problem{Workload: w, Policy: policy.Full(d, false), Facts: facts, Tied: constraint.Multiplier{Factor: 1}, Budget: budget}
}

// What it takes to prepare noise on each cell where totals are known.
func BenchmarkKnownTotals(b *testing.B) {
	for _, c := range []struct {
		values int
		names  []domain.AttributeName
	}{{20, []domain.AttributeName{"a", "b"}}, {100, []domain.AttributeName{"a", "b"}}, {100, []domain.AttributeName{"a"}}} {
		p := knownTotals(b, c.values, c.names...)
		for _, id := range []string{"laplace", "marginals", "nested-boxes"} {
			m, _ := ByID(id)
			if !m.Check(p).OK() {
				continue
			}
			b.Run(fmt.Sprint(id, " ", len(c.names), " columns of ", c.values), func(b *testing.B) {
				for b.Loop() {
					if _, err := m.Prepare(b.Context(), p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
