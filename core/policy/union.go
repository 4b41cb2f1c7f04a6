package policy

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// union joins what any of several parts over the same columns joins.
type union struct{ parts []Part }

// Union returns the part that keeps all the secrets of several parts over the same columns:
// combinations are joined when any part joins them, with the least of their weights there.
// It errors on fewer than two parts and on parts of different columns, or of the same in
// another order.
//
// Distances are exact where the combinations are few enough to search; otherwise they are
// upper bounds.
func Union(parts ...Part) (Part, error) {
	if err := sameColumns(parts); err != nil {
		return nil, err
	}
	return newUnion(slices.Clone(parts)), nil
}

func newUnion(parts []Part) Part {
	return straightened(&union{parts}, parts, func(a, b int) int { return max(a, b) })
}

func sameColumns(parts []Part) error {
	if len(parts) < 2 {
		return message.Errorf("there must be at least two secrets to put together")
	}
	for _, p := range parts[1:] {
		if !slices.Equal(p.Attributes(), parts[0].Attributes()) {
			return message.Errorf("one secret is of %s and another of %s: put secrets of the same columns together, in the same order", columnNames(parts[0].Attributes()), columnNames(p.Attributes()))
		}
	}
	return nil
}

func (p *union) Attributes() []*domain.Attribute { return p.parts[0].Attributes() }
func (p *union) Size() int                       { return p.parts[0].Size() }

func (p *union) Weight(u, v int) (weighted.Weight, bool) {
	least := weighted.Infinite
	for _, part := range p.parts {
		if w, joined := part.Weight(u, v); joined {
			least = min(least, w)
		}
	}
	return least, least < weighted.Infinite
}

// Neighbours yields each neighbour with the first part that joins it.
func (p *union) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	more := true
	for i, part := range p.parts {
		part.Neighbours(u, func(v int, _ weighted.Weight) bool {
			for _, before := range p.parts[:i] {
				if _, joined := before.Weight(u, v); joined {
					return true
				}
			}
			w, _ := p.Weight(u, v)
			more = yield(v, w)
			return more
		})
		if !more {
			return
		}
	}
}

func (p *union) Weights() (lightest, heaviest weighted.Weight) {
	lightest = weighted.Infinite
	for _, part := range p.parts {
		l, h := part.Weights()
		lightest, heaviest = min(lightest, l), max(heaviest, h)
	}
	return lightest, heaviest
}

func (p *union) Distance(u, v int) weighted.Weight {
	bound := weighted.Infinite
	for _, part := range p.parts {
		bound = min(bound, part.Distance(u, v))
	}
	return searching{p, bound}.distance(u, v)
}

// searching is what is known of a part in which distances have to be searched.
type searching struct {
	Part
	bound weighted.Weight // the length of some way
}

func (p searching) distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	bound := p.bound
	lightest, heaviest := p.Weights()
	w, joined := p.Weight(u, v)
	switch {
	case joined && w == lightest:
		return w
	case joined:
		bound = min(bound, w)
	}
	if p.Size() > tiedSearch {
		return bound
	}
	return weighted.Adjacency{N: p.Size(), Neighbours: p.Neighbours, Even: lightest == heaviest}.Distance(u, v, bound)
}

// Components joins the components of the parts.
func (p *union) Components() ([]int, int) {
	s := weighted.NewDisjoint(p.Size())
	for _, part := range p.parts {
		of, count := part.Components()
		first := slices.Repeat([]int{-1}, count)
		for u, c := range of {
			if first[c] < 0 {
				first[c] = u
			}
			s.Join(first[c], u)
		}
	}
	return s.Numbers()
}

// Project unites the projections: what is seen of all edges is what is seen of each part's.
func (p *union) Project(keep []int) Part {
	if len(keep) == len(p.Attributes()) {
		return p
	}
	parts := make([]Part, len(p.parts))
	for i, part := range p.parts {
		parts[i] = part.Project(keep)
	}
	return newUnion(parts)
}

func (p *union) Weigh(factor *big.Rat) (Part, error) {
	parts, err := weighAll(p.parts, factor)
	if err != nil {
		return nil, err
	}
	return newUnion(parts), nil
}

func weighAll(parts []Part, factor *big.Rat) ([]Part, error) {
	out := make([]Part, len(parts))
	for i, part := range parts {
		var err error
		if out[i], err = part.Weigh(factor); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p *union) Secret() message.Text { return nor(secrets(p.parts)) }

func (p *union) Expert() message.Text {
	return message.Sprintf("union of (%s)", semicolons(experts(p.parts)))
}

// secrets lists what each part hides, those left out that hide nothing.
func secrets(parts []Part) []message.Text {
	var out []message.Text
	for _, part := range parts {
		if s := part.Secret(); !s.IsZero() {
			out = append(out, s)
		}
	}
	return out
}

func experts(parts []Part) []message.Text {
	var out []message.Text
	for _, part := range parts {
		out = append(out, part.Expert())
	}
	return out
}

// nor lists what nobody can tell.
func nor(secrets []message.Text) message.Text {
	return message.List(secrets, "%s; nor %s", "%s; nor %s")
}

// semicolons puts semicolons between texts.
func semicolons(texts []message.Text) message.Text { return message.List(texts, "%s; %s", "%s; %s") }

// straight is a part made of others whose graph is a line, which answers before the part does.
type straight struct {
	weighted.EvenLine
	behind
}

type behind struct{ Part }

func (p straight) Project([]int) Part        { return p }
func (p straight) abridge(without bool) Part { return abridge(p.Part, without) }

// straightened returns a part made of others over the same columns, as a line where it is one, given what becomes of the reach of a
// value.
func straightened(whole Part, parts []Part, combine func(a, b int) int) Part {
	lightest, heaviest := whole.Weights()
	if lightest != heaviest {
		return whole
	}
	var reach []int
	for _, p := range parts {
		r, ok := p.(Reacher)
		if light, heavy := p.Weights(); !ok || len(p.Attributes()) > 1 || !r.Solid() || heavy > 0 && light != heavy {
			return whole
		}
		own := r.Reach()
		if !slices.IsSorted(own) {
			return whole
		}
		if reach == nil {
			reach = own
			continue
		}
		for u := range reach {
			reach[u] = combine(reach[u], own[u])
		}
	}
	return straight{weighted.EvenLine{Line: weighted.Reaching(reach), Edge: heaviest}, behind{whole}}
}
