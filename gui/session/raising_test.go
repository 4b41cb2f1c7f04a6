package session

import (
	"strings"
	"testing"

	"steward/core/release"
	"steward/gui/session/balance"
	"steward/io/ledger"
)

// A limit that is in the ledger holds for everybody: in the window it is raised there, by a name and for a reason,
// and the plan follows. What is lower is the plan's alone, unless it is to hold for everybody. So is everything while
// nothing was released.
func TestAllow(t *testing.T) {
	s := newSample(t)
	s.Balance.Account()
	failed := func(err error) { t.Errorf("failed: %v", err) }
	if err := s.Balance.Allow(balance.Allowing{Limit: "3", By: " A. Steward "}, failed); err != nil || s.Plan().Budget.Limit != "3" || s.Balance.By() != "A. Steward" {
		t.Fatalf("before the first release: %v, %q by %q", err, s.Plan().Budget.Limit, s.Balance.By())
	}
	l, err := ledger.Open(s.around.LedgerDir, s.Plan().DataSet)
	if err != nil {
		t.Fatal(err)
	}
	compiled := s.compiled
	if _, err := l.Debit(t.Context(), release.Spend{DataSet: s.Plan().DataSet, Title: "First", Time: "2026-02-03T14:02:00Z", Epsilon: compiled.Budget, Limit: compiled.Limit, By: s.Balance.By()}); err != nil {
		t.Fatal(err)
	}
	s.Balance.Refresh()
	allows := func(everybodys, plans string, changes int) {
		t.Helper()
		said, err := l.Statement()
		if err != nil {
			t.Fatal(err)
		}
		limit, _ := s.Balance.EverybodysLimits()
		if limit != everybodys || s.Plan().Budget.Limit != plans || len(said.LimitChanges()) != changes {
			t.Errorf("the ledger allows %q after %+v, the plan %q", limit, said.LimitChanges(), s.Plan().Budget.Limit)
		}
	}
	allows("3", "3", 1)
	if last := s.Balance.LastSet(); last == nil || last.By != "A. Steward" || last.Title != "First" {
		t.Errorf("set by %+v", last)
	}
	for _, c := range []struct {
		a    balance.Allowing
		says string
	}{
		{balance.Allowing{Limit: "", By: "B", Why: "we need more"}, "not removed"},
		{balance.Allowing{Limit: "5", By: "B", Why: " "}, "say why"},
		{balance.Allowing{Limit: "5", By: " ", Why: "we need more"}, "say who"},
		{balance.Allowing{Limit: "1", Everybody: true, Why: "too much"}, "say who"},
		{balance.Allowing{Limit: "x", By: "B", Why: "we need more"}, "such as 2"},
		{balance.Allowing{Limit: "5", Chances: "1", By: "B", Why: "we need more"}, "such as 0.00001"},
	} {
		if err := s.Balance.Allow(c.a, failed); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.a, err)
		}
		allows("3", "3", 1)
	}
	if err := s.Balance.Allow(balance.Allowing{Limit: "2"}, failed); err != nil {
		t.Fatal(err)
	}
	allows("3", "2", 1)
	if err := s.Balance.Allow(balance.Allowing{Limit: "5", By: "B. Clerk", Why: "we need more"}, failed); err != nil {
		t.Fatal(err)
	}
	allows("5", "5", 2)
	if last := s.Balance.LastSet(); last == nil || last.Why != "we need more" || last.By != "B. Clerk" {
		t.Errorf("raised as %+v", last)
	}
	if err := s.Balance.Allow(balance.Allowing{Limit: "4", Everybody: true, By: "B. Clerk", Why: "too much"}, failed); err != nil {
		t.Fatal(err)
	}
	allows("4", "4", 3)
	if err := s.Balance.Allow(balance.Allowing{Limit: "4"}, failed); err != nil {
		t.Errorf("as it is: %v", err)
	}
	allows("4", "4", 3)
}
