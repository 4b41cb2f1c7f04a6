package mechanismtest

import (
	"math"
	"slices"
	"testing"

	"steward/core/accuracy"
	"steward/core/linop/linoptest"
	"steward/core/mechanism"
	"steward/core/noise"
)

// variance is that of DLap(t), from its definition by the decay, or of
// DGauss(sigma²), summed up from its definition where it is small and else sigma² (4.3).
func (r Row) variance() float64 {
	if r.Exact() {
		return 0
	}
	if r.Family() == noise.Gaussian {
		v, _ := r.Rat().Float64()
		if v > 100 {
			return v
		}
		sum, squares := 1.0, 0.0
		for z := 1.0; z < 400; z++ {
			w := 2 * math.Exp(-z*z/(2*v))
			sum, squares = sum+w, squares+w*z*z
		}
		return max(squares/sum, mechanism.LeastNoise)
	}
	t, _ := r.Rat().Float64()
	draws, _ := r.Balanced()
	copies := max(r.Stated().Copies, 1) // each draw is one of a scale that is divided by them
	k, t := draws/copies, t/float64(copies)
	if k > 1 {
		return float64(copies) * balanced(t, k)
	}
	a, rest := math.Exp(-1/t), -math.Expm1(-1/t) // 1 - a has few digits where t is very large
	return float64(copies) * 2 * a / (rest * rest)
}

// balanced is the variance of k independent draws that vary as much about their mean as k draws of DLap(t) do that add up to zero,
// from the characteristic function f of one: the variance of a draw, given the sum, is -∫ (d²f) f^(k-1) over ∫ f^k.
func balanced(t float64, k int) float64 {
	if t > 1000 { // the law of real numbers, whose variance is as near as a part in ten million
		return float64(2*k-1) / float64(k+1) * t * t
	}
	sinh := math.Sinh(1 / t)
	slope, all := 0.0, 0.0
	// The mean over n angles is exact but for sums of draws that are other multiples of n than zero.
	n := max(64, math.Ceil(60*t*float64(k)))
	for i := range int(n) {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		below := 2*math.Pow(math.Sinh(1/(2*t)), 2) + 2*math.Pow(math.Sin(math.Pi*float64(i)/n), 2) // cosh - cos
		f := math.Tanh(1/(2*t)) * sinh / below
		second := f * (2*sin*sin/(below*below) - cos/below)
		slope, all = slope-second*math.Pow(f, float64(k-1)), all+math.Pow(f, float64(k))
	}
	return max(slope/all*float64(k)/float64(k-1), mechanism.LeastNoise)
}

// On is the measurement with weights found around some counts, of which all that is known is true.
func (m Measurement) On(counts []int64) Measurement {
	m.base = counts
	return m
}

// Weights returns by noisy row how often it counts in every answer, and the rows' variances.
func (m Measurement) Weights() (weights [][]float64, variances []float64) {
	y := m.Values(m.base)
	plain := m.Answer(y)
	for i, r := range m.Rows {
		if r.Exact() {
			continue
		}
		// As far as counts and noise are large, so that differences have their digits.
		far := int64(math.Sqrt(r.variance())) + slices.Max(m.base) + 1
		y[i] += far
		row := m.Answer(y)
		for j := range row {
			row[j] = (row[j] - plain[j]) / float64(far)
		}
		weights, variances = append(weights, row), append(variances, r.variance())
		y[i] -= far
	}
	return m.withKept(weights, variances)
}

// withKept puts, where a draw is kept back that adds up to zero with those of the rows, as many independent draws in their place, the mean
// of which is taken off each: what the mean takes off the others is the weight of the one that is kept back.
func (m Measurement) withKept(weights [][]float64, variances []float64) ([][]float64, []float64) {
	draws, kept := m.together()
	if !kept {
		return weights, variances
	}
	last := make([]float64, len(weights[0]))
	for _, row := range weights {
		for j, w := range row {
			last[j] -= w / float64(draws)
		}
	}
	for _, row := range weights {
		for j := range row {
			row[j] += last[j]
		}
	}
	return append(weights, last), append(variances, variances[0])
}

// Digits is how closely variances can be told, in parts of them: differences of covariances that are so much larger keep
// fewer digits, and three always.
func Digits(largest, variance float64) float64 {
	if variance == 0 {
		return 1e-6
	}
	return 1e-6 + min(1e-3, 1e-12*largest/variance)
}

