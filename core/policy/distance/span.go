package distance

import (
	"math"
	"math/bits"
)

// Longest is the largest distance that is told apart from longer ones; thresholds are
// smaller.
const Longest = 1 << 60

// Span is a distance: its square as two words where the norm is one of squares, otherwise itself in the lower one.
// An open distance comes arbitrarily near and is not attained.
type Span struct {
	hi, Lo uint64
	open   bool
}

// Within reports whether a distance is at most another, which is attained.
func (s Span) Within(limit Span) bool {
	if s.hi != limit.hi {
		return s.hi < limit.hi
	}
	return s.Lo < limit.Lo || s.Lo == limit.Lo && !s.open
}

// Length returns a distance rounded down, and whether something was cut off.
func (m *Measure) Length(s Span) (n uint64, cut bool) {
	if !m.Squared {
		return s.Lo, false
	}
	return root(s.hi, s.Lo)
}

// root returns the square root of a number of two words below 2^126, rounded down, and
// whether it is larger than that.
func root(hi, lo uint64) (n uint64, cut bool) {
	n = uint64(math.Sqrt(math.Ldexp(float64(hi), 64) + float64(lo)))
	for {
		h, l := bits.Mul64(n, n)
		switch {
		case h > hi || h == hi && l > lo:
			n--
			continue
		case h == hi && l == lo:
			return n, false
		}
		h, l = bits.Mul64(n+1, n+1)
		if h > hi || h == hi && l > lo {
			return n, true
		}
		n++
	}
}
