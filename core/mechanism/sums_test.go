package mechanism

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/workload"
)

// totalsMaker makes problems that ask for totals and averages only.
func totalsMaker(t testing.TB, seed uint64) maker {
	m := newMaker(t, seed)
	m.Questions = slices.DeleteFunc(slices.Clone(m.Questions), func(k randompolicy.QuestionKind) bool { return k.Name != "totals" })
	return m
}

// eachTotal prepares every mechanism that applies for n random problems of totals.
func eachTotal(t *testing.T, stream uint64, n int, do func(m maker, s scene, q Prepared)) {
	t.Helper()
	for seed := uint64(0); n > 0; seed++ {
		m := totalsMaker(t, stream<<32+seed)
		s, ok := sceneBy(t, m, seed)
		if !ok || impossible(s) {
			continue // nobody can be in such a file, so that facts tie nobody together
		}
		n--
		for _, q := range prepareAll(t, s, All()) {
			do(m, s, q)
		}
	}
}

// TestTotalsKeepThePolicy checks, on random problems of totals alone, the certificates, the errors and
// the answers of every mechanism that applies to them.
func TestTotalsKeepThePolicy(t *testing.T) {
	used, tight := make(map[string]int), make(map[string]int)
	eachTotal(t, 70, problems/2, func(m maker, s scene, q Prepared) {
		id := q.Info().ID
		used[id]++
		worst, limit := certify(t, s, q)
		checkErrors(t, s, q)
		if ratio, _ := worst.Quo(worst, limit).Float64(); ratio > 0.999 {
			tight[id]++
		}
		x := s.counts(m)
		if problem := untidy(s, q, x, mustRelease(t, s, q, x, 1)); problem != "" {
			t.Fatalf("%s, %s: %s", id, s.name, problem)
		}
	})
	for _, id := range []string{"totals", "gaussian-totals", "laplace", "gaussian", "edge-laplace"} {
		if used[id] < problems/8 || tight[id] < used[id]/3 {
			t.Errorf("%s was used %d times, %d times with its whole budget: %v", id, used[id], tight[id], used)
		}
	}
}

// TestLargeTotalsCostNoMoreThanTheirBound compares what is worked out for large domains, column by
// column, with the walk over all edges of small ones: it is never below, and seldom above.
func TestLargeTotalsCostNoMoreThanTheirBound(t *testing.T) {
	same, all := 0, 0
	for seed := uint64(0); all < 300; seed++ {
		m := totalsMaker(t, 71<<32+seed)
		s, ok := sceneBy(t, m, seed)
		if !ok || s.Workload.Parts() != nil {
			continue
		}
		c, err := s.components()
		if err != nil {
			t.Fatal(err)
		}
		d, err := newSumDesign(s.Problem, c, s.Gaussian)
		if err != nil {
			t.Fatal(err)
		}
		for _, centre := range []int64{0, 2} {
			exact, err := d.loads(t.Context(), centre)
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
				a, b := heaviestOf(changesOf(exact, d.norm), scales), heaviestOf(changesOf(bound, d.norm), scales)
				if a > b*(1+1e-12) {
					t.Fatalf("%s, about %d: an edge costs %v, and at most %v was worked out", s.name, centre, a, b)
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

// impossible reports whether no record at all can occur.
func impossible(s scene) bool {
	_, err := s.published.Domain().Cells()
	return err == nil && s.published.Domain().PossibleCells() == 0
}

// TestTotalUnderAMetric checks the closed form of one query (Kamalaruban et al. 2020, section 4.1 with no bias): where
// the budget of two numbers is their distance in units, a total carries the noise of one unit, exactly, and
// of a query that is no distance the largest difference over the distance.
func TestTotalUnderAMetric(t *testing.T) {
	a := column(t)(domain.NewWhole("x", 0, 99, noSpecial))
	metric := part(t)(policy.Graded([]policy.Scaled{{Attribute: a, Scale: ratOf(1)}}, policy.Grade{Norm: policy.L1, Unit: ratOf(8)}))
	for _, c := range []struct {
		numbers []workload.Number
		scale   int64 // at a budget of 2
	}{
		{nil, 4},
		{[]workload.Number{{Values: []string{"40"}, Number: "47"}}, 32}, // 47 and 39 are one apart
	} {
		e := setup{columns: []*domain.Attribute{a}, parts: []policy.Part{metric}, epsilon: "2",
			question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}, Numbers: c.numbers}}.make(t, "metric")
		q, err := noisySums{}.Prepare(t.Context(), e.scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Noise()[0].Scale.Rat(); got.Cmp(big.NewRat(c.scale, 1)) != 0 {
			t.Errorf("the scale is %s, want %d", got.RatString(), c.scale)
		}
	}
}
