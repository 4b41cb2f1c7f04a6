package mechanism

import (
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/noise"
)

// law is the law of the noise on rows: discrete Laplace of a scale, discrete Gaussian of a sigma²,
// or, where both are zero, no noise. Laws are the same exactly if they are ==.
type law struct {
	scale noise.Scale
	gauss noise.SigmaSquared
}

// IsZero reports whether there is no noise.
func (l law) IsZero() bool { return l.scale.IsZero() && l.gauss.IsZero() }

// leastVariance stands for the variance of noise that is nearly always zero, so that no answer
// with noise is taken for an exact one.
const leastNoise = 1e-300

// variance returns the expected square of a draw, 0 without noise.
func (l law) variance() float64 {
	switch {
	case !l.scale.IsZero():
		return l.scale.Variance()
	case !l.gauss.IsZero():
		return max(l.gauss.Variance(), leastNoise)
	}
	return 0
}

// fill sets every entry to its own draw; it leaves them without noise.
func (l law) fill(src noise.Source, dst []int64) {
	switch {
	case !l.scale.IsZero():
		noise.Fill(src, l.scale, dst)
	case !l.gauss.IsZero():
		noise.FillGaussian(src, l.gauss, dst)
	}
}

// add adds its own draw to every entry.
func (l law) add(src noise.Source, rows []int64) {
	switch {
	case !l.scale.IsZero():
		noise.AddLaplace(src, l.scale, rows, rows)
	case !l.gauss.IsZero():
		noise.AddGaussian(src, l.gauss, rows, rows)
	}
}

// halfWidthOf is the half-width of a weighted sum of independent rows of the kind of noise, with
// no weight above one, given its variance; 0 for an exact answer.
func (l law) halfWidthOf(variance float64) float64 { return l.halfWidthOfWeighted(variance, 1) }

// halfWidthOfWeighted is halfWidthOf where no row counts more than so many times.
func (l law) halfWidthOfWeighted(variance, weight float64) float64 {
	switch {
	case variance == 0:
		return 0
	case !l.gauss.IsZero():
		return accuracy.HalfWidthOfGaussian(math.Sqrt(variance), weight, level)
	}
	return accuracy.HalfWidthOfWeighted(math.Sqrt(variance), weight, level)
}

// lawFor returns the law that hides rows which an edge changes by size: the L1 change over epsilon
// as the scale of Laplace noise, or the squared L2 change over r² as sigma² of Gaussian noise.
func lawFor(gaussian bool, size *big.Rat, budget *big.Rat) (l law, err error) {
	if gaussian {
		square := new(big.Rat).Mul(budget, budget)
		l.gauss, err = noise.NewSigmaSquared(square.Quo(size, square))
		return l, err
	}
	l.scale, err = noise.NewScale(new(big.Rat).Quo(size, budget))
	return l, err
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
