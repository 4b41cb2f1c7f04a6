package strategy

import (
	"steward/core/message"
)

// Estimate writes to dst (one entry per cell) the weighted least-squares estimate of the cells
// from the released rows (exact row values plus noise, in the order of [Chain.Groups]) and,
// when the chain's total is known, the number of records total; otherwise total is ignored.
// Rows of groups with precision 0 are ignored. Any linear query of dst is the best linear
// unbiased estimate of that query, with the variances that w's other methods give; entries may
// be negative and are not whole. It is post-processing: it takes released numbers only.
//
// The steps of docs/mathematics.md, "4. Chains" (for equal weights Hay et al. 2010, section 4): up the levels,
// along the block ends by the tridiagonal (Thomas) recursion, down the levels. O(Cells) time
// and memory. It returns an error when a length is wrong or the total is negative.
func (w *Weighted) Estimate(dst []float64, rows []int64, total int64) error {
	c := w.chain
	if len(dst) != c.spec.Cells || len(rows) != c.rows {
		return message.Errorf("estimate chain: %d rows into %d cells, the chain has %d rows and %d cells",
			len(rows), len(dst), c.rows, c.spec.Cells)
	}
	if c.spec.Total == TotalKnown && total < 0 {
		return message.Errorf("estimate chain: the known total is %d, it must not be negative", total)
	}
	prefix, whole, levels := w.split(rows)
	up := w.ascend(levels)
	top := w.alongBlocks(alongInput{totals: up[len(up)-1], prefix: prefix, whole: whole, known: float64(total)})
	for j := len(w.tiers) - 1; j > 0; j-- {
		w.descend(j, top, up[j-1])
		top = up[j-1]
	}
	copy(dst, top)
	return nil
}

// split cuts the rows into the prefix sums, the total and the levels from the finest up.
func (w *Weighted) split(rows []int64) (prefix []int64, whole float64, levels [][]int64) {
	for _, g := range w.chain.groups {
		part := rows[g.First : g.First+g.Rows]
		switch g.Kind {
		case Prefix:
			prefix = part
		case Whole:
			whole = float64(part[0])
		case Level:
			levels = append(levels, part)
		}
	}
	return prefix, whole, levels
}

// ascend returns for every tier the estimates of its nodes' totals from the rows at and below
// them.
func (w *Weighted) ascend(levels [][]int64) [][]float64 {
	up := make([][]float64, len(w.tiers))
	for j := range w.tiers {
		shape, t := w.chain.tiers[j], w.tiers[j]
		z := make([]float64, shape.nodes)
		if j > 0 {
			sumChildren(z, up[j-1], shape.fan)
		}
		if j < len(levels) && t.precision > 0 {
			full, last := gain(t.below, t.precision), gain(t.lastBelow, t.precision)
			for i, y := range levels[j] {
				g := full
				if i == shape.nodes-1 {
					g = last
				}
				z[i] += g * (float64(y) - z[i])
			}
		}
		up[j] = z
	}
	return up
}

func sumChildren(dst, x []float64, fan int) {
	for i := range dst {
		var s float64
		for _, v := range x[i*fan : min((i+1)*fan, len(x))] {
			s += v
		}
		dst[i] = s
	}
}

type alongInput struct {
	totals       []float64 // of the blocks, from the rows inside them
	prefix       []int64
	whole, known float64 // measured and known total, whichever applies
}

// alongBlocks returns the block totals given everything. It eliminates the block ends from left
// to right, keeping for each the estimate and variance that the rows so far give it, and
// substitutes backwards from the total; this is Thomas elimination in a form that needs no
// case for precisions of 0 or infinity.
func (w *Weighted) alongBlocks(in alongInput) []float64 {
	b := len(in.totals)
	top := w.tiers[len(w.tiers)-1]
	var prefix, whole float64
	for g, group := range w.chain.groups {
		switch group.Kind {
		case Prefix:
			prefix = w.precision[g]
		case Whole:
			whole = w.precision[g]
		}
	}
	mean := make([]float64, b) // of N_{i+1}; the last entry is the total
	back := make([]float64, b) // how far N_{i+1} follows a correction of N_{i+2}
	var m, v float64
	for i := range b - 1 {
		ahead := v + top.up
		m += in.totals[i]
		m += gain(ahead, prefix) * (float64(in.prefix[i]) - m)
		v = combine(ahead, prefix)
		mean[i] = m
		next := top.up
		if i == b-2 {
			next = top.lastUp
		}
		back[i] = follow(v, next)
	}
	end := m + in.totals[b-1]
	if w.chain.spec.Total == TotalKnown {
		mean[b-1] = in.known
	} else {
		mean[b-1] = end + gain(v+top.lastUp, whole)*(in.whole-end)
	}
	for i := b - 2; i >= 0; i-- {
		mean[i] += back[i] * (mean[i+1] - mean[i] - in.totals[i+1])
	}
	for i := b - 1; i > 0; i-- {
		mean[i] -= mean[i-1]
	}
	return mean
}

// follow returns v/(v+next): the share of a discrepancy that falls on the first of two
// independent parts with these variances.
func follow(v, next float64) float64 {
	if v == 0 {
		return 0
	}
	return 1 / (1 + next/v)
}

// descend replaces the estimates x of the children of tier j's nodes by those given the nodes'
// totals: what is missing is shared in proportion to the children's variances.
func (w *Weighted) descend(j int, totals, x []float64) {
	shape, t := w.chain.tiers[j], w.tiers[j]
	for i, total := range totals {
		part := x[i*shape.fan : min((i+1)*shape.fan, len(x))]
		missing := total
		for _, v := range part {
			missing -= v
		}
		sum, lastKid := t.below, t.childUp
		if i == shape.nodes-1 {
			sum, lastKid = t.lastBelow, t.lastKidsUp
		}
		share, lastShare := 1/float64(len(part)), 1/float64(len(part))
		if sum > 0 && len(part) > 1 {
			share, lastShare = t.childUp/sum, lastKid/sum
		}
		for k := range part[:len(part)-1] {
			part[k] += share * missing
		}
		part[len(part)-1] += lastShare * missing
	}
}
