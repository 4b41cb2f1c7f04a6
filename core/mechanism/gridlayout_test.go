package mechanism

import (
	"fmt"
	"math"

	"steward/core/noise"
)

// drawn is a pair of a grid: where the draws of its line begin among all rows, and which of them it is.
type drawn struct {
	line  *gridLine
	first int
	pair  int
}

// measured lays out the noise of a grid: the cells are used beneath the draws of all lines, which are
// laid out gap by gap, and no cell is released without them.
func (q *preparedGrid) measured() measurement {
	var m measurement
	k := len(q.cells.of)
	for cell := range k {
		m.rows = append(m.rows, row{what: fmt.Sprint("cell ", cell), of: run(k, cell, cell)})
	}
	m.hidden = k
	pairs := make(map[[2]int]drawn)
	draw := func(what string, scale noise.Scale) {
		m.rows = append(m.rows, row{what: what, of: make([]int64, k), law: law{Scale: scale}})
	}
	q.mustEach(func(line *gridLine, ends func(int) (from, to int)) error {
		for pair := range line.pairs {
			from, to := ends(pair)
			pairs[[2]int{from, to}] = drawn{line, len(m.rows), pair}
		}
		if line.strategy == nil {
			for pair := range line.pairs {
				draw(fmt.Sprint("pair ", pair), line.scale)
			}
			return nil
		}
		for g, group := range line.strategy.Groups() {
			for i := range group.Rows {
				draw(fmt.Sprint(line.groups[g].what, " ", i), line.groups[g].law.Scale)
			}
		}
		return nil
	})
	draws := len(m.rows)
	m.rows = append(m.rows, q.known.rows()...)
	cellsOf := func(y []int64) []float64 {
		cells, rest := append([]int64(nil), y[:k]...), make([]float64, k)
		y = y[k:draws]
		q.mustEach(func(line *gridLine, ends func(int) (from, to int)) error {
			return q.move(line, ends, cells, rest, func(_ noise.Scale, dst []int64) { y = y[copy(dst, y):] })
		})
		for cell, n := range cells {
			rest[cell] += float64(n)
		}
		return rest
	}
	m.answer = func(y []int64) []float64 { return q.problem.sum(cellsOf(y)) }
	m.shift = func(u, v int) []int64 {
		out := make([]int64, len(m.rows))
		way := q.way(u, v)
		for i := range way[1:] {
			stepAlong(out, pairs, way[i], way[i+1])
		}
		moved := cellsOf(append(make([]int64, k), out[k:]...))
		for cell, n := range moved {
			want := 0.0
			if cell == u {
				want++
			}
			if cell == v {
				want--
			}
			if math.Abs(n-want) > 1e-9 {
				panic(fmt.Sprintf("cells %d and %d: the shift moves %v", u, v, moved))
			}
		}
		return out
	}
	return m
}

func (q *preparedGrid) mustEach(do func(line *gridLine, ends func(int) (from, to int)) error) {
	if err := q.eachDraw(do); err != nil {
		panic(err)
	}
}

// way returns the cells on the way between two: to the gate, along each column from gate to gate, and
// from the gate.
func (q *preparedGrid) way(u, v int) []int {
	at, to := make([]int, len(q.columns)), make([]int, len(q.columns))
	values := func(out []int, cell int) {
		for j := len(q.columns) - 1; j >= 0; j-- {
			out[j] = q.columns[j].of(cell % q.columns[j].size)
			cell /= q.columns[j].size
		}
	}
	values(at, u)
	values(to, v)
	cell := func() int {
		n := 0
		for j, c := range q.columns {
			n = n*c.size + c.gate(at[j])
		}
		return n
	}
	out := []int{u}
	visit := func(cell int) {
		if out[len(out)-1] != cell {
			out = append(out, cell)
		}
	}
	visit(cell())
	for j := range at {
		for at[j] != to[j] {
			if at[j] < to[j] {
				at[j]++
			} else {
				at[j]--
			}
			visit(cell())
		}
	}
	visit(v)
	return out
}

// stepAlong adds what a person's step from one cell to another shifts the draws of the pair by.
func stepAlong(out []int64, pairs map[[2]int]drawn, from, to int) {
	sign := int64(1)
	d, ok := pairs[[2]int{from, to}]
	if !ok {
		if d, ok = pairs[[2]int{to, from}]; !ok {
			panic(fmt.Sprintf("cells %d and %d are no pair", from, to))
		}
		sign = -1
	}
	if d.line.strategy == nil {
		out[d.first+d.pair] += sign
		return
	}
	one, put := make([]int64, d.line.pairs), make([]int64, d.line.strategy.Rows())
	one[d.pair] = sign
	if err := d.line.strategy.MeasureInto(put, one); err != nil {
		panic(err)
	}
	for i, n := range put {
		out[d.first+i] += n
	}
}
