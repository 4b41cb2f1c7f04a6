package box

import (
	"math"

	"steward/core/noise"
)

// Leveled is a strategy over several columns whose least squares falls apart into spaces, one for every
// choice of one level per column: rows of a choice of levels count in its own space and in all that are
// coarser in some columns and finer in none, each with their precision times its volume.
type Leveled struct {
	family  noise.Family // where squares add up scales are parts of r², and precisions in proportion to them
	Grid    levelGrid
	Groups  []ProductGroup // those that are measured
	Volumes []float64      // by choice of levels
}

// Scales improves scales by turns: the least squares for the scales, the scales for the least squares.
// Neither makes the sum of the errors larger. need is how much the variance of each space counts in it,
// and groups are those of all choices of levels.
func (q *Leveled) Scales(need []float64, loads [][]int, free float64, rounds int) []float64 {
	loads = paretoLoads(loads)
	s := make([]float64, len(q.Groups))
	evenShares(s, loads, free)
	cost, before := make([]float64, len(s)), math.Inf(1)
	for range rounds {
		lambda := q.Eigenvalues(func(n int) float64 { return q.PrecisionOf(s[n]) })
		total := 0.0
		for n := range cost {
			total += need[n] / lambda[n]
			cost[n] = need[n] / (lambda[n] * lambda[n])
		}
		if total >= before*(1-1e-5) {
			break
		}
		before = total
		q.sumUp(cost)
		for n := range cost {
			p := q.PrecisionOf(s[n])
			if !q.family.Squares() {
				cost[n] *= 2
			}
			if cost[n] *= p * p * q.Volumes[n]; math.IsInf(s[n], 1) || math.IsNaN(cost[n]) {
				cost[n] = 0
			}
		}
		s = sharesOf(cost, loads, free, q.family)
	}
	return s
}

// Eigenvalues returns for each space the sum of the precisions times the volumes of all levels that
// are as fine at least.
func (q *Leveled) Eigenvalues(precision func(n int) float64) []float64 {
	out := make([]float64, q.Grid.Len())
	for n := range out {
		out[n] = precision(n) * q.Volumes[n]
	}
	step := 1
	for j := len(q.Grid.counts) - 1; j >= 0; j-- {
		count := q.Grid.counts[j]
		for n := range out {
			if n/step%count > 0 {
				out[n] += out[n-step]
			}
		}
		step *= count
	}
	return out
}

// GroupLevels returns the levels of a choice.
func (q *Leveled) GroupLevels(n int) []int { return q.Grid.at(make([]int, len(q.Grid.counts)), n) }

// sumUp replaces each number by the sum of those of all levels that are as coarse at least.
func (q *Leveled) sumUp(x []float64) {
	step := 1
	for j := len(q.Grid.counts) - 1; j >= 0; j-- {
		count := q.Grid.counts[j]
		for n := len(x) - 1; n >= 0; n-- {
			if n/step%count < count-1 {
				x[n] += x[n+step]
			}
		}
		step *= count
	}
}

// PrecisionOf returns the precision of rows with a scale as part of the budget, in units of it.
func (q *Leveled) PrecisionOf(s float64) float64 {
	if q.family.Squares() {
		return s
	}
	return s * s / 2
}

// Precisions returns the precision of each choice of levels, 0 where it is not measured, and those that
// are published exactly by themselves, as 1.
func (q *Leveled) Precisions() (noisy, exact []float64) {
	noisy, exact = make([]float64, q.Grid.Len()), make([]float64, q.Grid.Len())
	for _, g := range q.Groups {
		n := q.Grid.Index(g.Levels)
		if g.Law.IsZero() {
			exact[n] = 1
		} else {
			noisy[n] = 1 / g.variance
		}
	}
	return noisy, exact
}

// Weights returns the variance of a unit of each space.
func (q *Leveled) Weights() []float64 {
	noisy, exact := q.Precisions()
	out := q.Eigenvalues(func(n int) float64 { return noisy[n] })
	for n, known := range q.Eigenvalues(func(n int) float64 { return exact[n] }) {
		if out[n] = 1 / out[n]; known > 0 {
			out[n] = 0
		}
	}
	return out
}
