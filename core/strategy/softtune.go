package strategy

import (
	"cmp"
	"context"
	"math"
	"slices"

	"steward/core/message"
)

// SoftProblem says what a soft strategy is to be good for and what it may spend.
type SoftProblem struct {
	Cells int
	// KnownTotal says that the number of records is public; otherwise the total is measured.
	KnownTotal bool
	// Target is the workload whose total expected squared error is minimised.
	Target Target
	// Budget bounds, for every class of secret pairs, the sum over groups of n_g·s_g.
	Budget float64
	// Variance is the noise variance of a row with scale s > 0.
	Variance func(s float64) float64
	// Loads returns for every class of secret pairs the most by which a pair moves the rows of
	// each group. It is also asked about strategies of fewer cells than Cells, for the first
	// of them.
	Loads func(s *Soft) [][]int
	// Reach is the length of the longest secret pair, at least 1.
	Reach int
	// Blocks asks for soft blocks, with or without ramps; otherwise there are ramps alone.
	Blocks bool
}

// TunedSoft is a soft strategy with the best scales found for it.
type TunedSoft struct {
	Soft *Soft
	// Scales has a positive scale for every group, in the order of Groups, that spend the budget.
	Scales []float64
	// Average is the expected squared error per query of the target, in records^2.
	Average float64
}

// ErrTuneSoft is wrapped by errors about problems that cannot be solved as stated.
var ErrTuneSoft = message.New("cannot tune a soft strategy")

// The search looks at shorter columns than the real one where the pairs are short: what is best
// for a pair does not depend on cells that are many pairs away.
const (
	softLength  = 1024 // cells that are looked at in any case
	softReaches = 24   // and as many of the longest pair's lengths
	softListed  = 256  // ranges of a list
)

var (
	softScreen = search{step: 0.7, spread: 1e-3, calls: 5}
	softClimb  = search{step: 0.5, spread: 1e-4, calls: 20}
	softPolish = search{step: 0.15, spread: 1e-7, calls: 60}
	softLast   = search{step: 0.1, spread: 1e-5, calls: 16}
)

const (
	softScreened = 16   // layouts whose shares are searched for
	softClimbers = 4    // and that are improved by moves
	softNear     = 1.01 // a move this close to where it starts is worth a search for shares
	// softSteep bounds the time for one look at a layout: the number of unknowns times the
	// square of how many of them a row ties together.
	softSteep = 10_000_000
	// farLogs bounds the shares of the budget: none is less than e^-8 of another.
	farLogs = 8
	// softWork is the number of unknowns above which the last search is a short one, or one on a column of about softShort unknowns.
	softWork, softShort = 100_000, 20_000
)

// TuneSoft searches layouts and scales for the least total error of the problem's target. It looks
// at public parameters only, so what it finds costs no budget. Its Average is the exact error of
// the strategy returned. It errors with ctx's error when that is cancelled, and with one that wraps
// [ErrTuneSoft] when the problem is not a valid one.
func TuneSoft(ctx context.Context, p SoftProblem) (*TunedSoft, error) {
	switch {
	case p.Cells < 2 || p.Cells > maxCells:
		return nil, message.Errorf("%w: %d cells, from 2 to %d are possible", ErrTuneSoft, p.Cells, maxCells)
	case !(p.Budget > 0) || math.IsInf(p.Budget, 1) || p.Reach < 1 || p.Variance == nil || p.Loads == nil:
		return nil, message.Errorf("%w: a budget and a reach above zero, Variance and Loads must be given", ErrTuneSoft)
	}
	if err := p.Target.check(p.Cells); err != nil {
		return nil, message.Errorf("%w: %w", ErrTuneSoft, err)
	}
	t := &softTuner{problem: p, tried: make(map[softLayout]*softFit)}
	t.shorten()
	best, err := t.search(ctx)
	if err != nil {
		return nil, err
	}
	return t.finish(best)
}

// softTuner is the state of one search.
type softTuner struct {
	problem SoftProblem
	cells   int // that are looked at
	target  Target
	tried   map[softLayout]*softFit
	fits    []*softFit
	room    SoftWeighted // memory
	filter  softFilter   // memory
}

// softFit is a layout with the logarithms of the shares of the budget found for it so far.
type softFit struct {
	layout softLayout
	soft   *Soft
	loads  [][]int
	free   []int     // the groups whose share is searched for: those that pairs move but one
	logs   []float64 // of the free groups; the share of the other is 1
	error  float64
}

