package trees

import (
	"cmp"
	"context"
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/partition"
)

// checkForest says whether a question can be answered on the subtree counts of a forest by a
// mechanism whose error depends on the data.
func checkForest(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	if p.StandIn.IsZero() {
		return mechanism.Unfit(guide.Budget, "its error depends on your data: to be tried, it needs public numbers that are like them")
	}
	c, err := p.Components()
	switch {
	case err != nil:
		return mechanism.Unfit(guide.Questions, "%s", err)
	case len(c.Of) > partition.MaxEntries:
		return mechanism.Unfit(guide.Questions, "the combinations of values are too many for it: ask for a coarser table")
	case factorWork(p) > maxFactorWork && !onlyCells(p):
		return mechanism.Unfit(guide.Questions, "there are too many answers to compare the errors: ask for fewer")
	}
	if err := p.StandIn.Fits(p); err != nil {
		return mechanism.Unfit(guide.Budget, "%s", err)
	}
	return mechanism.Fit{}
}

// onlyCells says that the errors of noise on each cell are worked out without visiting answers
// one by one.
func onlyCells(p mechanism.Problem) bool { return cells.LaplaceCells{}.Check(p).OK() }

// prepareForest prepares a mechanism on the forest, and with the noise, that is best for a problem on
// its stand-in, and measures its error there.
func prepareForest(ctx context.Context, m mechanism.Mechanism, p mechanism.Problem, noisy func(*SpanningForest) ([]treeNoise, error)) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	forests, err := likelyForests(p)
	if err != nil {
		return nil, err
	}
	return prepareOn(ctx, m, p, forests, noisy)
}

// Of several ways all are tried so often, and the best so many measured.
const (
	firstTrials = 8
	measuredAll = 2
)

// prepareOn is prepareForest for given forests, one at least. The stand-in is public, so the choice by
// it costs no privacy.
func prepareOn(ctx context.Context, m mechanism.Mechanism, p mechanism.Problem, forests []*SpanningForest, noisy func(*SpanningForest) ([]treeNoise, error)) (mechanism.Prepared, error) {
	var ways []*PreparedTree
	for _, g := range forests {
		list, err := noisy(g)
		if err != nil {
			return nil, err
		}
		for _, n := range list {
			ways = append(ways, &PreparedTree{Task: mechanism.Task{By: m.Info(), Problem: p}, SpanningForest: g, Consistent: m.Info().Consistent, Noisy: n})
		}
	}
	if len(ways) > measuredAll {
		squares := make(map[*PreparedTree]float64)
		for _, q := range ways {
			seen, err := q.tried(ctx, firstTrials)
			if err != nil {
				return nil, err
			}
			squares[q] = seen.mean(firstTrials)
		}
		slices.SortStableFunc(ways, func(a, b *PreparedTree) int { return cmp.Compare(squares[a], squares[b]) })
		ways = ways[:measuredAll]
	}
	best, least := ways[0], math.Inf(1)
	for _, q := range ways {
		var err error
		if q.estimate, err = q.measured(ctx); err != nil {
			return nil, err
		}
		if e := q.estimate.MeanSquare(); e < least {
			best, least = q, e
		}
	}
	return best, nil
}

// noiseAlone returns the exact errors of noise of one size on every coordinate at the problem's
// budget; those of answers that are exact are zero.
func (q *PreparedTree) noiseAlone(ctx context.Context) ([]accuracy.Answer, error) {
	if q.star {
		cells, err := cells.LaplaceCells{}.Prepare(ctx, q.Problem)
		if err != nil {
			return nil, err
		}
		return cells.ExpectedError().Answers, nil
	}
	n, err := NewSubtreeNoise(q.SpanningForest, q.Problem)
	if err != nil {
		return nil, err
	}
	return q.Linear(n.Scale).Answers, nil
}
