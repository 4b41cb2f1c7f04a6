package mechanism

import (
	"context"
	"fmt"
)

// measured lays out the rows of halved columns: of each column the run whose halves are compared, or
// the whole, or one value.
func (q *preparedHaar) measured() measurement {
	var m measurement
	k := len(q.cells.of)
	scales := make(map[string]productGroup)
	for _, g := range q.groups {
		scales[fmt.Sprint(g.levels)] = g
	}
	for place := range k {
		of := []int64{1}
		levels := make([]int, len(q.axes))
		for j, a := range q.axes {
			at := place
			for _, b := range q.axes[j+1:] {
				at /= b.cells()
			}
			at %= a.cells()
			column := make([]int64, a.cells())
			if _, halved := a.(haarAxis); halved {
				levels[j] = haarRow(column, at)
			} else {
				column[at] = 1
			}
			of = outer(of, column)
		}
		g, noisy := scales[fmt.Sprint(levels)]
		r := row{what: fmt.Sprint("row ", place), of: of}
		if noisy {
			r.scale = g.scale
		}
		m.rows = append(m.rows, r)
	}
	m.rows = append(m.rows, q.known.rows()...)
	m.answer = func(y []int64) []float64 { return q.problem.sum(q.cellsOf(y[:k], y[k:])) }
	return m
}

// haarRow writes the row at a place of a halved column of the given length, and returns its level. The
// rows are the sum, then the runs of two, of four and so on that have two halves.
func haarRow(column []int64, at int) int {
	if at == 0 {
		for v := range column {
			column[v] = 1
		}
		return 0
	}
	place := 1
	for level := 1; ; level++ {
		width := 1 << level
		for lo := 0; lo < len(column); lo += width {
			if lo+width/2 >= len(column) {
				continue
			}
			if place == at {
				for v := lo; v < min(lo+width, len(column)); v++ {
					column[v] = 1
					if v >= lo+width/2 {
						column[v] = -1
					}
				}
				return level
			}
			place++
		}
	}
}

// outer returns the products of each entry of one vector with each of another.
func outer(a, b []int64) []int64 {
	var out []int64
	for _, x := range a {
		for _, y := range b {
			out = append(out, x*y)
		}
	}
	return out
}

// sum answers the question on cells.
func (p Problem) sum(x []float64) []float64 {
	out := make([]float64, p.Workload.Len())
	p.Workload.Operator().ApplyFloat(out, x)
	return out
}

// measured lays out nested boxes: for each choice of widths the boxes that they cut the cells into, and
// those that stand out over them, which count nobody.
func (q *preparedNested) measured() measurement {
	var m measurement
	for _, g := range q.groups {
		rows := [][]int64{{1}}
		for j, l := range g.levels {
			a := q.axis(j)
			var next [][]int64
			for _, of := range rows {
				for i := range a.runs(l) {
					column := make([]int64, a.size)
					for v := range column {
						if v/a.widths[l] == i {
							column[v] = 1
						}
					}
					next = append(next, outer(of, column))
				}
			}
			rows = next
		}
		for i, of := range rows {
			m.rows = append(m.rows, row{what: fmt.Sprint(g.what, " ", i), of: of}.with(g.law()))
		}
	}
	m.rows = append(m.rows, q.known.rows()...)
	m.answer = func(y []int64) []float64 {
		var rows [][]int64
		for _, g := range q.groups {
			rows, y = append(rows, y[:g.rows]), y[g.rows:]
		}
		x, err := q.cellsOf(context.Background(), rows, y)
		if err != nil {
			panic(err)
		}
		return q.problem.sum(x)
	}
	return m
}

// measured lays out waves: the products of one row of each column.
func (q *preparedWaves) measured() measurement {
	var m measurement
	k := len(q.cells.of)
	for place := range k {
		of, rest := []int64{1}, place
		waves := make([]int, len(q.axes))
		for j := len(q.axes) - 1; j >= 0; j-- {
			waves[j], rest = rest%q.axes[j].size, rest/q.axes[j].size
		}
		for j, a := range q.axes {
			of = outer(of, a.rows[waves[j]])
		}
		m.rows = append(m.rows, row{what: fmt.Sprint("waves ", waves), of: of}.with(q.groups[q.law[place]].law))
	}
	m.rows = append(m.rows, q.known.rows()...)
	m.answer = func(y []int64) []float64 { return q.problem.sum(q.cellsOf(y[:k], y[k:])) }
	return m
}

// measured lays out products of columns: of every group the products of one row of each column, its own
// combinations or the sum of all values.
func (q *preparedProduct) measured() measurement {
	var m measurement
	for _, g := range q.groups {
		rows := [][]int64{{1}}
		for j, f := range q.factors {
			own := [][]int64{run(f.size, 0, f.size-1)}
			if g.levels[j] == 0 {
				own = nil
				for i := range f.rows {
					own = append(own, f.matrix[i*f.size:(i+1)*f.size])
				}
			}
			var next [][]int64
			for _, of := range rows {
				for _, column := range own {
					next = append(next, outer(of, column))
				}
			}
			rows = next
		}
		for i, of := range rows {
			m.rows = append(m.rows, row{what: fmt.Sprint(g.what, " ", i), of: of}.with(g.law()))
		}
	}
	m.rows = append(m.rows, q.known.rows()...)
	m.answer = func(y []int64) []float64 {
		var rows [][]int64
		for _, g := range q.groups {
			rows, y = append(rows, y[:g.rows]), y[g.rows:]
		}
		x, err := q.cellsOf(context.Background(), rows, y)
		if err != nil {
			panic(err)
		}
		return q.problem.sum(x)
	}
	return m
}
