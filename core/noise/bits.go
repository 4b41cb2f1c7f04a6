package noise

import "math/bits"

// stream cuts the words of a Source into the pieces that the sampler needs: single bits and a few
// bits for small uniform numbers, half words for larger ones. Bits are used once; what does not
// suffice for a request is dropped, which leaves the rest as uniform as before.
type stream struct {
	src       Source
	coins     uint64 // the low coinsLeft bits are fresh
	coinsLeft uint
	half      uint32 // fresh if halfReady
	halfReady bool
}

// take returns n fresh bits, 0 <= n <= 64.
func (r *stream) take(n uint) uint64 {
	if r.coinsLeft < n {
		r.coins, r.coinsLeft = r.src.Uint64(), 64
	}
	v := r.coins & (1<<n - 1)
	r.coins >>= n
	r.coinsLeft -= n
	return v
}

// half32 returns 32 fresh bits.
func (r *stream) half32() uint32 {
	if r.halfReady {
		r.halfReady = false
		return r.half
	}
	w := r.src.Uint64()
	r.half, r.halfReady = uint32(w>>32), true
	return uint32(w)
}

// below returns a uniform number in 0..n-1, n >= 1. The random word w is taken for the fraction
// w/2^32 (or w/2^64) and multiplied by n; the whole part is the result. The words whose
// fractional part is among the first (2^32 mod n) are drawn again, so that each result is left
// with the same number of words (Lemire 2019, "Fast random integer generation in an interval").
func (r *stream) below(n uint64) uint64 {
	switch {
	case n == 1:
		return 0
	case n < 1<<32:
		return uint64(r.below32(uint32(n)))
	}
	hi, lo := bits.Mul64(r.src.Uint64(), n)
	if lo < n {
		for uneven := -n % n; lo < uneven; {
			hi, lo = bits.Mul64(r.src.Uint64(), n)
		}
	}
	return hi
}

func (r *stream) below32(n uint32) uint32 {
	m := uint64(r.half32()) * uint64(n)
	if uint32(m) < n {
		for uneven := -n % n; uint32(m) < uneven; {
			m = uint64(r.half32()) * uint64(n)
		}
	}
	return uint32(m >> 32)
}
