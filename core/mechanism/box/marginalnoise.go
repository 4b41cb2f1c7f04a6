package box

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
)

// Contrasts are what a table says beyond the tables over fewer of its columns: along each column a count times the number
// of values, less the sum over them. They are whole numbers, and an edge changes them by less than the table. The contrasts of
// different sets of columns have nothing in common, so that each set may have noise of any size, and where all values of a
// column are alike nothing is better with Gaussian noise (docs/mathematics.md, section "Tables over some of the
// columns"; the residuals of Xiao, He, Zhang and Kifer 2023).

// contrastSigma is 2 to how much the deviation of the noise of contrasts is at most: one person changes them by up to their number.
const contrastSigma = mechanism.LargestSigma

// choose chooses what is measured, and its noise.
func (q *preparedMarginals) choose(ctx context.Context) error {
	number := make([]int, len(q.sizes))
	for j := range number {
		number[j] = j
	}
	changes, err := changesOf(ctx, q.Problem.Policy, number)
	if err != nil {
		return err
	}
	q.weighRuns(changes)
	shares := make([]float64, len(q.questions))
	for n := range shares {
		if shares[n] = 1; q.Problem.Shares != nil {
			shares[n] = q.Problem.Shares[n].Float()
		}
	}
	if q.contrasts = q.family.Squares(); q.contrasts {
		if ok, err := q.designContrasts(ctx, changes, shares); ok || err != nil {
			return err
		}
		q.contrasts = false
	}
	for n, share := range shares {
		shares[n] = share * share
	}
	return q.designTables(ctx, changes, q.need(shares))
}

// needOf returns how much what differs along each of its sets of columns only counts in the error of a question: the mean squared lengths of its answers
// there, in counts over the set.
func (q *preparedMarginals) needOf(question int) []float64 {
	own := q.questions[question]
	counts, out := make(map[tableAnswer]float64), make([]float64, len(own.parts))
	for _, of := range own.answers {
		counts[of] += 1 / float64(len(own.answers))
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b tableAnswer) int { // so that sums come out the same every time
		return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.run, b.run))
	})
	for _, of := range order {
		for _, t := range q.sets[of.set].within {
			if len(q.sets[t].columns) > 0 || !q.total {
				k, _ := slices.BinarySearch(own.parts, t)
				out[k] += counts[of] * q.lengthOf(of, t)
			}
		}
	}
	for k := range out {
		out[k] /= own.weighed
	}
	return out
}

// need returns how much it counts in the error of all questions, each with its weight.
func (q *preparedMarginals) need(weights []float64) []float64 {
	out := make([]float64, len(q.sets))
	for n, own := range q.questions {
		for k, v := range q.needOf(n) {
			out[own.parts[k]] += weights[n] * v
		}
	}
	return out
}

// needed returns the sets that are needed.
func needed(need []float64) (out []int) {
	for t, n := range need {
		if n > 0 {
			out = append(out, t)
		}
	}
	return out
}

// atLeast gives scales a least part of the budget, and makes them fit.
func (q *preparedMarginals) atLeast(d *marginalDesign, s, costs []float64) ([]float64, float64) {
	least := min(LeastShare, 0.005/float64(len(s)))
	if !q.family.Squares() {
		least = max(least, 2/(q.Problem.Effective().Float()*noise.MaxScale))
	}
	for g := range s {
		s[g] = max(s[g], least)
	}
	return d.fit(s, costs)
}

// fairRounds is how often questions that err more than by themselves are weighed more.
const fairRounds = 6

// designContrasts chooses the noise of contrasts so that no question has more error than with its own share, where that is found: questions that have are
// weighed more. It is false where the noise would be too large.
func (q *preparedMarginals) designContrasts(ctx context.Context, changes columnChanges, shares []float64) (bool, error) {
	weights, all := make([]float64, len(shares)), 0.0
	for n, s := range shares {
		weights[n] = s * s
		all += s * s
	}
	d := q.designOf(needed(q.need(weights)), changes)
	place := make([]int, len(q.sets))
	for g, t := range d.measured {
		place[t] = g
	}
	own, alone := make([][]float64, len(shares)), make([]float64, len(shares))
	for n, s := range shares {
		own[n] = q.needOf(n)
		error, err := q.alone(ctx, n, own[n])
		if err != nil {
			return false, err
		}
		if most := q.questions[n].most; most > 0 {
			error = min(error, most)
		}
		alone[n] = error * all / (s * s)
	}
	var best []float64
	least := math.Inf(1)
	for range fairRounds {
		c := q.costs(d, q.need(weights))
		s, _, bound, err := d.scales(ctx, c)
		if err != nil {
			return false, err
		}
		s, error := q.atLeast(d, s, c)
		worst := 0.0
		for n, need := range own {
			sum := 0.0
			for k, v := range need {
				if t := q.questions[n].parts[k]; v > 0 {
					sum += v * q.sets[t].part / s[place[t]]
				}
			}
			if ratio := sum / alone[n]; alone[n] > 0 {
				if worst = max(worst, ratio); ratio > 0.99 {
					weights[n] *= mechanism.Square(1.02 * ratio)
				}
			}
		}
		if worst < least {
			best, least, q.gap = s, worst, 0
			if bound > 0 && (!d.bounded || changes.alone) {
				q.gap = error / bound
			}
		}
		if worst <= 1 || len(shares) == 1 {
			break
		}
	}
	return q.equip(d, best)
}

