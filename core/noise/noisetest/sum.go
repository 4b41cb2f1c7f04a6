package noisetest

import "steward/core/noise"

// MeanAbsOfSum returns E|S|, the mean size of the sum S of count independent draws from DLap(s).
//
// It is V times the sum over i = 1..count of P(S_i = 0), with V the variance of a row and S_i the sum of i rows: both
// follow from |k| = (1/pi) * integral over (0,pi) of (1 - cos kx)/(1 - cos x). With c = (1-a)/(1+a) these chances are
// c^i P_(i-1)((1+a^2)/(1-a^2)), P being Legendre's polynomials, and Bonnet's recurrence is stable upwards because the
// argument is above one.
func MeanAbsOfSum(count int, s noise.Scale) float64 {
	a, q := s.Decay()
	c := q / (1 + a)
	cx := (1 + a*a) / ((1 + a) * (1 + a))
	sum, before, now := 0.0, 0.0, c
	for i := 1; i <= count; i++ {
		sum += now
		k := float64(i)
		before, now = now, ((2*k-1)*cx*now-(k-1)*c*c*before)/k
	}
	return s.Variance() * sum
}
