package box

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/optimum"
)

// Contrasts are what a table says beyond the tables over fewer of its columns: along each column a count times the number
// of values, less the sum over them. They are whole numbers, and an edge changes them by less than the table. The contrasts of
// different sets of columns have nothing in common, so that each set may have noise of any size, and where all values of a
// column are alike nothing is better with Gaussian noise (docs/mathematics.md, section "Tables over some of the
// columns"; the residuals of Xiao, He, Zhang and Kifer 2023).

// Bounds on contrasts: how many numbers those of a set are, which is also by how much a count is multiplied at most, and
// 2 to how much the deviation of their noise is.
const (
	maxContrastCells = 1 << 24
	contrastSigma    = mechanism.LargestSigma
)

// Rounds in which classes of edges join those that scales are chosen for, how many join at once, and to which part more than
// the budget what is left over of the others is made to fit by taking it from all.
const (
	contrastRounds = 60
	contrastJoin   = 4
	contrastGap    = 1e-4
)

// contrastDesign chooses noise for the contrasts of sets of columns.
type contrastDesign struct {
	sizes    []int
	sets     []columnSet
	changes  []columnSet // by class of edges, the columns that it changes
	presence bool
}

// one returns the squared change of a set's contrasts when a person comes or leaves.
func (d contrastDesign) one(s columnSet) int64 {
	n := int64(1)
	for rest := s; rest != 0; rest &= rest - 1 {
		size := int64(d.sizes[bits.TrailingZeros32(uint32(rest))])
		n *= size * (size - 1)
	}
	return n
}

// load returns the squared change of a set's contrasts along an edge that changes some columns: twice what one person's are
// long, less twice the product of those before and after, which along a column is the length where it stays, and minus its number of
// values where it changes.
func (d contrastDesign) load(s, change columnSet) int64 {
	if s&change == 0 {
		return 0
	}
	product := d.one(s &^ change)
	for rest := s & change; rest != 0; rest &= rest - 1 {
		product *= -int64(d.sizes[bits.TrailingZeros32(uint32(rest))])
	}
	return 2 * (d.one(s) - product)
}

// loads returns by set the change of its contrasts along edges that change some columns, in units of that of one person.
func (d contrastDesign) loads(change columnSet) []float64 {
	out := make([]float64, len(d.sets))
	for g, s := range d.sets {
		out[g] = float64(d.load(s, change)) / float64(d.one(s))
	}
	return out
}

// arrivals returns the same for people who come and leave.
func (d contrastDesign) arrivals() []float64 { return slices.Repeat([]float64{1}, len(d.sets)) }

// shares returns which parts of the budget, in units of the change of one person, minimise the sum of costs over them: it begins
// with few classes of edges and takes those in that are changed most, until none is changed by more than the gap too much. What
// no edge changes has +Inf.
func (d contrastDesign) shares(ctx context.Context, costs []float64) ([]float64, error) {
	var classes [][]float64
	taken := make(map[columnSet]bool)
	take := func(c columnSet) {
		if !taken[c] {
			taken[c] = true
			classes = append(classes, d.loads(c))
		}
	}
	if d.presence {
		classes = append(classes, d.arrivals())
	}
	all := make([][]float64, len(d.changes))
	for i, c := range d.changes {
		all[i] = d.loads(c)
	}
	take(largestSet(d.changes))
	for _, s := range d.sets { // a scale that nothing bounds says nothing of the others
		moves := func(c columnSet) bool { return d.load(s, c) > 0 }
		if i := slices.IndexFunc(d.changes, moves); i >= 0 && !slices.ContainsFunc(d.changes, func(c columnSet) bool { return taken[c] && moves(c) }) {
			take(d.changes[i])
		}
	}
	for round := 0; ; round++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := optimum.Scale(optimum.WithGaussian, costs, classes, contrastGap, 400).Scales
		changed := make([]float64, len(d.changes))
		order := make([]int, len(d.changes))
		for i, load := range all {
			order[i] = i
			changed[i] = weighted(load, s)
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case changed[a] > changed[b]:
				return -1
			case changed[a] < changed[b]:
				return 1
			}
			return 0
		})
		if len(order) == 0 || changed[order[0]] <= 1+contrastGap || round == contrastRounds {
			return fitting(s, all, classes), nil
		}
		for _, i := range order[:min(contrastJoin, len(order))] {
			if changed[i] > 1+contrastGap {
				take(d.changes[i])
			}
		}
	}
}

