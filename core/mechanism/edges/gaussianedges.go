package edges

import (
	"context"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// GaussianEdges is EdgeLaplace with discrete Gaussian noise: for every edge of the policy a random
// number of made-up people moves along it.
//
// # Guarantee
//
// For counts that differ by one person along an edge the released cells are the same function of
// noise that differs by one in one draw, of sigma² = 1/(r·w)² for an edge of weight w: a loss of
// rho = (r·w)²/2 (the shift lemma for Gaussian noise; docs/mathematics.md). Only what is made
// of the noisy cells is ever released.
//
// # Expected error
//
// Exact, as for EdgeLaplace with the variance of a discrete Gaussian, at most 1/(r·w)².
//
// # Cost
//
// Linear in edges, cells and answers; refused for many more edges than cells.
type GaussianEdges struct{}

func (GaussianEdges) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-edge", Name: message.Sprintf("Gaussian noise on each secret pair"), Source: message.Sprintf("Canonne, Kamath and Steinke 2020, with " + mechanism.Steward + "5"), Gaussian: true}
}

func (GaussianEdges) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	_, fit := fitEdges(p, noise.Gaussian)
	return fit
}

func (m GaussianEdges) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareEdges(ctx, m.Info(), p, noise.Gaussian)
}
