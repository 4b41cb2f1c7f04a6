package box

import (
	"cmp"
	"context"
	"fmt"
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
)

// NestedBoxes measures counts of nested boxes over several columns: every choice of one width per
// column cuts the cells into boxes, among them the quarters of quarters of a quadtree, and least squares
// reconciles them (the hierarchical mechanism of Hay, Rastogi, Miklau and Suciu 2010 in several
// dimensions). Widths and parts of the budget are chosen for the questions.
//
// # Guarantee
//
// A person counts in one box of every choice of widths. An edge that leaves the box changes two counts
// by one; the changes over the scales add up to at most ε along every edge.
//
// # Expected error
//
// Exact: the projections on boxes of given widths commute, so the variance of an answer is a sum over
// the choices of widths of the squared length of its part there over an eigenvalue; the lengths are
// products over the columns. Where the number of people is known it is imposed on the cells.
//
// # Cost
//
// Linear in cells and answers, times the choices of widths, at most some dozens.
type NestedBoxes struct{}

func (NestedBoxes) Info() mechanism.Info {
	return mechanism.Info{ID: "nested-boxes", Name: message.Sprintf("Nested boxes"), Source: message.Sprintf("Hay, Rastogi, Miklau and Suciu 2010, over several columns")}
}

func (NestedBoxes) Check(p mechanism.Problem) mechanism.Fit {
	if len(p.Workload.Domain().Attributes()) == 1 {
		return mechanism.Unfit(guide.Questions, "it is for several columns: for one column use nested groups")
	}
	return CheckBoxes(p)
}

func (m NestedBoxes) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	list := linop.NewBoxList(p.Workload.Operator(), p.Workload.Domain().Sizes())
	q, err := tuneNested(ctx, &PreparedNested{Task: mechanism.Task{By: m.Info(), Problem: p}, cells: c, known: p.Known(c)}, list)
	if err != nil {
		return nil, err
	}
	return q, ctx.Err()
}

// How nested boxes are searched for: so many lists of widths per column by the number of columns, so
// many answers in the first look, so many designs looked at again with more.
const (
	nestedDesigns = 100
	nestedGlance  = 1 << 10
	nestedFinal   = 3
)

// tuneNested chooses widths and scales.
func tuneNested(ctx context.Context, bare *PreparedNested, list *linop.BoxList) (*PreparedNested, error) {
	var designs []*PreparedNested
	glance := list.Some(nestedGlance)
	errors := make(map[*PreparedNested]float64)
	for _, axes := range nestedChoices(bare.Problem) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		q := new(PreparedNested)
		*q = *bare
		q.axes = axes
		if err := q.design(ctx, glance, 12); err != nil {
			return nil, err
		}
		errors[q] = q.variances(glance).Total(glance)
		designs = append(designs, q)
	}
	byError := func(a, b *PreparedNested) int { return cmp.Compare(errors[a], errors[b]) }
	slices.SortStableFunc(designs, byError)
	designs = designs[:min(nestedFinal, len(designs))]
	more := list.Some(MaxTuned)
	for _, q := range designs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := q.design(ctx, more, 100); err != nil {
			return nil, err
		}
		errors[q] = q.variances(more).Total(more)
	}
	best := slices.MinFunc(designs, byError)
	best.estimate = best.Condition(best, best.known, best.variances(list).EstimateOf(list, best.known.Count > 0, best.family), 1)
	return best, nil
}

// nestedChoices returns the lists of widths that are tried, one per column in each.
func nestedChoices(p mechanism.Problem) [][]axis {
	attrs := p.Workload.Domain().Attributes()
	most := int(math.Pow(nestedDesigns, 1/float64(len(attrs))))
	out := [][]axis{nil}
	for _, a := range attrs {
		lists := [][]int{{1}}
		if k := a.Size(); k > 1 {
			lists = append(lists, []int{1, k})
			if a.HasOrder() {
				lists = append(lists, widthLists(k, most-2)...)
			}
		}
		var next [][]axis
		for _, axes := range out {
			for _, widths := range lists {
				next = append(next, append(slices.Clone(axes), nestedAxis{a.Size(), widths}))
			}
		}
		out = next
	}
	return out
}

