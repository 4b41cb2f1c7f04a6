package mechanism

import (
	"math"
	"math/big"

	"steward/core/guide"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/sensitivity"
)

// LawFor returns the law of a family that hides rows which an edge changes by size: the L1 change over epsilon as
// the parameter, or, where squares add up, the squared L2 change over r².
func LawFor(f noise.Family, size *big.Rat, budget *big.Rat) (noise.Law, error) {
	return f.Law(new(big.Rat).Quo(size, Spendable(f, budget)))
}

// Spendable returns what changes over parameters may add up to along an edge: epsilon, or, where squares do, the square of
// an r. It returns the budget itself or a new number.
func Spendable(f noise.Family, budget *big.Rat) *big.Rat {
	if f.Squares() {
		return new(big.Rat).Mul(budget, budget)
	}
	return budget
}

// NormOf says how changes of rows are measured that noise of a family hides.
func NormOf(f noise.Family) sensitivity.Norm {
	if f.Squares() {
		return sensitivity.L2Squared
	}
	return sensitivity.L1
}

// ScalingOf says how the error of noise of a family falls with its share of the budget.
func ScalingOf(f noise.Family) optimum.Law {
	if f.Squares() {
		return optimum.WithGaussian
	}
	return optimum.WithLaplace
}

// RowBudget is what the changes of rows over the parameters of their noise may add up to along an edge.
type RowBudget struct {
	Epsilon *big.Rat // an r where squares add up
	Family  noise.Family
}

// All returns what the changes, or their squares, over the parameters may add up to.
func (b RowBudget) All() *big.Rat { return Spendable(b.Family, b.Epsilon) }

// Law returns the law of rows that have a budget of share per unit of change.
func (b RowBudget) Law(share float64) (noise.Law, error) {
	v, err := parameter(share)
	if err != nil {
		return noise.Law{}, err
	}
	return b.Family.Law(v)
}

// NeedsDelta says what would have to be accepted for Gaussian noise.
func NeedsDelta(p Problem) Fit {
	if p.Gaussian {
		return Fit{}
	}
	return Unfit(guide.Budget, "it needs a very small chance of failure: accept one in the step %s", guide.Budget.Title())
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
