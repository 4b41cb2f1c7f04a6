package noise

import (
	"math"
)

// fewTail is the exact tail of the sum S of n draws from DLap(t), as a sum of n positive terms:
//
//	P(S > h) = P(J + B <= n-1)   for h >= 0,
//
// with independent J, B: B the successes among h+n trials of chance q = 1-a, and J the failures
// before the n-th success at chance 1/(1+a).
//
// Proof. S is a difference of two negative binomials, so
//
//	P(S=k) = (1-a)^(2n) a^k C(n+k-1,k) F(n,n+k;k+1;a^2),  k >= 0,
//
// with the hypergeometric F. Pfaff's transformation F(n,n+k;k+1;x) = (1-x)^-n
// F(n,1-n;k+1;x/(x-1)) (Abramowitz and Stegun 1964, 15.3.4) makes it a finite sum of positive
// terms, the j-th of them
//
//	P(J=j) * C(k+n-1,n-1-j) q^(n-j) a^(k+j),
//
// and the second factor is the chance that n-j successes come after exactly k+j failures. Summed
// over k > h: after more than h+j failures, that is, fewer than n-j successes among h+n trials.
type fewTail struct {
	n    int
	t    float64
	odds float64          // q/a
	cdf  [fewRows]float64 // P(J <= j)
}

func newFewTail(n int, s Scale) *fewTail {
	a, q := s.Decay()
	f := &fewTail{n: n, t: s.Float(), odds: q / a}
	p := math.Exp(-float64(n) * math.Log1p(a))
	for j, sum := 0, 0.0; j < n; j++ {
		sum += p
		f.cdf[j] = sum
		p *= float64(n+j) / float64(j+1) * a / (1 + a)
	}
	return f
}

// above returns P(S > h), h >= 0. The chance of i successes starts at a^(h+n), which may be far
// below the least float64 though later ones are not; so it is carried with a separate exponent.
func (f *fewTail) above(h int64) float64 {
	const (
		large    = 1e200
		logLarge = 200 * math.Ln10
	)
	trials := float64(h) + float64(f.n)
	exponent := -trials / f.t
	p, sum := 1.0, 0.0
	for i := range f.n {
		sum += p * f.cdf[f.n-1-i]
		p *= (trials - float64(i)) / float64(i+1) * f.odds
		if p > large {
			p /= large
			sum /= large
			exponent += logLarge
		}
	}
	return sum * math.Exp(exponent)
}
