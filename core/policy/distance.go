package policy

import (
	"slices"

	"steward/core/policy/weighted"
)

// Distance returns the length of a shortest chain of edges between two records, given by
// their values in the order of the domain's attributes, in the weights of the edges: the
// odds between the two shift by at most e^(epsilon × distance) (docs/mathematics.md, "Policies").
//
// Over several parts each edge moves any of them one step on, up to Together, and weighs as
// much as the heaviest of these steps. The distance is exact as far as the parts' are when
// one part differs, when one may change along an edge (the sum of the parts' distances),
// when all edges surely weigh the same (max(max d_i, ceil(sum d_i / c)) of them) and when no
// more parts differ than may change, each by an edge of the length of its distance (the
// heaviest of these). Otherwise, and where impossible combinations are in the way while some
// parts may change together but not all, or the cells are too many to search, it is an upper
// bound, or Infinite where no bound is known: less is promised then than is kept.
func (p *Policy) Distance(u, v []int) weighted.Weight {
	if slices.Equal(u, v) {
		return 0
	}
	d := p.cellDistance(u, v)
	if p.Presence() && p.possible(u) && p.possible(v) {
		d = min(d, p.DistanceToAbsent(u).Plus(p.DistanceToAbsent(v)))
	}
	return d
}

// cellDistance returns the length of a way between two records that never leaves the file.
func (p *Policy) cellDistance(u, v []int) weighted.Weight {
	if slices.Equal(u, v) {
		return 0
	}
	if p.together == 0 || !p.possible(u) || !p.possible(v) {
		return weighted.Infinite
	}
	vertices := func(i int) (from, to int) {
		return localOf(p.parts[i], p.at[i], u), localOf(p.parts[i], p.at[i], v)
	}
	d := p.joint().Distance(vertices)
	tied := p.tied()
	if len(tied) == 0 || d == weighted.Infinite {
		return d
	}
	free := p.without(tied)
	sum := weighted.Joint[Part]{Parts: free.parts, Together: p.together}.Distance(func(i int) (from, to int) { return vertices(free.of[i]) })
	longest := sum
	for _, parts := range tied {
		around := p.over(parts).around(p, u, v)
		sum, longest = sum.Plus(around), max(longest, around)
	}
	// The ways of the sets can be gone at the same time when all parts may change together
	// and every edge weighs the same; as heavy as the longest way then. Otherwise a way
	// around impossible combinations may use every change that an edge allows, so the
	// other parts' steps cannot be counted on to be shared: add them up.
	if lightest, heaviest := p.joint().Weights(); p.together == len(p.parts) && lightest == heaviest {
		return longest
	}
	return sum
}

func localOf(part Part, at []int, values []int) int {
	v := 0
	for j, a := range part.Attributes() {
		v = v*a.Size() + values[at[j]]
	}
	return v
}

// possible reports whether a record with these values can occur.
func (p *Policy) possible(values []int) bool {
	for _, c := range p.domain.Impossible() {
		inside := true
		for name, labels := range c {
			pos, _ := p.domain.Position(name)
			inside = inside && slices.ContainsFunc(labels, func(l string) bool {
				// Not by comparing labels: "07" names the value 7 too.
				v, ok := p.domain.Attributes()[pos].Find(l)
				return ok && v == values[pos]
			})
		}
		if inside {
			return false
		}
	}
	return true
}

func (p *Policy) cellNeighbours(u int, yield func(v int, w weighted.Weight) bool) {
	p.Neighbours(Vertex(u), func(v Vertex, w weighted.Weight) bool { return yield(int(v), w) })
}
