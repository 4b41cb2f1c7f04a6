package policy

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// intersection joins what all of several parts over the same columns join.
type intersection struct{ parts []Part }

// Intersection returns the part that joins combinations when all of several parts over the
// same columns do: answers within a distance of one another, say, as far as they are in the
// same region. The edge has the least of its weights in the parts, so that a pair that stays
// secret is no less so than in any of them. It errors as Union does.
//
// Distances are exact where the combinations are few enough to search; otherwise only single
// edges are known. A projection is exact where the edges are few enough to walk over;
// otherwise it is the intersection of the projections, which may join more.
func Intersection(parts ...Part) (Part, error) {
	if err := sameColumns(parts); err != nil {
		return nil, err
	}
	return newIntersection(abridgeAll(parts, false)), nil
}

func newIntersection(parts []Part) Part {
	return straightened(&intersection{parts}, parts, func(a, b int) int { return min(a, b) })
}

func (p *intersection) Attributes() []*domain.Attribute { return p.parts[0].Attributes() }
func (p *intersection) Size() int                       { return p.parts[0].Size() }

func (p *intersection) Weight(u, v int) (weighted.Weight, bool) {
	least := weighted.Infinite
	for _, part := range p.parts {
		w, joined := part.Weight(u, v)
		if !joined {
			return 0, false
		}
		least = min(least, w)
	}
	return least, true
}

// Neighbours looks through the neighbours in the part that has the fewest.
func (p *intersection) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	p.parts[p.sparsest(u)].Neighbours(u, func(v int, _ weighted.Weight) bool {
		w, joined := p.Weight(u, v)
		return !joined || yield(v, w)
	})
}

// sparsest returns the part that joins a combination to the fewest others, found by
// counting them in steps that grow, so that a part that joins all costs no more than a few
// times what the sparsest does.
func (p *intersection) sparsest(u int) int {
	for most := 16; ; most *= 4 {
		for i, part := range p.parts {
			n := 0
			part.Neighbours(u, func(int, weighted.Weight) bool { n++; return n < most })
			if n < most {
				return i
			}
		}
	}
}

// Weights bounds the edges by those of the parts.
func (p *intersection) Weights() (lightest, heaviest weighted.Weight) {
	lightest, heaviest = weighted.Infinite, weighted.Infinite
	for _, part := range p.parts {
		l, h := part.Weights()
		lightest, heaviest = min(lightest, l), min(heaviest, h)
	}
	if heaviest == 0 {
		return weighted.Infinite, 0
	}
	return lightest, heaviest
}

func (p *intersection) Distance(u, v int) weighted.Weight {
	return searching{p, weighted.Infinite}.distance(u, v)
}

func (p *intersection) Components() ([]int, int) {
	component, count := slices.Repeat([]int{-1}, p.Size()), 0
	for s := range component {
		if component[s] >= 0 {
			continue
		}
		component[s] = count
		for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
			p.Neighbours(queue[0], func(v int, _ weighted.Weight) bool {
				if component[v] < 0 {
					component[v] = count
					queue = append(queue, v)
				}
				return true
			})
		}
		count++
	}
	return component, count
}

// mostProjected is the most edges that a projection walks over.
const mostProjected = 1 << 22

func (p *intersection) Project(keep []int) Part {
	if len(keep) == len(p.Attributes()) {
		return p
	}
	if q, ok := p.seen(keep); ok {
		return q
	}
	parts := make([]Part, len(p.parts))
	for i, part := range p.parts {
		parts[i] = part.Project(keep)
	}
	return newIntersection(parts)
}

// seen walks over all edges; it returns false when they are too many.
func (p *intersection) seen(keep []int) (Part, bool) {
	whole, ok := newLayout(p.Attributes(), mostProjected)
	if !ok {
		return nil, false
	}
	small, image := whole.keep(keep)
	q := &listed{layout: small, arcs: make(map[int][]arc), expert: message.Sprintf("%s, projected", p.Expert())}
	walked := 0
	for u := 0; u < p.Size() && walked < mostProjected; u++ {
		p.Neighbours(u, func(v int, w weighted.Weight) bool {
			walked++
			if from, to := image(u), image(v); u < v && from != to {
				q.add(from, to, w)
			}
			return walked < mostProjected
		})
	}
	return q.done(), walked < mostProjected
}

func (p *intersection) Weigh(factor *big.Rat) (Part, error) {
	parts, err := weighAll(p.parts, factor)
	if err != nil {
		return nil, err
	}
	return newIntersection(parts), nil
}

func (p *intersection) Secret() message.Text {
	all := secrets(p.parts)
	if len(all) < len(p.parts) {
		return message.Text{} // one of the parts keeps nothing secret
	}
	return message.Sprintf("what is each of these at once: %s", message.List(all, "%s; and %s", "%s; and %s"))
}

func (p *intersection) Expert() message.Text {
	return message.Sprintf("intersection of (%s)", semicolons(experts(p.parts)))
}