// largestSet returns the first of the sets with the most columns.
func largestSet(sets []columnSet) (most columnSet) {
	for _, s := range sets {
		if bits.OnesCount32(uint32(s)) > bits.OnesCount32(uint32(most)) {
			most = s
		}
	}
	return most
}

// weighted returns the sum of loads times scales; what is not changed may have any scale.
func weighted(load, s []float64) float64 {
	sum := 0.0
	for g, v := range load {
		if v > 0 {
			sum += v * s[g]
		}
	}
	return sum
}

// fitting takes from all scales until no class is above one.
func fitting(s []float64, lists ...[][]float64) []float64 {
	most := 0.0
	for _, list := range lists {
		for _, load := range list {
			most = max(most, weighted(load, s))
		}
	}
	if most == 0 {
		return s
	}
	out := make([]float64, len(s))
	for g := range s {
		out[g] = s[g] / most
	}
	return out
}

// designContrasts chooses the noise of contrasts. It returns false where they are too many, or their noise would be too large.
func (q *preparedMarginals) designContrasts(ctx context.Context) (bool, error) {
	need := q.needed()
	d := contrastDesign{sizes: q.sizes, presence: q.Problem.Policy.Presence()}
	for _, t := range sortedKeys(need) {
		if t.Cells(q.sizes) > maxContrastCells {
			return false, nil
		}
		d.sets = append(d.sets, t)
	}
	classes, err := classesOf(ctx, q.Problem.Policy, q.axes)
	if err != nil {
		return false, err
	}
	d.changes = classes.changes()
	if len(d.changes)*len(d.sets) > maxClassLoads {
		return false, nil
	}
	costs := make([]float64, len(d.sets))
	for g, t := range d.sets {
		costs[g] = need[t] / q.told(t) * float64(d.one(t))
	}
	shares, err := d.shares(ctx, costs)
	if err != nil {
		return false, err
	}
	disclosed := q.Problem.Disclose && !q.Problem.Policy.Presence()
	for g := range shares {
		if shares[g] = max(shares[g], LeastShare); math.IsInf(shares[g], 1) && !disclosed {
			shares[g] = 1 // its noise hides one person more or less
		}
	}
	all := make([][]float64, 0, len(d.changes)+1)
	for _, c := range d.changes {
		all = append(all, d.loads(c))
	}
	if d.presence {
		all = append(all, d.arrivals())
	}
	for g, s := range fittingMoved(shares, all) {
		shares[g] = s
	}
	ok, err := q.equipContrasts(d, shares)
	if !ok || err != nil {
		return false, err
	}
	q.contrasts = true
	q.sets = d.sets
	q.unit = make(map[columnSet]float64)
	for g, p := range q.precisions() {
		q.unit[q.sets[g]] = 1 / (p * q.told(q.sets[g]))
	}
	if q.known.Count > 0 {
		q.unit[0] = 0
	}
	return true, nil
}

// fittingMoved takes from all scales of what some class changes until no class is above one.
func fittingMoved(s []float64, loads [][]float64) []float64 {
	out := fitting(s, loads)
	for g := range s {
		if !slices.ContainsFunc(loads, func(load []float64) bool { return load[g] > 0 }) {
			out[g] = s[g]
		}
	}
	return out
}

// changes returns the sets of columns that classes of edges change, the smaller numbers first.
func (c *edgeClasses) changes() (out []columnSet) {
	seen := make(map[columnSet]bool)
	for class, in := range c.in {
		if !in {
			continue
		}
		set := columnSet(0)
		for j := len(c.width) - 1; j >= 0; j-- {
			if class%c.width[j] > 0 {
				set |= 1 << j
			}
			class /= c.width[j]
		}
		if !seen[set] {
			seen[set] = true
			out = append(out, set)
		}
	}
	slices.Sort(out)
	return out
}

// told returns the precision, per unit of squared length along the columns of a set alone, that its contrasts have where their
// noise has variance one: the products of the numbers of values of all columns, and once more of those of the set.
func (q *preparedMarginals) told(t columnSet) float64 {
	return q.volume(0) * t.Cells(q.sizes)
}

