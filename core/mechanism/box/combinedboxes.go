package box

import (
	"steward/core/linop"
	"steward/core/mechanism"
)

// ProductSum works out the variance of sums of boxes under a product strategy, from the variance
// that a unit of each space has (see BoxVariances).
type ProductSum struct {
	Axes    []space
	Weights []float64
	Imposed bool // a known total is imposed on the estimated cells
	Known   bool // the number in all cells is known
}

// combinations returns the error of a sum of answers: over all pairs of boxes and all spaces the
// products of what the two have in common there, column by column.
func (p ProductSum) Combined(op linop.Operator, terms []mechanism.Term) mechanism.Combined {
	sizes := make([]int, len(p.Axes))
	for j, a := range p.Axes {
		sizes[j] = a.Cells()
	}
	var boxes [][]linop.Interval
	var weights []float64
	for _, t := range terms {
		box, whole := linop.BoxOf(op, sizes, t.Answer), true
		for j, r := range box {
			whole = whole && r.Lo == 0 && r.Hi == sizes[j]-1
		}
		if whole && p.Known {
			continue
		}
		boxes, weights = append(boxes, box), append(weights, t.Weight)
	}
	out := mechanism.Combined{Weight: mechanism.WeightOf(terms)}
	size := 0.0
	for i, a := range boxes {
		for k, b := range boxes[:i+1] {
			product := p.product(func(j int) []float64 { return shared(p.Axes[j], a[j], b[j]) })
			if k < i {
				out.Variance += 2 * weights[i] * weights[k] * product
				continue
			}
			out.Variance += weights[i] * weights[i] * product
			size += weights[i] * weights[i] * product
		}
	}
	if p.Imposed {
		if all := wholeVariance(p.Axes, p.Weights); all > 0 {
			along := 0.0
			for i, a := range boxes {
				along += weights[i] * p.product(func(j int) []float64 { return p.Axes[j].Along(a[j]) })
			}
			out.Variance -= along * along / all
		}
	}
	if out.Variance <= mechanism.Rounding*size {
		out.Variance = 0
	}
	return out
}

// product adds up, over all spaces, their variances times one number per column and level.
func (p ProductSum) product(table func(j int) []float64) float64 {
	tables := make([][][]float64, len(p.Axes))
	for j := range tables {
		tables[j] = [][]float64{table(j)}
	}
	return newContraction(LevelGridOf(p.Axes), p.Weights, tables).at(make([]int32, len(p.Axes)))
}

// shared returns the product of the sums over two runs in each level's space: both are differences
// of cumulative sums, and what two of those have in common follows from the length of their
// difference.
func shared(a space, r, s linop.Interval) []float64 {
	out := make([]float64, a.Levels())
	between := func(from, to int, times float64) {
		if from == to {
			return
		}
		for l, v := range a.Parts(linop.Interval{Lo: min(from, to), Hi: max(from, to) - 1}) {
			out[l] += times * v
		}
	}
	between(r.Hi+1, s.Lo, 0.5)
	between(r.Lo, s.Hi+1, 0.5)
	between(r.Hi+1, s.Hi+1, -0.5)
	between(r.Lo, s.Lo, -0.5)
	return out
}
