package matrix

import (
	"context"
	"math"
	"math/big"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/line"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// preparedCombinations measures whole-number combinations of some of the cells, from which all are
// known, with noise of one law on each.
type preparedCombinations struct {
	mechanism.Task
	components mechanism.ComponentCells
	known      mechanism.KnownSums
	family     noise.Family

	cells  []int   // whose counts the rows combine
	rows   int     // at least as many
	matrix []int64 // by rows, an entry for each of the cells
	// root is, by component, the cell that has no column, whose count is what the others leave of
	// the component's total; -1 where all cells have one.
	root []int
	// size is the largest change along an edge, per weight: in L1, or squared in L2 per squared weight.
	size  *big.Rat
	noise noise.Law
	// totals are the components whose totals are measured, since nobody agreed to publish them
	// though no edge changes them; their noise hides one person more or less.
	totals []int
	total  noise.Law

	// inverse makes the counts of the cells of the rows.
	inverse *mat.Dense
	// Spread has for each cell by how much the noise of each row, and then of each measured total,
	// moves it, in units of its standard deviation.
	spread *mat.Dense
	// share is by how much each cell moves when the number of people is imposed; nil where that is
	// not known, or nothing is left to impose.
	share    []float64
	estimate accuracy.Estimate
}

// newCombinations returns a strategy without rows over the unknowns of a problem, and the edges that
// it has to hide with the budget for those of weight One.
func newCombinations(info mechanism.Info, p mechanism.Problem, f noise.Family) (*preparedCombinations, *optimum.Problem, *policy.Policy, error) {
	c, err := p.Components()
	if err != nil {
		return nil, nil, nil, err
	}
	q := &preparedCombinations{Task: mechanism.Task{By: info, Problem: p}, components: c, known: p.Known(c), family: f}
	// Where facts tie people together what moves along with a light edge may be a heavy one, so
	// that every edge is hidden like the lightest (Problem.EffectiveAt).
	edges := p.Policy
	if p.TiedPeople().Factor > 1 {
		edges, _ = p.Policy.Unweighted()
	}
	problem, err := optimum.New(p.Workload.Operator(), edges, false)
	if err != nil {
		return nil, nil, nil, err
	}
	q.cells = problem.Cells()
	q.root = make([]int, len(c.Sizes))
	for i := range q.root {
		q.root[i] = -1
	}
	column := make(map[int]bool, len(q.cells))
	for _, cell := range q.cells {
		column[cell] = true
	}
	for cell, n := range c.Of {
		if n >= 0 && !column[cell] {
			q.root[n] = cell
		}
	}
	return q, problem, edges, nil
}

// overCells returns the rows over all cells, and beside them the sums of the components, of which they may tell nothing.
func (q *preparedCombinations) overCells() *mat.Dense {
	n := len(q.cells)
	out := mat.NewDense(q.rows+len(q.components.Sizes), len(q.components.Of), nil)
	largest := 0.0
	for i := range q.rows {
		for j, cell := range q.cells {
			v := float64(q.matrix[i*n+j])
			out.Set(i, cell, v)
			largest = max(largest, math.Abs(v))
		}
	}
	for cell, c := range q.components.Of {
		if c >= 0 {
			out.Set(q.rows+c, cell, largest)
		}
	}
	return out
}

// finish works out noise and errors once the rows and their inverse are there.
func (q *preparedCombinations) finish(edges *policy.Policy) error {
	if err := q.hide(edges, q.Problem.EffectiveAt(weighted.One).Rat()); err != nil {
		return err
	}
	q.Weigh()
	q.estimate = q.Condition(q, q.known, q.expected(), math.Inf(1))
	return nil
}

// hide works out the sensitivity of the rounded matrix over all edges and the noise for it.
func (q *preparedCombinations) hide(edges *policy.Policy, budget *big.Rat) error {
	n := len(q.cells)
	columns := make([][]int64, len(q.components.Of)) // nil for cells that no row counts
	for j, cell := range q.cells {
		columns[cell] = make([]int64, q.rows)
		for i := range q.rows {
			columns[cell][i] = q.matrix[i*n+j]
		}
	}
	between := distance
	if q.family.Squares() {
		between = squaredDistance
	}
	column := func(v policy.Vertex) []int64 {
		if v == policy.Absent {
			return nil
		}
		return columns[v]
	}
	size, weight := int64(0), weighted.One // the largest of those of one weight
	q.size = new(big.Rat)
	keep := func() {
		per := new(big.Rat).Quo(new(big.Rat).SetInt64(size), mechanism.Spendable(q.family, weight.Rat()))
		if per.Cmp(q.size) > 0 {
			q.size = per
		}
		size = 0
	}
	err := edges.Edges(func(e policy.Edge) bool {
		if e.Weight != weight {
			keep()
			weight = e.Weight
		}
		size = max(size, between(column(e.U), column(e.V)))
		return true
	})
	if err != nil {
		return err
	}
	if keep(); q.size.Sign() == 0 {
		return message.Errorf("no secret pair changes the combinations: use another method")
	}
	if q.noise, err = mechanism.LawFor(q.family, q.size, budget); err != nil {
		return err
	}
	for c, root := range q.root {
		exact := q.known.Count == len(q.components.Sizes)
		if root >= 0 && !exact {
			q.totals = append(q.totals, c)
		}
	}
	if len(q.totals) > 0 {
		q.total, err = mechanism.LawFor(q.family, big.NewRat(1, 1), q.Problem.Effective().Rat())
	}
	return err
}

// squaredDistance returns the squared distance of two columns, nil being zero. Entries are below
// 2^26 and there are at most 256, so it is exact.
func squaredDistance(a, b []int64) int64 {
	sum := int64(0)
	for i := range max(len(a), len(b)) {
		d := int64(0)
		if a != nil {
			d = a[i]
		}
		if b != nil {
			d -= b[i]
		}
		sum += d * d
	}
	return sum
}

// distance returns the L1 distance of two columns, nil being zero. Entries are below 2^26 and there
// are some thousands at most.
func distance(a, b []int64) int64 {
	sum := int64(0)
	for i := range max(len(a), len(b)) {
		d := int64(0)
		if a != nil {
			d = a[i]
		}
		if b != nil {
			d -= b[i]
		}
		sum += max(d, -d)
	}
	return sum
}

// Weigh works out what the noise does to the cells.
func (q *preparedCombinations) Weigh() {
	k := len(q.components.Of)
	q.spread = mat.NewDense(k, q.rows+len(q.totals), nil)
	deviation := math.Sqrt(q.noise.Variance())
	for j, cell := range q.cells {
		root := q.root[q.components.Of[cell]]
		for i := range q.rows {
			v := deviation * q.inverse.At(j, i)
			q.spread.Set(cell, i, v)
			if root >= 0 {
				q.spread.Set(root, i, q.spread.At(root, i)-v)
			}
		}
	}
	for t, c := range q.totals {
		q.spread.Set(q.root[c], q.rows+t, math.Sqrt(q.total.Variance()))
	}
	q.impose()
}

// impose takes into account that the number of people is known, where the measurements leave it
// open: least squares with an exact sum (docs/mathematics.md, "Tidied answers").
func (q *preparedCombinations) impose() {
	_, people := q.Problem.Facts.Total()
	if !people || q.known.Count == len(q.components.Sizes) && !q.open() {
		return
	}
	// By how much each noise moves the sum of all cells: where a cell has no column of its own the
	// component's total is what was measured, and the rows' noise cancels exactly.
	k, n := len(q.components.Of), q.rows
	_, noises := q.spread.Dims()
	sum := make([]float64, noises)
	for _, cell := range q.cells {
		if q.root[q.components.Of[cell]] < 0 {
			for i := range n {
				sum[i] += q.spread.At(cell, i)
			}
		}
	}
	for t, c := range q.totals {
		sum[n+t] = q.spread.At(q.root[c], n+t)
	}
	along, all := make([]float64, k), 0.0
	for i, v := range sum {
		for u := range k {
			along[u] += v * q.spread.At(u, i)
		}
		all += v * v
	}
	q.share = make([]float64, k)
	for u := range k {
		q.share[u] = along[u] / all
		for i, v := range sum {
			q.spread.Set(u, i, q.spread.At(u, i)-q.share[u]*v)
		}
	}
}

// open reports whether a component's total is part of what is measured.
func (q *preparedCombinations) open() bool {
	for _, root := range q.root {
		if root < 0 {
			return true
		}
	}
	return false
}

func (q *preparedCombinations) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedCombinations) Noise() []mechanism.Noise {
	out := []mechanism.Noise{{What: message.Sprintf("combinations of cells, in whole parts"), Rows: q.rows, Sensitivity: new(big.Rat).Set(q.size), Law: q.noise}}
	if len(q.totals) > 0 {
		out = append(out, mechanism.Noise{What: message.Sprintf("totals that no secret pair changes"), Rows: len(q.totals), Sensitivity: new(big.Rat), Law: q.total})
	}
	return out
}