// costs returns what the error of contrasts is at scales of one.
func (q *preparedMarginals) costs(d *marginalDesign, need []float64) []float64 {
	out := make([]float64, len(d.measured))
	for g, t := range d.measured {
		out[g] = need[t] * q.sets[t].part
	}
	return out
}

// alone returns the mean squared error of one question by itself at a budget of one.
func (q *preparedMarginals) alone(ctx context.Context, question int, need []float64) (float64, error) {
	own := q.questions[question]
	changes, err := changesOf(ctx, own.problem.Policy, own.columns)
	if err != nil {
		return 0, err
	}
	var measured []int
	var costs []float64
	for k, v := range need {
		if t := own.parts[k]; v > 0 {
			measured, costs = append(measured, t), append(costs, v*q.sets[t].part)
		}
	}
	_, error, _, err := q.designOf(measured, changes).scales(ctx, costs)
	return error, err
}

// equip turns scales into noise. They keep the budget in every class of edges that is listed, as an exact fraction where floating point leaves a doubt,
// or by atMost, and no law has more than its scale. It is false where the noise of contrasts would be too large.
func (q *preparedMarginals) equip(d *marginalDesign, s []float64) (bool, error) {
	budget := mechanism.RowBudget{Epsilon: q.Problem.Effective().Rat(), Family: q.family}
	exact := budget.All()
	all, _ := exact.Float64()
	groups := make([]ProductGroup, len(s))
	for g, i := range d.measured {
		group := ProductGroup{What: q.name(q.sets[i]), Rows: q.sets[i].cells, Load: d.most(g)}
		if d.presence != nil {
			group.Load = max(group.Load, int(d.one(g)))
		}
		if math.IsInf(s[g], 1) {
			if group.Load > 0 {
				return false, message.Errorf("rows that secret pairs change cannot be published exactly")
			}
			groups[g] = group
			continue
		}
		share := s[g] * all / float64(d.one(g))
		if q.contrasts && share < math.Ldexp(1, -2*contrastSigma) {
			return false, nil
		}
		law, err := budget.Law(share)
		if err != nil {
			return false, err
		}
		most := new(big.Rat).SetFloat64(s[g]) // the law takes no more than its scale
		if spent := spends(law, d.one(g)); d.bounded && spent.Cmp(most.Mul(most, exact)) > 0 {
			return false, message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), most.FloatString(12))
		}
		group.Law, group.variance = law, law.Variance()
		groups[g] = group
	}
	variance := make([]float64, len(groups))
	for g := range groups {
		if l := groups[g].Law; !l.IsZero() {
			variance[g], _ = l.Rat().Float64()
		}
	}
	within := func(load func(g int) int) error {
		loads, sum := make([]int, len(groups)), 0.0
		for g := range groups {
			if loads[g] = load(g); loads[g] > 0 {
				sum += float64(loads[g]) / variance[g]
			}
		}
		if sum <= all*(1-doubtful) {
			return nil
		}
		if spent := spentBy(groups, loads); spent.Cmp(exact) > 0 {
			return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), exact.FloatString(12))
		}
		return nil
	}
	for _, change := range d.listed {
		if err := within(func(g int) int { return d.exact(g, change) }); err != nil {
			return false, err
		}
	}
	if d.presence != nil {
		if err := within(func(g int) int { return int(d.one(g)) }); err != nil {
			return false, err
		}
	}
	q.measured, q.groups, q.design = d.measured, groups, d
	q.tell()
	return true, nil
}

