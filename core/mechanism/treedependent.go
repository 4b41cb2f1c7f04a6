package mechanism

import (
	"context"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/partition"
)

// checkGrove says whether a question can be answered on the subtree counts of a forest by a
// mechanism whose error depends on the data.
func checkGrove(p Problem) Fit {
	if p.StandIn.IsZero() {
		return unfit(guide.Budget, "its error depends on your data: it needs public numbers that are like them to be tried on")
	}
	c, err := p.components()
	switch {
	case err != nil:
		return unfit(guide.Questions, err.Error())
	case len(c.of) > partition.MaxEntries:
		return unfit(guide.Questions, "the combinations of values are too many for it: ask for a coarser table")
	case factorWork(p) > maxFactorWork && !p.onlyCells():
		return unfit(guide.Questions, "the answers are too many to compare its errors: ask for fewer")
	}
	if err := p.StandIn.fits(p); err != nil {
		return unfit(guide.Budget, err.Error())
	}
	return Fit{}
}

// onlyCells says that the errors of noise on each cell are worked out without visiting answers
// one by one.
func (p Problem) onlyCells() bool { return laplaceCells{}.Check(p).OK() }

// prepareGrove prepares a mechanism on the best forest for a problem and measures its error on
// the problem's stand-in.
func prepareGrove(ctx context.Context, m Mechanism, p Problem, noisy func(*grove) (treeNoise, error)) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	g, err := p.bestGrove()
	if err != nil {
		return nil, err
	}
	q := &preparedTree{info: m.Info(), problem: p, grove: g, consistent: isConsistent(m)}
	if q.noisy, err = noisy(g); err != nil {
		return nil, err
	}
	q.estimate, err = q.measured(ctx)
	return q, err
}

// isConsistent says whether a mechanism answers by possible counts.
func isConsistent(m Mechanism) bool {
	switch m.(type) {
	case treeIsotonic, treeDawaIsotonic:
		return true
	}
	return false
}

const (
	// mostRuns and leastRuns bound how often a release on a stand-in is tried, and triedCells
	// how many cells are released in all.
	mostRuns, leastRuns = 100, 8
	triedCells          = 1 << 18
)

// measured returns the error on the problem's stand-in. To the squared errors of the trials that
// of noise on every coordinate, which is known, is added as one trial more: where a few trials
// happen to show no error at all, none is not what is to be expected.
func (q *preparedTree) measured(ctx context.Context) (accuracy.Estimate, error) {
	runs := min(max(triedCells/q.forest.Cells(), leastRuns), mostRuns)
	s, err := q.problem.simulation(q, Trial{q.problem.StandIn, runs})
	if err != nil {
		return accuracy.Estimate{}, err
	}
	seen, err := s.run(ctx, newReproducible(q.info.ID))
	if err != nil {
		return accuracy.Estimate{}, err
	}
	known, err := q.noiseAlone(ctx)
	if err != nil {
		return accuracy.Estimate{}, err
	}
	e := seen.Unadjusted
	for i, a := range known {
		v := 0.0
		if a.Variance > 0 {
			v = (e.Answers[i].Variance*float64(runs) + a.Variance) / float64(runs+1)
		}
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: halfWidthOf(v)}
	}
	return e, nil
}

// noiseAlone returns the exact errors of noise of one size on every coordinate at the problem's
// budget; those of answers that are exact are zero.
func (q *preparedTree) noiseAlone(ctx context.Context) ([]accuracy.Answer, error) {
	if q.star {
		cells, err := laplaceCells{}.Prepare(ctx, q.problem)
		if err != nil {
			return nil, err
		}
		return cells.ExpectedError().Answers, nil
	}
	n, err := newSubtreeNoise(q.grove, q.problem)
	if err != nil {
		return nil, err
	}
	return q.linear(n.scale).Answers, nil
}
