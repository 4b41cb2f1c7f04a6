package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// successive joins each value of a column to the next one, in the order of their numbers: the least that keeps them together. Special
// cells, which come last, are joined likewise or left on their own.
type successive struct {
	attr    *domain.Attribute
	special bool
	weighted.EvenLine
}

// Successive returns the part that joins each value of a column to the next one, special cells too where that is asked for.
func Successive(a *domain.Attribute, special bool) Part {
	joined := func(u, v int) bool { return v == u+1 && (special || v < a.Regular()) }
	return successive{a, special, weighted.EvenLine{Line: weighted.NewLine(a.Size(), joined), Edge: weighted.One}}
}

func (p successive) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p successive) Size() int                       { return p.attr.Size() }
func (p successive) Project([]int) Part              { return p }

func (p successive) Weights() (lightest, heaviest weighted.Weight) {
	if p.joins() == 0 {
		return weighted.Infinite, 0
	}
	return p.Edge, p.Edge
}

// joins returns how many values are joined to the next one.
func (p successive) joins() int {
	if p.special {
		return p.Size() - 1
	}
	return max(p.attr.Regular()-1, 0)
}

func (p successive) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	if p.special && p.Size() > p.attr.Regular() {
		return false
	}
	if p.joins() > 0 {
		yield([]int{1}, p.Edge)
	}
	return true
}

func (p successive) Weigh(factor *big.Rat) (Part, error) {
	var err error
	p.Edge, err = p.Edge.Weigh(factor)
	return p, err
}

func (p successive) Secret() message.Text {
	return p.Edge.AsIf(message.Sprintf("an answer in %s from the next one", columnNames(p.Attributes())))
}

func (p successive) Expert() message.Text {
	return p.Edge.Expert(message.Sprintf("%s: a path through all values", p.attr.Name()))
}

// Joined returns the policy with a few more edges, of its heaviest weight or One where that is more, that keep its cells together: from each value of an
// ordered column to the next one, up to its special cells or through them, and between all values of others; one column at a time unless edges change more of
// them. It is stronger than the policy, and weaker than most that leave nothing open. It errors where its parts have too many combinations.
func (p *Policy) Joined(special bool) (*Policy, error) {
	s := Spec{Domain: p.domain, Together: 1}
	if p.HasValueEdges() {
		s.Together = p.together
	}
	_, heaviest := p.Weights()
	for _, part := range p.parts {
		own, err := nextTo(part, max(heaviest, weighted.One), special)
		if err != nil {
			return nil, err
		}
		if _, heaviest := part.Weights(); heaviest > 0 {
			if own, err = Union(part, own); err != nil {
				return nil, err
			}
		}
		s.Parts = append(s.Parts, own)
	}
	return New(s)
}

// nextTo returns a part over the columns of another that keeps all their values together.
func nextTo(part Part, w weighted.Weight, special bool) (Part, error) {
	var all []Part
	for _, a := range part.Attributes() {
		one := Complete(a)
		if a.HasOrder() {
			one = Successive(a, special)
		}
		one, err := one.Weigh(w.Rat())
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return Product(all, 1)
}
