package sums

import (
	"math"
	"math/big"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/seeded"
)

// eachSmoothed prepares the smoothed total for n random problems that it applies to.
func eachSmoothed(t *testing.T, stream uint64, n int, do func(m mechanismtest.Maker, s mechanismtest.Scene, q *preparedSmoothed)) {
	t.Helper()
	for seed := uint64(0); n > 0; seed++ {
		if seed == 20_000 {
			t.Fatal("it applies to hardly any problem")
		}
		m := mechanismtest.TotalsMaker(t, stream<<32+seed)
		s, ok := mechanismtest.SceneBy(t, m, seed)
		if !ok || mechanismtest.Impossible(s) {
			continue
		}
		standIn, err := mechanism.Published(s.Workload.Domain(), s.Counts(m), message.Verbatim("a table"))
		if err != nil {
			t.Fatal(err)
		}
		s.StandIn = standIn
		if !(SmoothedTotal{}).Check(s.Problem).OK() {
			continue
		}
		n--
		q, err := SmoothedTotal{}.Prepare(t.Context(), s.Problem)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		do(m, s, q.(*preparedSmoothed))
	}
}

// It is for one answer: a total by a column of one value, and that of everybody beside it, are two.
func TestSmoothedTotalIsOneAnswer(t *testing.T) {
	one, several, lone := 0, 0, 0
	for seed := uint64(0); one < 5 || several < 5 || lone < 2; seed++ {
		if seed == 20_000 {
			t.Fatalf("%d problems of one answer, %d of several, %d of them of one group", one, several, lone)
		}
		m := mechanismtest.TotalsMaker(t, 75<<32+seed)
		s, ok := mechanismtest.SceneBy(t, m, seed)
		if !ok || mechanismtest.Impossible(s) || s.Policy.Presence() {
			continue
		}
		sums, totals := s.Workload.Sums()
		if _, known := s.Facts.Total(); !known || !totals {
			continue
		}
		s.StandIn = mechanismtest.Like(t, s)
		switch fit := (SmoothedTotal{}).Check(s.Problem); {
		case !fit.OK() && s.Workload.Len() > 1:
			several++
			if sums.Groups == 1 && sums.Figures() > 1 && !sums.Averages {
				lone++
			}
		case fit.OK():
			one++
			q, err := SmoothedTotal{}.Prepare(t.Context(), s.Problem)
			if err != nil {
				t.Fatalf("%s: %v", s.Name, err)
			}
			if stated := len(q.ExpectedError().Answers); stated != s.Workload.Len() {
				t.Fatalf("%s: %d errors are stated of %d answers", s.Name, stated, s.Workload.Len())
			}
		}
	}
}

// TestSmoothedTotalKeepsThePolicy walks over all edges of random policies: no one of them changes the
// total by more of the scale than its budget, exactly. For any data the answer is off by no more than the
// bound, and the bound on the error is no more than that of noise alone.
func TestSmoothedTotalKeepsThePolicy(t *testing.T) {
	tight, biased := 0, 0
	eachSmoothed(t, 73, seeded.Often(100, 200), func(m mechanismtest.Maker, s mechanismtest.Scene, q *preparedSmoothed) {
		worst := new(big.Rat)
		limit := new(big.Rat).Quo(s.Budget.Rat(), big.NewRat(int64(s.Problem.Multiplier().Factor), 1))
		e := s.Edges(t)
		for _, e := range append(e.Own, e.Published...) {
			loss := new(big.Rat).Quo(big.NewRat(mechanism.MagnitudeOf(q.weights[e.U]-q.weights[e.V]), 1), q.scale.Rat())
			if loss.Quo(loss, e.Weight.Rat()); loss.Cmp(limit) > 0 {
				t.Fatalf("%s: cells %d and %d cost %s of %s", s.Name, e.U, e.V, loss.FloatString(9), limit.FloatString(9))
			}
			if loss.Cmp(worst) > 0 {
				worst = loss
			}
		}
		if ratio, _ := worst.Quo(worst, limit).Float64(); ratio > 0.999 {
			tight++
		}
		bias := 0.0
		for u, n := range s.Counts(m) {
			bias += float64(n) * (float64(q.weights[u])/q.parts - float64(q.sums.Weights[u]))
		}
		if math.Abs(bias) > q.people*q.off*(1+1e-9) {
			t.Fatalf("%s: off by %v, more than %v people by %v", s.Name, bias, q.people, q.off)
		}
		if q.off > 0.01 {
			biased++
		}
		plain, err := NoisySums{}.Prepare(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if bound, alone := q.bound(), plain.ExpectedError().Answers[0].Variance; alone > 0 && bound > alone*1.01+0.2 { // coarse noise of whole units varies by 1/6 less
			t.Fatalf("%s: the error may be %v, that of noise alone is %v", s.Name, bound, alone)
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
	eachSmoothed(t, 74, 40, func(m mechanismtest.Maker, s mechanismtest.Scene, q *preparedSmoothed) {
		if q.scale.Variance() < 1 {
			return // hardly any noise to see
		}
		seen++
		v, err := s.Problem.LaidOut(s.StandIn)
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
			if low, high := float64(q.sums.Least)*q.people, float64(q.sums.Most)*q.people; a.TidiedAt(0) < min(low, 0) || a.TidiedAt(0) > max(high, 0) {
				t.Fatalf("%s: %d, and %v people have from %v to %v together", s.Name, a.Tidied[0], q.people, low, high)
			}
		}
		alpha := seeded.Among(2 * 40)
		if err := seeded.Averages(squares/runs, runs, seeded.Squares(q.estimate.Answers[0].Variance, q.scale.Variance()), alpha); err != nil {
			t.Errorf("%s: squared errors: %v", s.Name, err)
		}
		if err := seeded.AtMost(missed, runs, 0.05, alpha); err != nil {
			t.Errorf("%s: intervals that miss: %v", s.Name, err)
		}
	})
	if seen < 20 {
		t.Errorf("%d problems had noise", seen)
	}
}

// TestSmoothingOfFewPeople has the closed form beside the mechanism: full secrecy of numbers from 0 to 99,
// the budget 1/10 and 8 people, where the best scale is n²Dd/(n²d²+8) = 64·99/10/(0.64+8).
func TestSmoothingOfFewPeople(t *testing.T) {
	got, err := SmoothedTotal{}.Prepare(t.Context(), mechanismtest.FewPeople(t))
	if err != nil {
		t.Fatal(err)
	}
	q := got.(*preparedSmoothed)
	want := 64 * 99 / 10.0 / (0.64 + 8)
	if scale := q.scale.Float() / q.parts; math.Abs(scale-want) > 0.01*want {
		t.Errorf("the scale is %v, want %v", scale, want)
	}
	if off := (99 - want/10) / 2; math.Abs(q.off-off) > 0.01*off {
		t.Errorf("numbers are off by %v, want %v", q.off, off)
	}
}
