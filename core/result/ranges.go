package result

import (
	"fmt"
	"math"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/workload"
)

// Ranges say how far ranges are off, each the difference of two published answers or one of them, as differences of unadjusted answers.
type Ranges struct {
	// Count is how many there are, RMSE the root of the mean expected squared error of all of them.
	Count float64 `json:"count"`
	RMSE  float64 `json:"rootMeanSquareError"`
	// The least and the largest typical error and half-width, that 19 times in 20 are kept, of those that stand for all: some that are
	// spread evenly, the shortest and the longest. All are 0 where no range carries noise.
	LeastTypical   float64 `json:"leastTypicalError"`
	MostTypical    float64 `json:"largestTypicalError"`
	LeastHalfWidth float64 `json:"leastHalfWidth95"`
	MostHalfWidth  float64 `json:"largestHalfWidth95"`
}

// RangesOf returns what a release says of the ranges that follow from answers with such errors; nil where the answers are all that is
// asked for.
func RangesOf(e accuracy.Estimate) *Ranges {
	if e.Ranges == nil {
		return nil
	}
	s := e.Summary()
	return &Ranges{e.Ranges.Count, math.Sqrt(e.Ranges.MeanSquare), s.LeastTypical, s.MostTypical, s.LeastHalfWidth, s.WorstHalfWidth}
}

// SaidFollow says which ranges follow from the answers of a workload, and how; it is empty where the answers are all that is asked for.
func SaidFollow(w *workload.Workload) message.Text {
	ranges, ok := w.Follow()
	if !ok {
		return message.Text{}
	}
	return message.Sprintf("Every range of “%s” would be %s numbers, more than a sheet has rows. Its %s cumulative counts are published, and every range follows from them: from the cumulative count at its last value subtract the one before its first value.",
		string(w.Question().Columns[0]), account.Commas(fmt.Sprintf("%.0f", ranges)), account.Commas(fmt.Sprint(w.Len())))
}

// spread says how far they are off, apart from how many there are.
func (r *Ranges) spread() accuracy.Spread {
	s := accuracy.Spread{What: message.Sprintf("all ranges"), Answers: 2, LeastTypical: r.LeastTypical, MostTypical: r.MostTypical, LeastHalf: r.LeastHalfWidth, MostHalf: r.MostHalfWidth}
	if r.MostTypical == 0 {
		s.Exact = s.Answers
	}
	return s
}
