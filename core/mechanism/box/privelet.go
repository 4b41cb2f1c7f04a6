package box

import (
	"context"
	"math"
	"slices"
	"strconv"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// Privelet measures differences between halves of runs of values, halves of those and so on: the Haar
// wavelet coefficients of the counts, in whole numbers (Xiao, Wang and Gehrke 2010).
// Over several columns it measures products of them; columns without an order, and such for which it is
// more accurate, are measured value by value. The parts of the budget are chosen for the questions.
//
// # Guarantee
//
// A person counts in one row of every choice of levels, once. An edge moves those of the levels that
// tell its ends apart, by 2; the changes over the scales add up to at most ε along every edge.
//
// # Expected error
//
// Exact: the rows are orthogonal, so the variance of a box is a sum over the choices of levels of the
// level's variance times the squared weights of its rows in the box, which are products over the
// columns.
//
// # Cost
//
// Linear in cells; per answer the number of choices of levels, about the logarithms of the columns'
// sizes multiplied.
type Privelet struct {
	// Published gives every choice of levels the same part of the budget, as the paper does, and
	// measures every ordered column by halves.
	Published bool
}

func (Privelet) Info() mechanism.Info {
	return mechanism.Info{ID: "privelet", Closed: true, Name: message.Sprintf("Halves and their differences"), Source: message.Sprintf("Xiao, Wang and Gehrke 2010")}
}

// maxLevels bounds the choices of levels of a product strategy.
const maxLevels = 1 << 12

func (Privelet) Check(p mechanism.Problem) mechanism.Fit {
	if f := CheckBoxes(p); !f.OK() {
		return f
	}
	if g := LevelGridOf(haarAxes(p, 0)); g.Len() > maxLevels {
		return mechanism.Unfit(guide.Questions, "the columns have too many values in total to be halved: ask over fewer columns")
	}
	return mechanism.Fit{}
}

// CheckBoxes says whether the question is for strategies that add up runs of values in columns.
func CheckBoxes(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	if _, err := p.Components(); err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	if _, table := p.Workload.Operator().(linop.Selection); table {
		return mechanism.Unfit(guide.Questions, "in a table every answer is one cell, but this method is for sums of many: use noise on each cell")
	}
	for _, a := range p.Workload.Domain().Attributes() {
		if a.HasOrder() {
			return mechanism.Fit{}
		}
	}
	return mechanism.Unfit(guide.Columns, "it works along an order, and no column of the question has one: declare one as an ordered list or as numbers")
}

// haarAxes returns the columns of a problem, the ordered ones halved but those of a set of bits.
func haarAxes(p mechanism.Problem, byValue int) []axis {
	var out []axis
	for j, a := range p.Workload.Domain().Attributes() {
		if a.HasOrder() && byValue>>j&1 == 0 {
			out = append(out, NewHaarAxis(a.Size()))
		} else {
			out = append(out, valueAxis{a.Size()})
		}
	}
	return out
}

func (m Privelet) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	runs, single := p.Workload.Operator().(linop.Intervals)
	var list *linop.BoxList
	if single { // over one column the runs need not stand in memory
		list = linop.NewBoxList(someRuns(runs, MaxTuned), p.Workload.Domain().Sizes())
	} else {
		list = linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	}
	var best *preparedHaar
	least := math.Inf(1)
	for _, set := range valueSets(p, m.Published) {
		q := &preparedHaar{Task: mechanism.Task{By: Privelet{}.Info(), Problem: p}, axes: haarAxes(p, set), cells: c, known: p.Known(c)}
		if err := q.design(ctx, list.Some(MaxTuned), m.Published); err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e := q.total(list.Some(MaxTuned)); e < least {
			best, least = q, e
		}
	}
	work := best.errors
	if !single {
		work = func() accuracy.Estimate { return best.expected(list) }
	}
	best.Expect(&best.Task, best, best.known, work, 1)
	return best, ctx.Err()
}

// MaxTuned is how many answers scales are chosen for, where there are more.
const MaxTuned = 1 << 13

// valueSets returns the sets of ordered columns that are tried value by value, never all of them; no
// column of many values is.
func valueSets(p mechanism.Problem, published bool) []int {
	const few, columns = 64, 4
	ordered, small := 0, 0
	for j, a := range p.Workload.Domain().Attributes() {
		if a.HasOrder() {
			ordered |= 1 << j
			if a.Size() <= few && j < columns {
				small |= 1 << j
			}
		}
	}
	out := []int{0}
	for set := 1; set <= small && !published; set++ {
		if set&^small == 0 && set != ordered {
			out = append(out, set)
		}
	}
	return out
}

// preparedHaar is a product of halved columns.
type preparedHaar struct {
	mechanism.Task
	mechanism.Expected
	axes    []axis
	cells   mechanism.ComponentCells
	known   mechanism.KnownSums
	grid    levelGrid
	groups  []ProductGroup
	base    int  // which group is the total; -1 when it is known or there is none
	imposed bool // the known total is imposed on the cells, since no row is the total
}

// lay lists the groups of rows.
func (q *preparedHaar) lay() {
	q.grid, q.groups, q.base = LevelGridOf(q.axes), nil, -1
	halved := 0
	for _, a := range q.axes {
		if _, ok := a.(haarAxis); ok {
			halved++
		}
	}
	q.imposed = q.known.Count > 0 && halved < len(q.axes)
	for n := range q.grid.Len() {
		g := ProductGroup{Levels: q.grid.at(make([]int, len(q.axes)), n), Rows: 1}
		for j, a := range q.axes {
			g.Rows *= q.rowsOf(a, g.Levels[j])
		}
		g.What = q.nameOf(g.Levels)
		if total := halved == len(q.axes) && n == 0; total && q.known.Count > 0 {
			continue
		} else if total {
			q.base = 0
		}
		q.groups = append(q.groups, g)
	}
}

