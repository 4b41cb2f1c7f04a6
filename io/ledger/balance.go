package ledger

import (
	"math/big"
	"slices"

	"steward/core/message"
)

// balance is what the entries of a ledger come to.
type balance struct {
	spent        *big.Rat
	delta        *big.Rat // the chances of failure, added up
	reservations []Reservation
	limit        limit
	deltaLimit   limit // of the chances of failure
	changes      []LimitChange
	links        []Link
	reviewing    reviewing
	forgotten    *Entry       // the tombstone of a data set that is not in use again
	closed       map[int]bool // the debits whose files are noted as written
}

// Reservation is a part of the budget that was set aside.
type Reservation struct {
	Sequence int
	Title    string
	Left     *big.Rat // what is not drawn or given back
}

func newBalance() balance {
	return balance{spent: new(big.Rat), delta: new(big.Rat), closed: make(map[int]bool)}
}

// reserved returns what is set aside and neither drawn nor given back.
func (b *balance) reserved() *big.Rat {
	sum := new(big.Rat)
	for _, r := range b.reservations {
		sum.Add(sum, r.Left)
	}
	return sum
}

// reservation returns the reservation of an entry, or nil.
func (b *balance) reservation(sequence int) *Reservation {
	for i := range b.reservations {
		if b.reservations[i].Sequence == sequence {
			return &b.reservations[i]
		}
	}
	return nil
}

// linkedTo reports whether an entry links the ledger to the data set.
func (b *balance) linkedTo(dataSet string) bool {
	return slices.ContainsFunc(b.links, func(k Link) bool { return same(k.DataSet, dataSet) })
}

// apply adds an entry to the balance. It errors when no ledger would have noted it.
func (b *balance) apply(e Entry, noted func(sequence int) bool) error {
	var sum *big.Rat
	if e.Epsilon != "" {
		var ok bool
		if sum, ok = e.spends(); !ok {
			return message.Errorf("entry %d has the epsilon %q", e.Sequence, e.Epsilon)
		}
	}
	wrong := message.Errorf("entry %d is one that no account would contain", e.Sequence)
	delta := new(big.Rat)
	if e.Delta != "" {
		var ok bool
		if delta, ok = amount(e.Delta); !ok {
			return message.Errorf("entry %d has the delta %q", e.Sequence, e.Delta)
		}
	}
	if !b.reviewing.review(e) {
		return wrong
	}
	switch e.Kind {
	case Reviewed, Checking:
	case Spent, Torn:
		if e.Kind == Spent && !b.allow(e) {
			return wrong
		}
		b.delta.Add(b.delta, delta)
		if sum == nil {
			return nil // a line that was cut off before its spend
		}
		if !b.draw(e.From, sum) {
			return wrong
		}
		b.spent.Add(b.spent, sum)
	case Written:
		b.closed[e.Of] = true
	case Reserved:
		if sum == nil {
			return wrong
		}
		b.reservations = append(b.reservations, Reservation{e.Sequence, e.Title, sum})
	case Returned:
		if e.Again != nil {
			return nil // it may have been drawn here
		}
		r := b.reservation(e.Of)
		if r == nil || sum == nil || sum.Cmp(r.Left) > 0 {
			return wrong
		}
		r.Left = new(big.Rat).Sub(r.Left, sum)
	case Noted:
		if !noted(e.Of) && e.Again == nil {
			return wrong
		}
	case Withdrawn:
		if e.Again == nil && (!b.closed[e.Of] || e.Instead != 0 && (e.Instead == e.Of || !b.closed[e.Instead])) {
			return wrong
		}
	case Limited:
		if e.Limit+e.DeltaLimit == "" || !b.allow(e) {
			return wrong
		}
	case Linked:
		if len(e.Links) != 1 {
			return wrong
		}
		b.links = append(b.links, e.Links...)
	case Reopened:
		if b.forgotten == nil {
			return wrong
		}
		b.forgotten = nil
	default: // Forgotten entries are applied by themselves
		return message.Errorf("entry %d has the unknown kind %q", e.Sequence, e.Kind)
	}
	return nil
}

// draw takes a spend, or as much of it as there is, from reservations.
func (b *balance) draw(from []int, sum *big.Rat) bool {
	rest := new(big.Rat).Set(sum)
	for _, n := range from {
		r := b.reservation(n)
		if r == nil {
			return false
		}
		part := least(rest, r.Left)
		r.Left = new(big.Rat).Sub(r.Left, part)
		rest.Sub(rest, part)
	}
	return true
}

// drawable returns the reservations with something left under a title, and how much of a
// spend they cover.
func (b *balance) drawable(title string, sum *big.Rat) (from []int, part *big.Rat) {
	part = new(big.Rat)
	for _, r := range b.reservations {
		if r.Left.Sign() > 0 && same(r.Title, title) && part.Cmp(sum) < 0 {
			from = append(from, r.Sequence)
			part = least(sum, new(big.Rat).Add(part, r.Left))
		}
	}
	return from, part
}

func least(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

// bury returns the balance that a Forgotten entry leaves. It errors when the entry does not
// agree with the ones before, where those are still there.
func (b *balance) bury(e Entry, known bool) (balance, error) {
	after := newBalance()
	wrong := message.Errorf("entry %d is one that no account would contain", e.Sequence)
	var ok bool
	if e.Total != nothing {
		if after.spent, ok = amount(e.Total); !ok {
			return after, wrong
		}
	}
	if e.TotalDelta != "" {
		if after.delta, ok = amount(e.TotalDelta); !ok {
			return after, wrong
		}
	}
	if e.Counts != "" {
		if counts, ok := amount(e.Counts); !ok || counts.Cmp(after.spent) >= 0 {
			return after, wrong
		}
	}
	if !after.allow(e) || !after.reviewing.review(e) {
		return after, wrong
	}
	if known && after.delta.Cmp(b.delta) != 0 {
		return after, wrong
	}
	if known && (after.spent.Cmp(b.spent) != 0 || b.forgotten != nil) {
		return after, wrong
	}
	if known && (after.reviewing.needed == nil) != (b.reviewing.needed == nil) {
		return after, wrong
	}
	after.links, after.forgotten = e.Links, &e
	return after, nil
}
