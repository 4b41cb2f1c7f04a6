package noise

import (
	"fmt"
	"math/big"
	"math/bits"
)

// maxBlocks is where the count of whole multiples of 2^step in a Gaussian draw is cut off. The
// exponent of the trial that keeps a draw is above 1024 there (c > 1/3, see keep), which changes
// the law by less than 2^-1470. Below it the square of the quotient fits in fixed point.
const maxBlocks = 60

// Fill sets every entry of dst to its own draw z from DGauss(s):
//
//	P(z) = e^(-z^2/(2 sigma^2)) / sum over k of e^(-k^2/(2 sigma^2)),
//
// exactly, from uniform bits and integer arithmetic alone; the only departure is a cut of the
// tail of total probability below 2^-1470, beyond 40 sigma. The expected work is bounded for all
// sigma: one or two words of src a draw in bulk, three for the largest.
//
// Canonne, Kamath and Steinke (2020), algorithm 3, with a power of two for the scale of the
// Laplace draws and their rejections and the Gaussian's made in one. It does
// not allocate, and panics for the zero SigmaSquared.
func (s SigmaSquared) Fill(src Source, dst []int64) {
	s.must()
	if scripted(src, s, nil, dst) {
		return
	}
	r := stream{src: src}
	for i := range dst {
		dst[i] = r.gaussian(&s)
	}
}

// Add sets dst[i] = counts[i] + z_i with independent z_i from DGauss(s). dst may be
// counts itself, and must be as long. A sum outside the int64 range becomes the nearest end of
// it, as with Scale.Add. It does not allocate. It panics for the zero SigmaSquared or unequal
// lengths.
func (s SigmaSquared) Add(src Source, counts, dst []int64) {
	mustMatch(counts, dst)
	s.must()
	if scripted(src, s, counts, dst) {
		return
	}
	r := stream{src: src}
	for i, c := range counts {
		dst[i] = addSaturating(c, r.gaussian(&s))
	}
}

// mustMatch panics unless there is room for as many results as there are counts.
func mustMatch(counts, dst []int64) {
	if len(counts) != len(dst) {
		panic(fmt.Sprintf("noise: %d counts and room for %d results; the lengths must be equal", len(counts), len(dst)))
	}
}

// gaussian proposes m = v 2^k + u, with v falling off by e^-1 a step and u uniform, keeps it with
// the chance that makes it Gaussian, and gives it a random sign; minus zero is drawn again.
func (r *stream) gaussian(s *SigmaSquared) int64 {
	for {
		u, v := r.take(s.step), uint64(0)
		for v < maxBlocks && r.expOne() {
			v++
		}
		if v == maxBlocks || !r.keep(s, u, v) {
			continue
		}
		m := int64(v<<s.step | u)
		switch {
		case r.take(1) == 0:
			return m
		case m > 0:
			return -m
		}
	}
}

// keep is true with probability e^(-x), x = c w^2 - v + max(0, 1-c), where w = m/2^k = v + u/2^k
// and c = 1/(2 rho) = 4^k/(2 sigma^2). Then m is proposed and kept with a probability
// proportional to e^-v e^-x, that is to e^(-c w^2) = e^(-m^2/(2 sigma^2)).
//
// x is never below zero. It grows with u, so take u = 0, w = v: for c >= 1, c v^2 >= v; for
// c < 1, c > 1/3 and x is 1-c at v = 0, (v-1)((v+1) c - 1) >= 0 at v = 1, 2 and beyond.
func (r *stream) keep(s *SigmaSquared, u, v uint64) bool {
	lo, hi := s.exponentBounds(u, v)
	return r.expEnclosed(lo, hi, func() *big.Rat { return s.exponent(u, v) })
}

// exponentBounds encloses the x of keep, in units of 2^-50.
func (s *SigmaSquared) exponentBounds(u, v uint64) (lo, hi uint64) {
	// w < 2^6 is exact in units of 2^-58, because k <= 40; w^2 is cut to units of 2^-52.
	w := v<<58 | u<<(58-s.step)
	square, below := bits.Mul64(w, w)
	above := square
	if below > 0 {
		above++
	}
	lo, hi = s.inverse.times(square, above, 2*58-64)
	// What rounding took may put the lower end below zero, where x cannot be.
	lo = max(lo+s.offsetLo, v<<fixedBits)
	return lo - v<<fixedBits, hi + s.offsetHi - v<<fixedBits
}

// exponent returns the x of keep exactly.
func (s *SigmaSquared) exponent(u, v uint64) *big.Rat {
	m := new(big.Int).SetUint64(v<<s.step | u)
	twice := s.Rat()
	x := new(big.Rat).SetInt(m.Mul(m, m))
	x.Quo(x, twice.Add(twice, twice))
	x.Sub(x, new(big.Rat).SetInt64(int64(v)))
	return x.Add(x, s.offset())
}
