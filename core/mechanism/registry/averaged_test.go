package registry

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// Where a mechanism says what all ranges err by on average, or all cumulative counts together, that is what they do one by one.
func TestMeanErrorsOfEveryRange(t *testing.T) {
	averaged, summed := make(map[string]bool), make(map[string]bool)
	for _, size := range []int64{5, 16, 37} {
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, size-1, mechanismtest.NoSpecial))
		near := mechanismtest.Part(t)(policy.Near(a, mechanismtest.RatOf(2), policy.OwnGroup))
		for _, s := range []mechanismtest.Setup{{Parts: []policy.Part{policy.Complete(a)}}, {Parts: []policy.Part{near}}, {Parts: []policy.Part{near}, Presence: true}, {}} {
			for _, s.Known = range []bool{true, false} {
				s.Columns, s.Question, s.Epsilon, s.Gaussian = []*domain.Attribute{a}, workload.Question{Kind: workload.Ranges, Every: true}, "1", true
				s.Presence = s.Presence || s.Parts == nil
				p := s.Make(t, "every range").Scene.Problem
				for _, m := range All() {
					if m.Info().Laborious || !m.Check(p).OK() {
						continue
					}
					q, err := m.Prepare(t.Context(), p)
					if err != nil {
						t.Fatal(err)
					}
					of, ok := mechanism.Within(q).(mechanism.OfRuns)
					if !ok {
						continue
					}
					if mean, ok := mechanism.Within(q).(mechanism.Averaged); ok {
						if got, ok := mean.MeanError(); ok {
							averaged[m.Info().ID] = true
							if want := of.OfRuns(linop.Every(int(size), int(size)), false).MeanSquare(); math.Abs(got-want) > 1e-9*want {
								t.Errorf("%s, %+v: ranges of %d values have a mean squared error of %v, and are said to have %v", m.Info().ID, s, size, want, got)
							}
						}
					}
					if sums, ok := mechanism.Within(q).(interface{ SumOfCounts() float64 }); ok {
						summed[m.Info().ID] = true
						want := 0.0
						for _, c := range of.OfRuns(linop.Prefixes(int(size), int(size)), false).Answers {
							want += c.Variance
						}
						if got := sums.SumOfCounts(); math.Abs(got-want) > 1e-9*want {
							t.Errorf("%s, %+v: cumulative counts of %d values have a variance of %v together, and are said to have %v", m.Info().ID, s, size, want, got)
						}
					}
				}
			}
		}
	}
	if len(averaged) < 6 || len(summed) == 0 {
		t.Errorf("only %v and %v say so", averaged, summed)
	}
}

// A first look at a large problem shows what is of a closed form; what it left for later is tried then, and all comes to what there is
// without a first look.
func TestFirstLookAtLargeProblems(t *testing.T) {
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 40, mechanismtest.NoSpecial))
	q := workload.Question{Kind: workload.Ranges}
	for lo := range 20 {
		for hi := lo; hi < lo+12; hi++ {
			q.Spans = append(q.Spans, workload.Span{From: a.Label(lo), To: a.Label(hi)})
		}
	}
	near := mechanismtest.Part(t)(policy.Near(a, mechanismtest.RatOf(3), policy.OwnGroup))
	p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{near}, Question: q, Known: true, Epsilon: "1"}.Make(t, "large").Scene.Problem
	p.Quick = true
	look, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	later := 0
	for _, c := range look {
		switch {
		case c.Later:
			later++
			if c.Prepared != nil || c.Fit.OK() {
				t.Errorf("%s is left for later and there already", c.Info.ID)
			}
		case c.Prepared != nil && !c.Info.Closed:
			t.Errorf("%s was designed for a first look", c.Info.ID)
		}
	}
	if Best(look) < 0 || later < 10 {
		t.Fatalf("the best of a first look is %d, and %d are left for later", Best(look), later)
	}
	p.Quick = false
	got, err := Refine(t.Context(), p, look)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range got {
		if w := want[i]; c.Later || c.Info.ID != w.Info.ID || c.Summary != w.Summary || c.Aim != w.Aim || c.Fit.OK() != w.Fit.OK() || (c.Prepared == nil) != (w.Prepared == nil) {
			t.Errorf("%s: %+v after a first look, %+v without", w.Info.ID, c, w)
		}
	}
	if Best(got) != Best(want) || look[Best(got)].Prepared != nil {
		t.Errorf("the best are %d and %d, and it is to be one left for later", Best(got), Best(want))
	}
}
