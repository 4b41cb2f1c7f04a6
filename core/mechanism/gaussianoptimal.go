package mechanism

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
)

// gaussianOptimal measures the linear combinations of cells that are best for the question under
// the policy, with Gaussian noise: the optimum of a convex problem, found with a certificate
// (MECHANISMS 6.3; Li and Miklau 2013; Haney et al. 2015 appendix A for policies).
//
// # Guarantee
//
// The combinations are rounded to whole numbers, A, and the largest ‖a_u − a_v‖₂²/w(u,v)² over all
// edges is worked out again from these, exactly; every row carries noise of sigma² that over r².
//
// # Expected error
//
// Exact, from the inverse of A; within one or two hundredths of the least that any
// unbiased linear mechanism with Gaussian noise has.
//
// # Cost
//
// Cubic in cells some dozen times to prepare, quadratic to release; up to 256 cells.
type gaussianOptimal struct{}

func (gaussianOptimal) Info() Info {
	return Info{ID: "gaussian-optimal", Name: "Best combinations, Gaussian noise", Source: "Li and Miklau 2013; Haney, Machanavajjhala and Ding 2015, appendix A; Canonne, Kamath and Steinke 2020"}
}

const (
	maxOptimalCells = 256
	// optimalGap is how near the least error the search ends, twice that for large problems, and
	// optimalRounds when it does so in any case.
	optimalGap    = 0.008
	largeOptimum  = 128
	optimalRounds = 80
	// regular is the part of the largest information that is added in every direction, so that
	// every count is determined; it costs less than that part of the budget.
	regular = 1e-8
	// finest and coarsest are how many binary digits combinations are rounded to at most and at
	// least. With the finest, sums over limits.MaxCountedRecords records stay below 2^62.
	finest, coarsest = 22, 12
	// largestSigma is 2 to this power at most, so that noise can be drawn.
	largestSigma = 38
)

func (gaussianOptimal) Check(p Problem) Fit {
	if f := needsDelta(p); !f.OK() {
		return f
	}
	c, err := p.components()
	if err != nil {
		return unfit(guide.Questions, err.Error())
	}
	if len(c.of) > maxOptimalCells {
		return unfit(guide.Questions, fmt.Sprintf("it is worked out for up to %d combinations of values, and there are %d: ask over fewer columns or coarser values", maxOptimalCells, len(c.of)))
	}
	if _, runs := runsOfCells(p.Workload.Operator()); !runs && float64(p.Workload.Len())*float64(len(c.of))*float64(len(c.of)) > maxVarianceWork {
		return unfit(guide.Questions, "the answers are too many to work out their errors: ask for fewer")
	}
	moved := c.presence
	for _, n := range c.sizes {
		moved = moved || n > 1
	}
	if !moved {
		return unfit(guide.Secrets, "no secret pair changes an answer, so noise on each cell does as well")
	}
	if digitsFor(p) < coarsest {
		return unfit(guide.Questions, "its noise would be larger than can be drawn: give the question more of the budget, or use another method")
	}
	return Fit{}
}

// digitsFor returns how many binary digits combinations are rounded to.
func digitsFor(p Problem) int {
	r := p.Effective().Float()
	return min(finest, int(math.Floor(largestSigma+math.Log2(r))))
}

func (m gaussianOptimal) Prepare(ctx context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.components()
	if err != nil {
		return nil, err
	}
	q := &preparedOptimal{info: m.Info(), problem: p, components: c, known: p.known(c)}
	// Where facts tie people together what moves along with a light edge may be a heavy one, so
	// that every edge is hidden like the lightest (Problem.EffectiveAt).
	edges, r := p.Policy, p.EffectiveAt(policy.One)
	if p.tied().Factor > 1 {
		edges, _ = p.Policy.Unweighted()
	}
	if err := q.search(ctx, edges); err != nil {
		return nil, err
	}
	if err := q.hide(edges, r.Rat()); err != nil {
		return nil, err
	}
	if err := q.weigh(); err != nil {
		return nil, err
	}
	q.estimate = q.expected()
	return q, nil
}

