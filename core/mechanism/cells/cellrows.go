package cells

import (
	"math"

	"steward/core/mechanism"
	"steward/core/noise"
)

func (q *preparedCells) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	if q.laws != nil {
		for _, b := range q.balanced.Blocks {
			for _, cell := range b.Cells {
				yield(mechanism.CountsOnce(cell, cell), q.lawOf(cell))
			}
		}
		q.EachKnown(q.known, yield)
		return
	}
	for cell, n := range q.cells.Of {
		if n >= 0 && !yield(mechanism.CountsOnce(cell, cell), q.lawOf(cell)) {
			return
		}
	}
	q.EachKnown(q.known, yield)
}

func (q *preparedAnswers) EachRow(yield mechanism.YieldRow) {
	of := make([]int64, q.op.Columns())
	for i := range q.op.Rows() {
		clear(of)
		q.op.Row(i, func(cell int, v int64) { of[cell] = v })
		l := q.scale.Law()
		if q.exact[i] {
			l = noise.Law{}
		}
		if !yield(mechanism.RunsOfRow(of), l) {
			return
		}
	}
}

// centred gathers the part of a sum of independent cells that a known sum over them, or noise that adds up to zero, does not
// take away: their variances times the squared weights, less the mean weight.
type centred struct {
	touched mechanism.Noisy // the cells that count
	sum     float64         // variance times weight
	mean    float64
}

// Covary implements mechanism.Covarying.
func (q *preparedCells) Covary(dst, w []float64) bool {
	variance := q.varianceOf()
	mean := make([]float64, q.tied.Count)
	for cell, v := range w {
		if v != 0 && q.cells.Of[cell] >= 0 && q.tied.Count > 0 {
			if s := q.tied.Set[cell]; q.sets[s].Cells > 0 {
				mean[s] += variance(cell) * v / q.sets[s].Variance
			}
		}
	}
	clear(dst)
	for cell, v := range w {
		switch {
		case q.cells.Of[cell] < 0:
		case q.tied.Count > 0:
			dst[cell] = variance(cell) * mechanism.Apart(v, mean[q.tied.Set[cell]])
		default:
			dst[cell] = variance(cell) * v
		}
	}
	return true
}

// Combined returns the error of a sum of answers.
func (q *preparedCells) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, q.alone(terms))
}

// alone is Combined where no more than the known sums is known: cells are independent, but for these.
func (q *preparedCells) alone(terms []mechanism.Term) mechanism.Combined {
	list := mechanism.CellWeights(q.Problem.Workload.Operator(), terms)
	sets := make(map[int]*centred)
	noiseOf := func(cell int) float64 {
		if q.cells.Of[cell] < 0 {
			return 0
		}
		return q.lawOf(cell).Variance()
	}
	setOf := func(cell int) int {
		if q.tied.Count == 0 {
			return -1
		}
		return q.tied.Set[cell]
	}
	var order []int
	for _, c := range list {
		v, s := noiseOf(c.Cell), setOf(c.Cell)
		if v == 0 || s < 0 {
			continue
		}
		if sets[s] == nil {
			sets[s], order = &centred{}, append(order, s)
		}
		sets[s].touched = sets[s].touched.Plus(mechanism.Noisy{Cells: 1, Variance: v})
		sets[s].sum += v * c.Weight
	}
	out := mechanism.Combined{Family: q.family()}
	for _, s := range order {
		set := sets[s]
		set.mean = set.sum / q.sets[s].Variance
		if set.touched.Cells < q.sets[s].Cells {
			out.Variance += max(q.sets[s].Variance-set.touched.Variance, 0) * set.mean * set.mean
			out.Weight = max(out.Weight, math.Abs(set.mean))
		}
	}
	for _, c := range list {
		v, w := noiseOf(c.Cell), c.Weight
		if v == 0 {
			continue
		}
		if s := setOf(c.Cell); s >= 0 {
			w = mechanism.Apart(w, sets[s].mean)
		}
		out.Variance += v * w * w
		out.Weight = max(out.Weight, math.Abs(w))
	}
	return out
}

// Combined returns the error of a sum of answers, each of which has a draw of its own.
func (q *preparedAnswers) Combined(terms []mechanism.Term) mechanism.Combined {
	var out mechanism.Combined
	for _, t := range terms {
		if !q.exact[t.Answer] {
			out.Variance += t.Weight * t.Weight * q.scale.Variance()
			out.Weight = max(out.Weight, math.Abs(t.Weight))
		}
	}
	return out
}
