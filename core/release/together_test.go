package release

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
)

// Two questions about ages are answered from one set of noisy counts: they agree, each says
// which it was answered with, and its noise spends both shares once.
func TestQuestionsAnsweredTogetherAgree(t *testing.T) {
	p := smallPlan(200)
	p.Questions = []plan.Question{
		{ID: "ages", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}},
		{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}},
		{ID: "upto", Title: "Up to an age", Kind: "cumulative", Columns: []domain.AttributeName{"age"}},
	}
	r, err := runSmall(t, p, people(200), newWitness())
	if err != nil {
		t.Fatal(err)
	}
	ages, towns, upTo := r.Questions[0], r.Questions[1], r.Questions[2]
	for _, q := range []result.Question{ages, upTo} {
		if !slices.Equal(q.Together, []string{"ages", "upto"}) || q.Epsilon != "1/6" || q.Effective != "1/3" {
			t.Errorf("%s: with %v, a share of %s, noise of %s", q.Workload.Question().Title, q.Together, q.Epsilon, q.Effective)
		}
		spent := new(big.Rat)
		for _, n := range q.Noise {
			part, ok := new(big.Rat).SetString(n.Spent)
			if !ok {
				t.Fatal(n.Spent)
			}
			spent.Add(spent, part)
		}
		if spent.Cmp(big.NewRat(1, 3)) > 0 || spent.Cmp(big.NewRat(33, 100)) < 0 {
			t.Errorf("the noise spends %s", spent)
		}
	}
	if towns.Together != nil || towns.Effective != "1/6" {
		t.Errorf("towns: with %v, noise of %s", towns.Together, towns.Effective)
	}
	sum, whole := 0.0, 0.0
	for i := range 10 { // the ages; blanks and others stand by themselves
		sum += ages.Unadjusted[i]
		whole += ages.Tidied[i]
		if math.Abs(sum-upTo.Unadjusted[i]) > 1e-6 || whole != upTo.Tidied[i] {
			t.Errorf("up to %v: %g and %g, the ages add up to %g and %g", upTo.Key(i), upTo.Unadjusted[i], upTo.Tidied[i], sum, whole)
		}
	}
	if ages.Tidied[10] != upTo.Tidied[10] || math.Abs(ages.Unadjusted[11]-upTo.Unadjusted[11]) > 1e-6 {
		t.Error("blanks and others differ")
	}
}
