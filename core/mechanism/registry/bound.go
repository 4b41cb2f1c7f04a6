package registry

import (
	"context"
	"errors"
	"math"

	"steward/core/limits"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/sensitivity"
)

// Bound is how much error no unbiased linear mechanism with Laplace noise can go below, nor one
// with Gaussian noise where that is allowed.
type Bound struct {
	MeanSquare float64      // mean expected squared error over all answers, in people squared
	How        message.Text // where the bound comes from
}

// Factor returns how many times the typical error of the best possible an error can be at
// most: the root of the ratio of mean squares; 1 where both are zero.
func (b Bound) Factor(meanSquare float64) float64 {
	if meanSquare == 0 {
		return 1
	}
	return math.Sqrt(meanSquare / b.MeanSquare)
}

// Cells up to which a bound is worked out, with the best weights of the edges and with equal
// ones: a fraction of a second each.
const (
	maxBestBound    = 64
	maxUniformBound = 400
)

// LowerBound returns a bound on the error of a problem's answers (MECHANISMS 9): the least total
// error with Gaussian noise, and twice that for Laplace noise, since no change is larger in L2
// than in L1. It is often far below what can be reached with Laplace noise. It returns false where there is
// none: for larger problems only all ranges of one column and all boxes of a grid have one, and none have where facts tell
// sums of cells, of which it takes no account. It sees no data.
func LowerBound(ctx context.Context, p mechanism.Problem) (Bound, bool, error) {
	unit, alike := p.Workload.UnitOfAll()
	if !alike || p.KnowsSums() {
		return Bound{}, false, nil
	}
	total, how, err := leastGaussian(ctx, p)
	if errors.Is(err, optimum.ErrLarge) {
		return Bound{}, false, nil
	}
	if err != nil || !(total > 0) {
		return Bound{}, false, err
	}
	budget := p.Budget.Over(p.Multiplier().Factor).Float()
	_, heaviest := p.Policy.Weights()
	most := budget * float64(heaviest) / float64(policy.One) // what a row has of it
	half := most / 2
	discrete := half / math.Sinh(half)
	times := 2 * discrete * discrete
	if p.Gaussian {
		times = min(times, discreteGaussian(1/most))
	}
	return Bound{times * total / (budget * budget) / float64(p.Workload.Len()) * unit * unit, how}, true, nil
}

// discreteGaussian returns the variance of discrete Gaussian noise over sigma², which rises to
// one with sigma: discrete noise on whole numbers is smaller than its continuous twin by this
// much at most, and discrete Laplace noise by the square of x/sinh x at half the budget, since
// no row has more than the heaviest edge's.
func discreteGaussian(sigma float64) float64 {
	if sigma > 10 {
		return 1 - 1e-12
	}
	mass, square := 1.0, 0.0
	for z := 1.0; z < 40*sigma+2; z++ {
		p := 2 * math.Exp(-z*z/(2*sigma*sigma))
		mass += p
		square += z * z * p
	}
	return square / mass / (sigma * sigma)
}

// leastGaussian bounds the total squared error with noise of variance 1 along edges of weight
// One from below.
func leastGaussian(ctx context.Context, p mechanism.Problem) (total float64, how message.Text, err error) {
	if total, ok, err := knownOptimum(ctx, p); ok || err != nil {
		return total, message.Sprintf("the least error with Gaussian noise"), err
	}
	if k, threshold, ok := allRanges(p); ok && k > maxBestBound {
		return optimum.Ranges(k, threshold), message.Sprintf("all ranges of values up to %d steps apart", threshold), nil
	}
	k, err := p.Workload.Domain().Cells()
	if err != nil {
		return 0, how, err
	}
	boxes, ofBoxes := 0.0, message.Text{}
	if k > maxBestBound {
		boxes, ofBoxes, _ = allBoxes(p)
	}
	switch {
	case k > maxUniformBound && boxes > 0:
		return boxes, ofBoxes, nil
	case k > maxUniformBound:
		return 0, how, optimum.ErrLarge
	}
	if edges := float64(k) * float64(k); edges > limits.MaxEdgeScan {
		return 0, how, optimum.ErrLarge
	}
	_, known := p.Facts.Total()
	q, err := optimum.New(p.Workload.Operator(), p.Policy, known)
	if err != nil {
		return 0, how, err
	}
	if k > maxBestBound {
		total, err = q.Uniform()
		if how = message.Sprintf("the singular values of the questions over the secret pairs"); boxes > total {
			total, how = boxes, ofBoxes
		}
		return total, how, err
	}
	s, err := q.Solve(ctx, 0.01, 60)
	return s.Lower, message.Sprintf("the least error with Gaussian noise"), err
}

// allRanges returns the number of values and the distance to which each is joined to others
// at least, where a question asks for all ranges of a column whose edges all weigh One.
func allRanges(p mechanism.Problem) (k, threshold int, ok bool) {
	runs, isRuns := p.Workload.Operator().(linop.Intervals)
	if !isRuns || !runs.AreAll() || !p.Policy.Uniform() {
		return 0, 0, false
	}
	line, err := sensitivity.OnLine(p.Policy)
	if err != nil {
		return 0, 0, false
	}
	k = runs.Columns()
	threshold = k - 1
	for u, reach := range line.Reach {
		if reach < k-1 {
			threshold = min(threshold, reach-u)
		}
	}
	return k, threshold, threshold > 0
}
