package cells

import (
	"context"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/sensitivity"
)

// LaplaceCells adds discrete Laplace noise to the count of every cell and answers questions
// by sums of cells (Dwork, McSherry, Nissim and Smith 2006, in the
// geometric form of Ghosh, Roughgarden and Sundararajan 2009).
//
// # Guarantee
//
// Rows are single cells, scale Δ/ε with Δ the policy's sensitivity of the histogram; sums
// known to the public are imposed afterwards.
//
// # Expected error
//
// Exact. A set of b cells has b·V(Δ/ε), less what a known sum takes away: with weights ν
// per cell and a known sum over cells of total weight V, S − S²/V for cells of weight S.
//
// # Cost
//
// Linear in cells and answers.
type LaplaceCells struct{}

func (LaplaceCells) Info() mechanism.Info {
	return mechanism.Info{
		ID:     "laplace",
		Name:   message.Sprintf("Noise on each cell"),
		Source: message.Sprintf("Dwork, McSherry, Nissim and Smith 2006; Ghosh, Roughgarden and Sundararajan 2009"),
	}
}

func (LaplaceCells) Check(p mechanism.Problem) mechanism.Fit {
	c, err := p.Components()
	if err != nil {
		return mechanism.Unfit(guide.Questions, "%s", err)
	}
	if p.Workload.Weighs() && float64(p.Workload.Len())*float64(len(c.Of)) > maxWeighedWork {
		return mechanism.Unfit(guide.Questions, "there are too many groups to work out their errors cell by cell: use noise on each total")
	}
	if v := newCellVariances(p.Known(c)); v.work(p) > mechanism.MaxVarianceWork {
		return mechanism.Unfit(guide.Questions, "there are too many ranges to work out their errors under groups that are not runs of values: ask for fewer")
	}
	return mechanism.Fit{}
}

func (m LaplaceCells) Prepare(_ context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	return prepareCells(m.Info(), p, ofFamily(noise.Laplace))
}

// lawFor returns the law of noise on cells that an edge changes by size, within a budget, where sums of them are known.
type lawFor func(size, budget *big.Rat, known mechanism.KnownSums) (noise.Law, error)

// ofFamily returns the laws of independent noise.
func ofFamily(f noise.Family) lawFor {
	return func(size, budget *big.Rat, _ mechanism.KnownSums) (noise.Law, error) {
		return mechanism.LawFor(f, size, budget)
	}
}

// prepareCells prepares noise on every cell.
func prepareCells(info mechanism.Info, p mechanism.Problem, of lawFor) (*preparedCells, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	q := &preparedCells{Task: mechanism.Task{By: info, Problem: p}, cells: c, known: p.Known(c)}
	if err := q.setLaws(of); err != nil {
		return nil, err
	}
	v := q.variances()
	q.sets = v.sets
	q.Expect(&q.Task, q, q.known, q.expected, mechanism.MostCounted(p))
	return q, nil
}

type preparedCells struct {
	mechanism.Task
	mechanism.Expected
	cells mechanism.ComponentCells
	known mechanism.KnownSums
	tied  mechanism.KnownSums // sets of cells whose noise adds up to what is known of it, but for what is kept back
	delta int64               // sensitivity of the cells that edges change, in L1 and squared in L2
	swept noise.Law           // of those cells
	freed noise.Law           // of cells that no edge changes; zero when they are published exactly
	free  int                 // how many of the latter
	sets  []mechanism.Noisy   // the noise of the cells of each such set, and of what is kept back
}

// setLaws gives cells that edges change the scale Δ/ε, or sigma² = Δ₂²/r². A cell that no edge changes needs
// no noise to keep the policy; unless the steward agreed to publish it exactly it gets the
// noise that hides one person more or less.
func (q *preparedCells) setLaws(of lawFor) error {
	budget := q.Problem.Effective().Rat()
	for cell, n := range q.cells.Of {
		if n >= 0 && q.cells.Free(cell) {
			q.free++
		}
	}
	var err error
	if q.delta = sensitivity.Histogram(q.Problem.Policy); q.delta > 0 {
		if q.swept, err = of(big.NewRat(q.delta, 1), budget, q.known); err != nil {
			return err
		}
	}
	if q.tied = q.known; q.keptBack() {
		q.tied = mechanism.KnownSums{Set: oneSet(q.cells), Count: 1}
	}
	if q.free > 0 && !q.Problem.Disclose {
		q.freed, err = of(big.NewRat(1, 1), budget, q.known)
	}
	return err
}

// keptBack reports whether a draw besides those of the cells is among those that add up to zero.
func (q *preparedCells) keptBack() bool {
	_, kept := q.swept.Balanced()
	return kept
}