// widthLists returns about so many lists of widths of runs for k values in order: with one width
// between single values and all, and some with two.
func widthLists(k, most int) [][]int {
	var out [][]int
	add := func(widths ...int) {
		if widths[len(widths)-1] < k && len(out) < most {
			out = append(out, widths)
		}
	}
	root := math.Sqrt(float64(k))
	near := func(f float64) int { return max(2, int(math.Round(f))) }
	add(1, near(root))
	third := near(math.Cbrt(float64(k)))
	add(1, third, third*third)
	add(1, near(root/2))
	add(1, near(2*root))
	if w := near(root); w < k && len(out) < most {
		out = append(out, []int{1, w, (k + w - 1) / w * w}) // and all together
	}
	add(1, near(root/4))
	add(1, near(root/2), near(root/2)*near(root/4))
	add(1, near(4*root))
	slices.SortFunc(out, slices.Compare)
	return slices.CompactFunc(out, slices.Equal)
}

// PreparedNested is a product of nested columns.
type PreparedNested struct {
	mechanism.Task
	Leveled
	axes     []axis
	cells    mechanism.ComponentCells
	known    mechanism.KnownSums
	estimate accuracy.Estimate
}

func (q *PreparedNested) axis(j int) nestedAxis { return q.axes[j].(nestedAxis) }

// group describes the counts of one choice of levels.
func (q *PreparedNested) group(levels []int) ProductGroup {
	g := ProductGroup{Levels: levels, Rows: 1}
	var widths []string
	for j, l := range levels {
		a := q.axis(j)
		g.Rows *= a.runs(l)
		widths = append(widths, fmt.Sprint(min(a.widths[l], a.size)))
	}
	g.What = message.Sprintf("boxes of %s values", strings.Join(widths, " × "))
	return g
}

// volume returns the cells of a box of some levels.
func (q *PreparedNested) volume(levels []int) float64 {
	v := 1.0
	for j, l := range levels {
		v *= float64(q.axis(j).widths[l])
	}
	return v
}

// design chooses the groups and scales for some boxes, in so many rounds.
func (q *PreparedNested) design(ctx context.Context, list *linop.BoxList, rounds int) error {
	q.Grid, q.Groups, q.Volumes = LevelGridOf(q.axes), nil, nil
	for n := range q.Grid.Len() {
		levels := q.GroupLevels(n)
		q.Groups, q.Volumes = append(q.Groups, q.group(levels)), append(q.Volumes, q.volume(levels))
	}
	classes, err := classesOf(ctx, q.Problem.Policy, q.axes)
	if err != nil {
		return err
	}
	loads := classes.Loads(q.Groups)
	free := 1.0
	if q.Problem.Disclose && !q.Problem.Policy.Presence() {
		free = math.Inf(1)
	}
	need := Costs(q.Grid, PartsOf(q.axes, list), list)
	if last := q.Grid.Len() - 1; q.known.Count > 0 && q.wholeAt(last) {
		need[last] = 0 // the total of all
	}
	s := q.Scales(need, loads, free, rounds)
	return q.keep(s, loads)
}

// wholeAt reports whether a choice of levels is one box of all cells.
func (q *PreparedNested) wholeAt(n int) bool {
	for j, l := range q.Grid.at(make([]int, len(q.axes)), n) {
		if q.axis(j).runs(l) > 1 {
			return false
		}
	}
	return true
}

// NegligibleShare is the part of an eigenvalue below which a group of rows is not worth measuring.
const NegligibleShare = 1e-4

