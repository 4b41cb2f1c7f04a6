package mechanism

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/noise"
)

// Covarying is what a prepared mechanism implements that estimates cells with errors that are linear in its noise.
// All that is known of sums of cells goes one way from there: Task.Condition, which needs nothing else of the
// mechanism's noise and works the errors of answers, of sums of them, and the estimates themselves out.
type Covarying interface {
	Noise() []Noise
	// Covary writes the covariance of the error of each estimated cell with that of the sum of the cells with weights w:
	// what the covariance matrix of the cells makes of w. It is false where the estimate does not tell that sum, or the
	// covariances would take too long, which may depend on public numbers only.
	Covary(dst, w []float64) bool
}

// Bounds on the work of one mechanism, from public numbers only: sums times cells and answers, and the same with sums
// squared.
const (
	maxConditioned     = 1 << 22
	maxConditionedWork = 1 << 30
)

// conditioning makes estimated cells meet the public sums of cells: least squares by covariance with exact sums ("Unadjusted
// answers and known totals" in docs/mathematics.md). Only public numbers go in; it draws nothing.
type conditioning struct {
	rows   []publicSum // those that neither follow from others nor are met by every estimate
	size   []float64   // the standard deviation of each row's error
	lower  blas64.Triangular
	by     blas64.General // what each row, made independent of those before it, has in common with every cell
	weight []float64      // how often a draw counts in each row at most
	least  float64        // the least variance of a draw
	family noise.Family
	known  *integerSpan
	exact  []int             // answers that are determined
	alone  accuracy.Estimate // the errors without what more is known
}

// Condition takes all that is publicly known of sums of cells into account, once the mechanism's noise is chosen, and
// returns the errors that are left of those of its estimates. weight is how often a draw counts in an answer at most.
func (t *Task) Condition(q Covarying, known KnownSums, e accuracy.Estimate, weight float64) accuracy.Estimate {
	t.given = t.Problem.condition(q, known)
	return t.conditioned(e, weight)
}

// conditioned takes what is known off errors, where anything is.
func (t *Task) conditioned(e accuracy.Estimate, weight float64) accuracy.Estimate {
	if t.given == nil {
		return e
	}
	t.given.alone = e
	return t.given.estimate(t.Problem, e, weight)
}

// Alone returns the errors that a prepared mechanism's noise makes by itself, before its estimates meet what more is known:
// what one that is searched for is compared with on the way.
func Alone(q Prepared) accuracy.Estimate {
	switch u := q.(type) {
	case inUnits:
		return u.scaled(Alone(u.Prepared))
	case linearInUnits:
		return u.scaled(Alone(u.Prepared))
	case interface {
		unconditioned() (accuracy.Estimate, bool)
	}:
		if e, ok := u.unconditioned(); ok {
			return e
		}
	}
	return q.ExpectedError()
}

// Covariance writes to dst what the covariances of a prepared mechanism's estimated cells, once they meet all that is known, make of
// the weights w, as Covarying does; false where they are not known.
func Covariance(q Prepared, dst, w []float64) bool {
	switch u := q.(type) {
	case inUnits:
		return Covariance(u.Prepared, dst, w)
	case linearInUnits:
		return Covariance(u.Prepared, dst, w)
	case linearFollowing:
		return Covariance(u.Prepared, dst, w)
	}
	c, ok := q.(Covarying)
	if !ok || q.Info().DataDependent || !c.Covary(dst, w) {
		return false
	}
	if t, ok := q.(interface{ told() *conditioning }); ok && t.told() != nil {
		by := t.told().by
		for j := range by.Rows {
			own, common := by.Data[j*by.Cols:(j+1)*by.Cols], 0.0
			for i, v := range own {
				common += v * w[i]
			}
			for i, v := range own {
				dst[i] -= common * v
			}
		}
	}
	return true
}

func (t Task) told() *conditioning { return t.given }

