package audit

import "math"

// wilson returns both bounds at z standard errors (Wilson 1927), quick and nearly right:
// for choosing what to test, never for a verdict.
func wilson(k, n int, z float64) (lower, upper float64) {
	share, count := float64(k)/float64(n), float64(n)
	middle := (share + z*z/(2*count)) / (1 + z*z/count)
	half := z / (1 + z*z/count) * math.Sqrt(share*(1-share)/count+z*z/(4*count*count))
	return max(0, middle-half), min(1, middle+half)
}
