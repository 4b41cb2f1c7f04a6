package ledger

import (
	"fmt"
	"math/big"
	"testing"

	budget "steward/core/account"
	"steward/core/seeded"
)

// Whatever is set aside, drawn on, given back and forgotten, what was set aside over time ends with what is set aside now, and is
// never less than nothing.
func TestAsides(t *testing.T) {
	draw := seeded.Named(t.Name())
	for range 40 {
		l := fresh(t, "People")
		titles := []string{"Next year", "The year after"}
		for i := range 12 {
			title := titles[draw.IntN(2)]
			sum, err := budget.ParseEpsilon(fmt.Sprintf("0.%d", 1+draw.IntN(9)))
			if err != nil {
				t.Fatal(err)
			}
			w := Words{Time: fmt.Sprintf("2026-01-%02dT03:04:05Z", 1+i), Why: "planned"}
			switch draw.IntN(4) {
			case 0:
				spent := spend(t, sum.String(), "")
				spent.Title, spent.Time = title, w.Time
				debit(t, l, spent)
			case 1:
				said := statement(t, l)
				if len(said.Reservations) > 0 {
					if _, err := l.Return(t.Context(), said.Reservations[0].Sequence, budget.Epsilon{}, w); err != nil {
						t.Fatal(err)
					}
				}
			case 2:
				if _, err := l.Reserve(t.Context(), sum, title, w); err != nil {
					t.Fatal(err)
				}
			}
			said := statement(t, l)
			last := new(big.Rat)
			for _, a := range said.Asides() {
				if last = a.Sum; last.Sign() < 0 {
					t.Errorf("on %s %s is set aside", a.Time, last)
				}
			}
			if last.Cmp(said.SetAside()) != 0 {
				t.Fatalf("%s is set aside at the end, want %s", last, said.SetAside())
			}
		}
	}
}

// What is set aside in linked ledgers is told together, in the order of its days.
func TestAsidesOfLinked(t *testing.T) {
	folder := t.TempDir()
	own, other := open(t, folder, "People"), open(t, folder, "Register")
	debit(t, own, spend(t, "0.5", ""))
	debit(t, other, spendFor(other, spend(t, "0.5", "")))
	if err := own.Link(t.Context(), other, why); err != nil {
		t.Fatal(err)
	}
	for i, l := range []*Ledger{other, own, other} {
		if _, err := l.Reserve(t.Context(), epsilon(t, "0.25"), "Next year", Words{Time: fmt.Sprintf("2026-02-0%dT03:04:05Z", 1+i), Why: "planned"}); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	for _, a := range statement(t, own).Asides() {
		got += a.Time[:10] + " " + text(a.Sum) + ";"
	}
	if want := "2026-02-01 0.25;2026-02-02 0.5;2026-02-03 0.75;"; got != want {
		t.Errorf("set aside: %s, want %s", got, want)
	}
}
