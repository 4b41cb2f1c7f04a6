package audit

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Lower returns a bound below the chance of an event that came k times in n independent
// trials, which is wrong with a chance of at most alpha whatever the true chance (Clopper
// and Pearson 1934, one-sided): the chance at which k or more are as rare as alpha.
func Lower(k, n int, alpha float64) float64 {
	if k <= 0 {
		return 0
	}
	// P(Bin(n, p) >= k) = I_p(k, n-k+1) rises with p; the lower end of the bracket is kept.
	lo, hi := 0.0, float64(k)/float64(n)
	for range 64 {
		p := lo + (hi-lo)/2
		if mathext.RegIncBeta(float64(k), float64(n-k+1), p) < alpha {
			lo = p
		} else {
			hi = p
		}
	}
	return lo
}

// Upper returns the bound above the chance likewise; it is above zero.
func Upper(k, n int, alpha float64) float64 { return 1 - Lower(n-k, n, alpha) }

// wilson returns both bounds at z standard errors (Wilson 1927), quick and nearly right:
// for choosing what to test, never for a verdict.
func wilson(k, n int, z float64) (lower, upper float64) {
	share, count := float64(k)/float64(n), float64(n)
	middle := (share + z*z/(2*count)) / (1 + z*z/count)
	half := z / (1 + z*z/count) * math.Sqrt(share*(1-share)/count+z*z/(4*count*count))
	return max(0, middle-half), min(1, middle+half)
}
