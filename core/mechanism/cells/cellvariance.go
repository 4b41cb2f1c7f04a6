package cells

import (
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
)

// cellVariances works out the variance of sums of independently noised cells on which
// known sums were imposed.
type cellVariances struct {
	known  mechanism.KnownSums
	before []mechanism.Noisy // before[j] gathers the cells below j
	sets   []mechanism.Noisy // the sets with known sums
	// runs says that every set is a run of cells, but for impossible ones among them. Where there are several, first and last hold
	// the ends of each, and next and previous the nearest possible cell from each on, upward and downward.
	runs           bool
	first, last    []int
	next, previous []int
}

func newCellVariances(known mechanism.KnownSums) *cellVariances {
	v := &cellVariances{known: known, sets: make([]mechanism.Noisy, known.Count), runs: true}
	if known.Count <= 1 {
		return v // where sets end is not asked for
	}
	v.first, v.last = make([]int, known.Count), make([]int, known.Count)
	n := len(known.Set)
	v.next, v.previous = make([]int, n), make([]int, n)
	seen := make([]bool, known.Count)
	before := -1 // the last possible cell
	for cell, s := range known.Set {
		if s >= 0 {
			if !seen[s] {
				seen[s], v.first[s] = true, cell
			} else if s != known.Set[before] {
				v.runs = false
			}
			v.last[s], before = cell, cell
		}
		v.previous[cell] = before
	}
	after := n
	for cell, s := range slices.Backward(known.Set) {
		if s >= 0 {
			after = cell
		}
		v.next[cell] = after
	}
	return v
}

// work returns about how many steps the errors take where a known sum for each of several
// sets has to be allowed for.
func (v *cellVariances) work(p mechanism.Problem) float64 {
	op := p.Workload.Operator()
	if _, runs := op.(linop.Intervals); v.known.Count <= 1 || runs && v.runs {
		return 0
	}
	return float64(op.Columns()) * holders(op)
}

// holders returns about how many steps it takes to find the rows that hold a cell.
func holders(op linop.Operator) float64 {
	switch op := op.(type) {
	case linop.Selection:
		return 1
	case linop.Crosstab:
		return float64(int(1) << len(op.Sizes()))
	case linop.Lifted:
		return holders(op.Operator())
	case linop.Stack:
		n := 0.0
		for _, part := range op.Operators() {
			n += holders(part)
		}
		return n
	}
	return float64(op.Rows())
}

// fill adds up the variances of a prepared mechanism's cells.
func (v *cellVariances) fill(q *preparedCells) {
	v.before = make([]mechanism.Noisy, len(q.cells.Of)+1)
	variance := q.varianceOf()
	for cell, n := range q.cells.Of {
		add := mechanism.Noisy{}
		if n >= 0 && !q.lawOf(cell).IsZero() {
			add = mechanism.Noisy{Cells: 1, Variance: variance(cell)}
		}
		v.before[cell+1] = v.before[cell].Plus(add)
		if v.known.Count > 0 && v.known.Set[cell] >= 0 {
			s := v.known.Set[cell]
			v.sets[s] = v.sets[s].Plus(add)
		}
	}
}

// run gathers the cells lo..hi.
func (v *cellVariances) run(lo, hi int) mechanism.Noisy {
	return v.before[hi+1].Minus(v.before[lo])
}

// runOf returns the run of cells that each row of an operator adds up, and false where it does not add up runs or their
// variances need the sets cell by cell.
func (v *cellVariances) runOf(op linop.Operator) (func(row int) linop.Interval, bool) {
	if v.known.Count > 1 && !v.runs {
		return nil, false
	}
	return linop.RunOf(op)
}

// Of returns the variance of the sum of the cells of a run, where sets are runs or there is at most one.
func (v *cellVariances) Of(r linop.Interval) float64 {
	all := v.run(r.Lo, r.Hi)
	switch {
	case v.known.Count == 0 && all.Cells == 0:
		return 0
	case v.known.Count == 0:
		return all.Variance
	case v.known.Count == 1:
		return all.Within(v.sets[0])
	}
	r.Lo, r.Hi = v.next[r.Lo], v.previous[r.Hi]
	if r.Lo > r.Hi {
		return 0
	}
	head, tail := v.known.Set[r.Lo], v.known.Set[r.Hi]
	if head == tail {
		return all.Within(v.sets[head])
	}
	// Sets that lie wholly inside are known exactly, so only the two at the ends count.
	return v.run(r.Lo, v.last[head]).Within(v.sets[head]) + v.run(v.first[tail], r.Hi).Within(v.sets[tail])
}

