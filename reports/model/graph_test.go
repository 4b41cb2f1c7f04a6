package model_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/promise"
	"steward/reports/model"
	"steward/reports/model/modeltest"
	"steward/reports/secretgraph"
)

// TestGraphsAreThePolicy holds the pictures of the summary to be those of the policy: one of each column, of columns with one
// secret together one, and of those in which any two values are joined one for all.
func TestGraphsAreThePolicy(t *testing.T) {
	p := modeltest.Sample(t)
	p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{"education"}, Kind: secret.Groups, Groups: []secret.Group{
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
	kinds := make(map[secretgraph.Kind]int)
	asked := promise.Ask(c)
	for _, g := range d.Appendix[at].Graphs {
		name := domain.AttributeName(strings.Trim(g.Title, "“”"))
		want, ok := secretgraph.Of(asked, name, nil)
		if !ok || !reflect.DeepEqual(g.Picture, want) {
			t.Errorf("%s is drawn as %+v, want %+v", name, g.Picture, want)
		}
		kinds[g.Picture.Kind]++
	}
	if kinds[secretgraph.InGroups] != 1 || kinds[secretgraph.OnLine] == 0 || kinds[secretgraph.Complete]+kinds[secretgraph.Star] != 1 {
		t.Errorf("drawn are %v", kinds)
	}
}