func (t Task) unconditioned() (accuracy.Estimate, bool) {
	if t.given == nil {
		return accuracy.Estimate{}, false
	}
	return t.given.alone, true
}

// MostCounted is how often a draw counts in an answer at most, where answers count no cell more than once; nothing is
// said of others.
func MostCounted(p Problem) float64 {
	if p.Workload.Weighs() {
		return math.Inf(1)
	}
	return 1
}

// condition returns nil where every estimate meets all that is known.
func (p Problem) condition(q Covarying, known KnownSums) *conditioning {
	sums, counted := p.publicSums(known)
	if len(sums) == 0 {
		return nil
	}
	cells := p.Workload.Operator().Columns()
	c := &conditioning{}
	for _, n := range q.Noise() {
		if n.Noisy() {
			if c.least == 0 {
				c.family = n.Family()
			}
			c.family = c.family.Wider(n.Family())
			if v := n.Variance(); c.least == 0 || v < c.least {
				c.least = v
			}
		}
	}
	if c.least == 0 {
		return nil
	}
	w := make([]float64, cells)
	weighed := func(s publicSum, weight func(cell int32) float64) []float64 {
		clear(w)
		for _, cell := range s.cells {
			w[cell] = weight(cell)
		}
		dst := make([]float64, cells)
		if !q.Covary(dst, w) {
			return nil
		}
		return dst
	}
	covary := func(s publicSum) []float64 { return weighed(s, func(int32) float64 { return 1 }) }
	most := 0.0 // of the covariances with the sums
	var rows []publicSum
	var with [][]float64
	for _, s := range sums {
		if v := covary(s); v != nil {
			rows, with, most = append(rows, s), append(with, v), max(most, largestOf(v))
		}
	}
	// Looking at cells one by one takes longest, and is for where nothing else decides. No covariance of two cells is larger than the larger
	// of their variances, which some know without all covariances.
	largest := sync.OnceValue(func() float64 {
		looked := make([]linop.Interval, min(lookedAt, cells))
		for i := range looked {
			cell := linop.Spaced(i, cells, len(looked))
			looked[i] = linop.Interval{Lo: cell, Hi: cell}
		}
		if of, ok := q.(OfRuns); ok && len(p.Workload.Domain().Attributes()) == 1 {
			for _, a := range of.OfRuns(linop.Ranges(cells, looked), false).Answers {
				most = max(most, a.Variance)
			}
			return most
		}
		for _, cell := range looked {
			if v := covary(publicSum{cells: []int32{int32(cell.Lo)}}); v != nil {
				most = max(most, largestOf(v))
			}
		}
		return most
	})
	follows, told := known.follows(), newIntegerSpan(len(rows), counted)
	for i, v := range with {
		if counted.has(int(rows[i].cells[0])) && !told.add(rows[i]) {
			continue // it follows from others, exactly
		}
		if follows(rows[i]) || !counted.has(int(rows[i].cells[0])) {
			// What cancels in a sum may be far larger than what was looked at. With unequal weights it does not cancel.
			if left := largestOf(v); left <= met*most || left <= met*largestOf(weighed(rows[i], unequal)) || left <= met*largest() {
				continue // what is left of it is rounding
			}
		}
		if d := rows[i].of(v); d > 0 {
			with[len(c.rows)], c.rows, c.size = v, append(c.rows, rows[i]), append(c.size, math.Sqrt(d))
		}
	}
	if len(c.rows) == 0 {
		return nil
	}
	c.factor(with[:len(c.rows)], cells)
	sizes := p.Workload.Domain().Sizes()
	for i, s := range c.rows {
		if c.weight = append(c.weight, 1); !s.isBox(sizes) {
			c.weight[i] = c.size[i] / math.Sqrt(c.least)
		}
	}
	c.known = spanOf(sums, counted)
	return c
}

// What may be rounding: covariances with a sum of whole known sums, in parts of the largest there are; the variance that other sums leave of one that follows from them, in parts of it; and what is left of
// a sum that may be determined, which is decided exactly then.
const (
	met       = 1e-11
	dependent = 1e-13
	nearly    = 1e-2
)

