package mechanism

import (
	"math"
	"steward/core/noise"
)

// leveled is a strategy over several columns whose least squares falls apart into spaces, one for every
// choice of one level per column: rows of a choice of levels count in its own space and in all that are
// coarser in some columns and finer in none, each with their precision times its volume.
type leveled struct {
	gaussian bool // scales are parts of r² then, and precisions in proportion to them
	grid     levelGrid
	groups   []productGroup // those that are measured
	volumes  []float64      // by choice of levels
}

// scales improves scales by turns: the least squares for the scales, the scales for the least squares.
// Neither makes the sum of the errors larger. need is how much the variance of each space counts in it,
// and groups are those of all choices of levels.
func (q *leveled) scales(need []float64, loads [][]int, free float64, rounds int) []float64 {
	loads = paretoLoads(loads)
	s := make([]float64, len(q.groups))
	evenShares(s, loads, free)
	cost, before := make([]float64, len(s)), math.Inf(1)
	for range rounds {
		lambda := q.eigenvalues(func(n int) float64 { return q.precisionOf(s[n]) })
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
			p := q.precisionOf(s[n])
			if !q.gaussian {
				cost[n] *= 2
			}
			if cost[n] *= p * p * q.volumes[n]; math.IsInf(s[n], 1) || math.IsNaN(cost[n]) {
				cost[n] = 0
			}
		}
		s = sharesOf(cost, loads, free, q.gaussian)
	}
	return s
}

// eigenvalues returns for each space the sum of the precisions times the volumes of all levels that
// are as fine at least.
func (q *leveled) eigenvalues(precision func(n int) float64) []float64 {
	out := make([]float64, q.grid.len())
	for n := range out {
		out[n] = precision(n) * q.volumes[n]
	}
	step := 1
	for j := len(q.grid.counts) - 1; j >= 0; j-- {
		count := q.grid.counts[j]
		for n := range out {
			if n/step%count > 0 {
				out[n] += out[n-step]
			}
		}
		step *= count
	}
	return out
}

// groupLevels returns the levels of a choice.
func (q *leveled) groupLevels(n int) []int { return q.grid.at(make([]int, len(q.grid.counts)), n) }

// sumUp replaces each number by the sum of those of all levels that are as coarse at least.
func (q *leveled) sumUp(x []float64) {
	step := 1
	for j := len(q.grid.counts) - 1; j >= 0; j-- {
		count := q.grid.counts[j]
		for n := len(x) - 1; n >= 0; n-- {
			if n/step%count < count-1 {
				x[n] += x[n+step]
			}
		}
		step *= count
	}
}

// precisionOf returns the precision of rows with a scale as part of the budget, in units of it.
func (q *leveled) precisionOf(s float64) float64 {
	if q.gaussian {
		return s
	}
	return s * s / 2
}

// kind returns a law of the kind that all noise has, Laplace or Gaussian.
func (q *leveled) kind() noise.Law {
	for _, g := range q.groups {
		if l := g.law; !l.IsZero() {
			return l
		}
	}
	return noise.Law{}
}

// precisions returns the precision of each choice of levels, 0 where it is not measured, and those that
// are published exactly by themselves, as 1.
func (q *leveled) precisions() (noisy, exact []float64) {
	noisy, exact = make([]float64, q.grid.len()), make([]float64, q.grid.len())
	for _, g := range q.groups {
		n := q.grid.index(g.levels)
		if g.law.IsZero() {
			exact[n] = 1
		} else {
			noisy[n] = 1 / g.variance
		}
	}
	return noisy, exact
}

// weights returns the variance of a unit of each space.
func (q *leveled) weights() []float64 {
	noisy, exact := q.precisions()
	out := q.eigenvalues(func(n int) float64 { return noisy[n] })
	for n, known := range q.eigenvalues(func(n int) float64 { return exact[n] }) {
		if out[n] = 1 / out[n]; known > 0 {
			out[n] = 0
		}
	}
	return out
}