// preparedOptimal is a matrix of whole numbers over some of the cells, from which all are known.
type preparedOptimal struct {
	info       Info
	problem    Problem
	components componentCells
	known      knownSums

	cells  []int   // whose counts the rows combine
	matrix []int64 // upper triangular, by rows
	// root is, by component, the cell that has no column, whose count is what the others leave of
	// the component's total; -1 where all cells have one.
	root  []int
	size  *big.Rat // the largest squared L2 change along an edge, per squared weight
	sigma noise.SigmaSquared
	// totals are the components whose totals are measured, since nobody agreed to publish them
	// though no edge changes them; their noise hides one person more or less.
	totals []int
	total  noise.SigmaSquared

	// spread has for each cell by how much the noise of each row, and then of each measured total,
	// moves it, in units of its standard deviation.
	spread *mat.Dense
	// share is by how much each cell moves when the number of people is imposed; nil where that is
	// not known, or nothing is left to impose.
	share    []float64
	estimate accuracy.Estimate
}

// search finds the best matrix and rounds it.
func (q *preparedOptimal) search(ctx context.Context, edges *policy.Policy) error {
	problem, err := optimum.New(q.problem.Workload.Operator(), edges, false)
	if err != nil {
		return err
	}
	q.cells = problem.Cells()
	q.root = make([]int, len(q.components.sizes))
	for i := range q.root {
		q.root[i] = -1
	}
	column := make(map[int]bool, len(q.cells))
	for _, cell := range q.cells {
		column[cell] = true
	}
	for cell, n := range q.components.of {
		if n >= 0 && !column[cell] {
			q.root[n] = cell
		}
	}
	gap := optimalGap
	if len(q.cells) > largeOptimum {
		gap *= 2
	}
	s, err := q.problem.Optima.Solve(ctx, problem, gap, optimalRounds)
	if err != nil {
		return err
	}
	n := len(q.cells)
	x := s.X
	if x == nil { // no edge changes an answer, so that any matrix will do
		x = mat.NewSymDense(n, nil)
		for i := range n {
			x.SetSym(i, i, 1)
		}
	}
	largest := 0.0
	for i := range n {
		largest = max(largest, x.At(i, i))
	}
	for i := range n {
		x.SetSym(i, i, x.At(i, i)+regular*largest)
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(x) {
		return fmt.Errorf("the best combinations could not be worked out: use another method")
	}
	var upper mat.TriDense
	cholesky.UTo(&upper)
	lattice := math.Ldexp(1/math.Sqrt(largest), digitsFor(q.problem))
	q.matrix = make([]int64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			q.matrix[i*n+j] = int64(math.Round(upper.At(i, j) * lattice))
		}
		if q.matrix[i*n+i] == 0 {
			return fmt.Errorf("the best combinations could not be rounded: use another method")
		}
	}
	return nil
}

// hide works out the sensitivity of the rounded matrix over all edges and the noise for it.
func (q *preparedOptimal) hide(edges *policy.Policy, r *big.Rat) error {
	n := len(q.cells)
	columns := make([][]int64, len(q.components.of)) // nil for cells that no row counts
	for j, cell := range q.cells {
		columns[cell] = make([]int64, n)
		for i := 0; i <= j; i++ {
			columns[cell][i] = q.matrix[i*n+j]
		}
	}
	column := func(v policy.Vertex) []int64 {
		if v == policy.Absent {
			return nil
		}
		return columns[v]
	}
	size, weight := int64(0), policy.One // the largest of those of one weight
	q.size = new(big.Rat)
	keep := func() {
		w := weight.Rat()
		per := new(big.Rat).Quo(new(big.Rat).SetInt64(size), w.Mul(w, w))
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
		size = max(size, squaredDistance(column(e.U), column(e.V)))
		return true
	})
	if err != nil {
		return err
	}
	if keep(); q.size.Sign() == 0 {
		return fmt.Errorf("no secret pair changes the combinations: use another method")
	}
	l, err := lawFor(true, q.size, r)
	if err != nil {
		return err
	}
	q.sigma = l.gauss
	for c, root := range q.root {
		exact := q.known.count == len(q.components.sizes)
		if root >= 0 && !exact {
			q.totals = append(q.totals, c)
		}
	}
	if len(q.totals) > 0 {
		l, err := lawFor(true, big.NewRat(1, 1), q.problem.Effective().Rat())
		q.total = l.gauss
		return err
	}
	return nil
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

