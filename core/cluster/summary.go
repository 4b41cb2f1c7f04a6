package cluster

import (
	"context"
	"math"
	"slices"
	"steward/core/limits"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/workload"
)

// What groups are found from: tables of up to maxReleased cells, or of blocks of cells, up to maxBlocked
// of up to limits.MaxGroupedCells cells. Noise can be chosen for up to maxAsked ranges.
const (
	maxReleased = 1 << 14
	maxBlocked  = 1 << 12
	maxAsked    = 1 << 16
)

// The mechanisms with noise on each answer by itself, and on each cell, which publishes exactly what needs none.
const (
	onEachAnswer = "laplace-answers"
	onEachCell   = "laplace"
)

// coarsenesses are how many blocks a column is cut into at most.
var coarsenesses = []int{6, 10, 16, 25, 40}

// fromTable is the way from a released table of all cells or of blocks of cells, made ready.
type fromTable struct {
	c        *Clustering
	problem  mechanism.Problem
	prepared mechanism.Prepared
	asked    asking
	blocks   int // how many a column was cut into at most; 0 for none
	// block is the block of every cell, -1 where nobody can be or is placed; a cell is one of its own
	// where there are none. Answer is the answer that counts it, size its cells and middle their mean.
	block  []int32
	answer []int
	size   []float64
	middle []point
	upTo   bool // answers count people up to a cell instead
	// rising makes numbers of a single column possible by cumulating them, which suits noise that is on
	// cumulated numbers, as where neighbouring values are secret.
	rising bool
}

// tooFine says that there are too many cells for a table.
func (c *Clustering) tooFine() error {
	return message.Errorf("groups can be found from tables of up to %d combinations of values, but there are %d: find them in rounds, or declare coarser ranges", limits.MaxGroupedCells, c.cells)
}

// asking is a question for whose answers the noise of a table can be chosen: cells, all ranges of them,
// blocks of cells, where each column is cut into so many at most, or all ranges of blocks.
type asking struct {
	question workload.Question
	blocks   int
	ranges   bool
}

// asked returns the questions for whose answers the noise of the table can be chosen: each cell, all
// ranges of cells, where there are not too many of them, and blocks of cells.
func (p Problem) asked() []asking {
	q, c := p.Clustering.question, p.Clustering
	names := q.Names()
	var list []asking
	ask := func(blocks int, ranges bool, w workload.Question) {
		w.ID, w.Title, w.Columns = q.ID, q.Title, names
		list = append(list, asking{w, blocks, ranges})
	}
	ranges, widest := 1.0, 0
	for j := range c.axes {
		r := float64(len(c.axes[j].at))
		ranges *= r * (r + 1) / 2
		widest = max(widest, len(c.axes[j].at))
	}
	if c.cells <= maxReleased {
		ask(0, false, workload.Question{Kind: workload.Table})
	}
	switch {
	case ranges <= maxAsked:
		ask(0, true, workload.Question{Kind: workload.Ranges, Every: true})
	case len(names) == 1 && c.cells <= maxReleased:
		ask(0, true, workload.Question{Kind: workload.Cumulative})
	}
	for _, n := range coarsenesses {
		for _, ranges := range []bool{false, true} {
			if n < widest && (c.cells <= maxReleased || !ranges && c.cells <= limits.MaxGroupedCells) {
				if w, ok := c.cut(n, ranges); ok {
					ask(n, ranges, w)
				}
			}
		}
	}
	return list
}

// cut asks for blocks of cells, with each column cut into at most n runs of values, or for all ranges of
// blocks; false where these are too many.
func (c *Clustering) cut(n int, ranges bool) (workload.Question, bool) {
	q := workload.Question{Kind: workload.Ranges}
	boxes := [][]workload.Span{{}}
	for _, x := range c.axes {
		var next [][]workload.Span
		r := len(x.at)
		k := min(n, r)
		runs := k
		if ranges {
			runs = k * (k + 1) / 2
		}
		if len(boxes)*runs > maxBlocked {
			return q, false
		}
		for _, box := range boxes {
			for b := range k {
				last := b
				if ranges {
					last = k - 1
				}
				for to := b; to <= last; to++ {
					s := workload.Span{From: x.attribute.Label(b * r / k), To: x.attribute.Label((to+1)*r/k - 1)}
					next = append(next, append(slices.Clone(box), s))
				}
			}
		}
		boxes = next
	}
	if len(c.axes) > 1 {
		q.Boxes = boxes
		return q, true
	}
	for _, box := range boxes {
		q.Spans = append(q.Spans, box[0])
	}
	return q, true
}

