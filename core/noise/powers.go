package noise

import (
	"math"
	"math/big"
	"math/bits"
)

// digitBits is the size of the digits that a gap is cut into: e^(-rate gap) is a product of one
// power for each.
const digitBits = 4

// powers encloses e^(-rate gap) for whole gaps: digit[j][d] is the power for d 16^j.
type powers struct {
	bits  uint // of the enclosures
	last  uint64
	digit [][1 << digitBits]interval
}

// newPowers prepares enclosures to some hundreds of units of 2^-bits at most, rate >= 0.
func newPowers(rate *big.Rat, bits uint) powers {
	p := powers{bits: bits, last: lastGap(rate, bits)}
	full := new(big.Int).Lsh(bigOne, bits)
	x := new(big.Rat).Set(rate)
	for last := p.last; last > 0 && rate.Sign() > 0; last >>= digitBits {
		var row [1 << digitBits]interval
		row[0] = interval{full, full}
		row[1] = expInterval(x, bits)
		for d := 2; d < len(row); d++ {
			row[d] = row[d/2].product(row[d-d/2], bits)
		}
		p.digit = append(p.digit, row)
		x.Mul(x, big.NewRat(1<<digitBits, 1))
	}
	return p
}

// lastGap returns the least gap with e^(-rate gap) <= e^-bits, whose enclosure begins at 0: no
// larger gap needs to be told from it. How many digits there are then depends on the rate alone.
func lastGap(rate *big.Rat, bits uint) uint64 {
	if rate.Sign() == 0 {
		return math.MaxUint64
	}
	q := new(big.Int).Mul(rate.Denom(), new(big.Int).SetUint64(uint64(bits)))
	q.Add(q, rate.Num()).Sub(q, bigOne).Quo(q, rate.Num())
	if !q.IsUint64() {
		return math.MaxUint64
	}
	return q.Uint64()
}

// power encloses e^(-rate gap). The result must not be changed.
func (p powers) power(gap uint64) interval {
	gap = min(gap, p.last)
	full := new(big.Int).Lsh(bigOne, p.bits)
	e := interval{full, full}
	for _, row := range p.digit {
		if d := gap & (1<<digitBits - 1); d > 0 {
			e = e.product(row[d], p.bits)
		}
		gap >>= digitBits
	}
	return e
}

// wordBits is the precision of wordPowers: with it the enclosure of 1 fits in a word.
const wordBits = 63

// wordPowers is powers in machine words, in units of 2^-63. An enclosure is at most 64 of them
// wide.
type wordPowers struct {
	last  uint64
	digit [][1 << digitBits]wordInterval
}

type wordInterval struct{ lo, hi uint64 }

func newWordPowers(rate *big.Rat) wordPowers {
	const spare = 32 // against the rounding errors of the products in a row
	fine := newPowers(rate, wordBits+spare)
	p := wordPowers{last: lastGap(rate, wordBits)}
	for last := p.last; last > 0 && rate.Sign() > 0; last >>= digitBits {
		var row [1 << digitBits]wordInterval
		for d, e := range fine.digit[len(p.digit)] {
			lo, hi := new(big.Int).Rsh(e.lo, spare), new(big.Int).Set(e.hi)
			row[d] = wordInterval{lo.Uint64(), shiftUp(hi, spare).Uint64()}
		}
		p.digit = append(p.digit, row)
	}
	return p
}

// power encloses e^(-rate gap), in a time that depends on the rate alone.
func (p wordPowers) power(gap uint64) wordInterval {
	gap = min(gap, p.last)
	e := wordInterval{1 << wordBits, 1 << wordBits}
	for j := range p.digit {
		f := p.digit[j][gap&(1<<digitBits-1)]
		gap >>= digitBits
		hi, lo := bits.Mul64(e.lo, f.lo)
		e.lo = hi<<1 | lo>>wordBits
		hi, lo = bits.Mul64(e.hi, f.hi)
		lo, carry := bits.Add64(lo, 1<<wordBits-1, 0) // rounds up
		e.hi = (hi+carry)<<1 | lo>>wordBits
	}
	return e
}

// span encloses a sum of weights, of at most 2^63 points in units of 2^-63.
type span struct{ lo, hi uint128 }

func (s *span) add(n uint64, e wordInterval) {
	s.lo.add(n, e.lo)
	s.hi.add(n, e.hi)
}

type uint128 struct{ hi, lo uint64 }

// add adds n w; the sum must fit.
func (a *uint128) add(n, w uint64) {
	hi, lo := bits.Mul64(n, w)
	var carry uint64
	a.lo, carry = bits.Add64(a.lo, lo, 0)
	a.hi, _ = bits.Add64(a.hi, hi, carry)
}

func (a uint128) atLeast(b uint128) bool {
	return a.hi > b.hi || a.hi == b.hi && a.lo >= b.lo
}

// share returns a u/2^64, rounded down.
func (a uint128) share(u uint64) uint128 {
	q, _ := a.times(u)
	return q
}

// shareUp returns a (u+1)/2^64, rounded up.
func (a uint128) shareUp(u uint64) uint128 {
	q, rest := a.times(u)
	_, carry := bits.Add64(rest, a.lo, 0)
	rest += a.lo
	q.lo, carry = bits.Add64(q.lo, a.hi, carry)
	q.hi += carry
	if rest > 0 {
		q.lo, carry = bits.Add64(q.lo, 1, 0)
		q.hi += carry
	}
	return q
}

// times returns a u as q 2^64 + rest.
func (a uint128) times(u uint64) (q uint128, rest uint64) {
	low, rest := bits.Mul64(a.lo, u)
	q.hi, q.lo = bits.Mul64(a.hi, u)
	var carry uint64
	q.lo, carry = bits.Add64(q.lo, low, 0)
	q.hi += carry
	return q, rest
}
