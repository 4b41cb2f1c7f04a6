package matrix

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
)

// The changes of products that are worked out from the columns are the largest over all edges, and the
// budget is spent on one of them.
func TestChangesOfProducts(t *testing.T) {
	for _, theta := range [][]int{{5, 8}, {5, 2}, {1, 2}, {-1, 2}} {
		for _, presence := range []bool{false, true} {
			e := mechanismtest.BoxesOver(t, []int{6, 9}, theta, "1")
			p := e.Scene.Problem
			if presence {
				var err error
				if p.Policy, err = policy.New(policy.Spec{Domain: p.Policy.Domain(), Parts: p.Policy.Parts(), Together: 1, Presence: true}); err != nil {
					t.Fatal(err)
				}
			}
			prepared, err := Products{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			m := mechanismtest.Measured(t, prepared)
			most := mechanismtest.Rat(0, 1)
			if err := p.Policy.Edges(func(edge policy.Edge) bool {
				v := int(edge.V)
				if edge.V == policy.Absent {
					v = -1
				}
				cost, told := m.Cost(int(edge.U), v)
				if len(told) > 0 && edge.V != policy.Absent {
					t.Errorf("%s: an exact row changes", e.Name)
				}
				if cost.Linear.Cmp(most) > 0 {
					most = cost.Linear
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			budget, spent := p.Effective().Float(), 0.0
			if spent, _ = most.Float64(); spent > budget || spent < 0.999*budget {
				t.Errorf("%s, presence %v: %v of %v is spent", e.Name, presence, spent, budget)
			}
		}
	}
}

// Errors of products are those of their matrices: the variances of least squares over all rows at once,
// with the known number of people as a row without noise.
func TestErrorsOfProducts(t *testing.T) {
	p := mechanismtest.BoxesOver(t, []int{5, 8}, []int{4, 2}, "0.5").Scene.Problem
	prepared, err := Products{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedProduct)
	k := len(q.cells.Of)
	normal := mat.NewSymDense(k, nil)
	for _, r := range mechanismtest.Measured(t, q).Rows {
		precision := 1e9
		if !r.Exact() {
			precision = 1 / r.Variance()
		}
		x := mat.NewVecDense(k, nil)
		for u, v := range r.Of {
			x.SetVec(u, float64(v))
		}
		normal.SymRankOne(normal, precision, x)
	}
	var factors mat.Cholesky
	if !factors.Factorize(normal) {
		t.Fatal("the rows do not tell the cells apart")
	}
	op := p.Workload.Operator()
	for i, a := range q.estimate.Answers {
		x, y := mat.NewVecDense(k, nil), new(mat.VecDense)
		op.Row(i, func(cell int, v int64) { x.SetVec(cell, float64(v)) })
		if err := factors.SolveVecTo(y, x); err != nil {
			t.Fatal(err)
		}
		if want := mat.Dot(x, y); math.Abs(a.Variance-want) > 1e-4*want+1e-5 {
			t.Fatalf("answer %d: variance %v, by one matrix %v", i, a.Variance, want)
		}
	}
}
