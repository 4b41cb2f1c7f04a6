package sensitivity

import (
	"slices"

	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Line is what sensitivities on one ordered axis need to know of a policy over a single
// column: for each cell the highest cell joined to it, and whether cells are joined to "not
// in the file". It holds for policies whose edges weigh One.
type Line struct {
	// Reach has one entry per cell, at least the cell itself.
	Reach []int
	// Solid says that all cells between a cell and its reach are joined to it too.
	Solid bool
	// Presence says that every cell is joined to "not in the file".
	Presence bool
	// uniform is the length of all edges when every cell is joined to the same number of
	// cells above it, as far as there are any; 0 otherwise.
	uniform int
	// rising says that no cell reaches less far than one before it, apart that no two cells are joined.
	rising, apart bool
}

// measure recognises a uniform line, for which block prefixes have a closed form, and a rising one.
func (l Line) measure() Line {
	l.uniform, l.rising, l.apart = 0, slices.IsSorted(l.Reach), false
	if len(l.Reach) == 0 {
		return l
	}
	theta := l.Reach[0]
	for u, v := range l.Reach {
		if v != min(u+theta, len(l.Reach)-1) {
			return l
		}
	}
	l.uniform, l.apart = theta, theta == 0
	return l
}

// Even returns how far every cell reaches, as far as there are cells, where all reach equally far.
func (l Line) Even() (reach int, even bool) { return l.uniform, l.uniform > 0 || l.apart }

// Fits reports, as OnLine does and sooner, whether a policy has a line.
func Fits(p *policy.Policy) error {
	if _, ok := p.Line(); ok && len(p.Domain().Attributes()) == 1 {
		return nil
	}
	_, err := OnLine(p)
	return err
}

// Longest returns the most values that an edge reaches over, at least 1.
func (l Line) Longest() int {
	most := 1
	if reach, even := l.Even(); even {
		return max(reach, 1)
	}
	for u, v := range l.Reach {
		most = max(most, v-u)
	}
	return most
}

// OnLine returns the line of a policy over a single column. For other policies over one
// column (with impossible values, or parts that do not tell their reach) it walks over the
// edges. It errors when the policy has several columns or too many edges.
func OnLine(p *policy.Policy) (Line, error) {
	if n := len(p.Domain().Attributes()); n != 1 {
		return Line{}, message.Errorf("a line has one column, not %d", n)
	}
	if r, ok := p.Line(); ok {
		return Line{Reach: r.Reach(), Solid: r.Solid(), Presence: p.Presence()}.measure(), nil
	}
	k, err := p.Domain().Cells()
	if err != nil {
		return Line{}, err
	}
	l := Line{Reach: make([]int, k), Presence: p.Presence()}
	steps := 0
	for u := range k {
		l.Reach[u] = u
		p.Neighbours(policy.Vertex(u), func(v policy.Vertex, _ weighted.Weight) bool {
			l.Reach[u] = max(l.Reach[u], int(v))
			steps++
			return steps <= limits.MaxEdgeScan
		})
		if steps > limits.MaxEdgeScan {
			return Line{}, message.Errorf("the policy has more than %d secret pairs, too many to walk over", limits.MaxEdgeScan)
		}
	}
	return l.measure(), nil
}

// Cells returns the number of cells.
func (l Line) Cells() int { return len(l.Reach) }

// Slice returns the line of cells lo..hi, both included, numbered from 0. Edges that leave
// the slice count as far as its end.
func (l Line) Slice(lo, hi int) Line {
	if lo == 0 && hi == len(l.Reach)-1 {
		return l // no edge leaves the line
	}
	s := Line{Reach: make([]int, hi-lo+1), Solid: l.Solid, Presence: l.Presence}
	for i := range s.Reach {
		s.Reach[i] = min(l.Reach[lo+i], hi) - lo
	}
	return s.measure()
}

// Joined reports whether any two cells are joined.
func (l Line) Joined() bool {
	for u, v := range l.Reach {
		if v > u {
			return true
		}
	}
	return false
}

// Prefixes returns the L1 sensitivity of the first rows prefix sums (row i counts cells
// 0..i): an edge changes the sums that end between its two cells (docs/mathematics.md, "Sensitivities"); joining
// or leaving changes all from the cell on.
func (l Line) Prefixes(rows int) int64 {
	best := 0
	for u, v := range l.Reach {
		best = max(best, min(v, rows)-min(u, rows))
	}
	if l.Presence {
		best = max(best, rows)
	}
	return int64(best)
}

// BlockPrefixes returns the L1 sensitivity of the prefix sums at the ends of all blocks of
// the given width but the last.
func (l Line) BlockPrefixes(block int) int64 {
	ends := (len(l.Reach) + block - 1) / block
	last := ends - 1 // prefix sums end before blocks 1..last
	if l.uniform > 0 {
		// The edge that begins at the end of the first block passes the most block ends.
		if l.Presence {
			return int64(last)
		}
		return int64(min((l.uniform+block-1)/block, last))
	}
	best := 0
	for u, step := l.leaving(block); u < len(l.Reach); u += step {
		best = max(best, min(l.Reach[u]/block, last)-min(u/block, last))
	}
	if l.Presence {
		best = max(best, last)
	}
	return int64(best)
}

// Level returns the L1 sensitivity of the sums over cells 0..w-1, w..2w-1 and so on: 2 when
// an edge leaves one of these runs, otherwise 1 with "not in the file", otherwise 0.
func (l Line) Level(width int) int64 {
	if l.uniform > 0 && width < len(l.Reach) {
		return 2 // the last cell of the first run is joined to the next
	}
	for u, step := l.leaving(width); u < len(l.Reach); u += step {
		if l.Reach[u]/width != u/width {
			return 2
		}
	}
	if l.Presence {
		return 1
	}
	return 0
}

// leaving returns the first of the cells from which edges reach farthest out of runs of a width, and how far apart these are: the
// last cells of the runs on a rising line, and none where no two cells are joined.
func (l Line) leaving(width int) (first, step int) {
	if l.apart {
		return len(l.Reach), 1
	}
	if l.rising {
		return width - 1, width
	}
	return 0, 1
}

// Total returns the L1 sensitivity of the sum of all cells.
func (l Line) Total() int64 {
	if l.Presence {
		return 1
	}
	return 0
}

// maxIntervalWork bounds the steps of Intervals.
const maxIntervalWork = 2_000_000_000

// Intervals returns the L1 sensitivity of a list of runs of cells: the largest number of
// runs that hold exactly one end of an edge. Cells that lie in the same runs are taken
// together, so the cost depends on the number of runs and not of cells. Where the line is
// not solid it answers for the solid line with the same reach, which has more edges, so the
// value may be larger than the maximum over edges and never smaller. It errors when there
// are too many runs.
func (l Line) Intervals(op linop.Intervals) (int64, error) {
	k := len(l.Reach)
	if op.Columns() != k {
		return 0, message.Errorf("runs over %d cells on a line of %d", op.Columns(), k)
	}
	if op.ArePrefixes() {
		return l.Prefixes(op.Rows()), nil
	}
	c := classify(op)
	if steps := float64(len(c.first)) * float64(len(c.first)+op.Rows()); steps > maxIntervalWork {
		return 0, message.Errorf("%d ranges are too many for noise on each of them", op.Rows())
	}
	var best int64
	for a, first := range c.first {
		end := k - 1
		if a+1 < len(c.first) {
			end = c.first[a+1] - 1
		}
		far := 0
		for u := first; u <= end; u++ {
			far = max(far, l.Reach[u])
		}
		best = max(best, c.farthest(a, far))
		if l.Presence {
			best = max(best, c.covering(a))
		}
	}
	return best, nil
}

// classes are the longest runs of cells that lie in the same intervals.
type classes struct {
	first  []int   // the first cell of each class, rising
	starts [][]int // per class, the classes in which the intervals starting there end
	ends   [][]int // per class, the classes in which the intervals ending there start
}

func classify(op linop.Intervals) classes {
	k := op.Columns()
	cut := make([]bool, k+1)
	cut[0] = true
	for i := range op.Rows() {
		v := op.At(i)
		cut[v.Lo], cut[v.Hi+1] = true, true
	}
	of := make([]int, k)
	var c classes
	for u := range k {
		if cut[u] {
			c.first = append(c.first, u)
		}
		of[u] = len(c.first) - 1
	}
	c.starts, c.ends = make([][]int, len(c.first)), make([][]int, len(c.first))
	for i := range op.Rows() {
		v := op.At(i)
		a, b := of[v.Lo], of[v.Hi]
		c.starts[a] = append(c.starts[a], b)
		c.ends[b] = append(c.ends[b], a)
	}
	return c
}

// farthest returns the largest number of intervals that hold exactly one of a cell of class
// a and a cell of a later class that begins at or before the cell far.
func (c classes) farthest(a, far int) int64 {
	var best, apart int64
	for b := a + 1; b < len(c.first) && c.first[b] <= far; b++ {
		for _, s := range c.ends[b-1] {
			if s <= a {
				apart++ // held both, now a only
			} else {
				apart-- // held b only, now neither
			}
		}
		apart += int64(len(c.starts[b]))
		best = max(best, apart)
	}
	return best
}

// covering returns the number of intervals that hold the cells of class a.
func (c classes) covering(a int) int64 {
	var n int64
	for s := 0; s <= a; s++ {
		for _, e := range c.starts[s] {
			if e >= a {
				n++
			}
		}
	}
	return n
}
