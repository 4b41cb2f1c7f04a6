package box

import (
	"context"
	"math"
	"slices"
	"strings"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/workload"
)

// Marginals answers tables over some of the columns each: it measures tables over sets of columns, each
// set with noise of its own scale, and least squares reconciles them (the marginals of McKenna, Miklau,
// Hay and Machanavajjhala 2018, section 6, with Laplace noise and under a policy). Which sets, and
// their parts of the budget, are chosen for the questions.
//
// # Guarantee
//
// A person counts in one cell of every table. An edge that changes a column of the table's set changes
// two of its counts by one, and any other edge none; the changes over the scales add up to at most ε
// along every edge.
//
// # Expected error
//
// Exact, as for nested boxes with single values and all values as the only widths.
//
// # Cost
//
// To prepare it, nothing depends on the number of cells: a question over columns with 2^24 of them
// takes as long as one over a hundred. A release is linear in cells times tables.
type Marginals struct{}

func (Marginals) Info() mechanism.Info {
	return mechanism.Info{ID: "marginals", Name: message.Sprintf("Tables over some of the columns"), Source: message.Sprintf("McKenna, Miklau, Hay and Machanavajjhala 2018, section 6; " + mechanism.Steward + "“Tables over some of the columns”")}
}

// GaussianMarginals is marginals with Gaussian noise: squared changes over sigma² add up to at most r². Of each set of columns it
// measures what its table says beyond those over fewer of them (see contrasts.go), which is the best there is where all values of
// a column are alike, or, where that would take too long, tables.
type GaussianMarginals struct{}

func (GaussianMarginals) Info() mechanism.Info {
	return mechanism.Info{ID: "gaussian-marginals", Name: message.Sprintf("Tables over some of the columns, Gaussian noise"), Source: message.Sprintf("Xiao, He, Zhang and Kifer 2023; " + mechanism.Steward + "“Tables over some of the columns”"), Gaussian: true}
}

func (GaussianMarginals) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.NeedsDelta(p); !f.OK() {
		return f
	}
	return Marginals{}.Check(p)
}

func (m GaussianMarginals) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareMarginals(ctx, m.Info(), p, noise.Gaussian)
}

// maxMarginalColumns is the most columns of all tables together.
const maxMarginalColumns = 24

func (m Marginals) Check(p mechanism.Problem) mechanism.Fit {
	d := p.Workload.Domain()
	if p.Workload.Tables() != nil {
		_, fit := manyTablesOf(p)
		return fit
	}
	if n := len(d.Attributes()); n == 1 || n > maxMarginalColumns {
		return mechanism.Unfit(guide.Questions, "it is for tables over two to %d columns", maxMarginalColumns)
	}
	if !d.AllPossible() {
		return mechanism.Unfit(guide.Columns, "some combinations were declared impossible: use another method")
	}
	if _, ok := tables(p); !ok {
		return mechanism.Unfit(guide.Questions, "it is for tables over some of the columns, and not too many: this question asks for something else")
	}
	if _, err := p.Components(); err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	return mechanism.Fit{}
}

// tables returns by answer over which columns it counts by value; false where the question asks for
// something else.
func tables(p mechanism.Problem) ([]columnSet, bool) {
	sizes := p.Workload.Domain().Sizes()
	rows, ok := SetOfRows(p.Workload.Operator(), len(sizes))
	if !ok {
		return nil, false
	}
	for i := range rows { // a column of one value is the same by value and added up
		for j, n := range sizes {
			if n == 1 {
				rows[i] &^= 1 << j
			}
		}
	}
	_, _, ok = candidateSets(countSets(rows), sizes)
	return rows, ok
}

// countSets counts answers by their columns.
func countSets(rows []columnSet) map[columnSet]int {
	out := make(map[columnSet]int)
	for _, s := range rows {
		out[s]++
	}
	return out
}

func (m Marginals) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareMarginals(ctx, m.Info(), p, noise.Laplace)
}

