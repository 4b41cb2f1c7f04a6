package ledger

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"steward/core/result"
	"steward/core/seeded"
)

var firstEntry = result.LedgerEntry{DataSet: "People", Sequence: 1}

// stride is the distance between the bytes that tests cut off or change: they go through all of them in the audits.
var stride = seeded.Often(7, 1)

// lastLine returns where the last line begins.
func lastLine(data []byte) int {
	return bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1
}

// TestCutOffAnywhere cuts the last line off at every byte, as a crash does, and goes on.
func TestCutOffAnywhere(t *testing.T) {
	data := three(t)
	from := lastLine(data)
	readable := from + bytes.Index(data[from:], []byte(`"epsilon":"0.25"`)) + len(`"epsilon":"0.25"`)
	for cut := from; cut <= len(data); cut++ {
		telling := cut >= len(data)-3 || cut == readable || cut == readable-1
		if (cut-from)%stride > 0 && !telling {
			continue
		}
		l := holding(t, data[:cut])
		s := statement(t, l)
		torn := cut > from && cut < len(data)-1
		want := big.NewRat(1, 2)
		if cut >= readable {
			want = big.NewRat(3, 4) // what can be read of a cut-off debit counts as spent
		}
		if s.CutOff != torn || s.Spent.Cmp(want) != 0 {
			t.Errorf("cut after %d bytes: spent %s, cut off %v, want %s, %v", cut-from, s.Spent.RatString(), s.CutOff, want.RatString(), torn)
		}
		if got := spentIn(t, next(t, data[:cut])); got.Cmp(new(big.Rat).Add(want, big.NewRat(1, 10))) != 0 {
			t.Errorf("cut after %d bytes: spent %s after the next debit of 0.1 in memory", cut-from, got.RatString())
		}
		if (cut-from)%10 > 0 && !telling {
			continue // a disk takes its time
		}
		// What is left to spend can be spent, and no more.
		var limit *LimitError
		if _, err := l.Debit(context.Background(), spend(t, "1.500001", "2")); !errors.As(err, &limit) {
			t.Errorf("cut after %d bytes: error %v, want *LimitError", cut-from, err)
		}
		e := debit(t, l, spend(t, "0.1", "2"))
		want = new(big.Rat).Add(want, big.NewRat(1, 10))
		s = statement(t, l)
		if s.CutOff || s.Spent.Cmp(want) != 0 || e.SpentAfter != text(want) || e.Sequence != len(s.Entries) {
			t.Errorf("cut after %d bytes: the next debit %+v leaves %s spent in %d entries, want %s", cut-from, e, s.Spent.RatString(), len(s.Entries), want.RatString())
		}
		if got := s.Entries[2].Kind; torn != (got == Torn) {
			t.Errorf("cut after %d bytes: the third entry is %q", cut-from, got)
		}
		if got := bytesOf(t, l); !bytes.HasPrefix(got, data[:cut]) {
			t.Errorf("cut after %d bytes: what stood in the file was changed", cut-from)
		}
	}
}

// next appends a debit to a ledger's bytes in memory, as Debit does to its file.
func next(t *testing.T, data []byte) []byte {
	t.Helper()
	a, err := read(data)
	if err != nil {
		t.Fatalf("%v in %q", err, data[lastLine(data):])
	}
	out, err := a.mend("People")
	if err != nil {
		t.Fatal(err)
	}
	line, err := a.add(Entry{Kind: Spent, Epsilon: "0.1", Time: "t", DataSet: "People"})
	if err != nil {
		t.Fatal(err)
	}
	return append(append(bytes.Clone(data), out...), line...)
}