// triangle returns the matrix for estimates.
func (q *preparedOptimal) triangle() *mat.TriDense {
	n := len(q.cells)
	t := mat.NewTriDense(n, mat.Upper, nil)
	for i := range n {
		for j := i; j < n; j++ {
			t.SetTri(i, j, float64(q.matrix[i*n+j]))
		}
	}
	return t
}

// weigh works out what the noise does to the cells.
func (q *preparedOptimal) weigh() error {
	n, k := len(q.cells), len(q.components.of)
	var inverse mat.TriDense
	if err := inverse.InverseTri(q.triangle()); err != nil {
		return fmt.Errorf("the best combinations do not tell the counts apart: use another method: %w", err)
	}
	q.spread = mat.NewDense(k, n+len(q.totals), nil)
	deviation := math.Sqrt(law{gauss: q.sigma}.variance())
	for j, cell := range q.cells {
		root := q.root[q.components.of[cell]]
		for i := j; i < n; i++ {
			v := deviation * inverse.At(j, i)
			q.spread.Set(cell, i, v)
			if root >= 0 {
				q.spread.Set(root, i, q.spread.At(root, i)-v)
			}
		}
	}
	for t, c := range q.totals {
		q.spread.Set(q.root[c], n+t, math.Sqrt(law{gauss: q.total}.variance()))
	}
	q.impose()
	return nil
}

