package ledger

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"steward/core/limits"
	"steward/io/internal/disk"
)

// Every state that an earlier copy of the ledger can be in is told from the present one,
// and nothing is spent on it or written to it.
func TestOldCopiesAreRefused(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledgers"), "People")
	for range 3 {
		debit(t, l, spend(t, "1", "4"))
	}
	data := bytesOf(t, l)
	other := open(t, filepath.Join(t.TempDir(), "ledgers"), "People")
	for _, amount := range []string{"1", "1", "0.5"} {
		debit(t, other, spend(t, amount, "4"))
	}
	states := map[string][]byte{"another chain of the same length": bytesOf(t, other), "no file": nil}
	for cut := 0; cut < len(data)-1; cut += stride { // all but the last line's end, whose loss loses nothing
		states["cut after "+strconv.Itoa(cut)+" bytes"] = data[:cut]
	}
	for name, content := range states {
		if content == nil {
			if err := os.Remove(l.Path()); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(l.Path(), content, 0o600); err != nil {
			t.Fatal(err)
		}
		var damaged *DamagedError
		if _, err := l.Statement(); !errors.As(err, &damaged) {
			t.Errorf("%s: Statement says %v", name, err)
		}
		if _, err := l.Debit(context.Background(), spend(t, "0.1", "4")); !errors.As(err, &damaged) {
			t.Errorf("%s: Debit says %v", name, err)
		}
		if now, _ := os.ReadFile(l.Path()); string(now) != string(content) {
			t.Errorf("%s: the file was written to", name)
		}
	}
	if err := os.WriteFile(l.Path(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if e := debit(t, l, spend(t, "1", "4")); e.SpentAfter != "4" {
		t.Errorf("with the right copy put back, spent %s", e.SpentAfter)
	}
}

// A crash between ledger and head leaves the ledger ahead, which is in order; so is a
// ledger that never had a head.
func TestLedgerAheadOfItsHead(t *testing.T) {
	l := fresh(t, "People")
	debit(t, l, spend(t, "1", ""))
	old, err := disk.ReadFile(l.folder.disk, headPath(l.Path()), limits.MaxLedgerBytes)
	if err != nil {
		t.Fatal(err)
	}
	debit(t, l, spend(t, "1", ""))
	if err := put(l, headPath(l.Path()), old); err != nil {
		t.Fatal(err)
	}
	if s := statement(t, l); text(s.Spent) != "2" {
		t.Errorf("behind: spent %s", text(s.Spent))
	}
	if err := l.folder.disk.Remove(headPath(l.Path())); err != nil {
		t.Fatal(err)
	}
	if e := debit(t, l, spend(t, "1", "")); e.SpentAfter != "3" {
		t.Errorf("missing: spent %s", e.SpentAfter)
	}
}

// A head that cannot be kept refuses the debit before it is made.
func TestHeadThatCannotBeKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledgers")
	l := open(t, dir, "People")
	if err := os.WriteFile(dir+".heads", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Debit(context.Background(), spend(t, "1", "")); err == nil {
		t.Error("a debit without a head")
	}
	if data, err := disk.ReadFile(l.folder.disk, l.Path(), limits.MaxLedgerBytes); err == nil && len(data) > 0 {
		t.Errorf("it was noted: %s", data)
	}
}

// A ledger that another program holds is given up on when the caller is.
func TestWaitingEnds(t *testing.T) {
	l := open(t, t.TempDir(), "People")
	debit(t, l, spend(t, "1", ""))
	f, err := disk.OS.OpenFile(l.Path(), os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := lock(context.Background(), f, true); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := l.Debit(ctx, spend(t, "1", "")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	f.Unlock()
	if s := statement(t, l); text(s.Spent) != "1" {
		t.Errorf("spent %s", text(s.Spent))
	}
}

func TestDamagedHead(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledgers"), "People")
	debit(t, l, spend(t, "1", ""))
	if err := os.WriteFile(headPath(l.Path()), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	var damaged *DamagedError
	if _, err := l.Statement(); !errors.As(err, &damaged) || !strings.Contains(err.Error(), headPath(l.Path())) {
		t.Errorf("error %v", err)
	}
}
