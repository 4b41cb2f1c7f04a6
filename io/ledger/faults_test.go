package ledger

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"steward/core/seeded"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

// TestEveryCallFails lets every call on the disk fail in turn while a ledger is worked with, in the fast run every one that
// writes and a quarter of the others, once by itself and once with all that follow, as on a drive that vanishes. An error leaves
// nothing spent, or more than it says; what is said to be done is done; and when the disk is
// in order again, so are the ledgers.
func TestEveryCallFails(t *testing.T) {
	there := disktest.NewMemory()
	for _, name := range []string{"A", "B", "C"} {
		debit(t, in(t, there, name), on(t, name, "0.5", ""))
	}
	if err := in(t, there, "A").Link(t.Context(), in(t, there, "B"), why); err != nil {
		t.Fatal(err)
	}
	later := there.Copy()
	debit(t, in(t, later, "A"), on(t, "A", "0.25", ""))
	copied := export(t, in(t, later, "A"))
	for name, act := range map[string]action{
		"Debit": {"A", "0.25", false, func(f *Folder) error {
			l, err := f.Open("A")
			if err == nil {
				_, err = l.Debit(t.Context(), on(t, "A", "0.25", "9"))
			}
			return err
		}},
		"a first debit": {"New", "0.25", false, func(f *Folder) error {
			l, err := f.Open("New")
			if err == nil {
				_, err = l.Debit(t.Context(), on(t, "New", "0.25", "9"))
			}
			return err
		}},
		"Link": {"A", "0", false, func(f *Folder) error {
			l, err := f.Open("A")
			other, err2 := f.Open("C")
			if err = errors.Join(err, err2); err == nil {
				err = l.Link(t.Context(), other, why)
			}
			return err
		}},
		"Forget": {"A", "0", false, func(f *Folder) error {
			l, err := f.Open("A")
			if err == nil {
				_, err = l.Forget(t.Context(), why)
			}
			return err
		}},
		"Import": {"A", "0.25", true, func(f *Folder) error { _, err := f.Import(t.Context(), copied); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			for _, op := range act.calls(t, there) {
				if op.Writes() || op.Number%seeded.Often(4, 1) == 0 {
					act.fails(t, there, op.Number, false)
				}
				if op.Number%seeded.Often(32, 2) == 0 { // what a drive that is gone does at one call it does at the next
					act.fails(t, there, op.Number, true)
				}
			}
		})
	}
}

// action is work with ledgers: whose grows by it, and by how much.
type action struct {
	who, grows string
	// again says that it has to be done again when it was cut off, and only then counts.
	again bool
	do    func(*Folder) error
}

// calls are those on the disk that an action makes where none fails.
func (a action) calls(t *testing.T, there *disktest.Memory) (ops []disktest.Op) {
	t.Helper()
	if err := a.do(On(&disktest.Disk{On: there.Copy(), Fault: func(op disktest.Op) disktest.Fault {
		ops = append(ops, op)
		return disktest.Fault{}
	}}, memoryDir)); err != nil {
		t.Fatal(err)
	}
	return ops
}

