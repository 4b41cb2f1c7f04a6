package mechanismtest

import (
	"fmt"
	"math"
	"math/big"

	"steward/core/mechanism"
	"steward/core/seeded"
)

// LeastVariance returns the least variance of a noisy row.
func LeastVariance(m Measurement) float64 {
	least := math.Inf(1)
	for _, r := range m.Rows {
		if v := r.variance(); v > hardlyNoisy {
			least = min(least, v)
		}
	}
	return least
}

// hardlyNoisy is the variance of a row whose noise no sample sees: it is other than zero less than once in as many draws as one over it.
const hardlyNoisy = 1e-18

// OtherAnswers returns a chance below that with which the answers of two releases by a mechanism whose errors are linear in its noise
// differ; zero where they are exact. The difference D of two answers is not zero with a chance of at least E[D²]²/E[D⁴]
// (Cauchy and Schwarz), and what it has of the fourth cumulant of a row of noise is half of what a row has, 3+1/v for Laplace
// noise of variance v and less for normal noise.
func OtherAnswers(q mechanism.Prepared) float64 {
	least := math.Inf(1)
	for _, n := range q.Noise() {
		if n.Noisy() {
			least = min(least, n.Variance())
		}
	}
	if Largest(Variances(q)) == 0 {
		return 0
	}
	return 1 / (3 + (3+1/least)/2)
}

// SquaresAgree checks the mean squared errors of so many releases against the stated ones, none of whose noisy rows has a
// variance below least.
func SquaresAgree(squares, stated []float64, runs int, least, alpha float64) error {
	for i, v := range stated {
		if v == 0 && squares[i] > 1e-9 {
			return fmt.Errorf("answer %d is exact and has the squared error %v", i, squares[i])
		}
		if v > 0 {
			if err := seeded.Averages(squares[i], runs, seeded.Squares(v, least), alpha); err != nil {
				return fmt.Errorf("squared errors of answer %d: %w", i, err)
			}
		}
	}
	return nil
}

func RatOf(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func Variances(q mechanism.Prepared) []float64 {
	var out []float64
	for _, a := range q.ExpectedError().Answers {
		out = append(out, a.Variance)
	}
	return out
}
