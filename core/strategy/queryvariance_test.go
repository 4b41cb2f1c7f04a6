package strategy

import (
	"cmp"
	"math"
	"slices"

	"steward/core/message"
)

// PrefixVariance returns the variance of the estimated count of cells 0..last.
func (w *Weighted) PrefixVariance(last int) (float64, error) {
	return w.RangeVariance(Range{0, last})
}

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