// keep leaves out the groups that hardly count, and equips the others.
func (q *PreparedNested) keep(s []float64, loads [][]int) error {
	lambda := q.Eigenvalues(func(n int) float64 { return q.PrecisionOf(s[n]) })
	var groups []ProductGroup
	var left []float64
	var kept []int
	for n, g := range q.Groups {
		p := q.PrecisionOf(s[n]) * q.volume(g.Levels)
		if n > 0 && (q.known.Count > 0 && q.wholeAt(n) || p < NegligibleShare*lambda[n]) {
			continue
		}
		groups, left, kept = append(groups, g), append(left, s[n]), append(kept, n)
	}
	less := make([][]int, len(loads))
	for e, class := range loads {
		for _, n := range kept {
			less[e] = append(less[e], class[n])
		}
	}
	q.Groups = groups
	budget := q.Problem.Effective().Rat()
	if q.family.Squares() {
		left = FloorSharesAt(left, less, LeastShare)
	} else {
		left = FloorShares(left, less, budget)
	}
	return equipProductWith(q.Groups, left, less, mechanism.RowBudget{Epsilon: budget, Family: q.family})
}

func (q *PreparedNested) variances(list *linop.BoxList) *BoxVariances {
	return NewBoxVariances(q.axes, q.Weights(), list, q.known.Count > 0)
}

func (q *PreparedNested) Noise() []mechanism.Noise         { return NoiseOf(q.Groups) }
func (q *PreparedNested) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *PreparedNested) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := make([][]int64, len(q.Groups))
	for i, g := range q.Groups {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		rows[i] = q.Measure(g, counts.Counts())
		g.Law.Add(src, rows[i], rows[i])
	}
	sums := q.known.Values(counts)
	x, err := q.cellsOf(ctx, rows, sums)
	if err != nil {
		return mechanism.Answers{}, err
	}
	return q.Answers(q.known, x, sums)
}

// Measure returns the exact counts of a group's boxes.
func (q *PreparedNested) Measure(g ProductGroup, counts []int64) []int64 {
	out := make([]int64, g.Rows)
	step := make([]int, len(q.axes)) // between boxes that are next to one another in a column
	n := 1
	for j := len(q.axes) - 1; j >= 0; j-- {
		step[j] = n
		n *= q.axis(j).runs(g.Levels[j])
	}
	at := make([]int, len(q.axes))
	last := len(at) - 1
	size, width := q.axes[last].Cells(), q.axis(last).widths[g.Levels[last]]
	for first := 0; first < len(counts); first += size {
		base := 0
		for j, v := range at[:last] {
			base += v / q.axis(j).widths[g.Levels[j]] * step[j]
		}
		for v, c := range counts[first : first+size] {
			out[base+v/width] += c
		}
		for j := last - 1; j >= 0; j-- {
			if at[j]++; at[j] < q.axes[j].Cells() {
				break
			}
			at[j] = 0
		}
	}
	return out
}

