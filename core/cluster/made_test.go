package cluster

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/workload"
)

// grid makes a domain of whole numbers from 0, so many of them in each column.
func grid(t testing.TB, shape []int) *domain.Domain {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	var attrs []*domain.Attribute
	for j, n := range shape {
		a, err := domain.NewWhole(domain.AttributeName(fmt.Sprintf("x%d", j+1)), 0, int64(n)-1, domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// asks asks for groups by all columns of a domain.
func asks(t testing.TB, d *domain.Domain, clusters int) *Clustering {
	t.Helper()
	q := Question{ID: "groups", Title: "Groups", Clusters: clusters}
	for _, a := range d.Attributes() {
		q.Columns = append(q.Columns, Column{Name: a.Name()})
	}
	c, err := New(q, d)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// thresholdOn keeps combinations within an L1 distance secret from one another; 0 all of them.
func thresholdOn(t testing.TB, d *domain.Domain, theta int64) *policy.Policy {
	t.Helper()
	if theta == 0 {
		return policy.Full(d, false)
	}
	var columns []policy.Scaled
	for _, a := range d.Attributes() {
		columns = append(columns, policy.Scaled{Attribute: a, Scale: big.NewRat(1, 1)})
	}
	part, err := policy.Within(columns, big.NewRat(theta, 1), distance.L1, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// problemOn makes a problem; people are known unless they are 0.
func problemOn(t testing.TB, c *Clustering, p *policy.Policy, epsilon string, people int64) Problem {
	t.Helper()
	var facts constraint.Facts
	if people > 0 {
		var err error
		if facts, err = constraint.Known(people); err != nil {
			t.Fatal(err)
		}
	}
	budget, err := account.ParseEpsilon(epsilon)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{ID: "groups", Title: "Groups", Kind: workload.Table, Columns: c.question.Names()}, c.domain)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := mechanism.NewProblem(w, p, facts, budget)
	if err != nil {
		t.Fatal(err)
	}
	return Problem{Clustering: c, Cells: cells}
}
