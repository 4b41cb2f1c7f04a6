package ledger

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/release"
)

// on is a spend on a data set.
func on(t testing.TB, dataSet, amount, limit string) release.Spend {
	t.Helper()
	s := spend(t, amount, limit)
	s.DataSet = dataSet
	return s
}

func link(t *testing.T, dir, a, b string) {
	t.Helper()
	if err := open(t, dir, a).Link(t.Context(), open(t, dir, b), why); err != nil {
		t.Fatal(err)
	}
}

// Ledgers about the same people have one sum and one limit, also through a third.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	debit(t, open(t, dir, "Survey"), on(t, "Survey", "0.5", ""))
	debit(t, open(t, dir, "Register"), on(t, "Register", "0.25", ""))
	debit(t, open(t, dir, "Apart"), on(t, "Apart", "9", ""))
	link(t, dir, "Survey", "Register")
	link(t, dir, "register", "Panel") // which has spent nothing yet
	for _, name := range []string{"Survey", "Register", "Panel"} {
		s := statement(t, open(t, dir, name))
		if len(s.Linked) != 2 || text(s.Joint()) != "0.75" {
			t.Errorf("%s: %d linked, %s spent jointly", name, len(s.Linked), text(s.Joint()))
		}
		var over *LimitError
		if _, err := open(t, dir, name).Debit(t.Context(), on(t, name, "0.3", "1")); !errors.As(err, &over) || over.Spent != "0.75" || over.Left != "0.25" || len(over.Linked) != 2 {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if s := statement(t, open(t, dir, "Survey")); text(s.Spent) != "0.5" {
		t.Errorf("Survey by itself has spent %s", text(s.Spent))
	}
	if e := debit(t, open(t, dir, "Panel"), on(t, "Panel", "0.25", "1")); e.SpentBefore != "0.75" || e.SpentAfter != "1" || e.DataSet != "Panel" {
		t.Errorf("debit %+v", e)
	}
	// What one sets aside, and the limit of one, hold for all.
	raiseLimit(t, open(t, dir, "Register"), "1.75")
	reserve(t, open(t, dir, "Survey"), "0.5", "Later")
	var over *LimitError
	_, err := open(t, dir, "Panel").Debit(t.Context(), on(t, "Panel", "0.3", "5"))
	if !errors.As(err, &over) || over.Limit != "1.75" || over.Reserved != "0.5" || over.Left != "0.25" {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{`"Panel", which is about the same people as `, `"Survey"`, `"Register"`} {
		if !strings.Contains(over.Error(), want) {
			t.Errorf("error %q does not say %q", over, want)
		}
	}
	later := on(t, "Panel", "0.3", "5")
	later.Title = "Later"
	if _, err := open(t, dir, "Panel").Debit(t.Context(), later); !errors.As(err, &over) {
		t.Errorf("a release drew on what another data set set aside: %v", err)
	}
	if s := statement(t, open(t, dir, "Panel")); text(s.Taken()) != "1.5" || text(s.LeastLimit()) != "1.75" {
		t.Errorf("taken %s of %v", text(s.Taken()), s.LeastLimit())
	}
	if s := statement(t, open(t, dir, "Apart")); len(s.Linked) != 0 {
		t.Error("what is not linked is")
	}
}

func TestLinkIsRefused(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir, "A")
	debit(t, a, on(t, "A", "0.5", ""))
	for says, f := range map[string]func() error{
		"are one data set": func() error { return a.Link(t.Context(), open(t, dir, "Ａ"), why) },
		"in two folders":   func() error { return a.Link(t.Context(), fresh(t, "B"), why) },
		"why these":        func() error { return a.Link(t.Context(), open(t, dir, "B"), Words{}) },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want %q", err, says)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("the folder holds %v", files)
	}
}

// Linking twice notes nothing more, and completes what a crash has left half done.
func TestHalfALink(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledgers")
	for _, name := range []string{"A", "B"} {
		debit(t, open(t, dir, name), on(t, name, "0.5", ""))
	}
	before := bytesOf(t, open(t, dir, "B"))
	head, err := os.ReadFile(headPath(open(t, dir, "B").Path()))
	if err != nil {
		t.Fatal(err)
	}
	link(t, dir, "A", "B")
	whole := bytesOf(t, open(t, dir, "B"))
	for path, data := range map[string][]byte{open(t, dir, "B").Path(): before, headPath(open(t, dir, "B").Path()): head} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"A", "B"} {
		if s := statement(t, open(t, dir, name)); text(s.Joint()) != "1" {
			t.Errorf("with half a link, %s counts %s", name, text(s.Joint()))
		}
		if _, err := open(t, dir, name).Debit(t.Context(), on(t, name, "0.1", "1")); !errors.As(err, new(*LimitError)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	link(t, dir, "B", "A")
	if got := bytesOf(t, open(t, dir, "B")); len(got) <= len(before) || statement(t, open(t, dir, "B")).Entries[1].Kind != Linked {
		t.Errorf("the link was not completed: %s", got)
	}
	a := bytesOf(t, open(t, dir, "A"))
	link(t, dir, "A", "B")
	if !bytes.Equal(a, bytesOf(t, open(t, dir, "A"))) || len(whole) == 0 {
		t.Error("linking again noted something")
	}
}

// While a linked ledger is missing, damaged, or an old copy, nothing is spent on the others,
// and what they say themselves can still be read and noted.
func TestLinkedLedgerThatCannotBeRead(t *testing.T) {
	for name, spoil := range map[string]func(path string, early []byte) error{
		"missing": func(path string, _ []byte) error {
			return errors.Join(os.Remove(path), os.Remove(headPath(path)))
		},
		"missing, but known": func(path string, _ []byte) error { return os.Remove(path) },
		"damaged":            func(path string, _ []byte) error { return os.WriteFile(path, []byte("scribble\n"), 0o600) },
		"an old copy": func(path string, early []byte) error {
			return errors.Join(os.WriteFile(path, early, 0o600), os.Remove(headPath(path)))
		},
		"begun anew": func(path string, _ []byte) error {
			other := fresh(t, "B")
			for range 4 {
				debit(t, other, on(t, "B", "0.001", ""))
			}
			return errors.Join(os.WriteFile(path, bytesOf(t, other), 0o600), os.Remove(headPath(path)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "ledgers")
			known := on(t, "A", "0.5", "")
			known.Farthest = "1"
			first := debit(t, open(t, dir, "A"), known)
			known = on(t, "B", "0.25", "")
			known.Farthest = "1"
			debit(t, open(t, dir, "B"), known)
			early := bytesOf(t, open(t, dir, "B"))
			debit(t, open(t, dir, "B"), known)
			link(t, dir, "A", "B")
			if err := spoil(open(t, dir, "B").Path(), early); err != nil {
				t.Fatal(err)
			}
			a := open(t, dir, "A")
			var linked *LinkedError
			_, debited := a.Debit(t.Context(), on(t, "A", "0.1", ""))
			_, reserved := a.Reserve(t.Context(), epsilon(t, "0.1"), "Later", why)
			for _, err := range []error{debited, reserved} {
				if !errors.As(err, &linked) || linked.Linked != "B" || !strings.Contains(err.Error(), "“A”") {
					t.Errorf("error %v, want *LinkedError", err)
				}
			}
			s := statement(t, a)
			if text(s.Spent) != "0.5" || len(s.Linked) != 1 || s.Linked[0].Err == nil {
				t.Errorf("statement %+v", s)
			}
			if _, known := s.LargestLoss(nil); known {
				t.Error("the largest loss is known without the linked ledger")
			}
			if err := a.Close(first, Closing{Time: "t", Digest: "d"}); err != nil {
				t.Error(err)
			}
		})
	}
}
