package strategy

import (
	"cmp"
	"math"
	"slices"

	"steward/core/message"
)

// RangeVariance returns the variance (expected squared error, in records^2) of the estimated
// count of r: docs/mathematics.md, "4. Chains", and the same with a shorter last block. It takes O(number of
// levels) time and returns an error when r is not a range of the cells.
func (w *Weighted) RangeVariance(r Range) (float64, error) {
	if err := checkRange(r, w.chain.spec.Cells); err != nil {
		return 0, message.Errorf("range variance: %w", err)
	}
	return w.rangeVariance(r), nil
}

// PrefixVariance returns the variance of the estimated count of cells 0..last.
func (w *Weighted) PrefixVariance(last int) (float64, error) {
	return w.RangeVariance(Range{0, last})
}

// place is a prefix sum seen from one tier: the nodes before node in full, and slope times the
// total of node, plus something independent of the totals.
type place struct {
	node  int
	slope float64
}

// rangeVariance climbs with both ends of the range: each tier adds the variance of the
// difference of the two prefix sums given the totals of the tier above.
func (w *Weighted) rangeVariance(r Range) float64 {
	left := place{node: r.First}
	right := place{node: r.Last + 1}
	open := r.Last+1 == w.chain.spec.Cells // the right end is the total
	var s float64
	for j := 1; j < len(w.tiers); j++ {
		l, lp := w.under(j, left)
		if open {
			s += l.prefixSpread(left.slope)
			left = lp
			continue
		}
		rt, rp := w.under(j, right)
		if lp.node == rp.node {
			s += spreadBetween(l, rt, left.slope, right.slope)
		} else {
			s += l.prefixSpread(left.slope) + rt.prefixSpread(right.slope)
		}
		left, right = lp, rp
	}
	return s + w.blockVariance(left, right, open)
}

// blockVariance returns the variance of the difference of two prefix sums, seen from the
// blocks, that comes from the block ends.
func (w *Weighted) blockVariance(left, right place, open bool) float64 {
	q := [4]coef{{left.node, left.slope - 1}, {left.node + 1, -left.slope}}
	switch {
	case open:
		q[2] = coef{w.chain.blocks, 1}
	case left.node == right.node:
		d := right.slope - left.slope
		q[0].value, q[1].value = -d, d
	default:
		q[2] = coef{right.node, 1 - right.slope}
		q[3] = coef{right.node + 1, right.slope}
	}
	return w.ends.variance(q[:])
}

// inside describes the children of one node around one of them.
type inside struct {
	place    int     // of the child, among its siblings
	v        float64 // variance of a full child
	own      float64 // variance of the child
	rest     float64 // sum of the variances of the siblings after it
	total    float64 // sum of all
	children int
}

// under returns how the parent, at tier j, of p.node is made up, and p as seen from there.
func (w *Weighted) under(j int, p place) (inside, place) {
	shape, t := w.chain.tiers[j], w.tiers[j]
	parent := p.node / shape.fan
	in := inside{place: p.node - parent*shape.fan, v: t.childUp, own: t.childUp, total: t.below, children: shape.fan}
	lastKid := t.childUp
	if parent == shape.nodes-1 {
		in.total, in.children, lastKid = t.lastBelow, shape.lastFan, t.lastKidsUp
	}
	switch after := in.children - 1 - in.place; {
	case after == 0:
		in.own = lastKid
	case after == 1:
		in.rest = lastKid
	default:
		in.rest = float64(after-1)*in.v + lastKid
	}
	return in, place{parent, in.slope(p.slope)}
}

// slope returns the slope on the node's total of the prefix sum that has slope s in the child.
func (in inside) slope(s float64) float64 {
	switch {
	case in.children == 1:
		return s
	case in.total == 0:
		return (float64(in.place) + s) / float64(in.children)
	}
	return (float64(in.place)*in.v + s*in.own) / in.total
}

