package accuracy

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"steward/core/message"
)

// Kind says how an error was obtained.
type Kind string

// The kinds of estimate.
const (
	// Computed errors depend on public choices only and are exact.
	Computed Kind = "computed"
	// Simulated errors were measured on a public stand-in; the data's own may differ.
	Simulated Kind = "simulated"
)

// Answer is the expected error of one unadjusted answer.
type Answer struct {
	// Variance is the expected squared error (people squared); 0 for an exact answer.
	Variance float64
	// HalfWidth is that of an interval that holds the true value at least 19 times in 20.
	HalfWidth float64
}

// RMSE returns the root of the mean squared error, in people.
func (a Answer) RMSE() float64 { return math.Sqrt(a.Variance) }

// Estimate is the expected error of the answers to a question, before tidying.
type Estimate struct {
	Kind Kind
	// StandIn names the public data that a simulated estimate was measured on.
	StandIn message.Text
	Answers []Answer
	// Leading is how many of the answers, the first, a summary is about; 0 stands for all. The totals
	// of a question of averages come first, and the numbers of people behind them are in other units.
	Leading int
}

// Summary is an estimate in a few numbers, in people.
type Summary struct {
	Answers, Exact int
	MeanSquare     float64 // mean expected squared error over all answers
	RMSE           float64 // its root
	Worst          float64 // the largest root mean square error of an answer
	// Typical and HalfWidth are the typical error and the half-width, that 19 times in 20 are kept, of the answer in the middle of
	// those that are not exact: numbers that an answer has, for where one has to stand for all.
	Typical, HalfWidth float64
	// The others are the least and the largest of them.
	LeastTypical, MostTypical, LeastHalfWidth, WorstHalfWidth float64
}

// Typically writes the typical errors of all answers, Within how far they are off at most 19 times in 20.
func (s Summary) Typically() message.Text { return Range(s.LeastTypical, s.MostTypical) }

// Within is told of with Typically.
func (s Summary) Within() message.Text { return Range(s.LeastHalfWidth, s.WorstHalfWidth) }

// Summary summarises the estimate.
func (e Estimate) Summary() Summary {
	if e.Leading > 0 {
		e.Answers = e.Answers[:e.Leading]
	}
	s := Summary{Answers: len(e.Answers)}
	var all Spread
	times := make(map[Answer]int)
	for _, a := range e.Answers {
		all.add(a)
		if a.Variance > 0 {
			s.MeanSquare += a.Variance
			s.Worst = max(s.Worst, a.RMSE())
			times[a]++
		}
	}
	s.Exact = all.Exact
	if n := float64(len(e.Answers)); n > 0 {
		s.MeanSquare /= n
		s.RMSE = math.Sqrt(s.MeanSquare)
	}
	middle := inTheMiddle(times, s.Answers-s.Exact)
	s.Typical, s.HalfWidth = Typical(middle.RMSE()), middle.HalfWidth
	s.LeastTypical, s.MostTypical, s.LeastHalfWidth, s.WorstHalfWidth = all.LeastTypical, all.MostTypical, all.LeastHalf, all.MostHalf
	return s
}

// inTheMiddle returns the one in the middle of so many errors, by their sizes.
func inTheMiddle(times map[Answer]int, all int) Answer {
	sizes := slices.SortedFunc(maps.Keys(times), func(a, b Answer) int {
		return cmp.Or(cmp.Compare(a.Variance, b.Variance), cmp.Compare(a.HalfWidth, b.HalfWidth))
	})
	left := all / 2
	for _, a := range sizes {
		if left -= times[a]; left < 0 {
			return a
		}
	}
	return Answer{}
}
