package mechanism

import (
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/noise"
)

// law is the law of the noise on rows.
type law = noise.Law

// leastNoise stands for the variance of an answer whose noise is nearly always zero, so that it is not taken for
// an exact one.
const leastNoise = 1e-300

// halfWidthUnder is the half-width of a weighted sum of independent rows of the kind of noise, with
// no weight above one, given its variance; 0 for an exact answer.
func halfWidthUnder(l law, variance float64) float64 { return halfWidthOfWeighted(l, variance, 1) }

// halfWidthOfWeighted is halfWidthUnder where no row counts more than so many times.
func halfWidthOfWeighted(l law, variance, weight float64) float64 {
	switch {
	case variance == 0:
		return 0
	case l.Gaussian():
		return accuracy.HalfWidthOfGaussian(math.Sqrt(variance), weight, level)
	}
	return accuracy.HalfWidthOfWeighted(math.Sqrt(variance), weight, level)
}

// lawFor returns the law that hides rows which an edge changes by size: the L1 change over epsilon
// as the scale of Laplace noise, or the squared L2 change over r² as sigma² of Gaussian noise.
func lawFor(gaussian bool, size *big.Rat, budget *big.Rat) (law, error) {
	if gaussian {
		budget = new(big.Rat).Mul(budget, budget)
	}
	return noise.NewLaw(gaussian, new(big.Rat).Quo(size, budget))
}

// IsGaussian reports whether a mechanism applies only where a chance of a failure is accepted.
func IsGaussian(m Mechanism) bool {
	if sums, ok := m.(noisySums); ok {
		return sums.gauss
	}
	_, ok := m.(interface{ gaussian() })
	return ok
}

func (gaussianCells) gaussian()        {}
func (gaussianHierarchical) gaussian() {}
func (gaussianOrdered) gaussian()      {}
func (gaussianStationary) gaussian()   {}
func (gaussianOptimal) gaussian()      {}
func (gaussianEdges) gaussian()        {}
func (gaussianNested) gaussian()       {}
func (gaussianWaves) gaussian()        {}
func (gaussianMarginals) gaussian()    {}

// needsDelta says what would have to be accepted for Gaussian noise.
func needsDelta(p Problem) Fit {
	if p.Gaussian {
		return Fit{}
	}
	return unfit(guide.Budget, "it needs a very small chance of a failure: accept one in the step Privacy and error")
}
