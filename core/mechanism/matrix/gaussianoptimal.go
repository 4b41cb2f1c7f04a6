package matrix

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
)

// GaussianOptimal measures the linear combinations of cells that are best for the question under
// the policy, with Gaussian noise: the optimum of a convex problem, found with a certificate
// (Li and Miklau 2013; Haney et al. 2015 appendix A for policies).
//
// # Guarantee
//
// The combinations are rounded to whole numbers, A, and the largest ‖a_u − a_v‖₂²/w(u,v)² over all
// edges is worked out again from these, exactly; every row carries noise of sigma² that over r².
//
// # Expected error
//
// Exact, from the inverse of A; within one or two hundredths of the least that any
// unbiased linear mechanism with Gaussian noise has.
//
// # Cost
//
// Cubic in cells some dozen times to prepare, quadratic to release; up to 256 cells.
type GaussianOptimal struct{ mechanism.Lattice }

func (GaussianOptimal) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-optimal", Name: message.Sprintf("Best combinations, Gaussian noise"), Source: message.Sprintf("Li and Miklau 2013; Haney, Machanavajjhala and Ding 2015, appendix A; Canonne, Kamath and Steinke 2020"), Gaussian: true}
}

const (
	// optimalGap is how near the least error the search ends, twice that for large problems, and
	// OptimalRounds when it does so in any case.
	optimalGap    = 0.008
	largeOptimum  = 128
	OptimalRounds = 80
	// regular is the part of the largest information that is added in every direction, so that
	// every count is determined; it costs less than that part of the budget.
	regular = 1e-8
	// finest and coarsest are how many binary digits combinations are rounded to at most and at
	// least. With the finest, sums over limits.MaxCountedRecords records stay below 2^62.
	finest, coarsest = 22, 12
)

func (m GaussianOptimal) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	c, err := p.Components()
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	if fit := fitCombinations(p, c, limits.MaxSearchedCells); !fit.OK() {
		return fit
	}
	if m.TooCoarse(digitsFor(p), coarsest) {
		return mechanism.Unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	return mechanism.Fit{}
}

// digitsFor returns how many binary digits combinations are rounded to.
func digitsFor(p mechanism.Problem) int {
	r := p.Effective().Float()
	return min(finest, int(math.Floor(mechanism.LargestSigma+math.Log2(r))))
}

func (m GaussianOptimal) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	q, problem, edges, err := newCombinations(m.Info(), p, noise.Gaussian)
	if err != nil {
		return nil, err
	}
	if err := q.best(ctx, problem, m.Digits(digitsFor(p))); err != nil {
		return nil, err
	}
	if err := q.finish(edges); err != nil {
		return nil, err
	}
	return q, nil
}

// OptimalGapFor returns how near the least error the search ends for so many unknowns.
func OptimalGapFor(unknowns int) float64 {
	if unknowns > largeOptimum {
		return 2 * optimalGap
	}
	return optimalGap
}

// best finds the best matrix for Gaussian noise, upper triangular, and rounds it to so many digits.
func (q *preparedCombinations) best(ctx context.Context, problem *optimum.Problem, digits int) error {
	gap := OptimalGapFor(len(q.cells))
	s, err := q.Problem.Optima.Solve(ctx, problem, gap, OptimalRounds)
	if err != nil {
		return err
	}
	n := len(q.cells)
	x := s.X
	if x == nil { // no edge changes an answer, so that any matrix will do
		x = mat.NewSymDense(n, nil)
		for i := range n {
			x.SetSym(i, i, 1)
		}
	}
	largest := 0.0
	for i := range n {
		largest = max(largest, x.At(i, i))
	}
	for i := range n {
		x.SetSym(i, i, x.At(i, i)+regular*largest)
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(x) {
		return message.Errorf("the best combinations could not be worked out: use another method")
	}
	var upper mat.TriDense
	cholesky.UTo(&upper)
	lattice := math.Ldexp(1/math.Sqrt(largest), digits)
	q.rows, q.matrix = n, make([]int64, n*n)
	rounded := mat.NewTriDense(n, mat.Upper, nil)
	for i := range n {
		for j := i; j < n; j++ {
			v := math.Round(upper.At(i, j) * lattice)
			q.matrix[i*n+j] = int64(v)
			rounded.SetTri(i, j, v)
		}
		if q.matrix[i*n+i] == 0 {
			return message.Errorf("the best combinations could not be rounded: use another method")
		}
	}
	var inverse mat.TriDense
	if err := inverse.InverseTri(rounded); err != nil {
		return message.Errorf("the best combinations do not tell the counts apart: use another method: %w", err)
	}
	q.inverse = mat.DenseCopyOf(&inverse)
	return nil
}