// tell works out what tells what differs along each set of columns only: contrasts theirs alone, tables that of all sets within theirs.
func (q *preparedMarginals) tell() {
	q.told, q.unit = make([][]toldBy, len(q.sets)), make([]float64, len(q.sets))
	precision := make([]float64, len(q.groups))
	for g, group := range q.groups {
		if precision[g] = math.Inf(1); !group.Law.IsZero() {
			precision[g] = 1 / group.variance
		}
	}
	for t, p := range q.information(q.measured, precision) {
		if p > 0 {
			q.unit[t] = 1 / p
		}
	}
	for g, i := range q.measured {
		if q.contrasts {
			q.told[i] = []toldBy{{g, 1 / float64(q.sets[i].cells)}}
			continue
		}
		for _, t := range q.sets[i].within {
			switch exact := q.unit[t] == 0; {
			case len(q.sets[t].columns) == 0 && q.total || exact && !math.IsInf(precision[g], 1):
			case exact: // what is published exactly is not averaged with anything
				q.told[t] = []toldBy{{g, 1}}
			default:
				q.told[t] = append(q.told[t], toldBy{g, precision[g] * q.unit[t] / q.spread(i, t)})
			}
		}
	}
	if q.total {
		q.unit[q.at[keyOf(nil)]] = 0
	}
}

// information returns by set the precision of what differs along its columns only, per unit of squared length among the counts over it.
func (q *preparedMarginals) information(measured []int, precision []float64) []float64 {
	out := make([]float64, len(q.sets))
	for g, i := range measured {
		if q.contrasts {
			out[i] = precision[g] * mechanism.Square(float64(q.sets[i].cells))
			continue
		}
		for _, t := range q.sets[i].within {
			out[t] += precision[g] / q.spread(i, t)
		}
	}
	return out
}

// littleShare is the part of the budget of all sets that a start is not about.
const littleShare = 0.1

// maxThorough is how many sets there are at most for each start to be tried with all of them.
const maxThorough = 512

// tableChoice is tables over sets of columns with scales, and the error with these.
type tableChoice struct {
	*marginalDesign
	s     []float64
	error float64
}

// designTables chooses the noise of tables over sets of columns, which are reconciled by least squares: of those asked for, of those within them, and of
// larger ones that several are within.
func (q *preparedMarginals) designTables(ctx context.Context, changes columnChanges, need []float64) error {
	var wanted []int
	for _, own := range q.questions {
		for _, of := range own.answers {
			wanted = append(wanted, int(of.set))
		}
	}
	within := needed(need)
	wanted = slices.DeleteFunc(together(wanted), func(t int) bool { return need[t] == 0 }) // a number of people that is known is not measured
	two, blocks := q.covers(wanted)
	best := tableChoice{error: math.Inf(1)}
	for _, covers := range [][][][]int{two, blocks} {
		lists := [][]int{wanted, within}
		for _, cover := range covers {
			var list []int
			counted := 0
			for _, columns := range cover {
				at := q.add(columns, q.whole)
				if list = append(list, at); q.sets[at].from < 0 {
					counted += q.sets[at].cells
				}
			}
			if q.apart && counted > maxCoversCells {
				break
			}
			lists = append(lists, list)
		}
		need = append(need, make([]float64, len(q.sets)-len(need))...)
		now, err := q.chooseTables(ctx, changes, need, lists)
		if err != nil {
			return err
		}
		if now.error < best.error {
			best = now
		}
	}
	if err := q.countIn(best.measured); err != nil {
		return err
	}
	_, err := q.equip(best.marginalDesign, best.s)
	return err
}

// countIn has people counted in what is measured and no question asks for: in the one table over all columns or, where there is none, in tables of their own.
func (q *preparedMarginals) countIn(measured []int) (err error) {
	var more [][]domain.AttributeName
	for _, i := range measured {
		s := &q.sets[i]
		if s.from >= 0 {
			continue
		}
		if s.from = 0; q.apart {
			var names []domain.AttributeName
			for _, j := range s.columns {
				names = append(names, q.Problem.Workload.Domain().Attributes()[j].Name())
			}
			more = append(more, names)
			q.count(s.columns)
			s.from = len(q.counted) - 1
		}
	}
	if len(more) > 0 {
		q.Problem.Workload, err = q.Problem.Workload.Counting(more)
	}
	return err
}

