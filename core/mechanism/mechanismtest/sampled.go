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
