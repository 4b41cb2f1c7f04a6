package sums

import (
	"context"
	"math"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/sensitivity"
	"steward/core/workload"
)

// sumDesign is the search for centre and scales of NoisySums.
type sumDesign struct {
	problem mechanism.Problem
	sums    *workload.Sums
	family  noise.Family
	norm    sensitivity.Norm
	edges   *policy.Policy
	budget  *big.Rat // for edges of weight One
	// Known marks the kinds of rows that are known to the public, whatever the centre.
	known      [sumKinds]bool
	determined *mechanism.Determined // by facts
}

func newSumDesign(p mechanism.Problem, c mechanism.ComponentCells, f noise.Family) (*sumDesign, error) {
	s, _ := p.Workload.Sums()
	d := &sumDesign{problem: p, sums: s, family: f, norm: mechanism.NormOf(f)}
	// Where facts tie people together what moves along with a light edge may be a heavy one, so
	// that every edge is hidden like the lightest (Problem.EffectiveAt).
	d.edges = p.Policy
	if p.TiedPeople().Factor > 1 {
		d.edges, _ = p.Policy.Unweighted()
	}
	d.budget = p.EffectiveAt(weighted.One).Rat()
	d.findKnown(p.Known(c))
	var err error
	if d.determined, err = p.Determined(p.Known(c)); err != nil {
		return nil, err
	}
	for _, i := range []int{groupPeople, allPeople} {
		d.known[i] = d.known[i] || !slices.ContainsFunc(peopleOf(s, i), func(of []int32) bool { return !d.determined.Sum(of) })
	}
	return d, nil
}

// peopleOf returns the cells of each group whose people have a number, or of all groups together.
func peopleOf(s *workload.Sums, kind int) [][]int32 {
	out := make([][]int32, 1)
	if kind == groupPeople {
		out = make([][]int32, s.Groups)
	}
	for cell, valued := range s.Valued {
		if g := s.Group[cell]; valued && g >= 0 {
			if kind == allPeople {
				g = 0
			}
			out[g] = append(out[g], int32(cell))
		}
	}
	return out
}

// findKnown marks the rows that follow from the sums that are public: those to which every person of
// a set with a known sum adds the same.
func (d *sumDesign) findKnown(known mechanism.KnownSums) {
	if known.Count == 0 {
		return
	}
	s := d.sums
	first := make([]int, known.Count)
	for i := range first {
		first[i] = -1
	}
	for i := range d.known {
		d.known[i] = true
	}
	for cell, set := range known.Set {
		if s.Group[cell] < 0 {
			continue
		}
		if set < 0 {
			d.known = [sumKinds]bool{}
			return
		}
		if first[set] < 0 {
			first[set] = cell
			continue
		}
		one := first[set]
		group := s.Group[cell] == s.Group[one] || !s.Valued[cell] && !s.Valued[one]
		people := s.Valued[cell] == s.Valued[one]
		total := people && s.Weights[cell] == s.Weights[one]
		d.known[groupTotals] = d.known[groupTotals] && group && total
		d.known[groupPeople] = d.known[groupPeople] && group && people
		d.known[allTotal] = d.known[allTotal] && total
		d.known[allPeople] = d.known[allPeople] && people
	}
}

// best returns the design with the least error of what is asked for.
func (d *sumDesign) best(ctx context.Context) (*preparedSums, error) {
	var best *preparedSums
	least := math.Inf(1)
	for _, centre := range d.centres() {
		loads, err := d.Loads(ctx, centre)
		if err != nil {
			return nil, err
		}
		for _, start := range [][2]float64{{0, 0}, {0.5, 0.5}, {0.5, 0}, {0, 0.5}} {
			q, err := d.settle(ctx, centre, loads, start)
			if err != nil {
				return nil, err
			}
			if e := mechanism.Aimed(d.problem.Workload, q.raw()); best == nil || e < least*(1-1e-9) {
				best, least = q, e
			}
			if d.sums.Groups == 1 || !d.sums.Overall && !d.known[allPeople] && !d.known[allTotal] {
				break // there is nothing to choose
			}
		}
	}
	return best, nil
}

