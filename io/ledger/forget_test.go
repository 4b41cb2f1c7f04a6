package ledger

import (
	"bytes"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/io/internal/disk"
)

// eventful is a ledger of "People" with entries of every kind.
func eventful(t *testing.T, dir string) *Ledger {
	t.Helper()
	l := open(t, dir, "People")
	secret := spend(t, "0.5", "4")
	secret.Title, secret.Columns, secret.Disclosed = "SECRET title", []string{"SECRET column"}, []string{"SECRET group"}
	if err := l.Close(debit(t, l, secret), Closing{Time: "t", Digest: "d", Files: []string{"SECRET.xlsx"}}); err != nil {
		t.Fatal(err)
	}
	reserve(t, l, "1", "SECRET plan")
	if _, err := l.Annotate(t.Context(), 1, Words{Why: "SECRET words", By: "SECRET name"}); err != nil {
		t.Fatal(err)
	}
	setLimit(t, l, "3")
	third := spend(t, "0.3", "")
	debit(t, l, third)
	return l
}

// A forgotten data set keeps its sum, its limit and its links, and no words.
func TestForget(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledgers")
	l := eventful(t, dir)
	debit(t, open(t, dir, "Others"), on(t, "Others", "0.1", ""))
	link(t, dir, "People", "Others")
	last := statement(t, l)
	before := last.Entries[len(last.Entries)-1]
	e, err := l.Forget(t.Context(), why)
	if err != nil {
		t.Fatal(err)
	}
	if e.Kind != Forgotten || e.Total != "0.8" || e.Sequence != before.Sequence+1 || e.Previous != before.Hash || e.Note != why.Why {
		t.Errorf("noted as %+v", e)
	}
	for _, d := range []string{dir, headsDir(dir)} {
		files, err := os.ReadDir(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			data, err := os.ReadFile(filepath.Join(d, f.Name()))
			if err != nil || bytes.Contains(data, []byte("SECRET")) || bytes.Contains(data, []byte("A release")) && strings.HasPrefix(f.Name(), "people") {
				t.Errorf("%s still holds words (%v): %s", f.Name(), err, data)
			}
		}
	}
	s := statement(t, l)
	if text(s.Spent) != "0.8" || len(s.Entries) != 1 || s.Forgotten == nil || s.Reserved.Sign() != 0 || text(s.Limit) != "3" || s.Undropped || text(s.Joint()) != "0.9" {
		t.Errorf("statement %+v", s)
	}
	// It cannot be used again without saying so, under any spelling.
	var forgotten *ForgottenError
	other := open(t, dir, "PEOPLE")
	_, debited := other.Debit(t.Context(), on(t, "PEOPLE", "0.1", ""))
	_, reserved := l.Reserve(t.Context(), epsilon(t, "0.1"), "x", why)
	_, noted := l.Annotate(t.Context(), e.Sequence, why)
	_, limited := l.SetLimits(t.Context(), Limits{Losses: epsilon(t, "9")}, why)
	for call, err := range map[string]error{"Debit": debited, "Reserve": reserved, "Annotate": noted, "SetLimits": limited, "Link": l.Link(t.Context(), open(t, dir, "New"), why)} {
		if !errors.As(err, &forgotten) || forgotten.Total != "0.8" || !strings.Contains(err.Error(), "still counts") {
			t.Errorf("%s: error %v, want *ForgottenError", call, err)
		}
	}
	// The people are still there: what was spent on them counts for the linked one.
	var over *LimitError
	if _, err := open(t, dir, "Others").Debit(t.Context(), on(t, "Others", "0.2", "1")); !errors.As(err, &over) || over.Spent != "0.9" {
		t.Errorf("error %v", err)
	}
	if again, err := l.Forget(t.Context(), why); err != nil || again.Hash != e.Hash {
		t.Errorf("forgotten again: %+v, %v", again, err)
	}
	if _, err := l.Reopen(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	if d := debit(t, l, spend(t, "0.2", "")); d.SpentAfter != "1.1" || d.Sequence != e.Sequence+2 {
		t.Errorf("debit %+v", d)
	}
	if _, err := l.Reopen(t.Context(), why); err == nil || !strings.Contains(err.Error(), "not forgotten") {
		t.Errorf("error %v", err)
	}
	if e, err := l.Forget(t.Context(), why); err != nil || e.Total != "1" || len(statement(t, l).Entries) != 1 {
		t.Errorf("forgotten once more: %+v, %v", e, err)
	}
}

func TestForgetIsRefused(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir, "People")
	if _, err := l.Forget(t.Context(), why); err == nil || !strings.Contains(err.Error(), "nothing to forget") {
		t.Errorf("error %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("the folder holds %v", files)
	}
	debit(t, l, spend(t, "1", ""))
	if _, err := l.Forget(t.Context(), Words{}); err == nil || !strings.Contains(err.Error(), "few words") {
		t.Errorf("error %v", err)
	}
}

// A crash while the words are written over leaves the sum whole at every byte, and what is
// left can be written over later.
func TestForgettingIsCutOff(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledgers")
	l := eventful(t, dir)
	whole := bytesOf(t, l)
	early, err := disk.ReadFile(l.folder.disk, headPath(l.Path()), limits.MaxLedgerBytes)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Forget(t.Context(), why); err != nil {
		t.Fatal(err)
	}
	after := bytesOf(t, l)
	start := lastForgotten(after)
	if start != len(whole) || len(bytes.TrimSpace(after[:start])) > 0 {
		t.Fatalf("%d of %d bytes are written over", start, len(whole))
	}
	for cut := 0; cut <= start; cut++ {
		data := append(append(bytes.Clone(after[:cut]), whole[cut:]...), after[start:]...)
		a, err := read(data)
		if err != nil || a.spent.Cmp(big.NewRat(4, 5)) != 0 || a.forgotten == nil {
			t.Fatalf("after %d bytes: %v, spent %v", cut, err, a.spent)
		}
		if cut%97 > 0 {
			continue
		}
		if err := put(l, l.Path(), data); err != nil {
			t.Fatal(err)
		}
		if s := statement(t, l); s.Undropped != (cut < start) || text(s.Spent) != "0.8" {
			t.Errorf("after %d bytes: statement %+v", cut, s)
		}
		if _, err := l.Forget(t.Context(), why); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytesOf(t, l), after) {
			t.Errorf("after %d bytes: the rest was not written over", cut)
		}
	}
	// A tombstone that takes the place of entries nobody forgot is found out by the head.
	if err := put(l, headPath(l.Path()), early); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Statement(); !errors.As(err, new(*DamagedError)) {
		t.Errorf("error %v, want *DamagedError", err)
	}
	// Before its words are written over the whole chain is there to be checked.
	if err := put(l, l.Path(), append(bytes.Clone(whole), after[start:]...)); err != nil {
		t.Fatal(err)
	}
	if s := statement(t, l); text(s.Spent) != "0.8" || !s.Undropped {
		t.Errorf("statement %+v", s)
	}
}
