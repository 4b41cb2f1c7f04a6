package noise

import "math/big"

// interval encloses a number q >= 0: 0 <= lo <= q 2^bits <= hi, for a number of bits that whoever
// holds it knows. Every operation rounds outwards, so the enclosure holds whatever its width; the
// width only decides whether more bits are needed.
type interval struct {
	lo, hi *big.Int
}

// product encloses the product of two enclosed numbers.
func (a interval) product(b interval, bits uint) interval {
	lo := new(big.Int).Mul(a.lo, b.lo)
	hi := new(big.Int).Mul(a.hi, b.hi)
	return interval{lo.Rsh(lo, bits), shiftUp(hi, bits)}
}

// add adds n times e.
func (a interval) add(n uint64, e interval) {
	if n == 1 {
		a.lo.Add(a.lo, e.lo)
		a.hi.Add(a.hi, e.hi)
		return
	}
	points := new(big.Int).SetUint64(n)
	a.lo.Add(a.lo, new(big.Int).Mul(points, e.lo))
	a.hi.Add(a.hi, new(big.Int).Mul(points, e.hi))
}

// shiftUp divides n by 2^bits in place, rounded up.
func shiftUp(n *big.Int, bits uint) *big.Int {
	n.Neg(n).Rsh(n, bits) // Rsh rounds towards minus infinity
	return n.Neg(n)
}

// expInterval encloses e^(-x), x >= 0, to a few units of 2^-bits.
//
// x is halved until it is below 2^-8. There the terms of the series alternate and fall, so that
// what is left out is no larger than the last term that is in, and the result is squared as often
// as x was halved.
func expInterval(x *big.Rat, bits uint) interval {
	if x.Cmp(new(big.Rat).SetInt64(int64(bits))) >= 0 {
		return interval{new(big.Int), big.NewInt(1)}
	}
	whole := new(big.Int).Quo(x.Num(), x.Denom())
	halvings := uint(whole.BitLen()) + 8
	work := bits + halvings + 16

	num := new(big.Int).Lsh(x.Num(), work)
	small := interval{lo: new(big.Int), hi: new(big.Int)}
	rest := new(big.Int)
	small.lo.QuoRem(num, new(big.Int).Lsh(x.Denom(), halvings), rest)
	small.hi.Set(small.lo)
	if rest.Sign() > 0 {
		small.hi.Add(small.hi, bigOne)
	}

	full := new(big.Int).Lsh(bigOne, work)
	sum := interval{new(big.Int).Set(full), new(big.Int).Set(full)}
	term := interval{full, full}
	for k := int64(1); ; k++ {
		term = term.product(small, work)
		divisor := big.NewInt(k)
		term.lo.Quo(term.lo, divisor)
		term.hi.Add(term.hi, divisor).Sub(term.hi, bigOne).Quo(term.hi, divisor)
		if k&1 == 1 {
			sum.lo.Sub(sum.lo, term.hi)
			sum.hi.Sub(sum.hi, term.lo)
		} else {
			sum.lo.Add(sum.lo, term.lo)
			sum.hi.Add(sum.hi, term.hi)
		}
		if term.hi.Cmp(bigOne) <= 0 {
			break
		}
	}
	sum.lo.Sub(sum.lo, term.hi)
	sum.hi.Add(sum.hi, term.hi)
	if sum.hi.Cmp(full) > 0 {
		sum.hi.Set(full)
	}

	for range halvings {
		sum = sum.product(sum, work)
	}
	return interval{sum.lo.Rsh(sum.lo, work-bits), shiftUp(sum.hi, work-bits)}
}

var bigOne = big.NewInt(1)
