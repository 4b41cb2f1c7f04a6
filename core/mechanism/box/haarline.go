package box

import (
	"fmt"
	"slices"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
)

// someRuns returns at most so many of the runs that are asked for, those that BoxList.some takes.
func someRuns(op linop.Intervals, most int) linop.Intervals {
	op = op.Evenly()
	if op.Rows() <= most {
		return op
	}
	list := make([]linop.Interval, most)
	for i := range list {
		list[i] = op.At(linop.Spaced(i, op.Rows(), most))
	}
	return linop.Ranges(op.Columns(), list)
}

// haarEnds is what halves of runs count for in the sums up to each value of one column. A run is the
// difference of two such sums, and a row is in both only where its run holds both ends, so that a
// variance takes as many steps as levels hold both.
type haarEnds struct {
	axis     haarAxis
	variance []float64 // of the rows of each level, and of the total at 0
	sums     []haarSum // by how many values, where all are remembered; otherwise the last ones looked at at either end of a run
	all      bool
}

// haarSum is what rows count for in the sum of the first n values.
type haarSum struct {
	n      int
	weight []float64 // by level; at level 0 that of the total
	own    float64   // its variance without the total's
}

// remembered is how many runs there have to be for each value for it to be worth remembering what rows count for in all sums.
const remembered = 2

func newHaarEnds(h haarAxis, variance []float64, runs int) *haarEnds {
	e := &haarEnds{axis: h, variance: variance, sums: make([]haarSum, 2)}
	if e.all = runs > remembered*h.size; e.all {
		e.sums = make([]haarSum, h.size+1)
	}
	return e
}

// of returns what rows count for in the sum of the first n values, at one or the other end of a run.
func (e *haarEnds) of(n, end int) haarSum {
	if e.all {
		end = n
	}
	s := &e.sums[end]
	if s.weight != nil && s.n == n {
		return *s
	}
	if s.weight == nil {
		s.weight = make([]float64, e.axis.Levels())
	}
	clear(s.weight)
	if s.n, s.own = n, 0; n > 0 {
		s.weight[0] = e.axis.climb(linop.Interval{Hi: n - 1}, func(level int, w float64) {
			if w != 0 {
				s.weight[level] = w
			}
		})
	}
	for level := 1; level < len(s.weight); level++ {
		s.own += e.variance[level] * s.weight[level] * s.weight[level]
	}
	return *s
}

// run returns the variance of the sum of a run.
func (e *haarEnds) run(r linop.Interval) float64 {
	first, last := e.of(r.Lo, 0), e.of(r.Hi+1, 1)
	from, to := first.weight, last.weight
	all := to[0] - from[0]
	v := e.variance[0]*all*all + first.own + last.own
	if r.Lo == 0 {
		return v
	}
	for level := e.axis.height; level > 0 && (r.Lo-1)>>level == r.Hi>>level; level-- {
		v -= 2 * e.variance[level] * from[level] * to[level]
	}
	return max(v, 0)
}

// alongLine is expected for the runs of one column.
func (q *preparedHaar) alongLine(op linop.Intervals) accuracy.Estimate {
	h := q.axes[0].(haarAxis)
	ends := newHaarEnds(h, q.weights(), op.Rows())
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	for i, r := range op.All() {
		if q.known.Count > 0 && r.Lo == 0 && r.Hi == h.size-1 {
			continue
		}
		v := ends.run(r)
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthOf(v)}
	}
	return e
}

// OfRuns implements mechanism.OfRuns.
func (q *preparedHaar) OfRuns(op linop.Intervals, _ bool) accuracy.Estimate { return q.alongLine(op) }

// SumOfCounts returns the sum of the variances of the cumulative counts of all values.
func (q *preparedHaar) SumOfCounts() float64 {
	variance := q.weights()
	sum := q.axes[0].(haarAxis).sumOfCounts(variance)
	if q.known.Count > 0 {
		sum -= variance[0] // that of all values is known
	}
	return sum
}

// sumOfCounts adds up the variances of the sums of the first values, 1 to all, given those of the rows of each level. It goes level by
// level: runs of a level are alike, but for the last. In a sum that ends in the left half of a run the run's row counts for half of the
// share that the sum has of this half, and in one that ends in the right half for half of what it lacks of that.
func (h haarAxis) sumOfCounts(variance []float64) float64 {
	// Of the sums that end in a run: how many there are, their shares of it added up, the squares of these, and the variances of the rows
	// inside it.
	type ends struct{ counts, shares, squares, inside float64 }
	left := func(e ends, v float64) ends {
		return ends{e.counts, e.shares / 2, e.squares / 4, e.inside + v*e.squares/4}
	}
	right := func(e ends, v float64) ends {
		without := e.counts - 2*e.shares + e.squares // the squares of what shares lack
		return ends{e.counts, (e.counts + e.shares) / 2, (e.counts + 2*e.shares + e.squares) / 4, e.inside + v*without/4}
	}
	plus := func(a, b ends) ends {
		return ends{a.counts + b.counts, a.shares + b.shares, a.squares + b.squares, a.inside + b.inside}
	}
	whole, last := ends{1, 1, 1, 0}, ends{1, 1, 1, 0}
	for level := 1; level <= h.height; level++ {
		v := variance[level]
		if (h.size-1)>>(level-1)&1 == 1 { // otherwise it has no right half, and no row
			last = plus(left(whole, v), right(last, v))
		}
		whole = plus(left(whole, v), right(whole, v))
	}
	return variance[0]*last.squares + last.inside
}

// EachRow lists the rows of halved columns: of each column the run whose halves are compared, or
// the whole, or one value.
func (q *preparedHaar) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	laws := make(map[string]noise.Law)
	for _, g := range q.groups {
		laws[fmt.Sprint(g.Levels)] = g.Law
	}
	for place := range len(q.cells.Of) {
		of, levels := []int64{1}, make([]int, len(q.axes))
		for j, a := range q.axes {
			at := place
			for _, b := range q.axes[j+1:] {
				at /= b.Cells()
			}
			at %= a.Cells()
			column := make([]int64, a.Cells())
			if _, halved := a.(haarAxis); halved {
				levels[j] = haarRow(column, at)
			} else {
				column[at] = 1
			}
			of = outer(of, column)
		}
		if !yield(mechanism.RunsOfRow(of), laws[fmt.Sprint(levels)]) {
			return
		}
	}
	q.EachKnown(q.known, yield)
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

// Combined returns the error of a sum of answers.
func (q *preparedHaar) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, ProductSum{SpacesOf(q.axes), q.weights(), q.imposed, q.known.Count > 0}.Combined(q.Problem.Workload.Operator(), terms))
}

// Covary implements mechanism.Covarying: the rows' noise, as often as they count in the sum, restored to cells.
func (q *preparedHaar) Covary(dst, w []float64) bool {
	covary := func(dst, w []float64) {
		rows := slices.Clone(w)
		eachLine(q.axes, func(j, first, stride, size int, room *lineRoom) {
			if h, ok := q.axes[j].(haarAxis); ok {
				h.counted(rows[first:], stride, room.real(size))
			}
		})
		clear(dst)
		for _, g := range q.groups {
			q.eachRun(g, func(first, n int) {
				for i := first; i < first+n; i++ {
					dst[i] = g.variance * rows[i]
				}
			})
		}
		eachLine(q.axes, func(j, first, stride, size int, room *lineRoom) {
			if h, ok := q.axes[j].(haarAxis); ok {
				h.restore(dst[first:], stride, room.real(size))
			}
		})
	}
	covary(dst, w)
	if q.imposed {
		lessTotal(dst, covary)
	}
	return true
}
