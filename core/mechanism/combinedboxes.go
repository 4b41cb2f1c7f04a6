package mechanism

import (
	"steward/core/linop"
)

// boxOf returns the run of values that a row of an operator counts in each column.
func boxOf(op linop.Operator, sizes []int, row int) []linop.Interval {
	runs := make([]linop.Interval, len(sizes))
	for j, n := range sizes {
		runs[j] = linop.Interval{Hi: n - 1}
	}
	switch op := op.(type) {
	case linop.Intervals:
		runs[0] = op.At(row)
	case linop.Selection:
		cell := op.Cell(row)
		for j := len(sizes) - 1; j >= 0; j-- {
			v := cell % sizes[j]
			runs[j], cell = linop.Interval{Lo: v, Hi: v}, cell/sizes[j]
		}
	case linop.Crosstab:
		for j := range sizes {
			if v := op.Entry(row, j); v >= 0 {
				runs[j] = linop.Interval{Lo: v, Hi: v}
			}
		}
	case linop.Boxes:
		for j := range sizes {
			runs[j] = op.Side(row, j)
		}
	case linop.Lifted:
		own := make([]int, len(op.Lines()))
		for i, j := range op.Lines() {
			own[i] = sizes[j]
		}
		for i, r := range boxOf(op.Operator(), own, row) {
			runs[op.Lines()[i]] = r
		}
	case linop.Stack:
		for _, part := range op.Operators() {
			if row < part.Rows() {
				return boxOf(part, sizes, row)
			}
			row -= part.Rows()
		}
	default:
		panic("mechanism: an operator whose rows are no boxes")
	}
	return runs
}

// productSum works out the variance of sums of boxes under a product strategy, from the variance
// that a unit of each space has (see boxVariances).
type productSum struct {
	axes    []space
	weights []float64
	imposed bool // a known total is imposed on the estimated cells
	known   bool // the number in all cells is known
}

// combined returns the error of a sum of answers: over all pairs of boxes and all spaces the
// products of what the two have in common there, column by column.
func (p productSum) combined(op linop.Operator, terms []Term) Combined {
	sizes := make([]int, len(p.axes))
	for j, a := range p.axes {
		sizes[j] = a.cells()
	}
	var boxes [][]linop.Interval
	var weights []float64
	for _, t := range terms {
		box, whole := boxOf(op, sizes, t.Answer), true
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

// Combined returns the error of a sum of answers.
func (q *preparedNested) Combined(terms []Term) Combined {
	known := q.known.count > 0
	out := productSum{spacesOf(q.axes), q.weights(), known, known}.combined(q.problem.Workload.Operator(), terms)
	out.Gaussian = q.gaussian
	return out
}

// Combined returns the error of a sum of answers.
func (q *preparedHaar) Combined(terms []Term) Combined {
	return productSum{spacesOf(q.axes), q.weights(), q.imposed, q.known.count > 0}.combined(q.problem.Workload.Operator(), terms)
}
