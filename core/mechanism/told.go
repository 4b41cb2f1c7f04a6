package mechanism

import (
	"context"
	"math"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/noise"
)

// Told returns what answers, in a mechanism's place, a problem that takes nothing of the budget since facts determine all of its answers; nil where
// they are made of known sums, which mechanisms publish without noise. It is made of public numbers alone.
func (p Problem) Told(by Info) (Prepared, error) {
	known, told, err := p.public()
	if err != nil || !p.Exact || p.madeOf(known) || !told.all(p.Workload.Operator()) {
		return nil, err
	}
	return &preparedTold{Task{By: by, Problem: p, given: told.from}, known, told}, nil
}

type preparedTold struct {
	Task
	known KnownSums
	told  *Determined
}

func (q *preparedTold) Noise() []Noise { return nil }

func (q *preparedTold) ExpectedError() accuracy.Estimate {
	return accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, q.Problem.Workload.Len())}
}

// Combined implements Combiner.
func (q *preparedTold) Combined([]Term) Combined { return Combined{} }

// EachRow implements RowLister.
func (q *preparedTold) EachRow(yield YieldRow) { q.EachKnown(q.known, yield) }

// Release takes no more of the counts than the known sums.
func (q *preparedTold) Release(_ context.Context, counts *histogram.Vector, _ noise.Source) (Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return Answers{}, err
	}
	op, sums := q.Problem.Workload.Operator(), q.known.Values(counts)
	a := Answers{Unadjusted: make([]float64, op.Rows()), Tidied: make([]int64, op.Rows()),
		Estimates: []Estimate{{Domain: q.Problem.Workload.Domain(), Public: q.Problem.allSums(q.known, sums)}}}
	op.ApplyFloat(a.Unadjusted, q.told.Cells(sums))
	for i, x := range a.Unadjusted {
		a.Unadjusted[i] = math.Round(x)
		a.Tidied[i] = int64(a.Unadjusted[i])
	}
	return a, nil
}
