package release

import (
	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/result"
)

// Intervals works out the interval of every answer to the question of a problem, from released and public numbers
// alone: that around the unadjusted number, cut to what the answer can be for certain, and as much longer as it takes
// to hold the published number. docs/mathematics.md proves how often it holds the truth.
func Intervals(p mechanism.Problem, q *result.Question) {
	possible := p.Possible()
	q.Low, q.High = make([]float64, q.Len()), make([]float64, q.Len())
	for i, x := range q.Unadjusted {
		at := accuracy.Interval{Low: x, High: x}
		if !q.Exact[i] {
			unit := p.UnitOf(i)
			size := unit.Of(1)
			at = possible(i).Around(x/size, q.HalfWidth[i]/size)
			at.Low, at.High = unit.Of(at.Low), unit.Of(at.High)
		}
		at = at.With(q.Rule.Rounded(q.Tidied[i]))
		q.Low[i], q.High[i] = at.Low, at.High
	}
}
