package ledger

import (
	"testing"

	budget "steward/core/account"
	"steward/core/release"
)

// free is a release of which everything is published exactly.
func free(t *testing.T) release.Spend {
	s := spend(t, "1", "2")
	s.Epsilon, s.Columns, s.Disclosed = budget.Epsilon{}, []string{"town"}, []string{`how many people have each answer in "town"`}
	return s
}

// A release of which everything is published exactly spends nothing: it is noted even where nothing is left, or set
// aside for others, it takes nothing of what is set aside under its title, and what it published stays in
// sight, also when the data set is forgotten.
func TestAReleaseThatSpendsNothing(t *testing.T) {
	l := fresh(t, "People")
	reserve(t, l, "0.5", free(t).Title)
	if e := debit(t, l, free(t)); e.SpentBefore != "0" || e.SpentAfter != "0" || e.Limit != "2" {
		t.Errorf("the first: %+v", e)
	}
	other := spend(t, "1.5", "2")
	other.Title = "Another"
	debit(t, l, other)
	if e := debit(t, l, free(t)); e.SpentBefore != "1.5" || e.SpentAfter != "1.5" {
		t.Errorf("where nothing is left: %+v", e)
	}
	s := statement(t, l)
	if text(s.Spent) != "1.5" || text(s.Reserved) != "0.5" || len(s.LeftOpen()) != 3 {
		t.Errorf("statement %+v", s)
	}
	if loss, _ := s.LargestLoss(nil); text(loss) != "0" { // of the other it is not known
		t.Errorf("the largest loss is %s", text(loss))
	}
	all, err := s.Releases()
	if err != nil || len(all) != 3 || !all[0].Epsilon.IsZero() || all[0].Title != free(t).Title {
		t.Errorf("releases %+v, %v", all, err)
	}
	joint, err := s.Together(nil)
	if err != nil || text(joint.Loss) != "1.5" {
		t.Errorf("together %+v, %v", joint, err)
	}
}

// What is forgotten may have been published exactly, and for nothing.
func TestForgottenThatSpentNothing(t *testing.T) {
	l := fresh(t, "People")
	debit(t, l, free(t))
	for range 2 {
		e, err := l.Forget(t.Context(), why)
		if err != nil || e.Total != nothing || !e.Exact {
			t.Fatalf("noted as %+v: %v", e, err)
		}
		s := statement(t, l)
		if open := s.LeftOpen(); len(open) != 1 || open[0].Known {
			t.Errorf("left open: %+v", open)
		}
		if all, err := s.Releases(); err != nil || len(all) != 1 {
			t.Errorf("releases %+v, %v", all, err)
		}
		if loss, known := s.LargestLoss(nil); loss.Sign() != 0 || known {
			t.Errorf("the largest loss is %s, %v", text(loss), known)
		}
		if _, err := l.Reopen(t.Context(), why); err != nil {
			t.Fatal(err)
		}
	}
}
