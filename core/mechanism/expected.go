package mechanism

import (
	"sync"

	"steward/core/accuracy"
	"steward/core/linop"
)

// manyAnswers is from how many answers on their errors are not kept one by one.
const manyAnswers = 1 << 20

// Expected is the expected errors of a prepared mechanism's answers, which embeds it. Those of very many answers are worked out
// whenever they are asked for, and only what sums them up is kept: every range of a few thousand values has millions, and every
// method would hold two numbers for each of them.
type Expected struct {
	all     accuracy.Estimate
	later   bool // whether they are not in all
	once    sync.Once
	summary accuracy.Summary
}

// Expect is Condition of errors that work works out, always the same.
func (e *Expected) Expect(t *Task, q Covarying, known KnownSums, work func() accuracy.Estimate, weight float64) {
	follow := false
	if runs, ok := t.Problem.Workload.Operator().(linop.Intervals); ok {
		_, _, follow = runs.StandsForEvery()
	}
	if t.Problem.Workload.Len() < manyAnswers && !follow {
		e.all = t.Condition(q, known, work(), weight)
		return
	}
	given := t.Problem.condition(q, known)
	if e.later = given == nil; e.later {
		return
	}
	all := work()
	t.given = given
	e.all = t.conditioned(all, weight)
}

// Errors returns them one by one, from what was kept or by the same work.
func (e *Expected) Errors(work func() accuracy.Estimate) accuracy.Estimate {
	if e.later {
		return work()
	}
	return e.all
}

func (e *Expected) expected() *Expected { return e }

// notKept returns what there is of the errors of a prepared mechanism that are not kept one by one; false where they are.
func notKept(q Prepared) (*Expected, bool) {
	e, ok := q.(interface{ expected() *Expected })
	if !ok || !e.expected().later {
		return nil, false
	}
	return e.expected(), true
}

// OfRuns is implemented by prepared mechanisms that know the errors of any runs of the cells of one column, whatever is asked for and
// where no more than the known sums is known; without half-widths where nobody looks at these.
type OfRuns interface {
	OfRuns(runs linop.Intervals, widths bool) accuracy.Estimate
}

// Averaged is implemented by prepared mechanisms that know the mean of their squared errors from less than all of them, of some
// questions.
type Averaged interface {
	MeanError() (float64, bool)
}

// briefOf returns what is said of the ranges that follow from the answers of a prepared mechanism; false where its answers are all that
// is asked for.
func briefOf(q Prepared) (accuracy.Estimate, bool) {
	switch u := q.(type) {
	case inUnits:
		e, ok := briefOf(u.Prepared)
		e.Ranges = e.Ranges.Times(u.unit.Of(1))
		return e, ok
	case linearInUnits:
		return briefOf(u.inUnits)
	case linearFollowing:
		return u.brief(), true
	case *following:
		return u.brief(), true
	}
	return accuracy.Estimate{}, false
}

// SummaryOf sums up the expected errors of a prepared mechanism.
func SummaryOf(q Prepared) accuracy.Summary {
	if b, ok := briefOf(q); ok {
		return b.Summary()
	}
	e, ok := notKept(q)
	if !ok {
		return q.ExpectedError().Summary()
	}
	e.once.Do(func() { e.summary = q.ExpectedError().Summary() })
	return e.summary
}

// MeanSquare returns the mean of the expected squared errors of a prepared mechanism.
func MeanSquare(q Prepared) float64 {
	switch u := q.(type) {
	case linearFollowing:
		return u.meanSquare()
	case *following:
		return u.meanSquare()
	}
	if b, ok := briefOf(q); ok {
		return b.MeanSquare()
	}
	if _, ok := notKept(q); !ok {
		return q.ExpectedError().MeanSquare()
	}
	if a, ok := q.(Averaged); ok {
		if v, ok := a.MeanError(); ok {
			return v
		}
	}
	return SummaryOf(q).MeanSquare
}

// Brief returns what is said of the expected errors of a prepared mechanism as a whole, and these only where they are kept.
func Brief(q Prepared) accuracy.Estimate {
	if b, ok := briefOf(q); ok {
		return b
	}
	if _, ok := notKept(q); ok {
		return accuracy.Estimate{Kind: accuracy.Computed}
	}
	return q.ExpectedError()
}

// Looked returns the expected errors of a prepared mechanism, without those of answers from which ranges follow: what is said of the
// ranges is looked at instead.
func Looked(q Prepared) accuracy.Estimate {
	if b, ok := briefOf(q); ok {
		return b
	}
	return q.ExpectedError()
}

// AloneMeanSquare is that of the errors that Alone returns.
func AloneMeanSquare(q Prepared) float64 {
	if b, ok := briefOf(q); ok {
		return b.MeanSquare()
	}
	if _, ok := notKept(q); ok {
		return MeanSquare(q)
	}
	return Alone(q).MeanSquare()
}
