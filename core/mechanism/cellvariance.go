package mechanism

import (
	"math"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/noise"
)

// maxVarianceWork bounds the cells visited when errors of ranges are added up cell by cell.
const maxVarianceWork = 500_000_000

// noisy is a set of independently noised cells: how many carry noise, and the sum of their
// variances.
type noisy struct {
	cells    int
	variance float64
}

func (n noisy) plus(m noisy) noisy { return noisy{n.cells + m.cells, n.variance + m.variance} }

func (n noisy) minus(m noisy) noisy { return noisy{n.cells - m.cells, n.variance - m.variance} }

// within returns the variance of the sum of the cells of n, some of those of a set whose
// sum is known exactly: S − S²/V by weighted least squares. It is exactly zero when n holds
// all of the set's noise or none of it.
func (n noisy) within(set noisy) float64 {
	if n.cells == 0 || n.cells == set.cells {
		return 0
	}
	return n.variance - n.variance*n.variance/set.variance
}

// cellVariances works out the variance of sums of independently noised cells on which
// known sums were imposed.
type cellVariances struct {
	known  knownSums
	before []noisy // before[j] gathers the cells below j
	sets   []noisy // the sets with known sums
	// runs says that every set is a run of cells; first holds their first cells.
	runs  bool
	first []int
	last  []int
}

func newCellVariances(known knownSums) *cellVariances {
	v := &cellVariances{known: known, sets: make([]noisy, known.count), runs: true}
	v.first, v.last = make([]int, known.count), make([]int, known.count)
	seen := make([]bool, known.count)
	previous := -1
	for cell, s := range known.set {
		if s >= 0 {
			if !seen[s] {
				seen[s], v.first[s] = true, cell
			} else if s != previous {
				v.runs = false
			}
			v.last[s] = cell
		}
		previous = s
	}
	return v
}