// impose takes into account that the number of people is known, where the measurements leave it
// open: least squares with an exact sum (MECHANISMS 10).
func (q *preparedOptimal) impose() {
	_, people := q.problem.Facts.Total()
	if !people || q.known.count == len(q.components.sizes) && !q.open() {
		return
	}
	// By how much each noise moves the sum of all cells: where a cell has no column of its own the
	// component's total is what was measured, and the rows' noise cancels exactly.
	k, n := len(q.components.of), len(q.cells)
	_, noises := q.spread.Dims()
	sum := make([]float64, noises)
	for _, cell := range q.cells {
		if q.root[q.components.of[cell]] < 0 {
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
func (q *preparedOptimal) open() bool {
	for _, root := range q.root {
		if root < 0 {
			return true
		}
	}
	return false
}

func (q *preparedOptimal) Info() Info                       { return q.info }
func (q *preparedOptimal) Loss() account.Epsilon            { return q.problem.Budget }
func (q *preparedOptimal) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedOptimal) Noise() []Noise {
	out := []Noise{{What: "combinations of cells, in whole parts", Rows: len(q.cells), Sensitivity: new(big.Rat).Set(q.size), SigmaSquared: q.sigma}}
	if len(q.totals) > 0 {
		out = append(out, Noise{What: "totals that no secret pair changes", Rows: len(q.totals), Sensitivity: new(big.Rat), SigmaSquared: q.total})
	}
	return out
}

// expected returns the errors of all answers each that of the noise that moves it.
func (q *preparedOptimal) expected() accuracy.Estimate {
	op := q.problem.Workload.Operator()
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	variance := q.variances(op)
	exact := exactSums(op, q.known)
	q.markEmpty(op, exact)
	// No row counts for more in an answer than its own standard deviation allows.
	least := math.Sqrt(law{gauss: q.sigma}.variance())
	for i := range e.Answers {
		if exact[i] {
			continue
		}
		v := max(variance(i), leastNoise)
		step := math.Sqrt(v) / least
		if len(q.totals) > 0 {
			step = max(step, 2) // a total counts in one cell, and less in what is imposed
		}
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: accuracy.HalfWidthOfGaussian(math.Sqrt(v), step, level)}
	}
	return e
}

// markEmpty marks answers that count no possible cell.
func (q *preparedOptimal) markEmpty(op linop.Operator, exact []bool) {
	runs, ok := runsOfCells(op)
	if !ok {
		for i := range exact {
			empty := true
			op.Row(i, func(cell int, _ int64) { empty = empty && q.components.of[cell] < 0 })
			exact[i] = exact[i] || empty
		}
		return
	}
	possible := make([]int, len(q.components.of)+1)
	for cell, n := range q.components.of {
		if possible[cell+1] = possible[cell]; n >= 0 {
			possible[cell+1]++
		}
	}
	for i := range exact {
		r := runs(i)
		exact[i] = exact[i] || possible[r.Hi+1] == possible[r.Lo]
	}
}

// Combined returns the error of a sum of answers.
func (q *preparedOptimal) Combined(terms []Term) Combined {
	c := spread(cellWeights(q.problem.Workload.Operator(), terms), len(q.components.of))
	out := Combined{Gaussian: true}
	for t := range q.totals {
		w := c[q.root[q.totals[t]]]
		for cell, share := range q.share {
			w -= share * c[cell]
		}
		out.Weight = max(out.Weight, math.Abs(w))
	}
	// What is the same for all cells of a known sum is known.
	first := make([]int, q.known.count)
	for i := range first {
		first[i] = -1
	}
	exact := true
	for cell, n := range q.components.of {
		switch {
		case n < 0:
			c[cell] = 0
		case q.known.count == 0:
			exact = exact && c[cell] == 0
		default:
			s := q.known.set[cell]
			if first[s] < 0 {
				first[s] = cell
			}
			exact = exact && apart(c[cell], c[first[s]]) == 0
		}
	}
	if exact {
		return Combined{}
	}
	out.Variance = q.variance(c)
	out.Variance = max(out.Variance, leastNoise)
	out.Weight = max(out.Weight, math.Sqrt(out.Variance/law{gauss: q.sigma}.variance()))
	return out
}

// variance returns that of a weighted sum of cells.
func (q *preparedOptimal) variance(weights []float64) float64 {
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
func (q *preparedOptimal) variances(op linop.Operator) func(i int) float64 {
	k := len(q.components.of)
	runs, ok := runsOfCells(op)
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

func (q *preparedOptimal) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	if err := q.problem.checkCounts(counts); err != nil {
		return Answers{}, err
	}
	rows, totals := q.measure(counts.Counts())
	noise.AddGaussian(src, q.sigma, rows, rows)
	if len(totals) > 0 {
		noise.AddGaussian(src, q.total, totals, totals)
	}
	if err := ctx.Err(); err != nil {
		return Answers{}, err
	}
	sums := q.known.values(counts)
	x := q.cellsFrom(rows, totals, sums)
	tidied, err := q.tidy(x, sums)
	if err != nil {
		return Answers{}, err
	}
	tidied = agree(tidied, q.problem.publicSums(q.known, sums))
	op := q.problem.Workload.Operator()
	a := Answers{Unadjusted: make([]float64, op.Rows()), Tidied: make([]int64, op.Rows())}
	op.ApplyFloat(a.Unadjusted, x)
	op.Apply(a.Tidied, tidied)
	return a, nil
}

// measure returns the exact rows and totals.
func (q *preparedOptimal) measure(counts []int64) (rows, totals []int64) {
	n := len(q.cells)
	rows, totals = make([]int64, n), make([]int64, len(q.totals))
	for i := range rows {
		for j := i; j < n; j++ {
			rows[i] += q.matrix[i*n+j] * counts[q.cells[j]]
		}
	}
	for t, c := range q.totals {
		for cell, of := range q.components.of {
			if of == c {
				totals[t] += counts[cell]
			}
		}
	}
	return rows, totals
}

// cellsFrom estimates the cells from noisy rows and totals and the known sums.
func (q *preparedOptimal) cellsFrom(rows, totals, sums []int64) []float64 {
	n := len(q.cells)
	x := make([]float64, len(q.components.of))
	for i := n - 1; i >= 0; i-- { // backward substitution
		v := float64(rows[i])
		for j := i + 1; j < n; j++ {
			v -= float64(q.matrix[i*n+j]) * x[q.cells[j]]
		}
		x[q.cells[i]] = v / float64(q.matrix[i*n+i])
	}
	left := make([]float64, len(q.root))
	if len(q.totals) == 0 && q.known.count == len(q.root) {
		for c, s := range sums {
			left[c] = float64(s)
		}
	}
	for t, c := range q.totals {
		left[c] = float64(totals[t])
	}
	for _, cell := range q.cells {
		left[q.components.of[cell]] -= x[cell]
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
func (q *preparedOptimal) tidy(x []float64, sums []int64) ([]int64, error) {
	if attrs := q.problem.Workload.Domain().Attributes(); len(attrs) == 1 && attrs[0].HasOrder() {
		line := &preparedLine{problem: q.problem, segments: segments(q.components, q.known)}
		return line.tidy(x, sums)
	}
	return q.known.tidy(x, sums)
}
