package partition

import (
	"fmt"
	"math/big"

	"steward/core/noise"
)

// maxDigits is how many random digits a decision takes before the source must be broken.
const maxDigits = 1 << 14

// staysExactly decides what 64 digits of the uniform number left open: with more of them, and
// enclosures as much more exact. The digits known so far stay.
func (d *draw) staysExactly(src noise.Source, n node, known uint64) bool {
	digits, word := new(big.Int).SetUint64(known), new(big.Int)
	for have, want := uint(64), uint(256); want <= maxDigits; want *= 2 {
		for ; have < want; have += 64 {
			digits.Lsh(digits, 64).Or(digits, word.SetUint64(src.Uint64()))
		}
		f := newFine(d, want+128)
		own, all := f.whole(n), f.sum(n)
		unit := new(big.Float).SetMantExp(big.NewFloat(1), int(want))
		from, to := new(big.Float).SetInt(digits), new(big.Float).SetInt(new(big.Int).Add(digits, big.NewInt(1)))
		if f.down(own.lo, unit).Cmp(f.up(to, all.hi)) >= 0 {
			return true
		}
		if f.down(from, all.lo).Cmp(f.up(own.hi, unit)) >= 0 {
			return false
		}
	}
	panic(fmt.Sprintf("partition: %d random digits leave a decision open; the random source is broken", maxDigits))
}

// fine computes with as many digits as it is told to.
type fine struct {
	*draw
	digits uint
	ones   []span // e^-1, e^-2, e^-4 and so on
}

// span encloses a number.
type span struct{ lo, hi *big.Float }

func newFine(d *draw, digits uint) *fine {
	f := &fine{draw: d, digits: digits}
	f.ones = []span{f.power(big.NewRat(1, 1))}
	return f
}

func (f *fine) down(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(f.digits).SetMode(big.ToNegativeInf).Mul(a, b)
}

func (f *fine) up(a, b *big.Float) *big.Float {
	return new(big.Float).SetPrec(f.digits).SetMode(big.ToPositiveInf).Mul(a, b)
}

func (f *fine) times(a, b span) span { return span{f.down(a.lo, b.lo), f.up(a.hi, b.hi)} }

func (f *fine) plus(a, b span) span {
	return span{
		new(big.Float).SetPrec(f.digits).SetMode(big.ToNegativeInf).Add(a.lo, b.lo),
		new(big.Float).SetPrec(f.digits).SetMode(big.ToPositiveInf).Add(a.hi, b.hi),
	}
}

// power encloses e^-x for x up to 1.
func (f *fine) power(x *big.Rat) span {
	lo, hi := noise.EncloseExp(x, f.digits+8)
	unit := -int(f.digits + 8)
	at := func(v *big.Int) *big.Float { return new(big.Float).SetMantExp(new(big.Float).SetInt(v), unit) }
	return span{at(lo), at(hi)}
}

// beyond is the exponent from which on a power is only known to be next to nothing: far below
// any sum over partitions.
const beyond = 1 << 28

// whole encloses the weight of a node as one interval.
func (f *fine) whole(n node) span {
	x := new(big.Rat).SetInt64(f.deviation[n.level][n.at])
	x.Mul(x, f.rate)
	ones := new(big.Int).Quo(x.Num(), x.Denom())
	prior := new(big.Rat).SetFrac64(priorNum, priorDen)
	w := span{
		new(big.Float).SetPrec(f.digits).SetMode(big.ToNegativeInf).SetRat(prior),
		new(big.Float).SetPrec(f.digits).SetMode(big.ToPositiveInf).SetRat(prior),
	}
	if ones.Cmp(big.NewInt(beyond)) > 0 {
		return span{new(big.Float), new(big.Float).SetMantExp(big.NewFloat(1), -beyond)}
	}
	w = f.times(w, f.power(x.Sub(x, new(big.Rat).SetInt(ones))))
	for i := range ones.BitLen() {
		if i == len(f.ones) {
			f.ones = append(f.ones, f.times(f.ones[i-1], f.ones[i-1]))
		}
		if ones.Bit(i) == 1 {
			w = f.times(w, f.ones[i])
		}
	}
	return w
}

// sum encloses the weight of all partitions of a node.
func (f *fine) sum(n node) span {
	first, second, both := f.halves(n)
	switch {
	case both:
		return f.plus(f.whole(n), f.times(f.sum(first), f.sum(second)))
	case n.level > 0:
		return f.sum(first)
	}
	return f.whole(n)
}