// fails lets one call fail, and all after it if it stays so.
func (a action) fails(t *testing.T, there *disktest.Memory, number int, stays bool) {
	t.Helper()
	m := there.Copy()
	before := statement(t, in(t, m, a.who)).Spent
	failure := syscall.EIO
	var failed disktest.Op
	said := a.do(On(&disktest.Disk{On: m, Fault: func(op disktest.Op) disktest.Fault {
		if op.Number == number || stays && op.Number > number {
			if op.Number == number {
				failed = op
			}
			return disktest.Fault{Err: failure, Bytes: op.Bytes / 2}
		}
		return disktest.Fault{}
	}}, memoryDir))
	if failed.Number == 0 {
		t.Fatalf("there is no call %d: %v", number, said)
	}
	where := fmt.Sprintf("call %d (%s %s), stays %v", number, failed.Call, failed.Path, stays)
	if said != nil && !errors.Is(said, failure) && !strings.Contains(said.Error(), "cannot be read") {
		t.Errorf("%s: the error %v does not tell of %v", where, said, failure)
	}
	l := in(t, m, a.who)
	if s, err := l.Statement(); a.again && (err != nil || s.Spent.Cmp(before) == 0) {
		if said == nil {
			t.Errorf("%s: it was said to be done, but %v", where, err)
		}
		if said = a.do(On(m, memoryDir)); said != nil {
			t.Errorf("%s: it cannot be done again: %v", where, said)
		}
	}
	s := statement(t, l)
	grown := new(big.Rat).Sub(s.Spent, before)
	all, _ := new(big.Rat).SetString(a.grows)
	switch {
	case said == nil && grown.Cmp(all) != 0:
		t.Errorf("%s: it was said to be done, and %s was spent", where, text(grown))
	case said != nil && !stays && grown.Sign() != 0, grown.Sign() < 0, grown.Cmp(all) > 0:
		t.Errorf("%s: error %v, and %s was spent", where, said, text(grown))
	}
	if s.Forgotten != nil {
		if _, err := l.Forget(t.Context(), why); err != nil || statement(t, l).Undropped { // what was begun can be completed
			t.Errorf("%s: %v", where, err)
		}
		return
	}
	if _, err := l.Debit(t.Context(), on(t, a.who, "0.1", "")); err != nil {
		t.Errorf("%s: afterwards %v", where, err)
	}
	if got, want := statement(t, l).Spent, new(big.Rat).Add(s.Spent, big.NewRat(1, 10)); got.Cmp(want) != 0 {
		t.Errorf("%s: %s is spent afterwards, want %s", where, text(got), text(want))
	}
}

// memoryDir is the folder of the ledgers on a disk in memory.
var memoryDir = filepath.Join(string(filepath.Separator), "home", "ledgers")

// in returns a ledger on a disk in memory.
func in(t testing.TB, m *disktest.Memory, dataSet string) *Ledger {
	t.Helper()
	l, err := On(m, memoryDir).Open(dataSet)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// fresh returns a ledger in a folder of its own on a disk in memory.
func fresh(t testing.TB, dataSet string) *Ledger {
	t.Helper()
	return in(t, disktest.NewMemory(), dataSet)
}

// put writes the bytes of a file on the disk of a ledger.
func put(l *Ledger, path string, data []byte) error {
	if err := disk.MakeFolder(l.folder.disk, filepath.Dir(path)); err != nil {
		return err
	}
	f, err := l.folder.disk.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// A debit returns only when its line is on the disk, the name of a new file too.
func TestOnTheDiskBeforeItReturns(t *testing.T) {
	var ops []disktest.Op
	d := &disktest.Disk{Fault: func(op disktest.Op) disktest.Fault {
		ops = append(ops, op)
		return disktest.Fault{}
	}}
	l, err := On(d, filepath.Join(t.TempDir(), "ledgers")).Open("People")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		ops = nil
		debit(t, l, spend(t, "0.5", ""))
		last := map[string]int{}
		for at, op := range ops {
			if op.Path == l.Path() || op.Path == filepath.Dir(l.Path()) {
				last[op.Call] = at + 1
			}
		}
		if last[disktest.Write] == 0 || last[disktest.Sync] < last[disktest.Write] {
			t.Errorf("debit %d: written at call %d, on the disk at %d", i+1, last[disktest.Write], last[disktest.Sync])
		}
		if created := last[disktest.Create]; (created > 0) != (i == 0) || last[disktest.SyncFolder] < created {
			t.Errorf("debit %d: made at call %d, named on the disk at %d", i+1, created, last[disktest.SyncFolder])
		}
	}
}

// The words of an error say what to do about the disk.
func TestWordsAboutDisks(t *testing.T) {
	for says, err := range map[string]error{"free some space": syscall.ENOSPC, "choose a folder": syscall.EROFS, "check that it is connected": syscall.ENODEV} {
		l := open(t, filepath.Join(t.TempDir(), "ledgers"), "People")
		debit(t, l, spend(t, "0.5", ""))
		l.folder.disk.(*disktest.Disk).Fault = func(op disktest.Op) disktest.Fault {
			if op.Writes() {
				return disktest.Fault{Err: err}
			}
			return disktest.Fault{}
		}
		if _, got := l.Debit(t.Context(), spend(t, "0.5", "")); !errors.Is(got, err) || !strings.Contains(got.Error(), says) {
			t.Errorf("error %v, want one that says %q", got, says)
		}
	}
}
