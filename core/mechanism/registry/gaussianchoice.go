package registry

import (
	"context"
	"math"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/matrix"
)

// fewOptimal is the most cells for which the best combinations are worked out for a comparison alone.
const fewOptimal = 64

// mostCompared is over how many cells, and mostAnswersCompared for how many answers, methods are tried for a comparison alone.
const mostCompared, mostAnswersCompared = 1 << 14, 1 << 20

// BestGaussian returns the mechanism with Gaussian noise that has the least expected error on a problem
// for which a chance of failure is accepted, and false where none applies: for telling what accepting
// one would gain. Over more than some dozens of cells it leaves out the one that takes long, so that
// another may do slightly better, and it does not try where all of them would take seconds: over very many cells or answers.
// It sees no data. It errors when ctx is cancelled.
func BestGaussian(ctx context.Context, p mechanism.Problem) (mechanism.Info, accuracy.Summary, bool, error) {
	var best mechanism.Prepared
	var info mechanism.Info
	least := math.Inf(1)
	cells, err := p.Workload.Domain().Cells()
	if err != nil || cells > mostCompared || p.Workload.Len() > mostAnswersCompared {
		return mechanism.Info{}, accuracy.Summary{}, false, nil
	}
	for _, m := range All() {
		if _, slow := m.(matrix.GaussianOptimal); !m.Info().Gaussian || slow && cells > fewOptimal || !Check(m, p).OK() {
			continue
		}
		q, err := prepare(ctx, m, waysOf(p))
		if ctx.Err() != nil {
			return mechanism.Info{}, accuracy.Summary{}, false, ctx.Err()
		}
		if err != nil {
			continue // it does not apply after all
		}
		if v := mechanism.MeanSquare(q); best == nil || v < least*(1-1e-4) {
			best, info, least = q, m.Info(), v
		}
	}
	if best == nil {
		return mechanism.Info{}, accuracy.Summary{}, false, nil
	}
	return info, mechanism.SummaryOf(best), true, nil
}