// prepareMarginals chooses tables and their noise, Gaussian or Laplace.
func prepareMarginals(ctx context.Context, info mechanism.Info, p mechanism.Problem, f noise.Family) (mechanism.Prepared, error) {
	if p.Workload.Tables() != nil {
		return prepareTables(ctx, info, p, f)
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	rows, _ := tables(p)
	q := &preparedMarginals{Task: mechanism.Task{By: info, Problem: p}, family: f, cells: c, known: p.Known(c), sizes: p.Workload.Domain().Sizes(), answers: rows}
	var covers [][]columnSet
	q.sets, covers, _ = candidateSets(countSets(rows), q.sizes)
	for _, n := range q.sizes {
		widths := []int{1}
		if n > 1 {
			widths = append(widths, n)
		}
		q.axes = append(q.axes, nestedAxis{n, widths})
	}
	done := false
	if f.Squares() {
		if done, err = q.designContrasts(ctx); err != nil {
			return nil, err
		}
	}
	if !done {
		if err := q.design(ctx, covers); err != nil {
			return nil, err
		}
	}
	if q.own, err = q.ownTables(); err != nil {
		return nil, err
	}
	q.estimate = q.expected()
	if q.own == nil {
		q.estimate = q.Condition(q, q.known, q.estimate, 1)
	}
	return q, ctx.Err()
}

// preparedMarginals is tables over sets of columns.
type preparedMarginals struct {
	mechanism.Task
	family  noise.Family
	axes    []axis
	cells   mechanism.ComponentCells
	known   mechanism.KnownSums
	sizes   []int
	answers []columnSet // by answer, the columns that it counts by value
	sets    []columnSet // whose tables are measured
	groups  []ProductGroup
	// contrasts says that of each set the contrasts are measured and not the table.
	contrasts bool
	own       []ownTable // of several questions over many cells
	// unit is, for every set of columns within one that is measured, the variance of what differs along
	// those columns only, per unit of its squared length.
	unit     map[columnSet]float64
	estimate accuracy.Estimate
}

// group describes the counts of a set.
func (q *preparedMarginals) group(s columnSet) ProductGroup {
	g := ProductGroup{Levels: make([]int, len(q.sizes)), Rows: 1}
	var names []string
	for j, n := range q.sizes {
		if !s.has(j) {
			g.Levels[j] = q.axes[j].Levels() - 1
			continue
		}
		g.Rows *= n
		names = append(names, string(q.Problem.Workload.Domain().Attributes()[j].Name()))
	}
	g.What = message.Sprintf("total")
	if len(names) > 0 {
		g.What = message.Sprintf("table over %s", strings.Join(names, ", "))
	}
	return g
}

// volume returns the cells that one count of a set's table adds up.
func (q *preparedMarginals) volume(s columnSet) float64 {
	return (columnSet(1)<<len(q.sizes) - 1).Cells(q.sizes) / s.Cells(q.sizes)
}

// length returns the squared length, along the columns of t, of a count over those of s.
func (q *preparedMarginals) length(s, t columnSet) float64 {
	v := q.volume(s)
	for j, n := range q.sizes {
		switch {
		case t.has(j):
			v *= 1 - 1/float64(n)
		case s.has(j):
			v /= float64(n)
		}
	}
	return v
}

// Rounds of weights, and the gap to which each is solved.
const (
	marginalRounds = 40
	marginalGap    = 1e-4
)

// design chooses which sets are measured with which noise.
func (q *preparedMarginals) design(ctx context.Context, covers [][]columnSet) error {
	for _, s := range q.sets {
		q.groups = append(q.groups, q.group(s))
	}
	classes, err := classesOf(ctx, q.Problem.Policy, q.axes)
	if err != nil {
		return err
	}
	loads := classes.Loads(q.groups)
	free := 1.0
	if q.Problem.Disclose && !q.Problem.Policy.Presence() {
		free = math.Inf(1)
	}
	need := q.needed()
	best, least := []float64(nil), math.Inf(1)
	for _, start := range q.starts(covers) {
		s, e := q.improve(start, need, loads, free)
		if e < least {
			best, least = s, e
		}
	}
	return q.keep(best, loads)
}

// needed returns how much what differs along each set of columns only counts in the error: the squared lengths of all answers there,
// each question as much as the others with as large a share of the budget, whose errors would be alike by themselves.
func (q *preparedMarginals) needed() map[columnSet]float64 {
	need, first := make(map[columnSet]float64), 0
	parts := q.Problem.Workload.Parts()
	if parts == nil {
		parts = []*workload.Workload{q.Problem.Workload}
	}
	for n, w := range parts {
		weight := 1 / float64(w.Len())
		if q.Problem.Shares != nil {
			weight *= mechanism.Square(q.Problem.Shares[n].Float())
		}
		counts := countSets(q.answers[first : first+w.Len()])
		for _, s := range sortedKeys(counts) { // so that sums come out the same every time
			s.eachSubset(func(t columnSet) {
				if t != 0 || q.known.Count == 0 {
					need[t] += weight * float64(counts[s]) * q.length(s, t)
				}
			})
		}
		first += w.Len()
	}
	return need
}

// starts returns parts of the budget to begin with: even for the sets asked for, for each cover of
// them, and for all; with little for the others.
func (q *preparedMarginals) starts(covers [][]columnSet) [][]float64 {
	wanted := make([]columnSet, 0, len(covers))
	for s := range countSets(q.answers) {
		wanted = append(wanted, s)
	}
	var out [][]float64
	for _, list := range append([][]columnSet{wanted, q.sets}, covers...) {
		start := make([]float64, len(q.sets))
		for g, s := range q.sets {
			if start[g] = littleShare / float64(len(q.sets)); slices.Contains(list, s) {
				start[g] += 1 / float64(len(list))
			}
		}
		out = append(out, start)
	}
	return out
}

// littleShare is the part of the budget of all sets that a start is not about.
const littleShare = 0.1

// improve improves scales by turns, the least squares for the scales and the scales for the least
// squares, and returns them, as parts of the budget, with the error.
func (q *preparedMarginals) improve(s []float64, need map[columnSet]float64, loads [][]int, free float64) ([]float64, float64) {
	classes := make([][]float64, 0, len(loads))
	for _, class := range paretoLoads(loads) {
		load := make([]float64, len(class))
		for g, n := range class {
			load[g] = float64(n)
		}
		classes = append(classes, load)
	}
	kind := mechanism.ScalingOf(q.family)
	s = slices.Clone(s)
	q.fitScales(s, classes, free)
	best, least := slices.Clone(s), math.Inf(1)
	cost := make([]float64, len(s))
	for range marginalRounds {
		precision := q.precisionsOf(s)
		lambda := q.information(precision)
		total := 0.0
		for _, t := range sortedKeys(need) {
			total += need[t] / lambda[t]
		}
		if total < least {
			best = slices.Clone(s)
		}
		if total >= least*(1-1e-6) {
			break
		}
		least = total
		for g, set := range q.sets {
			cost[g] = 0
			if p := precision[g]; !math.IsInf(p, 1) {
				set.eachSubset(func(t columnSet) { cost[g] += need[t] / (lambda[t] * lambda[t]) })
				cost[g] *= p * p * q.volume(set) * float64(kind)
			}
		}
		s = optimum.Scale(kind, cost, classes, marginalGap, 400).Scales
		for g := range s {
			if math.IsInf(s[g], 1) {
				s[g] = free
			}
		}
	}
	return best, least
}

// fitScales makes scales keep the loads.
func (q *preparedMarginals) fitScales(s []float64, classes [][]float64, free float64) {
	most, moved := 0.0, make([]bool, len(s))
	for _, class := range classes {
		sum := 0.0
		for g, n := range class {
			sum += n * s[g]
			moved[g] = moved[g] || n > 0
		}
		most = max(most, sum)
	}
	for g := range s {
		if s[g] /= most; !moved[g] {
			s[g] = free
		}
	}
}

func sortedKeys[V any](m map[columnSet]V) []columnSet {
	out := make([]columnSet, 0, len(m))
	for s := range m {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// information returns, for every set of columns within one that is measured, the precision of what
// differs along those columns only, per unit of its squared length.
func (q *preparedMarginals) information(precision []float64) map[columnSet]float64 {
	out := make(map[columnSet]float64)
	for g, s := range q.sets {
		v := precision[g] * q.volume(s)
		s.eachSubset(func(t columnSet) { out[t] += v })
	}
	return out
}

// keep leaves out the sets that hardly count, and gives the others their noise.
func (q *preparedMarginals) keep(s []float64, loads [][]int) error {
	precision := q.precisionsOf(s)
	lambda := q.information(precision)
	var sets []columnSet
	var groups []ProductGroup
	var left []float64
	less := make([][]int, len(loads))
	for g, set := range q.sets {
		known := set == 0 && q.known.Count > 0
		if known || precision[g]*q.volume(set) < NegligibleShare*lambda[set] {
			continue
		}
		sets, groups, left = append(sets, set), append(groups, q.groups[g]), append(left, s[g])
		for e, class := range loads {
			less[e] = append(less[e], class[g])
		}
	}
	q.sets, q.groups = sets, groups
	budget := q.Problem.Effective().Rat()
	if q.family.Squares() {
		left = FloorSharesAt(left, less, LeastShare)
	} else {
		left = FloorShares(left, less, budget)
	}
	if err := equipProductWith(q.groups, left, less, mechanism.RowBudget{Epsilon: budget, Family: q.family}); err != nil {
		return err
	}
	q.unit = make(map[columnSet]float64)
	for t, v := range q.information(q.precisions()) {
		q.unit[t] = 1 / v
	}
	if q.known.Count > 0 {
		q.unit[0] = 0
	}
	return nil
}

// precisionsOf returns the precisions of scales, as parts of the budget, in units of it.
func (q *preparedMarginals) precisionsOf(s []float64) []float64 {
	out := slices.Clone(s)
	if !q.family.Squares() {
		for g := range out {
			out[g] *= s[g] / 2
		}
	}
	return out
}

// precisions returns the precision of each set that is measured, +Inf where it is published exactly.
func (q *preparedMarginals) precisions() []float64 {
	out := make([]float64, len(q.groups))
	for g, group := range q.groups {
		if out[g] = math.Inf(1); !group.Law.IsZero() {
			out[g] = 1 / group.variance
		}
	}
	return out
}

// expected returns the errors, the same for all counts over the same columns.
func (q *preparedMarginals) expected() accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, len(q.answers))}
	known := make(map[columnSet]accuracy.Answer)
	for i, s := range q.answers {
		a, seen := known[s]
		if !seen {
			s.eachSubset(func(t columnSet) { a.Variance += q.length(s, t) * q.unit[t] })
			a.HalfWidth = mechanism.HalfWidthUnder(q.family, a.Variance)
			known[s] = a
		}
		e.Answers[i] = a
	}
	return e
}

