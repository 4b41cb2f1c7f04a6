package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// near keeps small differences secret: two values are joined when they are within a
// threshold of one another (the distance threshold policy, He et al. 2014 section 3.1;
// G^theta of Haney et al. 2015). Two ranges are joined when any value of one is within the
// threshold of any value of the other.
type near struct {
	attr    *domain.Attribute
	weight  weighted.Weight
	special Special
	line    weighted.Line // of the regular values

	threshold *big.Rat
}

// Near returns the part that keeps differences of the column of up to threshold secret
// (in the column's own numbers, or in steps of an ordered list). It errors when the column
// has no order, the threshold is not above zero, or special says nothing about the column's
// special cells.
func Near(a *domain.Attribute, threshold *big.Rat, special Special) (Part, error) {
	p, err := newNear(a, threshold, special)
	if err != nil {
		return nil, err
	}
	most := a.MaxGap(threshold)
	p.line = weighted.NewLine(a.Regular(), func(u, v int) bool { return a.Gap(u, v) <= most })
	return p, nil
}

func newNear(a *domain.Attribute, threshold *big.Rat, special Special) (*near, error) {
	if !a.HasOrder() {
		return nil, message.Errorf("the values of %q have no order, so no two are nearer than others: choose another kind of secret or declare it as an ordered list", a.Name())
	}
	if threshold == nil || threshold.Sign() <= 0 {
		return nil, message.Errorf("the threshold for %q must be a number above zero", a.Name())
	}
	if err := special.check(a); err != nil {
		return nil, err
	}
	return &near{attr: a, weight: weighted.One, special: special, threshold: new(big.Rat).Set(threshold)}, nil
}

func (p *near) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p *near) Size() int                       { return p.attr.Size() }
func (p *near) Project([]int) Part              { return p }

func (p *near) Weights() (lightest, heaviest weighted.Weight) {
	if p.special != JoinAll || p.Size() == p.attr.Regular() {
		for u, v := range p.line.Highest {
			if v > u {
				return p.weight, p.weight
			}
		}
		return weighted.Infinite, 0
	}
	return p.weight, p.weight
}

// all reports whether v is a special cell that is joined to every value.
func (p *near) all(v int) bool { return v >= p.attr.Regular() && p.special == JoinAll }

func (p *near) Weight(u, v int) (weighted.Weight, bool) {
	if u == v {
		return 0, false
	}
	if p.all(u) || p.all(v) {
		return p.weight, true
	}
	r := p.attr.Regular()
	return p.weight, u < r && v < r && p.line.Joined(u, v)
}

func (p *near) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	r := p.attr.Regular()
	if p.all(u) {
		complete{p.attr, p.weight}.Neighbours(u, yield)
		return
	}
	if u < r {
		for v := p.line.Lowest[u]; v <= p.line.Highest[u]; v++ {
			if v != u && !yield(v, p.weight) {
				return
			}
		}
	}
	if p.special == JoinAll {
		for v := r; v < p.Size(); v++ {
			if !yield(v, p.weight) {
				return
			}
		}
	}
}

// Distance jumps greedily to the farthest value that is still joined, on a
// line with positions too; a special cell joined to all offers a way of two edges.
func (p *near) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	if _, joined := p.Weight(u, v); joined {
		return p.weight
	}
	if p.special == JoinAll && p.Size() > p.attr.Regular() {
		return 2 * p.weight
	}
	if r := p.attr.Regular(); u >= r || v >= r {
		return weighted.Infinite
	}
	return p.line.Length(u, v, p.weight)
}

func (p *near) Components() ([]int, int) {
	if p.special == JoinAll && p.Size() > p.attr.Regular() {
		return make([]int, p.Size()), 1
	}
	component, count := p.line.Components()
	for len(component) < p.Size() {
		component = append(component, count)
		count++
	}
	return component, count
}

func (p *near) Weigh(factor *big.Rat) (Part, error) {
	q := *p
	var err error
	q.weight, err = p.weight.Weigh(factor)
	return &q, err
}

func (p *near) Reach() []int {
	reach := make([]int, p.Size())
	for v := range reach {
		switch {
		case p.special == JoinAll && p.Size() > p.attr.Regular():
			reach[v] = p.Size() - 1
		case v < p.attr.Regular():
			reach[v] = p.line.Highest[v]
		default:
			reach[v] = v
		}
	}
	return reach
}

func (p *near) Solid() bool { return p.special != JoinAll || p.Size() == p.attr.Regular() }

func (p *near) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	length, ok := p.line.Even()
	if !ok || !p.Solid() {
		return false
	}
	by := []int{0}
	for by[0] = 1; by[0] <= length && yield(by, p.weight); by[0]++ {
	}
	return true
}

func (p *near) Secret() message.Text {
	within := message.Verbatim(plain(p.threshold))
	if p.attr.InSteps() {
		within = message.Sprintf("%s %s", within, p.attr.Steps())
	}
	s := message.Sprintf("an answer in %s from another within %s", columnNames(p.Attributes()), within)
	if special := specialLabels(p.Attributes()); p.special == JoinAll && len(special) > 0 {
		s = message.Sprintf("%s, and %s from any", s, message.And(domain.Said(special)))
	}
	return p.weight.AsIf(s)
}

func (p *near) Expert() message.Text {
	s := message.Sprintf("%s: distance threshold graph, theta = %s", p.attr.Name(), plain(p.threshold))
	if p.Size() > p.attr.Regular() {
		s = p.special.expert(s)
	}
	return p.weight.Expert(s)
}

// plain writes a fraction exactly: as a decimal of up to nine digits after the point, or as a fraction.
func plain(r *big.Rat) string { return message.Exact(r, 9) }
