package noise

import (
	"math/big"
	"math/bits"
)

// The samplers know the exponents x of their trials e^-x to within a few units of 2^-50, by whole
// numbers lo <= x 2^50 <= hi. Nearly always that decides the trial; where it does not, the exact
// fraction does.
const (
	fixedBits = 50
	fixedOne  = 1 << fixedBits
	// coarseBits is how many bits of a uniform number are drawn first for a comparison.
	coarseBits = 16
	// fixedMost is what a larger number is taken for: 2^13, far beyond maxWhole, from where on a
	// trial counts as failed.
	fixedMost = 1 << 63
)

// factor encloses a number q above zero: mant <= q 2^shift <= mant+1, 2^62 <= mant < 2^63.
type factor struct {
	mant  uint64
	shift uint
}

// maxFactor is what a larger q is taken for: as an exponent it and its multiples are as hopeless.
// With it the shift of a factor is at least fixedBits.
var maxFactor = big.NewRat(4*maxWhole, 1)

// newFactor encloses q > 0.
func newFactor(q *big.Rat) factor {
	if q.Cmp(maxFactor) > 0 {
		q = maxFactor
	}
	// A quotient of numbers of n and d bits is at least 2^(n-d-1) and below 2^(n-d+1).
	shift := uint(62 + q.Denom().BitLen() - q.Num().BitLen())
	mant := new(big.Int).Lsh(q.Num(), shift)
	if mant.Quo(mant, q.Denom()); mant.BitLen() < 63 {
		shift++
		mant.Lsh(q.Num(), shift)
		mant.Quo(mant, q.Denom())
	}
	return factor{mant: mant.Uint64(), shift: shift}
}

// times encloses the product of q and a number between lo and hi in units of 2^-unit, or 2^13 if
// that is less. The result is in units of 2^-50.
func (f factor) times(lo, hi uint64, unit uint) (low, high uint64) {
	shift := f.shift + unit - fixedBits
	low, _ = shiftDown(lo, f.mant, shift)
	high, rest := shiftDown(hi, f.mant+1, shift)
	if rest {
		high++
	}
	return low, high
}

// shiftDown returns the whole part of a b / 2^shift, or fixedMost if that is less, and whether it
// is not all of the quotient.
func shiftDown(a, b uint64, shift uint) (q uint64, less bool) {
	hi, lo := bits.Mul64(a, b)
	switch {
	case shift >= 128:
		return 0, hi|lo != 0
	case shift >= 64:
		q, less = hi>>(shift-64), hi&(1<<(shift-64)-1)|lo != 0
	case hi>>shift != 0:
		return fixedMost, true
	default:
		q, less = hi<<(64-shift)|lo>>shift, lo&(1<<shift-1) != 0
	}
	if q > fixedMost {
		return fixedMost, true
	}
	return q, less
}

// expEnclosed is true with probability e^(-x), for an x between lo and hi in units of 2^-50, which
// are less than 1 apart. exact returns x; it is called only if the enclosure does not decide.
func (r *stream) expEnclosed(lo, hi uint64, exact func() *big.Rat) bool {
	whole := lo >> fixedBits
	if whole >= maxWhole || whole > 0 && !r.expOnes(whole) {
		return false
	}
	lo -= whole << fixedBits
	hi -= whole << fixedBits
	if hi <= fixedOne {
		return r.expRest(lo, hi, whole, 1, exact)
	}
	// What is left of x may be above 1, which is no probability. Its half is one.
	const parts = 2
	for range parts {
		if !r.expRest(lo/parts, (hi+1)/parts, whole, parts, exact) {
			return false
		}
	}
	return true
}

// expRest is expFraction for the number (exact() - whole)/parts, between lo and hi.
func (r *stream) expRest(lo, hi, whole uint64, parts int64, exact func() *big.Rat) bool {
	const rest = fixedBits - coarseBits
	k := uint64(1)
	for ; r.oneIn(k); k++ {
		u := r.take(coarseBits)
		if u < lo>>rest {
			continue
		}
		if u > hi>>rest {
			break
		}
		u = u<<rest | r.take(rest)
		if u < lo {
			continue
		}
		if u >= hi {
			break
		}
		q := new(big.Rat).SetInt(new(big.Int).SetUint64(whole))
		q.Sub(exact(), q).Quo(q, new(big.Rat).SetInt64(parts))
		if !r.restBelow(u, fixedBits, q.Num(), q.Denom()) {
			break
		}
	}
	return k&1 == 1
}
