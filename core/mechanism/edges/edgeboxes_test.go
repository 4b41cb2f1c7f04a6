package edges

import (
	"math"
	"slices"
	"testing"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
)

// Adding up over boxes gives what adding up edge by edge does.
func TestEdgeErrorsOfBoxes(t *testing.T) {
	compared := 0
	mechanismtest.EachSceneUntil(t, 61, 250, func() bool { return compared >= 40 }, func(m mechanismtest.Maker, s mechanismtest.Scene) {
		if _, runs := linop.RunOf(s.Workload.Operator()); runs || s.Workload.Weighs() {
			return
		}
		e, fit := fitEdges(s.Problem, noise.Laplace)
		if !fit.OK() {
			return
		}
		q := &preparedEdges{Task: mechanism.Task{Problem: s.Problem}, edgeNoise: e}
		want, got := q.expectedOfAny(), q.expectedOfBoxes(q.strides(s.Workload.Domain().Sizes()))
		for i, a := range got.Answers {
			b := want.Answers[i]
			if math.Abs(a.Variance-b.Variance) > 1e-9*(1+b.Variance) || (a.Variance == 0) != (b.Variance == 0) {
				t.Fatalf("%s: answer %v: variance %g, edge by edge %g", s.Name, s.Workload.Key(i), a.Variance, b.Variance)
			}
			if _, same := q.one(); same && a.HalfWidth != b.HalfWidth {
				t.Fatalf("%s: answer %v: within %g, edge by edge %g", s.Name, s.Workload.Key(i), a.HalfWidth, b.HalfWidth)
			}
		}
		compared++
	})
}

// Edges that are held are those that the policy is walked over for, in the same order.
func TestListedEdges(t *testing.T) {
	added, absent := 0, 0
	mechanismtest.EachSceneUntil(t, 46, mechanismtest.Problems/2, func() bool { return added > 0 && absent > 0 }, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		e, fit := fitEdges(s.Problem, noise.Laplace)
		if !fit.OK() {
			return
		}
		var walked, listed []listedEdge
		e.walk(func(u, v, kind int) { walked = append(walked, listedEdge{int32(u), int32(v), int32(kind)}) })
		e.list()
		e.each(func(u, v, kind int) { listed = append(listed, listedEdge{int32(u), int32(v), int32(kind)}) })
		if !slices.Equal(walked, listed) {
			t.Fatalf("%s: %v are held, and %v walked over", s.Name, listed, walked)
		}
		added += len(e.added)
		for _, l := range listed {
			if l.v < 0 {
				absent++
			}
		}
	})
}