func (q *preparedMarginals) Noise() []mechanism.Noise         { return NoiseOf(q.groups) }
func (q *preparedMarginals) ExpectedError() accuracy.Estimate { return q.estimate }

// Combined returns the error of a sum of answers.
func (q *preparedMarginals) Combined(terms []mechanism.Term) mechanism.Combined {
	grid := LevelGridOf(q.axes)
	weights := make([]float64, grid.Len())
	for t, v := range q.unit {
		levels := make([]int, len(q.sizes))
		for j, a := range q.axes {
			if !t.has(j) {
				levels[j] = a.Levels() - 1
			}
		}
		weights[grid.Index(levels)] = v
	}
	c := ProductSum{SpacesOf(q.axes), weights, false, q.known.Count > 0}.Combined(q.Problem.Workload.Operator(), terms)
	c.Family = q.family
	return q.Given(terms, c)
}

func (q *preparedMarginals) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := make([][]int64, len(q.groups))
	for g, group := range q.groups {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		rows[g] = q.measure(q.sets[g], counts.Counts())
		group.Law.Add(src, rows[g], rows[g])
	}
	sums := q.known.Values(counts)
	return q.answer(rows, sums)
}

// measure returns the exact table over a set of columns, or its contrasts.
func (q *preparedMarginals) measure(s columnSet, counts []int64) []int64 {
	out := make([]int64, int(s.Cells(q.sizes)))
	if s == 0 {
		for _, n := range counts {
			out[0] += n
		}
		return out
	}
	linop.Lift(linop.Identity(len(out)), q.sizes, s.columns()).Apply(out, counts)
	if q.contrasts {
		return q.contrast(s, out)
	}
	return out
}
