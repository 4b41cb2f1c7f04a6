package edges

import (
	"context"
	"math"
	"math/big"
	"slices"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/line"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// GridLines moves made-up people between neighbouring cells of a grid, as EdgeLaplace does along every
// secret pair, but with noise that is designed for ranges: the secret pairs that cross the same line
// between two rows or columns of a table stand side by side, a range cuts a run of them, and their noise
// is measured pair by pair and in overlapping groups, so that long runs carry less (Haney et al. 2015,
// section 5.2.2, with leaves and soft blocks instead of wavelets). Where pairs reach
// farther than the next value, the grid is cut into cubes, and people go from their cell to the cube's
// gate, from gate to gate and on to another cell (section 5.3.2; M10, whose correction is followed).
//
// # Guarantee
//
// Every secret pair is joined by a way of at most two steps inside cubes and so many from gate to gate;
// a person more or less on a step is a shift of the noise of the pairs that hold it. The shifts over
// the scales add up to at most ε along every way (the shift lemma; docs/mathematics.md). Only cells are
// released: they are a whole-number part, that a shift takes from one data set to the other, plus an
// estimate from numbers that no shift changes, so no rounding of the estimate tells data sets apart.
//
// # Expected error
//
// Exact: for every side of a range the variance of a run of the pairs that cross it, by the factors of
// the normal equations of one line; and one draw for each cell that is apart from its gate.
//
// # Cost
//
// Linear in cells and answers.
type GridLines struct{}

func (GridLines) Info() mechanism.Info {
	return mechanism.Info{ID: "grid-lines", Name: message.Sprintf("Noise along lines of a grid"), Source: message.Sprintf("Haney, Machanavajjhala and Ding 2015, sections 5.2.2 and 5.3.2, with " + mechanism.Steward + "8")}
}

func (GridLines) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	if _, err := p.Components(); err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	if len(p.Workload.Domain().Attributes()) == 1 {
		return mechanism.Unfit(guide.Questions, "it is for grids of several columns: for one column use averaged cumulative counts")
	}
	if p.Policy.Presence() {
		return mechanism.Unfit(guide.Secrets, "when it is secret who is in the file, people enter and leave every cell, and not along the grid's lines: keep the number of people public, or use another method")
	}
	moves, ok := movesOf(p.Policy)
	if !ok {
		return mechanism.Unfit(guide.Secrets, "the secret pairs differ in too many ways for noise along the lines of a grid: keep differences up to a certain size secret, or use another method")
	}
	if len(moves.by) == 0 {
		return mechanism.Unfit(guide.Secrets, "no two combinations are secret from one another, so there are no lines of secret pairs")
	}
	for j, a := range p.Workload.Domain().Attributes() {
		if n := moves.by.largest(j); n > max(fewSteps, a.Size()/4) {
			return mechanism.Unfit(guide.Secrets, "secret pairs reach over %d of the %d values of %q: this method is for secrets between near values", n, a.Size(), a.Name())
		}
	}
	return mechanism.Fit{}
}

// fewSteps is how far secret pairs may reach in any column; in large ones a quarter of it.
const fewSteps = 8

func (m GridLines) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	moves, _ := movesOf(p.Policy)
	q := &preparedGrid{Task: mechanism.Task{By: GridLines{}.Info(), Problem: p}, cells: c, known: p.Known(c), moves: moves}
	list := linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	if err := q.design(ctx, list); err != nil {
		return nil, err
	}
	q.estimate = q.Condition(q, q.known, q.expected(list), 1)
	return q, ctx.Err()
}

// preparedGrid is the noise of a grid.
type preparedGrid struct {
	mechanism.Task
	cells   mechanism.ComponentCells
	known   mechanism.KnownSums
	moves   gridMoves
	columns []cubes
	lines   []gridLine // by column, of the gaps between its runs
	inside  noise.Law
	insides int // cells that are not gates
	// Total hides the number of people, which no secret needs, when nobody agreed to publish it; people
	// come and leave in the cell at.
	total    noise.Law
	at       int
	estimate accuracy.Estimate
}

// gridLine is the noise of the pairs that cross one gap of a column: a line of them in a grid of two
// columns, all with the same strategy; in more columns a draw for each by itself.
type gridLine struct {
	pairs    int // that cross one gap
	strategy line.Strategy
	weighted line.Estimator
	groups   []line.RowGroup
	law      noise.Law // without a strategy
}

