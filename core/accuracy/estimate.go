package accuracy

import (
	"math"

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
	// Ranges are the errors of what is asked for where that follows from the answers; nil where the answers are it. A summary is then
	// about these.
	Ranges *Ranges
}

// Ranges are the errors of very many ranges, each the difference of two answers or one of them.
type Ranges struct {
	Count      float64 // of all of them
	MeanSquare float64 // of all of them, the mean expected squared error
	// Some are those of ranges that stand for all: the first, so many of them as Even says, are spread evenly over all, the others are
	// among the shortest and the longest.
	Some []Answer
	Even int
}

// Times returns the errors of ranges of which a step counts as much as unit.
func (r *Ranges) Times(unit float64) *Ranges {
	if r == nil || unit == 1 {
		return r
	}
	out := *r
	out.MeanSquare *= unit * unit
	out.Some = make([]Answer, len(r.Some))
	for i, a := range r.Some {
		out.Some[i] = Answer{Variance: a.Variance * unit * unit, HalfWidth: a.HalfWidth * unit}
	}
	return &out
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

// told returns the answers that a summary is about.
func (e Estimate) told() []Answer {
	switch {
	case e.Ranges != nil:
		return e.Ranges.Some
	case e.Leading > 0:
		return e.Answers[:e.Leading]
	}
	return e.Answers
}

// MeanSquare is that of the summary, without the rest of it.
func (e Estimate) MeanSquare() float64 {
	if e.Ranges != nil {
		return e.Ranges.MeanSquare
	}
	sum, told := 0.0, e.told()
	for _, a := range told {
		if a.Variance > 0 {
			sum += a.Variance
		}
	}
	return sum / max(float64(len(told)), 1)
}

// Summary summarises the estimate.
func (e Estimate) Summary() Summary {
	s := Summary{Answers: len(e.told()), MeanSquare: e.MeanSquare()}
	s.RMSE = math.Sqrt(s.MeanSquare)
	var all Spread
	for _, a := range e.told() {
		all.add(a)
		if a.Variance > 0 {
			s.Worst = max(s.Worst, a.RMSE())
		}
	}
	s.Exact = all.Exact
	even := e.told()
	if e.Ranges != nil {
		even = even[:e.Ranges.Even]
	}
	middle := inTheMiddle(even)
	s.Typical, s.HalfWidth = Typical(middle.RMSE()), middle.HalfWidth
	s.LeastTypical, s.MostTypical, s.LeastHalfWidth, s.WorstHalfWidth = all.LeastTypical, all.MostTypical, all.LeastHalf, all.MostHalf
	return s
}

// inTheMiddle returns the one in the middle of the errors that are not exact, by their variances and, where these are alike, by
// their half-widths.
func inTheMiddle(of []Answer) Answer {
	var variances, widths []float64
	for _, a := range of {
		if a.Variance > 0 {
			if variances == nil {
				variances = make([]float64, 0, len(of))
			}
			variances = append(variances, a.Variance)
		}
	}
	if len(variances) == 0 {
		return Answer{}
	}
	variance, before := Ranked(variances, len(variances)/2)
	rank := len(variances)/2 - before
	for _, a := range of {
		if a.Variance == variance {
			widths = append(variances[:len(widths)], a.HalfWidth)
		}
	}
	width, _ := Ranked(widths, rank)
	return Answer{variance, width}
}

// Ranked returns the value that would stand at a place if values were sorted, and how many are below it. It moves them about, and
// takes time in proportion to their number: of what is left it keeps those on the value's side of one of them, which is taken by a
// fixed rule that no order of values has reason to follow.
func Ranked(values []float64, at int) (value float64, below int) {
	for turn := uint64(1); ; {
		turn = turn*6364136223846793005 + 1442695040888963407
		pivot := values[(turn>>33)%uint64(len(values))]
		less, same := 0, 0 // values[:less] are below the pivot, values[less:same] are it
		more := len(values)
		for same < more {
			switch v := values[same]; {
			case v < pivot:
				values[less], values[same] = v, values[less]
				less, same = less+1, same+1
			case v > pivot:
				more--
				values[same], values[more] = values[more], v
			default:
				same++
			}
		}
		switch {
		case at < less:
			values = values[:less]
		case at < same:
			return pivot, below + less
		default:
			values, at, below = values[same:], at-same, below+same
		}
	}
}
