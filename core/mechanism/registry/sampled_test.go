package registry

import (
	"math"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// sample is what repeated releases on known counts showed, per answer and of some sums of answers.
type sample struct {
	square []float64 // mean squared error of the unadjusted answers
	mean   []float64 // mean error
	inside []int     // how many intervals held the truth
	sums   []sampledSum
	sizes  total // mean squared errors added up over the answers
}

type total struct{ unadjusted, tidied float64 }

// sampledSum is a sum of answers with the error that is stated of it, its mean squared error, and how many of
// its intervals held the truth.
type sampledSum struct {
	terms  []mechanism.Term
	stated mechanism.Combined
	square float64
	inside int
}

// takeSample makes so many releases, and looks at some sums of answers beside these.
func takeSample(t testing.TB, e mechanismtest.Example, q mechanism.Prepared, runs int, sums ...sampledSum) sample {
	t.Helper()
	op := e.Scene.Workload.Operator()
	truth := make([]int64, op.Rows())
	op.Apply(truth, e.Counts)
	x, src := mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts), seeded.New(20260101, 99)
	stated := q.ExpectedError().Answers
	s := sample{make([]float64, len(truth)), make([]float64, len(truth)), make([]int, len(truth)), sums, total{}}
	part := 1 / float64(runs)
	off := make([]float64, len(truth))
	for range runs {
		a, err := q.Release(t.Context(), x, src)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, e.Name, err)
		}
		for i, want := range truth {
			d := a.Unadjusted[i] - float64(want)
			off[i] = d
			s.square[i] += part * d * d
			s.mean[i] += part * d
			if math.Abs(d) <= stated[i].HalfWidth+1e-6 {
				s.inside[i]++
			}
			s.sizes.unadjusted += part * d * d
			s.sizes.tidied += part * mechanism.Square(a.TidiedAt(i)-float64(want))
		}
		for i, sum := range sums {
			d := 0.0
			for _, term := range sum.terms {
				d += term.Weight * off[term.Answer]
			}
			s.sums[i].square += part * d * d
			if math.Abs(d) <= sum.stated.HalfWidth()+1e-6 {
				s.sums[i].inside++
			}
		}
	}
	return s
}

// trial is a mechanism prepared for an example, and what sampledRuns releases showed.
type trial struct {
	mechanismtest.Example
	q mechanism.Prepared
	sample
}

// sumsEach is how many sums of answers each trial looks at.
const sumsEach = 3

// taken are the trials that several tests look at.
var taken []trial

// eachTrial tries every mechanism whose error does not depend on the data on sampledOn of the examples that
// it applies to, and makes the releases once for all tests.
func eachTrial(t *testing.T, do func(s trial)) {
	t.Helper()
	if taken == nil {
		var all []trial
		for j, m := range independent() {
			for _, e := range triedOn(t, j, m) {
				tidying := e.Scene.Raw
				e.Scene.Raw = !seeded.Audit
				q, err := m.Prepare(t.Context(), e.Scene.Problem)
				if projects(e.Scene, q) { // so that tidied answers are looked at
					e.Scene.Raw = tidying
					q, err = m.Prepare(t.Context(), e.Scene.Problem)
				}
				if err != nil {
					t.Fatalf("%s, %s: %v", m.Info().ID, e.Name, err)
				}
				draw, sums := mechanismtest.NewMaker(t, 43<<32+uint64(len(all))), make([]sampledSum, sumsEach)
				for i := range sums {
					sums[i].terms = someTerms(draw, e.Scene.Workload.Len())
					if sums[i].stated, err = mechanism.Combine(q, sums[i].terms); err != nil {
						t.Fatalf("%s, %s: %v", m.Info().ID, e.Name, err)
					}
				}
				all = append(all, trial{e, q, takeSample(t, e, q, sampledRuns, sums...)})
			}
		}
		taken = all
	}
	for _, s := range taken {
		do(s)
	}
}