// raw returns the design with its errors worked out, in units that a person's number is in.
func (q *preparedSums) raw() mechanism.Prepared {
	q.estimate = q.expected()
	return mechanism.NewInUnits(q, q.Problem)
}

// centres returns the centres that are tried: none, and the middle of the numbers.
func (d *sumDesign) centres() []int64 {
	middle := d.sums.Least + (d.sums.Most-d.sums.Least)/2
	people := d.known[groupPeople] || d.sums.Groups == 1 && d.known[allPeople]
	if middle == 0 || !d.sums.Averages && !people {
		return []int64{0} // a centre needs the numbers of people, which a total alone does without
	}
	return []int64{middle, 0}
}

// settle finds scales for a centre, beginning with the parts that the rows over all have in the
// estimates: the best scales for the parts and the best parts for the scales in turn, which only
// gets better (docs/mathematics.md, "Certified scales").
func (d *sumDesign) settle(ctx context.Context, centre int64, loads []sensitivity.Load, start [2]float64) (*preparedSums, error) {
	q := &preparedSums{Task: mechanism.Task{Problem: d.problem}, sums: d.sums, determined: d.determined, family: d.family, centre: centre, total: start[0], people: start[1]}
	d.fix(q)
	const rounds = 12
	for range rounds {
		if err := d.scale(ctx, q, loads); err != nil {
			return nil, err
		}
		before := [2]float64{q.total, q.people}
		d.Weigh(q)
		if math.Abs(q.total-before[0])+math.Abs(q.people-before[1]) < 1e-6 {
			break
		}
	}
	return q, nil
}

// fix sets the parts that are not to be chosen.
func (d *sumDesign) fix(q *preparedSums) {
	fix := func(part *float64, groups, all int) {
		switch {
		case d.sums.Groups == 1:
			*part = 1
		case d.known[groups]:
			*part = 0
		case d.known[all]:
			*part = 1
		case !d.sums.Overall:
			*part = 0
		}
	}
	fix(&q.total, groupTotals, allTotal)
	fix(&q.people, groupPeople, allPeople)
}

// Weigh gives the rows over all the part in the estimates that least squares give them.
func (d *sumDesign) Weigh(q *preparedSums) {
	weigh := func(part *float64, groups, all int) {
		if *part == 0 || *part == 1 {
			return
		}
		g, a := float64(d.sums.Groups)*q.kinds[groups].variance(), q.kinds[all].variance()
		if g == 0 || a == 0 {
			*part = 0 // they are not wanted
		} else if *part = g / (g + a); *part < 1e-9 {
			*part = 0
		}
	}
	weigh(&q.total, groupTotals, allTotal)
	weigh(&q.people, groupPeople, allPeople)
	d.fix(q)
}

// costs returns how much the variance of each kind of row counts in what is asked for.
func (d *sumDesign) costs(q *preparedSums) []float64 {
	out := make([]float64, sumKinds)
	n := float64(d.sums.Groups)
	spread := func(part float64) (groups, all float64) {
		if d.sums.Groups == 1 {
			return 0, 1
		}
		groups, all = n-2*part+part*part, part*part/n
		if d.sums.Overall {
			groups, all = groups+n*(1-part)*(1-part), all+part*part
		}
		return groups, all
	}
	out[groupTotals], out[allTotal] = spread(q.total)
	out[groupPeople], out[allPeople] = spread(q.people)
	c := float64(q.centre)
	times := c * c
	if d.sums.Averages {
		width := float64(d.sums.Most - d.sums.Least)
		off := (float64(d.sums.Most)+float64(d.sums.Least))/2 - c
		times = max(width*width/12+off*off, 0.25) // of the average, which may be anything
	}
	for _, i := range []int{groupPeople, allPeople} {
		out[i] *= times
	}
	for i, known := range d.known {
		if known {
			out[i] = 0
		}
	}
	return out
}

