package mechanism

import (
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/workload"
)

// Term is one answer of a sum, with how often it counts; a difference has a weight of -1.
type Term struct {
	Answer int
	Weight float64
}

// Combined is the error of a weighted sum of unadjusted answers.
type Combined struct {
	// Variance is the expected squared error, exactly; 0 where the sum carries no noise.
	Variance float64
	// Weight bounds how often an independent draw of the noise counts in the sum.
	Weight float64
	// Family is that of the noise.
	Family noise.Family
}

// HalfWidth returns that of an interval which holds the true sum 19 times in 20, or more often.
func (c Combined) HalfWidth() float64 {
	return HalfWidthOfWeighted(c.Family, c.Variance, c.Weight)
}

// Combiner is what a prepared mechanism implements whose unadjusted answers are linear in its
// noise: then the error of a sum of answers is known exactly, correlations included. Every
// mechanism whose error does not depend on the data does; a test over the registry says which
// are missing.
//
// Combined gets answers in rising order, each once, with finite weights other than zero, and
// every answer among those of the workload. It returns the variance of the sum's error: for
// answers that are the rows W of an operator applied to estimated cells, that of (Wᵀw)·cells.
// It may not change the prepared mechanism and is called by several goroutines at once. Where
// the sum is known without noise the variance has to be 0 and not merely small, and for a single
// answer it is that of ExpectedError. Call [Combine], not the method.
type Combiner interface {
	Combined(terms []Term) Combined
}

// Shared is the part of one question in what answers several together.
type Shared interface {
	// Whole returns what answers all of them.
	Whole() Prepared
}

// Combine returns the error of a weighted sum of the unadjusted answers of a prepared mechanism.
// It errors when a term names no answer or has a weight that is no number, and when the error is
// known only on a stand-in.
func Combine(p Prepared, terms []Term) (Combined, error) {
	info := p.Info()
	c, ok := p.(Combiner)
	if !ok || info.DataDependent {
		return Combined{}, message.Errorf("the error of sums of answers by “%s” is not known without the data: choose another method, or use the answers one by one", info.Name)
	}
	if s, ok := p.(Shared); ok {
		whole := s.Whole()
		if _, ok := whole.(Combiner); !ok || whole.Info().DataDependent {
			return Combined{}, message.Errorf("the error of sums of answers by “%s” is not known: use the answers one by one", whole.Info().Name)
		}
	}
	clean, err := collect(terms, len(p.ExpectedError().Answers))
	if err != nil || len(clean) == 0 {
		return Combined{}, err
	}
	return c.Combined(clean), nil
}

// collect adds up the weights of each answer and leaves out what counts nothing.
func collect(terms []Term, answers int) ([]Term, error) {
	for _, t := range terms {
		switch {
		case t.Answer < 0 || t.Answer >= answers:
			return nil, message.Errorf("answer %d is asked for, but there are %d: number them from 0", t.Answer, answers)
		case math.IsNaN(t.Weight) || math.IsInf(t.Weight, 0):
			return nil, message.Errorf("answer %d is to count %v times: give a number", t.Answer, t.Weight)
		}
	}
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b Term) int { return a.Answer - b.Answer })
	out := sorted[:0]
	for _, t := range sorted {
		if n := len(out); n > 0 && out[n-1].Answer == t.Answer {
			out[n-1].Weight += t.Weight
			continue
		}
		out = append(out, t)
	}
	return slices.DeleteFunc(out, func(t Term) bool { return t.Weight == 0 }), nil
}

// WeightOf returns the weights of all terms together, which bounds that of a draw in them where
// no answer counts a draw more than once.
func WeightOf(terms []Term) float64 {
	sum := 0.0
	for _, t := range terms {
		sum += math.Abs(t.Weight)
	}
	return sum
}

// Apart returns the error of a sum of two whose noise is drawn apart: variances add up, and the larger
// factor of their laws serves for both together.
func (c Combined) Apart(d Combined) Combined {
	switch {
	case c.Variance == 0:
		return d
	case d.Variance == 0:
		return c
	}
	return Combined{Variance: c.Variance + d.Variance, Weight: math.Max(c.Weight, d.Weight), Family: c.Family.Wider(d.Family)}
}

// EstimateEach works out the error of each of n answers by itself.
func EstimateEach(n int, q Combiner) accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, n)}
	for i := range e.Answers {
		c := q.Combined([]Term{{Answer: i, Weight: 1}})
		e.Answers[i] = accuracy.Answer{Variance: c.Variance, HalfWidth: c.HalfWidth()}
	}
	return e
}

// Aimed returns the mean expected squared error of what a question is asked for: of its answers, or,
// where it asks for averages, of the totals less average times people, whose error over the number of
// people is the average's, with an average that may be anything from the least to the greatest number.
// It is -1 where the error of sums of answers is not known.
func Aimed(w *workload.Workload, q Prepared) float64 {
	s, ok := w.Sums()
	if !ok || !s.Averages {
		return MeanSquare(q)
	}
	unit, _ := s.Unit.Float64()
	low, high := unit*float64(s.Least), unit*float64(s.Most)
	mean, square := (low+high)/2, (low*low+low*high+high*high)/3
	n := s.Figures()
	step := max(n/mostAimed, 1)
	sum, seen := 0.0, 0.0
	variance := func(i int, people float64) float64 {
		c, err := Combine(q, []Term{{Answer: i, Weight: 1}, {Answer: n + i, Weight: people}})
		if err != nil {
			return math.NaN()
		}
		return c.Variance
	}
	for i := n - 1; i >= 0; i -= step {
		// The variance is quadratic in the average.
		at, minus, plus := variance(i, 0), variance(i, -1), variance(i, 1)
		bend, slope := (plus+minus)/2-at, (minus-plus)/2
		sum += at + slope*mean + bend*square
		seen++
	}
	if math.IsNaN(sum) {
		return -1
	}
	return max(sum/seen, 0)
}

// mostAimed is the most groups whose averages are compared.
const mostAimed = 64