// expected returns the errors of all answers each that of the noise that moves it.
func (q *preparedCombinations) expected() accuracy.Estimate {
	if q.Problem.Workload.Weighs() {
		return mechanism.EstimateEach(q.Problem.Workload.Len(), q)
	}
	op := q.Problem.Workload.Operator()
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	variance := q.variances(op)
	exact := cells.ExactSums(op, q.known)
	q.markEmpty(op, exact)
	// No row counts for more in an answer than its own standard deviation allows.
	least := math.Sqrt(q.noise.Variance())
	for i := range e.Answers {
		if exact[i] {
			continue
		}
		v := max(variance(i), mechanism.LeastNoise)
		step := math.Sqrt(v) / least
		if len(q.totals) > 0 {
			step = max(step, 2) // a total counts in one cell, and less in what is imposed
		}
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthOfWeighted(q.family, v, step)}
	}
	return e
}

// markEmpty marks answers that count no possible cell.
func (q *preparedCombinations) markEmpty(op linop.Operator, exact []bool) {
	runs, ok := linop.RunOf(op)
	if !ok {
		for i := range exact {
			empty := true
			op.Row(i, func(cell int, _ int64) { empty = empty && q.components.Of[cell] < 0 })
			exact[i] = exact[i] || empty
		}
		return
	}
	possible := make([]int, len(q.components.Of)+1)
	for cell, n := range q.components.Of {
		if possible[cell+1] = possible[cell]; n >= 0 {
			possible[cell+1]++
		}
	}
	for i := range exact {
		r := runs(i)
		exact[i] = exact[i] || possible[r.Hi+1] == possible[r.Lo]
	}
}

