package registry

import (
	"math"
	"slices"
	"testing"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// Tidied answers are possible counts that agree with one another and with what is known.
func TestTidiedAnswersAreCounts(t *testing.T) {
	eachPrepared(t, 20, mechanismtest.Problems, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		x := s.Counts(m)
		for seed := range uint64(3) {
			a := mechanismtest.MustRelease(t, s, q, x, seed)
			if problem := mechanismtest.Untidy(s, q, x, a); problem != "" {
				t.Fatalf("%s, %s: %s: %v", q.Info().ID, s.Name, problem, a.Tidied)
			}
		}
	})
}

// What is disclosed by consent is met by the tidied table, component by component.
func TestTidiedTablesMeetWhatIsDisclosed(t *testing.T) {
	met := 0
	eachPreparedUntil(t, 21, mechanismtest.Problems, func() bool { return met > 0 }, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if s.Workload.Question().Kind != workload.Table || len(s.Workload.Question().Only) > 0 || !s.Disclose || s.Policy.Presence() || !bySets(s, q) {
			return
		}
		x := s.Counts(m)
		of, count, err := s.Policy.Components()
		if err != nil {
			t.Fatal(err)
		}
		difference := make([]int64, count)
		tidied := mechanismtest.MustRelease(t, s, q, x, 5).Tidied
		for cell, i := range mechanismtest.Singles(s.Workload.Operator()) {
			if of[cell] >= 0 {
				difference[of[cell]] += tidied[i] - x[cell]
			}
		}
		for c, d := range difference {
			if d != 0 {
				t.Fatalf("%s, %s: component %d is off by %d", q.Info().ID, s.Name, c, d)
			}
		}
		met += count
	})
	if met == 0 {
		t.Fatal("nothing was disclosed")
	}
}

// bySets says whether a mechanism estimates each disclosed sum's cells by themselves; on a
// line it can where they are runs of values.
func bySets(s mechanismtest.Scene, q mechanism.Prepared) bool {
	return !alongLine[q.Info().ID] || runsApart(s)
}

// alongLine are the mechanisms that measure along the order of one column.
var alongLine = map[string]bool{"ordered": true, "hierarchical": true, "ordered-hierarchical": true, "ramps": true, "soft-blocks": true,
	"gaussian-hierarchical": true, "gaussian-ordered": true, "gaussian-stationary": true}

// runsApart says whether every connected component is a run of cells, and there is no impossible cell between.
func runsApart(s mechanismtest.Scene) bool {
	of, count, err := s.Policy.Components()
	if err != nil {
		return false
	}
	for cell, n := range of {
		if n < 0 {
			return false
		}
		if cell == 0 || of[cell-1] != n {
			count--
		}
	}
	return count == 0
}

// projects says whether tidying is a projection of the answers themselves onto a convex set
// that holds the truth, followed by rounding: tables from cells, and cumulative counts from
// one chain.
func projects(s mechanismtest.Scene, q mechanism.Prepared) bool {
	switch id := q.Info().ID; {
	case id == "laplace" || id == "gaussian":
		return s.Workload.Question().Kind == workload.Table && !s.Workload.Question().Totals
	case alongLine[id]:
		op, ok := s.Workload.Operator().(linop.Intervals)
		_, components, err := s.Policy.Components()
		return ok && op.ArePrefixes() && err == nil && (components == 1 || !runsApart(s)) && s.Policy.Domain().AllPossible()
	}
	return false
}

// A projection never takes the answers as a whole farther from the truth, whatever the
// noise; rounding moves each by less than one (docs/mathematics.md, "Tidied answers").
func TestTidyingIsNoWorse(t *testing.T) {
	checked := 0
	enough := func() bool { return checked >= seeded.Often(1, mechanismtest.Problems/4) }
	eachPreparedUntil(t, 22, mechanismtest.Problems, enough, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if !projects(s, q) {
			return
		}
		x := s.Counts(m)
		truth := make([]int64, s.Workload.Len())
		s.Workload.Operator().Apply(truth, x)
		for seed := range uint64(4) {
			a := mechanismtest.MustRelease(t, s, q, x, seed)
			var before, after float64
			for i, want := range truth {
				before += mechanism.Square(a.Unadjusted[i] - float64(want))
				after += mechanism.Square(a.TidiedAt(i) - float64(want))
			}
			if limit := math.Sqrt(before) + math.Sqrt(float64(len(truth))); math.Sqrt(after) > limit+1e-6 {
				t.Fatalf("%s, %s: tidying took the answers from %v to %v away from the truth", q.Info().ID, s.Name, math.Sqrt(before), math.Sqrt(after))
			}
			checked++
		}
	})
	if !enough() {
		t.Fatalf("only %d releases were compared", checked)
	}
}

// On the examples the tidied answers are, all together, no farther from the truth than the
// unadjusted ones, where tidying is a projection; elsewhere the two are shown.
func TestTidiedErrorsOfExamples(t *testing.T) {
	compared := 0
	eachTrial(t, func(s trial) {
		t.Logf("%-22s %-36s unadjusted %9.1f, tidied %9.1f", s.q.Info().ID, s.Name, s.sizes.unadjusted, s.sizes.tidied)
		if !projects(s.Scene, s.q) {
			return
		}
		compared++
		if rounding := float64(s.Scene.Workload.Len()) / 4; s.sizes.tidied > s.sizes.unadjusted+rounding {
			t.Errorf("%s, %s: squared error %v unadjusted, %v tidied", s.q.Info().ID, s.Name, s.sizes.unadjusted, s.sizes.tidied)
		}
	})
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// Where nobody reads tidied answers the unadjusted ones are what they are otherwise, and the tidied ones
// possible counts all the same.
func TestRawAnswers(t *testing.T) {
	eachPrepared(t, 23, mechanismtest.Problems/4, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		raw := s
		raw.Raw = true
		quick, err := mustByID(t, q.Info().ID).Prepare(t.Context(), raw.Problem)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
		}
		x := s.Counts(m)
		a, b := mechanismtest.MustRelease(t, s, q, x, 6), mechanismtest.MustRelease(t, raw, quick, x, 6)
		if !slices.Equal(a.Unadjusted, b.Unadjusted) {
			t.Fatalf("%s, %s: unadjusted answers are %v, and %v where tidied ones are read", q.Info().ID, s.Name, b.Unadjusted, a.Unadjusted)
		}
		if problem := mechanismtest.Untidy(raw, quick, x, b); problem != "" {
			t.Fatalf("%s, %s: %s: %v", q.Info().ID, s.Name, problem, b.Tidied)
		}
	})
}
