package cells

import (
	"context"
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/sensitivity"
)

// LaplaceAnswers adds discrete Laplace noise to every answer by itself: best for a few
// answers that do not overlap much (the questions are the strategy;
// Dwork, McSherry, Nissim and Smith 2006).
//
// # Guarantee
//
// Rows are the questions, scale Δ/ε with Δ the largest number of answers that count exactly
// one end of an edge.
//
// # Expected error
//
// Exact: V(Δ/ε) for every answer.
//
// # Cost
//
// Quadratic in the number of ranges of one column to find Δ, else as package sensitivity
// says; linear to release.
type LaplaceAnswers struct{}

func (LaplaceAnswers) Info() mechanism.Info {
	return mechanism.Info{
		ID:     "laplace-answers",
		Name:   message.Sprintf("Noise on each answer"),
		Source: message.Sprintf("Dwork, McSherry, Nissim and Smith 2006; Ghosh, Roughgarden and Sundararajan 2009"),
	}
}

func (LaplaceAnswers) Check(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	switch op := p.Workload.Operator().(type) {
	case linop.Selection:
		return mechanism.Unfit(guide.Questions, "in a table every answer is one cell, so this is the same as noise on each cell")
	case linop.Intervals:
		if err := sensitivity.Fits(p.Policy); err != nil {
			return mechanism.Unfit(guide.Secrets, "%s", err)
		}
		if _, _, stand := op.StandsForEvery(); stand || float64(op.Rows())*float64(op.Rows()) > mechanism.MaxVarianceWork {
			return mechanism.Unfit(guide.Questions, "there are too many answers for noise on each of them")
		}
	case linop.Boxes:
		if float64(op.Rows())*float64(op.Columns()) > mechanism.MaxVarianceWork {
			return mechanism.Unfit(guide.Questions, "there are too many answers for noise on each of them")
		}
	}
	return mechanism.Fit{}
}

func (m LaplaceAnswers) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	if err := mechanism.MustFit(m, p); err != nil {
		return nil, err
	}
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	op := p.Workload.Operator()
	q := &preparedAnswers{Task: mechanism.Task{By: LaplaceAnswers{}.Info(), Problem: p}, op: op, known: p.Known(c), exact: ExactSums(op, p.Known(c))}
	if q.determined, err = p.Determined(q.known); err != nil {
		return nil, err
	}
	q.follows = make([]bool, len(q.exact))
	for i := range q.exact {
		q.follows[i] = q.determined.Row(op, i)
		q.exact[i] = q.exact[i] || q.follows[i]
	}
	if err := q.setScale(ctx); err != nil {
		return nil, err
	}
	return q, nil
}

type preparedAnswers struct {
	mechanism.Task
	op         linop.Operator
	known      mechanism.KnownSums
	exact      []bool                // answers that are sums of known sums, or follow from facts
	determined *mechanism.Determined // by facts
	follows    []bool                // which answers are
	delta      int64
	scale      noise.Scale
}

// setScale gives every answer the scale Δ/ε; when no edge changes any answer, that which hides one person more or less in each.
func (q *preparedAnswers) setScale(ctx context.Context) error {
	var err error
	if q.delta, err = changeOf(ctx, q.op, q.Problem.Policy); err != nil {
		return err
	}
	q.scale, err = noise.NewScale(new(big.Rat).Quo(big.NewRat(max(q.delta, 1), 1), q.Problem.Effective().Rat()))
	return err
}

// changeOf returns the largest L1 change of the rows of an operator along an edge, whatever
// the edge's weight.
func changeOf(ctx context.Context, op linop.Operator, p *policy.Policy) (int64, error) {
	if runs, ok := op.(linop.Intervals); ok {
		line, err := sensitivity.OnLine(p)
		if err != nil {
			return 0, err
		}
		return line.Intervals(runs)
	}
	edges, _ := p.Unweighted()
	v, err := sensitivity.Of(ctx, op, edges, sensitivity.L1)
	if err != nil {
		return 0, err
	}
	return v.Size.Num().Int64(), nil
}

// ExactSums marks the answers that hold every set with a known sum whole or not at all, and
// no other cell.
func ExactSums(op linop.Operator, known mechanism.KnownSums) []bool {
	exact := make([]bool, op.Rows())
	if known.Count == 0 {
		return exact
	}
	v := newCellVariances(known)
	v.before = make([]mechanism.Noisy, op.Columns()+1)
	// Every possible cell counts as one of equal noise: what that leaves without variance
	// is a sum of whole sets.
	for cell, s := range known.Set {
		v.before[cell+1] = v.before[cell]
		if s >= 0 {
			v.before[cell+1] = v.before[cell].Plus(mechanism.Noisy{Cells: 1, Variance: 1})
			v.sets[s] = v.sets[s].Plus(mechanism.Noisy{Cells: 1, Variance: 1})
		}
	}
	if runs, ok := v.runOf(op); ok {
		for i := range exact {
			exact[i] = v.Of(runs(i)) == 0
		}
		return exact
	}
	for i, s := range v.sums(op) {
		exact[i] = s.variance == 0
	}
	return exact
}

func (q *preparedAnswers) Noise() []mechanism.Noise {
	rows := 0
	for _, exact := range q.exact {
		if !exact {
			rows++
		}
	}
	if rows == 0 {
		return nil
	}
	return []mechanism.Noise{{What: message.Sprintf("answers"), Rows: rows, Sensitivity: big.NewRat(q.delta, 1), Law: q.scale.Law()}}
}

func (q *preparedAnswers) ExpectedError() accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, q.op.Rows())}
	half := mechanism.NewHalfWidths().Of(1, q.scale.Law())
	for i := range e.Answers {
		if !q.exact[i] {
			e.Answers[i] = accuracy.Answer{Variance: q.scale.Variance(), HalfWidth: half}
		}
	}
	return e
}

func (q *preparedAnswers) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	truth := make([]int64, q.op.Rows())
	q.op.Apply(truth, counts.Counts())
	a := mechanism.Answers{Unadjusted: make([]float64, len(truth)), Tidied: make([]int64, len(truth))}
	noisy := make([]int64, 0, len(truth))
	for i, y := range truth {
		if !q.exact[i] {
			noisy = append(noisy, y)
		}
	}
	q.scale.Add(src, noisy, noisy)
	if err := ctx.Err(); err != nil {
		return mechanism.Answers{}, err
	}
	known := make([]float64, len(truth))
	if q.determined != nil {
		q.op.ApplyFloat(known, q.determined.Cells(q.known.Values(counts)))
	}
	for i, y := range truth {
		switch {
		case !q.exact[i]:
			y, noisy = noisy[0], noisy[1:]
		case q.follows[i]: // from public numbers alone
			y = int64(math.Round(known[i]))
		}
		a.Unadjusted[i] = float64(y)
	}
	tidied, ok, err := q.Problem.TidyAnswers(q.known, a.Unadjusted, q.known.Values(counts))
	if err != nil {
		return mechanism.Answers{}, err
	}
	if ok {
		a.Parts, a.Gave = tidied.Parts, tidied.Gave
		a.Estimates = []mechanism.Estimate{{Domain: q.Problem.Workload.Domain(), Public: tidied.Public}}
		q.op.Apply(a.Tidied, tidied.Cells)
		return a, nil
	}
	// Too many to be compared, each becomes what it can be by itself.
	public := q.Problem.AnswerBounds(q.op)
	for i, y := range a.Unadjusted {
		least, most, bounded := public.Of(i)
		if a.Tidied[i] = max(int64(y), least); bounded {
			a.Tidied[i] = min(a.Tidied[i], most)
		}
	}
	return a, nil
}