// Covary implements mechanism.Covarying.
func (q *preparedCombinations) Covary(dst, w []float64) bool {
	_, noises := q.spread.Dims()
	counted := blas64.Vector{N: noises, Data: make([]float64, noises), Inc: 1}
	spread := q.spread.RawMatrix()
	blas64.Gemv(blas.Trans, 1, spread, blas64.Vector{N: len(w), Data: w, Inc: 1}, 0, counted)
	blas64.Gemv(blas.NoTrans, 1, spread, counted, 0, blas64.Vector{N: len(dst), Data: dst, Inc: 1})
	return true
}

// Combined returns the error of a sum of answers.
func (q *preparedCombinations) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, q.alone(terms))
}

// alone is Combined where no more than the known sums is known.
func (q *preparedCombinations) alone(terms []mechanism.Term) mechanism.Combined {
	c := mechanism.Spread(mechanism.CellWeights(q.Problem.Workload.Operator(), terms), len(q.components.Of))
	out := mechanism.Combined{Family: q.family}
	for t := range q.totals {
		w := c[q.root[q.totals[t]]]
		for cell, share := range q.share {
			w -= share * c[cell]
		}
		out.Weight = max(out.Weight, math.Abs(w))
	}
	// What is the same for all cells of a known sum is known.
	first := make([]int, q.known.Count)
	for i := range first {
		first[i] = -1
	}
	exact := true
	for cell, n := range q.components.Of {
		switch {
		case n < 0:
			c[cell] = 0
		case q.known.Count == 0:
			exact = exact && c[cell] == 0
		default:
			s := q.known.Set[cell]
			if first[s] < 0 {
				first[s] = cell
			}
			exact = exact && mechanism.Apart(c[cell], c[first[s]]) == 0
		}
	}
	if exact {
		return mechanism.Combined{}
	}
	out.Variance = q.variance(c)
	out.Variance = max(out.Variance, mechanism.LeastNoise)
	out.Weight = max(out.Weight, math.Sqrt(out.Variance/q.noise.Variance()))
	return out
}

// variance returns that of a weighted sum of cells.
func (q *preparedCombinations) variance(weights []float64) float64 {
	_, noises := q.spread.Dims()
	by := make([]float64, noises)
	for cell, w := range weights {
		if w != 0 {
			for i, v := range q.spread.RawRowView(cell) {
				by[i] += w * v
			}
		}
	}
	sum := 0.0
	for _, v := range by {
		sum += v * v
	}
	return sum
}

