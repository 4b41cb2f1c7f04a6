package strategy

import (
	"fmt"
	"math"
	"slices"

	"steward/core/message"
)

// layout is one combination of rows that the search considers.
type layout struct {
	block  int
	widths []int
	total  Total
}

func (l layout) key() string { return fmt.Sprint(l.block, l.widths, l.total) }

// fit is a layout with the best scales found for it so far.
type fit struct {
	layout
	chain *Chain
	loads [][]int
	paid  []int // the groups that some secret pair moves; they share the budget
	// scales, and the average error with them over the target of the present stage.
	scales  []float64
	average float64
	stage   int // at which average was computed
	// thorough is set once a move to this layout has been searched for scales.
	thorough bool

	w         *Weighted
	precision []float64
	listed    *listed // the ranges of the present stage, if the target is a list
}

// newFit lays out l and starts from equal scales. It returns nil when l is no chain, does not
// determine the last cell, has prefix sums where only levels are wanted, or has a group that
// nothing moves while such groups are to be left out.
func (t *tuner) newFit(l layout) (*fit, error) {
	p := &t.problem
	spec := Spec{Cells: p.Cells, Block: l.block, Widths: l.widths, Total: l.total}
	if checkSpec(spec) != nil {
		return nil, nil
	}
	chain, err := NewChain(spec)
	if err != nil {
		return nil, err
	}
	if p.LevelsOnly && chain.blocks > 1 {
		return nil, nil
	}
	if l.total == TotalUnmeasured && len(l.widths) == 0 {
		return nil, nil // prefix sums up to the last cell but one say nothing about the last
	}
	groups := len(chain.groups)
	f := &fit{
		layout: l, chain: chain, scales: make([]float64, groups), precision: make([]float64, groups),
		w: &Weighted{chain: chain, precision: make([]float64, groups), tiers: make([]tierVariance, len(chain.tiers))},
	}
	if err := f.setLoads(p.Loads(l.block, l.widths)); err != nil {
		return nil, err
	}
	for g := range chain.groups {
		moved := slices.ContainsFunc(f.loads, func(n []int) bool { return n[g] > 0 })
		switch {
		case moved:
			f.paid = append(f.paid, g)
			f.scales[g] = 1
		case p.FreeScale > 0:
			f.scales[g] = p.FreeScale
			f.precision[g] = precisionOf(p.FreeScale, p.Variance)
		default:
			return nil, nil
		}
	}
	return f, nil
}

// setLoads spreads the caller's loads over the groups of the chain.
func (f *fit) setLoads(loads []Load) error {
	if len(loads) == 0 {
		return message.Errorf("%w: no loads for block %d and widths %v, give at least one", ErrTune, f.block, f.widths)
	}
	for _, load := range loads {
		if len(load.Levels) != len(f.widths) {
			return message.Errorf("%w: %d level loads for the widths %v, one each is needed", ErrTune, len(load.Levels), f.widths)
		}
		n := make([]int, 0, len(f.chain.groups))
		level := 0
		for _, g := range f.chain.groups {
			switch g.Kind {
			case Prefix:
				n = append(n, load.Prefix)
			case Whole:
				n = append(n, load.Total)
			case Level:
				n = append(n, load.Levels[level])
				level++
			}
		}
		if slices.Min(append(n, 0)) < 0 {
			return message.Errorf("%w: negative load %+v for block %d and widths %v", ErrTune, load, f.block, f.widths)
		}
		f.loads = append(f.loads, n)
	}
	return nil
}

// normalise multiplies the paid scales so that the heaviest load spends the whole budget.
func (f *fit) normalise(budget float64) {
	var worst float64
	for _, n := range f.loads {
		var sum float64
		for _, g := range f.paid {
			sum += float64(n[g]) * f.scales[g]
		}
		worst = max(worst, sum)
	}
	for _, g := range f.paid {
		f.scales[g] *= budget / worst
	}
}

// prepare brings f to the present stage.
func (t *tuner) prepare(f *fit) {
	if f.stage < t.stage.number && len(t.ranges) > 0 {
		if f.chain.blocks > 1 {
			f.listed = prepare(f.chain, t.ranges)
		} else {
			f.listed = prepare(f.chain, t.cheap)
		}
	}
	f.stage = t.stage.number
}

// evaluate returns the average error with the current scales, or +Inf when they do not
// determine the cells.
func (t *tuner) evaluate(f *fit) float64 {
	for _, g := range f.paid {
		f.precision[g] = precisionOf(f.scales[g], t.problem.Variance)
	}
	return t.measure(f)
}

// measure is evaluate for precisions that are already set.
func (t *tuner) measure(f *fit) float64 {
	if f.w.set(f.precision) != nil {
		return math.Inf(1)
	}
	var e float64
	if f.listed != nil {
		e = f.listed.total(f.w) / float64(f.listed.ranges)
	} else {
		e = f.w.total(t.problem.Target) / t.problem.Target.Queries(t.problem.Cells)
	}
	if math.IsNaN(e) {
		return math.Inf(1)
	}
	return e
}

// balance moves the scales to the optimum for the present reconstruction (docs/mathematics.md,
// "Certified scales"): s_g in proportion to the cube root of c_g/n_g, where the cost c_g is the
// derivative of the error by the variance of group g. Repeated, it never increases the error
// for Laplace noise and one load; here it only makes a good start.
func (t *tuner) balance(f *fit) {
	const nudge = 1e-4
	base := t.evaluate(f)
	if !(base > 0) || math.IsInf(base, 1) {
		return
	}
	cost := make([]float64, len(f.paid))
	for i, g := range f.paid {
		p := f.precision[g]
		f.precision[g] = p / (1 + nudge)
		cost[i] = max(t.measure(f)-base, base*1e-9) * p
		f.precision[g] = p
	}
	for i, g := range f.paid {
		var n float64
		for _, load := range f.loads {
			n = max(n, float64(load[g]))
		}
		f.scales[g] = math.Cbrt(cost[i] / n)
	}
	f.normalise(t.problem.Budget)
}

// improve searches for better scales from the present ones.
func (t *tuner) improve(f *fit, s search) {
	t.prepare(f)
	if len(f.paid) == 0 {
		f.average = t.evaluate(f)
		return
	}
	start := make([]float64, len(f.paid)-1)
	for i, g := range f.paid[1:] {
		start[i] = math.Log(f.scales[g] / f.scales[f.paid[0]])
	}
	use := func(x []float64) {
		f.scales[f.paid[0]] = 1
		for i, g := range f.paid[1:] {
			f.scales[g] = math.Exp(x[i])
		}
		f.normalise(t.problem.Budget)
	}
	x, _ := s.minimise(func(x []float64) float64 {
		use(x)
		return t.evaluate(f)
	}, start)
	use(x)
	f.average = t.evaluate(f)
}
