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
	if !p.absent.any() || slices.Equal(u, v) || !p.possible(u) || !p.possible(v) {
		return d
	}
	return min(d, plus(p.toAbsent(u), p.toAbsent(v)))
}

// DistanceToAbsent returns the distance between a record and "not in the file", or a bound
// above it where only chosen values are joined to it.
func (p *Policy) DistanceToAbsent(u []int) Weight {
	if !p.absent.any() || !p.possible(u) {
		return Infinite
	}
	return p.toAbsent(u)
}

// toAbsent returns the length of the shortest way to "not in the file" that changes nothing but
// the column which decides who is joined to it.
func (p *Policy) toAbsent(u []int) Weight {
	if p.absent.has(u) {
		return p.absent.weight
	}
	best, changed := Infinite, slices.Clone(u)
	for v, in := range p.absent.marked {
		if changed[p.absent.at] = v; in && p.possible(changed) {
			best = min(best, plus(p.cellDistance(u, changed), p.absent.weight))
		}
	}
	return best
}

// plus adds two lengths of which either may be infinite.
func plus(a, b Weight) Weight {
	if a == Infinite || b == Infinite {
		return Infinite
	}
	return a + b
}

func (p *Policy) cellDistance(u, v []int) Weight {
	if slices.Equal(u, v) {
		return 0
	}
	if p.together == 0 || !p.possible(u) || !p.possible(v) {
		return Infinite
	}
	if !p.evenlyWeighted() {
		return p.gradedDistance(u, v)
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

// evenlyWeighted reports whether all edges between values weigh One.
func (p *Policy) evenlyWeighted() bool {
	return !slices.ContainsFunc(p.parts, func(part Part) bool { _, graded := part.(Weighted); return graded })
}

// gradedDistance returns the length of a chain of edges between two records where edges have
// weights: that of the parts with weights one after the other, and of the rest together. It is
// the shortest where one part has weights and parts change one at a time, and a bound above it
// otherwise. Around impossible combinations it is searched, if the cells are few enough.
func (p *Policy) gradedDistance(u, v []int) Weight {
	if !p.domain.AllPossible() {
		if !p.searchable() {
			return Infinite
		}
		k, _ := p.domain.Cells()
		d, ok := weighing{k, func(u int, yield func(v int, w Weight) bool) {
			p.Neighbours(Vertex(u), func(v Vertex, w Weight) bool { return yield(int(v), w) })
		}}.distance(p.domain.Index(u), p.domain.Index(v))
		if !ok {
			return Infinite
		}
		return d
	}
	var even []Part
	var at [][]int
	sum := Weight(0)
	for i, part := range p.parts {
		w, graded := part.(Weighted)
		if !graded {
			even, at = append(even, part), append(at, p.at[i])
			continue
		}
		d, ok := w.WeightedDistance(localOf(part, p.at[i], u), localOf(part, p.at[i], v))
		if !ok {
			return Infinite
		}
		sum += d
	}
	steps, ok := sharedSteps(even, at, stepsBetween{u, v, p.together})
	if !ok {
		return Infinite
	}
	return sum + Weight(steps)*One
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