// unequal is a weight for every cell, of which no few add up to nothing.
func unequal(cell int32) float64 { return 1.5 + math.Sin(float64(cell)*float64(cell)) }

// lookedAt is how many cells are looked at to see how large covariances are.
const lookedAt = 16

func largestOf(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}

// factor keeps the rows that do not follow from others, by pivoted Cholesky, and makes their covariances with the cells
// independent of one another.
func (c *conditioning) factor(with [][]float64, cells int) {
	n := len(c.rows)
	products := mat.NewSymDense(n, nil)
	for i := range n {
		products.SetSym(i, i, 1)
		for j := range i {
			products.SetSym(j, i, c.rows[i].of(with[j])/(c.size[i]*c.size[j]))
		}
	}
	var order mat.PivotedCholesky
	order.Factorize(products, dependent)
	kept := order.ColumnPivots(nil)[:order.Rank()]
	own := mat.NewSymDense(len(kept), nil)
	rows, size := make([]publicSum, len(kept)), make([]float64, len(kept))
	c.by = blas64.General{Rows: len(kept), Cols: cells, Stride: cells, Data: make([]float64, len(kept)*cells)}
	for a, i := range kept {
		for b, j := range kept[:a+1] {
			own.SetSym(b, a, products.At(i, j))
		}
		rows[a], size[a] = c.rows[i], c.size[i]
		for cell, v := range with[i] {
			c.by.Data[a*cells+cell] = v / c.size[i]
		}
	}
	c.rows, c.size = rows, size
	var factors mat.Cholesky
	factors.Factorize(own) // it is positive definite: its pivots are those of the kept rows
	var lower mat.TriDense
	factors.LTo(&lower)
	c.lower = lower.RawTriangular()
	solve(blas.NoTrans, c.lower, c.by)
}

// solve multiplies rows by the inverse of a lower triangle, some columns after another, which stay near the processor.
func solve(how blas.Transpose, lower blas64.Triangular, of blas64.General) {
	const some = 256
	for at := 0; at < of.Cols; at += some {
		part := blas64.General{Rows: of.Rows, Cols: min(some, of.Cols-at), Stride: of.Stride, Data: of.Data[at:]}
		blas64.Trsm(blas.Left, how, 1, lower, part)
	}
}

// estimate takes what the sums tell off the errors of all answers.
func (c *conditioning) estimate(p Problem, e accuracy.Estimate, weight float64) accuracy.Estimate {
	op, n := p.Workload.Operator(), len(e.Answers)
	told := blas64.General{Rows: c.by.Rows, Cols: n, Stride: n, Data: make([]float64, c.by.Rows*n)}
	less := make([]float64, n)
	for j := range told.Rows {
		own := told.Data[j*n : (j+1)*n]
		op.ApplyFloat(own, c.by.Data[j*c.by.Cols:(j+1)*c.by.Cols])
		for i, v := range own {
			less[i] += v * v
		}
	}
	out := e
	out.Answers = make([]accuracy.Answer, n)
	large := false
	for i, a := range e.Answers {
		left := c.left(a.Variance, less[i], func(yield func(cell int, times float64)) {
			op.Row(i, func(cell int, v int64) { yield(cell, float64(v)) })
		})
		if left == 0 {
			c.exact = append(c.exact, i)
			continue
		}
		out.Answers[i].Variance, large = left, large || left > weight*weight*c.least
	}
	counted := make([]float64, n) // how often a draw counts in what is taken off
	if large {
		solve(blas.Trans, c.lower, told)
		for j := range told.Rows {
			each := c.weight[j] / c.size[j]
			for i, v := range told.Data[j*n : (j+1)*n] {
				counted[i] += math.Abs(v) * each
			}
		}
	}
	for i, a := range out.Answers {
		if a.Variance > 0 {
			out.Answers[i].HalfWidth = c.combined(a.Variance, weight+counted[i]).HalfWidth()
		}
	}
	return out
}

