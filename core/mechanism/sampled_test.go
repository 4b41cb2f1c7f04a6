package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/seeded"
)

// falseAlarm bounds the chance that one test fails by bad luck; it is shared by all its
// comparisons.
const falseAlarm = 1e-6

// sample is what repeated releases on known counts showed, per answer.
type sample struct {
	square []float64 // mean squared error of the unadjusted answers
	mean   []float64 // mean error
	inside []float64 // part of the intervals that held the truth
	sizes  total     // mean squared errors added up over the answers
}

type total struct{ unadjusted, tidied float64 }

func takeSample(t testing.TB, e example, q Prepared, runs int) sample {
	t.Helper()
	op := e.scene.Workload.Operator()
	truth := make([]int64, op.Rows())
	op.Apply(truth, e.counts)
	x, src := vectorOf(t, e.scene.Problem, e.counts), seeded.New(20260101, 99)
	stated := q.ExpectedError().Answers
	s := sample{make([]float64, len(truth)), make([]float64, len(truth)), make([]float64, len(truth)), total{}}
	part := 1 / float64(runs)
	for range runs {
		a, err := q.Release(t.Context(), x, src)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, e.name, err)
		}
		for i, want := range truth {
			d := a.Unadjusted[i] - float64(want)
			s.square[i] += part * d * d
			s.mean[i] += part * d
			if math.Abs(d) <= stated[i].HalfWidth+1e-6 {
				s.inside[i] += part
			}
			s.sizes.unadjusted += part * d * d
			s.sizes.tidied += part * square(float64(a.Tidied[i]-want))
		}
	}
	return s
}

// samples are those of examples by example and mechanism, which several tests look at.
var samples = make(map[[2]string]sample)

// sampleOf returns what sampledRuns releases of a mechanism on an example showed.
func sampleOf(t testing.TB, e example, q Prepared) sample {
	t.Helper()
	key := [2]string{e.name, q.Info().ID}
	s, taken := samples[key]
	if !taken {
		s = takeSample(t, e, q, sampledRuns)
		samples[key] = s
	}
	return s
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
// intervals hold the truth as often as they say.
func TestSampledErrors(t *testing.T) {
	all := examples(t)
	comparisons := 0
	for _, e := range all {
		comparisons += 3 * e.scene.Workload.Len() * len(All())
	}
	chance := falseAlarm / float64(comparisons)
	for _, e := range all {
		for _, q := range e.applying(t) {
			s := sampleOf(t, e, q)
			within := tolerance(sampledRuns, leastVariance(measured(t, q)), chance)
			stated := variances(q)
			if !s.agrees(stated, within) {
				t.Errorf("%s, %s: squared errors %.4g, stated %.4g, within a part %.3f", q.Info().ID, e.name, s.square, stated, within)
			}
			// The mean of n errors is nearly normal; its skewness is nil.
			z := math.Sqrt2*math.Erfinv(1-chance) + 0.5
			least := leastShareInside(sampledRuns, 0.95, chance)
			for i, v := range stated {
				if math.Abs(s.mean[i]) > z*math.Sqrt(v/sampledRuns)+1e-6 {
					t.Errorf("%s, %s: answer %d is off by %v on average, standard error %v", q.Info().ID, e.name, i, s.mean[i], math.Sqrt(v/sampledRuns))
				}
				if s.inside[i] < least {
					t.Errorf("%s, %s: answer %d lies in its interval %.4f of the time", q.Info().ID, e.name, i, s.inside[i])
				}
			}
		}
	}
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
	const runs = intervalRuns
	all := examples(t)
	least := leastShareInside(runs, 0.95, falseAlarm/10_000)
	for _, e := range all {
		for _, epsilon := range []string{"3", "8"} {
			budget, err := account.ParseEpsilon(epsilon)
			if err != nil {
				t.Fatal(err)
			}
			e.scene.Budget = budget
			for _, q := range e.applying(t) {
				for i, share := range takeSample(t, e, q, runs).inside {
					if share < least {
						t.Errorf("%s, %s at %s: answer %d lies in its interval %.4f of the time", q.Info().ID, e.name, epsilon, i, share)
					}
				}
			}
		}
	}
}

// The comparison has the power to see noise that is 0.7 or 1.3 times what it should be, on every
// mechanism.
func TestSampledErrorsHavePower(t *testing.T) {
	const runs = 4000
	shown := make(map[string]int) // on how many examples, by mechanism and factor
	for _, e := range examples(t) {
		for _, factor := range []float64{0.7, 1.3} {
			wrong := e
			epsilon, err := account.FromRat(ratOf(e.scene.Budget.Float() / factor))
			if err != nil {
				t.Fatal(err)
			}
			wrong.scene.Budget = epsilon
			noisy := wrong.applying(t)
			for i, q := range e.applying(t) {
				stated, key := variances(q), fmt.Sprint(q.Info().ID, factor)
				if largest(stated) == 0 || shown[key] == powerExamples {
					continue
				}
				shown[key]++
				within := tolerance(runs, leastVariance(measured(t, q)), falseAlarm/20_000)
				if takeSample(t, e, noisy[i], runs).agrees(stated, within) {
					t.Errorf("%s, %s: noise of %v times the size went unnoticed", q.Info().ID, e.name, factor)
				}
			}
		}
	}
}
