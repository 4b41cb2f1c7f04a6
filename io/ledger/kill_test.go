package ledger

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	budget "steward/core/account"
	"steward/core/release"
	"steward/core/seeded"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

// eventfulYear does with ledgers what can be done with them in different ways. Of what it spends it tells
// "spent", the data set, the number and the hash, as a release would show its numbers then.
func eventfulYear(d disk.Disk, dir string, tell func(string)) error {
	f, other := On(d, filepath.Join(dir, "ledgers")), On(d, filepath.Join(dir, "other"))
	y := &year{f: f, tell: tell}
	y.allowed = "2"
	y.debit("A", "0.5", "Tables")
	y.allowed = ""
	y.close("A", 1)
	y.do("A", func(l *Ledger) error { return y.only(l.RaiseLimits(y.ctx(), Limits{Losses: y.sum("3")}, why)) })
	y.do("A", func(l *Ledger) error { return y.only(l.Reserve(y.ctx(), y.sum("1"), "Later", why)) })
	y.debit("A", "0.25", "Later")
	y.debit("B", "0.125", "Tables")
	y.do("A", func(l *Ledger) error {
		b, err := f.Open("B")
		if err != nil {
			return err
		}
		return l.Link(y.ctx(), b, why)
	})
	y.debit("B", "0.125", "Tables")
	y.do("B", func(l *Ledger) error { return y.only(l.RaiseLimits(y.ctx(), Limits{Losses: y.sum("4")}, why)) })
	var copied bytes.Buffer
	y.do("A", func(l *Ledger) error { return l.Export(y.ctx(), &copied, "t") })
	y.do("A", func(*Ledger) error { _, err := other.Import(y.ctx(), copied.Bytes()); return err })
	y.do("B", func(l *Ledger) error { return y.only(l.Forget(y.ctx(), why)) })
	y.do("B", func(l *Ledger) error { return y.only(l.Reopen(y.ctx(), why)) })
	y.debit("B", "0.0625", "Tables")
	return y.err
}

// year does one thing after the other until one errors.
type year struct {
	f    *Folder
	tell func(string)
	err  error
	// allowed is the limit of the plan; empty for none.
	allowed string
}

func (y *year) ctx() context.Context { return context.Background() }

func (y *year) sum(s string) budget.Epsilon {
	e, err := budget.ParseEpsilon(s)
	if err != nil && y.err == nil {
		y.err = err
	}
	return e
}

func (y *year) only(_ Entry, err error) error { return err }

func (y *year) do(name string, f func(*Ledger) error) {
	if y.err != nil {
		return
	}
	l, err := y.f.Open(name)
	if err == nil {
		err = f(l)
	}
	if y.err = err; err == nil {
		y.tell("done")
	}
}

func (y *year) debit(name, sum, title string) {
	y.do(name, func(l *Ledger) error {
		s := release.Spend{DataSet: name, Title: title, Time: "t", Epsilon: y.sum(sum), Columns: []string{"age"}}
		if y.allowed != "" {
			s.Limit = y.sum(y.allowed)
		}
		e, err := l.Debit(y.ctx(), s)
		if err == nil {
			y.tell(fmt.Sprintf("spent %s %s %d %s", name, sum, e.Sequence, e.Hash))
		}
		return err
	})
}

func (y *year) close(name string, number int) {
	y.do(name, func(l *Ledger) error {
		s, err := l.Statement()
		if err != nil {
			return err
		}
		return l.Close(entryOf(s, number), Closing{Time: "t", Digest: "d"})
	})
}

// TestKilledAnywhere kills a program at every call that writes, or in the fast run at a part of
// those that change what is on the disk. Afterwards every spend that it told of is in its ledger,
// every ledger can be read and spent from, and no more counts as spent than it was about to spend.
func TestKilledAnywhere(t *testing.T) {
	deaths, left := lived(t)
	if len(deaths) < 180 {
		t.Errorf("only %d places to die at", len(deaths))
	}
	killed := 0
	for i, at := range deaths {
		if !seeded.Audit && (!at.Changes() || i%31 > 0) {
			continue
		}
		left.survive(t, at, false)
		killed++
	}
	t.Logf("killed %d programs", killed)
}

// survivors is what is there when nothing goes wrong.
type survivors struct{ imported Statement }

// lived does the work without dying, and returns every place where it could have.
func lived(t *testing.T) ([]disktest.Death, *survivors) {
	t.Helper()
	dir := t.TempDir()
	deaths, err := disktest.Deaths(eventfulYear, dir)
	if err != nil {
		t.Fatal(err)
	}
	return deaths, &survivors{statement(t, open(t, filepath.Join(dir, "other"), "A"))}
}

