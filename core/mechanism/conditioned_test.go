package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// spreading estimates cells whose noise of rows is spread so, by cell and row.
type spreading struct {
	law noise.Law
	by  [][]float64
}

func (s spreading) Noise() []Noise {
	return []Noise{{Rows: len(s.by[0]), Sensitivity: big.NewRat(1, 1), Law: s.law}}
}

func (s spreading) Covary(dst, w []float64) bool {
	counted := make([]float64, len(s.by[0]))
	for cell, row := range s.by {
		for i, v := range row {
			counted[i] += w[cell] * v
		}
	}
	for cell, row := range s.by {
		dst[cell] = 0
		for i, v := range row {
			dst[cell] += v * counted[i]
		}
	}
	return true
}

// Estimates that meet the number of people as closely as numbers have digits are left as they are, whichever cells have
// far more noise than others that cancels in it.
func TestMetTotalsAreNotMetAgain(t *testing.T) {
	const cells, rows = 32, 40
	var values []string
	for i := range cells {
		values = append(values, fmt.Sprint("v", i))
	}
	a, err := domain.NewList("a", values, domain.Options{Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}, Origin: domain.Typed})
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: []domain.AttributeName{"a"}}, d)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := constraint.Known(20)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewProblem(w, policy.Full(d, true), facts, budget)
	if err != nil {
		t.Fatal(err)
	}
	law, err := noise.Laplace.Law(big.NewRat(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Components()
	if err != nil {
		t.Fatal(err)
	}
	r := seeded.New(20261124, 3)
	for range 200 {
		q := spreading{law: law, by: make([][]float64, cells)}
		loud := r.Perm(cells)[:2] // whose noise is opposite
		size := math.Pow(10, 1+5*r.Float64())
		for cell := range q.by {
			q.by[cell] = make([]float64, rows)
			for i := range rows {
				q.by[cell][i] = r.NormFloat64()
			}
		}
		for i := range rows { // the number of people is met, by as much in every cell
			sum := 0.0
			for cell := range q.by {
				sum += q.by[cell][i]
			}
			for cell := range q.by {
				q.by[cell][i] -= sum / cells
			}
			z := size * r.NormFloat64()
			q.by[loud[0]][i] += z
			q.by[loud[1]][i] -= z
		}
		e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, cells)}
		for cell, row := range q.by {
			for _, v := range row {
				e.Answers[cell].Variance += v * v
			}
		}
		task := Task{Problem: p}
		if got := task.Condition(q, p.Known(c), e, 1); task.told() != nil || !slices.Equal(got.Answers, e.Answers) {
			t.Fatalf("with %.3g times the noise in the cells %v what is met is met again", size, loud)
		}
	}
}
