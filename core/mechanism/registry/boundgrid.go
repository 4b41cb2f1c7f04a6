package registry

import (
	"context"

	"steward/core/limits"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/matrix"
	"steward/core/message"
	"steward/core/optimum"
	"steward/core/policy"
)

// maxBoundProbes is how many pairs of cells are looked at to learn how far a column's values are
// joined.
const maxBoundProbes = 1 << 22

// allBoxes bounds the total squared error of all boxes of a grid from below, with noise of variance 1
// along edges of weight One, from the edges of the column that bounds it best. It returns false
// for other questions, and where no column's values are joined whatever the others'.
func allBoxes(p mechanism.Problem) (total float64, how message.Text, ok bool) {
	op, isBoxes := p.Workload.Operator().(linop.Boxes)
	if !isBoxes || !p.Policy.Uniform() {
		return 0, how, false
	}
	runs, every := op.Factors()
	if !every {
		return 0, how, false
	}
	spread := make([]float64, len(runs))
	for j, r := range runs {
		var err error
		if spread[j], err = optimum.Spread(r); err != nil {
			return 0, how, false
		}
	}
	for j, r := range runs {
		if !r.AreAll() || r.Columns() < 2 {
			continue
		}
		threshold := joinedAlong(p.Policy, j)
		if threshold < 1 {
			continue
		}
		others := append(append([]float64(nil), spread[:j]...), spread[j+1:]...)
		if b := optimum.Boxes(r.Columns(), threshold, others); b > total {
			name := p.Workload.Domain().Attributes()[j].Name()
			total, how = b, message.Sprintf("all boxes, with values of %q up to %d steps apart secret", name, threshold)
		}
	}
	return total, how, total > 0
}

// joinedAlong returns the largest number of steps such that every two cells that differ in one column
// alone, by at most so many, are joined; 0 where some neighbours are not, or it would take long to
// tell.
func joinedAlong(p *policy.Policy, column int) int {
	sizes := p.Domain().Sizes()
	cells, stride := 1, 1
	for j, n := range sizes {
		if cells *= n; j > column {
			stride *= n
		}
	}
	probes := 0
	for by := 1; by < sizes[column]; by++ {
		if probes += cells; probes > maxBoundProbes {
			return by - 1
		}
		for u := range cells {
			if u/stride%sizes[column]+by >= sizes[column] {
				continue
			}
			if _, joined := p.Weight(policy.Vertex(u), policy.Vertex(u+by*stride)); !joined {
				return by - 1
			}
		}
	}
	return sizes[column] - 1
}

// knownOptimum returns the bound that comes with the best combinations for Gaussian noise, for problems
// of so many cells that it is worked out only where those are, too.
func knownOptimum(ctx context.Context, p mechanism.Problem) (total float64, ok bool, err error) {
	k, err := p.Workload.Domain().Cells()
	if _, follow := p.Workload.Follow(); follow {
		return 0, false, nil
	}
	if err != nil || k <= maxBestBound || k > limits.MaxSearchedCells || p.Optima == nil || p.Policy.Presence() || p.TiedPeople().Factor != 1 || !(matrix.GaussianOptimal{}).Check(p).OK() {
		return 0, false, nil
	}
	q, err := optimum.New(p.Workload.Operator(), p.Policy, false)
	if err != nil {
		return 0, false, err
	}
	s, err := p.Optima.Solve(ctx, q, matrix.OptimalGapFor(q.Unknowns()), matrix.OptimalRounds)
	return s.Lower, err == nil && s.Lower > 0, err
}
