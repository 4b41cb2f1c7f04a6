package box

import (
	"context"
	"math"
	"math/big"
	"slices"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
)

// How many sets of changed columns are listed one by one, and, where they are more, in how many rounds those that load the most join, and
// from how many starts they are looked for.
const (
	maxListed  = 2048
	joinRounds = 25
	joinStarts = 6
	joinGap    = 2e-3
)

// leastOfAll is the least part of the budget that a set is given, in parts of an even one.
const leastOfAll = 1e-3

// manyDesign is what scales of contrasts, or of tables, are chosen by: the loads of classes of edges, or that the sum may be as large as
// atMost says whichever columns change.
type manyDesign struct {
	costs   []float64
	classes [][]float64
	bound   func(s []float64) float64 // nil where the classes are all there are
}

// fit takes from all scales until the budget is kept: exactly one is left at most.
func (d manyDesign) fit(s []float64) ([]float64, float64) {
	most := 0.0
	for _, load := range d.classes {
		most = max(most, weighted(load, s))
	}
	if d.bound != nil {
		most = max(most, d.bound(s))
	}
	most *= 1 + doubtful
	out, error := slices.Clone(s), 0.0
	for g := range out {
		if most > 0 && !math.IsInf(s[g], 1) {
			out[g] /= most
		}
		if d.costs[g] > 0 {
			error += d.costs[g] / out[g]
		}
	}
	return out, error
}

// designContrasts chooses the noise of contrasts: for people who come and leave, or where few sets of columns change, the best there is; where
// any may change, the best of what is proved to keep the budget.
func (q *preparedTables) designContrasts(ctx context.Context, need []float64) error {
	sets := make([]tableSet, len(q.measured))
	d := manyDesign{costs: make([]float64, len(q.measured))}
	for g, i := range q.measured {
		sets[g] = q.sets[i]
		d.costs[g] = need[i] * sets[g].part
	}
	changes, l := manyChangesOf(q.Problem.Policy), newManyLoads(sets, q.sizes)
	may := changes.any(len(q.sizes))
	listed, few := changes.list(len(q.sizes), maxListed)
	few = few && len(listed)*len(sets) <= maxClassLoads
	moved := make([]bool, len(sets))
	for g, s := range sets {
		if moved[g] = changes.presence || slices.ContainsFunc(s.columns, func(j int) bool { return may[j] }); !moved[g] {
			d.costs[g] = 0 // nothing is chosen of it
		}
	}
	var s []float64
	least := 0.0
	if changes.presence {
		d.classes = append(d.classes, slices.Repeat([]float64{1}, len(sets)))
	}
	if few {
		for _, change := range listed {
			d.classes = append(d.classes, l.along(l.signs(change)))
		}
		found := optimum.Scale(optimum.WithGaussian, d.costs, d.classes, contrastGap, 400)
		s, least = found.Scales, found.Bound
	} else {
		listed = nil
		d.bound = func(s []float64) float64 { return l.atMost(s, changes) }
		var err error
		if s, least, err = d.join(ctx, changes, l, may); err != nil {
			return err
		}
	}
	for g := range s {
		switch {
		case moved[g]:
			s[g] = max(s[g], leastOfAll/float64(len(s)))
		case q.disclosed():
			s[g] = math.Inf(1)
		default:
			s[g] = 1 // its noise hides one person more or less
		}
	}
	fitted, error := d.fit(s)
	for g := range s {
		if moved[g] {
			s[g] = fitted[g]
		}
	}
	if q.gap = 1; least > 0 && (few || changes.alone) {
		q.gap = error / least
	}
	return q.equipContrasts(s, l, may, listed)
}

