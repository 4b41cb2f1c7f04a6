package mechanism

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// boxesOver is every range of whole-number columns of some sizes, one of which changes along a secret
// pair, by as much at most as theta says of it; all values are secret where that is one less than the
// values, and a column with theta -1 has values without an order, each of which is asked for.
func boxesOver(t testing.TB, sizes, theta []int, epsilon string) example {
	t.Helper()
	var s setup
	name := ""
	for j, k := range sizes {
		at := domain.AttributeName(fmt.Sprint("c", j))
		if theta[j] < 0 {
			var labels []string
			for v := range k {
				labels = append(labels, fmt.Sprint("v", v))
			}
			a := column(t)(domain.NewList(at, labels, noSpecial))
			s.columns, s.parts = append(s.columns, a), append(s.parts, policy.Complete(a))
			name += fmt.Sprintf("each of %d values, all secret; ", k)
			continue
		}
		a := column(t)(domain.NewWhole(at, 0, int64(k-1), noSpecial))
		s.columns = append(s.columns, a)
		if theta[j] == k-1 {
			s.parts = append(s.parts, policy.Complete(a))
			name += fmt.Sprintf("%d values, all secret; ", k)
			continue
		}
		s.parts = append(s.parts, part(t)(policy.Near(a, ratOf(float64(theta[j])), policy.OwnGroup)))
		name += fmt.Sprintf("%d values, secret within %d; ", k, theta[j])
	}
	s.together, s.known, s.epsilon = 1, true, epsilon
	s.question = workload.Question{Kind: workload.Ranges, Every: true}
	return s.make(t, name[:len(name)-2])
}

// The changes of products that are worked out from the columns are the largest over all edges, and the
// budget is spent on one of them.
func TestChangesOfProducts(t *testing.T) {
	for _, theta := range [][]int{{5, 8}, {5, 2}, {1, 2}, {-1, 2}} {
		for _, presence := range []bool{false, true} {
			e := boxesOver(t, []int{6, 9}, theta, "1")
			p := e.scene.Problem
			if presence {
				var err error
				if p.Policy, err = policy.New(policy.Spec{Domain: p.Policy.Domain(), Parts: p.Policy.Parts(), Together: 1, Presence: true}); err != nil {
					t.Fatal(err)
				}
			}
			prepared, err := products{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			m := measured(t, prepared)
			most := rat(0, 1)
			if err := p.Policy.Edges(func(edge policy.Edge) bool {
				v := int(edge.V)
				if edge.V == policy.Absent {
					v = -1
				}
				cost, told := m.cost(int(edge.U), v)
				if len(told) > 0 && edge.V != policy.Absent {
					t.Errorf("%s: an exact row changes", e.name)
				}
				if cost.linear.Cmp(most) > 0 {
					most = cost.linear
				}
				return true
			}); err != nil {
				t.Fatal(err)
			}
			budget, spent := p.Effective().Float(), 0.0
			if spent, _ = most.Float64(); spent > budget || spent < 0.999*budget {
				t.Errorf("%s, presence %v: %v of %v is spent", e.name, presence, spent, budget)
			}
		}
	}
}

// Errors of products are those of their matrices: the variances of least squares over all rows at once,
// with the known number of people as a row without noise.
func TestErrorsOfProducts(t *testing.T) {
	p := boxesOver(t, []int{5, 8}, []int{4, 2}, "0.5").scene.Problem
	prepared, err := products{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedProduct)
	k := len(q.cells.of)
	normal := mat.NewSymDense(k, nil)
	for _, r := range measured(t, q).rows {
		precision := 1e9
		if !r.exact() {
			precision = 1 / r.Scale.Variance()
		}
		x := mat.NewVecDense(k, nil)
		for u, v := range r.of {
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

// Products have less error than what else there is, by as much as docs/evidence.md says.
func TestProductsGain(t *testing.T) {
	for _, c := range []struct {
		sizes, theta []int
		rival        Mechanism
		times        float64
	}{
		{[]int{4, seeded.Often(48, 64)}, []int{-1, 4}, nestedBoxes{}, 0.9},
		{[]int{4, 64}, []int{-1, 63}, nestedBoxes{}, 0.95},
	}[:seeded.Often(1, 2)] {
		e := boxesOver(t, c.sizes, c.theta, "0.01")
		other := average(t, e, c.rival.Info().ID)
		if ours := average(t, e, "products"); ours > c.times*other {
			t.Errorf("%s: %.4g, %s has %.4g", e.name, ours, c.rival.Info().Name, other)
		}
	}
}
