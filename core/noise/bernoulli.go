package noise

import (
	"math/big"
	"math/bits"
)

// Below returns a uniform whole number in 0..n-1, without bias. It panics for n = 0.
func Below(src Source, n uint64) uint64 {
	if n == 0 {
		panic("noise: a whole number below 0 was asked for; the bound must be at least 1")
	}
	r := stream{src: src}
	return r.below(n)
}

var ratOne = big.NewRat(1, 1)

// oneIn is true with probability 1/k, k >= 1: a uniform number below k, found by rejection from
// as few bits as hold one, is zero.
func (r *stream) oneIn(k uint64) bool {
	width := uint(bits.Len64(k - 1))
	for {
		if v := r.take(width); v < k {
			return v == 0
		}
	}
}

// expFraction is true with probability e^(-u/n), 0 <= u <= n, n >= 1 (Canonne, Kamath and Steinke 2020, algorithm 1).
//
// The first k that fails a Bernoulli(u/(n k)) is odd with that probability, because the chance
// of passing k times is the k-th term g^k/k! of the series of e^g, g = u/n. The product n k may
// not fit in a word, so the trial is two independent ones, 1/k and u/n.
func (r *stream) expFraction(u, n uint64) bool {
	k := uint64(1)
	for r.oneIn(k) && r.below(n) < u {
		k++
	}
	return k&1 == 1
}

// inverseE is the first 64 binary digits of e^-1.
const inverseE = 0x5e2d58d8b3bcdf1a

// expOne is true with probability e^(-1): a uniform number is compared with its digits, nearly
// always on the first eight.
func (r *stream) expOne() bool {
	const rest = 56
	if u := r.take(64 - rest); u != inverseE>>rest {
		return u < inverseE>>rest
	}
	if u := r.take(rest); u != inverseE&(1<<rest-1) {
		return u < inverseE&(1<<rest-1)
	}
	return r.expOneRest()
}

// expOneRest is expOne for a uniform number whose first 64 digits are those of e^-1.
func (r *stream) expOneRest() bool {
	digits, word := new(big.Int).SetUint64(inverseE), new(big.Int)
	for known := uint(128); ; known += 64 {
		digits.Lsh(digits, 64).Or(digits, word.SetUint64(r.take(64)))
		switch e := expInterval(ratOne, known); {
		case digits.Cmp(e.lo) < 0:
			return true
		case digits.Cmp(e.hi) >= 0:
			return false
		}
	}
}

// expOnes is true with probability e^(-whole).
func (r *stream) expOnes(whole uint64) bool {
	for range whole {
		if !r.expOne() {
			return false
		}
	}
	return true
}

// restBelow continues the comparison of a uniform number U in [0,1) with num/den: the first
// width bits of U are known to be prefix, the rest are drawn as they are needed. It is true if
// U < num/den. With the digits of num/den that prefix has met divided off, the rest of U is
// compared with left/den; that is decided as soon as left is outside 0..den.
func (r *stream) restBelow(prefix uint64, width uint, num, den *big.Int) bool {
	left, taken := new(big.Int).Set(num), new(big.Int)
	for {
		left.Lsh(left, width)
		left.Sub(left, taken.Mul(taken.SetUint64(prefix), den))
		switch {
		case left.Sign() <= 0:
			return false
		case left.Cmp(den) >= 0:
			return true
		}
		prefix, width = r.take(64), 64
	}
}
