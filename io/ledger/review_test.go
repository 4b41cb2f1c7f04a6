package ledger

import (
	"context"
	"errors"
	"strings"
	"testing"

	"steward/core/release"
	"steward/core/result"
)

const planned, another = "aa.bb", "cc.dd"

// say notes what somebody says of a plan.
func sayOf(t *testing.T, l *Ledger, plan string, verdict Verdict, by, why, key string) error {
	t.Helper()
	_, err := l.Review(context.Background(), Review{Plan: plan, Verdict: verdict, Words: Words{Time: "2026-03-01T10:00:00Z", By: by, Why: why}, Key: key})
	return err
}

// spendOn is a spend of a plan.
func spendOn(t *testing.T, plan string) release.Spend {
	s := spend(t, "0.1", "")
	s.Plan = plan
	return s
}

// Whatever is said of a plan binds whoever would release it, for one release, and the account that needs a second person is paid
// from for no plan that none has approved.
func TestReviews(t *testing.T) {
	ctx := context.Background()
	type said struct {
		plan    string
		verdict Verdict
		by, why string
	}
	prepared, approved := said{planned, result.Prepared, "A. Steward", ""}, said{planned, result.Approved, "B. Checker", ""}
	changes, refused := said{planned, result.Changes, "B. Checker", "fewer tables"}, said{planned, result.Refused, "B. Checker", "no"}
	for name, c := range map[string]struct {
		needed bool
		says   []said
		paid   bool
	}{
		"nobody alone":            {false, nil, true},
		"one alone":               {false, []said{prepared}, true},
		"two":                     {false, []said{prepared, approved}, true},
		"changes":                 {false, []said{prepared, changes}, false},
		"refused":                 {false, []said{prepared, refused}, false},
		"refused, then approved":  {false, []said{prepared, refused, approved}, true},
		"approved, then refused":  {false, []said{prepared, approved, refused}, false},
		"needed, nobody":          {true, nil, false},
		"needed, one alone":       {true, []said{prepared}, false},
		"needed, two":             {true, []said{prepared, approved}, true},
		"needed, changes":         {true, []said{prepared, approved, changes}, false},
		"needed, prepared again":  {true, []said{prepared, approved, prepared}, false},
		"needed, another plan":    {true, []said{{another, result.Prepared, "A. Steward", ""}, {another, result.Approved, "B. Checker", ""}}, false},
		"another plan is refused": {false, []said{{another, result.Prepared, "A. Steward", ""}, {another, result.Refused, "B. Checker", "no"}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir(), "People")
			if c.needed {
				if _, err := l.NeedChecker(ctx, true, Words{"2026-03-01T09:00:00Z", "The office", "two pairs of eyes"}); err != nil {
					t.Fatal(err)
				}
			}
			for _, s := range c.says {
				if err := sayOf(t, l, s.plan, s.verdict, s.by, s.why, ""); err != nil {
					t.Fatal(err)
				}
			}
			entry, err := l.Debit(ctx, spendOn(t, planned))
			barred := new(NotApprovedError)
			if c.paid != (err == nil) || err != nil && !errors.As(err, &barred) {
				t.Fatalf("paid: %v", err)
			}
			if err != nil {
				if changed := strings.Contains(err.Error(), "was changed afterwards"); changed != strings.Contains(name, "another") {
					t.Errorf("%v", err)
				}
				if s, _ := l.Statement(); s.Spent.Sign() != 0 {
					t.Error("something was spent")
				}
				return
			}
			if len(entry.Reviews) != len(c.says) && !strings.Contains(name, "another") {
				t.Errorf("the entry tells %v", entry.Reviews)
			}
			if s, others, err := l.Standing(ctx, planned); err != nil || len(s.Reviews) > 0 || others > 0 || s.Bars() != c.needed {
				t.Errorf("what was said is for one release, and after it stands %+v, %d others (%v)", s, others, err)
			}
		})
	}
}

// Whoever checks is not who prepared, by any spelling of the name and by key, and there is nothing to check before. Names and
// reasons are not left out.
func TestWhoChecks(t *testing.T) {
	l := open(t, t.TempDir(), "People")
	refused := func(says string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
	refused("ready to be checked", sayOf(t, l, planned, result.Approved, "B", "", ""))
	refused("a name", sayOf(t, l, planned, result.Prepared, " ", "", ""))
	if err := sayOf(t, l, planned, result.Prepared, "Ann Steward", "", "SHA256:one"); err != nil {
		t.Fatal(err)
	}
	refused("someone else", sayOf(t, l, planned, result.Approved, " ANN  steward", "", "SHA256:two"))
	refused("signed for", sayOf(t, l, planned, result.Approved, "B", "", "SHA256:one"))
	refused("why", sayOf(t, l, planned, result.Refused, "B", "", ""))
	refused("why", sayOf(t, l, planned, result.Changes, "B", "", ""))
	if err := sayOf(t, l, planned, result.Approved, "B", "", "SHA256:two"); err != nil {
		t.Error(err)
	}
}

// That a second person is needed is not forgotten with the words of an account, holds for linked accounts, and is taken back by
// somebody with a name and a reason only.
func TestCheckerStaysNeeded(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := open(t, dir, "People")
	w := Words{"2026-03-01T09:00:00Z", "The office", "two pairs of eyes"}
	if _, err := l.NeedChecker(ctx, true, Words{w.Time, "", w.Why}); err == nil {
		t.Error("nobody decided it")
	}
	if _, err := l.NeedChecker(ctx, true, w); err != nil {
		t.Fatal(err)
	}
	other, err := Open(dir, "Linked")
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Link(ctx, l, w); err != nil {
		t.Fatal(err)
	}
	s := spendOn(t, planned)
	s.DataSet = "Linked"
	if _, err := other.Debit(ctx, s); !errors.As(err, new(*NotApprovedError)) {
		t.Errorf("a linked account paid: %v", err)
	}
	if _, err := l.Forget(ctx, w); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Reopen(ctx, w); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Debit(ctx, spendOn(t, planned)); !errors.As(err, new(*NotApprovedError)) {
		t.Errorf("a forgotten account paid: %v", err)
	}
	if _, err := other.NeedChecker(ctx, false, w); err != nil { // of all that are linked
		t.Fatal(err)
	}
	if _, err := l.Debit(ctx, spendOn(t, planned)); err != nil {
		t.Error(err)
	}
	if _, err := l.NeedChecker(ctx, false, w); err == nil {
		t.Error("taken back twice")
	}
}

// Two copies of an account that went on apart need a second person where either does, and neither takes it from the other.
func TestCheckerOfCopies(t *testing.T) {
	ctx := context.Background()
	here, there := t.TempDir(), t.TempDir()
	w := Words{"2026-03-01T09:00:00Z", "The office", "two pairs of eyes"}
	l := open(t, here, "People")
	if _, err := l.NeedChecker(ctx, true, w); err != nil {
		t.Fatal(err)
	}
	copied, err := l.Copy(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := In(there).BringUp(ctx, copied); err != nil {
		t.Fatal(err)
	}
	o := open(t, there, "People")
	if _, err := o.NeedChecker(ctx, false, w); err != nil {
		t.Fatal(err)
	}
	if err := sayOf(t, l, planned, result.Prepared, "A", "", ""); err != nil {
		t.Fatal(err)
	}
	if copied, err = o.Copy(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := In(here).BringUp(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if s, _, err := l.Standing(ctx, planned); err != nil || !s.Needed || len(s.Reviews) != 1 {
		t.Errorf("%+v (%v)", s, err)
	}
}
