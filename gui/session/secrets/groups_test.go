package secrets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/gui/session"
	"steward/gui/session/secrets"
)

// However groups are edited, every declared value stays in exactly one group with a name of
// its own, and the plan can be released.
func TestGroupingStaysAPartition(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "values")
		c := plan.Column{Name: "x", Kind: domain.List, Origin: domain.Typed}
		if rapid.Bool().Draw(t, "refuse others") {
			c.Other.Rule = domain.Refuse
		}
		for i := range n {
			c.Values = append(c.Values, fmt.Sprint("value ", i))
		}
		starts := []secrets.Start{secrets.InHalves, secrets.InOnes, secrets.InOne, secrets.InPairs, secrets.InTens}
		g := secrets.Ungrouped(c).Start(starts[rapid.IntRange(0, len(starts)-1).Draw(t, "start")])
		for range rapid.IntRange(0, 12).Draw(t, "edits") {
			before := slices.Clone(g.Of)
			old := g
			switch rapid.IntRange(0, 2).Draw(t, "edit") {
			case 0:
				values := rapid.SliceOfDistinct(rapid.IntRange(-1, len(g.Values)), rapid.ID[int]).Draw(t, "moved")
				g = g.Move(values, rapid.IntRange(0, len(g.Names)).Draw(t, "to"))
			case 1:
				g = g.Remove(rapid.IntRange(-1, len(g.Names)).Draw(t, "removed"))
			case 2:
				name := rapid.SampledFrom([]string{"Group 1", "North", " ", "All"}).Draw(t, "name")
				if next, err := g.Rename(rapid.IntRange(0, len(g.Names)-1).Draw(t, "renamed"), name); err == nil {
					g = next
				}
			}
			if !slices.Equal(old.Of, before) {
				t.Fatal("an edit changed the grouping that it began with")
			}
		}
		seen := map[string]bool{}
		for _, group := range g.Groups() {
			if strings.TrimSpace(group.Name) == "" || seen[group.Name] {
				t.Fatalf("group names %q", g.Names)
			}
			seen[group.Name] = true
		}
		if len(g.Groups()) != len(g.Names) {
			t.Fatalf("names %q for groups %+v", g.Names, g.Groups())
		}
		s := session.New(session.Surroundings{Go: func(f func()) {}})
		s.Edit(func(p *plan.Plan) {
			p.DataSet, p.Columns = "x", []plan.Column{c}
			p.Questions = []plan.Question{{ID: "q", Title: "q", Kind: "table", Columns: []domain.AttributeName{"x"}}}
		})
		s.Secrets.SetGrouping(g)
		if s.Compiled() == nil {
			t.Fatalf("the groups %+v are refused: %v", g.Groups(), s.Issues(guide.Secrets))
		}
		back, ok := s.Secrets.At(secrets.On("x")).Grouping()
		if !ok || !slices.Equal(back.Of, g.Of) || !slices.Equal(back.Names, g.Names) {
			t.Fatalf("the groups came back as %+v, want %+v", back, g)
		}
	})
}

func TestStarts(t *testing.T) {
	c := plan.Column{Name: "x", Kind: domain.Ordered, Values: []string{"a", "b", "c", "d", "e"}}
	for start, want := range map[secrets.Start][]string{
		secrets.InHalves: {"Group 1", "Group 2"},
		secrets.InOnes:   {"a", "b", "c", "d", "e"},
		secrets.InOne:    {"All"},
		secrets.InPairs:  {"a and b", "c and d", "e"},
		secrets.InTens:   {"a to e"},
	} {
		if g := secrets.Ungrouped(c).Start(start); !slices.Equal(g.Names, want) {
			t.Errorf("start %d: %q, want %q", start, g.Names, want)
		}
	}
}

// A column of numbers can be put into groups too, by its values or its ranges.
func TestGroupsOfNumbers(t *testing.T) {
	s, _ := held(t)
	for _, column := range []string{"visits", "income", "education"} {
		c, _ := s.Columns.Published(column)
		s.Secrets.SetSecret(s.Secrets.SecretFor(c, secret.Groups))
		if s.Compiled() == nil {
			t.Fatalf("%s: %v", column, s.Issues(guide.Secrets))
		}
		g, ok := s.Secrets.At(secrets.On(column)).Grouping()
		if !ok || len(g.Names) != 2 || len(g.Missing) > 0 || len(g.Gone) > 0 {
			t.Errorf("%s: %+v", column, g)
		}
	}
}

// A rule that is given again is as it was left.
func TestRulesKeepTheirSettings(t *testing.T) {
	s, _ := held(t)
	c, _ := s.Columns.Published("visits")
	within(t, s, "visits", "4")
	s.Secrets.SetSecret(secret.Secret{Columns: []domain.AttributeName{"visits"}, Kind: secret.Everything})
	if got := s.Secrets.SecretFor(c, secret.Near); got.Within != "4" {
		t.Errorf("the rule came back as %+v", got)
	}
	if got := s.Secrets.SecretFor(c, secret.Groups); len(got.Groups) != 2 {
		t.Errorf("a rule that it never had is %+v", got)
	}
}
