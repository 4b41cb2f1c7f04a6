package strategy

import (
	"cmp"
	"slices"
)

// listed is the error of a list of ranges prepared for repeated evaluation with different
// precisions of one chain. It takes the variance of a shorter last node as that of a full one in
// proportion to its cells: then a query's slopes on the nodes are fractions of cells that no
// precision changes, and the variance inside the blocks is a fixed combination of one variance
// per tier; both are exact where Block and the widths divide the cells. Only the block
// ends remain to be done range by range. The search for layouts and scales uses it; whatever
// is reported comes from the exact formula.
type listed struct {
	ranges int       // how many
	inside []float64 // by tier: how often the variance of a child counts
	ends   [][4]coef
	seen   endsSeen
}

// prepare fits the ranges to the chain.
func prepare(c *Chain, ranges []Range) *listed {
	p := &listed{ranges: len(ranges), inside: make([]float64, len(c.tiers))}
	cut := c.blocks > 1 || c.spec.Total != TotalKnown
	if cut {
		p.ends = make([][4]coef, 0, len(ranges))
	}
	for _, r := range ranges {
		for j := 1; j < len(c.tiers); j++ {
			p.inside[j] += insideCount(r, c.tiers[j-1].width, c.tiers[j].width, c.spec.Cells)
		}
		if cut {
			p.ends = append(p.ends, blockCoefs(r, c.spec.Block, c.spec.Cells))
		}
	}
	return p
}

// insideCount returns the variance of r given the totals of the nodes of width w, over the
// variance of one of their children, which have width v. cells is the number of cells.
func insideCount(r Range, v, w, cells int) float64 {
	from, to := r.First/w, (r.Last+1)/w
	size := func(node int) int { return min(w, cells-node*w) }
	if from == to {
		return spread(r.First-from*w, r.Last+1-from*w, v, size(from))
	}
	s := spread(r.First-from*w, size(from), v, size(from))
	if r.Last+1 > to*w {
		s += spread(0, r.Last+1-to*w, v, size(to))
	}
	return s
}

// spread is insideCount for the cells from..to-1 of one node that has size cells. A child of
// variance in proportion to its size, covered in part, adds the square of that part; their mean
// is known.
func spread(from, to, v, size int) float64 {
	first, last := from/v, (to-1)/v
	part := func(child, from, to int) float64 {
		return square(float64(to-from)) / float64(v) / float64(min(v, size-child*v))
	}
	mean := square(float64(to-from)) / float64(v) / float64(size)
	if first == last {
		return part(first, from, to) - mean
	}
	return part(first, from, (first+1)*v) + part(last, last*v, to) + float64(last-first-1) - mean
}

// blockCoefs returns r as a combination of block ends, as far as the ends determine it.
func blockCoefs(r Range, block, cells int) [4]coef {
	from, to := r.First/block, (r.Last+1)/block
	s := float64(r.First-from*block) / float64(min(block, cells-from*block))
	var e float64
	if rest := r.Last + 1 - to*block; rest > 0 {
		e = float64(rest) / float64(min(block, cells-to*block))
	}
	if from == to {
		return [4]coef{{from, s - e}, {from + 1, e - s}}
	}
	return [4]coef{{from, s - 1}, {from + 1, -s}, {to, 1 - e}, {to + 1, e}}
}

// total returns the (approximate) sum of the variances of the ranges, one call at a time.
func (p *listed) total(w *Weighted) float64 {
	var s float64
	for j := 1; j < len(w.tiers); j++ {
		if p.inside[j] > 0 { // the variance may be infinite where nothing is asked
			s += p.inside[j] * w.tiers[j].childUp
		}
	}
	p.seen.see(&w.ends)
	for i := range p.ends {
		s += w.ends.varianceBy(p.ends[i][:], &p.seen)
	}
	return s
}

// byLength returns a copy of the ranges sorted by length and then by place, so that an even
// selection from it is even in both.
func byLength(ranges []Range) []Range {
	out := slices.Clone(ranges)
	slices.SortFunc(out, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.Last-a.First, b.Last-b.First), cmp.Compare(a.First, b.First))
	})
	return out
}

// selection returns n of the ranges, spread evenly, or all if there are no more. The steps are
// those of the golden ratio, so that they do not fall in with a pattern of the list.
func selection(ranges []Range, n int) []Range {
	if len(ranges) <= n {
		return ranges
	}
	const golden = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	out := make([]Range, n)
	for i := range out {
		place := uint64(i) * golden >> 32
		out[i] = ranges[place*uint64(len(ranges))>>32]
	}
	return out
}
