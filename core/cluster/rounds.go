package cluster

import (
	"context"
	"math"
	"math/big"
	"slices"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// inRounds is the way in rounds, made ready.
type inRounds struct {
	c     *Clustering
	edges *edges
	// loss is what each round may spend, and the draw of the centres to begin with, where there is one.
	loss   loss
	spare  weighted.Weight // see Problem.edgesAndBudget
	rounds int
	// agreed says that what no edge changes is published as it is (mechanism.Problem.Disclose), from counts that are rebuilt of
	// the public sums of cells.
	agreed bool
	cells  mechanism.Problem
	begin  []point
	drawn  *drawing // of the centres to begin with; nil where begin is given
	people float64  // how many are expected, in units: a public number
}

// outcome is what a release comes to: places in steps of the axes, and people in units.
type outcome struct {
	centres []point
	sizes   []float64   // as measured
	tidied  []int64     // whole and not below zero
	sizeSD  []float64   // expected error of sizes
	errors  [][]float64 // expected error of each coordinate
	kept    []bool      // groups that were too small for their centre to be moved in the last round
	of      []int16     // the group of every cell as sizes count it
	rounds  []round
}

// round is the noise of one round.
type round struct {
	amounts amounts
	exact   bool
	sizes   int64 // the largest change of sizes and of sums along an edge
	sums    int64
	from    []point
	about   [][]int64
}

// design chooses points of reference and noise for a round that begins with centres.
func (r *inRounds) design(of []int16, centres []point, people []float64) (about [][]int64, best round, err error) {
	squares := r.loss.family.Squares()
	least := math.Inf(1)
	for _, refs := range r.c.references(of, r.edges.border(of), centres, squares) {
		one, e, err := r.designAbout(of, refs, centres, people)
		if err != nil {
			return nil, round{}, err
		}
		if e < least {
			least, about, best = e, refs, one
		}
	}
	return about, best, nil
}

// designAbout chooses noise for a round with some points of reference, and says what it adds to the distance of people from their
// centres as far as that is public.
func (r *inRounds) designAbout(of []int16, about [][]int64, centres []point, people []float64) (out round, added float64, err error) {
	m := &measure{c: r.c, of: of, about: about, squared: r.loss.family.Squares()}
	ch := newChanges()
	if !r.cells.Exact {
		ch = r.edges.changes(m)
	}
	s := splitting{changes: ch.list(), loss: r.loss, spare: r.spare, agreed: r.agreed, least: m.smallest(), axes: r.c.axes}
	for g, n := range people {
		n = max(n, 1)
		s.inverse += 1 / n
		// A mean is taken to be about a sixteenth of each span away from where its centre was.
		guess := 0.0
		for j, x := range r.c.axes {
			guess += square(x.factor) * (square(centres[g][j]-float64(about[g][j])) + square(float64(x.most())/16))
		}
		s.off += guess / n
	}
	a, err := s.split()
	if err != nil {
		return out, 0, err
	}
	out = round{amounts: a, exact: ch.exact}
	for _, x := range s.changes {
		out.sizes, out.sums = max(out.sizes, int64(x.sizes)), max(out.sums, x.sums)
	}
	return out, s.error(a), nil
}

// smallest is the smallest change of the sums that a secret could make, 0 where nobody changes any: somebody comes or goes, alone or to
// another group, or goes to the next value of a column.
func (m *measure) smallest() int64 {
	least := int64(0)
	note := func(by int64) {
		if by > 0 && (least == 0 || by < least) {
			least = by
		}
	}
	for cell, g := range m.of {
		if g >= 0 {
			note(m.alone(cell))
		}
	}
	if least == 0 {
		return 0
	}
	for _, x := range m.c.axes {
		for v := 1; v < len(x.at); v++ {
			by := x.part * (x.at[v] - x.at[v-1])
			if m.squared {
				by *= by
			}
			note(by)
		}
	}
	return least
}

// release finds the groups of counts. It errors with ctx's error when cancelled.
func (r *inRounds) release(ctx context.Context, of *histogram.Vector, src noise.Source) (*outcome, error) {
	c, k := r.c, r.c.question.Clusters
	counts, public := of.Counts(), of.Counts()
	if r.agreed {
		rebuilt, err := r.cells.Rebuilt(of)
		if err != nil {
			return nil, err
		}
		public = rebuilt.Counts()
	}
	centres := clonePoints(r.begin)
	if r.drawn != nil {
		i, err := r.drawn.draw(counts, public, src)
		if err != nil {
			return nil, err
		}
		centres = clonePoints(r.drawn.lists[i])
	}
	out := &outcome{of: make([]int16, c.cells)}
	people := make([]float64, k)
	for g := range people {
		people[g] = r.people / float64(k)
	}
	sizes, known := make([]int64, k), make([]int64, k)
	sums, knownSums := make([][]int64, len(c.axes)), make([][]int64, len(c.axes)) // by axis
	for j := range sums {
		sums[j], knownSums[j] = make([]int64, k), make([]int64, k)
	}
	defer func() {
		for _, s := range append(sums, sizes) {
			clear(s)
		}
	}()
	for range r.rounds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.assign(out.of, centres)
		about, now, err := r.design(out.of, centres, people)
		if err != nil {
			return nil, err
		}
		c.addUp(counts, out.of, about, sizes, sums)
		c.addUp(public, out.of, about, known, knownSums)
		now.amounts.sizes.Add(src, sizes, sizes)
		if r.agreed && now.amounts.sizes.IsZero() {
			copy(sizes, known)
		}
		for j := range sums {
			now.amounts.sums[j].Add(src, sums[j], sums[j])
			if r.agreed && now.amounts.sums[j].IsZero() {
				copy(sums[j], knownSums[j])
			}
		}
		now.from, now.about = clonePoints(centres), about
		out.rounds = append(out.rounds, now)
		r.move(out, centres, people, about, sizes, sums)
	}
	out.centres = centres
	return out, nil
}

