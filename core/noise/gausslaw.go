package noise

import (
	"math"
	"math/big"

	"steward/core/message"
)

// gaussian is the family of the discrete Gaussian law, whose parameter is a SigmaSquared.
type gaussian struct{}

func (gaussian) law(parameter *big.Rat) (distribution, error) { return NewSigmaSquared(parameter) }
func (gaussian) squares() bool                                { return true }

// variance is sigma²; that of the discrete law is a little less where s is above 1.
func (gaussian) variance(s float64) float64 { return 1 / s }

// factor is the two-sided normal quantile. The sum is sub-Gaussian with a parameter that is at least its variance
// (Canonne, Kamath and Steinke 2020), and as good as normal once some row has sigma² of 1 or more. The step that
// HalfWidth adds is what rows of small sigma² need, which are nearly always zero. That no mixture exceeds it is checked
// numerically (the tests enumerate many), not proved; for one row SigmaSquared.HalfWidth is exact.
func (gaussian) factor(level float64) float64 { return normalFactor(level) }

func (gaussian) stated(s *Stated) *string { return &s.SigmaSquared }

func (gaussian) words() Words {
	return Words{
		Parameter: "σ²", Symbol: "DGauss(σ²)", Noise: message.Sprintf("Gaussian noise"),
		Formula: message.Sprintf("P(z) ∝ e^(−z²/2σ²); Var ≤ σ²; squared L2 sensitivity Δ² spends Δ²/σ² of r², ρ = r²/2"),
		Head:    [...]message.Text{message.Sprintf("Measured rows"), message.Sprintf("Rows"), message.Sprintf("L2 sensitivity, squared"), message.Sprintf("σ² of Gaussian noise"), message.Sprintf("Part of the budget, squared")},
		Beside:  [...]message.Text{message.Sprintf("Sensitivity (L1; of Gaussian noise L2, squared)"), message.Sprintf("Noise scale, or σ² of Gaussian noise"), message.Sprintf("Part of the budget (of Gaussian noise, of its square)")},
		Recompute: []message.Text{
			message.Sprintf("Rows of Gaussian noise carry the discrete Gaussian law instead: the chance of z is proportional to exp(-z²/(2 σ²)); its variance is at most σ², and as good as σ² from σ² = 3 on. σ² is an exact fraction. Their sensitivity is the square of the largest L2 distance, and rows of it cost sensitivity/σ² of the square of the question's budget for noise; along every edge these costs add up to no more than that square (Canonne, Kamath and Steinke 2020)."),
			message.Sprintf("The half-width for one row of Gaussian noise is that of the exact law; for sums it is 1.960 standard deviations, the normal law's, and one step of the row that matters most."),
		},
	}
}

// Law returns the law with this parameter; none for the zero SigmaSquared.
func (s SigmaSquared) Law() Law {
	if s.IsZero() {
		return Law{}
	}
	return Law{s}
}

func (SigmaSquared) family() Family { return Gaussian }

func (s SigmaSquared) halfWidth(rows int, level float64) float64 {
	if rows == 1 {
		return float64(s.HalfWidth(level))
	}
	return Gaussian.HalfWidth(math.Sqrt(float64(rows)*s.Law().Variance()), 1, level)
}