// scale finds the best scales for the parts and sets the laws of the rows, exactly within the
// budget.
func (d *sumDesign) scale(ctx context.Context, q *preparedSums, loads []sensitivity.Load) error {
	costs := d.costs(q)
	if err := ctx.Err(); err != nil {
		return err
	}
	s := optimum.Scale(mechanism.ScalingOf(d.family), costs, changesOf(loads, d.norm), sumsGap, sumsRounds)
	limit := mechanism.Spendable(d.family, d.budget)
	budget, _ := d.budget.Float64()
	if d.family.Squares() {
		budget *= budget
	}
	parameters := make([]*big.Rat, sumKinds)
	for i, scale := range s.Scales {
		if scale > 0 && !math.IsInf(scale, 1) {
			parameters[i] = fewDigits(1 / (scale * budget))
		}
	}
	// The proportions of the scales are rounded, so that another machine finds the same; the budget is
	// then used up exactly.
	if spent := sensitivity.Heaviest(loads, parameters, d.norm); spent.Sign() > 0 {
		over := spent.Quo(spent, limit)
		for _, t := range parameters {
			if t != nil {
				t.Mul(t, over)
			}
		}
	}
	for i := range q.kinds {
		k := &q.kinds[i]
		*k = sumRows{exact: d.known[i], size: sensitivity.Size(loads, i, d.norm)}
		k.measured = costs[i] > 0 || k.exact && d.wanted(q, i)
		if costs[i] == 0 {
			continue
		}
		t := parameters[i]
		if t == nil { // no edge changes it: hide one person more or less
			t = d.onePerson(i, q.centre)
		}
		var err error
		if k.law, err = d.family.Law(t); err != nil {
			return errNoNoise(err)
		}
	}
	return nil
}

// How near the best scales have to be, and after how many rounds they are taken in any case.
const (
	sumsGap    = 1e-4
	sumsRounds = 600
)

// wanted reports whether rows that are known are used.
func (d *sumDesign) wanted(q *preparedSums, i int) bool {
	part := q.total
	if i == groupPeople || i == allPeople {
		part = q.people
	}
	if i == allTotal || i == allPeople {
		return part > 0
	}
	return d.sums.Groups > 1
}

// onePerson returns the parameter of noise that hides one person more or less.
func (d *sumDesign) onePerson(kind int, centre int64) *big.Rat {
	most := int64(1)
	if kind == groupTotals || kind == allTotal {
		most = max(mechanism.MagnitudeOf(d.sums.Least-centre), mechanism.MagnitudeOf(d.sums.Most-centre), 1)
	}
	return mechanism.Spendable(d.family, new(big.Rat).Quo(big.NewRat(most, 1), d.budget))
}

// fewDigits returns x to twelve binary digits, exactly.
func fewDigits(x float64) *big.Rat {
	m, e := math.Frexp(min(max(x, 0x1p-60), 0x1p60))
	return new(big.Rat).SetFloat64(math.Ldexp(math.Round(m*(1<<12)), e-12))
}

// Domains up to so many cells are walked over edge by edge; of larger ones, the columns of numbers
// with up to so many values.
const (
	walkedCells  = 256
	walkedValues = 1 << 14
	walkedEdges  = 1 << 17
)

// Loads returns by how much edges change the rows of each kind about a centre.
func (d *sumDesign) Loads(ctx context.Context, centre int64) ([]sensitivity.Load, error) {
	k := len(d.sums.Group)
	if k <= walkedCells {
		loads, err := sensitivity.Loads(ctx, d.operators(centre), d.edges, d.norm, walkedEdges)
		if err == nil || ctx.Err() != nil {
			return loads, err
		}
	}
	return d.loadsApart(ctx, centre)
}

// operators returns the rows of each kind as operators over the cells.
func (d *sumDesign) operators(centre int64) []linop.Operator {
	k, s := len(d.sums.Group), d.sums
	total, people := make([]int64, k), make([]int64, k)
	for cell, valued := range s.Valued {
		if valued {
			total[cell], people[cell] = s.Weights[cell]-centre, 1
		}
	}
	groups := grouped{s.Group, s.Groups}
	return []linop.Operator{
		linop.NewWeighed(groups, total), linop.NewWeighed(groups, people),
		linop.NewLinear(total), linop.NewLinear(people),
	}
}

// grouped counts the cells of each group.
type grouped struct {
	of    []int // -1 for none
	count int
}

func (g grouped) Rows() int    { return g.count }
func (g grouped) Columns() int { return len(g.of) }

