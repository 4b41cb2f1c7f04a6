package mechanism

import (
	"fmt"
	"math"
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
	w := &ways{cells: k, via: make(map[int][]step)}
	var ends [][2]int
	q.each(func(u, v, kind int) {
		ends = append(ends, [2]int{u, v})
		m.rows = append(m.rows, row{what: fmt.Sprint("pair ", u, v), of: make([]int64, k)}.with(q.kinds[kind].law))
	})
	w.ends = ends
	for i := range ends {
		if r := m.rows[k+i]; !r.Gaussian() {
			w.price = append(w.price, 1/r.Scale.Float())
		} else { // what lies on a way adds up in squares
			w.price = append(w.price, 1/r.SigmaSquared.Float())
		}
	}
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
		for _, step := range w.between(u, v) {
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

// ways are the cheapest ways from one end to all others, found once.
type ways struct {
	ends  [][2]int
	price []float64
	cells int
	via   map[int][]step // by where they begin, the last step of the way to each end
}

// at numbers the ends; "not in the file" comes after the cells.
func (w *ways) at(end int) int {
	if end < 0 {
		return w.cells
	}
	return end
}

// between returns the way along which the draws cost least.
func (w *ways) between(u, v int) []step {
	from := w.at(u)
	if w.via[from] == nil {
		w.via[from] = w.search(from)
	}
	var out []step
	for to := w.at(v); to != from; {
		s := w.via[from][to]
		out = append(out, s)
		back := w.ends[s.edge][0]
		if s.by < 0 {
			back = w.ends[s.edge][1]
		}
		to = w.at(back)
	}
	return out
}

// search is Bellman and Ford's: round after round until no way gets cheaper.
func (w *ways) search(from int) []step {
	cost, via := make([]float64, w.cells+1), make([]step, w.cells+1)
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[from] = 0
	for changed := true; changed; {
		changed = false
		for i, e := range w.ends {
			a, b := w.at(e[0]), w.at(e[1])
			if c := cost[a] + w.price[i]; c < cost[b]*(1-1e-12) {
				cost[b], via[b], changed = c, step{i, 1}, true
			}
			if c := cost[b] + w.price[i]; c < cost[a]*(1-1e-12) {
				cost[a], via[a], changed = c, step{i, -1}, true
			}
		}
	}
	return via
}
