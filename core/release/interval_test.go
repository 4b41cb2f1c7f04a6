package release

import (
	"testing"

	"steward/core/plan"
	"steward/core/result"
)

// The interval of an answer is cut to what is possible, and holds what is published wherever that lies.
func TestIntervalsOf(t *testing.T) {
	p := smallPlan(100)
	p.Questions = p.Questions[:1]
	problem := compileSmall(t, p).Problems[0]
	for _, c := range []struct {
		name                     string
		unadjusted, half, tidied float64
		exact                    bool
		roundTo                  int64
		low, high                float64
	}{
		{"whole", 20, 7, 20, false, 0, 13, 27},
		{"drawn in", 20.4, 6.9, 20, false, 0, 14, 27},
		{"not below zero", 2.5, 7, 2, false, 0, 0, 9},
		{"not above the people", 97, 7, 98, false, 0, 90, 100},
		{"published above", 20, 7, 40, false, 0, 13, 40},
		{"published below", 20, 7, 3, false, 0, 3, 27},
		{"nothing possible is near", -20, 7, 5, false, 0, 0, 5},
		{"no whole number is near", 20.4, 0.2, 20, false, 0, 20, 20},
		{"rounded", 20, 2, 21, false, 50, 0, 22},
		{"exact", 20, 0, 20, true, 0, 20, 20},
		{"exact and rounded", 20, 0, 20, true, 50, 0, 20},
	} {
		q := result.Question{Workload: problem.Workload, Unadjusted: []float64{c.unadjusted}, HalfWidth: []float64{c.half}, Tidied: []float64{c.tidied},
			Exact: []bool{c.exact}, Rule: plan.Rule{RoundTo: c.roundTo}}
		if Intervals(problem, &q); q.Low[0] != c.low || q.High[0] != c.high {
			t.Errorf("%s: from %v to %v", c.name, q.Low[0], q.High[0])
		}
	}
}
