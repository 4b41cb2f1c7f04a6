package mechanism

import (
	"math"
	"testing"
)

// Adding up over boxes gives what adding up edge by edge does.
func TestEdgeErrorsOfBoxes(t *testing.T) {
	compared := 0
	eachScene(t, 61, 250, func(m maker, s scene) {
		if _, runs := runsOfCells(s.Workload.Operator()); runs || s.Workload.Weighs() {
			return
		}
		e, fit := fitEdges(s.Problem, false)
		if !fit.OK() {
			return
		}
		q := &preparedEdges{problem: s.Problem, edgeNoise: e}
		want, got := q.expectedOfAny(), q.expectedOfBoxes(q.strides(sizesOf(s.Workload.Domain())))
		for i, a := range got.Answers {
			b := want.Answers[i]
			if math.Abs(a.Variance-b.Variance) > 1e-9*(1+b.Variance) || (a.Variance == 0) != (b.Variance == 0) {
				t.Fatalf("%s: answer %v: variance %g, edge by edge %g", s.name, s.Workload.Key(i), a.Variance, b.Variance)
			}
			if _, same := q.one(); same && a.HalfWidth != b.HalfWidth {
				t.Fatalf("%s: answer %v: within %g, edge by edge %g", s.name, s.Workload.Key(i), a.HalfWidth, b.HalfWidth)
			}
		}
		compared++
	})
	if compared < 40 {
		t.Errorf("only %d problems compared", compared)
	}
}
