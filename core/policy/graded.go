package policy

import (
	"fmt"
	"math/big"

	"steward/core/domain"
)

// graded is graded protection by distance along one column: answers one unit apart are
// protected by the whole budget, answers k units apart by k times it (d_X-privacy with the
// metric |u - v| / unit). Its graph joins each value to the next only, with the weight of the
// gap between them: the closure of that line is the metric, and every edge left out is
// redundant (MECHANISMS section 2, note 6).
type graded struct {
	attr    *domain.Attribute
	unit    *big.Rat
	special Special
	at      []Weight // of each regular value, its distance from the first
	least   Weight
}

// Graded returns the part that protects the answers of a column by their distance in units.
// Values stand at their numbers, at their places in an ordered list, or in the middle of their
// ranges. Special cells joined to all are at the distance of one unit from every value. It
// errors as Near does, and when two neighbouring values are nearer than a millionth of a unit.
func Graded(a *domain.Attribute, unit *big.Rat, special Special) (Part, error) {
	if !a.HasOrder() {
		return nil, fmt.Errorf("the values of %q have no order, so they have no distances: choose another kind of secret or declare it as an ordered list", a.Name())
	}
	if unit == nil || unit.Sign() <= 0 {
		return nil, fmt.Errorf("the unit of distance for %q must be a number above zero", a.Name())
	}
	if err := special.check(a); err != nil {
		return nil, err
	}
	p := &graded{attr: a, unit: new(big.Rat).Set(unit), special: special, at: make([]Weight, a.Regular())}
	for v := 1; v < a.Regular(); v++ {
		gap := new(big.Rat).SetFloat64(a.Positions(v) - a.Positions(v-1))
		w, ok := WeightOf(gap.Quo(gap, unit))
		if !ok {
			return nil, fmt.Errorf("the values %s and %s of %q are too near or too far apart for a unit of %s: choose another unit", a.Label(v-1), a.Label(v), a.Name(), plain(unit))
		}
		p.at[v] = p.at[v-1] + w
		if p.least == 0 || w < p.least {
			p.least = w
		}
	}
	if p.special == JoinAll && a.Size() > a.Regular() && (p.least == 0 || One < p.least) {
		p.least = One
	}
	return p, nil
}

func (p *graded) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p *graded) Size() int                       { return p.attr.Size() }
func (p *graded) Project([]int) Part              { return p }

// joinsAll reports whether there are special cells that are joined to every value.
func (p *graded) joinsAll() bool { return p.special == JoinAll && p.Size() > p.attr.Regular() }

func (p *graded) Joined(u, v int) bool {
	r := p.attr.Regular()
	switch {
	case u == v:
		return false
	case u >= r || v >= r:
		return p.special == JoinAll
	}
	return u-v == 1 || v-u == 1
}

func (p *graded) Neighbours(u int, yield func(v int) bool) {
	r := p.attr.Regular()
	if u >= r {
		if p.special == JoinAll {
			complete{p.attr}.Neighbours(u, yield)
		}
		return
	}
	if u > 0 && !yield(u-1) || u+1 < r && !yield(u+1) {
		return
	}
	if p.special == JoinAll {
		for v := r; v < p.Size(); v++ {
			if !yield(v) {
				return
			}
		}
	}
}

func (p *graded) EdgeWeight(u, v int) Weight {
	if r := p.attr.Regular(); u >= r || v >= r {
		return One
	}
	return max(p.at[u], p.at[v]) - min(p.at[u], p.at[v])
}

func (p *graded) Least() Weight {
	if p.least == 0 {
		return One
	}
	return p.least
}

func (p *graded) WeightedDistance(u, v int) (Weight, bool) {
	r := p.attr.Regular()
	switch {
	case u == v:
		return 0, true
	case u >= r || v >= r:
		if p.special != JoinAll {
			return 0, false
		}
		return One, true
	}
	d := p.EdgeWeight(u, v)
	if p.joinsAll() {
		d = min(d, 2*One)
	}
	return d, true
}

func (p *graded) Distance(u, v int) (int, bool) {
	r := p.attr.Regular()
	switch {
	case u == v:
		return 0, true
	case u >= r || v >= r:
		return 1, p.special == JoinAll
	}
	d := max(u, v) - min(u, v)
	if p.joinsAll() {
		d = min(d, 2)
	}
	return d, true
}

func (p *graded) Components() ([]int, int) {
	component := make([]int, p.Size())
	if p.special == JoinAll {
		return component, 1
	}
	count := 1
	for v := p.attr.Regular(); v < p.Size(); v++ {
		component[v] = count
		count++
	}
	return component, count
}

func (p *graded) Reach() []int {
	reach := make([]int, p.Size())
	for v := range reach {
		switch {
		case p.joinsAll():
			reach[v] = p.Size() - 1
		case v+1 < p.attr.Regular():
			reach[v] = v + 1
		default:
			reach[v] = v
		}
	}
	return reach
}

func (p *graded) Solid() bool { return !p.joinsAll() }

func (p *graded) Secret() string {
	return fmt.Sprintf("an answer in %q from another, the less the farther they are apart: %s by the whole budget, twice as far half as well", p.attr.Name(), p.units())
}

// units writes the unit with what it is of.
func (p *graded) units() string {
	s := plain(p.unit)
	if p.attr.Kind() == domain.Ordered {
		s += " steps"
	}
	return s
}

func (p *graded) Expert() string {
	s := fmt.Sprintf("%s: metric |u - v| / %s as the closure of a weighted line", p.attr.Name(), plain(p.unit))
	if p.Size() > p.attr.Regular() {
		s += ", special cells " + string(p.special)
	}
	return s
}