// newSoftFit returns the fit of a layout with shares to start from.
func newSoftFit(l softLayout, soft *Soft, loads [][]int) *softFit {
	f := &softFit{layout: l, soft: soft, loads: loads, error: math.Inf(1)}
	base := Level
	if l.noCells {
		base = Ramp
	}
	for g, group := range soft.groups {
		if group.Kind != base && f.moved(g) > 0 {
			f.free, f.logs = append(f.free, g), append(f.logs, -0.5)
		}
	}
	return f
}

// moved returns the most by which a pair moves the rows of a group.
func (f *softFit) moved(g int) int {
	most := 0
	for _, class := range f.loads {
		most = max(most, class[g])
	}
	return most
}

// shorten chooses how many cells are looked at, and the target on them.
func (t *softTuner) shorten() {
	p := &t.problem
	t.cells, t.target = min(p.Cells, max(softLength, softReaches*p.Reach)), p.Target
	if t.target.kind != listedRanges {
		return
	}
	t.target = ListedRanges(selection(byLength(p.Target.listed), softListed))
	if t.cells == p.Cells {
		return
	}
	for i, r := range t.target.listed { // of the same length, and somewhere
		length := min(r.Last-r.First+1, t.cells/2)
		first := r.First % (t.cells - length + 1)
		t.target.listed[i] = Range{first, first + length - 1}
	}
}

func (t *softTuner) total() Total {
	if t.problem.KnownTotal {
		return TotalKnown
	}
	return TotalMeasured
}

// search returns the best fit on the cells that are looked at.
func (t *softTuner) search(ctx context.Context) (*softFit, error) {
	layouts := []softLayout{{}}
	reach := min(t.problem.Reach, t.cells-1)
	if t.problem.Blocks {
		layouts = append(layouts, blockLayouts(t.cells, reach)...)
		layouts = append(layouts, mixedLayouts(t.cells, reach)...)
	} else {
		layouts = append(layouts, softLayout{spacing: 1, box: 1, noCells: true})
		layouts = append(layouts, rampLayouts(t.cells, reach)...)
	}
	for _, l := range layouts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.fit(l, nil)
	}
	t.rank()
	for _, f := range slices.Clone(t.fits[:min(softScreened, len(t.fits))]) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.improve(f, softScreen)
	}
	if len(t.fits) == 0 {
		return nil, message.Errorf("%w: no strategy of %d cells can be computed with", ErrTuneSoft, t.cells)
	}
	t.rank()
	for _, f := range slices.Clone(t.fits[:min(softClimbers, len(t.fits))]) {
		if err := t.climb(ctx, f); err != nil {
			return nil, err
		}
	}
	t.rank()
	best := t.fits[0]
	t.improve(best, softPolish)
	for _, f := range t.fits { // the first is as good as any with fewer rows
		if f.soft.rows < best.soft.rows && f.error <= best.error*(1+negligible) {
			best = f
		}
	}
	return best, nil
}

func (t *softTuner) rank() {
	slices.SortStableFunc(t.fits, func(a, b *softFit) int { return cmp.Compare(a.error, b.error) })
}

// climb improves a fit's scales, and its layout by moves until none helps.
func (t *softTuner) climb(ctx context.Context, f *softFit) error {
	t.improve(f, softClimb)
	for f != nil {
		from := f
		f = nil
		for _, l := range from.layout.moves() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if t.tried[l] != nil || l.noTotal && t.problem.KnownTotal {
				continue
			}
			g := t.fit(l, from)
			if g == nil {
				continue
			}
			if g.error < from.error*softNear {
				t.improve(g, softScreen)
			}
			if g.error < from.error*(1-worthwhile) && (f == nil || g.error < f.error) {
				f = g
			}
		}
	}
	return nil
}

// fit lays a layout out on the cells that are looked at, with the shares of another where they are
// for the same groups. It returns nil when it is none there, none that is new, or one that takes too
// long.
func (t *softTuner) fit(l softLayout, like *softFit) *softFit {
	if t.tried[l] != nil || l.leastWork(t.cells) > softSteep {
		return nil
	}
	soft, err := NewSoft(l.spec(t.cells, t.total()))
	if err != nil || soft.tiles.unknowns*soft.tiles.width*soft.tiles.width > softSteep {
		return nil
	}
	f := newSoftFit(l, soft, t.problem.Loads(soft))
	if like != nil && slices.Equal(f.free, like.free) {
		f.logs = slices.Clone(like.logs)
	}
	f.error = t.error(f, f.logs, t.target)
	t.tried[l] = f
	t.fits = append(t.fits, f)
	return f
}

