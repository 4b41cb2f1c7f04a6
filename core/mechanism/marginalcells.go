package mechanism

import "math"

// cellsOf returns the cells that fit noisy tables best: what differs along each set of columns only is
// the average, by precision, of what all tables over them and more say, and a cell is the sum of its
// parts. Parts that no table tells are left out; no answer needs them.
func (q *preparedMarginals) cellsOf(rows [][]int64, sums []int64) []float64 {
	precision, exact := q.precisions(), false
	for _, p := range precision {
		exact = exact || math.IsInf(p, 1)
	}
	parts := q.fit(rows, precision, false)
	if exact { // what is published exactly is not averaged with anything
		for t, x := range q.fit(rows, precision, true) {
			parts[t] = x
		}
	}
	if q.known.count > 0 {
		total := 0.0
		for _, v := range sums {
			total += float64(v)
		}
		parts[0] = []float64{total / (columnSet(1)<<len(q.sizes) - 1).cells(q.sizes)}
	}
	x := make([]float64, len(q.cells.of))
	q.addUp(x, parts, len(q.sizes), 0, 1)
	return x
}

// fit returns for every set of columns within one that is measured what differs along those columns
// only, per cell; from the tables with noise, or from those without.
func (q *preparedMarginals) fit(rows [][]int64, precision []float64, exact bool) map[columnSet][]float64 {
	parts, weight := make(map[columnSet][]float64), make(map[columnSet]float64)
	for g, s := range q.sets {
		p := precision[g]
		if math.IsInf(p, 1) != exact {
			continue
		}
		if exact {
			p = 1
		}
		table := make([]float64, len(rows[g]))
		for i, y := range rows[g] {
			table[i] = float64(y)
		}
		s.eachSubset(func(t columnSet) {
			if parts[t] == nil {
				parts[t] = make([]float64, int(t.cells(q.sizes)))
			}
			weight[t] += p * q.volume(s)
			for i, v := range q.averaged(table, s, t) {
				parts[t][i] += p * v
			}
		})
	}
	for t, x := range parts {
		for i := range x {
			x[i] /= weight[t]
		}
		q.centre(x, t)
	}
	return parts
}

// averaged returns the averages of a table over s along the columns that are not in t.
func (q *preparedMarginals) averaged(table []float64, s, t columnSet) []float64 {
	after := 1 // entries per step of the column
	for j := len(q.sizes) - 1; j >= 0; j-- {
		n := q.sizes[j]
		switch {
		case !s.has(j):
		case t.has(j):
			after *= n
		default:
			short := make([]float64, len(table)/n)
			for i, v := range table {
				short[i/(after*n)*after+i%after] += v / float64(n)
			}
			table = short
		}
	}
	return table
}

// centre takes the averages along each column of t off a table over t.
func (q *preparedMarginals) centre(x []float64, t columnSet) {
	after := 1
	for j := len(q.sizes) - 1; j >= 0; j-- {
		if !t.has(j) {
			continue
		}
		n := q.sizes[j]
		for first := range len(x) / n {
			at := first/after*after*n + first%after
			mean := 0.0
			for v := range n {
				mean += x[at+v*after] / float64(n)
			}
			for v := range n {
				x[at+v*after] -= mean
			}
		}
		after *= n
	}
}

// addUp writes the sums of the parts to the cells of the first so many columns, which begin at a place
// and are a stride apart: for each value of the last of them the parts over it join those that are not.
func (q *preparedMarginals) addUp(x []float64, parts map[columnSet][]float64, columns, at, stride int) {
	if columns == 0 {
		if p := parts[0]; p != nil {
			x[at] = p[0]
		}
		return
	}
	j := columns - 1
	n := q.sizes[j]
	for v := range n {
		less := make(map[columnSet][]float64, len(parts))
		for _, t := range sortedParts(parts) {
			rest := t &^ (1 << j)
			if less[rest] == nil {
				less[rest] = make([]float64, int(rest.cells(q.sizes)))
			}
			to := less[rest]
			if !t.has(j) {
				for i, w := range parts[t] {
					to[i] += w
				}
				continue
			}
			for i := range to {
				to[i] += parts[t][i*n+v]
			}
		}
		q.addUp(x, less, columns-1, at+v*stride, stride*n)
	}
}
