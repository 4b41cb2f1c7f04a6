package noise

import "math/bits"

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

// expFraction is true with probability e^(-u/n), 0 <= u <= n, n >= 1 (MECHANISMS section 4.4,
// BernExp1; Canonne, Kamath and Steinke 2020, algorithm 1).
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

// expOne is true with probability e^(-1): expFraction(1, 1) on single bits. Its first trial, 1/1,
// always passes.
func (r *stream) expOne() bool {
	k := uint64(2)
	for r.oneIn(k) {
		k++
	}
	return k&1 == 1
}
