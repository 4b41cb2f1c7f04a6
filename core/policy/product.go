package policy

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// product is several parts of which a few may change together: attribute secrets (He et al.
// 2014 section 3.1; G^{attr,c} of Machanavajjhala and Kifer 2015) over some of the columns.
type product struct {
	layout
	parts    []Part
	together int
	weights  []int // by how much a combination's number grows with a part's
}

// Product returns the part over the columns of several parts in which two combinations are
// joined when between one and together parts differ, each along an edge of its own, with
// the weight of the heaviest of these edges, as in a policy; 0 for together means all of
// them. It serves to unite or intersect secrets of several columns. It errors on no parts, a
// column in two of them, together out of range and too many combinations.
//
// Distances are exact as far as those of Policy.Distance are.
func Product(parts []Part, together int) (Part, error) {
	if len(parts) == 0 {
		return nil, message.Errorf("no secrets are given")
	}
	if together < 0 || together > len(parts) {
		return nil, message.Errorf("%d answers are to be hidden together, but there are only %d: choose 1 to %d, or all", together, len(parts), len(parts))
	}
	if together == 0 {
		together = len(parts)
	}
	p := &product{parts: abridgeAll(parts, together == 1), together: together}
	var attrs []*domain.Attribute
	for _, part := range parts {
		for _, a := range part.Attributes() {
			if slices.ContainsFunc(attrs, func(b *domain.Attribute) bool { return b.Name() == a.Name() }) {
				return nil, message.Errorf("the column %q has two secrets: keep one, or unite them", a.Name())
			}
			attrs = append(attrs, a)
		}
	}
	var ok bool
	if p.layout, ok = newLayout(attrs, 1<<40); !ok {
		return nil, message.Errorf("the columns have too many combinations for one secret: use fewer")
	}
	p.weigh()
	return p, nil
}

func (p *product) weigh() {
	p.weights = make([]int, len(p.parts))
	n := 1
	for i := len(p.parts) - 1; i >= 0; i-- {
		p.weights[i] = n
		n *= p.parts[i].Size()
	}
}

// vertex returns the combination of a part that a combination lies in.
func (p *product) vertex(i, u int) int { return u / p.weights[i] % p.parts[i].Size() }

// joint returns how the parts are put together.
func (p *product) joint() weighted.Joint[Part] {
	return weighted.Joint[Part]{Parts: p.parts, Together: p.together}
}

func (p *product) Weight(u, v int) (weighted.Weight, bool) {
	return p.joint().Weight(func(i int) (from, to int) { return p.vertex(i, u), p.vertex(i, v) })
}

func (p *product) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	p.joint().Neighbours(weighted.Changes{
		From:  func(i int) int { return p.vertex(i, u) },
		Shift: func(i, from, to int) int { return (to - from) * p.weights[i] },
		V:     u,
		Yield: yield,
	})
}

func (p *product) Weights() (lightest, heaviest weighted.Weight) { return p.joint().Weights() }

func (p *product) Distance(u, v int) weighted.Weight {
	return p.joint().Distance(func(i int) (from, to int) { return p.vertex(i, u), p.vertex(i, v) })
}

func (p *product) Components() ([]int, int) {
	component := make([]int, p.size)
	return component, p.joint().Components(component, p.vertex)
}

// pieces returns the parts, whose components make all of the product's.
func (p *product) pieces() []Part { return p.parts }

// Project keeps some columns of some parts. Of the combinations that agree on them, those
// that change nothing else are joined most lightly.
func (p *product) Project(keep []int) Part {
	var parts []Part
	first := 0
	for _, part := range p.parts {
		n := len(part.Attributes())
		var inside []int
		for _, k := range keep {
			if k >= first && k < first+n {
				inside = append(inside, k-first)
			}
		}
		if first += n; len(inside) > 0 {
			parts = append(parts, part.Project(inside))
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	q := &product{parts: parts, together: min(p.together, len(parts))}
	q.layout, _ = p.keep(keep)
	q.weigh()
	return q
}

func (p *product) Weigh(factor *big.Rat) (Part, error) {
	q := *p
	q.parts = make([]Part, len(p.parts))
	for i, part := range p.parts {
		var err error
		if q.parts[i], err = part.Weigh(factor); err != nil {
			return nil, err
		}
	}
	return &q, nil
}

// Blocks tells the blocks where each part has blocks and all may change together.
func (p *product) Blocks() ([]int, int, bool) {
	lightest, heaviest := p.Weights()
	if p.together < len(p.parts) || lightest != heaviest {
		return nil, 0, false
	}
	for _, part := range p.parts {
		if b, ok := part.(Partition); !ok {
			return nil, 0, false
		} else if _, _, ok := b.Blocks(); !ok {
			return nil, 0, false
		}
	}
	block, count := p.Components()
	return block, count, true
}

func (p *product) Secret() message.Text {
	all := secrets(p.parts)
	switch list := semicolons(all); {
	case len(all) < 2:
		return list
	case p.together == len(p.parts):
		return message.Sprintf("any of these, or all of them together: %s", list)
	case p.together == 1:
		return message.Sprintf("each of these by itself, adding up where several differ: %s", list)
	default:
		return message.Sprintf("up to %d of these together: %s", p.together, list)
	}
}

func (p *product) Expert() message.Text {
	return message.Sprintf("up to %d of (%s)", p.together, semicolons(experts(p.parts)))
}