// equipContrasts turns shares into noise, and checks that along every class of edges the squared changes over the variances
// are within the budget: exactly, where floating point leaves a doubt.
func (q *preparedMarginals) equipContrasts(d contrastDesign, shares []float64) (bool, error) {
	budget := mechanism.RowBudget{Epsilon: q.Problem.Effective().Rat(), Family: noise.Gaussian}
	all, _ := budget.All().Float64()
	var groups []ProductGroup
	for g, s := range d.sets {
		group := ProductGroup{What: q.contrastsName(s), Rows: int(s.Cells(q.sizes))}
		for _, c := range d.changes {
			group.Load = max(group.Load, int(d.load(s, c)))
		}
		if d.presence {
			group.Load = max(group.Load, int(d.one(s)))
		}
		if math.IsInf(shares[g], 1) {
			if group.Load > 0 {
				return false, message.Errorf("rows that secret pairs change cannot be published exactly")
			}
			groups = append(groups, group)
			continue
		}
		share := shares[g] * all / float64(d.one(s))
		if share < math.Ldexp(1, -2*contrastSigma) {
			return false, nil
		}
		l, err := budget.Law(share)
		if err != nil {
			return false, err
		}
		group.Law, group.variance = l, l.Variance()
		groups = append(groups, group)
	}
	variance := make([]float64, len(groups))
	for g := range groups {
		if l := groups[g].Law; !l.IsZero() {
			variance[g], _ = l.Rat().Float64()
		}
	}
	check := func(load func(s columnSet) int64) error {
		sum := 0.0
		for g, s := range d.sets {
			if n := load(s); n > 0 {
				sum += float64(n) / variance[g]
			}
		}
		if sum <= all*(1-doubtful) {
			return nil
		}
		spent := new(big.Rat)
		for g, s := range d.sets {
			if n := load(s); n > 0 {
				spent.Add(spent, spends(groups[g].Law, n))
			}
		}
		if exact := budget.All(); spent.Cmp(exact) > 0 {
			return message.Errorf("the noise would spend %s of a budget of %s", spent.FloatString(12), exact.FloatString(12))
		}
		return nil
	}
	for _, c := range d.changes {
		if err := check(func(s columnSet) int64 { return d.load(s, c) }); err != nil {
			return false, err
		}
	}
	if d.presence {
		if err := check(d.one); err != nil {
			return false, err
		}
	}
	q.groups = groups
	return true, nil
}

// doubtful is how near to the budget a sum in floating point has to come for it to be worked out exactly: a sum of some
// hundred terms, none below zero, is right but for a part of some hundred times 2^-53.
const doubtful = 1e-9

// contrastsName says what the contrasts of a set are.
func (q *preparedMarginals) contrastsName(s columnSet) message.Text {
	if s == 0 {
		return message.Sprintf("total")
	}
	var names []string
	for _, j := range s.columns() {
		names = append(names, string(q.Problem.Workload.Domain().Attributes()[j].Name()))
	}
	return message.Sprintf("contrasts over %s", strings.Join(names, ", "))
}

// contrast turns a table over a set of columns into its contrasts.
func (q *preparedMarginals) contrast(s columnSet, table []int64) []int64 {
	after := 1
	for j := len(q.sizes) - 1; j >= 0; j-- {
		if !s.has(j) {
			continue
		}
		n := q.sizes[j]
		for first := range len(table) / n {
			at := first/after*after*n + first%after
			sum := int64(0)
			for v := range n {
				sum += table[at+v*after]
			}
			for v := range n {
				table[at+v*after] = int64(n)*table[at+v*after] - sum
			}
		}
		after *= n
	}
	return table
}

// contrastWeights returns what contrast i of a column makes of each of its values.
func contrastWeights(size, i int) []int64 {
	out := slices.Repeat([]int64{-1}, size)
	out[i] += int64(size)
	return out
}

// partsOfContrasts returns for every set of columns what differs along those columns only, per cell: noisy contrasts, less their
// means along each column, where they have no part.
func (q *preparedMarginals) partsOfContrasts(rows [][]int64) map[columnSet][]float64 {
	out := make(map[columnSet][]float64)
	for g, s := range q.sets {
		x := make([]float64, len(rows[g]))
		for i, y := range rows[g] {
			x[i] = float64(y) / q.volume(0)
		}
		q.centre(x, s)
		out[s] = x
	}
	return out
}
