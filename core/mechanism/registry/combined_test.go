package registry

import (
	"math"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// Every mechanism whose error does not depend on the data knows that of sums of answers.
func TestRegistryCombines(t *testing.T) {
	eachPrepared(t, 41, mechanismtest.Problems/2, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if _, ok := q.(mechanism.Combiner); !ok {
			t.Fatalf("%s, %s: its prepared form %T does not implement Combiner: write its Combined (combined.go)", q.Info().ID, s.Name, q)
		}
	})
}

// weighed returns the variance of a sum of answers by the matrix formula, and the largest weight
// of a row in it, from the weights of rows in answers and the rows' variances.
func weighed(weights [][]float64, variances []float64, terms []mechanism.Term) (variance, weight float64) {
	for r, of := range weights {
		w := 0.0
		for _, t := range terms {
			w += t.Weight * of[t.Answer]
		}
		variance += w * w * variances[r]
		weight = max(weight, math.Abs(w))
	}
	return variance, weight
}

// someTerms makes a sum of answers: a few, now and then nearly all, some of them twice.
func someTerms(m mechanismtest.Maker, answers int) []mechanism.Term {
	n := m.Pick(1, 6)
	if m.Chance(4) {
		n = answers + 2
	}
	weights := []float64{1, -1, 1, -1, 2, 0.25, -1.5}
	out := make([]mechanism.Term, n)
	for i := range out {
		out[i] = mechanism.Term{Answer: m.Pick(0, answers-1), Weight: weights[m.Pick(0, len(weights)-1)]}
	}
	return out
}

// The error of any sum of answers is that of the matrix formula, for one answer that which is
// stated, and no row counts more often than is said.
func TestCombinedIsTheMatrixFormula(t *testing.T) {
	eachPrepared(t, 42, seeded.Often(10, mechanismtest.Problems), func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if _, ok := q.(mechanism.Combiner); !ok || q.Info().DataDependent {
			return
		}
		checkCombined(t, m, s, q, mechanismtest.Measured(t, q))
	})
}

// checkCombined compares what is said of sums of answers with the matrix formula.
func checkCombined(t *testing.T, m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared, measured mechanismtest.Measurement) {
	t.Helper()
	weights, variances := measured.Weights()
	stated, alone := q.ExpectedError().Answers, mechanism.Alone(q).Answers
	rounding := mechanismtest.Rounding(q, variances)
	check := func(terms []mechanism.Term) {
		t.Helper()
		got, err := mechanism.Combine(q, terms)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
		}
		want, weight := weighed(weights, variances, terms)
		size := 0.0
		for _, term := range terms {
			size += math.Abs(term.Weight) * math.Sqrt(alone[term.Answer].Variance)
		}
		if math.Abs(got.Variance-want) > rounding(want)*want+1e-9*size*size+1e-14 {
			t.Fatalf("%s, %s: the sum %v has variance %v, said to be %v", q.Info().ID, s.Name, terms, want, got.Variance)
		}
		if got.Variance > 0 && weight > got.Weight*(1+1e-6)+1e-6 {
			t.Fatalf("%s, %s: a row counts %v times in the sum %v, said to be at most %v", q.Info().ID, s.Name, weight, terms, got.Weight)
		}
		if (got.Family == noise.Gaussian) != strings.Contains(q.Info().ID, "gaussian") && got.Variance > 0 {
			t.Fatalf("%s: the family of its noise is said to be %v", q.Info().ID, got.Family)
		}
	}
	for i, a := range stated {
		check([]mechanism.Term{{Answer: i, Weight: 1}})
		if got, err := mechanism.Combine(q, []mechanism.Term{{Answer: i, Weight: 3}, {Answer: i, Weight: -2}}); err != nil || (got.Variance == 0) != (a.Variance == 0) {
			t.Fatalf("%s, %s: answer %d has variance %v, as a sum %v (%v)", q.Info().ID, s.Name, i, a.Variance, got.Variance, err)
		}
	}
	for range 6 {
		check(someTerms(m, len(stated)))
	}
	if got, err := mechanism.Combine(q, []mechanism.Term{{Answer: 0, Weight: 1}, {Answer: 0, Weight: -1}}); err != nil || got.Variance != 0 || got.HalfWidth() != 0 {
		t.Errorf("%s, %s: an answer less itself has %+v, %v", q.Info().ID, s.Name, got, err)
	}
}

