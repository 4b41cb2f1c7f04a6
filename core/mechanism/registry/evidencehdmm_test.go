//go:build evidence

package registry

import (
	"math"
	"math/bits"

	"steward/core/seeded"
)

// hdmmMarginals returns the mean over all tables of two of some columns of the expected squared error of a count, times the square of ε, of tables over any sets of
// columns with Laplace noise, each with a weight: the template for marginals of McKenna, Miklau, Hay and Machanavajjhala (2018, section 6.3). As theirs are,
// weights are looked for by descent from random starts. change is by how much one person changes a table.
func hdmmMarginals(sizes []int, change float64) float64 {
	all := 1 << len(sizes)
	cells, part := make([]float64, all), make([]float64, all)
	for s := range all {
		cells[s], part[s] = 1, 1
		for j, n := range sizes {
			if s>>j&1 == 1 {
				cells[s], part[s] = cells[s]*float64(n), part[s]*(1-1/float64(n))
			}
		}
	}
	need, tables := make([]float64, all), float64(len(sizes)*(len(sizes)-1)/2)
	for s := range all {
		if bits.OnesCount(uint(s)) == 2 {
			for t := range all {
				if t&^s == 0 {
					need[t] += part[t] * math.Pow(cells[t]/cells[s], 2) / tables
				}
			}
		}
	}
	// evaluate returns the error of weights, and how it grows with the logarithm of each.
	evaluate := func(weight []float64) (float64, []float64) {
		sum, lambda := 0.0, make([]float64, all)
		for s, w := range weight {
			sum += w
			lambda[s] = w * w / 2 / cells[s]
		}
		for j := range sizes { // over all sets that have these columns
			for t := range all {
				if t>>j&1 == 0 {
					lambda[t] += lambda[t|1<<j]
				}
			}
		}
		error, slope := 0.0, make([]float64, all)
		for t, n := range need {
			if n > 0 {
				error += n / (lambda[t] * cells[t])
				slope[t] = n / (lambda[t] * lambda[t] * cells[t])
			}
		}
		for j := range sizes { // over all sets within these columns
			for s := range all {
				if s>>j&1 == 1 {
					slope[s] += slope[s&^(1<<j)]
				}
			}
		}
		square := math.Pow(change*sum, 2)
		for s, w := range weight {
			slope[s] = 2*w/sum*square*error - square*slope[s]*w*w/cells[s]
		}
		return square * error, slope
	}
	best, r := math.Inf(1), seeded.New(20261128, 77)
	for range 10 {
		weight := make([]float64, all)
		for s := range weight {
			weight[s] = float64(1+r.IntN(1000)) / 1000
		}
		error, slope := evaluate(weight)
		for round, step := 0, 0.1; round < 4000 && step > 1e-9; round++ {
			next := make([]float64, all)
			for s, w := range weight {
				next[s] = w * math.Exp(max(-2, min(2, -step*slope[s]/error*float64(all))))
			}
			if e, more := evaluate(next); e < error {
				weight, error, slope, step = next, e, more, 1.3*step
			} else {
				step /= 2
			}
		}
		best = min(best, error)
	}
	return best
}
