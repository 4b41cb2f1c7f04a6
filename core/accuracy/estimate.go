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
}

// Summary is an estimate in a few numbers, in people.
type Summary struct {
	Answers, Exact int
	MeanSquare     float64 // mean expected squared error over all answers
	RMSE           float64 // its root
	Worst          float64 // the largest root mean square error of an answer
	// Typical is the mean typical error of the answers that are not exact (Typical).
	Typical float64
	// HalfWidth and WorstHalfWidth are the mean and the largest half-width of the
	// intervals that hold 19 times in 20, over the answers that are not exact.
	HalfWidth, WorstHalfWidth float64
}

// Summary summarises the estimate.
func (e Estimate) Summary() Summary {
	if e.Leading > 0 {
		e.Answers = e.Answers[:e.Leading]
	}
	s := Summary{Answers: len(e.Answers)}
	var typical, half float64
	for _, a := range e.Answers {
		if a.Variance == 0 {
			s.Exact++
			continue
		}
		s.MeanSquare += a.Variance
		s.Worst = max(s.Worst, a.RMSE())
		typical += Typical(a.RMSE())
		half += a.HalfWidth
		s.WorstHalfWidth = max(s.WorstHalfWidth, a.HalfWidth)
	}
	if n := float64(len(e.Answers)); n > 0 {
		s.MeanSquare /= n
		s.RMSE = math.Sqrt(s.MeanSquare)
	}
	if n := float64(s.Answers - s.Exact); n > 0 {
		s.Typical, s.HalfWidth = typical/n, half/n
	}
	return s
}
