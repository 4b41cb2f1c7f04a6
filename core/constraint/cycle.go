package constraint

import "math/bits"

// exactCycle is the most vertices of a block whose longest cycle is searched exactly: the
// search takes 2^n words.
const exactCycle = 20

// length is the number of edges of a longest cycle, or an upper bound for it.
type length struct {
	edges int
	exact bool
}

// longest returns the larger of two lengths. It is exact when the larger one is: the true
// lengths of a bound may be anything below it.
func longest(a, b length) length {
	switch {
	case a.edges == b.edges:
		return length{a.edges, a.exact || b.exact}
	case a.edges > b.edges:
		return a
	}
	return b
}

// longestCycle returns the length of a longest simple cycle of a graph, where going along
// an edge and back counts as a cycle of 2; 0 when there are no edges. Finding it is hard in
// general (it decides whether a graph is Hamiltonian), so where neither search nor one of
// the known sufficient conditions settles it the number of vertices of the largest block
// is returned as an upper bound.
func (g graph) longestCycle() length {
	best := length{0, true}
	for _, vertices := range g.blocks() {
		if len(vertices) < best.edges || len(vertices) == best.edges && best.exact {
			continue // a cycle visits a vertex at most once
		}
		best = longest(best, g.induced(vertices).blockCycle())
	}
	return best
}

// blockCycle is longestCycle for a biconnected graph.
func (g graph) blockCycle() length {
	if g.n <= 3 {
		return length{g.n, true} // an edge, or a triangle
	}
	bound := g.n
	if a, b, ok := g.sides(); ok {
		bound = 2 * min(a, b) // a cycle changes sides at every step
	}
	switch {
	case g.hamiltonian():
		return length{g.n, true}
	case g.n <= exactCycle:
		return length{g.searchCycle(), true}
	}
	found := g.rotate(bound)
	return length{bound, found == bound}
}

// hamiltonian reports whether one of the conditions holds that make a biconnected graph
// Hamiltonian: every vertex has at least half of them as neighbours (Dirac 1952), or the
// vertices stand in a line in which each is joined to all up to its reach, which rises
// (proper interval graphs, Bertossi 1983, Inform. Process. Lett. 17). False means unknown.
func (g graph) hamiltonian() bool {
	dense, line := true, true
	reach := -1
	for u := range g.n {
		dense = dense && 2*g.degree(u) >= g.n
		far, above := u, 0
		g.neighbours(u, func(v int) bool {
			if v > u {
				far = v
				above++
			}
			return true
		})
		line = line && above == far-u && far >= reach
		reach = max(reach, far)
	}
	return dense || line
}

// sides returns the sizes of the two sides of a connected bipartite graph.
func (g graph) sides() (a, b int, ok bool) {
	side := make([]int, g.n) // 1 or 2, 0 for not yet seen
	side[0] = 1
	ok = true
	for queue := []int{0}; len(queue) > 0 && ok; queue = queue[1:] {
		u := queue[0]
		g.neighbours(u, func(v int) bool {
			if side[v] == 0 {
				side[v] = 3 - side[u]
				queue = append(queue, v)
			}
			ok = side[v] != side[u]
			return ok
		})
	}
	for _, s := range side {
		if s == 1 {
			a++
		} else {
			b++
		}
	}
	return a, b, ok
}

// searchCycle returns the length of a longest cycle by dynamic programming over sets of
// vertices (Bellman 1962): which vertices can end a path that begins at the lowest vertex
// of a set and visits all of it.
func (g graph) searchCycle() int {
	next := make([]uint32, g.n)
	for u := range next {
		g.neighbours(u, func(v int) bool { next[u] |= 1 << v; return true })
	}
	ends := make([]uint32, 1<<g.n)
	for s := range g.n {
		ends[1<<s] = 1 << s
	}
	best := 0
	for set := uint32(1); set < 1<<g.n; set++ {
		if ends[set] == 0 {
			continue
		}
		start := bits.TrailingZeros32(set)
		above := ^uint32(0) << start &^ set & (1<<g.n - 1)
		if size := bits.OnesCount32(set); size > best && size > 1 && ends[set]&next[start] != 0 {
			best = size
		}
		for left := ends[set]; left != 0; left &= left - 1 {
			for to := next[bits.TrailingZeros32(left)] & above; to != 0; to &= to - 1 {
				v := to & -to
				ends[set|v] |= v
			}
		}
	}
	return best
}

// maxRotations bounds the search for a long cycle.
const maxRotations = 200_000

// rotate looks for a cycle of the wanted length by extending a path and turning its end
// round where it is stuck (Pósa 1976, Discrete Math. 14), and returns the longest that it
// closed. It finds cycles in most graphs that have many edges; finding none proves nothing.
func (g graph) rotate(wanted int) int {
	best, left := 0, maxRotations
	for start := 0; start < g.n && start < 32 && left > 0 && best < wanted; start++ {
		p := newPath(g, start)
		for ; left > 0 && best < wanted; left-- {
			p.extend()
			if closed := p.close(); closed > best {
				best = closed
			}
			if !p.turn() {
				break
			}
		}
	}
	return best
}

// path is a simple path in a graph.
type path struct {
	g     graph
	list  []int
	at    []int // per vertex its place in list, or -1
	turns []int // per vertex how often it has been turned at
}

func newPath(g graph, start int) *path {
	p := &path{g: g, at: make([]int, g.n), turns: make([]int, g.n)}
	for v := range p.at {
		p.at[v] = -1
	}
	p.add(start)
	return p
}

func (p *path) add(v int) {
	p.at[v] = len(p.list)
	p.list = append(p.list, v)
}

// extend goes on from the end to the free neighbour with the fewest neighbours, as far as
// it can.
func (p *path) extend() {
	for {
		next, least := -1, p.g.n
		p.g.neighbours(p.list[len(p.list)-1], func(v int) bool {
			if p.at[v] < 0 {
				if d := p.g.degree(v); d < least {
					next, least = v, d
				}
			}
			return true
		})
		if next < 0 {
			return
		}
		p.add(next)
	}
}

// close returns the length of the longest cycle made of the end of the path and one edge.
func (p *path) close() int {
	first := len(p.list)
	p.g.neighbours(p.list[len(p.list)-1], func(v int) bool {
		if at := p.at[v]; at >= 0 && at < first {
			first = at
		}
		return true
	})
	return len(p.list) - first
}

// turn joins the end to a vertex inside the path, the one turned at least often, and runs
// backwards from there. It returns false where there is none.
func (p *path) turn() bool {
	n := len(p.list)
	pivot := -1
	p.g.neighbours(p.list[n-1], func(v int) bool {
		if at := p.at[v]; at >= 0 && at < n-2 && (pivot < 0 || p.turns[p.list[at+1]] < p.turns[p.list[pivot+1]]) {
			pivot = at
		}
		return true
	})
	if pivot < 0 {
		return false
	}
	for i, j := pivot+1, n-1; i < j; i, j = i+1, j-1 {
		p.list[i], p.list[j] = p.list[j], p.list[i]
	}
	for i := pivot + 1; i < n; i++ {
		p.at[p.list[i]] = i
	}
	p.turns[p.list[n-1]]++
	return true
}
