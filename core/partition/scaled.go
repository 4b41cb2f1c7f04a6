package partition

import "math/bits"

// scaled is the number m 2^e, m with its highest bit set, or zero.
type scaled struct {
	m uint64
	e int64
}

// lowest is the least exponent. What would be below is taken for zero or for 2^63 2^lowest,
// whichever way is outwards.
const lowest = -1 << 40

var least = scaled{1 << 63, lowest}

// fromWord returns a whole number.
func fromWord(u uint64) scaled {
	if u == 0 {
		return scaled{}
	}
	shift := bits.LeadingZeros64(u)
	return scaled{u << shift, -int64(shift)}
}

// plusOne returns a whole number below 2^64 plus one.
func (a scaled) plusOne() scaled {
	u := uint64(0)
	if a.m != 0 {
		u = a.m >> uint(-a.e)
	}
	if u == 1<<64-1 {
		return scaled{1 << 63, 1}
	}
	return fromWord(u + 1)
}

// scaled returns a 2^by.
func (a scaled) scaled(by int64) scaled {
	if a.m != 0 {
		a.e += by
	}
	return a
}

// less compares.
func (a scaled) less(b scaled) bool {
	switch {
	case a.m == 0 || b.m == 0:
		return b.m != 0
	case a.e != b.e:
		return a.e < b.e
	}
	return a.m < b.m
}

// timesDown returns a b, rounded down.
func (a scaled) timesDown(b scaled) scaled {
	p, _ := a.times(b)
	if p.e < lowest {
		return scaled{}
	}
	return p
}

// timesUp returns a b, rounded up.
func (a scaled) timesUp(b scaled) scaled {
	p, rest := a.times(b)
	if p.m != 0 && p.e < lowest {
		return least
	}
	return p.raised(rest)
}

// times returns the digits of a b that fit, and whether there were others.
func (a scaled) times(b scaled) (p scaled, rest bool) {
	if a.m == 0 || b.m == 0 {
		return scaled{}, false
	}
	hi, lo := bits.Mul64(a.m, b.m)
	e := a.e + b.e + 64
	if hi>>63 == 0 {
		hi, lo, e = hi<<1|lo>>63, lo<<1, e-1
	}
	return scaled{hi, e}, lo != 0
}

// plusDown returns a + b, rounded down.
func (a scaled) plusDown(b scaled) scaled {
	s, _ := a.plus(b)
	return s
}

// plusUp returns a + b, rounded up.
func (a scaled) plusUp(b scaled) scaled {
	s, rest := a.plus(b)
	return s.raised(rest)
}

// plus returns the digits of a + b that fit, and whether there were others.
func (a scaled) plus(b scaled) (s scaled, rest bool) {
	if a.less(b) {
		a, b = b, a
	}
	if b.m == 0 {
		return a, false
	}
	shift := a.e - b.e
	if shift >= 64 {
		return a, true
	}
	small := b.m >> uint(shift)
	rest = small<<uint(shift) != b.m
	m, carry := bits.Add64(a.m, small, 0)
	if carry == 0 {
		return scaled{m, a.e}, rest
	}
	return scaled{m>>1 | 1<<63, a.e + 1}, rest || m&1 == 1
}

// raised returns the next number above when there is a rest.
func (a scaled) raised(rest bool) scaled {
	switch {
	case !rest:
		return a
	case a.m == 1<<64-1:
		return scaled{1 << 63, a.e + 1}
	}
	return scaled{a.m + 1, a.e}
}

// enclosure holds a number between two others.
type enclosure struct{ lo, hi scaled }

func (a enclosure) times(b enclosure) enclosure {
	return enclosure{a.lo.timesDown(b.lo), a.hi.timesUp(b.hi)}
}

func (a enclosure) plus(b enclosure) enclosure {
	return enclosure{a.lo.plusDown(b.lo), a.hi.plusUp(b.hi)}
}
