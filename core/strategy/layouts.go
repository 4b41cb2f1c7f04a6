package strategy

import (
	"math"
	"slices"
)

// maxWidths is the largest number of levels the search goes to.
const maxWidths = 7

// plain returns the layout without prefix sums that has these widths: one block.
func (t *tuner) plain(total Total, widths ...int) layout {
	top := 1
	if len(widths) > 0 {
		top = widths[len(widths)-1]
	}
	return layout{block: ceilDiv(t.problem.Cells, top) * top, widths: widths, total: total}
}

// blockCandidates returns the block widths below the number of cells that the search always
// tries, in increasing order: powers of two, divisors and small parts of the number of cells,
// and fractions and multiples of the longest secret pair and of the caller's suggestions.
func (t *tuner) blockCandidates() []int {
	k := t.problem.Cells
	var blocks []int
	add := func(b int) {
		if b >= 1 && b < k {
			blocks = append(blocks, b)
		}
	}
	for b := 1; b < k; b *= 2 {
		add(b)
	}
	for b := 2; b*b <= k; b++ {
		if k%b == 0 {
			add(b)
			add(k / b)
		}
	}
	for parts := 2; parts <= 8; parts++ {
		add(ceilDiv(k, parts))
	}
	hints := slices.Clone(t.problem.Blocks)
	for _, load := range t.problem.Loads(1, nil) {
		hints = append(hints, load.Prefix) // the longest pair crosses this many cell ends
	}
	for _, hint := range hints {
		for _, part := range []float64{1. / 4, 1. / 3, 1. / 2, 2. / 3, 3. / 4, 1, 3. / 2, 2} {
			add(int(math.Round(part * float64(hint))))
		}
		add(hint - 1)
		add(hint + 1)
	}
	slices.Sort(blocks)
	return slices.Compact(blocks)
}

func (t *tuner) totals() []Total {
	if t.problem.KnownTotal {
		return []Total{TotalKnown}
	}
	return []Total{TotalMeasured, TotalUnmeasured}
}

// seeds returns the layouts that are fitted first: the ordered mechanism, prefix sums with
// single cells and up to one intermediate level for every block width, and hierarchies with up
// to two intermediate levels or with equal fan-outs.
func (t *tuner) seeds() []layout {
	k := t.problem.Cells
	var out []layout
	for _, total := range t.totals() {
		out = append(out, layout{1, nil, total})
		for _, b := range t.blocks {
			out = append(out, layout{b, []int{1}, total})
			for _, w := range middleDivisors(b) {
				out = append(out, layout{b, []int{1, w}, total})
			}
		}
		out = append(out, t.plain(total, 1))
		for w := 2; w < k; w *= 2 {
			out = append(out, t.plain(total, 1, w))
			for v := 4 * w; w >= 4 && v < k; v *= 2 {
				out = append(out, t.plain(total, 1, w, v))
			}
		}
		for fan := 4; fan <= 64 && fan*fan*fan < k; fan *= 2 {
			widths := []int{1}
			for w := fan; w < k && len(widths) < maxWidths; w *= fan {
				widths = append(widths, w)
			}
			out = append(out, t.plain(total, widths...))
		}
	}
	return out
}

// moves returns the layouts one step away from l.
func (t *tuner) moves(l layout) []layout {
	var out []layout
	if l.block < t.problem.Cells {
		out = t.blockMoves(l)
	} else {
		out = t.plainMoves(l)
	}
	out = append(out, t.reductions(l)...)
	if l.total == TotalUnmeasured {
		out = append(out, layout{l.block, l.widths, TotalMeasured})
	}
	return out
}

// reductions returns the layouts that lack one group of l.
func (t *tuner) reductions(l layout) []layout {
	var out []layout
	for j := range l.widths {
		fewer := slices.Delete(slices.Clone(l.widths), j, j+1)
		if j > 0 || l.block == 1 {
			out = append(out, t.rebuild(l, fewer))
		}
	}
	if l.block < t.problem.Cells && len(l.widths) > 0 {
		out = append(out, t.plain(l.total, l.widths...))
	}
	if l.total == TotalMeasured {
		out = append(out, layout{l.block, l.widths, TotalUnmeasured})
	}
	return out
}

