//go:build evidence

package registry

import (
	"fmt"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// Tables over two of some columns with cumulative counts of some of these: each cumulative question with its own share beside tables that are answered together, and
// all of them together, with a chance of failure and without.
func TestEvidenceOfCumulativeBesideTables(t *testing.T) {
	table := evidence.NewTable("questions", "secrets", "chance of failure", "tables together", "cumulative, own share", "**together:** tables", "cumulative", "largest of a question over its share")
	adult := []int{9, 16, 7, 15, 6, 5, 2, 2}
	for _, c := range []struct {
		name       string
		sizes      []int
		cumulative int // of the first columns
		pure       bool
	}{
		{"28 tables of the columns of Adult, 6 cumulative of 5 to 16 values", adult, 6, true},
		{"28 tables of the columns of Adult, 1 cumulative of 9 values", adult, 1, true},
		{"66 tables of 12 columns of 2 to 64 values, 3 cumulative of 64", []int{64, 64, 64, 8, 8, 8, 5, 5, 5, 2, 2, 2}, 3, false},
		{"190 tables of 20 columns of 10 values, 20 cumulative", slices.Repeat([]int{10}, 20), 20, false},
	} {
		var columns []*domain.Attribute
		for j, n := range c.sizes {
			columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(fmt.Sprint("c", j)), 0, int64(n-1), mechanismtest.NoSpecial)))
		}
		d, err := domain.New(columns, nil)
		if err != nil {
			t.Fatal(err)
		}
		var tables, all []*workload.Workload
		ask := func(kind workload.Kind, of ...*domain.Attribute) *workload.Workload {
			q := workload.Question{Kind: kind}
			for _, a := range of {
				q.Columns = append(q.Columns, a.Name())
			}
			w, err := workload.New(q, d)
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
		for j := range columns {
			for i := range j {
				tables = append(tables, ask(workload.Table, columns[i], columns[j]))
			}
		}
		all = slices.Clone(tables)
		for _, a := range columns[:c.cumulative] {
			all = append(all, ask(workload.Cumulative, a))
		}
		for _, secrets := range []string{"presence", "one column changes", "any change"} {
			spec := policy.Spec{Domain: d, Parts: mechanismtest.EachComplete(columns)}
			if secrets == "one column changes" {
				spec.Together = 1
			}
			published, err := policy.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			if secrets == "presence" {
				published = policy.PresenceOnly(d)
			}
			for _, gaussian := range []bool{true, false} {
				if !gaussian && !c.pure {
					continue
				}
				table.Add(besideTables(t, published, tables, all, gaussian, c.name, secrets)...)
			}
		}
	}
	writePart(t, "cumulative beside tables", table.String())
}

// besideTables measures tables and all questions under a policy.
func besideTables(t *testing.T, published *policy.Policy, tables, all []*workload.Workload, gaussian bool, name, secrets string) []any {
	t.Helper()
	problem := func(w *workload.Workload) mechanism.Problem {
		p := mechanism.Problem{Workload: w, Budget: mechanismtest.Examples(t)[0].Scene.Budget, Gaussian: gaussian}
		var err error
		if p.Policy, err = published.Project(w.Question().Columns); err != nil {
			t.Fatal(err)
		}
		return p
	}
	m := mechanism.Mechanism(box.Marginals{})
	if gaussian {
		m = box.GaussianMarginals{}
	}
	unit := mechanism.Square(problem(all[0]).Effective().Float())
	// A part of the budget has so many times the error of all of it.
	share := func(part float64) float64 {
		if gaussian {
			return 1 / part
		}
		return 1 / (part * part)
	}
	together := func(parts []*workload.Workload) (out []float64) {
		w, err := workload.Join(parts, published.Domain())
		if err != nil {
			t.Fatal(err)
		}
		q, err := m.Prepare(t.Context(), problem(w))
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, w := range parts {
			sum := 0.0
			for _, a := range q.ExpectedError().Answers[at : at+w.Len()] {
				sum += a.Variance * unit
			}
			at += w.Len()
			out = append(out, sum/float64(w.Len()))
		}
		return out
	}
	mean := func(x []float64) (m float64) {
		for _, v := range x {
			m += v / float64(len(x))
		}
		return m
	}
	n := float64(len(all))
	alone := make(map[string]float64) // by kind and number of answers, with its share
	own := func(w *workload.Workload) float64 {
		key := fmt.Sprint(w.Question().Kind, w.Len())
		if alone[key] == 0 {
			p := problem(w)
			p.Quick = w.Question().Kind == workload.Table // noise on cells is hardly improved on
			q, _, err := Choose(remembering(t), p, "")
			if err != nil {
				t.Fatal(err)
			}
			alone[key] = mechanism.MeanSquare(q) * unit * share(1/n)
		}
		return alone[key]
	}
	before, now := together(tables), together(all)
	for i := range before {
		before[i] *= share(float64(len(tables)) / n)
	}
	var cumulative []float64
	largest := 0.0
	for i, w := range all {
		if largest = max(largest, now[i]/own(w)); i >= len(tables) {
			cumulative = append(cumulative, own(w))
		}
	}
	chance := "yes"
	if !gaussian {
		chance = "no"
	}
	row := []any{name, secrets, chance, orNone(mean(before)), orNone(mean(cumulative)), fmt.Sprintf("**%s**", orNone(mean(now[:len(tables)]))), fmt.Sprintf("**%s**", orNone(mean(now[len(tables):]))), fmt.Sprintf("%.2f", largest)}
	t.Log(row...)
	return row
}
