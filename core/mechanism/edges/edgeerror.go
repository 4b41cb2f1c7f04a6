package edges

import (
	"cmp"
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
)

// crossing gathers the noise of edges that leave a set of cells.
type crossing struct {
	edges    int
	variance float64
}

func (c crossing) plus(d crossing) crossing {
	return crossing{c.edges + d.edges, c.variance + d.variance}
}

func (c crossing) minus(d crossing) crossing {
	return crossing{c.edges - d.edges, c.variance - d.variance}
}

// expected returns the error of every answer: that of the edges between cells that it tells apart,
// and of those to "not in the file" at cells that it counts, less what a known number of people
// takes away.
func (q *preparedEdges) expected() accuracy.Estimate {
	if runs, ok := linop.RunOf(q.Problem.Workload.Operator()); ok {
		return q.expectedOfRuns(runs, q.Problem.Workload.Len(), true)
	}
	op, sizes := q.Problem.Workload.Operator(), q.Problem.Workload.Domain().Sizes()
	strides := q.strides(sizes)
	if boxWork(op, len(sizes), len(strides)) < q.workOfEdges(op) {
		return q.expectedOfBoxes(strides)
	}
	return q.expectedOfAny()
}

// units returns the noise of one edge of each kind.
func (q *preparedEdges) units() []crossing {
	out := make([]crossing, len(q.kinds))
	for i, k := range q.kinds {
		out[i] = crossing{1, k.law.Variance()}
	}
	return out
}

// one returns the law of all draws, and false where they differ or are not the errors themselves.
func (q *preparedEdges) one() (noise.Law, bool) {
	if len(q.kinds) == 0 || q.impose {
		return noise.Law{}, false
	}
	for _, k := range q.kinds {
		if k.law != q.kinds[0].law {
			return noise.Law{}, false
		}
	}
	return q.kinds[0].law, true
}

// family returns that of all draws.
func (e *edgeNoise) family() noise.Family {
	if len(e.kinds) == 0 {
		return noise.Laplace
	}
	return e.kinds[0].law.Family()
}

// OfRuns implements mechanism.OfRuns.
func (q *preparedEdges) OfRuns(op linop.Intervals, widths bool) accuracy.Estimate {
	return q.expectedOfRuns(op.At, op.Rows(), widths)
}

// expectedOfRuns adds up the edges that cross the two ends of a run. Edges over the whole run cross
// both and are taken away again.
func (q *preparedEdges) expectedOfRuns(runs func(int) linop.Interval, many int, wide bool) accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, many)}
	k := len(q.cells.Of)
	across, before, absent := make([]crossing, k+1), make([]mechanism.Noisy, k+1), make([]mechanism.Noisy, k)
	longest, units := 0, q.units()
	q.each(func(u, v, kind int) {
		if v < 0 {
			absent[u].Cells++
			absent[u].Variance += units[kind].variance
			return
		}
		longest = max(longest, v-u)
		across[u+1] = across[u+1].plus(units[kind])
		if v < k {
			across[v+1] = across[v+1].minus(units[kind])
		}
	})
	for cell := range k {
		across[cell+1] = across[cell+1].plus(across[cell])
		before[cell+1] = before[cell].Plus(absent[cell])
	}
	over := q.over(runs, many, longest)
	widths := mechanism.NewHalfWidths()
	own, same := q.one()
	for i := range e.Answers {
		r := runs(i)
		c := across[r.Lo].plus(across[r.Hi+1])
		if r.Hi-r.Lo+2 <= longest { // only then can an edge reach over it
			o := over[r]
			c = c.minus(o).minus(o)
		}
		come := before[r.Hi+1].Minus(before[r.Lo])
		v := 0.0
		if c.edges > 0 {
			v = max(c.variance, 0)
		}
		switch {
		case q.impose:
			v += come.Within(before[k])
		case come.Cells > 0:
			v += come.Variance
		}
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthUnder(q.family(), v)}
		if same && wide {
			e.Answers[i].HalfWidth = widths.Of(c.edges+come.Cells, own)
		}
	}
	return e
}

