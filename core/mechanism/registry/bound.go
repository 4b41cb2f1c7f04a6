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
	"steward/core/policy/weighted"
	"steward/core/sensitivity"
)

// Bound is how much error there is at least: with no unbiased linear mechanism that adds Laplace noise can it be less, nor with one that
// adds Gaussian noise where that is allowed.
type Bound struct {
	MeanSquare float64 // mean expected squared error over all answers, in people squared
	// Any is what no mechanism of any kind with the same promise can go below on all data; 0 where nothing is known. It is at most MeanSquare.
	Any float64
	How message.Text // where MeanSquare comes from
}

// OfAll reports whether no mechanism at all has less error on all data.
func (b Bound) OfAll() bool { return b.Any == b.MeanSquare }

// Factor returns how many times the typical error of the best possible an error can be at
// most: the root of the ratio of mean squares; 1 where both are zero.
func (b Bound) Factor(meanSquare float64) float64 {
	if meanSquare == 0 {
		return 1
	}
	return math.Sqrt(meanSquare / b.MeanSquare)
}

// FactorOfAny is Factor beside mechanisms of any kind, on the data where they have most error; 0 where nothing is known of them.
func (b Bound) FactorOfAny(meanSquare float64) float64 {
	if b.Any == 0 {
		return 0
	}
	return Bound{MeanSquare: b.Any}.Factor(meanSquare)
}

// Cells up to which a bound is worked out, with the best weights of the edges and with equal
// ones: a fraction of a second each.
const (
	maxBestBound    = 64
	maxUniformBound = 400
)

// LowerBound returns a bound on the error of a problem's answers (docs/mathematics.md, "Lower bounds"): the least total
// error with Gaussian noise, and twice that for Laplace noise, since no change is larger in L2
// than in L1; or what bounds every mechanism on the data where it has most error, which any that adds noise has on all data, where that is more.
// It returns false where there is
// none: none have where facts tell
// sums of cells, of which it takes no account. It sees no data.
func LowerBound(ctx context.Context, p mechanism.Problem) (Bound, bool, error) {
	unit, alike := p.Workload.UnitOfAll()
	if !alike || p.KnowsSums() {
		return Bound{}, false, nil
	}
	total, how, err := leastGaussian(ctx, p)
	if err != nil && !errors.Is(err, optimum.ErrLarge) {
		return Bound{}, false, err
	}
	b := Bound{MeanSquare: leastUnbiased(p, total), How: how}
	if b.Any, how, err = leastOfAny(p, total); err != nil {
		return Bound{}, false, err
	}
	const exact = 1 - 1e-9 // of what is worked out in floating point
	if b.Any >= b.MeanSquare*exact {
		b.MeanSquare, b.How = b.Any, how
	}
	per := unit * unit / askedFor(p)
	b.MeanSquare, b.Any = b.MeanSquare*per, b.Any*per
	return b, b.MeanSquare > 0, nil
}

// leastUnbiased bounds the total squared error of unbiased linear mechanisms from below, given the least error with Gaussian noise of
// variance 1 along edges of weight One.
func leastUnbiased(p mechanism.Problem, gaussian float64) float64 {
	budget := p.Budget.Over(p.Multiplier().Factor).Float()
	_, heaviest := p.Policy.Weights()
	most := budget * float64(heaviest) / float64(weighted.One) // what a row has of it
	times := 2 * discreteLaplace(most)
	if p.Gaussian {
		times = min(times, discreteGaussian(1/most))
	}
	return times * gaussian / (budget * budget)
}

// discreteLaplace returns by how much the variance of noise on whole numbers is smaller than its continuous twin's at most, where no row
// has more of a budget than most: the square of x/sinh x at half of that.
func discreteLaplace(most float64) float64 {
	half := most / 2
	return half / math.Sinh(half) * half / math.Sinh(half)
}

// askedFor returns how many numbers are asked for.
func askedFor(p mechanism.Problem) float64 {
	if n, ok := p.Workload.Follow(); ok {
		return n
	}
	return float64(p.Workload.Len())
}

// discreteGaussian returns the variance of discrete Gaussian noise over sigma², which rises to
// one with sigma: discrete noise on whole numbers is smaller than its continuous twin by this
// much at most.
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
	_, follow := p.Workload.Follow()
	if total, ok, err := knownOptimum(ctx, p); ok || err != nil {
		return total, message.Sprintf("the least error with Gaussian noise"), err
	}
	if k, threshold, ok := allRanges(p); ok && k > maxBestBound {
		return optimum.Ranges(k, threshold), message.Sprintf("all ranges of values up to %d steps apart", threshold), nil
	}
	if follow {
		return 0, how, optimum.ErrLarge
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
	runs, isRuns := p.Workload.Planned().Operator().(linop.Intervals)
	if !isRuns || !runs.AreForAll() || !p.Policy.Uniform() {
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
