package seeded

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Moments is what is known of the law of a number that is drawn. Skew and Excess are its standardised third
// moment and its standardised fourth moment less 3 (excess kurtosis); where they are not known, they may be
// bounds above them.
type Moments struct{ Mean, Variance, Skew, Excess float64 }

// MomentsOf returns those of a law on listed values, whose chances add up to 1.
func MomentsOf(values, chances []float64) Moments {
	var m Moments
	for i, v := range values {
		m.Mean += chances[i] * v
	}
	var third, fourth float64
	for i, v := range values {
		d := v - m.Mean
		m.Variance += chances[i] * d * d
		third += chances[i] * d * d * d
		fourth += chances[i] * d * d * d * d
	}
	if m.Variance > 0 {
		m.Skew, m.Excess = third/math.Pow(m.Variance, 1.5), fourth/(m.Variance*m.Variance)-3
	}
	return m
}

// Squares returns moments of the squares of noise of a variance: a weighted sum of independent rows of discrete Laplace
// or normal noise, none of which has a variance below least. They are those of one Laplace row, which are the largest, since the
// cumulants of such noise, as parts of the powers of its variance, are. They also bound those of a mean of such
// squares, however these depend on one another.
func Squares(variance, least float64) Moments {
	v := min(least, 1e4) // beyond, as for continuous noise
	a := v / (v + 1 + math.Sqrt(2*v+1))
	var values, chances []float64
	for z, chance := 0.0, (1-a)/(1+a); z == 0 || z < -70/math.Log(a); z++ {
		values, chances = append(values, z*z), append(chances, chance)
		if chance *= a; z == 0 {
			chance *= 2
		}
	}
	m := MomentsOf(values, chances)
	return Moments{variance, m.Variance / (m.Mean * m.Mean) * variance * variance, m.Skew, m.Excess}
}

// Within returns how far the mean of n independent draws may be from its expectation, on either side, except
// with the chance alpha: the normal law's quantile, made larger for skew and heavy tails by those terms
// of Cornish and Fisher that make it larger. They do not tell how likely one very large draw is, so that the quantile is that of
// a smaller chance, alpha to the power of 7/6. No moments give a bound for every law. By the exact laws of means of squares
// and sizes of Laplace and normal noise, for 100 draws and more and alpha down to 1e-14, the chance is below alpha
// (TestMeansAreWithin). Moments that are estimated from the draws themselves do not do: they are small where the
// mean is, and raise ten times as many false alarms and more.
func (m Moments) Within(n int, alpha float64) float64 {
	z := -mathext.NormalQuantile(math.Pow(alpha, 7.0/6) / 2)
	root := math.Sqrt(float64(n))
	z += (z*z-1)*math.Abs(m.Skew)/(6*root) + (z*z*z-3*z)*max(m.Excess, 0)/(24*float64(n))
	return z * math.Sqrt(m.Variance) / root
}

// Averages checks that n independent draws with the moments m have a mean so large, as Within says.
func Averages(mean float64, n int, m Moments, alpha float64) error {
	within := m.Within(n, alpha)
	if off := math.Abs(mean - m.Mean); !(off <= within+1e-9*math.Abs(m.Mean)) {
		return fmt.Errorf("the mean of %d is %.6g, should be %.6g, and may be off by %.3g: by more with a chance of %.2g", n, mean, m.Mean, within, alpha)
	}
	return nil
}

// Shares checks that n independent numbers between 0 and 1, whatever their laws, have the mean expectation p. It fails
// where Hoeffding's bound exp(-n KL(mean, p)) (1963) is below alpha/2: a false alarm comes with a chance of at most alpha, and
// for numbers that vary less than coins with a much smaller one.
func Shares(mean float64, n int, p, alpha float64) error {
	if !(mean >= -1e-9 && mean <= 1+1e-9 && p >= 0 && p <= 1) || n < 1 {
		return fmt.Errorf("a mean of %v for an expectation of %v, of %d numbers between 0 and 1", mean, p, n)
	}
	mean = min(max(mean, 0), 1)
	part := func(f, p float64) float64 {
		if f == 0 {
			return 0
		}
		return f * math.Log(f/p)
	}
	if bound := math.Exp(-float64(n) * (part(mean, p) + part(1-mean, 1-p))); bound < alpha/2 {
		return fmt.Errorf("the mean of %d is %.6g, should be %.6g: so far off with a chance of at most %.2g, the limit is %.2g", n, mean, p, 2*bound, alpha)
	}
	return nil
}
