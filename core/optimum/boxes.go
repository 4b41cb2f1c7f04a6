package optimum

import (
	"math"

	"steward/core/linop"
)

// Boxes returns a lower bound on the total squared error of all boxes over several columns, from the
// edges of one column alone: values of it up to threshold apart are joined, whatever those of the
// others, spread has for each other column what Spread returns. The Gram matrix of all boxes is the
// Kronecker product of those of the columns, and edges of all places of the other columns with the
// same probability make that of the bound one too (docs/mathematics.md, "Lower bounds"): the singular values multiply.
func Boxes(size, threshold int, spread []float64) float64 {
	total := Ranges(size, threshold)
	for _, s := range spread {
		total *= s
	}
	return total
}

// Spread returns the square of the sum of the singular values of runs of a column's cells, over the
// number of cells: what runs asked of a column multiply a bound by that is about another column. For
// all ranges it is in closed form. It errors with ErrLarge for other runs over very many
// cells.
func Spread(runs linop.Intervals) (float64, error) {
	k := runs.Columns()
	sum := 0.0
	if runs.AreAll() {
		// The Gram matrix is k+1 times the inverse of the path's second differences.
		for i := 1; i <= k; i++ {
			sum += math.Sqrt(float64(k+1)) / (2 * math.Sin(math.Pi*float64(i)/float64(2*(k+1))))
		}
		return sum * sum / float64(k), nil
	}
	if k > maxSpread {
		return 0, ErrLarge
	}
	values, _, err := eigen(GramOfRuns(runs))
	if err != nil {
		return 0, err
	}
	sum = trace(values, math.Sqrt)
	return sum * sum / float64(k), nil
}

// maxSpread is the most cells of a column whose runs are no pattern that is known.
const maxSpread = 256
