package line

import (
	"context"
	"fmt"
	"math/big"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// Design chooses the strategy of a segment with more than one cell, and the scales of its groups.
type Design func(ctx context.Context, b Brief) (Strategy, []float64, error)

// Brief is what a design is for.
type Brief struct {
	Line       sensitivity.Line
	Epsilon    float64
	KnownTotal bool
	Target     strategy.Target
	FreeScale  float64
	family     noise.Family // where its squares add up epsilon and FreeScale are r², what these may add up to
}

// tunedOnce returns a design that is worked out once for a brief.
func tunedOnce(m *optimum.Memory, name string, d Design) Design {
	type found struct {
		rows   Strategy
		scales []float64
	}
	return func(ctx context.Context, b Brief) (Strategy, []float64, error) {
		rest := b
		rest.Line.Reach = nil
		f, err := optimum.Recall(ctx, m, fmt.Sprintf("%s: %+v %s", name, rest, reachOf(b.Line)), func() (found, error) {
			rows, scales, err := d(ctx, b)
			return found{rows, scales}, err
		})
		return f.rows, f.scales, err
	}
}

// CheckLine says whether a question can be answered along one ordered column.
func CheckLine(p mechanism.Problem) mechanism.Fit {
	if f := mechanism.CountsOnly(p); !f.OK() {
		return f
	}
	if len(p.Workload.Domain().Attributes()) != 1 {
		return mechanism.Unfit(guide.Questions, "it works along one column: ask over a single column")
	}
	if !p.Workload.Domain().Attributes()[0].HasOrder() {
		return mechanism.Unfit(guide.Columns, "it works along an order, and the values of this column have none: declare it as an ordered list or as numbers")
	}
	if err := sensitivity.Fits(p.Policy); err != nil {
		return mechanism.Unfit(guide.Secrets, "%s", err)
	}
	return mechanism.Fit{}
}

// PreparedLine is a strategy for every segment of a line.
type PreparedLine struct {
	mechanism.Task
	mechanism.Expected
	family   noise.Family
	Known    mechanism.KnownSums
	op       linop.Intervals
	Segments []*segment
	cells    int
	of       []int // segment of each cell, where there are several
	facts    int   // how many sums are stated
}

// PrepareLine designs a strategy for each segment of a line, with noise of a family. Where nothing tells the totals of segments they are
// measured, and it may be better to leave the line in one piece: the one with less error is used.
func PrepareLine(ctx context.Context, info mechanism.Info, f noise.Family, p mechanism.Problem, d Design) (mechanism.Prepared, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	known := p.Known(c)
	cut, err := prepareSegments(ctx, mechanism.Task{By: info, Problem: p}, f, known, Segments(c, known), d)
	if err != nil || len(cut.Segments) == 1 || known.Count == len(cut.Segments) {
		return cut, err
	}
	whole, err := prepareSegments(ctx, mechanism.Task{By: info, Problem: p}, f, known, uncut(c, known), d)
	if err == nil && mechanism.Aimed(p.Workload, whole) < mechanism.Aimed(p.Workload, cut)*(1-1e-4) {
		return whole, nil
	}
	return cut, ctx.Err()
}

// prepareSegments designs a strategy for each of the segments of a line.
func prepareSegments(ctx context.Context, task mechanism.Task, f noise.Family, known mechanism.KnownSums, segments []*segment, d Design) (*PreparedLine, error) {
	q := &PreparedLine{Task: task, family: f, Known: known, op: linop.RunsOver(task.Problem.Workload.Operator()), Segments: segments}
	line, err := sensitivity.OnLine(task.Problem.Policy)
	if err != nil {
		return nil, err
	}
	q.facts = len(task.Problem.Facts.Sums(task.Problem.Workload.Domain()))
	if q.cells = line.Cells(); len(q.Segments) > 1 {
		q.of = make([]int, q.cells)
		for i, s := range q.Segments {
			for cell := s.Lo; cell <= s.hi; cell++ {
				q.of[cell] = i
			}
		}
	}
	if err := q.designAll(ctx, line, d); err != nil {
		return nil, err
	}
	q.Expect(&q.Task, q, q.Known, q.expected, 1)
	return q, nil
}

// segmentOf returns which segment a cell is in.
func (q *PreparedLine) segmentOf(cell int) int {
	if q.of == nil {
		return 0
	}
	return q.of[cell]
}

func (q *PreparedLine) ExpectedError() accuracy.Estimate { return q.Errors(q.expected) }

// Noise adds up groups of the same kind and scale over the segments.
func (q *PreparedLine) Noise() []mechanism.Noise {
	var out []mechanism.Noise
	for _, s := range q.Segments {
		for _, g := range s.Groups {
			if g.Law.IsZero() && s.Strategy == nil {
				continue
			}
			moved := 0
			for _, n := range g.Loads {
				moved = max(moved, n)
			}
			n := mechanism.Noise{What: g.What, Rows: g.Rows, Sensitivity: big.NewRat(int64(moved), 1), Law: g.Law}
			found := false
			for i := range out {
				if out[i].What.String() == n.What.String() && out[i].Law == n.Law && out[i].Sensitivity.Cmp(n.Sensitivity) == 0 {
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

// expected returns the error of every answer.
func (q *PreparedLine) expected() accuracy.Estimate { return q.OfRuns(q.op, true) }

// OfRuns implements mechanism.OfRuns: a run ends inside at most two segments, and the ones between are covered whole.
func (q *PreparedLine) OfRuns(op linop.Intervals, widths bool) accuracy.Estimate {
	whole := make([]float64, len(q.Segments)+1) // variances of whole segments, added up
	for i, s := range q.Segments {
		whole[i+1] = whole[i] + s.variance(0, s.Cells()-1)
	}
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, op.Rows())}
	alike := mechanism.NewHalfWidths()
	variances := make([]func(lo, hi int) float64, len(q.Segments))
	for i, s := range q.Segments {
		variances[i] = s.variances(op.Rows() / len(q.Segments))
	}
	for i, r := range op.Rising() {
		a, b := q.segmentOf(r.Lo), q.segmentOf(r.Hi)
		first, last := q.Segments[a], q.Segments[b]
		if a == b {
			v := variances[a](r.Lo-first.Lo, r.Hi-first.Lo)
			e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthUnder(q.family, v)}
			if rows, law, ok := first.ends(r.Lo-first.Lo, r.Hi-first.Lo); ok && widths {
				e.Answers[i].HalfWidth = alike.Of(rows, law)
			}
			continue
		}
		v := variances[a](r.Lo-first.Lo, first.Cells()-1) + variances[b](0, r.Hi-last.Lo) + whole[b] - whole[a+1]
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthUnder(q.family, v)}
	}
	return e
}

// MeanError implements mechanism.Averaged for all ranges: strategies know their errors without going through them.
func (q *PreparedLine) MeanError() (float64, bool) {
	if !q.op.AreForAll() || len(q.Segments) > 1 || q.Segments[0].Strategy == nil || q.Conditioned() {
		return 0, false
	}
	w, ok := q.Segments[0].weighted.(interface {
		AverageVariance(strategy.Target) (float64, error)
	})
	if !ok {
		return 0, false
	}
	v, err := w.AverageVariance(strategy.AllRanges())
	return v, err == nil
}

func (q *PreparedLine) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	sums := q.Known.Values(counts)
	x := make([]float64, q.cells)
	for _, s := range q.Segments {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		if err := s.Estimate(x[s.Lo:s.hi+1], s.slice(counts), s.total(sums), src); err != nil {
			return mechanism.Answers{}, err
		}
	}
	q.Meet(x, sums)
	tidied, err := q.Tidy(x, sums)
	if err != nil {
		return mechanism.Answers{}, err
	}
	return q.Exactly(q.Problem.AnswersBy(x, tidied)), nil
}
