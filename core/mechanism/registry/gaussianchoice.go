package registry

import (
	"context"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/matrix"
)

// fewOptimal is the most cells for which the best combinations are worked out for a comparison alone.
const fewOptimal = 64

// BestGaussian returns the mechanism with Gaussian noise that has the least expected error on a problem
// for which a chance of a failure is accepted, and false where none applies: for telling what accepting
// one would gain. Over more than some dozens of cells it leaves out the one that takes long, so that
// another may do slightly better. It sees no data. It errors when ctx is cancelled.
func BestGaussian(ctx context.Context, p mechanism.Problem) (mechanism.Info, accuracy.Summary, bool, error) {
	var best mechanism.Info
	var least accuracy.Summary
	found := false
	cells, err := p.Workload.Domain().Cells()
	if err != nil {
		return best, least, false, nil // too many for any
	}
	for _, m := range All() {
		if _, slow := m.(matrix.GaussianOptimal); !m.Info().Gaussian || slow && cells > fewOptimal || !Check(m, p).OK() {
			continue
		}
		q, err := prepare(ctx, m, waysOf(p))
		if ctx.Err() != nil {
			return best, least, false, ctx.Err()
		}
		if err != nil {
			continue // it does not apply after all
		}
		if s := q.ExpectedError().Summary(); !found || s.MeanSquare < least.MeanSquare*(1-1e-4) {
			best, least, found = m.Info(), s, true
		}
	}
	return best, least, found, nil
}
