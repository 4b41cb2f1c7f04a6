package ledger

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	budget "steward/core/account"
	"steward/core/release"
)

// spendChance is a spend with a chance of failure.
func spendChance(t testing.TB, amount, chance, limit string) release.Spend {
	t.Helper()
	s := spend(t, amount, "")
	var err error
	if s.Delta, err = budget.ParseDelta(chance); err != nil {
		t.Fatal(err)
	}
	if s.DeltaLimit, err = budget.ParseDelta(limit); err != nil {
		t.Fatal(err)
	}
	p, err := budget.NewPromise(s.Epsilon, s.Delta)
	if err != nil {
		t.Fatal(err)
	}
	s.Rho, s.Farthest = p.Rho(), "3"
	return s
}

// spendFor is a spend on the data set of a ledger.
func spendFor(l *Ledger, s release.Spend) release.Spend {
	s.DataSet = l.dataSet
	return s
}

// Epsilons add up and deltas add up; the loss at a distance is that of rho.
func TestChancesAddUp(t *testing.T) {
	l := fresh(t, "People")
	first := debit(t, l, spend(t, "0.5", ""))
	if first.DeltaBefore != "" || first.DeltaAfter != "" {
		t.Errorf("a pure spend: %+v", first)
	}
	second := debit(t, l, spendChance(t, "0.25", "0.000001", "0.00001"))
	if second.SpentAfter != "0.75" || second.DeltaBefore != "0" || second.DeltaAfter != "0.000001" || second.DeltaLimit != "0.00001" {
		t.Errorf("a spend with a chance: %+v", second)
	}
	third := debit(t, l, spendChance(t, "0.25", "0.000003", ""))
	if third.DeltaAfter != "0.000004" {
		t.Errorf("another: %+v", third)
	}
	s := statement(t, l)
	if s.JointChance().Cmp(big.NewRat(4, 1_000_000)) != 0 || s.Spent.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("in all %s and %s", s.Spent, s.JointChance())
	}
	if e := s.Entries[0]; e.Format != 0 && e.Format != secondFormat || e.Delta+e.Rho != "" {
		t.Errorf("the pure entry is %+v", e)
	}
	if e := s.Entries[1]; e.Format != newestFormat || !e.Binds || e.Delta != "0.000001" || e.Rho == "" {
		t.Errorf("the entry is %+v", e)
	}
	// The pure spend has no farthest distance, so only the others can be told.
	loss, _ := s.LargestLoss(nil)
	want := 0.0
	for _, e := range s.Entries[1:] {
		r, _ := new(big.Rat).SetString(e.Rho)
		rho, err := budget.RhoOf(r)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := new(big.Rat).SetString(e.Delta)
		chance, _ := d.Float64()
		want += rho.Along(big.NewRat(3, 1)).Tail(chance)
	}
	if got, _ := loss.Float64(); math.Abs(got-want) > 1e-5*want || got < want*(1-1e-12) {
		t.Errorf("the largest loss is %v, want %v", got, want)
	}
}

// What the chances may add up to is refused before anything is noted.
func TestChanceLimit(t *testing.T) {
	l := fresh(t, "People")
	debit(t, l, spendChance(t, "0.25", "0.000004", ""))
	before := bytesOf(t, l)
	_, err := l.Debit(t.Context(), spendChance(t, "0.25", "0.000002", "0.000005"))
	var limit *LimitError
	if !errors.As(err, &limit) || !limit.Chance || limit.Left != "0.000001" || !strings.Contains(err.Error(), "smaller chance") {
		t.Fatalf("above the limit: %v", err)
	}
	if !bytes.Equal(before, bytesOf(t, l)) {
		t.Error("a refused spend was noted")
	}
	debit(t, l, spendChance(t, "0.25", "0.000001", "0.000005"))
}

// Cut off at any byte, a debit's chance counts once it can be read, as its epsilon does, and never
// more than it; what is mended keeps it, and so does forgetting.
func TestChanceSurvivesCrashes(t *testing.T) {
	l := open(t, t.TempDir(), "People")
	debit(t, l, spend(t, "0.5", ""))
	whole := len(bytesOf(t, l))
	debit(t, l, spendChance(t, "0.25", "0.000001", ""))
	data := bytesOf(t, l)
	seen := false
	for cut := whole + 1; cut < len(data); cut++ {
		a, err := read(data[:cut])
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		delta := a.chances()
		switch {
		case delta.Sign() == 0 && seen:
			t.Fatalf("cut at %d: the chance is lost again", cut)
		case delta.Sign() == 0:
		case delta.Cmp(big.NewRat(1, 1_000_000)) != 0 || a.taken().Cmp(big.NewRat(3, 4)) != 0:
			t.Fatalf("cut at %d: %s and %s", cut, a.taken(), delta)
		default:
			seen = true
		}
	}
	if !seen {
		t.Fatal("no cut line told its chance")
	}
	// A debit after a cut line stands for what it said.
	if err := put(l, l.Path(), data[:len(data)-20]); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(headsDir(l.folder.dir)); err != nil {
		t.Fatal(err)
	}
	debit(t, l, spend(t, "0.25", ""))
	s := statement(t, l)
	if s.Spent.Cmp(big.NewRat(1, 1)) != 0 || s.JointChance().Cmp(big.NewRat(1, 1_000_000)) != 0 {
		t.Errorf("after a crash %s and %s", s.Spent, s.JointChance())
	}
	if _, err := l.Forget(t.Context(), Words{"2026-01-02T03:04:05Z", "me", "done"}); err != nil {
		t.Fatal(err)
	}
	if s := statement(t, l); s.JointChance().Cmp(big.NewRat(1, 1_000_000)) != 0 || s.Forgotten.TotalDelta != "0.000001" {
		t.Errorf("forgotten: %s, %+v", s.JointChance(), s.Forgotten)
	}
}

