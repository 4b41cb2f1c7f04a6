package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"steward/core/seeded"
)

// attacked is an account in a folder that somebody puts back, cuts and deletes from, and what was ever told from it.
type attacked struct {
	t        *testing.T
	dice     *seeded.Source
	dir      string
	spent    map[string]*big.Rat // by the hash of the debit
	sealed   bool                // whether words were ever forgotten, so that sums stand for debits
	backups  []string            // folders
	copies   []json.RawMessage
	met      map[string]int
	released int
}

func (w *attacked) ledger(name string) *Ledger {
	return open(w.t, filepath.Join(w.dir, "ledgers"), name)
}

// noted returns the hashes of the debits that both ledgers have.
func (w *attacked) noted(entries []Entry) map[string]bool {
	out := make(map[string]bool)
	for _, e := range entries {
		out[e.Hash] = true
		if e.Again != nil {
			out[e.Again.Hash] = true
		}
	}
	return out
}

func (w *attacked) entries() []Entry {
	var all []Entry
	for _, name := range []string{"People", "Staff"} {
		all = append(all, statement(w.t, w.ledger(name)).Entries...)
	}
	return all
}

func (w *attacked) total() *big.Rat {
	sum := new(big.Rat)
	for _, name := range []string{"People", "Staff"} {
		sum.Add(sum, statement(w.t, w.ledger(name)).Spent)
	}
	return sum
}

// step does something that the program does, or that is done to its files.
func (w *attacked) step() {
	t, name := w.t, []string{"People", "Staff"}[w.dice.IntN(2)]
	l := w.ledger(name)
	s := spend(t, fmt.Sprintf("0.%d", 1+w.dice.IntN(9)), "")
	s.DataSet, s.Title = name, fmt.Sprint("release ", w.released)
	switch w.dice.IntN(16) {
	default:
		if e, err := l.Debit(t.Context(), s); err == nil {
			w.released++
			w.spent[e.Hash] = s.Epsilon.Rat()
			if w.dice.IntN(2) == 0 {
				if err := l.Close(e, Closing{Time: s.Time, Digest: fmt.Sprint("digest ", w.released)}); err != nil {
					t.Fatal(err)
				}
			}
		}
	case 0:
		_, _ = l.Reserve(t.Context(), s.Epsilon, fmt.Sprint("release ", w.released+w.dice.IntN(2)), why)
	case 1:
		if r := statement(t, l).Reservations; len(r) > 0 {
			_, _ = l.Return(t.Context(), r[0].Sequence, epsilon(t, "0.05"), why)
		}
	case 2:
		_ = w.ledger("People").Link(t.Context(), w.ledger("Staff"), why)
	case 3:
		_, _ = l.SetLimits(t.Context(), Limits{Losses: epsilon(t, fmt.Sprint(5+w.dice.IntN(40)))}, why)
	case 4:
		if w.dice.IntN(6) == 0 && len(statement(t, l).Entries) > 0 {
			w.sealed = true
			if _, err := l.Forget(t.Context(), why); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Reopen(t.Context(), why); err != nil {
				t.Fatal(err)
			}
		}
	case 5:
		w.backups = append(w.backups, w.saved())
	case 6, 7:
		if copied, err := l.Copy(t.Context()); err != nil {
			t.Fatal(err)
		} else if copied != nil {
			w.copies = append(w.copies, copied)
		}
	case 8: // everything is put back together
		if n := len(w.backups); n > 0 {
			w.put(w.backups[w.dice.IntN(n)])
			w.met["put back"]++
		}
	case 9: // heads are deleted, and the end is cut off
		w.cut(l)
	}
}

// saved copies the folders.
func (w *attacked) saved() string {
	to := w.t.TempDir()
	if err := os.CopyFS(to, os.DirFS(w.dir)); err != nil {
		w.t.Fatal(err)
	}
	return to
}

// put puts folders back that were copied.
func (w *attacked) put(from string) {
	w.dir = w.t.TempDir()
	if err := os.CopyFS(w.dir, os.DirFS(from)); err != nil {
		w.t.Fatal(err)
	}
}

// cut deletes the heads, and some lines at the end of a ledger, or all of it.
func (w *attacked) cut(l *Ledger) {
	s := statement(w.t, l)
	if len(s.Entries) == 0 || len(s.Linked) > 0 || s.Entries[0].Kind == Forgotten {
		return // a link notices it
	}
	if err := os.RemoveAll(headsDir(filepath.Dir(l.Path()))); err != nil {
		w.t.Fatal(err)
	}
	lines := bytes.SplitAfter(bytesOf(w.t, l), []byte("\n"))
	keep := bytes.Join(lines[:w.dice.IntN(len(lines))], nil)
	if err := os.WriteFile(l.Path(), keep, 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.met["cut"]++
}

// bringUp adds what a copy knows, after which nothing is missing of it or of what there was, and nothing is counted twice.
func (w *attacked) bringUp() {
	t := w.t
	copied := w.copies[w.dice.IntN(len(w.copies))]
	var x []Exported
	if err := json.Unmarshal(copied, &x); err != nil {
		t.Fatal(err)
	}
	want := w.noted(w.entries())
	for _, part := range x {
		for hash := range w.noted(part.Entries) {
			want[hash] = true
		}
	}
	before := w.total()
	f := w.ledger("People").folder
	done, err := f.BringUp(t.Context(), copied)
	if err != nil {
		t.Fatalf("%v\n%s", err, copied)
	}
	if len(done) > 0 {
		w.met["brought up"]++
	}
	sum := new(big.Rat)
	for hash, epsilon := range w.spent {
		if want[hash] {
			sum.Add(sum, epsilon)
		}
	}
	now := w.total()
	if now.Cmp(sum) < 0 || now.Cmp(before) < 0 || !w.sealed && now.Cmp(sum) != 0 {
		t.Fatalf("%s is spent by the ledgers, before %s, and %s by what they and the copy know", text(now), text(before), text(sum))
	}
	for _, part := range x {
		now := statement(t, w.ledger(part.DataSet)).LeastLimit()
		if there, ok := amount(part.Limit); ok && (now == nil || now.Cmp(there) > 0) {
			t.Fatalf("the limit %s is lost: %v", text(there), now)
		}
	}
	if again, err := f.BringUp(t.Context(), copied); err != nil || len(again) > 0 {
		t.Fatalf("the same copy again adds %+v, %v", again, err)
	}
}

// Whatever is put back, cut off or deleted of the ledgers: with a copy that knows better nothing that was spent is lost, nothing counts
// twice, and the ledgers can be used.
func TestCopiesBringLedgersUp(t *testing.T) {
	met := make(map[string]int)
	for n := range seeded.Often(10, 100) {
		w := &attacked{t: t, dice: seeded.New(20261127, uint64(n)), dir: t.TempDir(), spent: make(map[string]*big.Rat), met: met}
		for range 30 {
			w.step()
			if len(w.copies) > 0 && w.dice.IntN(3) == 0 {
				w.bringUp()
			}
		}
		for _, name := range []string{"People", "Staff"} {
			if st := statement(t, w.ledger(name)); slices.ContainsFunc(st.Linked, func(k LinkedStatement) bool { return k.Err != nil }) {
				t.Fatalf("a linked ledger cannot be relied on: %v", st.Linked[0].Err)
			}
		}
	}
	for _, what := range []string{"put back", "cut", "brought up"} {
		if met[what] < 3 {
			t.Errorf("%q came %d times", what, met[what])
		}
	}
}
