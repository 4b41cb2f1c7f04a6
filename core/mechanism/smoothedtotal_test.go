package mechanism

import (
	"math"
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// eachSmoothed prepares the smoothed total for n random problems that it applies to.
func eachSmoothed(t *testing.T, stream uint64, n int, do func(m maker, s scene, q *preparedSmoothed)) {
	t.Helper()
	for seed := uint64(0); n > 0; seed++ {
		if seed == 20_000 {
			t.Fatal("it applies to hardly any problem")
		}
		m := totalsMaker(t, stream<<32+seed)
		s, ok := sceneBy(t, m, seed)
		if !ok || impossible(s) {
			continue
		}
		standIn, err := Published(s.Workload.Domain(), s.counts(m), "a table")
		if err != nil {
			t.Fatal(err)
		}
		s.StandIn = standIn
		if !(smoothedTotal{}).Check(s.Problem).OK() {
			continue
		}
		n--
		q, err := smoothedTotal{}.Prepare(t.Context(), s.Problem)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		do(m, s, q.(*preparedSmoothed))
	}
}

// TestSmoothedTotalKeepsThePolicy walks over all edges of random policies: no one of them changes the
// total by more of the scale than its budget, exactly. For any data the answer is off by no more than the
// bound, and the bound on the error is no more than that of noise alone.
func TestSmoothedTotalKeepsThePolicy(t *testing.T) {
	tight, biased := 0, 0
	eachSmoothed(t, 73, seeded.Often(100, 200), func(m maker, s scene, q *preparedSmoothed) {
		worst := new(big.Rat)
		limit := new(big.Rat).Quo(s.Budget.Rat(), big.NewRat(int64(s.Problem.Multiplier().Factor), 1))
		e := s.edges(t)
		for _, e := range append(e.own, e.published...) {
			loss := new(big.Rat).Quo(big.NewRat(magnitudeOf(q.weights[e.u]-q.weights[e.v]), 1), q.scale.Rat())
			if loss.Quo(loss, e.weight.Rat()); loss.Cmp(limit) > 0 {
				t.Fatalf("%s: cells %d and %d cost %s of %s", s.name, e.u, e.v, loss.FloatString(9), limit.FloatString(9))
			}
			if loss.Cmp(worst) > 0 {
				worst = loss
			}
		}
		if ratio, _ := worst.Quo(worst, limit).Float64(); ratio > 0.999 {
			tight++
		}
		bias := 0.0
		for u, n := range s.counts(m) {
			bias += float64(n) * (float64(q.weights[u])/q.parts - float64(q.sums.Weights[u]))
		}
		if math.Abs(bias) > q.people*q.off*(1+1e-9) {
			t.Fatalf("%s: off by %v, more than %v people by %v", s.name, bias, q.people, q.off)
		}
		if q.off > 0.01 {
			biased++
		}
		plain, err := noisySums{}.Prepare(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if bound, alone := q.bound(), plain.ExpectedError().Answers[0].Variance; alone > 0 && bound > alone*1.01+0.2 { // coarse noise of whole units varies by 1/6 less
			t.Fatalf("%s: the error may be %v, that of noise alone is %v", s.name, bound, alone)
		}
	})
	if tight < seeded.Often(50, 100) || biased < seeded.Often(5, 10) {
		t.Errorf("used its whole budget %d times, was biased %d times", tight, biased)
	}
}

// TestSmoothedTotalErrs compares error and interval with releases. Of an error that has a bias beside the noise the squares
// vary less than those of noise.
func TestSmoothedTotalErrs(t *testing.T) {
	const runs = 4000
	seen := 0
	eachSmoothed(t, 74, 40, func(m maker, s scene, q *preparedSmoothed) {
		if q.scale.Variance() < 1 {
			return // hardly any noise to see
		}
		seen++
		v, err := s.Problem.laidOut(s.StandIn)
		if err != nil {
			t.Fatal(err)
		}
		truth := make([]int64, 1)
		s.Workload.Operator().Apply(truth, v.Counts())
		src, missed, squares := seeded.New(20260101, uint64(seen)), 0, 0.0
		for range runs {
			a, err := q.Release(t.Context(), v, src)
			if err != nil {
				t.Fatal(err)
			}
			off := a.Unadjusted[0] - float64(truth[0])
			if squares += off * off; math.Abs(off) > q.estimate.Answers[0].HalfWidth {
				missed++
			}
			if low, high := float64(q.sums.Least)*q.people, float64(q.sums.Most)*q.people; float64(a.Tidied[0]) < min(low, 0) || float64(a.Tidied[0]) > max(high, 0) {
				t.Fatalf("%s: %d, and %v people have from %v to %v together", s.name, a.Tidied[0], q.people, low, high)
			}
		}
		alpha := seeded.Among(2 * 40)
		if err := seeded.Averages(squares/runs, runs, seeded.Squares(q.estimate.Answers[0].Variance, q.scale.Variance()), alpha); err != nil {
			t.Errorf("%s: squared errors: %v", s.name, err)
		}
		if err := seeded.AtMost(missed, runs, 0.05, alpha); err != nil {
			t.Errorf("%s: intervals that miss: %v", s.name, err)
		}
	})
	if seen < 20 {
		t.Errorf("%d problems had noise", seen)
	}
}

// TestSmoothingPaysForFewPeople has the closed form beside the mechanism: full secrecy of numbers from 0 to 99,
// the budget 1/10 and 8 people, where the best scale is n²Dd/(n²d²+8) = 64·99/10/(0.64+8).
func TestSmoothingPaysForFewPeople(t *testing.T) {
	a := column(t)(domain.NewWhole("x", 0, 99, noSpecial))
	e := setup{columns: []*domain.Attribute{a}, parts: []policy.Part{policy.Complete(a)}, epsilon: "0.1", known: true,
		question: workload.Question{Kind: workload.Totals, Of: []domain.AttributeName{"x"}}}.make(t, "few people")
	p := e.scene.Problem
	var err error
	if p.Facts, err = constraint.Known(8); err != nil {
		t.Fatal(err)
	}
	numbers := make([]int64, 100)
	numbers[30], numbers[60] = 4, 4
	if p.StandIn, err = Published(p.Workload.Domain(), numbers, "a table"); err != nil {
		t.Fatal(err)
	}
	got, why, err := Choose(t.Context(), p, "")
	if err != nil {
		t.Fatal(err)
	}
	q, ok := got.(inUnits).Prepared.(*preparedSmoothed)
	if !ok {
		t.Fatalf("%s was chosen: %s", got.Info().ID, why)
	}
	want := 64 * 99 / 10.0 / (0.64 + 8)
	if scale := q.scale.Float() / q.parts; math.Abs(scale-want) > 0.01*want {
		t.Errorf("the scale is %v, want %v", scale, want)
	}
	if off := (99 - want/10) / 2; math.Abs(q.off-off) > 0.01*off {
		t.Errorf("numbers are off by %v, want %v", q.off, off)
	}
}
