package box

import (
	"cmp"
	"context"
	"math"
	"slices"

	"steward/core/mechanism"
	"steward/core/optimum"
)

// How many sets of changed columns times sets that are measured are taken one by one, from how many on by turns; of those that are not, in how many
// rounds the ones that load the most join, and from how many starts they are looked for.
const (
	fewLoads   = 1 << 11
	joinRounds = 25
	// Of tables a search is one step of many. With two rounds some end with a fifth more error, and more than three gain a part in a hundred.
	joinRoundsOfTables = 3
	joinStarts         = 6
	joinGap            = 2e-3
	designGap          = 3e-5
)

// marginalDesign is what the scales of tables over sets of columns, or of their contrasts, are chosen by: the budget may be spent once, whichever columns
// change.
type marginalDesign struct {
	*changeLoads
	optima   *optimum.Memory
	measured []int
	law      optimum.Law
	changes  columnChanges
	may      []bool
	presence []float64   // the loads of people who come and leave
	listed   [][]bool    // the sets of columns that change; nil where they are too many
	all      [][]float64 // their loads
	taken    [][]float64 // of those that are not listed, and of very many, the loads that scales are chosen by
	bounded  bool        // whether atMost says how much is spent, in the place of a list
	moved    []bool      // by what is measured, whether anything changes it
	unmoved  float64     // the scale of what nothing does
}

// designOf returns what scales of some sets are chosen by.
func (q *preparedMarginals) designOf(measured []int, changes columnChanges) *marginalDesign {
	var sets []tableSet
	for _, i := range measured {
		sets = append(sets, q.sets[i])
	}
	d := &marginalDesign{optima: q.Problem.Optima, measured: measured, changeLoads: newChangeLoads(sets, q.sizes, q.contrasts), law: mechanism.ScalingOf(q.family), changes: changes, may: changes.any(len(q.sizes)), unmoved: 1}
	if q.disclosed() {
		d.unmoved = math.Inf(1)
	}
	for _, s := range sets {
		d.moved = append(d.moved, changes.presence || slices.ContainsFunc(s.columns, func(j int) bool { return d.may[j] }))
	}
	if changes.presence {
		d.presence = slices.Repeat([]float64{1}, len(sets))
	}
	var few bool
	most := maxClassLoads / max(1, len(sets))
	switch { // each is held against the others, time and again
	case q.contrasts:
	case q.apart:
		most = min(most, 1<<8)
	default:
		most = min(most, 1<<12)
	}
	switch d.listed, few = changes.list(len(q.sizes), most); {
	case !q.contrasts && changes.together > 0 && changes.together == len(changes.parts): // the more columns change the more tables do
		d.listed, few = [][]bool{d.may}, true
	case !few:
		d.listed, d.bounded = nil, true
		if changes.together == len(changes.parts) {
			sign := d.signs(d.may)
			d.taken = append(d.taken, d.along(sign))
			for j, changed := range d.may {
				if changed {
					sign[j] = 0 // of a column whose value is another at random with the chance of n-1 in n, the mean of the signs
				}
			}
			d.taken = append(d.taken, d.along(sign))
		} else if changes.alone {
			d.taken = append(d.taken, d.mean(changes, d.may))
		}
	}
	for _, change := range d.listed {
		d.all = append(d.all, d.along(d.signs(change)))
	}
	if !q.contrasts {
		d.all = paretoLoads(d.all)
	}
	return d
}

// most returns the largest change of what is measured of a set.
func (d *marginalDesign) most(set int) (most int) {
	changes := d.listed
	if d.bounded { // any of its columns that may change
		for some := range 1 << len(d.sets[set].columns) {
			change := make([]bool, len(d.may))
			for i, j := range d.sets[set].columns {
				change[j] = d.may[j] && some>>i&1 == 1
			}
			changes = append(changes, change)
		}
	}
	for _, change := range changes {
		most = max(most, d.exact(set, change))
	}
	return most
}

// fit takes from all scales until the budget is kept, and returns them with the error at some costs.
func (d *marginalDesign) fit(s, costs []float64) ([]float64, float64) {
	most := weightedBy(d.presence, s)
	for _, load := range d.all {
		most = max(most, weightedBy(load, s))
	}
	if d.bounded {
		most = max(most, d.atMost(s, d.changes)) * (1 + doubtful)
	}
	out, error := make([]float64, len(s)), 0.0
	for g, v := range s {
		if out[g] = v / most; !d.moved[g] {
			out[g] = d.unmoved
		}
		if costs != nil && costs[g] > 0 {
			error += costs[g] / math.Pow(out[g], float64(d.law))
		}
	}
	return out, error
}

// doubtful is how near to the budget a sum in floating point has to come for it to be worked out exactly: a sum of some thousand terms, none below zero,
// is right but for a part of some thousand times 2^-53.
const doubtful = 1e-9

