package noise

import (
	"math"
	"math/big"

	"steward/core/message"
)

// laplace is the family of the discrete Laplace law, whose parameter is a Scale.
type laplace struct{}

func (laplace) law(parameter *big.Rat) (distribution, error) { return NewScale(parameter) }
func (laplace) squares() bool                                { return false }

// variance is 2a/(1-a)² with a = e^-s.
func (laplace) variance(s float64) float64 {
	d := -math.Expm1(-s)
	return 2 * math.Exp(-s) / (d * d)
}

// factor is the larger of two: ln(1/(1-level))/sqrt(2), for a single Laplace variable, and the two-sided normal
// quantile, for infinitely many small ones. At the usual level 0.95 these are 2.118 and 1.960; they cross at about
// 0.907. That no mixture lies above both is checked numerically (the tests try many weights and levels), not proved. A
// sum of many similar rows needs no more than the normal factor, and then the interval at 0.95 is 8 % wider than it
// must be. Without the step that HalfWidth adds a single row of scale 1 at level 0.95 would be given 2.87, where 3 is
// needed; about half a step is the most that was ever needed there.
func (laplace) factor(level float64) float64 {
	if level == usualLevel {
		return usualWidest
	}
	return widestFactorAt(level)
}

var usualWidest = widestFactorAt(usualLevel)

func widestFactorAt(level float64) float64 {
	return max(-math.Log1p(-level)/math.Sqrt2, normalFactorAt(level))
}

func (laplace) stated(s *Stated) *string { return &s.Scale }

func (laplace) words() Words {
	return Words{
		Parameter: "t", Symbol: "DLap(t)",
		Formula: message.Sprintf("P(z) = (1−a)/(1+a) · a^|z| with a = e^(−1/t); Var = 2a/(1−a)²; L1 sensitivity Δ spends Δ/t"),
		Head:    [...]message.Text{message.Sprintf("Measured rows"), message.Sprintf("Rows"), message.Sprintf("L1 sensitivity"), message.Sprintf("Noise scale"), message.Sprintf("Part of the budget")},
		Beside:  [...]message.Text{message.Sprintf("Sensitivity (L1)"), message.Sprintf("Noise scale"), message.Sprintf("Part of the budget")},
		Recompute: []message.Text{
			message.Sprintf("Unless stated otherwise below, each measured row carries independent noise of the discrete Laplace law: with scale t, and a = exp(-1/t), the chance of noise z is (1 - a)/(1 + a) times a to the power |z|; its variance is 2a/(1 - a)². Scales are exact fractions."),
			message.Sprintf("The sensitivity of a group of rows is the largest L1 distance by which moving one person along an edge of the policy changes the group. Rows of sensitivity s and scale t cost s/t of the budget along that edge; along every edge these costs add up to no more than the question's budget for noise."),
			message.Sprintf("An answer is a linear combination of measured rows, by least squares where rows outnumber cells; its error is the root of its variance. The half-width of the interval is that of the exact law for sums of rows of one scale. For other sums it is 2.118 standard deviations, the factor of a single Laplace variable, and one step of the row that matters most."),
		},
	}
}

// Law returns the law with this parameter; none for the zero Scale.
func (s Scale) Law() Law {
	if s.IsZero() {
		return Law{}
	}
	return Law{s}
}

func (Scale) family() Family { return Laplace }

func (s Scale) halfWidth(rows int, level float64) float64 {
	return float64(s.HalfWidthOfSum(rows, level))
}
