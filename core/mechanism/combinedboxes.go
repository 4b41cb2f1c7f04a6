package mechanism

import (
	"steward/core/linop"
)

// productSum works out the variance of sums of boxes under a product strategy, from the variance
// that a unit of each space has (see boxVariances).
type productSum struct {
	axes    []space
	weights []float64
	imposed bool // a known total is imposed on the estimated cells
	known   bool // the number in all cells is known
}

// combinations returns the error of a sum of answers: over all pairs of boxes and all spaces the
// products of what the two have in common there, column by column.
func (p productSum) combined(op linop.Operator, terms []Term) Combined {
	sizes := make([]int, len(p.axes))
	for j, a := range p.axes {
		sizes[j] = a.cells()
	}
	var boxes [][]linop.Interval
	var weights []float64
	for _, t := range terms {
		box, whole := linop.BoxOf(op, sizes, t.Answer), true
		for j, r := range box {
			whole = whole && r.Lo == 0 && r.Hi == sizes[j]-1
		}
		if whole && p.known {
			continue
		}
		boxes, weights = append(boxes, box), append(weights, t.Weight)
	}
	out := Combined{Weight: weightOf(terms)}
	size := 0.0
	for i, a := range boxes {
		for k, b := range boxes[:i+1] {
			product := p.product(func(j int) []float64 { return shared(p.axes[j], a[j], b[j]) })
			if k < i {
				out.Variance += 2 * weights[i] * weights[k] * product
				continue
			}
			out.Variance += weights[i] * weights[i] * product
			size += weights[i] * weights[i] * product
		}
	}
	if p.imposed {
		if all := wholeVariance(p.axes, p.weights); all > 0 {
			along := 0.0
			for i, a := range boxes {
				along += weights[i] * p.product(func(j int) []float64 { return p.axes[j].along(a[j]) })
			}
			out.Variance -= along * along / all
		}
	}
	if out.Variance <= rounding*size {
		out.Variance = 0
	}
	return out
}

// product adds up, over all spaces, their variances times one number per column and level.
func (p productSum) product(table func(j int) []float64) float64 {
	tables := make([][][]float64, len(p.axes))
	for j := range tables {
		tables[j] = [][]float64{table(j)}
	}
	return newContraction(levelGridOf(p.axes), p.weights, tables).at(make([]int32, len(p.axes)))
}

// shared returns the product of the sums over two runs in each level's space: both are differences
// of cumulative sums, and what two of those have in common follows from the length of their
// difference.
func shared(a space, r, s linop.Interval) []float64 {
	out := make([]float64, a.levels())
	between := func(from, to int, times float64) {
		if from == to {
			return
		}
		for l, v := range a.parts(linop.Interval{Lo: min(from, to), Hi: max(from, to) - 1}) {
			out[l] += times * v
		}
	}
	between(r.Hi+1, s.Lo, 0.5)
	between(r.Lo, s.Hi+1, 0.5)
	between(r.Hi+1, s.Hi+1, -0.5)
	between(r.Lo, s.Lo, -0.5)
	return out
}
