package accuracy

// HalfWidthOfGaussian returns a half-width that a weighted sum of independent discrete Gaussian
// rows (any sigma², any real weights) with total standard deviation sd exceeds with probability at
// most 1 - level: the two-sided normal quantile times sd, and the largest absolute weight, one
// step of the row that matters most.
//
// The sum is sub-Gaussian with a parameter that is at least its variance (Canonne, Kamath and
// Steinke 2020), and as good as normal once some row has sigma² of 1 or more. The
// step is what rows of small sigma² need, which are nearly always zero. That no mixture exceeds it is
// checked numerically (the tests enumerate many), not proved; for one row
// noise.SigmaSquared.HalfWidth is exact. It panics for a level outside (0, MaxLevel] and a
// negative or undefined sd or weight.
func HalfWidthOfGaussian(sd, largestWeight, level float64) float64 {
	checkLevel(level)
	checkSize("standard deviation", sd)
	checkSize("largest weight", largestWeight)
	return sd*normalFactor(level) + largestWeight
}
