package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Uniform reports whether all edges surely weigh One.
func (p *Policy) Uniform() bool {
	lightest, heaviest := p.Weights()
	return heaviest == 0 || lightest == weighted.One && heaviest == weighted.One
}

// LeastWeight returns a weight that no edge is lighter than, those to "not in the file"
// included; One when there are no edges. A mechanism that hides every edge alike, by budget
// × LeastWeight, keeps the policy whatever the weights are. Where edges surely all weigh the
// same it is their weight; where impossible combinations leave no edge of it, it may be
// less than the least there is.
func (p *Policy) LeastWeight() weighted.Weight {
	lightest, heaviest := p.Weights()
	if heaviest == 0 {
		return weighted.One
	}
	return lightest
}

// Unweighted returns the policy with the same edges, all of which weigh One, and a weight
// that no edge of p is lighter than. A mechanism that keeps the former with budget
// ε·lightest keeps p with ε, since no edge then loses more than ε·lightest; where edges
// differ in weight a mechanism that knows the weights may be more accurate. The weight is
// One when there are no edges, and the policy p itself when all edges weigh One.
func (p *Policy) Unweighted() (*Policy, weighted.Weight) {
	lightest := p.LeastWeight()
	if p.Uniform() {
		return p, weighted.One
	}
	parts, left := make([]Part, len(p.parts)), make(absences, len(p.absences))
	for i, part := range p.parts {
		parts[i] = unweighted(part)
	}
	for i, a := range p.absences {
		left[i] = absence{domain: a.domain, weight: weighted.One, where: a.where}
	}
	return p.with(parts, left), lightest
}

// unweighted returns a part with the same edges, all of which weigh One.
func unweighted(p Part) Part {
	if allOne(p) {
		return p
	}
	switch p := p.(type) {
	case complete:
		return Complete(p.attr)
	case *groups:
		q := *p
		q.weight = weighted.One
		return &q
	case *near:
		q := *p
		q.weight = weighted.One
		return &q
	case *within:
		q := *p
		q.weight = weighted.One
		return &q
	case *product:
		q := *p
		q.parts = make([]Part, len(p.parts))
		for i, part := range p.parts {
			q.parts[i] = unweighted(part)
		}
		return &q
	}
	return flatOf(p, weighted.One)
}

func flatOf(p Part, w weighted.Weight) Part {
	if r, ok := p.(Reacher); ok {
		return flatLine{flat{p, w}, r}
	}
	return flat{p, w}
}

// flat is a part with edges of one weight in the place of its own.
type flat struct {
	part   Part
	weight weighted.Weight
}

// flatLine is a flat part that can tell its reach.
type flatLine struct {
	flat
	Reacher
}

func (p flat) Attributes() []*domain.Attribute               { return p.part.Attributes() }
func (p flat) Size() int                                     { return p.part.Size() }
func (p flat) Weights() (lightest, heaviest weighted.Weight) { return p.weight, p.weight }
func (p flat) Components() ([]int, int)                      { return p.part.Components() }
func (p flat) Secret() message.Text                          { return p.weight.AsIf(p.part.Secret()) }
func (p flat) Expert() message.Text                          { return message.Sprintf("%s, weights left out", p.part.Expert()) }
func (p flat) pieces() []Part                                { return piecesOf(p.part) }

func (p flat) Project(keep []int) Part {
	q := unweighted(p.part.Project(keep))
	if p.weight == weighted.One {
		return q
	}
	return flatOf(q, p.weight)
}

func (p flat) Weight(u, v int) (weighted.Weight, bool) {
	_, joined := p.part.Weight(u, v)
	return p.weight, joined
}

func (p flat) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	p.part.Neighbours(u, func(v int, _ weighted.Weight) bool { return yield(v, p.weight) })
}

// Distance counts edges. Of a part of very many combinations it knows single edges only.
func (p flat) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	if w, joined := p.Weight(u, v); joined {
		return w
	}
	if p.Size() > tiedSearch {
		return weighted.Infinite
	}
	return weighted.Adjacency{N: p.Size(), Neighbours: p.Neighbours, Even: true}.Distance(u, v, weighted.Infinite)
}

// Weigh multiplies the one weight.
func (p flat) Weigh(factor *big.Rat) (Part, error) {
	w, err := p.weight.Weigh(factor)
	return flatOf(p.part, w), err
}

func (p flat) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	d, ok := p.part.(Displacer)
	return ok && d.Displacements(func(by []int, _ weighted.Weight) bool { return yield(by, p.weight) })
}

func (p flat) Blocks() ([]int, int, bool) {
	b, ok := p.part.(Partition)
	if !ok {
		return nil, 0, false
	}
	return b.Blocks()
}