func (g grouped) Row(i int, yield func(column int, value int64)) {
	for u, at := range g.of {
		if at == i {
			yield(u, 1)
		}
	}
}

func (g grouped) Column(j int, yield func(row int, value int64)) {
	if g.of[j] >= 0 {
		yield(g.of[j], 1)
	}
}

func (g grouped) Apply(dst, x []int64)        { addGroups(dst, x, g.of) }
func (g grouped) ApplyFloat(dst, x []float64) { addGroups(dst, x, g.of) }

func addGroups[T int64 | float64](dst, x []T, of []int) {
	clear(dst)
	for u, at := range of {
		if at >= 0 {
			dst[at] += x[u]
		}
	}
}

// loadsApart bounds the changes from those of the columns of numbers by themselves and of the groups
// by themselves: along an edge inside a group all rows change as the numbers do; along one to
// another group the totals of both change by up to the largest number, and the people of both by one.
// It is what the edges do, but for edges between groups, which are taken to change everything by the most.
func (d *sumDesign) loadsApart(ctx context.Context, centre int64) ([]sensitivity.Load, error) {
	names := d.problem.Workload.Question().Columns
	column := func(at []int) (out []domain.AttributeName) {
		for _, j := range at {
			out = append(out, names[j])
		}
		return out
	}
	numbers, err := d.edges.Project(column(d.sums.Of))
	if err != nil {
		return nil, err
	}
	table := d.table(numbers, centre)
	f := sensitivity.NewFrontier(d.norm)
	inside, err := d.inside(ctx, numbers, table)
	if err != nil {
		return nil, err
	}
	for _, l := range inside {
		f.Add([]int64{l.Changes[0], l.Changes[1], l.Changes[0], l.Changes[1]}, l.Weight)
	}
	if d.sums.Groups > 1 {
		groups, err := d.edges.Project(column(d.sums.By))
		if err != nil {
			return nil, err
		}
		if groups.HasValueEdges() {
			w := d.lightestOf(groups)
			f.Add(d.across(table, inside, w), w)
		}
	}
	return f.Loads(), ctx.Err()
}

// inside returns the changes of the total and of the people of everybody along the edges of the columns
// of numbers.
func (d *sumDesign) inside(ctx context.Context, numbers *policy.Policy, table numberTable) ([]sensitivity.Load, error) {
	ops := []linop.Operator{linop.NewLinear(table.total), linop.NewLinear(table.people)}
	if w, ok := allJoined(numbers); ok {
		return d.ofAll(numbers, table, w), nil
	}
	if len(table.total) <= walkedValues {
		loads, err := sensitivity.Loads(ctx, ops, numbers, d.norm, walkedEdges)
		if err == nil || ctx.Err() != nil {
			return loads, err
		}
	}
	return d.largest(ctx, ops, numbers)
}

// allJoined reports whether every two cells of a policy are joined, all by edges of one weight.
func allJoined(p *policy.Policy) (weighted.Weight, bool) {
	if p.Together() < len(p.Parts()) || !p.Domain().AllPossible() {
		return 0, false
	}
	one := weighted.Infinite
	for _, part := range p.Parts() {
		whole, ok := part.(policy.Partition)
		if !ok {
			return 0, false
		}
		_, blocks, ok := whole.Blocks()
		lightest, heaviest := part.Weights()
		if part.Size() == 1 && ok {
			continue // it never changes
		}
		if !ok || blocks != 1 || lightest != heaviest || one != weighted.Infinite && one != lightest {
			return 0, false
		}
		one = lightest
	}
	return one, one != weighted.Infinite
}

