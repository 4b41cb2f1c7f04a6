package mechanism

import (
	"context"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/noise"
	"steward/core/sensitivity"
)

// laplaceCells adds discrete Laplace noise to the count of every cell and answers questions
// by sums of cells (M1 of MECHANISMS; Dwork, McSherry, Nissim and Smith 2006, in the
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
type laplaceCells struct{}

func (laplaceCells) Info() Info {
	return Info{
		ID:     "laplace",
		Name:   "Noise on each cell",
		Source: "Dwork, McSherry, Nissim and Smith 2006; Ghosh, Roughgarden and Sundararajan 2009",
	}
}

func (laplaceCells) Check(p Problem) Fit {
	c, err := p.components()
	if err != nil {
		return unfit(guide.Questions, err.Error())
	}
	if p.Workload.Weighs() && float64(p.Workload.Len())*float64(len(c.of)) > maxWeighedWork {
		return unfit(guide.Questions, "the groups are too many to work out their errors cell by cell: use noise on each total")
	}
	if v := newCellVariances(p.known(c)); v.work(p) > maxVarianceWork {
		return unfit(guide.Questions, "the ranges are too many to work out their errors under groups that are not runs of values: ask for fewer")
	}
	return Fit{}
}

func (m laplaceCells) Prepare(_ context.Context, p Problem) (Prepared, error) {
	if err := mustFit(m, p); err != nil {
		return nil, err
	}
	return prepareCells(m.Info(), p, false)
}

// prepareCells prepares independent noise on every cell, Gaussian or Laplace.
func prepareCells(info Info, p Problem, gaussian bool) (Prepared, error) {
	c, err := p.components()
	if err != nil {
		return nil, err
	}
	q := &preparedCells{Task: Task{info, p}, cells: c, known: p.known(c)}
	if err := q.setLaws(gaussian); err != nil {
		return nil, err
	}
	q.estimate = q.expected()
	return q, nil
}

type preparedCells struct {
	Task
	cells    componentCells
	known    knownSums
	delta    int64     // sensitivity of the cells that edges change, in L1 and squared in L2
	swept    noise.Law // of those cells
	freed    noise.Law // of cells that no edge changes; zero when they are published exactly
	free     int       // how many of the latter
	sets     []noisy   // the noise of the cells of each known sum
	estimate accuracy.Estimate
}

// setLaws gives cells that edges change the scale Δ/ε, or sigma² = Δ₂²/r². A cell that no edge changes needs
// no noise to keep the policy; unless the steward agreed to publish it exactly it gets the
// noise that hides one person more or less.
func (q *preparedCells) setLaws(gaussian bool) error {
	budget := q.Problem.Effective().Rat()
	for cell, n := range q.cells.of {
		if n >= 0 && q.cells.free(cell) {
			q.free++
		}
	}
	var err error
	if q.delta = sensitivity.Histogram(q.Problem.Policy); q.delta > 0 {
		if q.swept, err = lawFor(gaussian, big.NewRat(q.delta, 1), budget); err != nil {
			return err
		}
	}
	if q.free > 0 && !q.Problem.Disclose {
		q.freed, err = lawFor(gaussian, big.NewRat(1, 1), budget)
	}
	return err
}

// lawOf returns the law of a possible cell's noise; the zero law for none.
func (q *preparedCells) lawOf(cell int) noise.Law {
	if q.cells.free(cell) {
		return q.freed
	}
	return q.swept
}

func (q *preparedCells) ExpectedError() accuracy.Estimate { return q.estimate }

func (q *preparedCells) Noise() []Noise {
	var out []Noise
	if n := q.Problem.Workload.Domain().PossibleCells() - q.free; n > 0 {
		out = append(out, Noise{What: "cells", Rows: n, Sensitivity: big.NewRat(q.delta, 1), Law: q.swept})
	}
	if q.free > 0 {
		out = append(out, Noise{What: "cells that no secret pair changes", Rows: q.free, Sensitivity: new(big.Rat), Law: q.freed})
	}
	return out
}

func (q *preparedCells) expected() accuracy.Estimate {
	v := newCellVariances(q.known)
	v.fill(q)
	q.sets = v.sets
	if q.Problem.Workload.Weighs() {
		return estimateEach(q.Problem.Workload.Len(), q)
	}
	return v.estimate(q)
}

func (q *preparedCells) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	if err := q.Problem.checkCounts(counts); err != nil {
		return Answers{}, err
	}
	x := q.measure(counts.Counts(), src)
	if err := ctx.Err(); err != nil {
		return Answers{}, err
	}
	totals := q.known.values(counts)
	q.impose(x, totals)
	op := q.Problem.Workload.Operator()
	a := Answers{Unadjusted: make([]float64, op.Rows())}
	op.ApplyFloat(a.Unadjusted, x)
	cells, err := q.Problem.tidyFor(q.known, x, totals)
	if err != nil {
		return Answers{}, err
	}
	cells = agree(cells, q.Problem.publicSums(q.known, totals))
	a.Tidied = make([]int64, op.Rows())
	op.Apply(a.Tidied, cells)
	q.Problem.tidyTotals(&a, q.estimate)
	return a, nil
}

// measure returns the noisy count of every possible cell.
func (q *preparedCells) measure(counts []int64, src noise.Source) []float64 {
	swept, freed := make([]int64, 0, q.Problem.Workload.Domain().PossibleCells()-q.free), make([]int64, 0, q.free)
	for cell, n := range q.cells.of {
		switch {
		case n < 0:
		case q.cells.free(cell):
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
	for cell, n := range q.cells.of {
		if n < 0 {
			continue
		}
		from := &swept
		if q.cells.free(cell) {
			from = &freed
		}
		x[cell] = float64((*from)[0])
		*from = (*from)[1:]
	}
	return x
}

// impose makes the cells of every set with a known sum add up to it, moving each by its
// share of the variance: weighted least squares with an exact sum (MECHANISMS 10).
func (q *preparedCells) impose(x []float64, totals []int64) {
	if q.known.count == 0 {
		return
	}
	sum, weight := make([]float64, q.known.count), make([]float64, q.known.count)
	for cell, s := range q.known.set {
		if s >= 0 {
			sum[s] += x[cell]
			weight[s] += q.lawOf(cell).Variance()
		}
	}
	for cell, s := range q.known.set {
		if s >= 0 && weight[s] > 0 {
			x[cell] += q.lawOf(cell).Variance() / weight[s] * (float64(totals[s]) - sum[s])
		}
	}
}
