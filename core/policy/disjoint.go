package policy

// disjoint is a partition of vertices that grows coarser: union by linking to the lower vertex,
// with path halving.
type disjoint []int

func newDisjoint(n int) disjoint {
	s := make(disjoint, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s disjoint) find(u int) int {
	for s[u] != u {
		s[u] = s[s[u]]
		u = s[u]
	}
	return u
}

func (s disjoint) join(u, v int) {
	a, b := s.find(u), s.find(v)
	s[max(a, b)] = min(a, b)
}

// numbers returns the set of each vertex, numbered from 0 in order of first appearance, and
// how many there are.
func (s disjoint) numbers() (of []int, count int) {
	of = make([]int, len(s))
	for u := range s {
		if r := s.find(u); r < u {
			of[u] = of[r]
		} else {
			of[u] = count
			count++
		}
	}
	return of, count
}

// numbering numbers keys in order of first appearance.
type numbering map[int]int

func (n numbering) of(key int) int {
	i, seen := n[key]
	if !seen {
		i = len(n)
		n[key] = i
	}
	return i
}
