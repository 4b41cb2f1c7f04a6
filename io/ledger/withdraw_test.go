package ledger

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/release"
)

var recalled = Words{Time: "2026-11-22T09:00:00Z", By: "A. Steward", Why: "one column was coded wrongly"}

// published debits a release and notes that its files are written, with a seal of its own.
func published(t *testing.T, l *Ledger, n int) (seal string) {
	t.Helper()
	debit, err := l.Debit(t.Context(), release.Spend{DataSet: l.dataSet, Title: fmt.Sprintf("Tables %d", n), Time: recalled.Time, Epsilon: epsilon(t, "0.5")})
	if err != nil {
		t.Fatal(err)
	}
	seal = strings.Repeat(fmt.Sprint(n), 64)
	if err := l.Close(debit, Closing{Time: recalled.Time, Digest: seal, Files: []string{"people.json"}, Seal: seal}); err != nil {
		t.Fatal(err)
	}
	return seal
}

// A release is withdrawn, and then replaced; both stay, and so does what was spent. What makes no sense is refused.
func TestWithdraw(t *testing.T) {
	l, err := Open(t.TempDir(), "People")
	if err != nil {
		t.Fatal(err)
	}
	first, second, third := published(t, l, 1), published(t, l, 2), published(t, l, 3)
	refused := func(seal, instead string, w Words, want string) {
		t.Helper()
		if _, err := l.Withdraw(t.Context(), seal, instead, w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	noted := func(seal, instead string) Entry {
		t.Helper()
		e, err := l.Withdraw(t.Context(), seal, instead, recalled)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	refused(first, "", Words{By: "x"}, "why the release is withdrawn")
	refused(first, "", Words{Why: "x"}, "who withdraws")
	refused(strings.Repeat("9", 64), "", recalled, "no release with this record")
	refused("", "", recalled, "no release with this record")
	refused(first, strings.Repeat("9", 64), recalled, "release that first")
	refused(first, first, recalled, "cannot replace itself")
	e := noted(first, "")
	if again := noted(first, ""); again.Hash != e.Hash || e.Format != newestFormat {
		t.Errorf("withdrawn twice: %+v and %+v", e, again)
	}
	refused(second, first, recalled, "is withdrawn itself")
	noted(first, second)
	refused(first, third, recalled, "another release takes its place")
	noted(second, third) // which takes the place of both
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	if s.Spent.FloatString(1) != "1.5" || s.Joint().FloatString(1) != "1.5" {
		t.Errorf("what was spent is %v now", s.Spent)
	}
	var got []string
	for _, w := range s.Withdrawals() {
		got = append(got, fmt.Sprint(w.Of, w.Instead, w.By == recalled.By && w.Why == recalled.Why))
	}
	if want := "[1 0 true 1 3 true 3 5 true]"; fmt.Sprint(got) != want {
		t.Errorf("withdrawn are %v, want %s", got, want)
	}
}

// What another copy has withdrawn is withdrawn after both are joined, by the numbers that entries have there.
func TestWithdrawnElsewhere(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	l, err := Open(here, "People")
	if err != nil {
		t.Fatal(err)
	}
	first := published(t, l, 1)
	carry := func(from *Ledger, to string) {
		t.Helper()
		copied, err := from.Copy(t.Context())
		if err == nil {
			_, err = In(to).BringUp(t.Context(), copied)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	carry(l, there)
	other, err := Open(there, "People")
	if err != nil {
		t.Fatal(err)
	}
	published(t, l, 2) // both go on
	second := published(t, other, 3)
	if _, err := other.Withdraw(t.Context(), first, second, recalled); err != nil {
		t.Fatal(err)
	}
	carry(other, here)
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	list := s.Withdrawals()
	if len(list) != 1 || list[0].Of != 1 {
		t.Fatalf("withdrawn are %+v", list)
	}
	if e := s.Entries[list[0].Instead-1]; e.Kind != Spent || e.Title != "Tables 3" {
		t.Errorf("its place takes %+v", e)
	}
	carry(other, here)
	if again, err := l.Statement(); err != nil || len(again.Entries) != len(s.Entries) {
		t.Errorf("joined again: %d entries instead of %d (%v)", len(again.Entries), len(s.Entries), err)
	}
}
