package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// Grade says how a metric protects pairs by their distance.
type Grade struct {
	// Norm says how the differences of several columns make one distance.
	Norm distance.Norm
	// Unit is the distance at which a pair has the whole budget, no more and no less: twice
	// as far apart is twice the budget. It is in the columns' common unit.
	Unit *big.Rat
	// AtLeast is a distance that nearer pairs count as, so that they have a budget too:
	// with the Unit itself, pairs within it are like the edges of a threshold and farther
	// ones are graded (Kamalaruban et al. 2020 section 4.4, the second metric). Nil for
	// none.
	AtLeast *big.Rat
	Special Special
}

// check refuses distances that are not above zero, and keeps copies of the others.
func (g *Grade) check() error {
	if g.Unit == nil || g.Unit.Sign() <= 0 {
		return message.Errorf("the unit of the distance must be a number above zero: the distance at which a pair has the whole budget")
	}
	g.Unit = new(big.Rat).Set(g.Unit)
	if g.AtLeast != nil {
		if g.AtLeast.Sign() <= 0 {
			return message.Errorf("the distance that nearer pairs count as must be a number above zero")
		}
		g.AtLeast = new(big.Rat).Set(g.AtLeast)
	}
	return nil
}

// floor returns the weight of AtLeast, 0 when there is none.
func (g Grade) floor(w weighted.Weight) (weighted.Weight, error) {
	if g.AtLeast == nil {
		return 0, nil
	}
	f, err := w.Weigh(new(big.Rat).Quo(g.AtLeast, g.Unit))
	if err != nil {
		return 0, message.Errorf("the distance that nearer pairs count as: %w", err)
	}
	if f < leastWeight {
		return 0, message.Errorf("the distance that nearer pairs count as is less than a thousandth of the unit: choose a larger one, or a smaller unit")
	}
	return f, nil
}

// finer is how much finer than weights the rates of a metric are.
const finer = 20

// leastWeight is the least weight that neighbouring values of a metric may have: below it,
// rounding weights down would cost more than a thousandth.
const leastWeight = weighted.One / 1024

// Graded returns the part that keeps every combination of one or several columns secret
// from every other, the nearer the better (d_X-privacy with Euclidean and other scaled
// distances, Kamalaruban et al. 2020 sections 2.3 and 4.1; the largest difference for time
// series, section 5). A special cell that is joined to all is one Unit away from every value
// of its column. Ranges count with their least gap; where they touch, AtLeast has to say
// what no gap counts as.
//
// Of one column, and of differences added up without AtLeast, only those pairs are edges
// that no way around makes redundant; what is kept is their shortest ways. Distances are
// exact then, as they are without ranges and without special cells joined to all, and for up
// to 2048 combinations; otherwise they are upper bounds. It errors as Within does, and where
// Unit is so large that neighbouring values would weigh less than 1/1024.
func Graded(columns []Scaled, g Grade) (Part, error) {
	b, err := newBox(columns, g.Norm, g.Special)
	if err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	if len(columns) > 1 && (!b.norm.Sums || g.AtLeast != nil) {
		return newMetric(b, g, weighted.One)
	}
	parts := make([]Part, len(columns))
	for i, c := range b.columns {
		if parts[i], err = newLadder(c, g, weighted.One); err != nil {
			return nil, err
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return newSum(parts, b, g)
}

// newLadder returns the metric of one column, weighed.
func newLadder(c Scaled, g Grade, w weighted.Weight) (*ladder, error) {
	p := &ladder{attr: c.Attribute, scale: c.Scale, grade: g, weight: w}
	var err error
	if p.floor, err = g.floor(w); err != nil {
		return nil, err
	}
	perGap := g.perUnit(w)
	perGap.Mul(perGap, new(big.Rat).Quo(c.Scale, new(big.Rat).SetInt64(c.Attribute.Units())))
	if p.rate, err = rateOf(c.Attribute, perGap); err != nil {
		return nil, err
	}
	if _, err := leastStep(c.Attribute, perGap, p.floor); err != nil {
		return nil, err
	}
	p.climb()
	return p, nil
}

// perUnit returns the weight of a distance of one, in steps of 2^-20.
func (g Grade) perUnit(w weighted.Weight) *big.Rat {
	return new(big.Rat).Quo(new(big.Rat).SetInt64(int64(w)), g.Unit)
}

// rateOf returns a weight per unit of gap in steps of 2^-40.
func rateOf(a *domain.Attribute, perGap *big.Rat) (int64, error) {
	r := new(big.Rat).Mul(perGap, new(big.Rat).SetInt64(1<<finer))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	if !n.IsInt64() || n.Int64() > distance.Longest {
		return 0, message.Errorf("the unit of the distance is too small for %q: one step would have more than %d times the budget", a.Name(), weighted.Heaviest/weighted.One)
	}
	return n.Int64(), nil
}

// leastStep returns the least weight of neighbouring values before AtLeast, given the weight
// of a unit of gap in steps of 2^-20. It errors when that is too small.
func leastStep(a *domain.Attribute, perGap *big.Rat, floor weighted.Weight) (weighted.Weight, error) {
	if a.Regular() < 2 {
		return weighted.Heaviest, nil
	}
	gap := a.Gap(0, 1)
	for v := 1; v+1 < a.Regular() && a.Kind() == domain.Ranges; v++ {
		gap = min(gap, a.Gap(v, v+1))
	}
	r := new(big.Rat).Mul(perGap, new(big.Rat).SetInt64(gap))
	n := new(big.Int).Quo(r.Num(), r.Denom())
	w := weighted.Heaviest
	if n.IsInt64() {
		w = min(w, weighted.Weight(n.Int64()))
	}
	switch {
	case w >= leastWeight || floor > 0:
		return w, nil
	case gap == 0:
		return 0, message.Errorf("the ranges of %q touch, so neighbouring ones are zero apart: say how far apart they count", a.Name())
	}
	return 0, message.Errorf("neighbouring values of %q would have less than a thousandth of the budget: choose a smaller unit, or say how far apart they count at least", a.Name())
}
