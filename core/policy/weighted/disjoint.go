package weighted

// Disjoint is a partition of vertices that grows coarser: union by linking to the lower vertex,
// with path halving.
type Disjoint []int

// NewDisjoint returns the partition of n vertices each of which is by itself.
func NewDisjoint(n int) Disjoint {
	s := make(Disjoint, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Find returns the lowest vertex of the set that a vertex is in.
func (s Disjoint) Find(u int) int {
	for s[u] != u {
		s[u] = s[s[u]]
		u = s[u]
	}
	return u
}

// Join puts the sets of two vertices together.
func (s Disjoint) Join(u, v int) {
	a, b := s.Find(u), s.Find(v)
	s[max(a, b)] = min(a, b)
}

// Numbers returns the set of each vertex, numbered from 0 in order of first appearance, and
// how many there are.
func (s Disjoint) Numbers() (of []int, count int) {
	of = make([]int, len(s))
	for u := range s {
		if r := s.Find(u); r < u {
			of[u] = of[r]
		} else {
			of[u] = count
			count++
		}
	}
	return of, count
}

// Numbering numbers keys in order of first appearance.
type Numbering map[int]int

// Of returns the number of a key.
func (n Numbering) Of(key int) int {
	i, seen := n[key]
	if !seen {
		i = len(n)
		n[key] = i
	}
	return i
}
