package policy

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
)

// Scaled is a column with how much one of its units counts toward a common distance.
type Scaled struct {
	Attribute *domain.Attribute
	Scale     *big.Rat
}

// Norm says how differences in several columns make one distance.
type Norm string

// The norms of a common distance.
const (
	Added    Norm = "added"    // their sum (L1)
	Straight Norm = "straight" // the straight line (L2)
	Largest  Norm = "largest"  // the largest of them (L∞)
)

// nearTogether keeps small differences over several columns secret: two combinations are
// joined when the norm of their scaled differences is within a threshold (the grid policies of
// Haney et al. 2015 section 5.3 and MECHANISMS section 2). Ranges count with their least gap.
type nearTogether struct {
	columns   []Scaled
	threshold *big.Rat
	norm      Norm
	special   Special
	sizes     []int
	strides   []int
	cost      []int64 // of one unit of gap, per column, in common units
	reach     int64   // the largest cost of one column that is joined
	limit     int64   // the largest combined cost that is joined when all gaps are attained
	strict    int64   // the same when a gap of a changed column is only approached
}

// NearTogether returns the part that keeps combinations of the columns within threshold of
// one another secret, distances being added over the columns. A special cell that is joined
// to all is at no distance from any value. It errors as Near does, and on a scale that is
// not above zero.
func NearTogether(columns []Scaled, threshold *big.Rat, special Special) (Part, error) {
	return NearBy(Added, columns, threshold, special)
}

// NearBy is NearTogether with a norm of one's choice. A column whose scale is above the
// threshold is never changed by an edge, so its values are disclosed (MECHANISMS section 2,
// note 4).
func NearBy(norm Norm, columns []Scaled, threshold *big.Rat, special Special) (Part, error) {
	if norm != Added && norm != Straight && norm != Largest {
		return nil, fmt.Errorf("unknown way to measure a common distance %q: use %q, %q or %q", norm, Added, Straight, Largest)
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no columns are given for the common distance")
	}
	if threshold == nil || threshold.Sign() <= 0 {
		return nil, fmt.Errorf("the threshold of the common distance must be a number above zero")
	}
	p := &nearTogether{threshold: new(big.Rat).Set(threshold), norm: norm, special: special, cost: make([]int64, len(columns))}
	common := new(big.Int).Set(threshold.Denom())
	per := make([]*big.Rat, len(columns))
	for i, c := range columns {
		if !c.Attribute.HasOrder() {
			return nil, fmt.Errorf("the values of %q have no order, so they have no distance: declare it as an ordered list or leave it out", c.Attribute.Name())
		}
		if c.Scale == nil || c.Scale.Sign() <= 0 {
			return nil, fmt.Errorf("the scale of %q must be a number above zero", c.Attribute.Name())
		}
		if err := special.check(c.Attribute); err != nil {
			return nil, err
		}
		p.columns = append(p.columns, Scaled{c.Attribute, new(big.Rat).Set(c.Scale)})
		per[i] = new(big.Rat).Quo(c.Scale, new(big.Rat).SetInt64(c.Attribute.Units()))
		common.Div(new(big.Int).Mul(common, per[i].Denom()), new(big.Int).GCD(nil, nil, common, per[i].Denom()))
	}
	unit := new(big.Rat).SetInt(common)
	for i := range columns {
		n := new(big.Rat).Mul(per[i], unit).Num()
		if !n.IsInt64() || n.Int64() > 1<<40 {
			return nil, fmt.Errorf("the scale of %q is too fine: give it fewer digits", columns[i].Attribute.Name())
		}
		p.cost[i] = n.Int64()
	}
	limit := new(big.Rat).Mul(threshold, unit).Num()
	if !limit.IsInt64() || limit.Int64() > 1<<60 {
		return nil, fmt.Errorf("the threshold of the common distance is too large or too fine")
	}
	p.reach, p.limit = limit.Int64(), limit.Int64()
	if norm == Straight {
		// Squares are compared: they and the sum of one for each column must not overflow.
		if p.reach > 1<<30 || len(columns) > 4 {
			return nil, fmt.Errorf("the threshold of the common distance is too fine for a straight line: give it and the scales fewer digits")
		}
		p.limit *= p.limit
	}
	p.strict = p.limit - 1
	return p, p.layout()
}

// plus adds what a change in one more column costs to what others cost, in the measure of the
// norm.
func (p *nearTogether) plus(sum, cost int64) int64 {
	switch p.norm {
	case Straight:
		return sum + cost*cost
	case Largest:
		return max(sum, cost)
	}
	return sum + cost
}

func (p *nearTogether) layout() error {
	p.sizes, p.strides = make([]int, len(p.columns)), make([]int, len(p.columns))
	n := 1
	for i := len(p.columns) - 1; i >= 0; i-- {
		p.sizes[i], p.strides[i] = p.columns[i].Attribute.Size(), n
		if n > 1<<40/p.sizes[i] {
			return fmt.Errorf("the columns of the common distance have too many combinations")
		}
		n *= p.sizes[i]
	}
	return nil
}

func (p *nearTogether) Attributes() []*domain.Attribute {
	out := make([]*domain.Attribute, len(p.columns))
	for i, c := range p.columns {
		out[i] = c.Attribute
	}
	return out
}

func (p *nearTogether) Size() int { return p.sizes[0] * p.strides[0] }

// step returns what changing column i from value a to value b costs. A special cell is at
// no distance from any value when it is joined to all, and out of reach otherwise.
func (p *nearTogether) step(i, a, b int) (cost int64, approached, ok bool) {
	if a == b {
		return 0, false, true
	}
	attr := p.columns[i].Attribute
	if r := attr.Regular(); a >= r || b >= r {
		return 0, false, p.special == JoinAll
	}
	gap := attr.Gap(a, b)
	if gap > p.reach/p.cost[i] {
		return 0, false, false
	}
	cost, approached = p.cost[i]*gap, !attr.Attained()
	if p.norm == Largest {
		// Each column is within the threshold by itself, or not: what one only approaches
		// says nothing of the others.
		return cost, false, !approached || cost < p.limit
	}
	return cost, approached, true
}

