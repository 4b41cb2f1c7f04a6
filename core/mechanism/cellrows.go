package mechanism

import (
	"math"
	"steward/core/noise"
)

func (q *preparedCells) eachRow(yield yieldRow) {
	yield = stopping(yield)
	for cell, n := range q.cells.of {
		if n >= 0 && !yield(countsOnce(cell, cell), q.lawOf(cell)) {
			return
		}
	}
	q.known.eachRow(yield)
}

func (q *preparedAnswers) eachRow(yield yieldRow) {
	of := make([]int64, q.op.Columns())
	for i := range q.op.Rows() {
		clear(of)
		q.op.Row(i, func(cell int, v int64) { of[cell] = v })
		l := noise.Law{Scale: q.scale}
		if q.exact[i] {
			l = noise.Law{}
		}
		if !yield(runsOfRow(of), l) {
			return
		}
	}
}

// centred gathers the part of a sum of independent cells that a known sum over them does not
// take away: their variances times the squared weights, less the mean weight.
type centred struct {
	touched noisy   // the cells that count
	sum     float64 // variance times weight
	mean    float64
}

// Combined returns the error of a sum of answers: cells are independent, but for the sums known.
func (q *preparedCells) Combined(terms []Term) Combined {
	list := cellWeights(q.Problem.Workload.Operator(), terms)
	sets := make(map[int]*centred)
	noiseOf := func(cell int) float64 {
		if q.cells.of[cell] < 0 {
			return 0
		}
		return q.lawOf(cell).Variance()
	}
	setOf := func(cell int) int {
		if q.known.count == 0 {
			return -1
		}
		return q.known.set[cell]
	}
	var order []int
	for _, c := range list {
		v, s := noiseOf(c.cell), setOf(c.cell)
		if v == 0 || s < 0 {
			continue
		}
		if sets[s] == nil {
			sets[s], order = &centred{}, append(order, s)
		}
		sets[s].touched = sets[s].touched.plus(noisy{1, v})
		sets[s].sum += v * c.weight
	}
	out := Combined{Gaussian: q.swept.Gaussian() || q.freed.Gaussian()}
	for _, s := range order {
		set := sets[s]
		set.mean = set.sum / q.sets[s].variance
		if set.touched.cells < q.sets[s].cells {
			out.Variance += max(q.sets[s].variance-set.touched.variance, 0) * set.mean * set.mean
			out.Weight = max(out.Weight, math.Abs(set.mean))
		}
	}
	for _, c := range list {
		v, w := noiseOf(c.cell), c.weight
		if v == 0 {
			continue
		}
		if s := setOf(c.cell); s >= 0 {
			w = apart(w, sets[s].mean)
		}
		out.Variance += v * w * w
		out.Weight = max(out.Weight, math.Abs(w))
	}
	return out
}

// Combined returns the error of a sum of answers, each of which has a draw of its own.
func (q *preparedAnswers) Combined(terms []Term) Combined {
	var out Combined
	for _, t := range terms {
		if !q.exact[t.Answer] {
			out.Variance += t.Weight * t.Weight * q.scale.Variance()
			out.Weight = max(out.Weight, math.Abs(t.Weight))
		}
	}
	return out
}
