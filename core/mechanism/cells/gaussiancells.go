package cells

import (
	"context"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// GaussianCells adds discrete Gaussian noise to the count of every cell and answers questions by
// sums of cells (Canonne, Kamath and Steinke 2020).
//
// # Guarantee
//
// Rows are single cells, sigma² = Δ₂²/r² with Δ₂ the policy's L2 sensitivity of the histogram: a
// loss of rho = r²/2 along an edge. Sums known to the public are imposed afterwards.
//
// # Expected error
//
// Exact, as for Laplace noise on each cell: with the variance of a discrete Gaussian, at most
// sigma².
//
// # Cost
//
// Linear in cells and answers.
type GaussianCells struct{}

func (GaussianCells) Info() mechanism.Info {
	return mechanism.Info{
		ID:       "gaussian",
		Closed:   true,
		Name:     message.Sprintf("Gaussian noise on each cell"),
		Source:   message.Sprintf("Canonne, Kamath and Steinke 2020; Bun and Steinke 2016"),
		Gaussian: true,
	}
}

func (GaussianCells) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	return LaplaceCells{}.Check(p)
}

func (m GaussianCells) Prepare(_ context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareCells(m.Info(), p, mechanism.KnownSets{}, ofFamily(noise.Gaussian))
}