// work returns about how many steps the errors take where a known sum for each of several
// sets has to be allowed for.
func (v *cellVariances) work(p Problem) float64 {
	op := p.Workload.Operator()
	if _, runs := op.(linop.Intervals); v.known.count <= 1 || runs && v.runs {
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
	v.before = make([]noisy, len(q.cells.of)+1)
	swept, freed := q.swept.Variance(), q.freed.Variance()
	for cell, n := range q.cells.of {
		add := noisy{}
		if n >= 0 && !q.lawOf(cell).IsZero() {
			add = noisy{1, swept}
			if q.cells.free(cell) {
				add.variance = freed
			}
		}
		v.before[cell+1] = v.before[cell].plus(add)
		if v.known.count > 0 && v.known.set[cell] >= 0 {
			s := v.known.set[cell]
			v.sets[s] = v.sets[s].plus(add)
		}
	}
}

// run gathers the cells lo..hi.
func (v *cellVariances) run(lo, hi int) noisy {
	return v.before[hi+1].minus(v.before[lo])
}

// of returns the variance of the sum of the cells of a run.
func (v *cellVariances) of(r linop.Interval) float64 {
	all := v.run(r.Lo, r.Hi)
	switch {
	case v.known.count == 0 && all.cells == 0:
		return 0
	case v.known.count == 0:
		return all.variance
	case v.known.count == 1:
		return all.within(v.sets[0])
	}
	head, tail := v.known.set[r.Lo], v.known.set[r.Hi]
	switch {
	case !v.runs || head < 0 || tail < 0:
		return v.scattered(r)
	case head == tail:
		return all.within(v.sets[head])
	}
	// Sets that lie wholly inside are known exactly, so only the two at the ends count.
	return v.run(r.Lo, v.last[head]).within(v.sets[head]) + v.run(v.first[tail], r.Hi).within(v.sets[tail])
}

// scattered adds up cell by cell, the sets in the order in which they begin, so that the
// sum is the same every time.
func (v *cellVariances) scattered(r linop.Interval) float64 {
	inside := make(map[int]noisy)
	var order []int
	for cell := r.Lo; cell <= r.Hi; cell++ {
		s := v.known.set[cell]
		if s < 0 {
			continue
		}
		if _, seen := inside[s]; !seen {
			order = append(order, s)
		}
		inside[s] = inside[s].plus(v.run(cell, cell))
	}
	total := 0.0
	for _, s := range order {
		total += inside[s].within(v.sets[s])
	}
	return total
}

// estimate returns the expected error of every answer.
func (v *cellVariances) estimate(q *preparedCells) accuracy.Estimate {
	op := q.problem.Workload.Operator()
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	widths := newHalfWidths()
	fill := func(i, cells int, variance float64) {
		e.Answers[i] = accuracy.Answer{Variance: variance}
		if v.known.count == 0 && q.free == 0 {
			e.Answers[i].HalfWidth = widths.ofLaw(cells, q.swept)
		} else {
			e.Answers[i].HalfWidth = halfWidthUnder(q.swept, variance)
		}
	}
	runs, ok := runsOfCells(op)
	if !ok {
		cells, variances := v.sums(op)
		for i := range e.Answers {
			fill(i, cells[i], variances[i])
		}
		return e
	}
	for i := range e.Answers {
		r := runs(i)
		fill(i, v.run(r.Lo, r.Hi).cells, v.of(r))
	}
	return e
}

// runsOfCells returns the run of cells that each row of an operator adds up; false where
// rows are not runs.
func runsOfCells(op linop.Operator) (func(i int) linop.Interval, bool) {
	switch op := op.(type) {
	case linop.Selection:
		return func(i int) linop.Interval { return linop.Interval{Lo: op.Cell(i), Hi: op.Cell(i)} }, true
	case linop.Intervals:
		return op.At, true
	}
	return nil, false
}

// sums returns for each row of an operator that adds up cells how many carry noise and the
// variance of their sum.
func (v *cellVariances) sums(op linop.Operator) (cells []int, variances []float64) {
	cells, variances = make([]int, op.Rows()), make([]float64, op.Rows())
	if v.known.count <= 1 { // one set, or none: adding up does it
		x, y := make([]float64, op.Columns()), make([]float64, op.Columns())
		for cell := range x {
			n := v.run(cell, cell)
			x[cell], y[cell] = float64(n.cells), n.variance
		}
		many := make([]float64, op.Rows())
		op.ApplyFloat(many, x)
		op.ApplyFloat(variances, y)
		for i := range cells {
			cells[i] = int(math.Round(many[i]))
			switch {
			case cells[i] == 0:
				variances[i] = 0
			case v.known.count == 1:
				variances[i] = noisy{cells[i], variances[i]}.within(v.sets[0])
			}
		}
		return cells, variances
	}
	members := make([][]int, v.known.count)
	for cell, s := range v.known.set {
		if s >= 0 {
			members[s] = append(members[s], cell)
		}
	}
	inside := make([]noisy, op.Rows())
	var touched []int
	for s, set := range members {
		touched = touched[:0]
		for _, cell := range set {
			n := v.run(cell, cell)
			op.Column(cell, func(row int, _ int64) {
				if inside[row] == (noisy{}) {
					touched = append(touched, row)
				}
				inside[row] = inside[row].plus(n)
			})
		}
		for _, row := range touched { // twice in the list if its first cells had no noise: then nothing is left
			cells[row] += inside[row].cells
			variances[row] += inside[row].within(v.sets[s])
			inside[row] = noisy{}
		}
	}
	return cells, variances
}

// level is that of all intervals: 19 times in 20.
const level = 0.95

// halfWidthOf returns the half-width of a weighted sum of independent rows with no weight
// above one, given its variance; 0 for an exact answer.
func halfWidthOf(variance float64) float64 {
	if variance == 0 {
		return 0
	}
	return accuracy.HalfWidthOfWeighted(math.Sqrt(variance), 1, level)
}

// halfWidths remembers half-widths of sums of equal noise.
type halfWidths struct {
	last law       // whose half-widths are in few
	few  []float64 // by the number of rows, NaN where not known
	all  map[halfWidthKey]float64
}

type halfWidthKey struct {
	rows int
	law  law
}

// fewWidths is up to how many rows half-widths are kept in a list.
const fewWidths = 1 << 13

func newHalfWidths() *halfWidths { return &halfWidths{all: make(map[halfWidthKey]float64)} }

// of returns the half-width of a sum of so many independent rows of one scale.
func (h *halfWidths) of(rows int, s noise.Scale) float64 { return h.ofLaw(rows, law{Scale: s}) }

// ofLaw returns the half-width of a sum of so many independent rows of one law: exact for Laplace
// noise and for one row.
func (h *halfWidths) ofLaw(rows int, l law) float64 {
	if rows == 0 || l.IsZero() {
		return 0
	}
	if l != h.last {
		h.last, h.few = l, h.few[:0]
	}
	if rows < len(h.few) && !math.IsNaN(h.few[rows]) {
		return h.few[rows]
	}
	key := halfWidthKey{rows, l}
	w, ok := h.all[key]
	switch {
	case ok:
	case l.SigmaSquared.IsZero():
		w = float64(accuracy.HalfWidth(rows, l.Scale, level))
	case rows == 1:
		w = float64(l.SigmaSquared.HalfWidth(level))
	default:
		w = halfWidthUnder(l, float64(rows)*l.Variance())
	}
	h.all[key] = w
	if rows < fewWidths {
		for len(h.few) <= rows {
			h.few = append(h.few, math.NaN())
		}
		h.few[rows] = w
	}
	return w
}