// addUp writes the exact sizes of groups and sums of steps about their points of reference.
func (c *Clustering) addUp(counts []int64, of []int16, about [][]int64, sizes []int64, sums [][]int64) {
	clear(sizes)
	for j := range sums {
		clear(sums[j])
	}
	for cell, n := range counts {
		g := of[cell]
		if n == 0 || g < 0 {
			continue
		}
		sizes[g] += n
		for j := range sums {
			sums[j][g] += n * (c.at(cell, j) - about[g][j])
		}
	}
}

// move sets centres to the noisy means. A group that is smaller than its noise keeps its centre: its
// mean would be mere noise.
func (r *inRounds) move(out *outcome, centres []point, people []float64, about [][]int64, sizes []int64, sums [][]int64) {
	k, a := len(centres), out.rounds[len(out.rounds)-1].amounts
	out.sizes, out.tidied, out.kept = make([]float64, k), make([]int64, k), make([]bool, k)
	out.errors, out.sizeSD = make([][]float64, k), make([]float64, k)
	least := 1 + 2*math.Sqrt(a.sizes.Variance())
	for g, n := range sizes {
		out.sizes[g], out.tidied[g], out.sizeSD[g] = float64(n), max(n, 0), math.Sqrt(a.sizes.Variance())
		people[g] = max(float64(n), 1)
		out.kept[g] = float64(n) < least
		out.errors[g] = make([]float64, len(sums))
		for j := range sums {
			mean := float64(about[g][j]) + float64(sums[j][g])/people[g]
			if !out.kept[g] {
				centres[g][j] = mean
			}
		}
		r.c.clamp(centres[g])
		for j := range sums {
			off := centres[g][j] - float64(about[g][j])
			e := math.Sqrt(a.sums[j].Variance()+off*off*a.sizes.Variance()) / people[g]
			out.errors[g][j] = min(e, float64(r.c.axes[j].most())) // it lies inside the bounds
		}
	}
}

func clonePoints(list []point) []point {
	out := make([]point, len(list))
	for i, m := range list {
		out[i] = append(point(nil), m...)
	}
	return out
}

// drawing draws one of several public lists of centres to begin with, by how near people are to them.
type drawing struct {
	c       *Clustering
	lists   [][]point
	rate    *big.Rat // per whole number of the score; nil where the best is taken
	squares bool     // losses add up as squares
	change  int64
}

// finestScore is the score that the farthest person takes off.
const finestScore = 1000