// isBlock reports whether values from one to another are one of the runs that an axis is cut into.
func (x *axis) isBlock(blocks, from, to int) bool {
	if blocks == 0 {
		return from == to
	}
	r := len(x.at)
	k := min(blocks, r)
	b := (from*k + r - 1) / r // the first run that begins there or behind
	return b < k && b*r/k == from && (b+1)*r/k-1 == to
}

// tables makes ready the tables that Prepare chooses from, with the mechanism of an id or the best.
func (p Problem) tables(ctx context.Context, id string) ([]*fromTable, error) {
	asked := p.asked()
	if len(asked) == 0 {
		return nil, message.Errorf("%q: %w", p.Clustering.question.Title, p.Clustering.tooFine())
	}
	var out []*fromTable
	var failed error
	for _, q := range asked {
		t, err := p.table(ctx, q, id)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			failed = err
			continue
		}
		if n := len(out); n > 0 && t.like(out[n-1]) {
			continue
		}
		out = append(out, t)
		if len(p.Clustering.axes) == 1 {
			rising := *t
			rising.rising = true
			out = append(out, &rising)
		}
	}
	if len(out) == 0 {
		return nil, failed
	}
	return out, nil
}

// like reports whether the noise of two tables is the same.
func (t *fromTable) like(other *fromTable) bool {
	return t.blocks == other.blocks && t.prepared.Info().ID == other.prepared.Info().ID && slices.EqualFunc(t.prepared.Noise(), other.prepared.Noise(), func(a, b mechanism.Noise) bool {
		return a.Rows == b.Rows && a.Law == b.Law && a.What.String() == b.What.String()
	})
}

// table makes ready the table whose noise is chosen for a question.
func (p Problem) table(ctx context.Context, q asking, id string) (*fromTable, error) {
	w, err := workload.New(q.question, p.Clustering.domain)
	if err != nil {
		return nil, err
	}
	problem := p.Cells
	problem.Workload, problem.StandIn = w, mechanism.StandIn{} // no method whose error depends on the data
	problem.Quick = true                                       // methods that take long gain little here
	problem.Raw = true                                         // what is published is made possible as a whole
	if problem.Exact && id == "" {
		id = onEachCell
	}
	if id == "" && p.Clustering.cells > maxReleased {
		id = onEachAnswer // the others take long on so many cells, and gain little for so few blocks
	}
	prepared, _, err := registry.Choose(ctx, problem, id)
	if err != nil {
		return nil, err
	}
	t := &fromTable{c: p.Clustering, problem: problem, prepared: prepared, asked: q, blocks: q.blocks, upTo: q.question.Kind == workload.Cumulative}
	t.findBlocks()
	return t, nil
}

// findBlocks looks up which cells each answer counts that is of use.
func (t *fromTable) findBlocks() {
	w, attrs, c := t.problem.Workload, t.c.domain.Attributes(), t.c
	t.block = make([]int32, c.cells)
	for cell := range t.block {
		t.block[cell] = -1
	}
	from, to := make([]int, len(attrs)), make([]int, len(attrs))
	spans := w.Question().Kind == workload.Ranges
	for i := range w.Len() {
		key, use := w.Key(i), true
		for j, a := range attrs {
			first, last := "", ""
			if spans {
				first, last = key[2*j], key[2*j+1]
			} else {
				first, last = key[j], key[j]
			}
			if first == domain.TotalLabel { // a whole column
				from[j], to[j] = 0, a.Regular()-1
			} else {
				from[j], _ = a.Find(first)
				to[j], _ = a.Find(last)
			}
			use = use && c.axes[j].isBlock(t.blocks, from[j], to[j])
		}
		if use {
			t.addBlock(i, from, to)
		}
	}
}

