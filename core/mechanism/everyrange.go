package mechanism

import (
	"context"
	"slices"
	"sync"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/linop"
	"steward/core/noise"
)

// Following returns a prepared mechanism, of a problem whose workload is a planned one, as what publishes the answers from which all
// that is asked for follows: its further answers tell the errors of that, and are not given out.
func Following(prepared Prepared, p Problem) Prepared {
	f := &following{Prepared: prepared, op: p.Workload.Operator().(linop.Intervals)}
	if c, ok := prepared.(Combiner); ok {
		return linearFollowing{f, c}
	}
	return f
}

// following is a prepared mechanism whose first answers are published, and whose further ones stand for all the ranges that follow from
// these.
type following struct {
	Prepared
	op   linop.Intervals
	once sync.Once
	told accuracy.Ranges
	kind accuracy.Estimate // without any answers

	averaged sync.Once
	average  float64 // mean's, unless it is -1
}

// linearFollowing is following of a mechanism whose answers are linear in its noise.
type linearFollowing struct {
	*following
	linear Combiner
}

func (f linearFollowing) Combined(terms []Term) Combined { return f.linear.Combined(terms) }

// shown returns how many of the answers are published.
func (f *following) shown() int { return linop.Shown(f.op).Rows() }

// ExpectedError returns the errors of the published answers, with those of the ranges that follow from them.
func (f *following) ExpectedError() accuracy.Estimate {
	e := f.Prepared.ExpectedError()
	f.tell(&e)
	e.Answers, e.Ranges = e.Answers[:f.shown()], &f.told
	return e
}

// brief returns those of the ranges alone.
func (f *following) brief() accuracy.Estimate {
	f.tell(nil)
	e := f.kind
	e.Ranges = &f.told
	return e
}

// meanSquare returns that of all ranges alone, which is all that is looked at where mechanisms are compared.
func (f *following) meanSquare() float64 {
	if of, ok := f.ofRuns(); ok {
		if mean, ok := f.mean(f.counts(of)); ok {
			return mean
		}
	}
	return f.brief().MeanSquare()
}

// ofRuns returns what knows the errors of any ranges, where those of the answers are not kept.
func (f *following) ofRuns() (OfRuns, bool) {
	of, ok := f.Prepared.(OfRuns)
	_, later := notKept(f.Prepared)
	return of, ok && later
}

// counts returns what adds up the variances of the cumulative counts.
func (f *following) counts(of OfRuns) func() float64 {
	return func() float64 {
		if s, ok := of.(interface{ SumOfCounts() float64 }); ok && f.shown() == f.op.Columns() {
			return s.SumOfCounts()
		}
		return variances(of.OfRuns(linop.Prefixes(f.op.Columns(), f.shown()), false).Answers)
	}
}

// variances adds up those of answers.
func variances(answers []accuracy.Answer) float64 {
	sum := 0.0
	for _, a := range answers {
		sum += a.Variance
	}
	return sum
}

// tell keeps what is said of the ranges, from the errors of all answers unless it is nil. These are many, and few are looked at where
// mechanisms are compared.
func (f *following) tell(all *accuracy.Estimate) {
	f.once.Do(func() {
		runs, even, _ := f.op.StandsForEvery()
		n := f.shown()
		f.told = accuracy.Ranges{Count: float64(n) * float64(n+1) / 2, Even: even}
		f.kind = accuracy.Estimate{Kind: accuracy.Computed}
		counts := func() float64 { return variances(all.Answers[:n]) }
		if of, ok := f.ofRuns(); ok && all == nil {
			f.told.Some, counts = of.OfRuns(runs, true).Answers, f.counts(of)
		} else {
			if all == nil {
				e := f.Prepared.ExpectedError()
				all = &e
			}
			f.kind = accuracy.Estimate{Kind: all.Kind, StandIn: all.StandIn}
			f.told.Some = slices.Clone(all.Answers[n:])
		}
		if mean, ok := f.mean(counts); ok {
			f.told.MeanSquare = mean
		} else {
			f.told.MeanSquare = accuracy.Estimate{Answers: f.told.Some[:even]}.MeanSquare()
		}
	})
}

// mean returns the mean of the expected squared errors of all ranges where the mechanism knows it, or knows its cells' covariances. Every
// range is the difference of two of the cumulative counts, the first of which is zero: their squares add up to those of the counts,
// once more often than there are counts, less that of all counts together.
func (f *following) mean(of func() float64) (float64, bool) {
	f.averaged.Do(func() {
		if v, ok := f.meanOf(of); ok {
			f.average = v
		} else {
			f.average = -1
		}
	})
	return f.average, f.average >= 0
}

func (f *following) meanOf(of func() float64) (float64, bool) {
	if a, ok := f.Prepared.(Averaged); ok {
		if v, ok := a.MeanError(); ok {
			return v, true
		}
	}
	n := f.shown()
	w, with := make([]float64, f.op.Columns()), make([]float64, f.op.Columns())
	for cell := range n {
		w[cell] = float64(n - cell)
	}
	if !Covariance(f.Prepared, with, w) {
		return 0, false
	}
	each, together := of(), 0.0
	if each == 0 {
		return 0, true // all are exact
	}
	for cell, v := range with {
		together += v * w[cell]
	}
	return max((float64(n+1)*each-together)/(float64(n)*float64(n+1)/2), 0), true
}

func (f *following) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	a, err := f.Prepared.Release(ctx, counts, src)
	if err != nil {
		return Answers{}, err
	}
	a.Unadjusted, a.Tidied = a.Unadjusted[:f.shown()], a.Tidied[:f.shown()]
	return a, nil
}
