package mechanism

import (
	"fmt"
	"math/big"
)

// measured lays out the noise of edges: the cells are used beneath the draws of the edges between
// their ends, and no cell is released without them.
func (q *preparedEdges) measured() measurement {
	var m measurement
	k := len(q.cells.of)
	for cell := range k {
		m.rows = append(m.rows, row{what: fmt.Sprint("cell ", cell), of: run(k, cell, cell)})
	}
	m.hidden = k
	var ends [][2]int
	q.each(func(u, v, kind int) {
		ends = append(ends, [2]int{u, v})
		m.rows = append(m.rows, row{what: fmt.Sprint("pair ", u, v), of: make([]int64, k), scale: q.kinds[kind].scale})
	})
	m.rows = append(m.rows, q.known.rows()...)
	m.answer = func(y []int64) []float64 {
		x := make([]float64, k)
		for cell := range x {
			x[cell] = float64(y[cell])
		}
		for i, e := range ends {
			z := float64(y[k+i])
			x[e[0]] += z
			if e[1] >= 0 {
				x[e[1]] -= z
			}
		}
		q.toTotal(x, y[k+len(ends):])
		out := make([]float64, q.problem.Workload.Len())
		q.problem.Workload.Operator().ApplyFloat(out, x)
		return out
	}
	m.shift = func(u, v int) []int64 {
		out := make([]int64, len(m.rows))
		for _, step := range q.cheapest(ends, m.rows[k:], u, v) {
			out[k+step.edge] += step.by
		}
		// The cells with and without the person are the same when the draws differ by that.
		moved := make([]int64, k)
		for i, e := range ends {
			moved[e[0]] += out[k+i]
			if e[1] >= 0 {
				moved[e[1]] -= out[k+i]
			}
		}
		for cell, n := range moved {
			want := int64(0)
			if cell == u {
				want++
			}
			if cell == v {
				want--
			}
			if n != want {
				panic(fmt.Sprintf("cells %d and %d: the shift moves %v", u, v, moved))
			}
		}
		return out
	}
	return m
}

// step is an edge of a way, taken up or down.
type step struct {
	edge int
	by   int64
}

// cheapest returns the way between two ends along which the draws cost least (Bellman and Ford).
func (q *preparedEdges) cheapest(ends [][2]int, draws []row, u, v int) []step {
	k := len(q.cells.of)
	at := func(end int) int {
		if end < 0 {
			return k
		}
		return end
	}
	cost, via := make([]*big.Rat, k+1), make([]step, k+1)
	cost[at(u)] = new(big.Rat)
	for changed := true; changed; {
		changed = false
		for i, e := range ends {
			price := new(big.Rat).Inv(draws[i].scale.Rat())
			for _, by := range []int64{1, -1} {
				from, to := at(e[0]), at(e[1])
				if by < 0 {
					from, to = to, from
				}
				if cost[from] == nil {
					continue
				}
				if c := new(big.Rat).Add(cost[from], price); cost[to] == nil || c.Cmp(cost[to]) < 0 {
					cost[to], via[to], changed = c, step{i, by}, true
				}
			}
		}
	}
	var out []step
	for to := at(v); to != at(u); {
		s := via[to]
		out = append(out, s)
		if e := ends[s.edge]; s.by > 0 {
			to = at(e[0])
		} else {
			to = at(e[1])
		}
	}
	return out
}