// triedOn returns the examples that a mechanism is tried on, of those that it applies to: evenly from all of
// them, and from another one on than for the mechanism before it. The fast run takes small ones, and a
// single one where there are none.
func triedOn(t *testing.T, turn int, m mechanism.Mechanism) []mechanismtest.Example {
	t.Helper()
	var fitting, small []mechanismtest.Example
	for _, e := range mechanismtest.Examples(t) {
		if !m.Check(e.Scene.Problem).OK() {
			continue
		}
		if fitting = append(fitting, e); max(len(e.Counts), e.Scene.Workload.Len()) <= 30 {
			small = append(small, e)
		}
	}
	if len(fitting) == 0 {
		t.Fatalf("%s applies to no example: add one that it answers to examples (examples_test.go)", m.Info().ID)
	}
	switch {
	case seeded.Audit:
	case len(small) > 0:
		fitting = small
	default:
		return fitting[:1]
	}
	return evenly(rotated(fitting, turn), sampledOn)
}

// The stated error of every answer is the one that releases show, it has no bias, and the
// intervals hold the truth as often as they say. The comparison has the power to see noise that is
// 0.7 or 1.3 times what it should be: the same releases are told from the errors that are stated of
// mechanisms to which they are that.
func TestSampledErrors(t *testing.T) {
	comparisons := 0
	for _, e := range mechanismtest.Examples(t) {
		comparisons += 3 * e.Scene.Workload.Len() * len(All())
	}
	alpha := seeded.Among(comparisons)
	eachTrial(t, func(s trial) {
		least, stated := mechanismtest.LeastVariance(mechanismtest.Measured(t, s.q)), mechanismtest.Variances(s.q)
		if err := mechanismtest.SquaresAgree(s.square, stated, sampledRuns, least, alpha); err != nil {
			t.Errorf("%s, %s: %v", s.q.Info().ID, s.Name, err)
		}
		for _, factor := range []float64{0.7, 1.3} {
			wrong := slices.Clone(stated)
			for i := range wrong {
				wrong[i] /= mechanism.Square(factor)
			}
			if mechanismtest.Largest(wrong) > 0 && mechanismtest.SquaresAgree(s.square, wrong, sampledRuns, least, alpha) == nil {
				t.Errorf("%s, %s: noise of %v times the size went unnoticed", s.q.Info().ID, s.Name, factor)
			}
		}
		for i, v := range stated {
			errors := seeded.Moments{Variance: v, Excess: 3 + 1/least} // those of one Laplace row are the most
			if err := seeded.Averages(s.mean[i], sampledRuns, errors, alpha); err != nil && math.Abs(s.mean[i]) > 1e-9 {
				t.Errorf("%s, %s: errors of answer %d: %v", s.q.Info().ID, s.Name, i, err)
			}
			if err := seeded.AtLeast(s.inside[i], sampledRuns, 0.95, alpha); err != nil {
				t.Errorf("%s, %s: answer %d lies in its interval: %v", s.q.Info().ID, s.Name, i, err)
			}
		}
	})
}

// With large budgets noise is mostly zero and its steps matter: intervals hold all the same.
func TestIntervalsOfLargeBudgets(t *testing.T) {
	comparisons := 0
	for _, e := range mechanismtest.Examples(t) {
		comparisons += 2 * e.Scene.Workload.Len() * len(All())
	}
	for j, m := range independent() {
		for i, e := range triedOn(t, j, m) {
			for k, epsilon := range []string{"3", "8"} {
				if !seeded.Audit && (i+j+k)%2 == 0 {
					continue
				}
				budget, err := account.ParseEpsilon(epsilon)
				if err != nil {
					t.Fatal(err)
				}
				e.Scene.Budget = budget
				if !m.Check(e.Scene.Problem).OK() {
					continue
				}
				q, err := m.Prepare(t.Context(), e.Scene.Problem)
				if err != nil {
					t.Fatalf("%s, %s: %v", m.Info().ID, e.Name, err)
				}
				for i, n := range takeSample(t, e, q, intervalRuns).inside {
					if err := seeded.AtLeast(n, intervalRuns, 0.95, seeded.Among(comparisons)); err != nil {
						t.Errorf("%s, %s at %s: answer %d lies in its interval: %v", m.Info().ID, e.Name, epsilon, i, err)
					}
				}
			}
		}
	}
}
