package sums

import (
	"math"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/sensitivity"
	"steward/core/workload"
)

// TestLargeTotalsCostNoMoreThanTheirBound compares what is worked out for large domains, column by
// column, with the walk over all edges of small ones: it is never below, and seldom above. Where facts tie people together
// every edge is designed for as if it were as light as the lightest, and a heavy one may cost as many times as much as it weighs.
func TestLargeTotalsCostNoMoreThanTheirBound(t *testing.T) {
	same, all := 0, 0
	for seed := uint64(0); all < 300; seed++ {
		m := mechanismtest.TotalsMaker(t, 71<<32+seed)
		s, ok := mechanismtest.SceneBy(t, m, seed)
		if !ok || s.Workload.Parts() != nil {
			continue
		}
		c, err := s.Components()
		if err != nil {
			t.Fatal(err)
		}
		d, err := newSumDesign(s.Problem, c, s.Family())
		if err != nil {
			t.Fatal(err)
		}
		lightest := 1.0
		if s.TiedPeople().Factor > 1 {
			if lightest, _ = s.Policy.LeastWeight().Rat().Float64(); d.norm == sensitivity.L2Squared {
				lightest *= lightest
			}
		}
		for _, centre := range []int64{0, 2} {
			exact, err := sensitivity.Loads(t.Context(), d.operators(centre), s.Policy, d.norm, walkedEdges)
			if err != nil {
				t.Fatal(err)
			}
			bound, err := d.loadsApart(t.Context(), centre)
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				scales := make([]float64, sumKinds)
				for i := range scales {
					if scales[i] = math.Exp(float64(m.Pick(-3, 3))); m.Chance(3) {
						scales[i] = 0
					}
				}
				a, b := lightest*heaviestOf(changesOf(exact, d.norm), scales), heaviestOf(changesOf(bound, d.norm), scales)
				if a > b*(1+1e-12) {
					t.Fatalf("%s, about %d: an edge costs %v, and at most %v was worked out", s.Name, centre, a, b)
				}
				if all++; a > b*(1-1e-9) {
					same++
				}
			}
		}
	}
	if same < all/2 {
		t.Errorf("%d of %d are no more than an edge costs", same, all)
	}
}

func heaviestOf(loads [][]float64, scales []float64) (most float64) {
	for _, l := range loads {
		sum := 0.0
		for i, n := range l {
			sum += n * scales[i]
		}
		most = max(most, sum)
	}
	return most
}

// TestTotalUnderAMetric checks the closed form of one query (Kamalaruban et al. 2020, section 4.1 with no bias): where
// the budget of two numbers is their distance in units, a total carries the noise of one unit, exactly, and
// of a query that is no distance the largest difference over the distance.
func TestTotalUnderAMetric(t *testing.T) {
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 99, mechanismtest.NoSpecial))
	metric := mechanismtest.Part(t)(policy.Graded([]policy.Scaled{{Attribute: a, Scale: mechanismtest.RatOf(1)}}, policy.Grade{Norm: distance.L1, Unit: mechanismtest.RatOf(8)}))
	for _, c := range []struct {
		numbers []workload.Number
		scale   int64 // at a budget of 2
	}{
		{nil, 4},
		{[]workload.Number{{Values: []string{"40"}, Number: "47"}}, 32}, // 47 and 39 are one apart
	} {
		e := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{metric}, Epsilon: "2",
			Question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}, Numbers: c.numbers}}.Make(t, "metric")
		q, err := NoisySums{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Noise()[0].Rat(); got.Cmp(big.NewRat(c.scale, 1)) != 0 {
			t.Errorf("the scale is %s, want %d", got.RatString(), c.scale)
		}
	}
}