// addBlock adds the cells between two combinations that an answer counts.
func (t *fromTable) addBlock(answer int, from, to []int) {
	c, b := t.c, len(t.size)
	values := slices.Clone(from)
	size, middle := 0.0, make(point, len(c.axes))
	for more := true; more; {
		if cell := c.domain.Index(values); c.kindOf(cell) == 0 {
			t.block[cell] = int32(b)
			size++
			for j := range middle {
				middle[j] += float64(c.at(cell, j))
			}
		}
		more = false
		for j := len(values) - 1; j >= 0; j-- {
			if values[j]++; values[j] <= to[j] {
				more = true
				break
			}
			values[j] = from[j]
		}
	}
	if size == 0 {
		return // nobody can be there
	}
	for j := range middle {
		middle[j] /= size
	}
	t.answer, t.size, t.middle = append(t.answer, answer), append(t.size, size), append(t.middle, middle)
}

// estimate returns a released number of units for every block, unbiased.
func (t *fromTable) estimate(ctx context.Context, counts *histogram.Vector, src noise.Source) ([]float64, error) {
	a, err := t.prepared.Release(ctx, counts, src)
	if err != nil {
		return nil, err
	}
	unit := t.problem.Unit.Of(1)
	y := make([]float64, len(t.answer))
	before := 0.0
	for b, i := range t.answer {
		x := a.Unadjusted[i] / unit
		if t.upTo {
			x, before = x-before, x
		}
		y[b] = x
	}
	return y, nil
}

// possible moves released numbers, or cumulated ones, to the closest that are not below zero, do not
// fall, and have the same total, or the known one; none are left where that is nobody. Numbers that are
// mere noise become zero by that.
func (t *fromTable) possible(y []float64) ([]float64, error) {
	out := slices.Clone(y)
	total := 0.0
	for _, x := range y {
		total += x
	}
	if n, known := t.problem.Facts.Total(); known && t.c.kind == nil && t.problem.Rows <= 1 {
		total = float64(n)
	}
	if total <= 0 {
		clear(out)
		return out, nil
	}
	if !t.rising {
		return out, inference.Simplex(out, total)
	}
	for b := 1; b < len(out); b++ {
		out[b] += out[b-1]
	}
	out[len(out)-1] = total
	if err := inference.IsotonicWithin(out[:len(out)-1], nil, 0, total); err != nil {
		return nil, err
	}
	for b := len(out) - 1; b > 0; b-- {
		out[b] -= out[b-1]
	}
	return out, nil
}

// find finds groups in released numbers.
func (t *fromTable) find(ctx context.Context, y []float64) (*outcome, error) {
	shown, err := t.possible(y)
	if err != nil {
		return nil, err
	}
	k := t.c.emptyKmeans()
	for b, n := range shown {
		if n > 0 {
			k.add(t.middle[b], n)
		}
	}
	centres, err := k.usual(ctx)
	if err != nil {
		return nil, err
	}
	if centres == nil {
		// Fewer blocks with anybody than groups: the table says no more than that.
		lists, err := t.c.spread(ctx, 1)
		if err != nil {
			return nil, err
		}
		centres = lists[0]
	}
	out := &outcome{of: make([]int16, len(y)), kept: make([]bool, len(centres))}
	for b, m := range t.middle {
		g, _ := t.c.nearest(m, centres)
		out.of[b] = int16(g)
	}
	out.sizes, _ = t.means(y, out.of, centres)
	sizes, means := t.means(shown, out.of, centres)
	out.centres = means
	for g, n := range sizes {
		out.tidied = append(out.tidied, int64(math.Round(max(n, 0))))
		out.kept[g] = n == 0
	}
	return out, nil
}

// means returns the people in each group of blocks and their means; a group of nobody keeps its centre.
func (t *fromTable) means(y []float64, of []int16, centres []point) ([]float64, []point) {
	people, out := make([]float64, len(centres)), clonePoints(centres)
	sums := make([]point, len(centres))
	for g := range sums {
		sums[g] = make(point, len(t.c.axes))
	}
	for b, n := range y {
		people[of[b]] += n
		for j, x := range t.middle[b] {
			sums[of[b]][j] += n * x
		}
	}
	for g, n := range people {
		for j := range out[g] {
			if n != 0 {
				out[g][j] = sums[g][j] / n
			}
		}
	}
	return people, out
}

