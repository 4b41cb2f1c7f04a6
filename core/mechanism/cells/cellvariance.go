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
	// runs says that every set is a run of cells, but for impossible ones among them; first and last hold the ends of each, and
	// next and previous the nearest possible cell from each on, upward and downward.
	runs           bool
	first, last    []int
	next, previous []int
}

func newCellVariances(known mechanism.KnownSums) *cellVariances {
	v := &cellVariances{known: known, sets: make([]mechanism.Noisy, known.Count), runs: true}
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
	swept, freed := q.swept.Variance(), q.freed.Variance()
	for cell, n := range q.cells.Of {
		add := mechanism.Noisy{}
		if n >= 0 && !q.lawOf(cell).IsZero() {
			add = mechanism.Noisy{Cells: 1, Variance: swept}
			if q.cells.Free(cell) {
				add.Variance = freed
			}
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
	fill := func(i, cells int, variance float64) {
		e.Answers[i] = accuracy.Answer{Variance: variance}
		if !wide {
			return
		}
		if q.balanced() || v.known.Count == 0 && q.free == 0 {
			e.Answers[i].HalfWidth = widths.Of(cells, q.swept)
		} else {
			e.Answers[i].HalfWidth = mechanism.HalfWidthUnder(q.swept.Family(), variance)
		}
	}
	runs, ok := v.runOf(op)
	if !ok {
		cells, variances := v.sums(op)
		for i := range e.Answers {
			fill(i, cells[i], variances[i])
		}
		return e
	}
	for i := range e.Answers {
		r := runs(i)
		fill(i, v.run(r.Lo, r.Hi).Cells, v.Of(r))
	}
	return e
}

// sums returns for each row of an operator that adds up cells how many carry noise and the
// variance of their sum.
func (v *cellVariances) sums(op linop.Operator) (cells []int, variances []float64) {
	cells, variances = make([]int, op.Rows()), make([]float64, op.Rows())
	if v.known.Count <= 1 { // one set, or none: adding up does it
		x, y := make([]float64, op.Columns()), make([]float64, op.Columns())
		for cell := range x {
			n := v.run(cell, cell)
			x[cell], y[cell] = float64(n.Cells), n.Variance
		}
		many := make([]float64, op.Rows())
		op.ApplyFloat(many, x)
		op.ApplyFloat(variances, y)
		for i := range cells {
			cells[i] = int(math.Round(many[i]))
			switch {
			case cells[i] == 0:
				variances[i] = 0
			case v.known.Count == 1:
				variances[i] = mechanism.Noisy{Cells: cells[i], Variance: variances[i]}.Within(v.sets[0])
			}
		}
		return cells, variances
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
			cells[row] += inside[row].Cells
			variances[row] += inside[row].Within(v.sets[s])
			inside[row] = mechanism.Noisy{}
		}
	}
	return cells, variances
}
