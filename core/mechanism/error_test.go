package mechanism

import (
	"math"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/limits"
	"steward/core/linop"
)

// variance is that of DLap(t), from its definition by the decay (MECHANISMS 4.2), or of
// DGauss(sigma²), summed up from its definition where it is small and else sigma² (4.3).
func (r row) variance() float64 {
	if r.exact() {
		return 0
	}
	if r.Gaussian() {
		v, _ := r.SigmaSquared.Rat().Float64()
		if v > 100 {
			return v
		}
		sum, squares := 1.0, 0.0
		for z := 1.0; z < 400; z++ {
			w := 2 * math.Exp(-z*z/(2*v))
			sum, squares = sum+w, squares+w*z*z
		}
		return max(squares/sum, leastNoise)
	}
	t, _ := r.Scale.Rat().Float64()
	a, rest := math.Exp(-1/t), -math.Expm1(-1/t) // 1 - a has few digits where t is very large
	return 2 * a / (rest * rest)
}

// weights returns by noisy row how often it counts in every answer, and the rows' variances.
func (m measurement) weights() (weights [][]float64, variances []float64) {
	y := m.values(m.base)
	plain := m.answer(y)
	for i, r := range m.rows {
		if r.exact() {
			continue
		}
		// As far as counts and noise are large, so that differences have their digits.
		far := int64(math.Sqrt(r.variance())) + slices.Max(m.base) + 1
		y[i] += far
		row := m.answer(y)
		for j := range row {
			row[j] = (row[j] - plain[j]) / float64(far)
		}
		weights, variances = append(weights, row), append(variances, r.variance())
		y[i] -= far
	}
	return weights, variances
}

// errors returns the expected squared error of every answer by the matrix formula (5.2 of
// MECHANISMS): the squared weight of each noisy row in the answer times its variance, added
// up; and the largest weight of a row in each answer.
func (m measurement) errors(answers int) (variance, weight []float64) {
	variance, weight = make([]float64, answers), make([]float64, answers)
	weights, variances := m.weights()
	for r, row := range weights {
		for i, w := range row {
			variance[i] += w * w * variances[r]
			weight[i] = max(weight[i], math.Abs(w))
		}
	}
	return variance, weight
}

// The stated errors are those of the matrix formula, and the answers are unbiased: without
// noise they are the true ones.
func TestErrorIsTheMatrixFormula(t *testing.T) {
	eachPrepared(t, 10, problems, func(_ maker, s scene, q Prepared) { checkErrors(t, s, q) })
}

func checkErrors(t *testing.T, s scene, q Prepared) {
	t.Helper()
	m := measured(t, q)
	e := q.ExpectedError()
	if e.Kind != accuracy.Computed || len(e.Answers) != s.Workload.Len() {
		t.Fatalf("%s, %s: %d answers, %s", q.Info().ID, s.name, len(e.Answers), e.Kind)
	}
	want, weight := m.errors(s.Workload.Len())
	for i, a := range e.Answers {
		if math.Abs(a.Variance-want[i]) > 1e-6*(want[i]+1e-9*largest(want))+1e-15 {
			t.Fatalf("%s, %s: answer %d has expected squared error %v, stated %v", q.Info().ID, s.name, i, want[i], a.Variance)
		}
		if s.Workload.Weighs() {
			if c := (Combined{Variance: want[i], Weight: weight[i], Gaussian: !m.laplace()}); a.HalfWidth < c.HalfWidth()*(1-1e-6) && weight[i] > 1+1e-9 {
				t.Fatalf("%s, %s: answer %d has the half-width %v, and needs %v", q.Info().ID, s.name, i, a.HalfWidth, c.HalfWidth())
			}
		} else if weight[i] > 1+1e-9 {
			t.Fatalf("%s, %s: a row counts %v times in answer %d, and intervals are made for at most once", q.Info().ID, s.name, weight[i], i)
		}
	}
	unbiased(t, s, q, m)
}

// laplace says whether no row has Gaussian noise.
func (m measurement) laplace() bool {
	return !slices.ContainsFunc(m.rows, func(r row) bool { return r.Gaussian() })
}

// The least and the largest budgets that can be typed work as all others do.
func TestExtremeBudgets(t *testing.T) {
	for _, text := range []string{limits.MinEpsilon, "20", limits.MaxEpsilon} {
		epsilon, err := account.ParseEpsilon(text)
		if err != nil {
			t.Fatal(err)
		}
		eachScene(t, 12, problems/10, func(m maker, s scene) {
			s.Budget = epsilon
			s.name += " but " + text
			for _, mech := range All() {
				if !mech.Check(s.Problem).OK() {
					continue
				}
				q, err := mech.Prepare(t.Context(), s.Problem)
				if err != nil {
					t.Fatalf("%s, %s: %v", mech.Info().ID, s.name, err)
				}
				certify(t, s, q)
				checkErrors(t, s, q)
				x := s.counts(m)
				if problem := untidy(s, q, x, mustRelease(t, s, q, x, 1)); problem != "" {
					t.Fatalf("%s, %s: %s", q.Info().ID, s.name, problem)
				}
			}
		})
	}
}

func largest(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = max(most, x)
	}
	return most
}

// unbiased fails unless people in any possible cell are answered as what the question
// counts of them.
func unbiased(t *testing.T, s scene, q Prepared, m measurement) {
	t.Helper()
	rows := linop.Dense(s.Workload.Operator())
	one := make([]int64, s.Workload.Operator().Columns())
	people, known := s.Facts.Total()
	if !known {
		people = 1
	}
	for u := range one {
		if !s.Policy.Domain().Possible(u) {
			continue
		}
		one[u] = people
		for i, got := range m.answer(m.values(one)) {
			if math.Abs(got-float64(rows[i][u]*people)) > 1e-6 {
				t.Fatalf("%s, %s: %d people in cell %d count %v in answer %d, want %d each", q.Info().ID, s.name, people, u, got, i, rows[i][u])
			}
		}
		one[u] = 0
	}
}

// The summary that mechanisms are compared by is that of the stated errors.
func TestChoiceComparesTheStatedErrors(t *testing.T) {
	eachScene(t, 11, problems/4, func(_ maker, s scene) {
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		chosen, why, err := Choose(t.Context(), s.Problem, "")
		if err != nil || why == "" {
			t.Fatalf("%s: %v, because %q", s.name, err, why)
		}
		least := chosen.ExpectedError().Summary().MeanSquare
		for i, c := range candidates {
			if c.Info != All()[i].Info() {
				t.Fatalf("%s: candidate %d is %s", s.name, i, c.Info.ID)
			}
			if c.Fit.OK() != (c.Prepared != nil) {
				t.Fatalf("%s: %s applies: %v, prepared: %v", s.name, c.Info.ID, c.Fit.OK(), c.Prepared != nil)
			}
			if c.Prepared == nil {
				continue
			}
			if got := c.Prepared.ExpectedError().Summary(); c.Summary != got {
				t.Fatalf("%s: %s is compared by %+v, stated %+v", s.name, c.Info.ID, c.Summary, got)
			}
			if c.Summary.MeanSquare < least*(1-1e-4) {
				t.Fatalf("%s: %s with error %v was chosen over %s with %v", s.name, chosen.Info().ID, least, c.Info.ID, c.Summary.MeanSquare)
			}
		}
	})
}