// chooseTables returns the best scales of the tables in some lists, and of those needed, that are found. It begins with even parts of the budget for each list
// and for all, and with little for the others, and leaves out of what was best what has little of the budget as long as that helps.
func (q *preparedMarginals) chooseTables(ctx context.Context, changes columnChanges, need []float64, lists [][]int) (tableChoice, error) {
	best := tableChoice{error: math.Inf(1)}
	try := func(measured []int, start func(i int) float64) error {
		now := tableChoice{marginalDesign: q.designOf(measured, changes), s: make([]float64, len(measured))}
		for g, i := range measured {
			now.s[g] = start(i)
		}
		err := q.improve(ctx, &now, need)
		if now.error < best.error {
			best = now
		}
		return err
	}
	all := together(lists...)
	for _, list := range append(lists, all) {
		in := make(map[int]bool)
		for _, i := range list {
			in[i] = true
		}
		for _, measured := range [][]int{together(needed(need), list), all} {
			if err := try(measured, func(i int) float64 {
				if in[i] {
					return littleShare/float64(len(measured)) + 1/float64(len(list))
				}
				return littleShare / float64(len(measured))
			}); err != nil {
				return best, err
			}
			if len(all) > maxThorough || len(all) == len(measured) {
				break
			}
		}
	}
	// without tries what is left without some sets, from the scales that the others have.
	without := func(worth float64, out func(g, i int) bool) error {
		scale, before := make(map[int]float64), best
		for g, i := range best.measured {
			if !out(g, i) {
				scale[i] = best.s[g]
			}
		}
		if len(scale) == len(best.measured) {
			return nil
		}
		best.error *= worth
		err := try(slices.Sorted(maps.Keys(scale)), func(i int) float64 { return scale[i] })
		if len(best.measured) == len(before.measured) {
			best = before
		}
		return err
	}
	for _, least := range []float64{1e-3, 1e-2, 3e-2, 0.1, 0.3} {
		most := 0.0
		for g, m := range best.moved {
			if m {
				most = max(most, best.s[g])
			}
		}
		if err := without(1, func(g, _ int) bool { return best.s[g] < least*most }); err != nil {
			return best, err
		}
	}
	precision := q.precisionsOf(best.s)
	lambda := q.information(best.measured, precision)
	if err := without(1+1e-3, func(g, i int) bool { return precision[g] < NegligibleShare*lambda[i] }); err != nil {
		return best, err
	}
	return best, nil
}

// together returns what is in any of some lists, rising.
func together(lists ...[]int) []int {
	out := slices.Concat(lists...)
	slices.Sort(out)
	return slices.Compact(out)
}

// precisionsOf returns the precisions of scales, as parts of the budget, in units of it.
func (q *preparedMarginals) precisionsOf(s []float64) []float64 {
	out := slices.Clone(s)
	if !q.family.Squares() {
		for g := range out {
			out[g] *= s[g] / 2
		}
	}
	return out
}

// improve improves scales by turns, the least squares for the scales and the scales for the least squares, each time going on the same way as long as that
// helps.
func (q *preparedMarginals) improve(ctx context.Context, d *tableChoice, need []float64) error {
	error := func(s []float64) (sum float64) {
		lambda := q.information(d.measured, q.precisionsOf(s))
		for t, n := range need {
			if n > 0 {
				sum += n / lambda[t]
			}
		}
		return sum
	}
	d.s, _ = d.fit(d.s, nil)
	d.error = error(d.s)
	for gain := 1.0; gain > leastGain; {
		next, _, _, err := d.scales(ctx, q.slopes(d, need))
		if err != nil {
			return err
		}
		before := d.s
		gain = 0
		for further := 1.0; further <= 8; further *= 2 {
			s := make([]float64, len(next))
			for g, v := range next {
				if s[g] = v; v > 0 && before[g] > 0 && d.moved[g] {
					s[g] = before[g] * math.Pow(v/before[g], further)
				}
			}
			s, _ = d.fit(s, nil)
			e := error(s)
			if !(e < d.error) {
				break
			}
			gain += 1 - e/d.error
			d.s, d.error = s, e
		}
	}
	d.s, _ = q.atLeast(d.marginalDesign, slices.Clone(d.s), nil)
	d.error = error(d.s)
	return nil
}

// leastGain is the part of the error by which it has to fall for it to be worth going on.
const leastGain = 1e-6

// slopes returns what the error of each table's noise costs at a scale of one, for the least squares that fits the scales.
func (q *preparedMarginals) slopes(d *tableChoice, need []float64) []float64 {
	cost, precision := make([]float64, len(d.s)), q.precisionsOf(d.s)
	lambda := q.information(d.measured, precision)
	for g, i := range d.measured {
		if p := precision[g]; !math.IsInf(p, 1) {
			for _, t := range q.sets[i].within {
				if need[t] > 0 {
					cost[g] += need[t] / (lambda[t] * lambda[t]) / q.spread(i, t)
				}
			}
			cost[g] *= p * p * float64(d.law)
		}
	}
	return cost
}
