package box

import (
	"context"
	"math"
	"slices"

	"steward/core/mechanism"
	"steward/core/optimum"
)

// insides returns by set of columns those within it, itself among them.
func (m *manyTables) insides() [][]int {
	out := make([][]int, len(m.sets))
	for _, q := range m.questions {
		for _, s := range sortedKeys(q.places) {
			if at := q.places[s]; out[at] == nil {
				s.eachSubset(func(t columnSet) { out[at] = append(out[at], q.places[t]) })
			}
		}
	}
	return out
}

// designTables chooses the noise of tables over sets of columns, which are reconciled by least squares, as preparedMarginals.design does.
func (q *preparedTables) designTables(ctx context.Context, need []float64) error {
	changes := manyChangesOf(q.Problem.Policy)
	listed, few := changes.list(len(q.sizes), maxListed)
	if !few || len(listed)*len(q.measured) > maxClassLoads { // the more columns change the more tables do
		listed = [][]bool{changes.any(len(q.sizes))}
	}
	var loads [][]int
	for _, change := range listed {
		load := make([]int, len(q.measured))
		for g, i := range q.measured {
			if slices.ContainsFunc(q.sets[i].columns, func(j int) bool { return change[j] }) {
				load[g] = 2
			}
		}
		loads = append(loads, load)
	}
	if changes.presence || len(loads) == 0 {
		load := make([]int, len(q.measured))
		for g := range load {
			if changes.presence {
				load[g] = 1
			}
		}
		loads = append(loads, load)
	}
	free := 1.0
	if q.disclosed() {
		free = math.Inf(1)
	}
	inside := q.insides()
	asked := make([]bool, len(q.sets))
	for _, own := range q.questions {
		for _, s := range own.answers {
			asked[own.places[s]] = true
		}
	}
	best, least := []float64(nil), math.Inf(1)
	for _, most := range []float64{littleShare, 1} {
		start := make([]float64, len(q.measured))
		for g, i := range q.measured {
			if start[g] = most / float64(len(start)); asked[i] {
				start[g] = 1 / float64(len(start))
			}
		}
		if s, e := q.improve(start, need, loads, inside, free); e < least {
			best, least = s, e
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return q.keep(best, loads, inside, free)
}

// information returns by set the precision of what differs along its columns only, per unit of squared length among the counts over it.
func (q *preparedTables) information(precision []float64, inside [][]int) []float64 {
	out := make([]float64, len(q.sets))
	for g, i := range q.measured {
		for _, t := range inside[i] {
			out[t] += precision[g] * float64(q.sets[t].cells) / float64(q.sets[i].cells)
		}
	}
	return out
}

// improve improves scales by turns, as preparedMarginals.improve does.
func (q *preparedTables) improve(s, need []float64, loads [][]int, inside [][]int, free float64) ([]float64, float64) {
	classes := make([][]float64, 0, len(loads))
	for _, class := range loads {
		load := make([]float64, len(class))
		for g, n := range class {
			load[g] = float64(n)
		}
		classes = append(classes, load)
	}
	s = slices.Clone(s)
	most := 0.0
	for _, class := range classes {
		most = max(most, weighted(class, s))
	}
	for g := range s {
		if s[g] /= most; !Moved(g, loads) {
			s[g] = free
		}
	}
	best, least := slices.Clone(s), math.Inf(1)
	cost := make([]float64, len(s))
	for range marginalRounds {
		precision := make([]float64, len(s))
		for g := range s {
			precision[g] = s[g] * s[g] / 2
		}
		lambda := q.information(precision, inside)
		total := 0.0
		for t, n := range need {
			if n > 0 && (!q.total || len(q.sets[t].columns) > 0) {
				total += n / lambda[t]
			}
		}
		if total < least {
			best = slices.Clone(s)
		}
		if total >= least*(1-1e-4) {
			break
		}
		least = total
		for g, i := range q.measured {
			cost[g] = 0
			if p := precision[g]; !math.IsInf(p, 1) {
				for _, t := range inside[i] {
					if lambda[t] > 0 && (!q.total || len(q.sets[t].columns) > 0) {
						cost[g] += need[t] / (lambda[t] * lambda[t]) * float64(q.sets[t].cells)
					}
				}
				cost[g] *= 2 * p * p / float64(q.sets[i].cells)
			}
		}
		s = optimum.Scale(optimum.WithLaplace, cost, classes, marginalGap, 100).Scales
		for g := range s {
			if math.IsInf(s[g], 1) {
				s[g] = free
			}
		}
	}
	return best, least
}

// keep leaves out the sets that hardly count, and gives the others their noise.
func (q *preparedTables) keep(s []float64, loads [][]int, inside [][]int, free float64) error {
	precision := make([]float64, len(s))
	for g := range s {
		precision[g] = s[g] * s[g] / 2
	}
	lambda := q.information(precision, inside)
	var measured []int
	var left []float64
	less := make([][]int, len(loads))
	for g, i := range q.measured {
		if precision[g] < NegligibleShare*lambda[i] {
			continue
		}
		measured, left = append(measured, i), append(left, max(s[g], leastOfAll/float64(len(s))))
		q.groups = append(q.groups, ProductGroup{What: q.name(q.sets[i]), Rows: q.sets[i].cells})
		for e, class := range loads {
			less[e] = append(less[e], class[g])
		}
	}
	q.measured = measured
	most := 0.0
	for _, class := range less {
		sum := 0.0
		for g, n := range class {
			if n > 0 {
				sum += float64(n) * left[g]
			}
		}
		most = max(most, sum)
	}
	for g := range left {
		if !Moved(g, less) {
			left[g] = free
		} else {
			left[g] /= most * (1 + doubtful)
		}
	}
	if err := equipProductWith(q.groups, left, less, mechanism.RowBudget{Epsilon: q.Problem.Effective().Rat(), Family: q.family}); err != nil {
		return err
	}
	// What is published exactly is not averaged with anything.
	for g := range precision[:len(measured)] {
		if precision[g] = math.Inf(1); !q.groups[g].Law.IsZero() {
			precision[g] = 1 / q.groups[g].variance
		}
	}
	q.unit, q.told = make([]float64, len(q.sets)), make([][]toldBy, len(q.sets))
	sum := make([]float64, len(q.sets))
	for g, i := range q.measured {
		for _, t := range inside[i] {
			switch {
			case math.IsInf(sum[t], 1):
			case math.IsInf(precision[g], 1):
				sum[t], q.told[t] = precision[g], []toldBy{{g, 1}}
			default:
				p := precision[g] * float64(q.sets[t].cells) / float64(q.sets[i].cells)
				sum[t], q.told[t] = sum[t]+p, append(q.told[t], toldBy{g, p})
			}
		}
	}
	for t, p := range sum {
		if p > 0 && (!q.total || len(q.sets[t].columns) > 0) {
			q.unit[t] = 1 / p
		}
		if !math.IsInf(p, 1) {
			for i := range q.told[t] {
				q.told[t][i].weight /= p
			}
		}
	}
	return nil
}
