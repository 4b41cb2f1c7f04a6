package noise

import "math"

// inverse returns 1/t, to within a rounding: both terms are exact as float64.
func (s Scale) inverse() float64 {
	s.must()
	return float64(s.den) / float64(s.num)
}

// Decay returns a = e^(-1/t), the ratio of the chances of neighbouring values, and 1-a. Each is
// accurate to a few units in the last place, also where t is so large that a rounds to one.
func (s Scale) Decay() (a, oneMinusA float64) {
	x := s.inverse()
	return math.Exp(-x), -math.Expm1(-x)
}

// Variance returns V(t) = 2a/(1-a)^2, the expected square of a draw, in squared records
// (Ghosh, Roughgarden and Sundararajan 2012, section 2). It is accurate
// to a few units in the last place for large t, where V is nearly 2t^2 - 1/6, and to a relative
// 1e-13 for tiny t, where it is nearly 2e^(-1/t).
func (s Scale) Variance() float64 {
	a, q := s.Decay()
	return 2 * a / (q * q)
}

// MeanAbs returns the expected size of a draw, E|z| = 2a/(1-a^2), in records, as accurate as
// Variance.
func (s Scale) MeanAbs() float64 {
	a, q := s.Decay()
	return 2 * a / (q * (1 + a))
}
