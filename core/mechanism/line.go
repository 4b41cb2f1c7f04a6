package mechanism

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// design chooses the strategy of a segment with more than one cell, and the scales of its groups.
type design func(ctx context.Context, b brief) (lineStrategy, []float64, error)

// brief is what a design is for.
type brief struct {
	line       sensitivity.Line
	epsilon    float64
	knownTotal bool
	target     strategy.Target
	freeScale  float64
	gaussian   bool // then epsilon and freeScale are r², what squares may add up to
}

// tunedOnce returns a design that is worked out once for a brief.
func tunedOnce(m *optimum.Memory, name string, d design) design {
	type found struct {
		rows   lineStrategy
		scales []float64
	}
	return func(ctx context.Context, b brief) (lineStrategy, []float64, error) {
		f, err := optimum.Recall(ctx, m, fmt.Sprintf("%s: %+v", name, b), func() (found, error) {
			rows, scales, err := d(ctx, b)
			return found{rows, scales}, err
		})
		return f.rows, f.scales, err
	}
}

// checkLine says whether a question can be answered along one ordered column.
func checkLine(p Problem) Fit {
	if f := countsOnly(p); !f.OK() {
		return f
	}
	if len(p.Workload.Domain().Attributes()) != 1 {
		return unfit(guide.Questions, "it works along one column: ask over a single column")
	}
	if !p.Workload.Domain().Attributes()[0].HasOrder() {
		return unfit(guide.Columns, "it works along an order, and the values of this column have none: declare it as an ordered list or as numbers")
	}
	if _, err := sensitivity.OnLine(p.Policy); err != nil {
		return unfit(guide.Secrets, err.Error())
	}
	return Fit{}
}

// preparedLine is a strategy for every segment of a line.
type preparedLine struct {
	Task
	gaussian bool // the noise is Gaussian
	known    knownSums
	op       linop.Intervals
	segments []*segment
	of       []int // segment of each cell
	estimate accuracy.Estimate
}

// prepareLine cuts the line into segments and designs a strategy for each.
func prepareLine(ctx context.Context, info Info, p Problem, d design) (Prepared, error) {
	return prepareLineWith(ctx, &preparedLine{Task: Task{info, p}}, d)
}

// prepareGaussianLine is prepareLine with Gaussian noise.
func prepareGaussianLine(ctx context.Context, info Info, p Problem, d design) (Prepared, error) {
	return prepareLineWith(ctx, &preparedLine{Task: Task{info, p}, gaussian: true}, d)
}

func prepareLineWith(ctx context.Context, q *preparedLine, d design) (Prepared, error) {
	p := q.Problem
	c, err := p.components()
	if err != nil {
		return nil, err
	}
	line, err := sensitivity.OnLine(p.Policy)
	if err != nil {
		return nil, err
	}
	q.known, q.op = p.known(c), linop.RunsOver(p.Workload.Operator())
	q.segments = segments(c, q.known)
	q.of = make([]int, len(c.of))
	for i, s := range q.segments {
		for cell := s.lo; cell <= s.hi; cell++ {
			q.of[cell] = i
		}
	}
	if err := q.designAll(ctx, line, d); err != nil {
		return nil, err
	}
	q.estimate = q.expected()
	return q, nil
}

func (q *preparedLine) ExpectedError() accuracy.Estimate { return q.estimate }

// Noise adds up groups of the same kind and scale over the segments.
func (q *preparedLine) Noise() []Noise {
	var out []Noise
	for _, s := range q.segments {
		for _, g := range s.groups {
			if g.law.IsZero() && s.strategy == nil {
				continue
			}
			moved := 0
			for _, n := range g.loads {
				moved = max(moved, n)
			}
			n := Noise{What: g.what, Rows: g.rows, Sensitivity: big.NewRat(int64(moved), 1), Law: g.law}
			found := false
			for i := range out {
				if out[i].What == n.What && out[i].Scale == n.Scale && out[i].SigmaSquared == n.SigmaSquared && out[i].Sensitivity.Cmp(n.Sensitivity) == 0 {
					out[i].Rows += n.Rows
					found = true
				}
			}
			if !found {
				out = append(out, n)
			}
		}
	}
	return out
}

// expected returns the error of every answer: a run ends inside at most two segments, and
// the ones between are covered whole.
func (q *preparedLine) expected() accuracy.Estimate {
	whole := make([]float64, len(q.segments)+1) // variances of whole segments, added up
	for i, s := range q.segments {
		whole[i+1] = whole[i] + s.variance(0, s.cells()-1)
	}
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, q.op.Rows())}
	widths := newHalfWidths()
	variances := make([]func(lo, hi int) float64, len(q.segments))
	for i, s := range q.segments {
		variances[i] = s.variances(q.op.Rows() / len(q.segments))
	}
	for i, r := range q.op.All() {
		a, b := q.of[r.Lo], q.of[r.Hi]
		first, last := q.segments[a], q.segments[b]
		if a == b {
			v := variances[a](r.Lo-first.lo, r.Hi-first.lo)
			e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: q.halfWidthOf(v)}
			if rows, scale, ok := first.ends(r.Lo-first.lo, r.Hi-first.lo); ok {
				e.Answers[i].HalfWidth = widths.of(rows, scale)
			}
			continue
		}
		v := variances[a](r.Lo-first.lo, first.cells()-1) + variances[b](0, r.Hi-last.lo) + whole[b] - whole[a+1]
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: q.halfWidthOf(v)}
	}
	return e
}

// halfWidthOf returns the half-width of a range of a variance.
func (q *preparedLine) halfWidthOf(variance float64) float64 {
	if q.gaussian && variance > 0 {
		return accuracy.HalfWidthOfGaussian(math.Sqrt(variance), 1, level)
	}
	return halfWidthOf(variance)
}

func (q *preparedLine) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	if err := q.Problem.checkCounts(counts); err != nil {
		return Answers{}, err
	}
	sums := q.known.values(counts)
	x := make([]float64, len(q.of))
	for _, s := range q.segments {
		if err := ctx.Err(); err != nil {
			return Answers{}, err
		}
		if err := s.estimate(x[s.lo:s.hi+1], s.slice(counts), s.total(sums), src); err != nil {
			return Answers{}, err
		}
	}
	tidied, err := q.tidy(x, sums)
	if err != nil {
		return Answers{}, err
	}
	tidied = agree(tidied, q.Problem.publicSums(q.known, sums))
	a := Answers{Unadjusted: make([]float64, q.op.Rows()), Tidied: make([]int64, q.op.Rows())}
	q.op.ApplyFloat(a.Unadjusted, x)
	q.op.Apply(a.Tidied, tidied)
	return a, nil
}