// repeats is how often a release is repeated on the released numbers to learn its error.
const repeats = 20

// errors sets the expected errors of an outcome: those of releases of the released numbers
// themselves, which are public, with the groups as they are. Where these cannot be released again,
// since they do not agree with known facts, it takes the errors of the answers as if they had nothing
// to do with one another. It errors when cancelled only.
func (t *fromTable) errors(ctx context.Context, out *outcome, y []float64) error {
	if err := t.repeatedErrors(ctx, out, y); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.addedErrors(out, y)
	}
	return nil
}

// addedErrors sets the errors of independent answers.
func (t *fromTable) addedErrors(out *outcome, y []float64) {
	people, means := t.means(y, out.of, out.centres)
	unit := t.problem.Unit.Of(1)
	answers := t.prepared.ExpectedError().Answers
	out.sizeSD, out.errors = make([]float64, len(means)), make([][]float64, len(means))
	for g := range out.errors {
		out.errors[g] = make([]float64, len(t.c.axes))
	}
	for b, i := range t.answer {
		variance, g := answers[i].Variance/(unit*unit), out.of[b]
		if t.upTo {
			variance *= 2
		}
		out.sizeSD[g] += variance
		for j, x := range t.middle[b] {
			out.errors[g][j] += variance * square(x-out.centres[g][j])
		}
	}
	for g := range means {
		out.sizeSD[g] = math.Sqrt(out.sizeSD[g])
		for j := range t.c.axes {
			e := math.Sqrt(out.errors[g][j]) / max(people[g], 1)
			out.errors[g][j] = min(e, float64(t.c.axes[j].most()))
		}
	}
}

// repeatedErrors sets the errors of repeated releases.
func (t *fromTable) repeatedErrors(ctx context.Context, out *outcome, y []float64) error {
	v, err := t.again(y)
	if err != nil {
		return err
	}
	truth := make([]float64, len(y))
	for cell, n := range v.Counts() {
		if b := t.block[cell]; b >= 0 {
			truth[b] += float64(n)
		}
	}
	sizes, means := t.means(truth, out.of, out.centres)
	out.sizeSD, out.errors = make([]float64, len(means)), make([][]float64, len(means))
	for g := range out.errors {
		out.errors[g] = make([]float64, len(t.c.axes))
	}
	src := noise.NewTrial("errors of groups of " + t.c.question.Title)
	for range repeats {
		noisy, err := t.estimate(ctx, v, src)
		if err != nil {
			return err
		}
		n, _ := t.means(noisy, out.of, out.centres)
		if noisy, err = t.possible(noisy); err != nil {
			return err
		}
		_, m := t.means(noisy, out.of, out.centres)
		for g := range means {
			out.sizeSD[g] += square(n[g]-sizes[g]) / repeats
			for j := range t.c.axes {
				out.errors[g][j] += square(m[g][j]-means[g][j]) / repeats
			}
		}
	}
	for g := range means {
		out.sizeSD[g] = math.Sqrt(out.sizeSD[g])
		for j := range t.c.axes {
			out.errors[g][j] = math.Sqrt(out.errors[g][j])
		}
	}
	return nil
}

// again returns released numbers as if they were counts, those of a block spread evenly over its
// cells. Where the number of people is known, those who are in no group are put where they can be.
func (t *fromTable) again(y []float64) (*histogram.Vector, error) {
	shown, err := t.possible(y)
	if err != nil {
		return nil, err
	}
	total := 0.0
	spread := make([]float64, t.c.cells)
	for cell, b := range t.block {
		if b >= 0 {
			spread[cell] = shown[b] / t.size[b]
			total += spread[cell]
		}
	}
	placed, left := int64(math.Round(total)), int64(0)
	if n, known := t.problem.Facts.Total(); known {
		if placed > n {
			for cell := range spread {
				spread[cell] *= float64(n) / total
			}
			placed = n
		}
		left = n - placed
	}
	whole, err := inference.RoundToTotal(spread, placed)
	if err != nil {
		return nil, err
	}
	if left > 0 {
		at := slices.Index(t.c.kind, nowhere)
		if at < 0 {
			return nil, message.Errorf("%d people too few", left)
		}
		whole[at] += left
	}
	return histogram.FromCounts(t.c.domain, whole)
}
