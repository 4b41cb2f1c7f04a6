package mechanism

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/seeded"
)

// falseAlarm bounds the chance that one test fails by bad luck; it is shared by all its
// comparisons.
const falseAlarm = 1e-6

// sample is what repeated releases on known counts showed, per answer and of some sums of answers.
type sample struct {
	square []float64 // mean squared error of the unadjusted answers
	mean   []float64 // mean error
	inside []float64 // part of the intervals that held the truth
	sums   []sampledSum
	sizes  total // mean squared errors added up over the answers
}

type total struct{ unadjusted, tidied float64 }

// sampledSum is a sum of answers with the error that is stated of it, its mean squared error, and the part of
// its intervals that held the truth.
type sampledSum struct {
	terms          []Term
	stated         Combined
	square, inside float64
}

// takeSample makes so many releases, and looks at some sums of answers beside these.
func takeSample(t testing.TB, e example, q Prepared, runs int, sums ...sampledSum) sample {
	t.Helper()
	op := e.scene.Workload.Operator()
	truth := make([]int64, op.Rows())
	op.Apply(truth, e.counts)
	x, src := vectorOf(t, e.scene.Problem, e.counts), seeded.New(20260101, 99)
	stated := q.ExpectedError().Answers
	s := sample{make([]float64, len(truth)), make([]float64, len(truth)), make([]float64, len(truth)), sums, total{}}
	part := 1 / float64(runs)
	off := make([]float64, len(truth))
	for range runs {
		a, err := q.Release(t.Context(), x, src)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, e.name, err)
		}
		for i, want := range truth {
			d := a.Unadjusted[i] - float64(want)
			off[i] = d
			s.square[i] += part * d * d
			s.mean[i] += part * d
			if math.Abs(d) <= stated[i].HalfWidth+1e-6 {
				s.inside[i] += part
			}
			s.sizes.unadjusted += part * d * d
			s.sizes.tidied += part * square(float64(a.Tidied[i]-want))
		}
		for i, sum := range sums {
			d := 0.0
			for _, term := range sum.terms {
				d += term.Weight * off[term.Answer]
			}
			s.sums[i].square += part * d * d
			if math.Abs(d) <= sum.stated.HalfWidth()+1e-6 {
				s.sums[i].inside += part
			}
		}
	}
	return s
}

