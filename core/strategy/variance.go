package strategy

import "steward/core/message"

// RangeVariance returns the variance (expected squared error, in records^2) of the estimated
// count of r: docs/mathematics.md, "4. Chains", and the same with a shorter last block. It takes O(number of
// levels) time and returns an error when r is not a range of the cells.
func (w *Weighted) RangeVariance(r Range) (float64, error) {
	if err := checkRange(r, w.chain.spec.Cells); err != nil {
		return 0, message.Errorf("range variance: %w", err)
	}
	return w.rangeVariance(r), nil
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