// quiet reports whether the pairs over a gap carry no noise: no secret pair leads over it, and what its
// noise would hide is published.
func (q *preparedGrid) quiet(column, gap int) bool {
	return q.known.Count > 0 && q.Problem.Disclose && !q.columns[column].moved(gap)
}

// gridDesigns is how many sizes of cubes lines are designed for.
const gridDesigns = 2

// design chooses the cubes, the parts of the budget and the strategies of the lines.
func (q *preparedGrid) design(ctx context.Context, list *linop.BoxList) error {
	few := list.Some(box.MaxTuned)
	type sized struct {
		columns []cubes
		error   float64
	}
	var sizes []sized
	for _, columns := range q.sides() {
		q.columns = columns
		if err := q.equip(ctx, few, false); err != nil {
			return err
		}
		sizes = append(sizes, sized{columns, q.totalError(few)})
	}
	slices.SortStableFunc(sizes, func(a, b sized) int {
		switch {
		case a.error < b.error:
			return -1
		case a.error > b.error:
			return 1
		}
		return 0
	})
	best, least := *q, math.Inf(1)
	for _, s := range sizes[:min(gridDesigns, len(sizes))] {
		for _, lines := range []bool{false, true} {
			q.columns = s.columns
			if err := q.equip(ctx, few, lines); err != nil {
				return err
			}
			if e := q.totalError(few); e < least*(1-1e-6) {
				best, least = *q, e
			}
		}
	}
	*q = best
	return nil
}

// sides returns the sizes of cubes that are tried: in proportion to how far secret pairs reach.
func (q *preparedGrid) sides() [][]cubes {
	attrs := q.Problem.Workload.Domain().Attributes()
	reach := 0
	for j := range attrs {
		reach = max(reach, q.moves.by.largest(j))
	}
	var out [][]cubes
	for _, side := range []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024} {
		if side > 1 && side > reach {
			break
		}
		var columns []cubes
		for j, a := range attrs {
			own := q.moves.by.largest(j)
			values := a.Regular()
			if q.moves.special[j] {
				values = a.Size()
			}
			s := max(1, min(values, int(math.Round(float64(side*own)/float64(reach)))))
			columns = append(columns, cubes{size: a.Size(), regular: values, side: s, stays: own == 0})
		}
		out = append(out, columns)
	}
	return out
}

// Loads returns for every kind of secret pair how many steps of its way lead over gaps of each column,
// and inside cubes.
func (q *preparedGrid) Loads() [][]int {
	var out [][]int
	for _, by := range q.moves.by {
		load := make([]int, len(q.columns)+1)
		for j, n := range by {
			load[j] = q.columns[j].crossed(n)
		}
		if q.insides > 0 {
			load[len(q.columns)] = 2
		}
		out = append(out, load)
	}
	return out
}

// equip chooses the parts of the budget and the noise for the cubes there are; with lines the pairs of a
// line have a strategy, where that helps.
func (q *preparedGrid) equip(ctx context.Context, list *linop.BoxList, lines bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q.insides, q.at = q.apart(), 0
	for q.at < len(q.cells.Of)-1 && q.cells.Of[q.at] < 0 {
		q.at++
	}
	epsilon := q.Problem.Effective().Rat()
	budget, _ := epsilon.Float64()
	if q.total = (noise.Law{}); q.known.Count == 0 {
		var err error
		if q.total, err = noise.Laplace.Law(new(big.Rat).Inv(epsilon)); err != nil {
			return err
		}
	}
	q.lines = make([]gridLine, len(q.columns))
	for j := range q.lines {
		q.lines[j].pairs = 1
		for i, c := range q.columns {
			if i != j {
				q.lines[j].pairs *= c.count()
			}
		}
	}
	loads := q.Loads()
	// The costs of a part of the budget are first those of a draw for each pair.
	cost := q.unitCosts(list)
	s := box.FloorShares(box.Shares(cost, loads, 1), loads, epsilon)
	for j := range q.lines {
		if lines && len(q.lines) == 2 && q.lines[j].pairs > 1 {
			if err := q.tuneLine(ctx, j, s[j]*budget, list, epsilon); err != nil {
				return err
			}
		}
		if q.lines[j].strategy == nil {
			var err error
			if q.lines[j].law, err = q.lawOf(s[j], loads, j, epsilon); err != nil {
				return err
			}
		}
	}
	q.inside = noise.Law{}
	if q.insides > 0 {
		var err error
		if q.inside, err = (mechanism.RowBudget{}).Law(s[len(q.columns)] * budget); err != nil {
			return err
		}
	}
	return q.mustKeep(loads, epsilon)
}

