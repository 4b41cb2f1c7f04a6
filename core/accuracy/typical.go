package accuracy

import "steward/core/noise"

// Typical returns the typical error of a number with a root mean square error: with Laplace and Gaussian noise, and sums
// of these, it is nearer to the true one at least half of the time (docs/mathematics.md), as HalfWidth of noise.Laplace
// says it. How far it is off 19 times in 20 is no fixed multiple of that: 2.9 times as far with Gaussian noise, 3.1 times
// with Laplace noise, of which more than half is nearer.
func Typical(rmse float64) float64 { return rmse * typicalPart }

var typicalPart = noise.Laplace.Factor(0.5)