// prefixSpread returns the variance of that prefix sum given the node's total.
func (in inside) prefixSpread(s float64) float64 {
	if in.children == 1 {
		return 0
	}
	mean := in.slope(s)
	return float64(in.place)*in.v*square(1-mean) + in.own*square(s-mean) + in.rest*square(mean)
}

// spreadBetween returns the variance, given the node's total, of the difference of two prefix
// sums with slopes ls and rs in the children l and r of one node.
func spreadBetween(l, r inside, ls, rs float64) float64 {
	if l.children == 1 {
		return 0
	}
	mean := r.slope(rs) - l.slope(ls)
	outer := r.rest + float64(l.place)*l.v
	if l.place == r.place {
		return l.own*square(rs-ls-mean) + outer*square(mean)
	}
	between := float64(r.place - l.place - 1)
	return l.own*square(1-ls-mean) + between*l.v*square(1-mean) + r.own*square(rs-mean) + outer*square(mean)
}

func square(x float64) float64 { return x * x }

// Term is one cell of a linear query with its coefficient.
type Term struct {
	Cell  int
	Value float64
}

// QueryVariance returns the variance of the estimate of the sum of Value times the count of
// Cell over the terms, in any order; a cell may be named more than once. It takes
// O(terms·(levels + log terms)) time and returns an error when a cell does not exist or a value
// is not finite.
func (w *Weighted) QueryVariance(terms []Term) (float64, error) {
	at := make([]place, len(terms))
	for i, t := range terms {
		if t.Cell < 0 || t.Cell >= w.chain.spec.Cells {
			return 0, message.Errorf("query variance: term %d names cell %d, there are cells 0 to %d", i, t.Cell, w.chain.spec.Cells-1)
		}
		if math.IsNaN(t.Value) || math.IsInf(t.Value, 0) {
			return 0, message.Errorf("query variance: term %d has the coefficient %v, a finite number is needed", i, t.Value)
		}
		at[i] = place{t.Cell, t.Value}
	}
	slices.SortFunc(at, func(a, b place) int { return cmp.Compare(a.node, b.node) })
	at = mergeEqual(at)
	var s float64
	for j := 1; j < len(w.tiers); j++ {
		var spread float64
		at, spread = w.gather(j, at)
		s += spread
	}
	ends := make([]coef, 0, 2*len(at))
	for _, p := range at {
		ends = append(ends, coef{p.node, -p.slope}, coef{p.node + 1, p.slope})
	}
	return s + w.ends.variance(ends), nil
}

// mergeEqual adds up the slopes of neighbours with the same node, in place.
func mergeEqual(at []place) []place {
	out := at[:0]
	for _, p := range at {
		if n := len(out); n > 0 && out[n-1].node == p.node {
			out[n-1].slope += p.slope
		} else {
			out = append(out, p)
		}
	}
	return out
}

// gather moves the slopes of a query from the children up to the nodes of tier j, in place,
// and returns the variance of the query given the totals of tier j.
func (w *Weighted) gather(j int, at []place) ([]place, float64) {
	fan := w.chain.tiers[j].fan
	out := at[:0]
	var s float64
	for len(at) > 0 {
		parent := at[0].node / fan
		n := 1
		for n < len(at) && at[n].node/fan == parent {
			n++
		}
		slope, spread := w.collect(j, at[:n])
		s += spread
		at = at[n:]
		out = append(out, place{parent, slope})
	}
	return out, s
}

// collect returns the slope of a query on the total of one node of tier j, and its variance
// given that total, from its slopes on some children of the node.
func (w *Weighted) collect(j int, at []place) (slope, spread float64) {
	first, _ := w.under(j, at[0])
	if first.children == 1 {
		return at[0].slope, 0
	}
	if first.total == 0 {
		for _, p := range at {
			slope += p.slope / float64(first.children)
		}
		return slope, 0
	}
	others := first.total
	for _, p := range at {
		in, _ := w.under(j, p)
		slope += p.slope * in.own / in.total
		others -= in.own
	}
	for _, p := range at {
		in, _ := w.under(j, p)
		spread += in.own * square(p.slope-slope)
	}
	return slope, spread + max(others, 0)*square(slope)
}