// The ledger's own limit of the chances holds for every plan, the least of it and the plan's and those
// of linked data sets counts, and what adds up to it exactly fits.
func TestChanceLimitOfTheLedger(t *testing.T) {
	dir := t.TempDir()
	l, other := open(t, dir, "People"), open(t, dir, "Visits")
	words := Words{"2026-01-02T03:04:05Z", "me", "a rule of the house"}
	limited := func(act func(context.Context, Limits, Words) (Entry, error), chance string) {
		t.Helper()
		d, err := budget.ParseDelta(chance)
		if err != nil {
			t.Fatal(err)
		}
		e, err := act(t.Context(), Limits{Chances: d}, words)
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind != Limited || e.Limit != "" || e.DeltaLimit != chance || e.Format != thirdFormat {
			t.Errorf("the entry is %+v", e)
		}
	}
	refused := func(l *Ledger, chance, plan, left string) {
		t.Helper()
		before := bytesOf(t, l)
		_, err := l.Debit(t.Context(), spendFor(l, spendChance(t, "0.25", chance, plan)))
		var limit *LimitError
		if !errors.As(err, &limit) || !limit.Chance || limit.Left != left {
			t.Fatalf("a chance of %s with a plan's limit of %q: %v", chance, plan, err)
		}
		if !bytes.Equal(before, bytesOf(t, l)) {
			t.Error("a refused spend was noted")
		}
	}
	if _, err := l.SetLimits(t.Context(), Limits{Losses: epsilon(t, "2")}, words); err != nil {
		t.Fatal(err)
	}
	limited(l.SetLimits, "0.000005")
	if s := statement(t, l); s.Limit.Cmp(big.NewRat(2, 1)) != 0 || s.ChanceLimit.Cmp(big.NewRat(5, 1_000_000)) != 0 {
		t.Errorf("the limits are %s and %s", s.Limit, s.ChanceLimit)
	}
	first := debit(t, l, spendChance(t, "0.25", "0.000003", ""))
	if first.DeltaLimit != "0.000005" {
		t.Errorf("the spend is said to keep %q", first.DeltaLimit)
	}
	refused(l, "0.000003", "", "0.000002")
	refused(l, "0.000002", "0.000004", "0.000001")
	refused(l, "0.00000200000000001", "0.00001", "0.000002")
	if err := l.Link(t.Context(), other, words); err != nil {
		t.Fatal(err)
	}
	refused(other, "0.000003", "", "0.000002")
	limited(other.SetLimits, "0.000004")
	refused(l, "0.000002", "", "0.000001")
	limited(other.RaiseLimits, "0.000005")
	if got := debit(t, l, spendChance(t, "0.25", "0.000002", "0.00001")); got.DeltaAfter != "0.000005" || got.DeltaLimit != "0.000005" {
		t.Errorf("exactly at the limit: %+v", got)
	}
	refused(l, "0.000000001", "", "0")
	if pure := debit(t, l, spend(t, "0.25", "")); pure.DeltaAfter != "0.000005" {
		t.Errorf("a pure spend at the limit: %+v", pure)
	}
	if _, err := l.Forget(t.Context(), words); err != nil {
		t.Fatal(err)
	}
	if s := statement(t, l); s.ChanceLimit == nil || s.ChanceLimit.Cmp(big.NewRat(5, 1_000_000)) != 0 || s.Limit.Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("forgotten: the limits are %v and %v", s.Limit, s.ChanceLimit)
	}
	if _, err := l.Reopen(t.Context(), words); err != nil {
		t.Fatal(err)
	}
	refused(l, "0.000000001", "", "0")
	if _, err := l.SetLimits(t.Context(), Limits{}, words); err == nil {
		t.Error("no limit was set as one")
	}
}

// A limit that sets nothing, or cannot be read, is one that no ledger would write.
func TestBrokenLimits(t *testing.T) {
	for _, e := range []Entry{{Kind: Limited}, {Kind: Limited, Limit: "2", DeltaLimit: "x"}, {Kind: Limited, Limit: "-1", DeltaLimit: "0.001"}, {Kind: Limited, DeltaLimit: "0"}} {
		b := newBalance()
		if err := b.apply(e, nil); err == nil {
			t.Errorf("%+v was taken", e)
		}
	}
}
