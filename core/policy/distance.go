package policy

import (
	"math"
	"slices"
)

// Infinite is the distance of two vertices that no chain of edges joins: nothing is
// promised about them.
const Infinite = Weight(math.MaxInt64)

// Distance returns the length of the shortest chain of edges between two records, given by
// their values in the order of the domain's attributes, in the weights of the edges: the
// odds between the two shift by at most e^(epsilon × distance) (MECHANISMS F1, F4).
//
// Without impossible combinations the distance over several parts, of which c may change
// along an edge, is max(max d_i, ceil(sum d_i / c)): each edge moves any c parts one step
// on, and no part more than one. Impossible combinations can only lengthen it; then the
// value returned is exact when one part or all may change along an edge and the cells are
// few enough to search, otherwise an upper bound, or Infinite where no bound is known.
func (p *Policy) Distance(u, v []int) Weight {
	d := p.cellDistance(u, v)
	if p.presence && p.possible(u) && p.possible(v) {
		if slices.Equal(u, v) {
			return 0
		}
		d = min(d, 2*One)
	}
	return d
}

// DistanceToAbsent returns the distance between a record and "not in the file".
func (p *Policy) DistanceToAbsent(u []int) Weight {
	if p.presence && p.possible(u) {
		return One
	}
	return Infinite
}

func (p *Policy) cellDistance(u, v []int) Weight {
	if slices.Equal(u, v) {
		return 0
	}
	if p.together == 0 || !p.possible(u) || !p.possible(v) {
		return Infinite
	}
	steps, ok := sharedSteps(p.parts, p.at, stepsBetween{u, v, p.together})
	if !ok {
		return Infinite
	}
	tied := p.tied()
	if len(tied) == 0 {
		return Weight(steps) * One
	}
	free, at := p.without(tied)
	rest, ok := sharedSteps(free, at, stepsBetween{u, v, p.together})
	longest, sum := rest, rest
	for _, parts := range tied {
		around, found := p.over(parts).around(p, u, v)
		ok = ok && found
		longest, sum = max(longest, around), sum+around
	}
	if !ok {
		return Infinite
	}
	if p.together == len(p.parts) {
		return Weight(longest) * One
	}
	// The way around impossible combinations may use every change that an edge allows, so
	// the other parts' steps cannot be counted on to be shared: add them up.
	return Weight(sum) * One
}

type stepsBetween struct {
	u, v     []int
	together int
}

// sharedSteps returns how many edges the parts need when so many of them may take a step
// at a time, and false when one of them cannot get there.
func sharedSteps(parts []Part, at [][]int, b stepsBetween) (int, bool) {
	sum, longest := 0, 0
	for i, part := range parts {
		d, ok := part.Distance(localOf(part, at[i], b.u), localOf(part, at[i], b.v))
		if !ok {
			return 0, false
		}
		sum += d
		longest = max(longest, d)
	}
	return max(longest, (sum+b.together-1)/b.together), true
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

func (p *Policy) cellNeighbours(u int, yield func(v int) bool) {
	p.Neighbours(Vertex(u), func(v Vertex, _ Weight) bool { return yield(int(v)) })
}