// variances returns the variance of each row of an operator.
func (q *preparedCombinations) variances(op linop.Operator) func(i int) float64 {
	k := len(q.components.Of)
	runs, ok := linop.RunOf(op)
	if !ok && linop.CountsBoxes(op) {
		return q.boxVariances(op)
	}
	if !ok {
		weights := make([]float64, k)
		return func(i int) float64 {
			clear(weights)
			op.Row(i, func(cell int, v int64) { weights[cell] = float64(v) })
			return q.variance(weights)
		}
	}
	// By how much the noise moves the sums of the first cells.
	_, noises := q.spread.Dims()
	sums := mat.NewDense(k+1, noises, nil)
	for u := range k {
		before, after := sums.RawRowView(u), sums.RawRowView(u+1)
		for i, v := range q.spread.RawRowView(u) {
			after[i] = before[i] + v
		}
	}
	return func(i int) float64 {
		r := runs(i)
		sum, before := 0.0, sums.RawRowView(r.Lo)
		for i, v := range sums.RawRowView(r.Hi + 1) {
			d := v - before[i]
			sum += d * d
		}
		return sum
	}
}

func (q *preparedCombinations) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows, totals := q.measure(counts.Counts())
	q.noise.Add(src, rows, rows)
	q.total.Add(src, totals, totals)
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	sums := q.known.Values(counts)
	x := q.cellsFrom(rows, totals, sums)
	q.Meet(x, sums)
	tidied, err := q.tidy(x, sums)
	if err != nil {
		return mechanism.Answers{}, err
	}
	a := q.Exactly(q.Problem.AnswersBy(x, tidied))
	q.Problem.TidyTotals(&a, q.ExpectedError)
	return a, nil
}

// measure returns the exact rows and totals.
func (q *preparedCombinations) measure(counts []int64) (rows, totals []int64) {
	n := len(q.cells)
	rows, totals = make([]int64, q.rows), make([]int64, len(q.totals))
	for i := range rows {
		for j := range n {
			rows[i] += q.matrix[i*n+j] * counts[q.cells[j]]
		}
	}
	for t, c := range q.totals {
		for cell, of := range q.components.Of {
			if of == c {
				totals[t] += counts[cell]
			}
		}
	}
	return rows, totals
}

// cellsFrom estimates the cells from noisy rows and totals and the known sums.
func (q *preparedCombinations) cellsFrom(rows, totals, sums []int64) []float64 {
	x := make([]float64, len(q.components.Of))
	for j, cell := range q.cells {
		for i, v := range q.inverse.RawRowView(j) {
			x[cell] += v * float64(rows[i])
		}
	}
	left := make([]float64, len(q.root))
	if len(q.totals) == 0 && q.known.Count == len(q.root) {
		for c, s := range sums {
			left[c] = float64(s)
		}
	}
	for t, c := range q.totals {
		left[c] = float64(totals[t])
	}
	for _, cell := range q.cells {
		left[q.components.Of[cell]] -= x[cell]
	}
	for c, root := range q.root {
		if root >= 0 {
			x[root] = left[c]
		}
	}
	if q.share != nil {
		rest := float64(sums[0])
		for _, v := range x {
			rest -= v
		}
		for cell := range x {
			x[cell] += q.share[cell] * rest
		}
	}
	return x
}

// tidy returns possible counts near the estimated cells: along an order by their cumulative
// counts, otherwise cell by cell.
func (q *preparedCombinations) tidy(x []float64, sums []int64) (mechanism.Tidied, error) {
	if attrs := q.Problem.Workload.Domain().Attributes(); len(attrs) == 1 && attrs[0].HasOrder() {
		l := &line.PreparedLine{Task: mechanism.Task{Problem: q.Problem}, Known: q.known, Segments: line.Segments(q.components, q.known)}
		if q.known.Count <= 1 || len(l.Segments) == q.known.Count {
			return l.Tidy(x, sums)
		}
	}
	return q.Problem.TidyFor(q.known, x, sums)
}

func (q *preparedCombinations) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	of := make([]int64, len(q.components.Of))
	for i := range q.rows {
		clear(of)
		for j, cell := range q.cells {
			of[cell] = q.matrix[i*len(q.cells)+j]
		}
		if !yield(mechanism.RunsOfRow(of), q.noise) {
			return
		}
	}
	for _, c := range q.totals {
		clear(of)
		for cell, at := range q.components.Of {
			if at == c {
				of[cell] = 1
			}
		}
		yield(mechanism.RunsOfRow(of), q.total)
	}
	q.EachKnown(q.known, yield)
}
