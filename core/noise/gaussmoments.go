package noise

import (
	"fmt"
	"math"
	"sort"
)

// manyTerms is the sigma^2 from which tails and means come from expansions; below it they are
// plain sums of up to about a thousand terms. Where they meet both are good to about 1e-13.
const manyTerms = 1 << 14

// farTerms is a number of sigma beyond which the law holds nothing, e^-800.
const farTerms = 40

// sumFrom adds up terms that fall off like e^(-z^2/(2v)), from m until they no longer count.
func sumFrom(m float64, term func(z float64) float64) float64 {
	sum := 0.0
	for z := m; ; z++ {
		w := term(z)
		sum += w
		if w <= sum*1e-18 {
			return sum
		}
	}
}

// weights returns the sum over all z of e^(-z^2/(2 sigma^2)), by Poisson's summation formula
// where sigma is not small, together with the same sum weighted by z^2.
func (s SigmaSquared) weights() (sum, squares float64) {
	v := s.Float()
	if v < 1 {
		sum = 1
		for z := 1.0; z <= farTerms; z++ {
			w := 2 * math.Exp(-z*z/(2*v))
			sum += w
			squares += w * z * z
		}
		return sum, squares
	}
	// sqrt(2 pi v) times the sum over all j of e^(-2 pi^2 v j^2), and -d/d(1/(2v)) of it.
	sum, squares = 1, v
	for j := 1.0; j <= 3; j++ {
		a := 2 * math.Pi * math.Pi * j * j
		w := 2 * math.Exp(-a*v)
		sum += w
		squares += w * v * (1 - 2*a*v)
	}
	root := math.Sqrt(2 * math.Pi * v)
	return root * sum, root * squares
}

// Variance returns the expected square of a draw, in squared records, to a relative 1e-13. It is
// at most sigma^2 (Canonne, Kamath and Steinke 2020), and from sigma^2 = 3 on the difference is
// less than a rounding.
func (s SigmaSquared) Variance() float64 {
	sum, squares := s.weights()
	return squares / sum
}

// MeanAbs returns the expected size of a draw, E|z|, in records, to a relative 1e-13. For large
// sigma it is nearly sigma sqrt(2/pi).
func (s SigmaSquared) MeanAbs() float64 {
	v := s.Float()
	sum, _ := s.weights()
	if v < manyTerms {
		return 2 * sumFrom(1, func(z float64) float64 { return z * math.Exp(-z*z/(2*v)) }) / sum
	}
	// Euler and Maclaurin's formula for z e^(-x z^2), x = 1/(2v), at zero.
	x := 1 / (2 * v)
	return 2 * (v - 1.0/12 - x*(1.0/120+x*(1.0/504+x/1440))) / sum
}

// Tail returns P(|z| >= m), to a relative 1e-12 where it is above 1e-300. It is 1 for m <= 0.
func (s SigmaSquared) Tail(m int64) float64 {
	v := s.Float()
	if m <= 0 {
		return 1
	}
	sum, _ := s.weights()
	first := float64(m)
	if v >= manyTerms {
		return 2 * eulerTail(first, v) / sum
	}
	return 2 * sumFrom(first, func(z float64) float64 { return math.Exp(-z * z / (2 * v)) }) / sum
}

// eulerTail is the sum over z >= m of f(z) = e^(-z^2/(2v)), by Euler and Maclaurin's formula: the
// integral, half the first term, and corrections by odd derivatives of f. The derivative of order
// n is (-1)^n He_n(y) f sigma^-n at y = m/sigma, He_n the Hermite polynomial.
func eulerTail(m, v float64) float64 {
	sigma := math.Sqrt(v)
	y := m / sigma
	f := math.Exp(-m * m / (2 * v))
	sum := 0.5
	before, hermite := 1.0, y // orders n-1 and n
	power := 1 / sigma
	for n, c := range eulerCoefficients {
		order := float64(2*n + 1)
		sum += c * hermite * power
		before, hermite = hermite, y*hermite-order*before
		before, hermite = hermite, y*hermite-(order+1)*before
		power /= v
	}
	return sigma*math.Sqrt(math.Pi/2)*math.Erfc(y/math.Sqrt2) + f*sum
}

// eulerCoefficients are B_2n/(2n)! for n = 1, 2, ..., with B Bernoulli's numbers.
var eulerCoefficients = [...]float64{1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160}

// HalfWidth returns the smallest integer h >= 0 with P(|z| <= h) >= level: the half-width, in
// records, of an interval around an answer that has one draw of noise. Where level is hit to a
// relative 1e-10 of what is missed, h may be one too large. It panics for a level outside (0, 1).
func (s SigmaSquared) HalfWidth(level float64) int64 {
	if !(level > 0 && level < 1) {
		panic(fmt.Sprintf("noise: level %v, it must be above 0 and below 1", level))
	}
	miss := (1 - level) * (1 - 1e-10)
	far := int(farTerms*math.Sqrt(s.Float())) + 1
	return int64(sort.Search(far, func(h int) bool { return s.Tail(int64(h)+1) <= miss }))
}