// ofAll is inside where all values are joined: changes are largest between the least and the greatest
// number and values without one.
func (d *sumDesign) ofAll(numbers *policy.Policy, t numberTable, w weighted.Weight) []sensitivity.Load {
	low, high, none := -1, -1, -1
	for u, people := range t.people {
		switch {
		case people == 0:
			none = u
		case low < 0:
			low, high = u, u
		case t.total[u] < t.total[low]:
			low = u
		case t.total[u] > t.total[high]:
			high = u
		}
	}
	f := sensitivity.NewFrontier(d.norm)
	apart := func(a, b int64) int64 {
		if d.norm == sensitivity.L2Squared {
			return (a - b) * (a - b)
		}
		return mechanism.MagnitudeOf(a - b)
	}
	for _, pair := range [][2]int{{low, high}, {low, none}, {high, none}} {
		if u, v := pair[0], pair[1]; u >= 0 && v >= 0 {
			f.Add([]int64{apart(t.total[u], t.total[v]), apart(t.people[u], t.people[v])}, w)
		}
	}
	for u := 0; u < len(t.total) && numbers.Presence(); u++ {
		if w, ok := numbers.AbsentWeight(policy.Vertex(u)); ok {
			f.Add([]int64{apart(t.total[u], 0), apart(t.people[u], 0)}, w)
		}
	}
	return f.Loads()
}

// numberTable is what the values of the columns of numbers add to totals and to people.
type numberTable struct {
	total, people []int64
	farthest      int64 // the largest |total|
}

func (d *sumDesign) table(numbers *policy.Policy, centre int64) numberTable {
	attrs := numbers.Domain().Attributes()
	k, own := 1, d.problem.Workload.Domain()
	for _, a := range attrs {
		k *= a.Size()
	}
	t := numberTable{total: make([]int64, k), people: make([]int64, k)}
	for cell, g := range d.sums.Group {
		if g < 0 {
			continue
		}
		at := 0
		for i, j := range d.sums.Of {
			at = at*attrs[i].Size() + own.Value(cell, j)
		}
		x := int64(0)
		if d.sums.Valued[cell] {
			x = d.sums.Weights[cell] - centre
			t.total[at], t.people[at] = x, 1
		}
		t.farthest = max(t.farthest, mechanism.MagnitudeOf(x))
	}
	return t
}

// across bounds the changes of edges between groups of at least a weight. The totals of both groups change by
// up to the largest number, as where the group alone changes; what is over all changes as along the
// edge of the columns of numbers that it is seen as, if any, which is no heavier.
func (d *sumDesign) across(t numberTable, inside []sensitivity.Load, w weighted.Weight) []int64 {
	out := []int64{2 * t.farthest, 2, 0, 0}
	if d.norm == sensitivity.L2Squared {
		out[0] = 2 * t.farthest * t.farthest
	}
	if !d.together() {
		return out
	}
	for k, i := range []int{allTotal, allPeople} {
		most := sensitivity.Size(inside, k, d.norm)
		most.Mul(most, w.Rat())
		if d.norm == sensitivity.L2Squared {
			most.Mul(most, w.Rat())
		}
		n, rest := new(big.Int).QuoRem(most.Num(), most.Denom(), new(big.Int))
		if out[i] = n.Int64(); rest.Sign() > 0 {
			out[i]++
		}
	}
	return out
}

// together reports whether an edge may change the group and the number.
func (d *sumDesign) together() bool {
	for _, part := range d.edges.Parts() {
		by, of := false, false
		for _, a := range part.Attributes() {
			j, _ := d.edges.Domain().Position(a.Name())
			by, of = by || slices.Contains(d.sums.By, j), of || slices.Contains(d.sums.Of, j)
		}
		if by && of {
			return true
		}
	}
	return d.edges.Together() > 1
}

// lightestOf returns the least weight of the edges between the values of a policy.
func (d *sumDesign) lightestOf(p *policy.Policy) weighted.Weight {
	lightest := weighted.Infinite
	for _, part := range p.Parts() {
		l, _ := part.Weights()
		lightest = min(lightest, l)
	}
	return lightest
}

// largest returns one load that none is above: the largest change of each operator, in whole numbers
// per weight One.
func (d *sumDesign) largest(ctx context.Context, ops []linop.Operator, p *policy.Policy) ([]sensitivity.Load, error) {
	l := sensitivity.Load{Changes: make([]int64, len(ops)), Weight: weighted.One}
	for i, op := range ops {
		v, err := sensitivity.Of(ctx, op, p, d.norm)
		if err != nil {
			return nil, err
		}
		n, rest := new(big.Int).QuoRem(v.Size.Num(), v.Size.Denom(), new(big.Int))
		if l.Changes[i] = n.Int64(); rest.Sign() > 0 {
			l.Changes[i]++
		}
	}
	return []sensitivity.Load{l}, nil
}