// balanced reports whether noise adds up to zero.
func (q *preparedCells) balanced() bool {
	draws, _ := q.swept.Balanced()
	return draws > 0
}

// oneSet puts all possible cells together.
func oneSet(c mechanism.ComponentCells) []int {
	set := make([]int, len(c.Of))
	for cell, n := range c.Of {
		set[cell] = min(n, 0)
	}
	return set
}

// variances are those of the sums of cells.
func (q *preparedCells) variances() *cellVariances {
	v := newCellVariances(q.tied)
	v.fill(q)
	if q.keptBack() {
		v.sets[0] = v.sets[0].Plus(mechanism.Noisy{Cells: 1, Variance: q.swept.Variance()})
	}
	return v
}

// family returns that of all noise.
func (q *preparedCells) family() noise.Family {
	if q.swept.IsZero() {
		return q.freed.Family()
	}
	return q.swept.Family()
}

// lawOf returns the law of a possible cell's noise; the zero law for none.
func (q *preparedCells) lawOf(cell int) noise.Law {
	if q.cells.Free(cell) {
		return q.freed
	}
	return q.swept
}

func (q *preparedCells) ExpectedError() accuracy.Estimate { return q.Errors(q.expected) }

func (q *preparedCells) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	if n := q.Problem.Workload.Domain().PossibleCells() - q.free; n > 0 {
		what := message.Sprintf("cells")
		switch {
		case q.keptBack():
			what = message.Sprintf("cells, with noise that adds up to zero together with that of those who are in none")
		case q.balanced():
			what = message.Sprintf("cells, with noise that adds up to zero")
		}
		out = append(out, mechanism.Noise{What: what, Rows: n, Sensitivity: big.NewRat(q.delta, 1), Law: q.swept})
	}
	if q.free > 0 {
		out = append(out, mechanism.Noise{What: message.Sprintf("cells that no secret pair changes"), Rows: q.free, Sensitivity: new(big.Rat), Law: q.freed})
	}
	return out
}

func (q *preparedCells) expected() accuracy.Estimate {
	v := q.variances()
	if q.Problem.Workload.Weighs() {
		return mechanism.EstimateEach(q.Problem.Workload.Len(), q)
	}
	return v.Estimate(q, q.Problem.Workload.Operator(), true)
}

// OfRuns implements mechanism.OfRuns.
func (q *preparedCells) OfRuns(op linop.Intervals, widths bool) accuracy.Estimate {
	return q.variances().Estimate(q, op, widths)
}

func (q *preparedCells) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	x := q.measure(counts.Counts(), src)
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	totals := q.known.Values(counts)
	q.impose(x, totals)
	a, err := q.Answers(q.known, x, totals)
	if err != nil {
		return mechanism.Answers{}, err
	}
	q.Problem.TidyTotals(&a, q.ExpectedError)
	return a, nil
}

// measure returns the noisy count of every possible cell.
func (q *preparedCells) measure(counts []int64, src noise.Source) []float64 {
	swept, freed := make([]int64, 0, q.Problem.Workload.Domain().PossibleCells()-q.free), make([]int64, 0, q.free)
	for cell, n := range q.cells.Of {
		switch {
		case n < 0:
		case q.cells.Free(cell):
			freed = append(freed, counts[cell])
		default:
			swept = append(swept, counts[cell])
		}
	}
	if len(swept) > 0 {
		q.swept.Add(src, swept, swept)
	}
	q.freed.Add(src, freed, freed)
	x := make([]float64, len(counts))
	for cell, n := range q.cells.Of {
		if n < 0 {
			continue
		}
		from := &swept
		if q.cells.Free(cell) {
			from = &freed
		}
		x[cell] = float64((*from)[0])
		*from = (*from)[1:]
	}
	return x
}

// impose makes the cells of every set with a known sum add up to it, moving each by its
// share of the variance: weighted least squares with an exact sum (docs/mathematics.md, "Tidied answers").
func (q *preparedCells) impose(x []float64, totals []int64) {
	if q.known.Count == 0 {
		return
	}
	sum, weight := make([]float64, q.known.Count), make([]float64, q.known.Count)
	for cell, s := range q.known.Set {
		if s >= 0 {
			sum[s] += x[cell]
			weight[s] += q.lawOf(cell).Variance()
		}
	}
	for cell, s := range q.known.Set {
		if s >= 0 && weight[s] > 0 {
			x[cell] += q.lawOf(cell).Variance() / weight[s] * (float64(totals[s]) - sum[s])
		}
	}
}

// maxWeighedWork bounds the cells visited where errors of weighed sums of cells are worked out one by one.
const maxWeighedWork = 20_000_000