// improve searches for the shares of a fit from those it has.
func (t *softTuner) improve(f *softFit, s search) {
	s.calls *= len(f.logs)
	logs, least := s.minimise(func(logs []float64) float64 {
		return t.error(f, logs, t.target)
	}, f.logs)
	if least < f.error {
		f.logs, f.error = slices.Clone(logs), least
	}
}

// error returns the total error of a fit for a target, and +Inf where it cannot be computed.
func (t *softTuner) error(f *softFit, logs []float64, target Target) float64 {
	scales := t.scales(f, logs)
	precision := make([]float64, len(scales))
	for g, s := range scales {
		precision[g] = 1 / t.problem.Variance(s)
		if !(precision[g] > 0) || math.IsInf(precision[g], 1) {
			return math.Inf(1)
		}
	}
	if target.kind != listedRanges && !f.layout.noCells {
		if v := t.filter.total(f.soft, precision, target); v > 0 {
			return v
		}
		return math.Inf(1)
	}
	w := &t.room
	w.soft = f.soft
	if !w.set(precision) {
		return math.Inf(1)
	}
	if v := w.total(target); v > 0 {
		return v
	}
	return math.Inf(1)
}

// scales returns the scales that spend the budget with these shares; groups that no pair moves
// have the whole of it.
func (t *softTuner) scales(f *softFit, logs []float64) []float64 {
	scales := make([]float64, len(f.soft.groups))
	for g := range scales {
		scales[g] = 1 / float64(max(f.moved(g), 1))
	}
	for i, g := range f.free {
		scales[g] *= math.Exp(min(max(logs[i], -farLogs), farLogs))
	}
	most := 0.0
	for _, class := range f.loads {
		spent := 0.0
		for g, n := range class {
			spent += float64(n) * scales[g]
		}
		most = max(most, spent)
	}
	for g := range scales {
		if f.moved(g) > 0 {
			scales[g] *= t.problem.Budget / most
		} else {
			scales[g] = t.problem.Budget
		}
	}
	return scales
}

// improveShorter improves a fit's shares by those that are best on a shorter column, where the pairs move rows as they do on all cells: what
// both ends have to do with them is little there already. It returns false where the target is not one for any column, and where no row
// is about a cumulative count, so that errors add up along the whole column.
func (t *softTuner) improveShorter(f *softFit) bool {
	cells := max(t.problem.Cells/(f.soft.tiles.unknowns/softShort), t.cells)
	if t.target.kind == listedRanges || f.layout.noCells || f.layout.spacing == 0 {
		return false
	}
	soft, err := NewSoft(f.layout.spec(cells, t.total()))
	if err != nil || len(soft.groups) != len(f.soft.groups) {
		return false
	}
	short := &softFit{layout: f.layout, soft: soft, loads: f.loads, free: f.free, logs: f.logs}
	short.error = t.error(short, short.logs, t.target)
	t.improve(short, softPolish)
	f.error = t.error(f, f.logs, t.target)
	if least := t.error(f, short.logs, t.target); least < f.error {
		f.logs, f.error = short.logs, least
	}
	return true
}

// finish lays the best fit out on all cells and searches for its shares once more there.
func (t *softTuner) finish(best *softFit) (*TunedSoft, error) {
	p := &t.problem
	f := best
	if t.cells < p.Cells {
		soft, err := NewSoft(best.layout.spec(p.Cells, t.total()))
		if err != nil {
			return nil, message.Errorf("%w: %w", ErrTuneSoft, err)
		}
		f = newSoftFit(best.layout, soft, p.Loads(soft))
		if slices.Equal(f.free, best.free) {
			f.logs = best.logs
		}
		t.target = p.Target
		if t.target.kind == listedRanges {
			t.target = ListedRanges(selection(byLength(p.Target.listed), softListed))
		}
		if soft.tiles.unknowns <= softWork {
			t.improve(f, softPolish)
		} else if !t.improveShorter(f) {
			t.improve(f, softLast)
		}
	}
	out := &TunedSoft{Soft: f.soft, Scales: t.scales(f, f.logs)}
	precision := make([]float64, len(out.Scales))
	for g, s := range out.Scales {
		precision[g] = 1 / p.Variance(s)
	}
	w, err := f.soft.Weigh(precision)
	if err != nil {
		return nil, message.Errorf("%w: %w", ErrTuneSoft, err)
	}
	out.Average, err = w.AverageVariance(p.Target)
	return out, err
}