func (p *nearTogether) within(sum int64, approached bool) bool {
	if approached {
		return sum <= p.strict
	}
	return sum <= p.limit
}

func (p *nearTogether) Joined(u, v int) bool {
	if u == v {
		return false
	}
	var sum int64
	approached := false
	for i, s := range p.strides {
		a, b := u/s%p.sizes[i], v/s%p.sizes[i]
		cost, ap, ok := p.step(i, a, b)
		if !ok {
			return false
		}
		sum, approached = p.plus(sum, cost), approached || ap
		if sum > p.limit {
			return false
		}
	}
	return p.within(sum, approached)
}

func (p *nearTogether) Neighbours(u int, yield func(v int) bool) {
	p.walk(walkState{u: u, yield: yield})
}

type walkState struct {
	u, column, v int
	sum          int64
	approached   bool
	yield        func(v int) bool
}

// walk visits the values within reach column by column; it returns false to stop.
func (p *nearTogether) walk(w walkState) bool {
	if w.column == len(p.columns) {
		return w.v == w.u || w.yield(w.v)
	}
	a := w.u / p.strides[w.column] % p.sizes[w.column]
	visit := func(b int) (reached, more bool) {
		cost, ap, ok := p.step(w.column, a, b)
		next := w
		next.sum, next.approached = p.plus(w.sum, cost), w.approached || ap
		if !ok || !p.within(next.sum, next.approached) {
			return false, true
		}
		next.column, next.v = w.column+1, w.v+b*p.strides[w.column]
		return true, p.walk(next)
	}
	r := p.columns[w.column].Attribute.Regular()
	if a >= r { // from a special cell: stay, or go anywhere
		for b := range p.sizes[w.column] {
			if _, more := visit(b); !more {
				return false
			}
		}
		return true
	}
	for b := a; b >= 0; b-- {
		reached, more := visit(b)
		if !more {
			return false
		}
		if !reached {
			break
		}
	}
	for b := a + 1; b < r; b++ {
		reached, more := visit(b)
		if !more {
			return false
		}
		if !reached {
			break
		}
	}
	for b := r; b < p.sizes[w.column]; b++ {
		if _, more := visit(b); !more {
			return false
		}
	}
	return true
}

// distanceSearch is the most combinations over which a distance is searched.
const distanceSearch = 1 << 20

func (p *nearTogether) Distance(u, v int) (int, bool) {
	if u == v {
		return 0, true
	}
	if p.Joined(u, v) {
		return 1, true
	}
	if p.Size() > distanceSearch {
		return 0, false // too many to search: unbounded, so nothing is promised
	}
	return graph{p.Size(), p.Neighbours}.distance(u, v)
}

// Components combines those of the columns: what several columns may change together, each
// of them may change alone, since no difference is below zero.
func (p *nearTogether) Components() ([]int, int) {
	of, counts := make([][]int, len(p.columns)), make([]int, len(p.columns))
	for i := range p.columns {
		of[i], counts[i] = p.Project([]int{i}).Components()
	}
	component, number := make([]int, p.Size()), make(numbering)
	if !slices.ContainsFunc(counts, func(n int) bool { return n > 1 }) {
		return component, 1
	}
	for u := range component {
		key := 0
		for i, s := range p.strides {
			key = key*counts[i] + of[i][u/s%p.sizes[i]]
		}
		component[u] = number.of(key)
	}
	return component, len(number)
}

// Project keeps some columns: the others need not change, so what remains is the same
// distance over fewer columns.
func (p *nearTogether) Project(keep []int) Part {
	columns := make([]Scaled, len(keep))
	for i, k := range keep {
		columns[i] = p.columns[k]
	}
	if len(columns) == 1 {
		threshold := new(big.Rat).Quo(p.threshold, columns[0].Scale)
		q, err := Near(columns[0].Attribute, threshold, p.special)
		if err != nil {
			panic("policy: a column of a common distance lost its order: " + err.Error())
		}
		return q
	}
	q, err := NearBy(p.norm, columns, p.threshold, p.special)
	if err != nil {
		panic("policy: fewer columns of a common distance are no longer valid: " + err.Error())
	}
	return q
}

func (p *nearTogether) Secret() string {
	how := map[Norm]string{Added: " in all", Straight: " along a straight line", Largest: " each"}[p.norm]
	s := fmt.Sprintf("combinations of %s that differ by at most %s%s", p.names(), plain(p.threshold), how)
	if special := specialLabels(p.Attributes()); p.special == JoinAll && len(special) > 0 {
		s += fmt.Sprintf(" (%s differ by nothing from any answer)", strings.Join(special, " and "))
	}
	return s
}

func (p *nearTogether) Expert() string {
	s := fmt.Sprintf("%s: %s distance threshold graph, theta = %s", p.names(), map[Norm]string{Added: "L1", Straight: "L2", Largest: "L-infinity"}[p.norm], plain(p.threshold))
	if len(specialLabels(p.Attributes())) > 0 {
		s += ", special cells " + string(p.special)
	}
	return s
}

func (p *nearTogether) names() string {
	var names []string
	for _, c := range p.columns {
		n := fmt.Sprintf("%q", c.Attribute.Name())
		if c.Scale.Cmp(big.NewRat(1, 1)) != 0 {
			n += " (× " + plain(c.Scale) + ")"
		}
		names = append(names, n)
	}
	return list(names)
}
