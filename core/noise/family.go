package noise

import (
	"math"
	"math/big"

	"steward/core/message"
)

// Family is a law of noise but for its parameter. Mechanisms that can draw noise of several are told which.
type Family uint8

// The families, in the order of families.
const (
	Laplace Family = iota
	Gaussian
)

var families = [...]family{laplace{}, gaussian{}}

// family is all there is to know of a law of noise. A new one is a type in a file of its own, with its distribution,
// listed in families.
type family interface {
	// law returns the law of a parameter above zero, rounded up to one that can be drawn.
	law(parameter *big.Rat) (distribution, error)
	// squares says that squared changes over the parameter add up along an edge, to the square of r; otherwise it is
	// changes, to epsilon.
	squares() bool
	// variance returns that of noise whose parameter is one over a share of the budget: what designs go by.
	variance(share float64) float64
	// factor is what the standard deviation of a weighted sum of draws is multiplied by in its half-width at a level.
	factor(level float64) float64
	// stated is where a record states the parameter.
	stated(*Stated) *string
	words() Words
}

// Words are how a family is told.
type Words struct {
	Parameter string       // its symbol
	Symbol    string       // of the law
	Formula   message.Text // for experts
	// Noise is what short accounts call the noise where it is not Laplace noise, which needs no name.
	Noise message.Text
	// Head are the heads of what is stated of rows with such noise.
	Head [5]message.Text
	// Beside are the heads of sensitivity, parameter and cost in a table that may have rows of Laplace noise too.
	Beside [3]message.Text
	// Recompute says how the figures of such noise come about.
	Recompute []message.Text
}

// Law returns the law of a parameter, above zero: the scale of Laplace noise, or the sigma squared of Gaussian noise.
// It errors as NewScale and NewSigmaSquared do.
func (f Family) Law(parameter *big.Rat) (Law, error) {
	of, err := families[f].law(parameter)
	if err != nil {
		return Law{}, err
	}
	return Law{of}, nil
}

// Squares reports whether it is squared changes over the parameter that add up along an edge, to the square of r (L2);
// otherwise it is changes, to epsilon (L1).
func (f Family) Squares() bool { return families[f].squares() }

// Variance returns that of noise whose parameter is one over a share of the budget.
func (f Family) Variance(share float64) float64 { return families[f].variance(share) }

// Factor is what a standard deviation of a sum of such noise is multiplied by in a half-width at a level, to which the
// largest weight is added.
func (f Family) Factor(level float64) float64 {
	checkLevel(level)
	return families[f].factor(level)
}

// HalfWidth returns a half-width that a weighted sum of independent draws of the family, of any parameters and weights,
// with a total standard deviation sd exceeds with probability at most 1 - level. It adds the largest absolute weight,
// one step of the row that matters most: discrete rows take steps, and rows that are nearly always zero would be
// missed altogether. For an answer that is a whole number the result may be rounded down. It panics for a level
// outside (0, MaxLevel] and a negative or undefined sd or weight.
func (f Family) HalfWidth(sd, largestWeight, level float64) float64 {
	checkSize("standard deviation", sd)
	checkSize("largest weight", largestWeight)
	return sd*f.Factor(level) + largestWeight
}

// Words returns how the family is told.
func (f Family) Words() Words { return families[f].words() }

// Wider returns the family whose half-widths serve for sums of noise of both.
func (f Family) Wider(g Family) Family {
	if g.Factor(usualLevel) > f.Factor(usualLevel) {
		return g
	}
	return f
}

// Families returns all of them.
func Families() []Family {
	out := make([]Family, len(families))
	for i := range out {
		out[i] = Family(i)
	}
	return out
}

// The factor of the normal law at the level that is asked for millions of times.
const usualLevel = 0.95

var usualNormal = normalFactorAt(usualLevel)

// normalFactor is the two-sided normal quantile.
func normalFactor(level float64) float64 {
	if level == usualLevel {
		return usualNormal
	}
	return normalFactorAt(level)
}

func normalFactorAt(level float64) float64 { return math.Sqrt2 * math.Erfinv(level) }
