package constraint

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// steps is the length of the longest of the shortest chains of edges between two vertices.
type steps struct {
	longest weighted.Weight
	exact   bool
}

// What is searched from every vertex, and from one.
const (
	maxAllPairs = 1 << 8
	maxSearch   = 1 << 22 // edges
)

// diameter returns how far a person can jump at most, "not in the file" included. It returns
// false when some answers are joined by no chain, or no bound is known.
func diameter(p *policy.Policy) (steps, bool) {
	if k, err := p.Domain().Cells(); err == nil && k <= maxAllPairs {
		return cellDiameter(p, k)
	}
	_, heaviest := p.Weights()
	d, ok := recordDiameter(p)
	if !p.Presence() {
		return d, ok
	}
	var out steps
	switch everywhere := absentEverywhere(p); {
	case ok:
		// Some record is joined to "not in the file", and the others reach that one.
		out = steps{plus(d.longest, heaviest), false}
		if everywhere {
			out.longest = max(min(d.longest, plus(heaviest, heaviest)), heaviest)
			least, _ := p.Weights()
			out.exact = d.exact && least == heaviest
		}
	case everywhere:
		out = steps{plus(heaviest, heaviest), false} // out of the file and in again
	default:
		return steps{}, false
	}
	return out, out.longest < weighted.Infinite
}

// plus adds lengths; a sum too large to hold is Infinite.
func plus(a, b weighted.Weight) weighted.Weight {
	if a > weighted.Infinite-b {
		return weighted.Infinite
	}
	return a + b
}

// cellDiameter measures every two vertices.
func cellDiameter(p *policy.Policy, k int) (steps, bool) {
	var vertices []policy.Vertex
	for cell := range k {
		if p.Domain().Possible(cell) {
			vertices = append(vertices, policy.Vertex(cell))
		}
	}
	if p.Presence() {
		vertices = append(vertices, policy.Absent)
	}
	longest := allPairs(len(vertices), func(i, j int) (weighted.Weight, bool) { return p.Weight(vertices[i], vertices[j]) })
	return steps{longest, true}, longest < weighted.Infinite
}

// allPairs returns the largest distance between any two of n vertices (Floyd 1962, CACM 5(6)).
func allPairs(n int, weight func(i, j int) (weighted.Weight, bool)) weighted.Weight {
	d := make([][]weighted.Weight, n)
	for i := range d {
		d[i] = slices.Repeat([]weighted.Weight{weighted.Infinite}, n)
		for j := range d[i] {
			if w, joined := weight(i, j); joined {
				d[i][j] = w
			}
		}
		d[i][i] = 0
	}
	for via := range n {
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], plus(d[i][via], d[via][j]))
			}
		}
	}
	longest := weighted.Weight(0)
	for i := range d {
		longest = max(longest, slices.Max(d[i]))
	}
	return longest
}

// recordDiameter returns the largest distance between two records where no combination is
// impossible, or an upper bound: changing one part after the other is a chain, and where all
// edges weigh the same each takes any c parts one step on, so it is max(max d_i,
// ceil(sum d_i / c)) over the parts' diameters in steps.
func recordDiameter(p *policy.Policy) (steps, bool) {
	if !p.Domain().AllPossible() || p.Together() == 0 {
		return steps{}, false
	}
	lightest, heaviest := p.Weights()
	sum, longest := weighted.Weight(0), weighted.Weight(0)
	exact := true
	for _, part := range p.Parts() {
		d, ok := partDiameter(part)
		if !ok {
			return steps{}, false
		}
		exact = exact && d.exact
		sum = plus(sum, d.longest)
		longest = max(longest, d.longest)
	}
	if lightest == heaviest && sum < weighted.Infinite-weighted.Weight(p.Together())*heaviest {
		c := weighted.Weight(p.Together())
		rounds := (sum/heaviest + c - 1) / c
		return steps{max(longest, rounds*heaviest), exact}, true
	}
	return steps{sum, exact && len(p.Parts()) == 1}, sum < weighted.Infinite
}

// partDiameter returns the largest distance between two vertices of a part, or an upper
// bound. It returns false when the part does not hang together or is too large to search.
func partDiameter(part policy.Part) (steps, bool) {
	n := part.Size()
	lightest, heaviest := part.Weights()
	even := lightest == heaviest
	switch {
	case n == 1:
		return steps{0, true}, true
	case completePart(part):
		return steps{heaviest, even}, true
	case n <= maxAllPairs:
		longest := allPairs(n, part.Weight)
		return steps{longest, true}, longest < weighted.Infinite
	case even && rising(part):
		d := part.Distance(0, n-1)
		return steps{d, true}, d < weighted.Infinite
	}
	far, ok := eccentricity(part)
	if !ok || weighted.Weight(far) >= weighted.Infinite/2/heaviest {
		return steps{}, false
	}
	return steps{weighted.Weight(2*far) * heaviest, false}, true // there and on from one vertex
}

// rising reports whether a part is a line on which every value is joined to all up to its
// reach and reaches rise: from both ends of it all others are nearer.
func rising(part policy.Part) bool {
	r, ok := part.(policy.Reacher)
	if !ok || !r.Solid() {
		return false
	}
	return slices.IsSorted(r.Reach())
}

// eccentricity returns the largest number of edges between the first vertex of a part and
// any other. It returns false when some vertex is out of reach or there are too many edges
// to look at.
func eccentricity(part policy.Part) (int, bool) {
	distance := slices.Repeat([]int{math.MaxInt}, part.Size())
	distance[0] = 0
	queue, far, left := []int{0}, 0, maxSearch
	for i := 0; i < len(queue) && len(queue) < part.Size() && left > 0; i++ {
		u := queue[i]
		part.Neighbours(u, func(v int, _ weighted.Weight) bool {
			left--
			if distance[v] == math.MaxInt {
				distance[v] = distance[u] + 1
				far = max(far, distance[v])
				queue = append(queue, v)
			}
			return left > 0
		})
	}
	return far, len(queue) == part.Size()
}

// spread bounds the weights of edges: none is lighter or heavier.
type spread struct{ least, most weighted.Weight }

// even reports whether all edges weigh the same.
func (s spread) even() bool { return s.least == s.most }

// weights bounds the weights of the edges that can change facts about some columns: edges
// between values that change one of the columns, and edges to "not in the file". An edge
// between values weighs at least as much as the edge of each part that changes along it, and
// no more than the heaviest edge of a part that can change with these. Facts about no column,
// such as the number of people, are changed by who is in the file only.
func weights(p *policy.Policy, columns []domain.AttributeName) spread {
	lightest, heaviest := p.Weights()
	s := spread{weighted.Infinite, 0}
	for _, part := range p.Parts() {
		if slices.ContainsFunc(part.Attributes(), func(a *domain.Attribute) bool { return slices.Contains(columns, a.Name()) }) {
			l, h := part.Weights()
			s.least, s.most = min(s.least, l), max(s.most, h)
		}
	}
	if s.most > 0 {
		s.least = max(s.least, lightest)
		if p.Together() != 1 {
			s.most = heaviest
		}
		s.most = min(s.most, heaviest)
	}
	l, h := p.AbsentWeights()
	s.least, s.most = min(s.least, l), max(s.most, h)
	return s.orOne()
}

// orOne returns the weights where there are any edges.
func (s spread) orOne() spread {
	if s.most == 0 || s.least > s.most {
		return spread{weighted.One, weighted.One}
	}
	return s
}
