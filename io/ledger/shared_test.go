package ledger

import (
	"errors"
	"testing"

	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

// Where other computers do not see the locks of a folder nothing is noted in it, and what stands there can be read.
func TestNothingIsNotedWithoutLocks(t *testing.T) {
	dir := t.TempDir()
	debit(t, open(t, dir, "People"), spend(t, "0.5", "2"))
	l, err := On(&disktest.Disk{Unsynced: true, Unlocked: &disk.UnlockedError{Path: dir, Kind: "fuse.sshfs"}}, dir).Open("People")
	if err != nil {
		t.Fatal(err)
	}
	before := bytesOf(t, l)
	tries := map[string]func() error{
		"a debit":       func() error { _, err := l.Debit(t.Context(), spend(t, "0.25", "2")); return err },
		"a reservation": func() error { _, err := l.Reserve(t.Context(), epsilon(t, "0.25"), "Next year", Words{}); return err },
		"a note":        func() error { _, err := l.Annotate(t.Context(), 1, Words{Why: "x"}); return err },
	}
	for what, try := range tries {
		if err := try(); !errors.As(err, new(*disk.UnlockedError)) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if s := statement(t, l); text(s.Spent) != "0.5" || string(bytesOf(t, l)) != string(before) {
		t.Errorf("it has spent %v", s.Spent)
	}
}