// trial is a mechanism prepared for an example, and what sampledRuns releases showed.
type trial struct {
	example
	q Prepared
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
				q, err := m.Prepare(t.Context(), e.scene.Problem)
				if err != nil {
					t.Fatalf("%s, %s: %v", m.Info().ID, e.name, err)
				}
				draw, sums := newMaker(t, 43<<32+uint64(len(all))), make([]sampledSum, sumsEach)
				for i := range sums {
					sums[i].terms = someTerms(draw, e.scene.Workload.Len())
					if sums[i].stated, err = Combine(q, sums[i].terms); err != nil {
						t.Fatalf("%s, %s: %v", m.Info().ID, e.name, err)
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
func triedOn(t *testing.T, turn int, m Mechanism) []example {
	t.Helper()
	var fitting, small []example
	for _, e := range examples(t) {
		if !m.Check(e.scene.Problem).OK() {
			continue
		}
		if fitting = append(fitting, e); max(len(e.counts), e.scene.Workload.Len()) <= 30 {
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

// tolerance bounds how far a mean of squared errors over n runs may be from the expected
// one, as a part of it, except with the chance given.
//
// The errors are weighted sums of discrete Laplace draws. With variance V of a draw their
// fourth moment is at most (6 + 1/V) times their squared variance, that of a single draw,
// so the mean of n squares has relative standard deviation sqrt((5 + 1/V)/n). The normal
// quantile is corrected for the skewness (at most 6.6) and the kurtosis (at most 84.7) of
// a squared Laplace draw (Cornish and Fisher), with the same margin again for draws that
// are whole.
func tolerance(n int, variance, chance float64) float64 {
	z := math.Sqrt2 * math.Erfinv(1-chance)
	root := math.Sqrt(float64(n))
	z += 2 * ((z*z-1)*6.6/(6*root) + (z*z*z-3*z)*84.7/(24*float64(n)))
	return z * math.Sqrt(5+1/variance) / root
}

// leastVariance returns the least variance of a noisy row.
func leastVariance(m measurement) float64 {
	least := math.Inf(1)
	for _, r := range m.rows {
		if !r.exact() {
			least = min(least, r.variance())
		}
	}
	return least
}

// agrees reports whether sampled squared errors are the stated ones, each within the
// tolerance.
func (s sample) agrees(stated []float64, within float64) bool {
	for i, v := range stated {
		if math.Abs(s.square[i]-v) > within*v+1e-9 {
			return false
		}
	}
	return true
}

func ratOf(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func variances(q Prepared) []float64 {
	var out []float64
	for _, a := range q.ExpectedError().Answers {
		out = append(out, a.Variance)
	}
	return out
}

// The stated error of every answer is the one that releases show, it has no bias, and the
// intervals hold the truth as often as they say. The comparison has the power to see noise that is
// 0.7 or 1.3 times what it should be: the same releases are told from the errors that are stated of
// mechanisms to which they are that.
func TestSampledErrors(t *testing.T) {
	comparisons := 0
	for _, e := range examples(t) {
		comparisons += 3 * e.scene.Workload.Len() * len(All())
	}
	chance, runs := falseAlarm/float64(comparisons), float64(sampledRuns)
	eachTrial(t, func(s trial) {
		within := tolerance(sampledRuns, leastVariance(measured(t, s.q)), chance)
		stated := variances(s.q)
		if !s.agrees(stated, within) {
			t.Errorf("%s, %s: squared errors %.4g, stated %.4g, within a part %.3f", s.q.Info().ID, s.name, s.square, stated, within)
		}
		for _, factor := range []float64{0.7, 1.3} {
			wrong := slices.Clone(stated)
			for i := range wrong {
				wrong[i] /= square(factor)
			}
			if largest(wrong) > 0 && s.agrees(wrong, within) {
				t.Errorf("%s, %s: noise of %v times the size went unnoticed", s.q.Info().ID, s.name, factor)
			}
		}
		// The mean of n errors is nearly normal; its skewness is nil.
		z := math.Sqrt2*math.Erfinv(1-chance) + 0.5
		least := leastShareInside(sampledRuns, 0.95, chance)
		for i, v := range stated {
			if math.Abs(s.mean[i]) > z*math.Sqrt(v/runs)+1e-6 {
				t.Errorf("%s, %s: answer %d is off by %v on average, standard error %v", s.q.Info().ID, s.name, i, s.mean[i], math.Sqrt(v/runs))
			}
			if s.inside[i] < least {
				t.Errorf("%s, %s: answer %d lies in its interval %.4f of the time", s.q.Info().ID, s.name, i, s.inside[i])
			}
		}
	})
}

// leastShareInside returns the share of n trials of chance p that is reached except with
// the chance given, by Chernoff's bound exp(-n KL(share, p)).
func leastShareInside(n int, p, chance float64) float64 {
	lo, hi := 0.0, p
	for range 60 {
		q := (lo + hi) / 2
		kl := q*math.Log(q/p) + (1-q)*math.Log((1-q)/(1-p))
		if float64(n)*kl > -math.Log(chance) {
			lo = q
		} else {
			hi = q
		}
	}
	return lo
}

// With large budgets noise is mostly zero and its steps matter: intervals hold all the same.
func TestIntervalsOfLargeBudgets(t *testing.T) {
	least := leastShareInside(intervalRuns, 0.95, falseAlarm/10_000)
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
				e.scene.Budget = budget
				if !m.Check(e.scene.Problem).OK() {
					continue
				}
				q, err := m.Prepare(t.Context(), e.scene.Problem)
				if err != nil {
					t.Fatalf("%s, %s: %v", m.Info().ID, e.name, err)
				}
				for i, share := range takeSample(t, e, q, intervalRuns).inside {
					if share < least {
						t.Errorf("%s, %s at %s: answer %d lies in its interval %.4f of the time", m.Info().ID, e.name, epsilon, i, share)
					}
				}
			}
		}
	}
}