// cellsOf returns the cells that fit noisy rows best, by space after space (docs/mathematics.md, "4. Chains").
func (q *PreparedNested) cellsOf(ctx context.Context, rows [][]int64, sums []int64) ([]float64, error) {
	noisy, exact := q.Precisions()
	spaces := q.fit(rows, noisy)
	known := q.Eigenvalues(func(n int) float64 { return exact[n] })
	if slices.Max(known) > 0 {
		for n, x := range q.fit(rows, exact) {
			if known[n] > 0 {
				spaces[n] = x
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	padded := q.assemble(spaces)
	x := q.cut(padded)
	if q.known.Count > 0 {
		total := 0.0
		for _, v := range sums {
			total += float64(v)
		}
		imposeTotal(x, total, q.axes, q.Weights())
	}
	return x, nil
}

// fit returns, for each choice of levels, the averages over its boxes of what the rows that are as fine
// at least say, each in proportion to its precision.
func (q *PreparedNested) fit(rows [][]int64, precision []float64) [][]float64 {
	out := q.empty()
	for i, g := range q.Groups {
		n := q.Grid.Index(g.Levels)
		if precision[n] == 0 {
			continue
		}
		for b, y := range rows[i] {
			out[n][b] = precision[n] * float64(y)
		}
	}
	q.alongLevels(func(n, next, j int) { q.average(out[next], out[n], n, j, 1) }, true)
	lambda := q.Eigenvalues(func(n int) float64 { return precision[n] })
	for n := range out {
		for b := range out[n] {
			if lambda[n] > 0 {
				out[n][b] /= lambda[n]
			}
		}
	}
	return out
}

// empty returns a zero for each box of every choice of levels.
func (q *PreparedNested) empty() [][]float64 {
	out := make([][]float64, q.Grid.Len())
	for n := range out {
		out[n] = make([]float64, 1)
		for j, l := range q.GroupLevels(n) {
			out[n] = make([]float64, len(out[n])*q.axis(j).runs(l))
		}
	}
	return out
}

// alongLevels calls do for every choice of levels and the one that is next coarser in a column, column
// by column, the finer levels first or last.
func (q *PreparedNested) alongLevels(do func(n, next, j int), finerFirst bool) {
	step := 1
	for j := len(q.axes) - 1; j >= 0; j-- {
		count := q.Grid.counts[j]
		for level := range count - 1 {
			if !finerFirst {
				level = count - 2 - level
			}
			for n := range q.Grid.Len() {
				if n/step%count == level {
					do(n, n+step, j)
				}
			}
		}
		step *= count
	}
}

// shape returns the numbers of boxes before, along and after a column of a choice of levels.
func (q *PreparedNested) shape(n, j int) (before, along, after int) {
	before, after = 1, 1
	for i, l := range q.GroupLevels(n) {
		switch runs := q.axis(i).runs(l); {
		case i < j:
			before *= runs
		case i > j:
			after *= runs
		default:
			along = runs
		}
	}
	return before, along, after
}

// average adds to boxes that are coarser in a column the averages of the finer ones, times a number.
func (q *PreparedNested) average(coarse, fine []float64, n, j int, times float64) {
	before, along, after := q.shape(n, j)
	wide := len(coarse) / (before * after)
	f := along / wide
	times /= float64(f)
	for b := range before {
		for i := range along {
			from, to := (b*along+i)*after, (b*wide+i/f)*after
			for a := range after {
				coarse[to+a] += times * fine[from+a]
			}
		}
	}
}

// spread adds boxes that are coarser in a column to the finer ones.
func (q *PreparedNested) spread(fine, coarse []float64, n, j int) {
	before, along, after := q.shape(n, j)
	wide := len(coarse) / (before * after)
	f := along / wide
	for b := range before {
		for i := range along {
			to, from := (b*along+i)*after, (b*wide+i/f)*after
			for a := range after {
				fine[to+a] += coarse[from+a]
			}
		}
	}
}

// assemble adds up the parts of all spaces: of each what is left of it without its averages over the
// coarser boxes of every column.
func (q *PreparedNested) assemble(spaces [][]float64) []float64 {
	q.alongLevels(func(n, next, j int) { q.average(spaces[next], spaces[n], n, j, -1) }, false)
	q.alongLevels(func(n, next, j int) { q.spread(spaces[n], spaces[next], n, j) }, false)
	return spaces[0]
}

// cut leaves out what stands out over the cells.
func (q *PreparedNested) cut(padded []float64) []float64 {
	x := make([]float64, len(q.cells.Of))
	q.eachCell(func(cell, at int) { x[cell] = padded[at] })
	return x
}

// eachCell calls do for every cell, with its place among the boxes of single values, some of which stand out over the
// cells.
func (q *PreparedNested) eachCell(do func(cell, padded int)) {
	cell := 0
	var walk func(j, at int)
	walk = func(j, at int) {
		if j == len(q.axes) {
			do(cell, at)
			cell++
			return
		}
		a := q.axis(j)
		for v := range a.size {
			walk(j+1, at*a.runs(0)+v)
		}
	}
	walk(0, 0)
}