// lawOf returns the noise of single pairs; of scale 1/ε exactly where no way leads over two of the gaps or
// inside cubes.
func (q *preparedGrid) lawOf(share float64, loads [][]int, column int, epsilon *big.Rat) (noise.Law, error) {
	alone := true
	for _, load := range loads {
		sum := 0
		for _, n := range load {
			sum += n
		}
		alone = alone && (load[column] == 0 || sum == 1)
	}
	if alone {
		return noise.Laplace.Law(new(big.Rat).Inv(epsilon))
	}
	budget, _ := epsilon.Float64()
	return mechanism.RowBudget{}.Law(share * budget)
}

// unit returns the loss that a step over a gap of a column costs, exactly.
func (l gridLine) unit() *big.Rat {
	if l.strategy == nil {
		return new(big.Rat).Inv(l.law.Rat())
	}
	spent := new(big.Rat)
	for _, g := range l.groups {
		spent.Add(spent, new(big.Rat).Quo(big.NewRat(int64(g.Loads[0]), 1), g.Law.Rat()))
	}
	return spent
}

// mustKeep errors unless the way of every secret pair costs at most epsilon, in exact arithmetic.
func (q *preparedGrid) mustKeep(loads [][]int, epsilon *big.Rat) error {
	for _, load := range loads {
		spent := new(big.Rat)
		for j, l := range q.lines {
			if load[j] > 0 {
				spent.Add(spent, new(big.Rat).Mul(big.NewRat(int64(load[j]), 1), l.unit()))
			}
		}
		if n := load[len(q.lines)]; n > 0 {
			spent.Add(spent, new(big.Rat).Quo(big.NewRat(int64(n), 1), q.inside.Rat()))
		}
		if spent.Cmp(epsilon) > 0 {
			return errOverspent(spent, epsilon)
		}
	}
	return nil
}

// tuneLine designs the strategy of a column's lines for runs of the pairs that the boxes cut, where a
// step may cost so much; it leaves the line without one where a draw for each pair is as good.
func (q *preparedGrid) tuneLine(ctx context.Context, column int, budget float64, list *linop.BoxList, epsilon *big.Rat) error {
	along := &q.lines[column]
	target, ok := q.lineTarget(column, list)
	if !ok {
		return nil
	}
	for i, twin := range q.lines[:column] { // a square grid has the same lines both ways
		if twin.strategy != nil && twin.pairs == along.pairs && q.symmetric(i, column) {
			along.strategy, along.weighted, along.groups = twin.strategy, twin.weighted, twin.groups
			return nil
		}
	}
	pairs := sensitivity.Line{Reach: make([]int, along.pairs), Presence: true}
	for u := range pairs.Reach {
		pairs.Reach[u] = u
	}
	t, err := strategy.TuneSoft(ctx, strategy.SoftProblem{
		Cells:    along.pairs,
		Target:   target,
		Budget:   budget,
		Variance: noise.Laplace.Variance,
		Loads:    func(s *strategy.Soft) [][]int { return StepLoads(s) },
		Reach:    1,
		Blocks:   true,
	})
	if err != nil {
		return err
	}
	if t.Soft.Spec().NoCells || slices.Min(t.Scales) < 2.0/noise.MaxScale || t.Average >= noise.Laplace.Variance(budget)*q.meanLength(column, list) {
		return nil
	}
	l := *along
	l.strategy = line.Soft{Soft: t.Soft}
	precision := make([]float64, len(t.Scales))
	for g, group := range t.Soft.Groups() {
		r := line.RowGroup{What: message.Sprintf("pairs on a line: %s", line.NameOf(group)), Rows: group.Rows, Loads: []int{StepLoads(t.Soft)[0][g]}}
		if r.Law, err = (mechanism.RowBudget{}).Law(t.Scales[g]); err != nil {
			return err
		}
		precision[g] = 1 / r.Law.Variance()
		l.groups = append(l.groups, r)
	}
	if l.weighted, err = l.strategy.Estimator(precision); err != nil {
		return err
	}
	*along = l
	return nil
}

// StepLoads returns the change of each group of a line's rows when one pair's number changes by one: a
// single pair and the sum of all count it once, the groups of a size share it.
func StepLoads(s *strategy.Soft) [][]int {
	along := sensitivity.Line{Reach: make([]int, s.Spec().Cells), Presence: true}
	for u := range along.Reach {
		along.Reach[u] = u
	}
	loads := line.Soft{Soft: s}.Loads(along)
	return loads[len(loads)-1:]
}