// left returns what is left of a variance: exactly nothing where the known sums determine the answer, and not merely
// little. What differences of large numbers leave is no less than their rounding.
func (c *conditioning) left(variance, less float64, row func(yield func(cell int, times float64))) float64 {
	switch rest := variance - less; {
	case variance == 0:
		return 0
	case rest > nearly*variance:
		return rest
	case c.known.holds(row):
		return 0
	default:
		return max(rest, Rounding*variance)
	}
}

// combined is the error of a sum in which draws count so often at most. No draw counts for more than its own standard
// deviation allows either.
func (c *conditioning) combined(variance, weight float64) Combined {
	return Combined{Variance: variance, Weight: min(weight, math.Sqrt(variance/c.least)), Family: c.family}
}

// Given returns what is left of the error of a sum of answers where more is known of sums of cells.
func (t Task) Given(terms []Term, of Combined) Combined {
	c := t.given
	if c == nil || of.Variance == 0 {
		return of
	}
	list := CellWeights(t.Problem.Workload.Operator(), terms)
	told := make([]float64, c.by.Rows)
	less := 0.0
	for j := range told {
		own := c.by.Data[j*c.by.Cols : (j+1)*c.by.Cols]
		for _, w := range list {
			told[j] += w.Weight * own[w.Cell]
		}
		less += told[j] * told[j]
	}
	left := c.left(of.Variance, less, func(yield func(cell int, times float64)) {
		for _, w := range list {
			yield(w.Cell, w.Weight)
		}
	})
	if left == 0 || len(terms) > 1 && left <= Rounding*of.Variance {
		return Combined{}
	}
	blas64.Trsv(blas.Trans, c.lower, blas64.Vector{N: len(told), Data: told, Inc: 1})
	weight := of.Weight
	for j, v := range told {
		weight += math.Abs(v) * c.weight[j] / c.size[j]
	}
	return c.combined(left, weight)
}

// Meet moves estimated cells as little as their errors make likely so that they meet all that is known; sums are those of
// the known sums. It reports whether it moved any.
func (t Task) Meet(x []float64, sums []int64) bool {
	c := t.given
	if c == nil {
		return false
	}
	off := blas64.Vector{N: c.by.Rows, Data: make([]float64, c.by.Rows), Inc: 1}
	for range 2 { // the second time what rounding left
		for i, s := range c.rows {
			off.Data[i] = (s.value(sums) - s.of(x)) / c.size[i]
		}
		blas64.Trsv(blas.NoTrans, c.lower, off)
		blas64.Gemv(blas.Trans, 1, c.by, off, 1, blas64.Vector{N: len(x), Data: x, Inc: 1})
	}
	return true
}

// Exactly makes answers that are determined whole, as they are but for rounding.
func (t Task) Exactly(a Answers) Answers {
	if t.given != nil {
		for _, i := range t.given.exact {
			a.Unadjusted[i] = math.Round(a.Unadjusted[i])
		}
	}
	return a
}

// Answers answers the question from estimated cells that are made to meet all that is known first.
func (t Task) Answers(known KnownSums, x []float64, sums []int64) (Answers, error) {
	t.Meet(x, sums)
	a, err := AnswersOf(t.Problem, known, x, sums)
	return t.Exactly(a), err
}

// EachKnown yields the known sums, and what else estimates are made to meet, as rows without noise.
func (t Task) EachKnown(known KnownSums, yield YieldRow) {
	yield = Stopping(yield)
	known.EachRow(yield)
	if t.given == nil {
		return
	}
	of := make([]int64, t.given.by.Cols)
	for _, s := range t.given.rows {
		clear(of)
		for _, cell := range s.cells {
			of[cell] = 1
		}
		if (s.set < 0 || known.Count == 0) && t.Problem.Workload.Domain().Possible(int(s.cells[0])) {
			yield(RunsOfRow(of), noise.Law{})
		}
	}
}