// over returns for each run the edges that begin before it and end after it, which only runs that
// are shorter than the longest edge have: an edge with its lower end before the run is counted
// once its turn comes, by its upper end.
func (q *preparedEdges) over(runs func(int) linop.Interval, many, longest int) map[linop.Interval]crossing {
	var short []linop.Interval
	for i := range many {
		if r := runs(i); r.Lo > 0 && r.Hi-r.Lo+2 <= longest {
			short = append(short, r)
		}
	}
	if len(short) == 0 {
		return nil
	}
	slices.SortFunc(short, func(a, b linop.Interval) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) })
	out, tree, units := make(map[linop.Interval]crossing, len(short)), make(upperEnds, len(q.cells.Of)+1), q.units()
	answer := func(begin int) { // all runs that begin up to there
		for ; len(short) > 0 && short[0].Lo <= begin; short = short[1:] {
			out[short[0]] = tree.above(short[0].Hi)
		}
	}
	q.each(func(u, v, kind int) {
		if v >= 0 {
			answer(u)
			tree.add(v, units[kind])
		}
	})
	answer(math.MaxInt)
	return out
}

// upperEnds adds up edges by their upper ends (Fenwick 1994), from the last cell down.
type upperEnds []crossing

func (t upperEnds) add(end int, c crossing) {
	for i := len(t) - end; i <= len(t); i += i & -i {
		t[i-1] = t[i-1].plus(c)
	}
}

// above returns the edges with upper ends above a cell.
func (t upperEnds) above(cell int) crossing {
	var c crossing
	for i := len(t) - cell - 1; i > 0; i -= i & -i {
		c = c.plus(t[i-1])
	}
	return c
}

// work returns about how many steps the errors take for answers that are not runs of cells.
func (e *edgeNoise) work(op linop.Operator, sizes []int) float64 {
	if _, ok := linop.RunOf(op); ok {
		return 0
	}
	return min(e.workOfEdges(op), boxWork(op, len(sizes), len(e.strides(sizes))))
}

// workOfEdges returns about how many entries have to be visited edge by edge.
func (e *edgeNoise) workOfEdges(op linop.Operator) float64 {
	seen, entries := 0, 0
	for cell := 0; cell < op.Columns(); cell += max(op.Columns()/64, 1) {
		seen++
		op.Column(cell, func(int, int64) { entries++ })
	}
	edges := 0
	for _, kind := range e.kinds {
		edges += kind.edges
	}
	return 2 * float64(edges) * float64(entries) / float64(max(seen, 1))
}

// expectedOfAny adds up edge by edge.
func (q *preparedEdges) expectedOfAny() accuracy.Estimate {
	op := q.Problem.Workload.Operator()
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	units, apart := q.units(), make([]int64, op.Rows())
	edges, held := make([]crossing, op.Rows()), make([]float64, op.Rows()) // held is the part of the total's noise
	weights := make([]float64, op.Rows())
	var rows []int
	all := 0.0
	q.each(func(u, v, kind int) {
		rows = rows[:0]
		op.Column(u, func(row int, n int64) {
			apart[row] += n
			rows = append(rows, row)
		})
		if v >= 0 {
			op.Column(v, func(row int, n int64) {
				apart[row] -= n
				rows = append(rows, row)
			})
		}
		one := units[kind].variance
		if v < 0 {
			all += one
		}
		for _, row := range rows {
			if d := float64(apart[row]); d != 0 {
				edges[row] = edges[row].plus(crossing{1, one * d * d})
				weights[row] = max(weights[row], math.Abs(d))
				if v < 0 {
					held[row] += one * d
				}
			}
			apart[row] = 0
		}
	})
	widths := mechanism.NewHalfWidths()
	own, same := q.one()
	for i, c := range edges {
		v := c.variance
		if q.impose && all > 0 {
			if v -= held[i] * held[i] / all; v < 1e-9*c.variance {
				v = 0 // all of the total, and nothing else
			}
			if q.Problem.Workload.Weighs() { // what is imposed may add to a draw
				weights[i] += math.Abs(held[i]) / all
			}
		}
		e.Answers[i] = accuracy.Answer{Variance: v}
		switch {
		case v == 0:
		case same && weights[i] == 1:
			e.Answers[i].HalfWidth = widths.Of(c.edges, own)
		default:
			e.Answers[i].HalfWidth = mechanism.HalfWidthOfWeighted(q.family(), v, weights[i])
		}
	}
	return e
}
