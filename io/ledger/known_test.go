package ledger

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/release"
)

// towns is a plan about three towns; with known, their totals are public, which ties three people together.
func towns(known bool) plan.Plan {
	p := plan.Plan{
		Version: plan.Version, DataSet: "People", Budget: plan.Budget{Epsilon: "0.5"},
		Columns: []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South", "East"}, Origin: domain.Typed,
			Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}},
			{Name: "smoker", Kind: domain.List, Values: []string{"yes", "no"}, Origin: domain.Typed,
				Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}},
		Questions: []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
	}
	if known {
		f := constraint.Fact{ID: "towns", Totals: &constraint.Totals{Columns: []domain.AttributeName{"town"}}}
		for i, name := range p.Columns[0].Values {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{name}, Count: int64(3 + i)})
		}
		p.Facts.Stated = []constraint.Fact{f}
	}
	return p
}

// under is a spend of half under a plan, as releases hand it over.
func under(t *testing.T, p plan.Plan, dataSet, limit string) release.Spend {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	s := on(t, dataSet, "0.5", limit)
	s.Tied, s.Declared, s.Facts = c.Tied().Factor, release.Declared(c.Plan), p.Facts.Any()
	return s
}

// refused debits what must be refused because nobody could say what all releases tell, and compares the file.
func refused(t *testing.T, l *Ledger, s release.Spend, says string) {
	t.Helper()
	before := bytesOf(t, l)
	var unbounded *UnboundedError
	if _, err := l.Debit(t.Context(), s); !errors.As(err, &unbounded) || !strings.Contains(err.Error(), says) {
		t.Errorf("error %v, want one that says %q", err, says)
	}
	if !bytes.Equal(bytesOf(t, l), before) {
		t.Error("what was refused is noted")
	}
}

// What earlier releases tell about the people whom facts tie together counts, in the sum and against the limit,
// on the data set and on those linked to it, and what a crash cut off counts beside it.
func TestFactsCountInTheLedger(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, "People")
	if e := debit(t, l, under(t, towns(false), "People", "")); e.SpentAfter != "0.5" {
		t.Errorf("debit %+v", e)
	}
	var over *LimitError
	if _, err := l.Debit(t.Context(), under(t, towns(true), "People", "1.9")); !errors.As(err, &over) || over.Spent != "1.5" || over.Asked != "0.5" {
		t.Errorf("error %v", err)
	}
	if e := debit(t, l, under(t, towns(true), "People", "2")); e.SpentBefore != "1.5" || e.SpentAfter != "2" || !e.SameSecrets {
		t.Errorf("debit %+v", e)
	}
	s := statement(t, l)
	if text(s.Joint()) != "2" || text(s.Debited()) != "1" || s.Entries[1].Tied != 3 || !s.Entries[1].Facts {
		t.Errorf("all tell %s, %s is debited: %+v", text(s.Joint()), text(s.Debited()), s.Entries[1])
	}
	debit(t, open(t, dir, "Others"), under(t, towns(false), "Others", ""))
	link(t, dir, "People", "Others")
	for _, name := range []string{"People", "Others"} {
		if s := statement(t, open(t, dir, name)); text(s.Joint()) != "3.5" || text(s.Debited()) != "1.5" {
			t.Errorf("with a linked one %s tells %s", name, text(s.Joint()))
		}
	}
	data := bytesOf(t, l)
	cut := holding(t, data[:len(data)-30]) // of the entry that links them
	if s := statement(t, cut); text(s.Joint()) != "2" {
		t.Errorf("with a line that spends nothing cut off: %s", text(s.Joint()))
	}
	spent := data[:bytes.LastIndexByte(data[:len(data)-1], '\n')+1]
	cut = holding(t, spent[:len(spent)-30]) // of the release with the facts
	if s := statement(t, cut); text(s.Joint()) != "1" {
		t.Errorf("with the second release cut off: %s", text(s.Joint()))
	}
}

// What a ledger of an earlier version does not hold is added from the sealed record of the very release, once.
func TestKnow(t *testing.T) {
	l := fresh(t, "People")
	bare, facts := under(t, towns(false), "People", ""), under(t, towns(true), "People", "")
	old := facts
	old.Declared, old.Facts = bare.Declared, false
	seals := []string{strings.Repeat("0a", 32), strings.Repeat("0b", 32), "", strings.Repeat("0c", 32)} // of the last there is no release
	for i, s := range []release.Spend{bare, old, bare} {
		if err := l.Close(debit(t, l, s), Closing{Time: "t", Digest: "d", Seal: seals[i]}); err != nil {
			t.Fatal(err)
		}
	}
	refused(t, l, facts, "does not say which facts")
	before := bytesOf(t, l)
	for _, seal := range []string{seals[3], "", seals[1][1:]} {
		if _, err := l.Know(t.Context(), seal, facts.Declared, why); err == nil || !strings.Contains(err.Error(), "no release with this record") {
			t.Errorf("the seal %q: %v", seal, err)
		}
	}
	if !bytes.Equal(bytesOf(t, l), before) {
		t.Error("a record that is another's is noted")
	}
	e, err := l.Know(t.Context(), seals[1], facts.Declared, why)
	if err != nil || e.Of != 3 || !e.Facts {
		t.Fatalf("noted as %+v, %v", e, err)
	}
	if _, err := l.Know(t.Context(), seals[1], bare.Declared, why); err == nil || !strings.Contains(err.Error(), "already noted") {
		t.Errorf("known twice: %v", err)
	}
	if e := debit(t, l, facts); e.SpentBefore != "3.5" || e.SpentAfter != "4" {
		t.Errorf("debit %+v", e)
	}
}

