package mechanism

import "context"

// gaussianEdges is edgeLaplace with discrete Gaussian noise: for every edge of the policy a random
// number of made-up people moves along it.
//
// # Guarantee
//
// For counts that differ by one person along an edge the released cells are the same function of
// noise that differs by one in one draw, of sigma² = 1/(r·w)² for an edge of weight w: a loss of
// rho = (r·w)²/2 (the shift lemma in its Gaussian version, 5.1 of MECHANISMS). Only what is made
// of the noisy cells is ever released.
//
// # Expected error
//
// Exact, as for edgeLaplace with the variance of a discrete Gaussian, at most 1/(r·w)².
//
// # Cost
//
// Linear in edges, cells and answers; refused for many more edges than cells.
type gaussianEdges struct{}

func (gaussianEdges) Info() Info {
	return Info{ID: "gaussian-edge", Name: "Gaussian noise on each secret pair", Source: "Canonne, Kamath and Steinke 2020, with " + steward + "5", Gaussian: true}
}

func (gaussianEdges) Check(p Problem) Fit {
	if f := needsDelta(p); !f.OK() {
		return f
	}
	_, fit := fitEdges(p, true)
	return fit
}

func (m gaussianEdges) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareEdges(ctx, m.Info(), p, true)
}
