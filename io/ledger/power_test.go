package ledger

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"steward/core/limits"
	"steward/core/seeded"
	"steward/io/internal/disk"
	"steward/io/internal/disk/disktest"
)

// TestPowerCutAnywhere cuts the power at every call, and lets the disk lose what was not made
// durable in every way it may. All spends that were told of are there afterwards, and no
// ledger is damaged by it.
func TestPowerCutAnywhere(t *testing.T) {
	cut := errors.New("the power is cut")
	root := string(filepath.Separator)
	for number := 1; ; number += seeded.Often(3, 1) {
		m := disktest.NewMemory()
		calls, last := 0, disktest.Op{}
		d := &disktest.Disk{On: m, Fault: func(op disktest.Op) disktest.Fault {
			if op.Writes() {
				calls++
			}
			if calls < number {
				return disktest.Fault{}
			}
			if last.Number == 0 {
				last = op
			}
			return disktest.Fault{Err: cut} // nothing reaches the disk any more
		}}
		told := map[string]*big.Rat{"A": new(big.Rat), "B": new(big.Rat)}
		err := eventfulYear(d, root, func(line string) {
			var name, sum string
			if _, err := fmt.Sscanf(line, "spent %s %s", &name, &sum); err == nil {
				r, _ := amount(sum)
				told[name].Add(told[name], r)
			}
		})
		if last.Number == 0 {
			if err != nil || number < 80 {
				t.Fatalf("%d calls: %v", number-1, err)
			}
			return
		}
		for _, loss := range disktest.Losses() {
			where := fmt.Sprintf("call %d (%s %s), loss %+v", number, last.Call, last.Path, loss)
			after := m.After(loss)
			for name, least := range told {
				l, err := On(after, filepath.Join(root, "ledgers")).Open(name)
				if err != nil {
					t.Fatalf("%s: %v", where, err)
				}
				s, err := l.Statement()
				if err != nil || s.Spent.Cmp(least) < 0 {
					t.Errorf("%s: %s has spent %s (%v), but %s was told of", where, name, text(s.Spent), err, text(least))
				}
			}
		}
	}
}

// A ledger that is put in the place of one that is waited for is the one that is written to.
func TestReplacedWhileItIsWaitedFor(t *testing.T) {
	m := disktest.NewMemory()
	debit(t, in(t, m, "People"), spend(t, "0.5", ""))
	path := in(t, m, "People").Path()
	f, err := m.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if free, err := f.TryLock(true); err != nil || !free {
		t.Fatal(err)
	}
	done := make(chan error)
	waits := make(chan bool, 1)
	d := &disktest.Disk{On: m, Fault: func(op disktest.Op) disktest.Fault {
		if op.Call == disktest.Lock && op.Path == path {
			select {
			case waits <- true:
			default:
			}
		}
		return disktest.Fault{}
	}}
	go func() {
		l, err := On(d, memoryDir).Open("People")
		if err == nil {
			_, err = l.Debit(t.Context(), spend(t, "0.25", ""))
		}
		done <- err
	}()
	<-waits
	copied := path + "-copied"
	g, err := m.OpenFile(copied, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	data, err := disk.ReadFile(m, path, limits.MaxLedgerBytes)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := m.Rename(copied, path); err != nil {
		t.Fatal(err)
	}
	f.Unlock()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if s := statement(t, in(t, m, "People")); text(s.Spent) != "0.75" {
		t.Errorf("%s is spent", text(s.Spent))
	}
}

// A ledger that is begun while another program looks for it is not taken for one that was
// cut off.
func TestBegunWhileItIsLookedFor(t *testing.T) {
	m := disktest.NewMemory()
	path := in(t, m, "People").Path()
	begun := false
	d := &disktest.Disk{On: m, Fault: func(op disktest.Op) disktest.Fault {
		if op.Call == disktest.Open && op.Path == headPath(path) && !begun {
			begun = true
			debit(t, in(t, m, "People"), spend(t, "0.5", ""))
		}
		return disktest.Fault{}
	}}
	l, err := On(d, memoryDir).Open("People")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := l.Statement(); err != nil || text(s.Spent) != "0.5" || !begun {
		t.Errorf("spent %s (%v)", text(s.Spent), err)
	}
}
