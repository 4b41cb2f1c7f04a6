package box

import (
	"context"
	"math"
	"slices"

	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
)

// over returns what makes counts over some columns, in the order given, those over a set of them.
func (m *tableSets) over(columns []int, s tableSet) linop.Lifted {
	var sizes, at []int
	for _, j := range columns {
		sizes = append(sizes, m.sizes[j])
	}
	for _, j := range s.columns {
		at = append(at, slices.Index(columns, j))
	}
	return linop.Lift(linop.Identity(s.cells), sizes, at)
}

// eachLine calls do for every line of the counts over a set along each of its columns, one column after another: where the line begins, how far its
// counts are apart, and how many they are.
func (m *tableSets) eachLine(s tableSet, do func(at, step, n int)) {
	after := 1
	for i := len(s.columns) - 1; i >= 0; i-- {
		n := m.sizes[s.columns[i]]
		for first := range s.cells / n {
			do(first/after*after*n+first%after, after, n)
		}
		after *= n
	}
}

// centre takes the means along each of its columns off the counts over a set.
func (m *tableSets) centre(s tableSet, x []float64) {
	m.eachLine(s, func(at, step, n int) {
		mean := 0.0
		for v := range n {
			mean += x[at+v*step] / float64(n)
		}
		for v := range n {
			x[at+v*step] -= mean
		}
	})
}

// measure returns the exact table over a set of columns, or its contrasts, from the table that it is counted in.
func (q *preparedMarginals) measure(s tableSet, counts *histogram.Vector) []int64 {
	out := make([]int64, s.cells)
	q.over(q.counted[s.from].columns, s).Apply(out, counts.Each()[s.from].Counts())
	if q.contrasts {
		q.eachLine(s, func(at, step, n int) {
			sum := int64(0)
			for v := range n {
				sum += out[at+v*step]
			}
			for v := range n {
				out[at+v*step] = int64(n)*out[at+v*step] - sum
			}
		})
	}
	return out
}

// sums returns what is known of the cells: of all columns, or of each question's.
func (q *preparedMarginals) sums(counts *histogram.Vector) ([][]int64, error) {
	if q.whole {
		return [][]int64{q.known.Values(counts)}, nil
	}
	out := make([][]int64, len(q.questions))
	for n, own := range q.questions {
		table := counts.Each()[0]
		if q.apart {
			table = counts.Each()[n]
		}
		if !q.apart && own.known.Count > 0 {
			x := make([]int64, own.problem.Workload.Operator().Columns())
			linop.Lift(linop.Identity(len(x)), q.sizes, own.columns).Apply(x, counts.Counts())
			var err error
			if table, err = histogram.FromCounts(own.problem.Workload.Domain(), x); err != nil {
				return nil, err
			}
			defer table.Wipe()
		}
		out[n] = own.known.Values(table)
	}
	return out, nil
}

// estimated returns what measurements tell of what differs along each set of columns only, nil where they tell nothing: the averages of all that tell
// it, less their means along each column.
func (q *preparedMarginals) estimated(rows [][]int64, people int64) [][]float64 {
	parts, noisy := make([][]float64, len(q.sets)), make([][]float64, len(rows))
	for g, y := range rows {
		noisy[g] = make([]float64, len(y))
		for i, v := range y {
			noisy[g][i] = float64(v)
		}
	}
	for t, s := range q.sets {
		if len(s.columns) == 0 && q.total {
			parts[t] = []float64{float64(people)}
			continue
		}
		if len(q.told[t]) == 0 {
			continue
		}
		parts[t] = make([]float64, s.cells)
		some := make([]float64, s.cells)
		for _, by := range q.told[t] {
			q.over(q.sets[q.measured[by.measured]].columns, s).ApplyFloat(some, noisy[by.measured])
			for i, v := range some {
				parts[t][i] += by.weight * v
			}
		}
		q.centre(s, parts[t])
	}
	return parts
}

// table adds up what differs along some sets of columns only: the counts over columns that have them all, in the order given.
func (m *tableSets) table(columns []int, sets []int, parts [][]float64) []float64 {
	// Along each column stands, after its values, what is the same for all of them.
	step, more, cells := make([]int, len(columns)), 1, 1
	for k := len(columns) - 1; k >= 0; k-- {
		step[k] = more
		if n := m.sizes[columns[k]]; n > 1 {
			more, cells = more*(n+1), cells*n
		}
	}
	x := make([]float64, more)
	for _, t := range sets {
		s := m.sets[t]
		steps, first := make([]int, len(s.columns)), 0
		for k, j := range columns {
			if i, in := slices.BinarySearch(s.columns, j); in {
				steps[i] = step[k]
			} else if m.sizes[j] > 1 {
				first += m.sizes[j] * step[k]
			}
		}
		for i, v := range parts[t] {
			at := first
			for c := len(steps) - 1; c >= 0; c-- {
				n := m.sizes[s.columns[c]]
				at, i = at+i%n*steps[c], i/n
			}
			x[at] += v / float64(cells/s.cells)
		}
	}
	before := 1
	for k, j := range columns {
		n, after := m.sizes[j], step[k]
		if n == 1 {
			continue
		}
		less := make([]float64, 0, before*n*after)
		for b := range before {
			line := x[b*(n+1)*after : (b+1)*(n+1)*after]
			for i := range n * after {
				less = append(less, line[i]+line[n*after+i%after])
			}
		}
		x, before = less, before*n
	}
	return x
}

// every returns all sets.
func (m *tableSets) every() []int {
	out := make([]int, len(m.sets))
	for t := range out {
		out[t] = t
	}
	return out
}

// answer answers the questions from what was measured and what is known.
func (q *preparedMarginals) answer(ctx context.Context, rows, sums [][]int64) (mechanism.Answers, error) {
	people := int64(0)
	for _, n := range sums[0] {
		people += n
	}
	parts := q.estimated(rows, people)
	if q.whole {
		return q.Answers(q.known, q.table(q.counted[0].columns, q.every(), parts), sums[0])
	}
	var out mechanism.Answers
	for n, own := range q.questions {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		a, err := mechanism.AnswersOf(own.problem, own.known, q.table(own.columns, own.parts, parts), sums[n])
		if err != nil {
			return mechanism.Answers{}, err
		}
		out.Append(a)
	}
	return out, nil
}

// toldPart is what is taken for rounding in the weights of a sum that is put together from its parts.
const toldPart = 1e-9

// Covary implements mechanism.Covarying: the parts of the sum, each times its variance. What is measured tells a sum that is all parts of its sets.
func (q *preparedMarginals) Covary(dst, w []float64) bool {
	parts, with := make([][]float64, len(q.sets)), make([][]float64, len(q.sets))
	columns := q.counted[0].columns
	for t, s := range q.sets {
		if len(q.told[t]) == 0 && !(len(s.columns) == 0 && q.total) {
			continue
		}
		parts[t], with[t] = make([]float64, s.cells), make([]float64, s.cells)
		q.over(columns, s).ApplyFloat(parts[t], w)
		q.centre(s, parts[t])
		for i, v := range parts[t] {
			with[t][i] = v * q.unit[t] * float64(s.cells) / float64(len(w))
		}
	}
	copy(dst, q.table(columns, q.every(), with))
	for cell, v := range q.table(columns, q.every(), parts) {
		if math.Abs(v-w[cell]) > toldPart {
			return false
		}
	}
	return true
}
