package edges

import (
	"math"

	"steward/core/mechanism"
)

// Pairs are the edges that people are moved along.
func (q *preparedEdges) Pairs() [][2]int {
	out := [][2]int{}
	q.each(func(u, v, _ int) { out = append(out, [2]int{u, v}) })
	return out
}

func (q *preparedEdges) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	i := 0
	q.each(func(_, _, kind int) {
		yield(mechanism.CountsOnce(i, i), q.kinds[kind].law)
		i++
	})
	q.EachKnown(q.known, yield)
}

// Pairs are the steps of the grid.
func (q *preparedGrid) Pairs() [][2]int {
	var out [][2]int
	_ = q.eachDraw(func(along *gridLine, ends func(int) (from, to int)) error {
		for pair := range along.pairs {
			from, to := ends(pair)
			out = append(out, [2]int{from, to})
		}
		return nil
	})
	return out
}

// EachRow lists the draws of every line of steps: each by itself, or the rows of the line's strategy.
func (q *preparedGrid) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	first := 0
	_ = q.eachDraw(func(along *gridLine, _ func(int) (from, to int)) error {
		if along.strategy == nil {
			for pair := range along.pairs {
				yield(mechanism.CountsOnce(first+pair, first+pair), along.law)
			}
		} else {
			along.EachRow(first, yield)
		}
		first += along.pairs
		return nil
	})
	q.EachKnown(q.known, yield)
}

// EachRow lists the rows of a line's strategy by what they make of one person in each pair.
func (along *gridLine) EachRow(first int, yield mechanism.YieldRow) {
	rows := make([][]mechanism.CountRun, along.strategy.Rows())
	one, put := make([]int64, along.pairs), make([]int64, along.strategy.Rows())
	for pair := range along.pairs {
		clear(put)
		one[pair] = 1
		if err := along.strategy.MeasureInto(put, one); err != nil {
			panic("mechanism: a line that was designed: " + err.Error())
		}
		one[pair] = 0
		for i, n := range put {
			if n != 0 {
				rows[i] = append(rows[i], mechanism.CountRun{First: first + pair, Last: first + pair, Times: n})
			}
		}
	}
	i := 0
	for g, group := range along.strategy.Groups() {
		for range group.Rows {
			if !yield(rows[i], along.groups[g].Law) {
				return
			}
			i++
		}
	}
}

// Covary implements mechanism.Covarying: an edge has in common with a sum how differently its ends count in it.
func (q *preparedEdges) Covary(dst, w []float64) bool {
	clear(dst)
	units := q.units()
	come, share, all := 0.0, make([]float64, len(w)), 0.0 // of people who come and leave
	q.each(func(u, v, kind int) {
		unit := units[kind].variance
		if v >= 0 {
			d := unit * mechanism.Apart(w[u], w[v])
			dst[u] += d
			dst[v] -= d
			return
		}
		dst[u] += unit * w[u]
		share[u] += unit
		come, all = come+unit*w[u], all+unit
	})
	if q.impose && all > 0 {
		for cell, v := range share {
			dst[cell] -= v * come / all
		}
	}
	return true
}

// Combined returns the error of a sum of answers.
func (q *preparedEdges) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, q.alone(terms))
}

// alone is Combined where no more than the known sums is known: the error is that of the edges whose ends count
// differently.
func (q *preparedEdges) alone(terms []mechanism.Term) mechanism.Combined {
	c := mechanism.Spread(mechanism.CellWeights(q.Problem.Workload.Operator(), terms), len(q.cells.Of))
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
	out := mechanism.Combined{Family: q.family()}
	q.each(func(u, v, kind int) {
		d := c[u]
		if v >= 0 {
			d = mechanism.Apart(c[u], c[v])
		} else if q.impose {
			d = mechanism.Apart(c[u], mean)
		}
		out.Variance += units[kind].variance * d * d
		out.Weight = max(out.Weight, math.Abs(d))
	})
	return out
}
