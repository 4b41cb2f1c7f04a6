package session

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/release"
	"steward/io/ledger"
)

// What earlier releases told counts with the facts that today's plan states, before anything is spent; and where
// nobody could say what all of them come to, no release is possible and the reason is said.
func TestFactsCountForEarlierReleases(t *testing.T) {
	low, high := int64(1), int64(4)
	p := plan.Plan{
		Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: "0.5", Limit: "2"},
		Columns:   []plan.Column{{Name: "ward", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}},
		Questions: []plan.Question{{ID: "w", Title: "Wards", Kind: "table", Columns: []domain.AttributeName{"ward"}}},
	}
	s := New(Surroundings{Go: func(f func()) { f() }, LedgerDir: t.TempDir()})
	l, err := ledger.Open(s.LedgerDir(), "People")
	if err != nil {
		t.Fatal(err)
	}
	spend := func(p plan.Plan, tied int) {
		t.Helper()
		e, err := account.ParseEpsilon(p.Budget.Epsilon)
		if err != nil {
			t.Fatal(err)
		}
		declared := release.Declared(p)
		if !json.Valid(declared) {
			t.Fatalf("%s", declared)
		}
		if _, err := l.Debit(t.Context(), release.Spend{DataSet: "People", Title: "Wards", Time: "t", Epsilon: e, Columns: []string{"ward"}, Declared: declared, Facts: p.Facts.Any(), Tied: tied}); err != nil {
			t.Fatal(err)
		}
	}
	spend(p, 1)
	s.Edit(func(now *plan.Plan) { *now = p })
	if a := s.Balance.Account(); a.Spent != "0.5" || a.Left != "1.5" || s.Balance.Unbounded() != "" {
		t.Errorf("without facts: %+v, %s", a, s.Balance.Unbounded())
	}
	s.Edit(func(p *plan.Plan) {
		p.Facts.Stated = []constraint.Fact{{ID: "wards", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "ward", Values: []string{"1", "2"}}}}, Count: 6}}}}
	})
	if a := s.Balance.Account(); a.Spent != "1" || a.Left != "1" || s.Balance.Unbounded() != "" {
		t.Errorf("with a number that ties two people: %+v, %s", a, s.Balance.Unbounded())
	}
	s.Edit(func(p *plan.Plan) {
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"ward"}, Kind: secret.Near, Within: "1"}}
	})
	if says := s.Balance.Unbounded(); !strings.Contains(says, "do not keep the same secret") {
		t.Errorf("under other secrets: %q", says)
	}
	// Nor does the ledger let it pass.
	other := s.plan
	e, _ := account.ParseEpsilon("0.01")
	if _, err := l.Debit(t.Context(), release.Spend{DataSet: "People", Title: "Wards", Time: "t", Epsilon: e, Columns: []string{"ward"}, Declared: release.Declared(other), Facts: true, Tied: 3}); err == nil || !strings.Contains(err.Error(), "not bounded") {
		t.Errorf("the ledger said: %v", err)
	}
}

// What is left for a release is what the account takes and no more, also where an earlier release stated facts that tie more people
// together than those of the plan: its budget counts as often then.
func TestWhatIsLeftIsWhatTheAccountTakes(t *testing.T) {
	low, high := int64(1), int64(4)
	p := plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "Wards", Budget: plan.Budget{Epsilon: "0.5", Limit: "2"},
		Columns:   []plan.Column{{Name: "ward", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}},
		Questions: []plan.Question{{ID: "w", Title: "Wards", Kind: "table", Columns: []domain.AttributeName{"ward"}}},
	}
	known := p.Clone()
	known.Facts.Stated = []constraint.Fact{{ID: "wards", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "ward", Values: []string{"1", "2"}}}}, Count: 6}}}}
	s := New(Surroundings{Go: func(f func()) { f() }, LedgerDir: t.TempDir()})
	l, err := ledger.Open(s.LedgerDir(), "People")
	if err != nil {
		t.Fatal(err)
	}
	spend := func(p plan.Plan, epsilon string, tied int) error {
		t.Helper()
		e, err := account.ParseEpsilon(epsilon)
		if err != nil {
			t.Fatal(err)
		}
		limit, err := account.ParseEpsilon(p.Budget.Limit)
		if err != nil {
			t.Fatal(err)
		}
		_, err = l.Debit(t.Context(), release.Spend{DataSet: "People", Title: p.Title, Time: "t", Epsilon: e, Limit: limit, By: "A. Steward", Columns: []string{"ward"}, Declared: release.Declared(p), Facts: p.Facts.Any(), Tied: tied})
		return err
	}
	if err := spend(known, "0.5", 2); err != nil {
		t.Fatal(err)
	}
	s.Edit(func(now *plan.Plan) { *now = p })
	if a := s.Balance.Account(); a.Spent != "0.5" || a.Left != "0.75" {
		t.Errorf("the account says %+v, want 0.75 left, which counts twice", a)
	}
	if left, enough := s.Balance.Left("0.7"); left != "0.1" || !enough {
		t.Errorf("after 0.7 there is %s left, %v, want 0.1", left, enough)
	}
	s.Budget.SetBudget("0.76")
	if f := s.Balance.Shortfall(); f == nil || f.Lower != "0.75" || f.Raise != "2.1" {
		t.Errorf("0.76 falls short by %+v", f)
	}
	if err := spend(p, "0.76", 1); err == nil {
		t.Error("the account took more than was left")
	}
	s.Budget.SetBudget("0.75")
	if f := s.Balance.Shortfall(); f != nil {
		t.Errorf("0.75 falls short: %s", f)
	}
	if err := spend(p, "0.75", 1); err != nil {
		t.Errorf("the account did not take what was left: %v", err)
	}
}
