package ledger

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	budget "steward/core/account"
	"steward/core/seeded"
)

// A spend that fits exactly is noted, and one that is the least bit larger than what is left is refused,
// whatever was spent before: there is no tolerance, of sums of many small spends neither.
func TestLimitHasNoTolerance(t *testing.T) {
	r := seeded.Named(t.Name())
	for range 6 {
		l := fresh(t, "People")
		spent := new(big.Rat)
		for range r.IntN(4) {
			s := spend(t, "0.1", "")
			s.Epsilon = s.Epsilon.Over(3 + r.IntN(4)) // no short decimal
			spent.Add(spent, s.Epsilon.Rat())
			debit(t, l, s)
		}
		asked := big.NewRat(1+r.Int64N(999), 1001)
		limit, err := budget.FromRat(new(big.Rat).Add(spent, asked))
		if err != nil {
			t.Fatal(err)
		}
		s := spend(t, "1", "")
		s.Limit = limit
		var refused *LimitError
		for _, more := range []*big.Rat{big.NewRat(1, 1<<40), new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 90))} {
			if s.Epsilon, err = budget.FromRat(more.Add(more, asked)); err != nil {
				t.Fatal(err)
			}
			if _, err := l.Debit(t.Context(), s); !errors.As(err, &refused) {
				t.Fatalf("%s of %s, with %s spent: %v", s.Epsilon, limit, spent.RatString(), err)
			}
		}
		if s.Epsilon, err = budget.FromRat(asked); err != nil {
			t.Fatal(err)
		}
		debit(t, l, s)
		s.Epsilon = epsilon(t, "0.000001")
		if _, err := l.Debit(t.Context(), s); !errors.As(err, &refused) {
			t.Fatalf("a spend above a limit that is used up: %v", err)
		}
	}
}

// An entry belongs after the one whose hash it names. One from another ledger of the same data set, whole
// in itself and with the right number, is refused in its place.
func TestEntriesOfTwoLedgersDoNotMix(t *testing.T) {
	var lines [2][][]byte
	for i := range lines {
		l := fresh(t, "People")
		for range 3 {
			debit(t, l, spend(t, []string{"0.5", "0.001"}[i], ""))
		}
		lines[i] = bytes.SplitAfter(bytesOf(t, l), []byte("\n"))[:3]
	}
	for from := range 8 { // of which ledger each line is
		var data []byte
		for at := range 3 {
			data = append(data, lines[from>>at&1][at]...)
		}
		if _, err := read(data); (err == nil) != (from == 0 || from == 7) {
			t.Errorf("lines of the ledgers %03b: %v", from, err)
		}
	}
}
