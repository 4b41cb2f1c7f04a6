package trees

import (
	"cmp"
	"iter"
	"math/big"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/sensitivity"
	"steward/core/tree"
)

// SpanningForest is the forest on whose subtree counts z a mechanism for trees works, with what is
// public of them (package tree).
type SpanningForest struct {
	forest *tree.Forest
	// stretch is how many coordinates of z an edge of the policy changes at most, by one
	// each; at least 1.
	stretch int
	known   mechanism.KnownSums
	// tops says that the number of people on all cells that hang on Outside is public.
	tops bool
	// hanging is how many these are.
	hanging int
	// star says that every cell hangs on Outside: z is the histogram, and known sums are
	// those of KnownSums.
	star bool
	runs [][]int32
}

// NewSpanningForest settles what is public on a forest. The trees that are rooted by themselves are the
// components of the policy.
func NewSpanningForest(p mechanism.Problem, f *tree.Forest, stretch int) (*SpanningForest, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	g := publicOn(p, c, subgraph{Forest: f, stretch: stretch})
	g.runs = g.forest.Runs()
	return g, nil
}

// publicOn is NewSpanningForest without the runs, which only release needs.
func publicOn(p mechanism.Problem, c mechanism.ComponentCells, s subgraph) *SpanningForest {
	f := s.Forest
	g := &SpanningForest{stretch: max(s.stretch, 1), known: p.Known(c)}
	// The number of people in a tree is known where it is agreed to publish all of them, or
	// where there is one tree, which holds everybody.
	each := g.known.Count > 0 && g.known.Count == len(c.Sizes) && !c.Presence
	if !each {
		f = f.Hung()
	}
	g.forest, g.star = f, f.Star()
	g.tops = g.known.Count == 1 && (!each || g.star)
	g.hanging = len(f.Tops())
	return g
}

// ownForest returns the spanning forest of a policy whose graph is a forest, and nil for others.
func ownForest(p mechanism.Problem) (*SpanningForest, error) {
	f, ok, err := tree.Of(p.Policy)
	if err != nil || !ok {
		return nil, err
	}
	return NewSpanningForest(p, f, 1)
}

// BestForest returns the policy's own forest, or where its graph is none the forest on which noise
// on every coordinate would answer the questions best: the histogram, combs over an ordered
// column, and spanning trees of small graphs. That error is a public number, so the choice costs
// no privacy.
func BestForest(p mechanism.Problem) (*SpanningForest, error) {
	forests, err := spanningForests(p, 1)
	if err != nil {
		return nil, err
	}
	return forests[0], nil
}

const (
	// mostLikely is how many forests are tried on a stand-in of up to mostTriedCells cells, and
	// unlikelyTimes how many times the least error of noise on every coordinate those may have.
	mostLikely     = 5
	mostTriedCells = 1 << 17
	unlikelyTimes  = 100
)

// likelyForests returns the forests that a mechanism whose error depends on the data may do best
// on, BestForest first: how little of the noise is left where many cells are empty differs
// between them.
func likelyForests(p mechanism.Problem) ([]*SpanningForest, error) {
	if k, err := p.Policy.Domain().Cells(); err != nil || k > mostTriedCells {
		return spanningForests(p, 1)
	}
	return spanningForests(p, mostLikely)
}