// rebuild returns l with other widths, keeping it with or without prefix sums.
func (t *tuner) rebuild(l layout, widths []int) layout {
	if l.block < t.problem.Cells {
		return layout{l.block, widths, l.total}
	}
	return t.plain(l.total, widths...)
}

// blockMoves returns the moves of a layout with prefix sums: the next block widths, a level
// more.
func (t *tuner) blockMoves(l layout) []layout {
	var out []layout
	at, _ := slices.BinarySearch(t.blocks, l.block)
	near := []int{l.block - 1, l.block + 1, l.block / 2, l.block * 2}
	near = append(near, t.blocks[max(at-2, 0):min(at+3, len(t.blocks))]...)
	for _, b := range near {
		if b < 1 || b >= t.problem.Cells || b == l.block {
			continue
		}
		widths := slices.DeleteFunc(slices.Clone(l.widths), func(w int) bool { return b%w != 0 })
		if len(widths) == 0 && b > 1 {
			widths = []int{1}
		}
		out = append(out, layout{b, widths, l.total})
	}
	if len(l.widths) > 0 {
		out = append(out, t.insertions(l, l.block)...)
	}
	return out
}

// plainMoves returns the moves of a layout without prefix sums: prefix sums at the ends of some
// intervals, a level more, or levels elsewhere.
func (t *tuner) plainMoves(l layout) []layout {
	if len(l.widths) == 0 {
		return nil
	}
	top := l.widths[len(l.widths)-1]
	var out []layout
	for _, b := range t.blocks {
		if b%top == 0 && b > 1 {
			out = append(out, layout{b, l.widths, l.total})
		}
	}
	out = append(out, t.insertions(l, 0)...)
	for j := 1; j < len(l.widths); j++ {
		below := l.widths[j-1]
		fan := l.widths[j] / below
		for _, to := range []int{fan / 2, fan * 2 / 3, fan - 1, fan + 1, fan * 3 / 2, fan * 2} {
			if to < 2 || to == fan {
				continue
			}
			// This level alone, if the next still fits, and with all coarser ones.
			alone := slices.Clone(l.widths)
			alone[j] = below * to
			all := slices.Clone(l.widths)
			for i := j; i < len(all); i++ {
				all[i] = l.widths[i] / l.widths[j] * below * to
			}
			out = append(out, t.plain(l.total, alone...), t.plain(l.total, all...))
		}
	}
	return out
}

// insertions returns l with one more level. Above the coarsest level the widths are bounded by
// the block, of which they must be a divisor, or, if block is 0, by the number of cells.
func (t *tuner) insertions(l layout, block int) []layout {
	if len(l.widths) >= maxWidths {
		return nil
	}
	var out []layout
	for j, w := range l.widths {
		var fans []int
		switch {
		case j+1 < len(l.widths):
			fans = divisors(l.widths[j+1] / w)
			fans = fans[:len(fans)-1]
		case block > 0:
			fans = divisors(block / w)
		default:
			for f := 2; f*w < t.problem.Cells; f = max(f+1, f*5/4) {
				fans = append(fans, f)
			}
		}
		for _, f := range fans {
			if f > 1 && f*w < t.problem.Cells {
				out = append(out, t.rebuild(l, slices.Insert(slices.Clone(l.widths), j+1, f*w)))
			}
		}
	}
	return out
}

// middleDivisors returns the divisors of b, other than 1 and b, on either side of its square
// root: where one intermediate level usually does best.
func middleDivisors(b int) []int {
	d := divisors(b)
	root := math.Sqrt(float64(b))
	at := 0
	for at < len(d) && float64(d[at]) < root {
		at++
	}
	near := d[max(at-1, 0):min(at+1, len(d))]
	return slices.DeleteFunc(slices.Clone(near), func(w int) bool { return w == 1 || w == b })
}

// divisors returns the divisors of n >= 1 in increasing order.
func divisors(n int) []int {
	var low, high []int
	for d := 1; d*d <= n; d++ {
		if n%d != 0 {
			continue
		}
		low = append(low, d)
		if d*d < n {
			high = append(high, n/d)
		}
	}
	slices.Reverse(high)
	return append(low, high...)
}