// join returns scales for which few classes of edges are loaded much: it begins with all columns that change and with the mean over every change of
// any, and takes in those that are found to be loaded more. It returns as well what no scales can have less error than.
func (d manyDesign) join(ctx context.Context, changes manyChanges, l *manyLoads, may []bool) ([]float64, float64, error) {
	var classes [][]float64
	classes = append(classes, d.classes...)
	sign := l.signs(make([]bool, len(may)))
	if changes.together == len(changes.parts) {
		classes = append(classes, l.along(l.signs(may)))
		for j, changed := range may {
			if changed {
				sign[j] = 0 // of a column whose value is another at random with the chance of n-1 in n, the mean of the signs
			}
		}
		classes = append(classes, l.along(sign))
	}
	if changes.together < len(changes.parts) && changes.alone {
		classes = append(classes, l.mean(changes, may))
	}
	var best []float64
	least, bound := math.Inf(1), 0.0
	for round := range joinRounds {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		var s []float64
		if len(classes) > 0 {
			found := optimum.Scale(optimum.WithGaussian, d.costs, classes, joinGap/4, 100)
			s, bound = found.Scales, max(bound, found.Bound)
		} else {
			s = make([]float64, len(d.costs))
			for g, c := range d.costs {
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
			sign := l.signs(make([]bool, len(may)))
			if changes.together == len(changes.parts) {
				for j, m := range may {
					if _, part := math.Modf(float64((j+1)*(j+1)*(start+1)*(round+1)) * math.Sqrt2); m && part*(1+l.turn[j]) < 1 {
						sign[j] = -l.turn[j]
					}
				}
				l.climb(s, sign, may)
			} else {
				l.pick(s, sign, changes, start+round*joinStarts)
			}
			load := l.along(sign)
			loaded := weighted(load, s)
			most = max(most, loaded)
			if loaded > 1+joinGap/2 {
				classes, joined = append(classes, load), true
			}
		}
		error := 0.0
		for g, c := range d.costs {
			if c > 0 {
				error += c / s[g] * most
			}
		}
		if error < least {
			best, least = s, error
		}
		if !joined || least <= bound*(1+joinGap) {
			break
		}
	}
	return best, bound, nil
}

// equipContrasts turns scales into noise. Scales keep the budget, in every class of edges that is listed as an exact fraction where
// floating point leaves a doubt, or by atMost, and no law has more than its scale.
func (q *preparedTables) equipContrasts(s []float64, l *manyLoads, may []bool, listed [][]bool) error {
	budget := mechanism.RowBudget{Epsilon: q.Problem.Effective().Rat(), Family: noise.Gaussian}
	exact := budget.All()
	all, _ := exact.Float64()
	presence := q.Problem.Policy.Presence()
	q.groups = make([]ProductGroup, len(s))
	q.unit, q.told = make([]float64, len(q.sets)), make([][]toldBy, len(q.sets))
	for g, i := range q.measured {
		set := q.sets[i]
		group := ProductGroup{What: q.name(set), Rows: set.cells, Load: int(q.mostAlong(set, may, listed))}
		if presence {
			group.Load = max(group.Load, int(set.one))
		}
		q.told[i] = []toldBy{{g, 1 / float64(set.cells)}}
		if math.IsInf(s[g], 1) {
			if group.Load > 0 {
				return message.Errorf("rows that secret pairs change cannot be published exactly")
			}
			q.groups[g] = group
			continue
		}
		share := s[g] * all / float64(set.one)
		if share < math.Ldexp(1, -2*contrastSigma) {
			return message.Errorf("its noise would be larger than can be drawn: give the question more of the budget, or use another method")
		}
		law, err := budget.Law(share)
		if err != nil {
			return err
		}
		// What the law takes of the budget is no more than the scale.
		most := new(big.Rat).SetFloat64(s[g])
		if spent := spends(law, set.one); spent.Cmp(most.Mul(most, exact)) > 0 {
			return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), most.FloatString(12))
		}
		group.Law, group.variance = law, law.Variance()
		q.groups[g] = group
		q.unit[i] = group.variance / mechanism.Square(float64(set.cells))
	}
	for _, change := range listed {
		if err := q.within(budget, func(s tableSet) int64 { return s.load(q.sizes, change) }); err != nil {
			return err
		}
	}
	if presence {
		return q.within(budget, func(s tableSet) int64 { return s.one })
	}
	return nil
}

// within checks that squared changes over variances are within the budget.
func (q *preparedTables) within(budget mechanism.RowBudget, load func(s tableSet) int64) error {
	exact := budget.All()
	all, _ := exact.Float64()
	sum := 0.0
	for g, i := range q.measured {
		if n := load(q.sets[i]); n > 0 {
			v, _ := q.groups[g].Law.Rat().Float64()
			sum += float64(n) / v
		}
	}
	if sum <= all*(1-doubtful/2) {
		return nil
	}
	spent := new(big.Rat)
	for g, i := range q.measured {
		if n := load(q.sets[i]); n > 0 {
			spent.Add(spent, spends(q.groups[g].Law, n))
		}
	}
	if spent.Cmp(exact) > 0 {
		return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), exact.FloatString(12))
	}
	return nil
}

// load returns the squared change of the set's contrasts along an edge that changes some columns (contrastDesign.load).
func (s tableSet) load(sizes []int, change []bool) int64 {
	product, same := int64(1), true
	for _, j := range s.columns {
		n := int64(sizes[j])
		if change[j] {
			product, same = product*-n, false
		} else {
			product *= n * (n - 1)
		}
	}
	if same {
		return 0
	}
	return 2 * (s.one - product)
}

// mostAlong returns the largest squared change of a set's contrasts along the edges listed, or, where none are, along those that change any
// of the columns which may change.
func (q *preparedTables) mostAlong(s tableSet, may []bool, listed [][]bool) (most int64) {
	if listed != nil {
		for _, change := range listed {
			most = max(most, s.load(q.sizes, change))
		}
		return most
	}
	var moved []int
	for _, j := range s.columns {
		if may[j] {
			moved = append(moved, j)
		}
	}
	change := make([]bool, len(may))
	for some := range 1 << len(moved) {
		for i, j := range moved {
			change[j] = some>>i&1 == 1
		}
		most = max(most, s.load(q.sizes, change))
	}
	return most
}