// Where an earlier release gives a secret more weight than the one that is noted, what all tell of the answers that are hidden least is more
// than what they spent.
func TestHeavierSecretsOfEarlierReleasesAreTold(t *testing.T) {
	weighing := func(weight string) plan.Plan {
		p := towns(false)
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Everything, Weight: weight}}
		return p
	}
	for _, c := range []struct{ first, then, worst string }{{"6", "", "7/2"}, {"6", "2", "4"}, {"", "6", ""}, {"6", "6", ""}, {"0.5", "", ""}} {
		l := fresh(t, "People")
		if e := debit(t, l, under(t, weighing(c.first), "People", "")); e.WorstAfter != "" {
			t.Errorf("debit %+v", e)
		}
		if e := debit(t, l, under(t, weighing(c.then), "People", "")); e.SpentAfter != "1" || !sameAmount(e.WorstAfter, c.worst) {
			t.Errorf("weights of %q and %q: debit %+v, want %q", c.first, c.then, e, c.worst)
		}
		s, err := l.Statement()
		if err != nil {
			t.Fatal(err)
		}
		if worst, known := s.WorstLoss(nil); !known || c.worst != "" && worst.RatString() != c.worst {
			t.Errorf("weights of %q and %q: the account says %v (%v)", c.first, c.then, worst, known)
		}
	}
}

// sameAmount reports whether two exact numbers are equal, or both missing.
func sameAmount(a, b string) bool {
	x, ok := new(big.Rat).SetString(a)
	y, too := new(big.Rat).SetString(b)
	return ok == too && (!ok || x.Cmp(y) == 0)
}

// Which facts tied people together is not known of a data set that was forgotten, so that nobody can say what it
// and a further release tell; without facts, it counts as what it spent.
func TestForgottenFactsAreNotTakenBack(t *testing.T) {
	for _, c := range []struct {
		first, then bool
		says        string
	}{{false, false, ""}, {false, true, "do not keep the same secret"}, {true, false, "what was forgotten"}, {true, true, "what was forgotten"}} {
		l := fresh(t, "People")
		debit(t, l, under(t, towns(c.first), "People", ""))
		for range 2 { // also when it is forgotten once more
			if _, err := l.Forget(t.Context(), why); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Reopen(t.Context(), why); err != nil {
				t.Fatal(err)
			}
		}
		s := under(t, towns(c.then), "People", "")
		if c.says != "" {
			refused(t, l, s, c.says)
		} else if e := debit(t, l, s); e.SpentBefore != "0.5" || e.SpentAfter != "1" || e.SameSecrets {
			t.Errorf("debit %+v", e)
		}
	}
	// Rows are hidden together without any fact; but which answers chose some of them is not known any more.
	for _, version := range []int{plan.Version, 1} {
		l := fresh(t, "People")
		rows := towns(false)
		rows.Rows = &plan.Rows{Person: "person", AtMost: 4}
		old := rows
		old.Version = version
		debit(t, l, under(t, old, "People", ""))
		if _, err := l.Forget(t.Context(), why); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Reopen(t.Context(), why); err != nil {
			t.Fatal(err)
		}
		if s := under(t, rows, "People", ""); version == 1 {
			refused(t, l, s, "what was forgotten")
		} else if e := debit(t, l, s); e.SpentAfter != "1" {
			t.Errorf("debit %+v", e)
		}
	}
}

// What was forgotten with a chance of failure is no loss of nothing when the number of people becomes known.
func TestForgottenChances(t *testing.T) {
	l := fresh(t, "People")
	debit(t, l, spendChance(t, "0.5", "0.000001", ""))
	if _, err := l.Forget(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Reopen(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	p := towns(false)
	if e := debit(t, l, under(t, p, "People", "")); e.SpentAfter != "1" || e.DeltaAfter != "0.000001" {
		t.Errorf("debit %+v", e)
	}
	n := int64(12)
	p.Secrets.Presence, p.Facts.People = true, &n
	refused(t, l, under(t, p, "People", ""), "what was forgotten")
	if s := statement(t, l); s.Joint().Cmp(big.NewRat(1, 1)) < 0 {
		t.Errorf("all tell %s", text(s.Joint()))
	}
}

// The two answers that releases hide least are told apart by as much as the facts add to what earlier releases tell, today's as well.
func TestLargestLossWithFacts(t *testing.T) {
	l := fresh(t, "People")
	bare, facts := under(t, towns(false), "People", ""), under(t, towns(true), "People", "")
	bare.Farthest, facts.Farthest = "2", "1"
	debit(t, l, bare)
	today := towns(true)
	largest := func(today *plan.Plan, want string) {
		t.Helper()
		if loss, known := statement(t, l).LargestLoss(today); !known || text(loss) != want {
			t.Errorf("the largest loss is %s, %v, want %s", text(loss), known, want)
		}
	}
	largest(nil, "1")
	largest(&today, "3") // three people move at once, by two steps each
	debit(t, l, facts)
	largest(nil, "3.5")
}
