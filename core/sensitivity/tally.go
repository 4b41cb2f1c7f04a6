package sensitivity

import (
	"math/big"
	"math/bits"

	"steward/core/policy/weighted"
)

// cost is what an edge costs: a change per unit of its weight, or of its squared weight for
// changes in L2.
type cost struct {
	change int64 // zero for no edge
	weight weighted.Weight
}

// tally keeps the largest cost of the edges that it is shown.
type tally struct {
	norm Norm
	best cost
	// enough is a cost that no edge is above, so that nothing is left to look for once it
	// has been met; no weight when none is known.
	enough cost
	// byWeight keeps the largest change for each weight too, when it is not nil.
	byWeight map[weighted.Weight]int64
	last     cost // in byWeight
}

// show shows an edge, and reports whether more could still be found.
func (t *tally) show(change int64, w weighted.Weight) (more bool) {
	if w == t.best.weight && change <= t.best.change {
		return true
	}
	if t.byWeight != nil {
		t.keep(change, w)
	}
	if change > 0 && t.above(cost{change, w}, t.best) {
		t.best = cost{change, w}
	}
	return !t.done()
}

func (t *tally) keep(change int64, w weighted.Weight) {
	if w != t.last.weight {
		t.last = cost{t.byWeight[w], w}
	}
	if change > t.last.change {
		t.last.change = change
		t.byWeight[w] = change
	}
}

// done reports whether no edge can be above what was found.
func (t *tally) done() bool {
	return t.enough.weight > 0 && t.byWeight == nil && !t.above(t.enough, t.best)
}

// above compares costs exactly.
func (t *tally) above(a, b cost) bool {
	switch {
	case b.change == 0 || a.change == 0:
		return a.change > b.change
	case a.weight == b.weight:
		return a.change > b.change
	}
	return less(t.times(b.change, a.weight), t.times(a.change, b.weight))
}

// times returns a change times a weight, squared for L2: at most 2^63 · 2^80.
func (t *tally) times(change int64, w weighted.Weight) [3]uint64 {
	hi, lo := bits.Mul64(uint64(change), uint64(w))
	if t.norm == L1 {
		return [3]uint64{0, hi, lo}
	}
	middle, low := bits.Mul64(lo, uint64(w))
	top, more := bits.Mul64(hi, uint64(w))
	middle, carry := bits.Add64(middle, more, 0)
	return [3]uint64{top + carry, middle, low}
}

func less(a, b [3]uint64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// size returns a cost as a number.
func (t *tally) size(c cost) *big.Rat {
	if c.change == 0 {
		return new(big.Rat)
	}
	return ratio(c.change, c.weight, t.norm)
}
