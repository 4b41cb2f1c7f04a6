package model_test

import (
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// The pictures of the policy join what the policy joins, pair by pair, and no more.
func TestGraphsAreThePolicy(t *testing.T) {
	p := modeltest.Sample(t)
	p.Secrets.Columns = append(p.Secrets.Columns, plan.Secret{Columns: []domain.AttributeName{"education"}, Kind: plan.Groups, Groups: []plan.Group{
		{Name: "low", Values: []string{"none", "primary"}}, {Name: "high", Values: []string{"secondary", "vocational", "degree"}},
	}})
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	d, err := model.New(modeltest.Release(t, p))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(d.Appendix, func(s model.Section) bool { return s.Title == "Policy" })
	seen, joined, apart := 0, 0, 0
	for _, g := range d.Appendix[at].Graphs {
		name := domain.AttributeName(g.Title[1 : len(g.Title)-1])
		a, ok := c.Domain.Attribute(name)
		if !ok {
			t.Fatalf("there is no column %q", name)
		}
		seen++
		projected, err := c.Policy.Project([]domain.AttributeName{name})
		if err != nil {
			t.Fatal(err)
		}
		for i, u := range g.Values {
			for k := i + 1; k < len(g.Values); k++ {
				x, _ := a.Find(u)
				y, _ := a.Find(g.Values[k])
				_, want := projected.Weight(policy.Vertex(x), policy.Vertex(y))
				got := slices.ContainsFunc(g.Joined, func(j model.Join) bool { return j.From == i && j.To == k })
				if got != want {
					t.Errorf("%s: %s and %s are drawn joined: %v, want %v", name, u, g.Values[k], got, want)
				}
				if want {
					joined++
				} else {
					apart++
				}
			}
		}
	}
	if seen < 4 || joined < 20 || apart < 10 {
		t.Errorf("%d columns are drawn, with %d pairs joined and %d apart", seen, joined, apart)
	}
}
