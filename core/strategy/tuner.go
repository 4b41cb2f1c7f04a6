package strategy

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// stage is one round of the search: at how many ranges of a list it looks, with and without
// prefix sums (where a range costs next to nothing), and how hard it searches for scales.
// Errors are comparable within a stage.
type stage struct {
	number        int
	ranges, cheap int
	search        search
}

var (
	seeding   = stage{1, 64, 256, search{step: 0.4, spread: 3e-4, calls: 40}}
	climbing  = stage{2, 256, 2048, search{step: 0.2, spread: 1e-5, calls: 120}}
	polishing = stage{3, 1024, 8192, search{step: 0.2, spread: 1e-10, calls: 500}}
)

// judged is the number of ranges of a list at which the finalists are compared, exactly.
const judged = 4096

const (
	climbers  = 6    // layouts with, and as many without prefix sums, that are improved by moves
	finalists = 6    // layouts whose scales are polished
	promising = 1.02 // a move this close to the best is worth a thorough search for scales
	hopeless  = 2    // a layout this far behind the best is not improved by moves
	// worthwhile is the relative gain that makes a move, and negligible the relative loss that
	// makes the simpler of two strategies preferable.
	worthwhile, negligible = 1e-6, 1e-5
)

// tuner is the state of one search.
type tuner struct {
	problem TuneProblem
	blocks  []int // block widths in increasing order
	stage   stage
	sorted  []Range         // the listed ranges by length, if the target is a list
	ranges  []Range         // those that the present stage looks at
	cheap   []Range         // the same for chains without prefix sums
	tried   map[string]*fit // nil for layouts that cannot be measured
	fits    []*fit          // the others, in the order tried
}

func (t *tuner) enter(s stage) {
	t.stage = s
	t.ranges = selection(t.sorted, s.ranges)
	t.cheap = selection(t.sorted, s.cheap)
}

// fitLayout returns the fit of l at the present stage, or nil when l cannot be measured.
func (t *tuner) fitLayout(l layout, s search) (*fit, error) {
	key := l.key()
	f, known := t.tried[key]
	if !known {
		var err error
		if f, err = t.newFit(l); err != nil {
			return nil, err
		}
		t.tried[key] = f
		if f != nil {
			t.fits = append(t.fits, f)
			t.start(f)
			t.improve(f, s)
		}
	}
	if f != nil && f.stage < t.stage.number {
		t.improve(f, s)
	}
	return f, nil
}

// start sets f's scales by the closed form of docs/mathematics.md, "Certified scales", a few times over.
func (t *tuner) start(f *fit) {
	t.prepare(f)
	if len(f.paid) == 0 {
		return
	}
	f.normalise(t.problem.Budget)
	for range 3 {
		t.balance(f)
	}
}

// seed fits all starting layouts.
func (t *tuner) seed(ctx context.Context) error {
	t.sorted = byLength(t.problem.Target.listed)
	t.enter(seeding)
	t.blocks = t.blockCandidates()
	for _, l := range t.seeds() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := t.fitLayout(l, t.stage.search); err != nil {
			return err
		}
	}
	return nil
}

// climb improves the best seeds by moves (another block, a level more, less or elsewhere) until
// none helps.
func (t *tuner) climb(ctx context.Context) error {
	candidates := t.best(4*climbers, withPrefix)
	candidates = append(candidates, t.best(4*climbers, withoutPrefix)...)
	t.enter(climbing)
	for _, f := range candidates {
		t.improve(f, t.stage.search)
	}
	limit := hopeless * t.best(1, anyFit)[0].average
	start := append(t.best(climbers, withPrefix), t.best(climbers, withoutPrefix)...)
	for _, f := range start {
		if f.average > limit {
			continue
		}
		for f != nil {
			next, err := t.bestMove(ctx, f)
			if err != nil {
				return err
			}
			f = next
		}
	}
	return nil
}

// bestMove returns the best layout one move away from f if it is better than f, else nil.
func (t *tuner) bestMove(ctx context.Context, f *fit) (*fit, error) {
	var best *fit
	limit := f.average
	for _, l := range t.moves(f.layout) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, err := t.fitLayout(l, seeding.search)
		if err != nil {
			return nil, err
		}
		if g == nil || g.average > limit*promising {
			continue
		}
		if !g.thorough {
			t.improve(g, t.stage.search)
			g.thorough = true
		}
		if g.average < limit*(1-worthwhile) {
			best, limit = g, g.average
		}
	}
	return best, nil
}

// polish returns the best fit after a thorough search for the scales of the finalists, without
// the groups of rows that hardly help.
func (t *tuner) polish(ctx context.Context) (*fit, error) {
	finals := t.best(finalists, anyFit)
	t.enter(polishing)
	winner, least := finals[0], math.Inf(1)
	for _, f := range finals {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.refine(f)
		if e := t.judge(f); e < least*(1-worthwhile) {
			winner, least = f, e
		}
	}
	for next := winner; next != nil; {
		winner = next
		var err error
		if next, err = t.simpler(ctx, winner); err != nil {
			return nil, err
		}
	}
	return winner, nil
}

// simpler returns a fit that lacks a group of f and is hardly worse, or nil if there is none.
func (t *tuner) simpler(ctx context.Context, f *fit) (*fit, error) {
	limit := t.judge(f) * (1 + negligible)
	for _, l := range t.reductions(f.layout) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g, err := t.fitLayout(l, t.stage.search)
		if err != nil {
			return nil, err
		}
		if g != nil && t.judge(g) <= limit {
			t.refine(g)
			return g, nil
		}
	}
	return nil, nil
}

// refine searches for f's scales, twice if there are several loads: a second start takes the
// simplex method over the kinks where two loads are equal.
func (t *tuner) refine(f *fit) {
	for range min(len(f.loads), 2) {
		t.improve(f, t.stage.search)
	}
}

// judge returns the exact average error of f, for a list over enough of its ranges.
func (t *tuner) judge(f *fit) float64 {
	if t.problem.Target.kind != listedRanges {
		return f.average
	}
	t.evaluate(f)
	return f.w.total(ListedRanges(selection(t.sorted, judged)))
}

func anyFit(*fit) bool          { return true }
func withPrefix(f *fit) bool    { return f.chain.blocks > 1 }
func withoutPrefix(f *fit) bool { return f.chain.blocks == 1 }

// best returns up to n fits of the present stage, of those wanted, with the least errors.
func (t *tuner) best(n int, wanted func(*fit) bool) []*fit {
	var out []*fit
	for _, f := range t.fits {
		if f.stage == t.stage.number && wanted(f) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *fit) int { return cmp.Compare(a.average, b.average) })
	return out[:min(n, len(out))]
}
