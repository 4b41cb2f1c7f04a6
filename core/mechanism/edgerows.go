package mechanism

import (
	"math"
	"steward/core/noise"
)

// pairs are the edges that people are moved along.
func (q *preparedEdges) pairs() [][2]int {
	out := [][2]int{}
	q.each(func(u, v, _ int) { out = append(out, [2]int{u, v}) })
	return out
}

func (q *preparedEdges) eachRow(yield yieldRow) {
	yield = stopping(yield)
	i := 0
	q.each(func(_, _, kind int) {
		yield(countsOnce(i, i), q.kinds[kind].law)
		i++
	})
	q.known.eachRow(yield)
}

// pairs are the steps of the grid.
func (q *preparedGrid) pairs() [][2]int {
	var out [][2]int
	_ = q.eachDraw(func(line *gridLine, ends func(int) (from, to int)) error {
		for pair := range line.pairs {
			from, to := ends(pair)
			out = append(out, [2]int{from, to})
		}
		return nil
	})
	return out
}

// eachRow lists the draws of every line of steps: each by itself, or the rows of the line's strategy.
func (q *preparedGrid) eachRow(yield yieldRow) {
	yield = stopping(yield)
	first := 0
	_ = q.eachDraw(func(line *gridLine, _ func(int) (from, to int)) error {
		if line.strategy == nil {
			for pair := range line.pairs {
				yield(countsOnce(first+pair, first+pair), noise.Law{Scale: line.scale})
			}
		} else {
			line.eachRow(first, yield)
		}
		first += line.pairs
		return nil
	})
	q.known.eachRow(yield)
}

// eachRow lists the rows of a line's strategy by what they make of one person in each pair.
func (line *gridLine) eachRow(first int, yield yieldRow) {
	rows := make([][]countRun, line.strategy.Rows())
	one, put := make([]int64, line.pairs), make([]int64, line.strategy.Rows())
	for pair := range line.pairs {
		clear(put)
		one[pair] = 1
		if err := line.strategy.MeasureInto(put, one); err != nil {
			panic("mechanism: a line that was designed: " + err.Error())
		}
		one[pair] = 0
		for i, n := range put {
			if n != 0 {
				rows[i] = append(rows[i], countRun{first + pair, first + pair, n})
			}
		}
	}
	i := 0
	for g, group := range line.strategy.Groups() {
		for range group.Rows {
			if !yield(rows[i], line.groups[g].law) {
				return
			}
			i++
		}
	}
}

// Combined returns the error of a sum of answers: that of the edges whose ends count differently.
func (q *preparedEdges) Combined(terms []Term) Combined {
	c := spread(cellWeights(q.Problem.Workload.Operator(), terms), len(q.cells.of))
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
