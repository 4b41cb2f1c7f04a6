package ledger

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/assets/language"
	budget "steward/core/account"
	"steward/core/message"
)

var why = Words{Time: "2026-01-02T03:04:05Z", By: "A. Steward", Why: "agreed with the board"}

// reserve sets a sum aside and returns the reservation's number.
func reserve(t *testing.T, l *Ledger, sum, title string) int {
	t.Helper()
	e, err := l.Reserve(t.Context(), epsilon(t, sum), title, why)
	if err != nil {
		t.Fatal(err)
	}
	return e.Sequence
}

func setLimit(t *testing.T, l *Ledger, limit string) {
	t.Helper()
	if _, err := l.SetLimits(t.Context(), Limits{Losses: epsilon(t, limit)}, why); err != nil {
		t.Fatal(err)
	}
}

func raiseLimit(t *testing.T, l *Ledger, limit string) {
	t.Helper()
	if _, err := l.RaiseLimits(t.Context(), Limits{Losses: epsilon(t, limit)}, why); err != nil {
		t.Fatal(err)
	}
}

// What is set aside is kept from other releases, and for its own.
func TestReservation(t *testing.T) {
	l := fresh(t, "People")
	debit(t, l, spend(t, "0.5", ""))
	number := reserve(t, l, "1", "Next year's tables")
	var over *LimitError
	if _, err := l.Debit(t.Context(), spend(t, "0.75", "2")); !errors.As(err, &over) {
		t.Fatalf("error %v, want *LimitError", err)
	}
	if over.Spent != "0.5" || over.Reserved != "1" || over.Left != "0.5" || !strings.Contains(over.Error(), "1 is set aside for other releases") {
		t.Errorf("%+v: %v", over, over)
	}
	if e := debit(t, l, spend(t, "0.5", "2")); e.SetAside != "1" {
		t.Errorf("after the debit of another release %q is set aside", e.SetAside)
	}
	if _, err := l.Debit(t.Context(), spend(t, "0.000001", "2")); err == nil {
		t.Error("what is set aside was spent by another release")
	}
	own := spend(t, "0.75", "2")
	own.Title = "  next year\u2019s TABLES"
	if _, err := l.Debit(t.Context(), own); err == nil { // another apostrophe is another title
		t.Error("a title that is another drew on the reservation")
	}
	own.Title = "Next  Year's tables"
	if e := debit(t, l, own); e.SpentBefore != "1" || e.SpentAfter != "1.75" || e.SetAside != "0.25" {
		t.Errorf("debit %+v", e)
	}
	s := statement(t, l)
	if last := s.Entries[len(s.Entries)-1]; !slices.Equal(last.From, []int{number}) || last.Format != newestFormat {
		t.Errorf("the debit is noted as %+v", last)
	}
	if text(s.Spent) != "1.75" || text(s.Reserved) != "0.25" || text(s.Taken()) != "2" || len(s.Reservations) != 1 || s.Reservations[0].Sequence != number {
		t.Errorf("statement %+v", s)
	}
	// Beyond what is set aside, its own release takes from what is free.
	own.Epsilon = epsilon(t, "0.5")
	if _, err := l.Debit(t.Context(), own); !errors.As(err, &over) || over.Left != "0.25" || over.Reserved != "" {
		t.Errorf("error %v", err)
	}
	raiseLimit(t, l, "2.25")
	own.Limit = epsilon(t, "2.25")
	if e := debit(t, l, own); e.SetAside != "" {
		t.Errorf("%q is set aside after all was drawn", e.SetAside)
	}
	if s := statement(t, l); text(s.Spent) != "2.25" || s.Reserved.Sign() != 0 || len(s.Reservations) != 0 {
		t.Errorf("statement %+v", s)
	}
}

// Several reservations of one title are drawn in their order.
func TestReservationsOfOneTitle(t *testing.T) {
	l := fresh(t, "People")
	first, _, second := reserve(t, l, "0.5", "A release"), reserve(t, l, "0.5", "Another"), reserve(t, l, "0.5", "A release")
	debit(t, l, spend(t, "0.25", ""))
	debit(t, l, spend(t, "0.5", ""))
	s := statement(t, l)
	if from := s.Entries[4].From; !slices.Equal(from, []int{first, second}) {
		t.Errorf("the second debit draws on %v", from)
	}
	if text(s.Reserved) != "0.75" || text(s.Reservations[len(s.Reservations)-1].Left) != "0.25" {
		t.Errorf("set aside: %+v", s.Reservations)
	}
}