// weightedBy returns the sum of loads times scales; what is not changed may have any scale.
func weightedBy(load, s []float64) float64 {
	sum := 0.0
	for g, v := range load {
		if v > 0 {
			sum += v * s[g]
		}
	}
	return sum
}

// scales returns those with the least error at some costs, made to fit, their error, and what no scales have less than, as far as what changes is listed.
func (d *marginalDesign) scales(ctx context.Context, costs []float64) (s []float64, error, least float64, err error) {
	moved, fixed := slices.Clone(costs), 0.0
	for g, m := range d.moved {
		if !m {
			moved[g], fixed = 0, fixed+costs[g]/math.Pow(d.unmoved, float64(d.law))
		}
	}
	if s, least, err = d.choose(ctx, moved); err != nil {
		return nil, 0, 0, err
	}
	s, error = d.fit(s, costs)
	return s, error, least + fixed, nil
}

// choose returns the best scales for the loads that count: all, or those that few are found to be above.
func (d *marginalDesign) choose(ctx context.Context, costs []float64) ([]float64, float64, error) {
	rounds := 400
	if len(costs) > 512 || d.law == optimum.WithLaplace && len(d.all)*len(costs) > fewLoads { // of tables, one step of many
		rounds = 100
	}
	best := func(loads [][]float64, gap float64) optimum.Scaling {
		if d.presence != nil {
			loads = append(slices.Clone(loads), d.presence)
		}
		return d.optima.Scale(ctx, d.law, costs, loads, gap, rounds)
	}
	switch {
	case d.bounded:
		return d.join(ctx, costs, best)
	case len(d.all)*len(costs) <= fewLoads:
		found := best(d.all, designGap/1000)
		return found.Scales, found.Bound, nil
	}
	if d.taken == nil {
		d.taken = append(d.taken, slices.MaxFunc(d.all, func(a, b []float64) int { return cmp.Compare(total(a), total(b)) }))
		for g, m := range d.moved { // a scale that nothing bounds says nothing of the others
			moves := func(load []float64) bool { return load[g] > 0 }
			if i := slices.IndexFunc(d.all, moves); m && i >= 0 && !slices.ContainsFunc(d.taken, moves) {
				d.taken = append(d.taken, d.all[i])
			}
		}
	}
	for round := 0; ; round++ {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		found := best(d.taken, designGap)
		order, loaded := make([]int, len(d.all)), make([]float64, len(d.all))
		for i, load := range d.all {
			order[i], loaded[i] = i, weightedBy(load, found.Scales)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(loaded[b], loaded[a]) })
		if loaded[order[0]] <= 1+designGap || round == 60 {
			return found.Scales, found.Bound, nil
		}
		for _, i := range order[:min(4, len(order))] {
			if loaded[i] > 1+designGap {
				d.taken = append(d.taken, d.all[i])
			}
		}
	}
}

// total returns the sum of loads.
func total(load []float64) (sum float64) {
	for _, v := range load {
		sum += v
	}
	return sum
}

// join returns scales for which few classes of edges are loaded much: it begins with all columns that change and with the mean over every change of any,
// and takes in those that are found to be loaded more. It returns as well what no scales can have less error than.
func (d *marginalDesign) join(ctx context.Context, costs []float64, best func([][]float64, float64) optimum.Scaling) ([]float64, float64, error) {
	var chosen []float64
	least, bound := math.Inf(1), 0.0
	rounds, first := joinRounds, 0
	if d.law == optimum.WithLaplace { // one step of many, with what joined before
		rounds, first = joinRoundsOfTables, len(d.taken)
	}
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		found := best(d.taken, joinGap/4)
		s := found.Scales
		if bound = max(bound, found.Bound); len(d.taken) == 0 && d.presence == nil {
			for g, c := range costs {
				s[g] = math.Sqrt(c)
			}
		}
		for g := range s {
			if math.IsInf(s[g], 1) {
				s[g] = 1
			}
		}
		most, joined := 1.0, false
		for start := range joinStarts {
			sign := d.signs(make([]bool, len(d.may)))
			if d.changes.together == len(d.changes.parts) {
				for j, m := range d.may {
					if _, part := math.Modf(float64((j+1)*(j+1)*(start+1)*(round+1)) * math.Sqrt2); m && part*(1+d.turn[j]) < 1 {
						sign[j] = -d.turn[j]
					}
				}
				d.climb(s, sign, d.may)
			} else {
				d.pick(s, sign, d.changes, first+start+round*joinStarts)
			}
			load := d.along(sign)
			loaded := weightedBy(load, s)
			if most = max(most, loaded); loaded > 1+joinGap/2 {
				d.taken, joined = append(d.taken, load), true
			}
		}
		error := 0.0
		for g, c := range costs {
			if c > 0 {
				error += c / math.Pow(s[g]/most, float64(d.law))
			}
		}
		if error < least {
			chosen, least = s, error
		}
		if !joined || least <= bound*(1+joinGap) {
			break
		}
	}
	return chosen, bound, nil
}
