package mechanism

import (
	"math"
	"math/big"

	"steward/core/guide"
	"steward/core/message"
	"steward/core/noise"
)

// LawFor returns the law that hides rows which an edge changes by size: the L1 change over epsilon
// as the scale of Laplace noise, or the squared L2 change over r² as sigma² of Gaussian noise.
func LawFor(gaussian bool, size *big.Rat, budget *big.Rat) (noise.Law, error) {
	if gaussian {
		budget = new(big.Rat).Mul(budget, budget)
	}
	return noise.NewLaw(gaussian, new(big.Rat).Quo(size, budget))
}

// RowBudget is what the changes of rows over their noise may add up to along an edge: epsilon, or, with
// Gaussian noise, whose squares add up, the square of an r.
type RowBudget struct {
	Epsilon  *big.Rat
	Gaussian bool // then Epsilon is the r
}

// All returns what the changes over scales, or their squares over sigma², may add up to.
func (b RowBudget) All() *big.Rat {
	if b.Gaussian {
		return new(big.Rat).Mul(b.Epsilon, b.Epsilon)
	}
	return b.Epsilon
}

// Law returns the law of rows that have a budget of share per unit of change.
func (b RowBudget) Law(share float64) (noise.Law, error) {
	v, err := parameter(share)
	if err != nil {
		return noise.Law{}, err
	}
	return noise.NewLaw(b.Gaussian, v)
}

// NeedsDelta says what would have to be accepted for Gaussian noise.
func NeedsDelta(p Problem) Fit {
	if p.Gaussian {
		return Fit{}
	}
	return Unfit(guide.Budget, "it needs a very small chance of a failure: accept one in the step Privacy and error")
}

// GaussianVariance is the variance of Gaussian noise of sigma² = 1/s; that of the discrete law is
// a little less where s is above 1.
func GaussianVariance(s float64) float64 { return 1 / s }

// DiscreteVariance is the variance of discrete Laplace noise of scale 1/s: 2a/(1-a)² with
// a = e^-s (MECHANISMS 4.2).
func DiscreteVariance(s float64) float64 {
	d := -math.Expm1(-s)
	return 2 * math.Exp(-s) / (d * d)
}

// LeastShare is the least part of the budget that a group of rows is given. The question may
// not need a group at all, say single values where only wide ranges are asked for; what the
// tuner leaves to it is then next to nothing, and noise of that size cannot be drawn.
const LeastShare = 1e-6

// parameter returns 1/s, rounded up.
func parameter(s float64) (*big.Rat, error) {
	if !(s > 0) || math.IsInf(s, 0) {
		return nil, message.Errorf("a group of rows has budget %v", s)
	}
	// The proposals may exceed the budget in the last digits; a part in 2^40 less keeps
	// the exact check below from refusing them.
	t := new(big.Rat).SetFloat64(1 / (s * (1 - 0x1p-40)))
	if t == nil {
		return nil, message.Errorf("a group of rows has budget %v", s)
	}
	den := big.NewInt(1 << 20)
	num := new(big.Int).Mul(t.Num(), den)
	num.Add(num, new(big.Int).Sub(t.Denom(), big.NewInt(1)))
	num.Div(num, t.Denom())
	return new(big.Rat).SetFrac(num, den), nil
}