func TestReturn(t *testing.T) {
	l := fresh(t, "People")
	setLimit(t, l, "1")
	number := reserve(t, l, "0.75", "Later")
	if _, err := l.Return(t.Context(), number, epsilon(t, "0.25"), why); err != nil {
		t.Fatal(err)
	}
	if s := statement(t, l); text(s.Reserved) != "0.5" {
		t.Errorf("set aside: %s", text(s.Reserved))
	}
	for says, c := range map[string]struct {
		of  int
		sum string
	}{"only 0.5 is left": {number, "0.6"}, "not a reservation": {1, "0.1"}, "is not a reservation": {99, "0.1"}} {
		if _, err := l.Return(t.Context(), c.of, epsilon(t, c.sum), why); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want %q", err, says)
		}
	}
	if _, err := l.Return(t.Context(), number, budget.Epsilon{}, why); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Return(t.Context(), number, budget.Epsilon{}, why); err == nil || !strings.Contains(err.Error(), "nothing is left") {
		t.Errorf("error %v", err)
	}
	debit(t, l, spend(t, "1", ""))
	if len(statement(t, l).Entries) != 5 {
		t.Error("a line was taken out")
	}
}

func TestReserveIsRefused(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, "People")
	for _, title := range []string{"", "  ", "\u200b"} {
		if _, err := l.Reserve(t.Context(), epsilon(t, "1"), title, why); err == nil || !strings.Contains(err.Error(), "title") {
			t.Errorf("error %v", err)
		}
	}
	setLimit(t, l, "1")
	debit(t, l, spend(t, "0.5", ""))
	reserve(t, l, "0.25", "Later")
	var over *LimitError
	if _, err := l.Reserve(t.Context(), epsilon(t, "0.5"), "Later", why); !errors.As(err, &over) || over.Left != "0.25" || over.Reserved != "0.25" {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"you want to set 0.5 aside", "0.25 is left", "set less aside"} {
		if !strings.Contains(over.Error(), want) {
			t.Errorf("error %q does not say %q", over, want)
		}
	}
}

// The ledger's limit holds whatever a plan allows, and a plan's own where it is lower.
func TestLimitOfTheLedger(t *testing.T) {
	l := fresh(t, "People")
	setLimit(t, l, "1")
	var over *LimitError
	for _, plan := range []string{"", "1", "5"} {
		if _, err := l.Debit(t.Context(), spend(t, "1.000001", plan)); !errors.As(err, &over) || over.Limit != "1" {
			t.Errorf("with the plan's limit %q: error %v", plan, err)
		}
	}
	if _, err := l.Debit(t.Context(), spend(t, "0.6", "0.5")); !errors.As(err, &over) || over.Limit != "0.5" {
		t.Errorf("error %v", err)
	}
	if e := debit(t, l, spend(t, "1", "5")); e.Limit != "1" {
		t.Errorf("debit %+v", e)
	}
	raiseLimit(t, l, "3")
	if e := debit(t, l, spend(t, "1", "2")); e.Limit != "3" || text(statement(t, l).LeastLimit()) != "3" {
		t.Errorf("debit %+v", e)
	}
	setLimit(t, l, "0.5") // less than is spent: nothing more
	if _, err := l.Debit(t.Context(), spend(t, "0.000001", "")); !errors.As(err, &over) || over.Left != "0" {
		t.Errorf("error %v", err)
	}
}

// Words are added below, and what they are about stays.
func TestAnnotate(t *testing.T) {
	l := fresh(t, "People")
	debit(t, l, spend(t, "0.5", ""))
	before := bytesOf(t, l)
	if _, err := l.Annotate(t.Context(), 1, why); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(bytesOf(t, l)), string(before)) {
		t.Error("the entry was changed")
	}
	s := statement(t, l)
	if e := s.Entries[1]; e.Kind != Noted || e.Of != 1 || e.Note != why.Why || e.By != why.By || text(s.Spent) != "0.5" {
		t.Errorf("noted as %+v", e)
	}
	for _, n := range []int{0, -1, 3, 99} {
		if _, err := l.Annotate(t.Context(), n, why); err == nil || !strings.Contains(err.Error(), "has no entry") {
			t.Errorf("entry %d: error %v", n, err)
		}
	}
	if _, err := l.Annotate(t.Context(), 1, Words{Why: " "}); err == nil || !strings.Contains(err.Error(), "few words") {
		t.Errorf("error %v", err)
	}
}