func (q *preparedHaar) rowsOf(a axis, level int) int {
	if h, ok := a.(haarAxis); ok {
		return h.rows(level)
	}
	return a.Cells()
}

func (q *preparedHaar) nameOf(levels []int) message.Text {
	var widths []message.Text
	total := true
	for j, a := range q.axes {
		switch _, halved := a.(haarAxis); {
		case halved && levels[j] > 0:
			widths, total = append(widths, message.Verbatim(strconv.Itoa(1<<levels[j]))), false
		case halved:
			widths = append(widths, message.Sprintf("all"))
		default:
			widths, total = append(widths, message.Verbatim("1")), false
		}
	}
	if total {
		return message.Sprintf("total")
	}
	return message.Sprintf("differences between halves of %s values", message.List(widths, "%s × %s", "%s × %s"))
}

// design chooses the scales.
func (q *preparedHaar) design(ctx context.Context, list *linop.BoxList, published bool) error {
	q.lay()
	classes, err := classesOf(ctx, q.Problem.Policy, q.axes)
	if err != nil {
		return err
	}
	loads := classes.Loads(q.groups)
	free := 1.0
	if q.Problem.Disclose && !q.Problem.Policy.Presence() {
		free = math.Inf(1)
	}
	s := make([]float64, len(q.groups))
	if published {
		evenShares(s, loads, free)
	} else {
		all := Costs(q.grid, PartsOf(q.axes, list), list)
		c := make([]float64, len(q.groups))
		for g := range c {
			c[g] = 2 * all[q.grid.Index(q.groups[g].Levels)]
		}
		copy(s, Shares(c, loads, free))
	}
	budget := q.Problem.Effective().Rat()
	return EquipProduct(q.groups, FloorShares(s, loads, budget), loads, budget)
}

// weights returns the variance of a row by choice of levels.
func (q *preparedHaar) weights() []float64 {
	out := make([]float64, q.grid.Len())
	for _, g := range q.groups {
		out[q.grid.Index(g.Levels)] = g.variance
	}
	return out
}

func (q *preparedHaar) variances(list *linop.BoxList) *BoxVariances {
	return NewBoxVariances(q.axes, q.weights(), list, q.imposed)
}

// total returns the variances of all boxes together.
func (q *preparedHaar) total(list *linop.BoxList) float64 { return q.variances(list).Total(list) }

func (q *preparedHaar) ExpectedError() accuracy.Estimate { return q.Errors(q.errors) }

// errors are expected of whatever is asked for.
func (q *preparedHaar) errors() accuracy.Estimate {
	op := q.Problem.Workload.Operator()
	if runs, single := op.(linop.Intervals); single {
		return q.alongLine(runs)
	}
	return q.expected(linop.NewBoxList(op, q.Problem.Workload.Domain().Sizes()))
}

func (q *preparedHaar) expected(list *linop.BoxList) accuracy.Estimate {
	return q.variances(list).Estimate(list, q.known.Count > 0)
}

func (q *preparedHaar) Noise() []mechanism.Noise { return NoiseOf(q.groups) }
func (q *preparedHaar) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := slices.Clone(counts.Counts())
	eachLine(q.axes, func(j, first, stride, size int, room *lineRoom) {
		if h, ok := q.axes[j].(haarAxis); ok {
			h.transform(rows[first:], stride, room.whole(size))
		}
	})
	for _, g := range q.groups {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		if !g.Law.IsZero() {
			q.eachRun(g, func(first, n int) { g.Law.Add(src, rows[first:first+n], rows[first:first+n]) })
		}
	}
	sums := q.known.Values(counts)
	return q.Answers(q.known, q.cellsOf(rows, sums), sums)
}

// eachRun calls do for the places of a group's rows, run by run.
func (q *preparedHaar) eachRun(g ProductGroup, do func(first, n int)) {
	q.runs(g.Levels, 0, 0, do)
}

func (q *preparedHaar) runs(levels []int, j, at int, do func(first, n int)) {
	a := q.axes[j]
	first, n := 0, a.Cells()
	if h, ok := a.(haarAxis); ok {
		first, n = h.first(levels[j]), h.rows(levels[j])
	}
	at = at*a.Cells() + first
	if j == len(q.axes)-1 {
		do(at, n)
		return
	}
	for i := range n {
		q.runs(levels, j+1, at+i, do)
	}
}

// cellsOf returns the estimated cells of noisy rows, one for each cell.
func (q *preparedHaar) cellsOf(rows []int64, sums []int64) []float64 {
	x := make([]float64, len(rows))
	for i, v := range rows {
		x[i] = float64(v)
	}
	total := 0.0
	for _, v := range sums {
		total += float64(v)
	}
	if q.known.Count > 0 && !q.imposed {
		x[0] = total
	}
	eachLine(q.axes, func(j, first, stride, size int, room *lineRoom) {
		if h, ok := q.axes[j].(haarAxis); ok {
			h.restore(x[first:], stride, room.real(size))
		}
	})
	if q.imposed {
		imposeTotal(x, total, q.axes, q.weights())
	}
	return x
}
