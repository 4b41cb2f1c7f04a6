package partition

import (
	"math/big"
	"math/bits"

	"steward/core/message"
	"steward/core/noise"
)

// The prior weight of an interval is priorNum/priorDen.
const (
	priorNum = 3
	priorDen = 10
)

// MaxEntry bounds the magnitude of entries, and MaxEntries their number, so that deviations fit
// in a word.
const (
	MaxEntry   = 1 << 40
	MaxEntries = 1 << 21
)

// Law draws partitions at one privacy loss.
type Law struct {
	rate   *big.Rat // half the loss, by which deviations count
	powers powers
}

// New returns the law of partitions at a privacy loss of epsilon for vectors that differ by one
// in one entry. It errors when epsilon is not above zero.
func New(epsilon *big.Rat) (*Law, error) {
	if epsilon == nil || epsilon.Sign() <= 0 {
		return nil, message.Errorf("partition: the budget must be above zero")
	}
	rate := new(big.Rat).Quo(epsilon, big.NewRat(2, 1))
	return &Law{rate, newPowers(rate)}, nil
}

// Draw returns the ends of the intervals of a partition of z: interval b holds the entries from
// the end before it up to, and without, ends[b]. It errors when there are no entries or too many,
// and when one is too large.
func (l *Law) Draw(src noise.Source, z []int64) ([]int, error) {
	d, err := l.weigh(z)
	if err != nil {
		return nil, err
	}
	var ends []int
	d.cut(src, node{d.top, 0}, &ends)
	return ends, nil
}

// draw is the weights of all partitions of a vector.
type draw struct {
	*Law
	entries   int
	top       int // the level of the node that holds all entries
	deviation [][]int64
	// sums encloses W by level and place.
	sums [][]enclosure
}

// node is the interval of 2^level entries from at·2^level on, as far as there are entries.
type node struct{ level, at int }

// weigh encloses the weights of all partitions of z.
func (l *Law) weigh(z []int64) (*draw, error) {
	if len(z) == 0 || len(z) > MaxEntries {
		return nil, message.Errorf("partition: %d entries, from 1 to %d are possible", len(z), MaxEntries)
	}
	for i, v := range z {
		if v > MaxEntry || v < -MaxEntry {
			return nil, message.Errorf("partition: entry %d is beyond 2^40", i)
		}
	}
	d := &draw{Law: l, entries: len(z), top: bits.Len(uint(len(z) - 1)), deviation: deviations(z)}
	for level := range d.deviation {
		sums := make([]enclosure, len(d.deviation[level]))
		for at := range sums {
			n := node{level, at}
			if first, second, both := d.halves(n); both {
				apart := d.sums[first.level][first.at].times(d.sums[second.level][second.at])
				sums[at] = d.whole(n).plus(apart)
			} else if level > 0 {
				sums[at] = d.sums[first.level][first.at]
			} else {
				sums[at] = d.whole(n)
			}
		}
		d.sums = append(d.sums, sums)
	}
	return d, nil
}

// halves returns the nodes below one, and false when the second would be empty: then the first
// holds the same entries.
func (d *draw) halves(n node) (first, second node, both bool) {
	first, second = node{n.level - 1, 2 * n.at}, node{n.level - 1, 2*n.at + 1}
	return first, second, n.level > 0 && second.at<<second.level < d.entries
}

// whole encloses the weight of a node as one interval.
func (d *draw) whole(n node) enclosure {
	return d.powers.of(uint64(d.deviation[n.level][n.at]))
}

// cut appends the ends of a partition of a node.
func (d *draw) cut(src noise.Source, n node, ends *[]int) {
	first, second, both := d.halves(n)
	switch {
	case n.level > 0 && !both:
		d.cut(src, first, ends)
	case !both || d.stays(src, n):
		*ends = append(*ends, min((n.at+1)<<n.level, d.entries))
	default:
		d.cut(src, first, ends)
		d.cut(src, second, ends)
	}
}

// stays is true with the chance that a node is one interval: its weight over that of all its
// partitions. A uniform number is compared with it by its first 64 digits.
func (d *draw) stays(src noise.Source, n node) bool {
	own, all := d.whole(n), d.sums[n.level][n.at]
	if script, ok := src.(noise.Scripted); ok {
		return script.Coin(own.lo.over(all.lo))
	}
	u := src.Uint64()
	switch {
	case !own.lo.scaled(64).less(fromWord(u).plusOne().timesUp(all.hi)):
		return true
	case !fromWord(u).timesDown(all.lo).less(own.hi.scaled(64)):
		return false
	}
	return d.staysExactly(src, n, u)
}