// What no ledger would note is found out, whoever computed the hashes.
func TestEntriesThatMakeNoSense(t *testing.T) {
	for name, bad := range map[string]Entry{
		"a return of nothing set aside": {Kind: Returned, Epsilon: "1", Of: 1},
		"a return of too much":          {Kind: Returned, Epsilon: "2", Of: 2},
		"a return without a sum":        {Kind: Returned, Of: 2},
		"a draw on a debit":             {Kind: Spent, Epsilon: "1", From: []int{1}},
		"a negative spend":              {Kind: Spent, Epsilon: "-1"},
		"a spend beyond reading":        {Kind: Spent, Epsilon: "1e999999999"},
		"a spend of a chance alone":     {Kind: Spent, Epsilon: "0", Delta: "0.1"},
		"a reservation of zero":         {Kind: Reserved, Epsilon: "0", Title: "Later"},
		"a return of zero":              {Kind: Returned, Epsilon: "0", Of: 2},
		"words about nothing":           {Kind: Noted, Of: 7},
		"a limit that is none":          {Kind: Limited, Limit: "none"},
		"a link to nobody":              {Kind: Linked},
		"a return to use":               {Kind: Reopened},
		"an unknown kind":               {Kind: "given back", Epsilon: "1"},
		"a tombstone of another sum":    {Kind: Forgotten, Total: "0.1"},
		"a tombstone without a sum":     {Kind: Forgotten},
	} {
		a := newAccount()
		for _, e := range []Entry{{Kind: Spent, Epsilon: "0.5"}, {Kind: Reserved, Epsilon: "1", Title: "Later"}} {
			if _, err := a.add(e); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := a.add(bad); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// However reservations, returns, debits and limits follow one another, what counts against
// the limit is never more than it was when the limit let something through.
func TestNeverAboveTheLimit(t *testing.T) {
	l := fresh(t, "People")
	limit := big.NewRat(2, 1)
	setLimit(t, l, "2")
	titles := []string{"A release", "Another"}
	for i := range 60 {
		var err error
		switch i % 5 {
		case 0, 3:
			_, err = l.Reserve(t.Context(), epsilon(t, "0.3"), titles[i%2], why)
		case 1, 2:
			s := spend(t, "0.21", "")
			s.Title = titles[i/5%2]
			_, err = l.Debit(t.Context(), s)
		default:
			if r := statement(t, l).Reservations; len(r) > 1 {
				_, err = l.Return(context.Background(), r[0].Sequence, budget.Epsilon{}, why)
			}
		}
		if err != nil && !errors.As(err, new(*LimitError)) {
			t.Fatal(err)
		}
		if s := statement(t, l); s.Taken().Cmp(limit) > 0 || s.Reserved.Sign() < 0 {
			t.Fatalf("after %d calls %s is spent and %s set aside", i+1, text(s.Spent), text(s.Reserved))
		}
	}
	if s := statement(t, l); s.Spent.Cmp(big.NewRat(1, 1)) < 0 {
		t.Errorf("only %s was spent", text(s.Spent))
	}
}

// What the program itself notes is read in the language of whoever reads it, beside somebody's own words, after the ledger was closed
// and read again, exported and joined.
func TestRemarks(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, "People")
	debit(t, l, spend(t, "0.5", ""))
	says := message.Sprintf("continued by “%s”, which is about other people", "Second town")
	for _, reason := range []string{"", "the other half"} {
		if _, err := l.Remark(t.Context(), 1, says, Words{Time: why.Time, By: "A. Steward", Why: reason}); err != nil {
			t.Fatal(err)
		}
	}
	german, err := language.Of("de")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := l.Export(t.Context(), &out, why.Time); err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	path := filepath.Join(elsewhere, "exported.json")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := In(elsewhere).ImportFile(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	for _, of := range []*Ledger{open(t, dir, "People"), open(t, elsewhere, "People")} {
		entries := statement(t, of).Entries
		for i, want := range [][2]string{
			{"continued by “Second town”, which is about other people", "fortgeführt von „Second town“ über andere Personen"},
			{"continued by “Second town”, which is about other people: the other half", "fortgeführt von „Second town“ über andere Personen: the other half"},
		} {
			e := entries[len(entries)-2+i]
			if english, said := e.Remark().String(), german.Say(e.Remark()); english != want[0] || said != want[1] {
				t.Errorf("it says %q and %q, want %q", english, said, want)
			}
		}
	}
}

// Nothing is previewed about people whose ledger was forgotten, as nothing is released.
func TestRehearsalOfWhatWasForgotten(t *testing.T) {
	l := open(t, t.TempDir(), "People")
	debit(t, l, spend(t, "0.5", ""))
	if _, err := (Rehearsal{l}).Debit(t.Context(), spend(t, "0.5", "")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Forget(t.Context(), Words{Time: why.Time, Why: "asked for"}); err != nil {
		t.Fatal(err)
	}
	if _, err := (Rehearsal{l}).Debit(t.Context(), spend(t, "0.5", "")); !errors.As(err, new(*ForgottenError)) {
		t.Errorf("previewing says %v", err)
	}
}