// spanningForests returns the policy's own forest, or where its graph is none up to some others, that on
// which noise on every coordinate errs least first.
func spanningForests(p mechanism.Problem, most int) ([]*SpanningForest, error) {
	own, err := ownForest(p)
	if err != nil || own != nil {
		return []*SpanningForest{own}, err
	}
	forests, err := subgraphs(p)
	if err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	for i, f := range forests {
		forests[i].rough = publicOn(p, c, f).roughError(p)
	}
	slices.SortStableFunc(forests, func(a, b subgraph) int { return cmp.Compare(a.rough, b.rough) })
	var out []*SpanningForest
	for _, f := range forests[:min(most, len(forests))] {
		if f.rough > unlikelyTimes*forests[0].rough {
			break
		}
		g, err := NewSpanningForest(p, f.Forest, f.stretch)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// subgraph is a forest with its stretch.
type subgraph struct {
	*tree.Forest
	stretch int
	rough   float64 // the error of noise on every coordinate
}

// subgraphs returns the forests that may stand for a policy's graph.
func subgraphs(p mechanism.Problem) ([]subgraph, error) {
	d := p.Policy.Domain()
	k, err := d.Cells()
	if err != nil {
		return nil, err
	}
	out := []subgraph{{Forest: tree.Stars(k, d.Possible), stretch: int(sensitivity.Histogram(p.Policy))}}
	if p.Policy.Presence() {
		return out, nil // cumulative counts change by all of them
	}
	if a := d.Attributes(); len(a) == 1 && a[0].HasOrder() {
		combs, err := combs(p)
		if err != nil {
			return nil, err
		}
		out = append(out, combs...)
	}
	spanning, err := tree.Spanning(p.Policy)
	if err != nil {
		return nil, err
	}
	for _, f := range spanning {
		if stretch, ok, err := f.Stretch(p.Policy); err != nil {
			return nil, err
		} else if ok {
			out = append(out, subgraph{Forest: f, stretch: stretch})
		}
	}
	return out, nil
}

// combs returns combs along an ordered column: the line, teeth as wide as the farthest edge
// reaches (H^theta of Haney et al. 2015), a half and a quarter of that. Wider teeth hold more
// cells at the same stretch.
func combs(p mechanism.Problem) ([]subgraph, error) {
	line, err := sensitivity.OnLine(p.Policy)
	if err != nil {
		return nil, nil // too many edges to walk over: the histogram has to do
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	reach := line.Longest()
	widths := []int{1, reach / 4, reach / 2, reach}
	slices.Sort(widths)
	var out []subgraph
	for _, w := range slices.Compact(widths) {
		if w < 1 || w > 1 && w > len(c.Of)/2 {
			continue
		}
		out = append(out, subgraph{
			Forest:  tree.Combs(c.Of, len(c.Sizes), w),
			stretch: tree.CombStretch(c.Of, len(c.Sizes), w, line.Reach),
		})
	}
	return out, nil
}

// scale returns the scale of noise that hides a change of all coordinates that an edge changes,
// at a budget per unit.
func (g *SpanningForest) scale(budget *big.Rat) (noise.Scale, error) {
	return noise.NewScale(new(big.Rat).Quo(big.NewRat(int64(g.stretch), 1), budget))
}

// sums fills in z for counts: the coordinates, which are private, and at the roots the public
// numbers of their trees.
func (g *SpanningForest) sums(counts []int64) []int64 {
	z := make([]int64, len(counts))
	g.forest.Sum(z, counts)
	return z
}

// topsOf returns the public number of people on what hangs on Outside, or -1.
func (g *SpanningForest) topsOf(sums []int64) int64 {
	if !g.tops {
		return -1
	}
	return sums[0]
}

// impose makes estimates of z meet what is public of the cells that hang on Outside, by moving
// them alike: least squares, for noise of one size on each (docs/mathematics.md, "Tidied answers").
func (g *SpanningForest) impose(z []float64, sums []int64) {
	switch {
	case g.star && g.known.Count > 0:
		off, cells := make([]float64, g.known.Count), make([]float64, g.known.Count)
		for s := range off {
			off[s] = float64(sums[s])
		}
		for cell, s := range g.known.Set {
			if s >= 0 {
				off[s] -= z[cell]
				cells[s]++
			}
		}
		for cell, s := range g.known.Set {
			if s >= 0 {
				z[cell] += off[s] / cells[s]
			}
		}
	case g.tops:
		list := g.forest.Tops()
		off := float64(sums[0])
		for _, u := range list {
			off -= z[u]
		}
		for _, u := range list {
			z[u] += off / float64(len(list))
		}
	}
}

// tried is the most rows of a question that forests are compared on.
const tried = 2000

// roughError returns the error of noise on every coordinate, over some of the answers that are
// spread evenly over all. The larger the budget, the less is the shape of the noise that of a
// small one, but not by enough to matter here.
func (g *SpanningForest) roughError(p mechanism.Problem) float64 {
	op := p.Workload.Operator()
	step := max(op.Rows()/tried, 1)
	var rows []int
	for i := 0; i < op.Rows(); i += step {
		rows = append(rows, i)
	}
	sum := 0.0
	for _, f := range g.factors(op, rows) {
		sum += f.Of(g)
	}
	return sum * float64(g.stretch) * float64(g.stretch)
}

// factor is what the noise of one size on every coordinate does to an answer.
type factor struct {
	edges int64 // the squared differences along edges of the forest, added up
	tops  int64 // the sum of the weights of what hangs on Outside
	apart int64 // and of their squares
	// large says that something counts more than once.
	large bool
}

// unweighted says that the answer is a sum of coordinates, each taken once, with either sign.
func (f factor) unweighted() bool { return !f.large }

// Of returns the variance for noise of variance one: what is public of the cells that hang on
// Outside takes their common part away.
func (f factor) Of(g *SpanningForest) float64 {
	v := float64(f.edges + f.apart)
	if g.tops {
		v -= float64(f.tops) * float64(f.tops) / float64(g.hanging)
	}
	return v
}

// factors returns the factors of some rows of an operator.
func (g *SpanningForest) factors(op linop.Operator, rows []int) []factor {
	switch op := op.(type) {
	case linop.Intervals:
		return g.ofRuns(op, rows)
	case linop.Selection:
		return g.ofCells(op, rows)
	}
	first, next := g.forest.Children()
	weight := make([]int64, op.Columns())
	out := make([]factor, len(rows))
	for i, r := range rows {
		var cells []int
		op.Row(r, func(cell int, v int64) { cells, weight[cell] = append(cells, cell), v })
		for _, u := range cells {
			w := weight[u]
			out[i].large = out[i].large || w > 1 || w < 0
			switch on := g.forest.Parent(u); {
			case on >= 0:
				out[i].edges += (w - weight[on]) * (w - weight[on])
			case on == tree.Outside:
				out[i].tops += w
				out[i].apart += w * w
			}
			for _, below := range next[first[u]:first[u+1]] {
				if weight[below] == 0 {
					out[i].edges += w * w
				}
			}
		}
		for _, u := range cells {
			weight[u] = 0
		}
	}
	return out
}

// ofCells is factors for single cells.
func (g *SpanningForest) ofCells(op linop.Selection, rows []int) []factor {
	first, _ := g.forest.Children()
	out := make([]factor, len(rows))
	for i, r := range rows {
		u := op.Cell(r)
		out[i].edges = int64(first[u+1] - first[u])
		switch on := g.forest.Parent(u); {
		case on >= 0:
			out[i].edges++
		case on == tree.Outside:
			out[i].tops, out[i].apart = 1, 1
		}
	}
	return out
}

// ofRuns is factors for runs of cells: the edges with one end in a run are those at its cells
// less twice those inside. Runs are visited from the last to the first beginning, while the
// edges that begin later are counted by where they end (Fenwick 1994).
func (g *SpanningForest) ofRuns(op linop.Intervals, rows []int) []factor {
	k := op.Columns()
	ends, tops := make([]int64, k+1), make([]int64, k+1) // added up below each cell
	var from, at chains                                  // higher ends by the lower ones, rows by where they begin
	from.make(k, k)
	for u := range k {
		switch on := g.forest.Parent(u); {
		case on >= 0:
			ends[u+1]++
			ends[on+1]++
			from.add(min(u, on), max(u, on))
		case on == tree.Outside:
			tops[u+1]++
		}
	}
	for u := range k {
		ends[u+1] += ends[u]
		tops[u+1] += tops[u]
	}
	out := make([]factor, len(rows))
	of := func(r linop.Interval, inside int64) factor {
		t := tops[r.Hi+1] - tops[r.Lo]
		return factor{edges: ends[r.Hi+1] - ends[r.Lo] - 2*inside, tops: t, apart: t}
	}
	if n, every := op.OfEvery(); every && len(rows) == op.Rows() { // those that begin at one cell stand together
		upTo := make([]int64, k) // edges that begin at lo or later, by where they end
		for lo := n - 1; lo >= 0; lo-- {
			for hi := range from.Of(lo) {
				upTo[hi]++
			}
			row, inside := out[lo*n-lo*(lo-1)/2:], int64(0)
			for hi := lo; hi < n; hi++ {
				inside += upTo[hi]
				row[hi-lo] = of(linop.Interval{Lo: lo, Hi: hi}, inside)
			}
		}
		return out
	}
	at.make(k, len(rows))
	for i, r := range rows {
		at.add(op.At(r).Lo, i)
	}
	inside := make(fenwick, k+1)
	for lo := k - 1; lo >= 0; lo-- {
		for hi := range from.Of(lo) {
			inside.add(hi)
		}
		for i := range at.Of(lo) {
			r := op.At(rows[i])
			out[i] = of(r, inside.upTo(r.Hi))
		}
	}
	return out
}

// chains are lists of numbers, one for each cell, in two arrays.
type chains struct {
	last  []int32 // by cell, the place of the entry that was added last, or -1
	value []int32
	next  []int32 // of each entry
}

func (c *chains) make(cells, entries int) {
	c.last = make([]int32, cells)
	for i := range c.last {
		c.last[i] = -1
	}
	c.value, c.next = make([]int32, 0, entries), make([]int32, 0, entries)
}

func (c *chains) add(cell, value int) {
	c.value, c.next = append(c.value, int32(value)), append(c.next, c.last[cell])
	c.last[cell] = int32(len(c.value) - 1)
}

// Of yields the numbers of a cell, the last first.
func (c *chains) Of(cell int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := c.last[cell]; i >= 0; i = c.next[i] {
			if !yield(int(c.value[i])) {
				return
			}
		}
	}
}

// fenwick counts things by where they are (Fenwick 1994).
type fenwick []int64

func (f fenwick) add(at int) {
	for i := at + 1; i < len(f); i += i & -i {
		f[i]++
	}
}

// upTo returns how many are at a place or before it.
func (f fenwick) upTo(at int) (n int64) {
	for i := at + 1; i > 0; i -= i & -i {
		n += f[i]
	}
	return n
}

// eachRow lists all rows of an operator.
func eachRow(op linop.Operator) []int {
	out := make([]int, op.Rows())
	for i := range out {
		out[i] = i
	}
	return out
}

// maxFactorWork bounds the entries of an operator's rows that are visited one by one.
const maxFactorWork = 200_000_000

// factorWork returns about how many entries factors visits.
func factorWork(p mechanism.Problem) float64 {
	switch op := p.Workload.Operator().(type) {
	case linop.Intervals, linop.Selection:
		return 0
	default:
		return float64(op.Rows()) * float64(op.Columns())
	}
}

// centre takes away from the weights of what hangs on Outside what is public of it, as impose
// does from estimates.
func (g *SpanningForest) centre(d []float64) {
	even := func(cells []int) {
		mean := 0.0
		for _, u := range cells {
			mean += d[u]
		}
		mean /= float64(len(cells))
		for _, u := range cells {
			d[u] = mechanism.Apart(d[u], mean)
		}
	}
	switch {
	case g.star && g.known.Count > 0:
		_ = g.known.Each(func(_ int, cells []int) error {
			even(cells)
			return nil
		})
	case g.tops && g.hanging > 0:
		even(g.forest.Tops())
	}
}
