package mechanism

import (
	"context"
)

// gaussianCells adds discrete Gaussian noise to the count of every cell and answers questions by
// sums of cells (M2 of MECHANISMS with the cells as rows; Canonne, Kamath and Steinke 2020).
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
type gaussianCells struct{}

func (gaussianCells) Info() Info {
	return Info{
		ID:       "gaussian",
		Name:     "Gaussian noise on each cell",
		Source:   "Canonne, Kamath and Steinke 2020; Bun and Steinke 2016",
		Gaussian: true,
	}
}

func (gaussianCells) Check(p Problem) Fit {
	if f := needsDelta(p); !f.OK() {
		return f
	}
	return laplaceCells{}.Check(p)
}

func (m gaussianCells) Prepare(_ context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareCells(m.Info(), p, true)
}