// TestCutOffWhileMending lets a second crash cut off what is written after a first one, at
// the bytes of the one for chosen bytes of the other, and a third after that.
func TestCutOffWhileMending(t *testing.T) {
	data := three(t)
	from := lastLine(data)
	for _, first := range []int{from + 1, from + 20, from + 60, len(data) - 2, len(data) - 1, len(data)} {
		second := next(t, data[:first])
		for cut := first; cut <= len(second); cut += stride {
			least := spentIn(t, data[:first])
			if got := spentIn(t, second[:cut]); got.Cmp(least) < 0 {
				t.Fatalf("cut at %d, then at %d: spent %s, but %s was spent before", first, cut, got, least)
			}
			third := next(t, second[:cut])
			want := new(big.Rat).Add(spentIn(t, second[:cut]), big.NewRat(1, 10))
			if got := spentIn(t, third); got.Cmp(want) != 0 {
				t.Fatalf("cut at %d, then at %d: spent %s after the next debit, want %s", first, cut, got, want)
			}
			if cut%41 != 0 {
				continue
			}
			for again := cut; again < len(third); again += seeded.Often(21, 7) {
				a, err := read(next(t, third[:again]))
				if err != nil || len(a.tail) > 0 || a.spent.Cmp(least) < 0 {
					t.Fatalf("cut at %d, %d and %d: %v, spent %v", first, cut, again, err, a.spent)
				}
			}
		}
	}
}

func spentIn(t *testing.T, data []byte) *big.Rat {
	t.Helper()
	a, err := read(data)
	if err != nil {
		t.Fatalf("%v in %q", err, data)
	}
	return new(big.Rat).Add(a.spent, tornEpsilon(a.tail))
}

// A last line that lacks only its end is an entry like any other.
func TestWholeLineWithoutItsEnd(t *testing.T) {
	data := three(t)
	l := holding(t, bytes.TrimSuffix(data, []byte("\n")))
	if s := statement(t, l); s.CutOff || len(s.Entries) != 3 || s.Spent.Cmp(big.NewRat(3, 4)) != 0 {
		t.Errorf("statement %+v", s)
	}
	debit(t, l, spend(t, "0.25", "1"))
	if got := bytesOf(t, l); !bytes.HasPrefix(got, data) {
		t.Errorf("the missing end was not added: %q", got)
	}
	if s := statement(t, l); len(s.Entries) != 4 || s.Spent.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("statement %+v", s)
	}
}

// Some file systems fill up with zeros what a crash kept from being written.
func TestZerosAfterACrash(t *testing.T) {
	data := three(t)
	for _, cut := range []int{lastLine(data), lastLine(data) + 90, len(data) - 2} {
		l := holding(t, append(bytes.Clone(data[:cut]), make([]byte, 512)...))
		before := statement(t, l)
		if !before.CutOff || before.Spent.Cmp(spentIn(t, data[:cut])) != 0 {
			t.Errorf("statement %+v", before)
		}
		debit(t, l, spend(t, "0.25", ""))
		if s := statement(t, l); s.CutOff || s.Spent.Cmp(new(big.Rat).Add(before.Spent, big.NewRat(1, 4))) != 0 {
			t.Errorf("statement %+v after the next debit", s)
		}
	}
}

// The very first line may be cut off too.
func TestCutOffFirstLine(t *testing.T) {
	data := three(t)
	end := bytes.IndexByte(data, '\n')
	for cut := 0; cut <= end; cut += 13 {
		l := holding(t, data[:cut])
		before := statement(t, l).Spent
		if cut > 0 {
			if s, err := readFile(l.folder.disk, l.Path()); err != nil || s.Spent.Cmp(before) != 0 {
				t.Errorf("Read says %+v (%v)", s, err)
			}
		}
		e := debit(t, l, spend(t, "0.25", ""))
		if want := text(new(big.Rat).Add(before, big.NewRat(1, 4))); e.SpentAfter != want {
			t.Errorf("cut after %d bytes: spent %s, want %s", cut, e.SpentAfter, want)
		}
	}
}

// A Torn entry says what it stands for and takes its part of the limit.
func TestTornEntry(t *testing.T) {
	data := three(t)
	cut := lastLine(data) + 150
	l := holding(t, data[:cut])
	if _, err := l.Annotate(context.Background(), 1, Words{Time: "t", Why: "so that it is mended"}); err != nil {
		t.Fatal(err)
	}
	s := statement(t, l)
	if len(s.Entries) != 4 {
		t.Fatalf("entries %+v", s.Entries)
	}
	torn := s.Entries[2]
	if torn.Kind != Torn || torn.Epsilon != "0.25" || torn.DataSet != "People" || torn.Fragment != fragmentHash(data[lastLine(data):cut]) {
		t.Errorf("torn entry %+v", torn)
	}
	if !strings.Contains(string(bytesOf(t, l)), string(data[lastLine(data):cut])+"\n") {
		t.Error("the cut-off line was taken out")
	}
}
