package mechanism

import (
	"cmp"
	"math"
	"slices"

	"steward/core/linop"
	"steward/core/tree"
)

// cellWeight is how often a cell counts in a sum of answers.
type cellWeight struct {
	cell   int
	weight float64
}

// cellWeights returns how often each cell counts in a sum of answers, cells rising.
func cellWeights(op linop.Operator, terms []Term) []cellWeight {
	var list []cellWeight
	for _, t := range terms {
		op.Row(t.Answer, func(cell int, v int64) { list = append(list, cellWeight{cell, t.Weight * float64(v)}) })
	}
	if len(terms) > 1 {
		slices.SortStableFunc(list, func(a, b cellWeight) int { return cmp.Compare(a.cell, b.cell) })
	}
	out := list[:0]
	for _, c := range list {
		if n := len(out); n > 0 && out[n-1].cell == c.cell {
			out[n-1].weight += c.weight
			continue
		}
		out = append(out, c)
	}
	return out
}

// spread returns the same for every cell, in a slice of its own.
func spread(list []cellWeight, cells int) []float64 {
	out := make([]float64, cells)
	for _, c := range list {
		out[c.cell] = c.weight
	}
	return out
}

// rounding is the part of weights that is taken for the rounding of their sums.
const rounding = 1e-12

// apart returns the difference of two weights, zero where it is their rounding.
func apart(a, b float64) float64 {
	if d := a - b; math.Abs(d) > rounding*(math.Abs(a)+math.Abs(b)) {
		return d
	}
	return 0
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
	list := cellWeights(q.problem.Workload.Operator(), terms)
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

// Combined returns the error of a sum of answers: that of the edges whose ends count differently.
func (q *preparedEdges) Combined(terms []Term) Combined {
	c := spread(cellWeights(q.problem.Workload.Operator(), terms), len(q.cells.of))
	units, mean, all := q.units(), 0.0, 0.0
	if q.impose {
		q.each(func(u, v, kind int) {
			if v < 0 {
				mean += units[kind].variance * c[u]
				all += units[kind].variance
			}
		})
		if all > 0 {
			mean /= all
		}
	}
	out := Combined{Gaussian: q.kind().Gaussian()}
	q.each(func(u, v, kind int) {
		d := c[u]
		if v >= 0 {
			d = apart(c[u], c[v])
		} else if q.impose {
			d = apart(c[u], mean)
		}
		out.Variance += units[kind].variance * d * d
		out.Weight = max(out.Weight, math.Abs(d))
	})
	return out
}

// Combined returns the error of a sum of answers made of subtree counts that have noise of one
// scale: that of the edges of the forest whose ends count differently.
func (q *preparedTree) Combined(terms []Term) Combined {
	n, ok := q.noisy.(subtreeNoise)
	if !ok || q.consistent {
		panic("mechanism: answers that are not linear in the noise") // Combine asks first
	}
	c := spread(cellWeights(q.problem.Workload.Operator(), terms), q.forest.Cells())
	d := make([]float64, len(c)) // how often each coordinate counts
	for u := range c {
		switch on := q.forest.Parent(u); {
		case on >= 0:
			d[u] = apart(c[u], c[on])
		case on == tree.Outside:
			d[u] = c[u]
		}
	}
	q.grove.centre(d)
	var out Combined
	for u, w := range d {
		if q.forest.HasCoordinate(u) {
			out.Variance += n.scale.Variance() * w * w
			out.Weight = max(out.Weight, math.Abs(w))
		}
	}
	return out
}

// centre takes away from the weights of what hangs on Outside what is public of it, as impose
// does from estimates.
func (g *grove) centre(d []float64) {
	even := func(cells []int) {
		mean := 0.0
		for _, u := range cells {
			mean += d[u]
		}
		mean /= float64(len(cells))
		for _, u := range cells {
			d[u] = apart(d[u], mean)
		}
	}
	switch {
	case g.star && g.known.count > 0:
		_ = g.known.each(func(_ int, cells []int) error {
			even(cells)
			return nil
		})
	case g.tops && g.hanging > 0:
		even(g.forest.Tops())
	}
}