// Releases show the error of sums, and its intervals hold the true sum as often as they say.
func TestCombinedSampled(t *testing.T) {
	alpha := seeded.Among(len(mechanismtest.Examples(t)) * len(All()) * sumsEach * 2)
	eachTrial(t, func(s trial) {
		least := mechanismtest.LeastVariance(mechanismtest.Measured(t, s.q))
		for _, sum := range s.sums {
			if err := mechanismtest.SquaresAgree([]float64{sum.square}, []float64{sum.stated.Variance}, sampledRuns, least, alpha); err != nil {
				t.Errorf("%s, %s: the sum %v: %v", s.q.Info().ID, s.Name, sum.terms, err)
			}
			if err := seeded.AtLeast(sum.inside, sampledRuns, mechanism.Level, alpha); err != nil {
				t.Errorf("%s, %s: intervals of %v hold the sum: %v", s.q.Info().ID, s.Name, sum.terms, err)
			}
		}
	})
}

// A question that is answered together with others has sums of its own.
func TestCombinedOfAPart(t *testing.T) {
	whole := ask("table", workload.Table, "age", "sex")
	whole.Totals = true
	several := newSeveral(t, policy.Full(twoColumns(t), false), whole, ask("sexes", workload.Table, "sex"))
	joint, err := several.joint([]int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	shares := []account.Epsilon{several.problems[0].Budget, several.problems[1].Budget}
	g, err := NewGroup(t.Context(), []int{0, 1}, shares, joint, "laplace")
	if err != nil {
		t.Fatal(err)
	}
	for n := range g.Questions {
		answers := g.Error(n).Answers
		for i, a := range answers {
			got, err := g.Combine(n, []mechanism.Term{{Answer: i, Weight: -1}})
			if err != nil || math.Abs(got.Variance-a.Variance) > 1e-9*(1+a.Variance) {
				t.Errorf("question %d, answer %d: %+v, %v, stated %v", n, i, got, err, a.Variance)
			}
		}
		if _, err := g.Combine(n, []mechanism.Term{{Answer: len(answers), Weight: 1}}); err == nil {
			t.Errorf("question %d: an answer of the next one was taken", n)
		}
	}
	one, _ := g.Combine(1, []mechanism.Term{{Answer: 0, Weight: 1}})
	two, err := mechanism.Combine(g.Prepared, []mechanism.Term{{Answer: g.first[1], Weight: 1}})
	if err != nil || one != two {
		t.Errorf("of the part %+v, of all %+v, %v", one, two, err)
	}
}

func TestCombineRefuses(t *testing.T) {
	e := mechanismtest.Examples(t)[3]
	for _, m := range All() {
		if !m.Check(e.Scene.Problem).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, terms := range [][]mechanism.Term{{{Answer: -1, Weight: 1}}, {{Answer: len(q.ExpectedError().Answers), Weight: 1}}, {{Answer: 0, Weight: math.NaN()}}, {{Answer: 0, Weight: math.Inf(1)}}} {
			if _, err := mechanism.Combine(q, terms); err == nil {
				t.Errorf("%s: %v was taken", m.Info().ID, terms)
			}
		}
		if got, err := mechanism.Combine(q, nil); (err != nil || got != mechanism.Combined{}) != m.Info().DataDependent {
			t.Errorf("%s: no answers have %+v, %v", m.Info().ID, got, err)
		}
	}
}

func TestBoxOf(t *testing.T) {
	mechanismtest.EachScene(t, 45, mechanismtest.Problems/4, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		op, sizes := s.Workload.Operator(), s.Workload.Domain().Sizes()
		if !linop.CountsBoxes(op) {
			return
		}
		linop.EachBox(op, sizes, func(row int, runs []linop.Interval) {
			for j, r := range linop.BoxOf(op, sizes, row) {
				if r != runs[j] {
					t.Fatalf("%s: answer %d is %v along column %d, want %v", s.Name, row, r, j, runs[j])
				}
			}
		})
	})
}
