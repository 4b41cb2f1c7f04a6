package ledger

import (
	"cmp"
	"math/big"
	"slices"
	"time"
)

// Aside is how much was set aside for releases about the people from a time on.
type Aside struct {
	Time string
	Sum  *big.Rat
}

// Asides returns how what is set aside came to be what it is, in the order of its days: of the data set and of those linked to
// it. The last is SetAside; there are none where nothing ever was.
func (s Statement) Asides() []Aside {
	type change struct {
		time string
		by   *big.Rat
	}
	var changes []change
	each := func(of Statement) {
		b := newBalance()
		for _, e := range of.Entries {
			was := b.reserved()
			if e.Kind == Forgotten {
				b = newBalance()
			} else {
				_ = b.apply(e, func(int) bool { return true }) // it was checked when the ledger was read
			}
			if by := was.Sub(b.reserved(), was); by.Sign() != 0 {
				changes = append(changes, change{e.Time, by})
			}
		}
	}
	each(s)
	for _, k := range s.Linked {
		each(k.Statement)
	}
	at := func(c change) time.Time { t, _ := time.Parse(time.RFC3339, c.time); return t }
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(at(a).Unix(), at(b).Unix()) })
	var out []Aside
	sum := new(big.Rat)
	for _, c := range changes {
		sum = new(big.Rat).Add(sum, c.by)
		out = append(out, Aside{c.time, sum})
	}
	return out
}
