package registry

import (
	"math"
	"slices"
	"testing"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
	"steward/core/workload"
)

// byBrute returns the errors of all ranges of so many values as differences of two published answers each.
func byBrute(t *testing.T, q mechanism.Prepared, values int) accuracy.Estimate {
	t.Helper()
	e := accuracy.Estimate{Kind: accuracy.Computed}
	for _, r := range linop.Every(values, values).All() {
		terms := []mechanism.Term{{Answer: r.Hi, Weight: 1}}
		if r.Lo > 0 {
			terms = append(terms, mechanism.Term{Answer: r.Lo - 1, Weight: -1})
		}
		c, err := mechanism.Combine(q, terms)
		if err != nil {
			t.Fatal(err)
		}
		e.Answers = append(e.Answers, accuracy.Answer{Variance: c.Variance, HalfWidth: c.HalfWidth()})
	}
	return e
}

// eachFollowing prepares every mechanism that applies for questions about every range of one column of which only the counts up to each
// value are published, where about so many ranges stand for all.
func eachFollowing(t *testing.T, standing int, do func(s mechanismtest.Scene, q mechanism.Prepared)) {
	t.Helper()
	each := func(s mechanismtest.Scene) {
		var err error
		if s.Workload, err = workload.Following(s.Workload.Question(), s.Published.Domain(), standing); err != nil {
			t.Fatal(err)
		}
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range candidates {
			if c.Prepared != nil {
				do(s, c.Prepared)
			}
		}
	}
	for _, within := range []int{0, 1, 3} {
		for _, gaussian := range []bool{false, true} {
			s := mechanismtest.EveryRange(t, 40, within, "0.5").Scene
			s.Gaussian = gaussian
			s.StandIn = mechanismtest.Like(t, s)
			each(s)
		}
	}
	found, most := 0, seeded.Often(12, 60)
	mechanismtest.EachSceneUntil(t, 71, 1, func() bool { return found >= most }, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		if q := s.Workload.Question(); q.Kind == workload.Ranges && q.Every && len(q.Columns) == 1 && s.Workload.Parts() == nil {
			found++
			each(s)
		}
	})
}

// alikeTo reports whether two numbers are the same but for rounding.
func alikeTo(a, b float64) bool { return math.Abs(a-b) <= 1e-7*max(math.Abs(a), math.Abs(b), 1e-9) }

// What is said of ranges that follow from published counts is what each of them by itself gives, whatever the mechanism.
func TestErrorsOfRangesThatFollow(t *testing.T) {
	eachFollowing(t, 1<<10, func(s mechanismtest.Scene, q mechanism.Prepared) {
		if q.Info().DataDependent {
			return // they are measured
		}
		values := s.Workload.Len()
		want, got := byBrute(t, q, values), q.ExpectedError()
		if len(got.Answers) != values || got.Ranges == nil || len(got.Ranges.Some) != len(want.Answers) {
			t.Fatalf("%s, %s: errors of %d answers and %+v", q.Info().ID, s.Name, len(got.Answers), got.Ranges)
		}
		for i, a := range got.Ranges.Some {
			if !alikeTo(a.Variance, want.Answers[i].Variance) || (a.HalfWidth > 0) != (a.Variance > 0) || i < values && (!alikeTo(a.Variance, got.Answers[i].Variance) || !alikeTo(a.HalfWidth, got.Answers[i].HalfWidth)) {
				t.Fatalf("%s, %s: range %d is said to have %v, and has %v", q.Info().ID, s.Name, i, a, want.Answers[i])
			}
		}
		if mean := want.MeanSquare(); !alikeTo(got.MeanSquare(), mean) || !alikeTo(mechanism.MeanSquare(q), mean) || !alikeTo(mechanism.SummaryOf(q).MeanSquare, mean) {
			t.Errorf("%s, %s: the mean square of all ranges is said to be %v, and is %v", q.Info().ID, s.Name, got.MeanSquare(), mean)
		}
	})
}

// Some ranges that stand for all tell as much of them: the mean that is stated is exact, no range is far outside of what the least and
// the largest are said to be, and the one in the middle is near it.
func TestSomeRangesStandForAll(t *testing.T) {
	eachFollowing(t, 1<<8, func(s mechanismtest.Scene, q mechanism.Prepared) {
		if s.Workload.Len() < 30 || q.Info().DataDependent {
			return
		}
		all := byBrute(t, q, s.Workload.Len())
		want, got := all.Summary(), q.ExpectedError().Summary()
		if !alikeTo(got.MeanSquare, want.MeanSquare) {
			t.Errorf("%s, %s: the mean square is said to be %v, and is %v", q.Info().ID, s.Name, got.MeanSquare, want.MeanSquare)
		}
		if !alikeTo(got.LeastTypical, want.LeastTypical) || got.MostTypical > want.MostTypical*(1+1e-9) || got.MostTypical < 0.97*want.MostTypical {
			t.Errorf("%s, %s: from %v to %v, said to be from %v to %v", q.Info().ID, s.Name, want.LeastTypical, want.MostTypical, got.LeastTypical, got.MostTypical)
		}
		var typical []float64
		for _, a := range all.Answers {
			if a.Variance > 0 {
				typical = append(typical, accuracy.Typical(a.RMSE()))
			}
		}
		slices.Sort(typical)
		low, high := typical[len(typical)*45/100], typical[len(typical)*55/100]
		if got.Typical < low*0.98 || got.Typical > high*1.02 {
			t.Errorf("%s, %s: the one in the middle is said to be %v, and is from %v to %v", q.Info().ID, s.Name, got.Typical, low, high)
		}
	})
}

// A release publishes the counts alone, with noise for no more than them.
func TestReleaseOfCountsThatRangesFollowFrom(t *testing.T) {
	eachFollowing(t, 1<<8, func(s mechanismtest.Scene, q mechanism.Prepared) {
		x := s.Counts(mechanismtest.NewMaker(t, 5))
		a := mechanismtest.MustRelease(t, s, q, x, 3)
		if e := q.ExpectedError(); q.Info().DataDependent && (e.Ranges == nil || e.Ranges.MeanSquare != (accuracy.Estimate{Answers: e.Ranges.Some[:e.Ranges.Even]}).MeanSquare()) {
			t.Errorf("%s, %s: the errors of ranges that were measured are said to be %v", q.Info().ID, s.Name, e.Ranges)
		}
		if n := s.Workload.Len(); len(a.Unadjusted) != n || len(a.Tidied) != n {
			t.Fatalf("%s, %s: %d and %d answers, not %d", q.Info().ID, s.Name, len(a.Unadjusted), len(a.Tidied), n)
		}
		if _, measuresCells := mechanism.Within(q).(mechanism.Covarying); measuresCells && a.Gave == mechanism.GaveNothing && !slices.IsSorted(a.Tidied) {
			t.Errorf("%s, %s: a range has fewer than nobody in %v", q.Info().ID, s.Name, a.Tidied)
		}
	})
}
