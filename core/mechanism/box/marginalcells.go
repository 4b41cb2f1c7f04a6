package box

import (
	"math"
	"math/bits"
	"slices"

	"steward/core/mechanism"
)

// partsOf returns the parts of the cells that fit noisy tables best: what differs along each set of
// columns only is the average, by precision, of what all tables over them and more say, and a cell is
// the sum of its parts. Parts that no table tells are left out; no answer needs them.
func (q *preparedMarginals) partsOf(rows [][]int64, sums []int64) map[columnSet][]float64 {
	var parts map[columnSet][]float64
	if q.contrasts {
		parts = q.partsOfContrasts(rows)
	} else {
		parts = q.partsOfTables(rows)
	}
	if q.known.Count > 0 {
		total := 0.0
		for _, v := range sums {
			total += float64(v)
		}
		parts[0] = []float64{total / (columnSet(1)<<len(q.sizes) - 1).Cells(q.sizes)}
	}
	return parts
}

// partsOfTables returns the parts that noisy tables tell.
func (q *preparedMarginals) partsOfTables(rows [][]int64) map[columnSet][]float64 {
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
	return parts
}

// table returns the estimated table over a set of columns, in their order in the domain.
func (q *preparedMarginals) table(s columnSet, parts map[columnSet][]float64) []float64 {
	in := make(map[columnSet][]float64)
	for t, p := range parts {
		if t.within(s) {
			in[t] = p
		}
	}
	x := make([]float64, int(s.Cells(q.sizes)))
	q.addUp(x, in, s.columns(), 0, 1)
	for i := range x {
		x[i] *= q.volume(s)
	}
	return x
}

// answer answers the question from noisy tables and what is known. The tidied answers are sums of
// the same whole cells where there are few; of many, nearly all empty, tidied cells would be far from
// adding up to good tables, and each of several questions is tidied by itself.
func (q *preparedMarginals) answer(rows [][]int64, sums []int64) (mechanism.Answers, error) {
	parts := q.partsOf(rows, sums)
	all := columnSet(1)<<len(q.sizes) - 1
	if q.own == nil {
		return q.Answers(q.known, q.table(all, parts), sums)
	}
	var out mechanism.Answers
	for _, o := range q.own {
		a, err := o.answer(q.table(o.set, parts), sums)
		if err != nil {
			return mechanism.Answers{}, err
		}
		out.Append(a)
	}
	return out, nil
}

// Covary implements mechanism.Covarying: the parts of the sum, each times its variance. The tables tell a sum that is
// all parts of theirs.
func (q *preparedMarginals) Covary(dst, w []float64) bool {
	// What differs along some columns only are the averages over the others, less those over more of them.
	all, told := columnSet(1)<<len(q.sizes)-1, make([]float64, len(w))
	times, with := make(map[columnSet]float64), make(map[columnSet]float64)
	for _, t := range sortedKeys(q.unit) { // so that sums come out the same every time
		unit := q.unit[t]
		t.eachSubset(func(s columnSet) {
			sign := 1.0
			if bits.OnesCount32(uint32(t&^s))%2 == 1 {
				sign = -1
			}
			times[s] += sign
			with[s] += sign * unit
		})
	}
	clear(dst)
	domain := q.Problem.Workload.Domain()
	for _, s := range sortedKeys(with) {
		table, columns := q.averaged(w, all, s), s.columns()
		for cell := range w {
			at := 0
			for _, j := range columns {
				at = at*q.sizes[j] + domain.Value(cell, j)
			}
			dst[cell] += with[s] * table[at]
			told[cell] += times[s] * table[at]
		}
	}
	for cell, v := range w {
		if math.Abs(told[cell]-v) > toldPart {
			return false
		}
	}
	return true
}

// toldPart is what is taken for rounding in the weights of a sum that is put together from its parts.
const toldPart = 1e-9

// maxJointCells is the most cells of several questions' columns from which all are tidied.
const maxJointCells = 4096

// ownTable is one of several questions, tidied over its own columns.
type ownTable struct {
	problem mechanism.Problem
	cells   mechanism.ComponentCells
	known   mechanism.KnownSums
	set     columnSet
	place   []int // of each of its cells in the table over the set in the order of the domain
	from    []int // by known sum of all questions, the question's own that it is part of
}

// ownTables returns the questions of a joint problem with many cells, nil for any other.
func (q *preparedMarginals) ownTables() ([]ownTable, error) {
	works := q.Problem.Workload.Parts()
	if works == nil || len(q.cells.Of) <= maxJointCells {
		return nil, nil
	}
	var out []ownTable
	domain := q.Problem.Workload.Domain()
	within := make([]int, q.known.Count) // by known sum, one of its cells
	if q.known.Count > 0 {
		for cell, s := range q.known.Set {
			if s >= 0 {
				within[s] = cell
			}
		}
	}
	values := make([]int, len(q.sizes))
	for _, w := range works {
		o := ownTable{problem: q.Problem}
		o.problem.Workload = w
		var err error
		if o.problem.Policy, err = q.Problem.Policy.Project(w.Question().Columns); err != nil {
			return nil, err
		}
		if o.cells, err = o.problem.Components(); err != nil {
			return nil, err
		}
		o.known = o.problem.Known(o.cells)
		var at []int // of its columns in the domain
		for _, name := range w.Question().Columns {
			j, _ := domain.Position(name)
			at = append(at, j)
			o.set |= 1 << j
		}
		for cell := range o.cells.Of {
			place := 0
			for _, j := range o.set.columns() {
				place = place*q.sizes[j] + w.Domain().Value(cell, slices.Index(at, j))
			}
			o.place = append(o.place, place)
		}
		o.from = make([]int, q.known.Count)
		if o.known.Count > 0 {
			for s, cell := range within {
				for i, j := range at {
					values[i] = domain.Value(cell, j)
				}
				o.from[s] = o.known.Set[w.Domain().Index(values[:len(at)])]
			}
		}
		out = append(out, o)
	}
	return out, nil
}

// answer answers the question from its table, given all known sums.
func (o ownTable) answer(table []float64, sums []int64) (mechanism.Answers, error) {
	x, own := make([]float64, len(o.place)), make([]int64, o.known.Count)
	for cell, place := range o.place {
		x[cell] = table[place]
	}
	if len(own) > 0 {
		for s, n := range sums {
			own[o.from[s]] += n
		}
	}
	return mechanism.AnswersOf(o.problem, o.known, x, own)
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
				parts[t] = make([]float64, int(t.Cells(q.sizes)))
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

// addUp writes the sums of the parts to the cells of some columns, which begin at a place and are a
// stride apart: for each value of the last of the columns the parts over it join those that are not.
func (q *preparedMarginals) addUp(x []float64, parts map[columnSet][]float64, columns []int, at, stride int) {
	if len(columns) == 0 {
		if p := parts[0]; p != nil {
			x[at] = p[0]
		}
		return
	}
	j, before := columns[len(columns)-1], columns[:len(columns)-1]
	n, order := q.sizes[j], sortedParts(parts)
	for v := range n {
		less := make(map[columnSet][]float64, len(parts))
		for _, t := range order {
			rest := t &^ (1 << j)
			if less[rest] == nil {
				less[rest] = make([]float64, int(rest.Cells(q.sizes)))
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
		q.addUp(x, less, before, at+v*stride, stride*n)
	}
}
