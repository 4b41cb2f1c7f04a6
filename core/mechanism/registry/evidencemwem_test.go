//go:build evidence

package registry

import (
	"math"
	"testing"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// mwem is multiplicative weights with the exponential mechanism (Hardt, Ligett and McSherry 2012,
// figure 1, going over all answers so far again in every round): for some rounds it finds a question
// that its estimate answers badly, with half of the round's budget, measures it with the other
// half, and weighs the estimate by what it saw. Of questions that count people once each, a
// secret pair changes every answer by one at most, whatever the policy, so no policy makes it
// better. The number of people is known.
type mwem struct {
	rounds, replays int
	epsilon         float64
}

// release returns estimated counts.
func (m mwem) release(counts []int64, questions linop.Operator, r *seeded.Source) []float64 {
	k, n := len(counts), float64(mechanismtest.SumOf(counts))
	x, truth, answer := make([]float64, k), make([]int64, questions.Rows()), make([]float64, questions.Rows())
	for u := range x {
		x[u] = n / float64(k)
	}
	questions.Apply(truth, counts)
	runs := linop.RunsOver(questions)
	share := m.epsilon / float64(2*m.rounds)
	var asked []linop.Interval
	var seen []float64
	for range m.rounds {
		questions.ApplyFloat(answer, x)
		// The exponential mechanism is the largest of the scores with Gumbel noise.
		worst, most := 0, math.Inf(-1)
		for i, a := range answer {
			if s := share/2*math.Abs(a-float64(truth[i])) - math.Log(r.ExpFloat64()); s > most {
				worst, most = i, s
			}
		}
		asked = append(asked, runs.At(worst))
		seen = append(seen, float64(truth[worst])+(r.ExpFloat64()-r.ExpFloat64())/share)
		for range m.replays {
			for i, run := range asked {
				m.Weigh(x, run, seen[i], n)
			}
		}
	}
	return x
}

// Weigh moves weight into or out of a range by what was seen of it.
func (m mwem) Weigh(x []float64, run linop.Interval, seen, n float64) {
	inside := 0.0
	for _, v := range x[run.Lo : run.Hi+1] {
		inside += v
	}
	factor := math.Exp((seen - inside) / (2 * n))
	whole := n / (n + inside*(factor-1))
	for u := range x {
		if run.Lo <= u && u <= run.Hi {
			x[u] *= factor
		}
		x[u] *= whole
	}
}

// measured returns the mean squared error of an answer over some releases, and its standard error.
func (m mwem) measured(t *testing.T, p mechanism.Problem, counts []int64, runs int) (mean, deviation float64) {
	t.Helper()
	op := p.Workload.Operator()
	truth, answer := make([]int64, op.Rows()), make([]float64, op.Rows())
	op.Apply(truth, counts)
	r, squares := seeded.New(2012, 1), make([]float64, runs)
	for n := range squares {
		op.ApplyFloat(answer, m.release(counts, op, r))
		for i, a := range answer {
			squares[n] += mechanism.Square(a-float64(truth[i])) / float64(len(answer))
		}
	}
	return meanAndError(squares)
}