// newDrawing makes ready the draw under a policy. Agreed says that what no edge changes is published as it is, and edges is nil
// where nothing of the budget is taken.
func newDrawing(c *Clustering, e *edges, l loss, agreed bool, spare weighted.Weight, lists [][]point) *drawing {
	d := &drawing{c: c, lists: lists, squares: l.family.Squares()}
	if e == nil {
		return d
	}
	costs := d.costs()
	var least *big.Rat
	note := func(change int64, w weighted.Weight) {
		if change == 0 {
			return
		}
		at := l.at(w)
		if d.squares {
			at = rootBelow(at)
			at.Mul(at, big.NewRat(2, 1)) // a log ratio that spans a range of 2r has a loss of r²/2
		}
		d.change = max(d.change, change)
		if rate := at.Quo(at, new(big.Rat).SetInt64(change)); least == nil || rate.Cmp(least) < 0 {
			least = rate
		}
	}
	largest := make(map[weighted.Weight]int64)
	for _, x := range e.listed {
		largest[x.weight] = max(largest[x.weight], apartIn(costs, int(x.u), int(x.v)))
	}
	if len(e.families) > 0 {
		// Every two cells are taken to be joined: no less than any family joins.
		for _, f := range e.families {
			largest[f.weight] = max(largest[f.weight], widestIn(costs))
		}
	}
	if e.presence {
		for cell := range c.cells {
			if w, ok := e.policy.AbsentWeight(policy.Vertex(cell)); ok {
				largest[w] = max(largest[w], apartIn(costs, cell, -1))
			}
		}
	}
	for w, change := range largest {
		note(change, w)
	}
	if least == nil && !agreed {
		note(1, spare) // the smallest change that a secret could make
	}
	d.rate = least
	return d
}

// costs returns for every list of centres how far people in each cell are from the nearest one,
// squared, in whole numbers.
func (d *drawing) costs() [][]int32 {
	far := 0.0
	for j := range d.c.axes {
		far += square(d.c.axes[j].factor * float64(d.c.axes[j].most()))
	}
	out := make([][]int32, len(d.lists))
	for i, centres := range d.lists {
		out[i] = make([]int32, d.c.cells)
		for cell := range out[i] {
			if d.c.kindOf(cell) != 0 {
				continue
			}
			least := math.Inf(1)
			for _, m := range centres {
				least = min(least, d.c.apart(cell, m))
			}
			out[i][cell] = int32(math.Round(least / far * finestScore))
		}
	}
	return out
}

// apartIn returns how far apart the changes of two lists' costs are when somebody goes from u to v;
// v is -1 for nowhere.
func apartIn(costs [][]int32, u, v int) int64 {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, cost := range costs {
		x := -int64(cost[u])
		if v >= 0 {
			x += int64(cost[v])
		}
		low, high = min(low, x), max(high, x)
	}
	return high - low
}

// widestIn returns the largest apartIn of any two cells.
func widestIn(costs [][]int32) int64 {
	most := int64(0)
	for i := range costs {
		for _, other := range costs[:i] {
			low, high := int32(math.MaxInt32), int32(math.MinInt32)
			for cell, x := range costs[i] {
				low, high = min(low, x-other[cell]), max(high, x-other[cell])
			}
			most = max(most, int64(high)-int64(low))
		}
	}
	return most
}

// draw draws a list for counts, or takes the best for public ones.
func (d *drawing) draw(counts, public []int64, src noise.Source) (int, error) {
	scores := make([]int64, len(d.lists))
	defer clear(scores)
	if d.rate == nil {
		counts = public
	}
	for i, cost := range d.costs() {
		for cell, n := range counts {
			scores[i] -= n * int64(cost[cell])
		}
	}
	switch {
	case d.rate == nil:
		return slices.Index(scores, slices.Max(scores)), nil
	case d.squares:
		return noise.Choose(src, d.rate, scores, nil)
	}
	return noise.PermuteAndFlip(src, d.rate, scores)
}

// spread returns centres spread over the columns' bounds: those of people spread evenly over the cells.
func (c *Clustering) spread(ctx context.Context, lists int) ([][]point, error) {
	even := make([]float64, c.cells)
	every := c.cells / maxSpread
	every |= 1 // so that it meets every value of the last columns, whose numbers are often even
	for cell := 0; cell < c.cells; cell += every {
		even[cell] = 1
	}
	k := c.newKmeans(even)
	if len(k.weight) < c.question.Clusters {
		for cell := range even {
			even[cell] = 1
		}
		k = c.newKmeans(even)
	}
	var out [][]point
	for range lists {
		runs := restarts
		if lists > 1 {
			runs = 1
		}
		m, err := k.best(ctx, runs)
		if err != nil {
			return nil, err
		}
		if m == nil {
			return nil, message.Errorf("%q: there are fewer combinations of values than groups", c.question.Title)
		}
		out = append(out, m)
	}
	return out, nil
}

// maxSpread is about how many cells centres are spread over.
const maxSpread = 1 << 12