// Rounding returns how closely the variances of a prepared mechanism's answers are told, in parts of them, by the variances of its rows:
// where known totals take much of them, cells may have millions of times what is left of their sums.
func Rounding(q mechanism.Prepared, rows []float64) func(variance float64) float64 {
	if slices.Equal(q.ExpectedError().Answers, mechanism.Alone(q).Answers) {
		return func(float64) float64 { return 1e-6 }
	}
	return func(variance float64) float64 { return Digits(slices.Max(append(rows, 0)), variance) }
}

// never is a variance of whole numbers that are as good as always zero: by Chebyshev they are another with a chance that is no
// larger, so that intervals which hold 19 times in 20 need not be made for them.
const never = 1e-18

// errors returns the expected squared error of every answer by the matrix formula: the squared weight of each noisy row in the answer times its variance, added
// up; the largest weight of a row in each answer that is ever drawn, and the variances of the rows.
func (m Measurement) errors(answers int) (variance, weight, rows []float64) {
	variance, weight = make([]float64, answers), make([]float64, answers)
	weights, rows := m.Weights()
	for r, row := range weights {
		for i, w := range row {
			variance[i] += w * w * rows[r]
			if rows[r] > never {
				weight[i] = max(weight[i], math.Abs(w))
			}
		}
	}
	return variance, weight, rows
}

func CheckErrors(t *testing.T, s Scene, q mechanism.Prepared) {
	t.Helper()
	m := Measured(t, q)
	e := q.ExpectedError()
	if e.Kind != accuracy.Computed || len(e.Answers) != s.Workload.Len() {
		t.Fatalf("%s, %s: %d answers, %s", q.Info().ID, s.Name, len(e.Answers), e.Kind)
	}
	want, weight, rows := m.errors(s.Workload.Len())
	rounding, alone := Rounding(q, rows), mechanism.Alone(q).Answers
	for i, a := range e.Answers {
		slack := 1e-15*Largest(want) + 1e-15 + rounded(want[i], rows)
		low, high := want[i]*(1-rounding(want[i]))-slack, want[i]*(1+rounding(want[i]))+slack
		if a.Variance > 0 { // what is not exact is stated to have as much as may be rounding, and never less than it has
			high = max(high, mechanism.Rounding*alone[i].Variance*(1+1e-9))
		}
		if a.Variance < low || a.Variance > high {
			t.Fatalf("%s, %s: answer %d has expected squared error %v, stated %v", q.Info().ID, s.Name, i, want[i], a.Variance)
		}
		if weight[i] > 1+1e-9 { // by the weights of numbers, or by what sums known besides make of it
			c := mechanism.Combined{Variance: want[i], Weight: weight[i], Family: m.family()}
			if a.HalfWidth < c.HalfWidth()*(1-1e-6) {
				t.Fatalf("%s, %s: a row counts %v times in answer %d, which has the half-width %v and needs %v", q.Info().ID, s.Name, weight[i], i, a.HalfWidth, c.HalfWidth())
			}
		}
	}
	unbiased(t, s, q, m)
}

// rounded is what the rounding of weights may make of the variance of an answer, by those of the rows: of one that is exact too.
func rounded(variance float64, rows []float64) float64 {
	all := 0.0
	for _, v := range rows {
		all += v
	}
	return 2e-15*math.Sqrt(variance*all) + 1e-30*all
}

// family says whether some row has Gaussian noise; then all have.
func (m Measurement) family() noise.Family {
	if slices.ContainsFunc(m.Rows, func(r Row) bool { return r.Family() == noise.Gaussian }) {
		return noise.Gaussian
	}
	return noise.Laplace
}

func Largest(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		most = max(most, x)
	}
	return most
}

// unbiased fails unless people in any possible cell are answered as what the question
// counts of them.
func unbiased(t *testing.T, s Scene, q mechanism.Prepared, m Measurement) {
	t.Helper()
	rows := linoptest.Dense(s.Workload.Operator())
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
		for i, got := range m.Answer(m.Values(one)) {
			if math.Abs(got-float64(rows[i][u]*people)) > 1e-6 {
				t.Fatalf("%s, %s: %d people in cell %d count %v in answer %d, want %d each", q.Info().ID, s.Name, people, u, got, i, rows[i][u])
			}
		}
		one[u] = 0
	}
}