// survive lets a program die and looks at what it left.
func (y *survivors) survive(t *testing.T, at disktest.Death, synced bool) {
	t.Helper()
	dir := t.TempDir()
	told, err := disktest.Die(at, dir, synced)
	if err != nil {
		t.Fatal(err)
	}
	d := &disktest.Disk{Unsynced: true}
	f := On(d, filepath.Join(dir, "ledgers"))
	list, err := f.List()
	if err != nil {
		t.Fatalf("%v: %v", at, err)
	}
	for _, l := range list {
		if l.Err != nil {
			t.Errorf("%v: %s cannot be used: %v", at, l.DataSet, l.Err)
		}
		for _, k := range l.Linked {
			if k.Err != nil {
				t.Errorf("%v: %s, linked to %s, cannot be used: %v", at, k.DataSet, l.DataSet, k.Err)
			}
		}
	}
	known := map[string]*big.Rat{"A": new(big.Rat), "B": new(big.Rat)}
	for _, line := range told {
		var name, sum, hash string
		var number int
		if _, err := fmt.Sscanf(line, "spent %s %s %d %s", &name, &sum, &number, &hash); err != nil {
			continue
		}
		r, _ := amount(sum)
		known[name].Add(known[name], r)
		s := statement(t, open(t, f.dir, name))
		if e := entryOf(s, number); e.Hash != hash && s.Entries[0].Kind != Forgotten {
			t.Errorf("%v: the ledger of %s has %+v at %d, want the spend %s", at, name, e, number, hash)
		}
	}
	y.checkImport(t, at, dir)
	for name, least := range known {
		most := new(big.Rat).Add(least, big.NewRat(1, 2))
		l := open(t, f.dir, name)
		s := statement(t, l)
		if s.Spent.Cmp(least) < 0 || s.Spent.Cmp(most) > 0 {
			t.Errorf("%v: %s has spent %s, but %s was told of", at, name, text(s.Spent), text(least))
		}
		if s.Forgotten != nil {
			if _, err := l.Reopen(t.Context(), why); err != nil {
				t.Errorf("%v: %v", at, err)
			}
		}
		before := statement(t, l)
		limit := before.LeastLimit() // one of those that were ever set, and of A never none once a spend was told of
		if limit == nil && name == "A" && least.Sign() > 0 || limit != nil && !slices.Contains([]string{"2", "3", "4"}, text(limit)) {
			t.Errorf("%v: the limit of %s is %v", at, name, limit)
		}
		e, err := l.Debit(t.Context(), on(t, name, "0.5", ""))
		if err != nil {
			t.Errorf("%v: %v", at, err)
			continue
		}
		after := statement(t, l)
		if want := new(big.Rat).Add(before.Spent, big.NewRat(1, 2)); after.Spent.Cmp(want) != 0 || e.SpentAfter != text(after.Joint()) {
			t.Errorf("%v: %s has spent %s after another debit (%+v), want %s", at, name, text(after.Spent), e, text(want))
		}
	}
	leftovers(t, at, dir)
}

// checkImport imports what the program was importing: an import that was cut off counts for
// nothing until it is completed, and can be.
func (y *survivors) checkImport(t *testing.T, at disktest.Death, dir string) {
	t.Helper()
	l := open(t, filepath.Join(dir, "other"), "A")
	if _, err := os.Stat(l.Path()); err != nil {
		return // it had not begun
	}
	s, err := l.Statement()
	if err == nil && len(s.Entries) == 0 || err != nil && strings.Contains(err.Error(), "its end was cut off") {
		importInto(t, l.folder, export(t, open(t, filepath.Join(dir, "ledgers"), "A")))
		s, err = l.Statement()
	}
	if err != nil || len(s.Entries) != len(y.imported.Entries) || s.CutOff {
		t.Errorf("%v: %d entries were imported (%v), want %d", at, len(s.Entries), err, len(y.imported.Entries))
	}
}

// leftovers fails where a file stands that is neither a ledger nor a head nor the part of a
// file that was being written.
func leftovers(t *testing.T, at disktest.Death, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		switch {
		case filepath.Ext(path) == extension, strings.HasSuffix(path, extension+headExtension), strings.HasPrefix(e.Name(), ".steward-part-"):
		default:
			t.Errorf("%v: %s was left", at, path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