// Estimate returns the expected error of every sum of an operator, with the half-widths unless nobody looks at them.
func (v *cellVariances) Estimate(q *preparedCells, op linop.Operator, wide bool) accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	widths := mechanism.NewHalfWidths()
	fill := func(i int, s someCells) {
		e.Answers[i] = accuracy.Answer{Variance: s.variance}
		switch {
		case !wide || s.variance == 0:
		case q.laws != nil && s.set >= 0:
			e.Answers[i].HalfWidth = widths.Of(s.cells, q.laws[s.set].InGroup(0)) // alike in all sets of its size
		case q.keptBack() || v.known.Count == 0 && q.free == 0:
			e.Answers[i].HalfWidth = widths.Of(s.cells, q.swept)
		default:
			e.Answers[i].HalfWidth = mechanism.HalfWidthUnder(q.swept.Family(), s.variance)
		}
	}
	runs, ok := v.runOf(op)
	if !ok {
		for i, s := range v.sums(op) {
			fill(i, s)
		}
		return e
	}
	for i := range e.Answers {
		r := runs(i)
		fill(i, someCells{v.run(r.Lo, r.Hi).Cells, v.Of(r), v.setOf(r)})
	}
	return e
}

// setOf returns the set with a known sum that all possible cells of a run are in, -1 where there is none.
func (v *cellVariances) setOf(r linop.Interval) int {
	if v.known.Count <= 1 {
		return v.known.Count - 1
	}
	if r.Lo, r.Hi = v.next[r.Lo], v.previous[r.Hi]; r.Lo > r.Hi || v.known.Set[r.Lo] != v.known.Set[r.Hi] {
		return -1
	}
	return v.known.Set[r.Lo]
}

// someCells are cells that are added up: how many carry noise, the variance of their sum, and the set with a known sum they are in, -1 where
// they are in several or none.
type someCells struct {
	cells    int
	variance float64
	set      int
}

// sums returns what each row of an operator adds up.
func (v *cellVariances) sums(op linop.Operator) []someCells {
	out := make([]someCells, op.Rows())
	if v.known.Count <= 1 { // one set, or none: adding up does it
		x, y := make([]float64, op.Columns()), make([]float64, op.Columns())
		for cell := range x {
			n := v.run(cell, cell)
			x[cell], y[cell] = float64(n.Cells), n.Variance
		}
		many, variances := make([]float64, op.Rows()), make([]float64, op.Rows())
		op.ApplyFloat(many, x)
		op.ApplyFloat(variances, y)
		for i := range out {
			out[i] = someCells{int(math.Round(many[i])), variances[i], v.known.Count - 1}
			switch {
			case out[i].cells == 0:
				out[i].variance = 0
			case v.known.Count == 1:
				out[i].variance = mechanism.Noisy{Cells: out[i].cells, Variance: variances[i]}.Within(v.sets[0])
			}
		}
		return out
	}
	members := make([][]int, v.known.Count)
	for cell, s := range v.known.Set {
		if s >= 0 {
			members[s] = append(members[s], cell)
		}
	}
	inside := make([]mechanism.Noisy, op.Rows())
	var touched []int
	for s, set := range members {
		touched = touched[:0]
		for _, cell := range set {
			n := v.run(cell, cell)
			op.Column(cell, func(row int, _ int64) {
				if inside[row] == (mechanism.Noisy{}) {
					touched = append(touched, row)
				}
				inside[row] = inside[row].Plus(n)
			})
		}
		for _, row := range touched { // twice in the list if its first cells had no noise: then nothing is left
			if n := inside[row]; n.Cells > 0 {
				if out[row].set = s; out[row].cells > 0 {
					out[row].set = -1
				}
				out[row].cells += n.Cells
				out[row].variance += n.Within(v.sets[s])
			}
			inside[row] = mechanism.Noisy{}
		}
	}
	return out
}
