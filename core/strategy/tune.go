package strategy

import (
	"context"
	"math"
	"slices"

	"steward/core/message"
)

// Load is the most by which one class of secret pairs moves the rows of each group of a chain
// (the sum over the group's rows of the absolute changes): the L1 sensitivity of the group.
// A caller that does not distinguish classes gives one Load with the maximum for each group.
type Load struct {
	Prefix int   // of the prefix sums at block ends: the most block ends between the pair's cells
	Total  int   // of the total: 1 for a pair with "not in the file", else 0
	Levels []int // of each level, in the order of the widths: 0, 1 or 2
}

// TuneProblem says what a chain strategy is to be good for and what it may spend.
type TuneProblem struct {
	Cells int
	// KnownTotal says that the number of records is public.
	KnownTotal bool
	// Target is the workload whose total expected squared error is minimised.
	Target Target
	// Budget bounds, for every Load, the sum over groups of n_g·s_g: epsilon for pure noise
	// with scales s_g = 1/t_g. For Gaussian noise (zCDP) let Variance be 1/s and Budget 2·rho;
	// the scales found are then 1/sigma^2.
	Budget float64
	// Variance is the noise variance of a row with scale s > 0: 2/s^2 for continuous Laplace noise, or the exact
	// variance of the discrete noise.
	Variance func(s float64) float64
	// Loads returns the loads of the chain with this block width and these level widths, at
	// least one. It is called once for each combination that is tried, a few hundred times,
	// or a few thousand for a large domain with long pairs, and must not change widths. For a
	// chain without prefix sums, block is at least Cells.
	Loads func(block int, widths []int) []Load
	// FreeScale is the scale given to every group that no secret pair moves: 0 leaves such
	// groups out, +Inf measures them without noise.
	FreeScale float64
	// LevelsOnly leaves prefix sums out: the best plain hierarchy (M5).
	LevelsOnly bool
	// Blocks are block widths to try beside the ones that are always tried: powers of two,
	// divisors of Cells and fractions and multiples of the longest secret pair.
	Blocks []int
}

// Tuned is a chain strategy with the best scales found for it.
type Tuned struct {
	Chain *Chain
	// Scales has a positive scale for every group of the chain, in the order of Groups.
	Scales []float64
	// Loads has n_g for every group, one row for each Load of the problem.
	Loads [][]int
	// Average is the expected squared error per query of the target, in records^2.
	Average float64
}

// ErrTune is wrapped by errors about tuning problems that cannot be solved as stated.
var ErrTune = message.New("cannot tune a chain strategy")

// Weigh returns the tuned chain with the precisions that its scales give. The variance function
// is that of the noise that will be used; an infinite scale is known exactly.
func (t *Tuned) Weigh(variance func(s float64) float64) (*Weighted, error) {
	precision := make([]float64, len(t.Scales))
	for g, s := range t.Scales {
		precision[g] = precisionOf(s, variance)
	}
	return t.Chain.Weigh(precision)
}

func precisionOf(s float64, variance func(s float64) float64) float64 {
	if math.IsInf(s, 1) {
		return s
	}
	return 1 / variance(s)
}

// Tune searches block widths, level widths and scales for the least total error of the
// problem's target. It looks at public parameters only, so what it finds costs no budget. The
// problem is not convex (docs/mathematics.md, "Certified scales"): the result is the best of many local searches, each
// from a closed-form start, and its Average is the exact error of the strategy returned.
//
// For ranges, prefixes and cells its time hardly depends on the number of cells, because every
// error is a closed form. A list is tuned on a selection of its ranges that is even in length and
// place, from 64 in the first rough search to 8192 in the last; Average is over all of them. Tune returns ctx's error when
// ctx is cancelled, and an error wrapping [ErrTune] when the problem is not a valid one or
// leaves no chain that can be measured.
func Tune(ctx context.Context, p TuneProblem) (*Tuned, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	t := &tuner{problem: p, tried: map[string]*fit{}}
	if err := t.seed(ctx); err != nil {
		return nil, err
	}
	if len(t.fits) == 0 {
		return nil, message.Errorf("%w: no group of rows that determines the cells is moved by any secret pair; give FreeScale a value", ErrTune)
	}
	if err := t.climb(ctx); err != nil {
		return nil, err
	}
	best, err := t.polish(ctx)
	if err != nil {
		return nil, err
	}
	out := &Tuned{Chain: best.chain, Scales: best.scales, Loads: best.loads}
	w, err := out.Weigh(p.Variance)
	if err != nil {
		return nil, message.Errorf("%w: %w", ErrTune, err)
	}
	out.Average, err = w.AverageVariance(p.Target)
	return out, err
}

func (p *TuneProblem) check() error {
	switch {
	case p.Cells < 1 || p.Cells > maxCells:
		return message.Errorf("%w: %d cells, from 1 to %d are possible", ErrTune, p.Cells, maxCells)
	case !(p.Budget > 0) || math.IsInf(p.Budget, 1):
		return message.Errorf("%w: the budget is %v, it must be positive and finite", ErrTune, p.Budget)
	case p.Variance == nil || p.Loads == nil:
		return message.Errorf("%w: Variance and Loads must be given", ErrTune)
	case math.IsNaN(p.FreeScale) || p.FreeScale < 0:
		return message.Errorf("%w: the scale of free groups is %v, it must be 0 or more", ErrTune, p.FreeScale)
	case slices.ContainsFunc(p.Blocks, func(b int) bool { return b < 1 || b > maxCells }):
		return message.Errorf("%w: the block widths %v are not all from 1 to %d", ErrTune, p.Blocks, maxCells)
	}
	if err := p.Target.check(p.Cells); err != nil {
		return message.Errorf("%w: %w", ErrTune, err)
	}
	return nil
}
