package session

import (
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/release"
	"steward/io/ledger"
)

// A release about a group of people may spend what one about another group, that has nobody in common with it, has spent, and is told
// why; one about the same group, or about everybody, may not.
func TestWhatIsLeftForAGroup(t *testing.T) {
	s := newSample(t)
	about := func(values ...string) plan.Plan {
		t.Helper()
		s.Edit(func(p *plan.Plan) {
			p.Facts, p.Budget = plan.Facts{}, plan.Budget{Epsilon: "0.5", Limit: "0.8"}
			p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"district"}, Kind: secret.Public}}}
			p.Questions = []plan.Question{{ID: "q", Title: "Smokers", Kind: "table", Columns: []domain.AttributeName{"smoker"}}}
			if p.Group = nil; len(values) > 0 {
				p.Group = &plan.Answers{Column: "district", Values: values}
			}
		})
		return s.Plan()
	}
	p := about("Harbour")
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(s.around.LedgerDir, p.DataSet)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Debit(t.Context(), release.Spend{DataSet: p.DataSet, Title: "Harbour", Time: "2026-02-03T14:02:00Z", Epsilon: c.Budget, Limit: c.Limit, By: "A. Steward", Declared: release.Declared(p), Membership: "one file"}); err != nil {
		t.Fatal(err)
	}
	s.Balance.Refresh()
	for _, c := range []struct {
		values      []string
		left, apart string
	}{
		{[]string{"Harbour"}, "0.3", ""}, {[]string{"Eastgate"}, "0.8", "0.5"}, {[]string{"Eastgate", "Harbour"}, "0.3", ""}, {nil, "0.3", ""},
	} {
		about(c.values...)
		if a := s.Balance.Account(); a.Spent != "0.5" || a.Left != c.left || a.Apart != c.apart {
			t.Errorf("about %q there is %q left of %q, after %q of which %q is apart, want %q and %q", c.values, a.Left, a.Limit, a.Spent, a.Apart, c.left, c.apart)
		}
		if short := s.Balance.Shortfall(); (short == nil) != (c.left == "0.8") {
			t.Errorf("about %q the release falls short by %+v", c.values, short)
		}
	}
}
