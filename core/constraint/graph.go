package constraint

import (
	"math/bits"
	"slices"
)

// graph is an undirected graph without loops, as sets of neighbours.
type graph struct {
	n    int
	rows [][]uint64
}

func newGraph(n int) graph {
	g := graph{n: n, rows: make([][]uint64, n)}
	words := (n + 63) / 64
	all := make([]uint64, n*words)
	for i := range g.rows {
		g.rows[i], all = all[:words:words], all[words:]
	}
	return g
}

func (g graph) join(u, v int) {
	if u != v {
		g.rows[u][v/64] |= 1 << (v % 64)
		g.rows[v][u/64] |= 1 << (u % 64)
	}
}

func (g graph) joined(u, v int) bool { return g.rows[u][v/64]>>(v%64)&1 == 1 }

// fill joins all vertices to one another.
func (g graph) fill() {
	for u := range g.n {
		for v := range u {
			g.join(u, v)
		}
	}
}

func (g graph) degree(u int) int {
	d := 0
	for _, w := range g.rows[u] {
		d += bits.OnesCount64(w)
	}
	return d
}

// neighbours calls yield for every neighbour of u, rising, until it returns false.
func (g graph) neighbours(u int, yield func(v int) bool) {
	for i, w := range g.rows[u] {
		for ; w != 0; w &= w - 1 {
			if !yield(i*64 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// complete reports whether all vertices are joined to one another.
func (g graph) complete() bool {
	for u := range g.n {
		if g.degree(u) < g.n-1 {
			return false
		}
	}
	return true
}

// induced returns the graph on some of the vertices, numbered in the order given.
func (g graph) induced(vertices []int) graph {
	at := make(map[int]int, len(vertices))
	for i, v := range vertices {
		at[v] = i
	}
	out := newGraph(len(vertices))
	for i, u := range vertices {
		g.neighbours(u, func(v int) bool {
			if j, in := at[v]; in {
				out.join(i, j)
			}
			return true
		})
	}
	return out
}

// components returns the vertices of every connected component, rising.
func (g graph) components() [][]int {
	seen := make([]bool, g.n)
	var out [][]int
	for s := range g.n {
		if seen[s] {
			continue
		}
		seen[s] = true
		list := []int{s}
		for i := 0; i < len(list); i++ {
			g.neighbours(list[i], func(v int) bool {
				if !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
				return true
			})
		}
		slices.Sort(list)
		out = append(out, list)
	}
	return out
}

// blocks returns the vertices of every biconnected component: each simple cycle lies in one
// (Hopcroft and Tarjan 1973, CACM 16(6)). Vertices without neighbours are in none.
func (g graph) blocks() [][]int {
	b := blockSearch{g: g, depth: make([]int, g.n), low: make([]int, g.n)}
	for s := range g.n {
		if b.depth[s] == 0 {
			b.from(s)
		}
	}
	return b.out
}

type blockSearch struct {
	g          graph
	depth, low []int // depth from 1; 0 for not yet seen
	stack      []int
	out        [][]int
}

// visit is a vertex on the way of the search, with its neighbours still to look at.
type visit struct {
	v, parent int
	left      []int
}

// from searches the component of s without recursion, which a long path would make deep.
func (b *blockSearch) from(s int) {
	way := []visit{b.enter(s, -1)}
	for len(way) > 0 {
		top := &way[len(way)-1]
		if len(top.left) > 0 {
			w := top.left[0]
			top.left = top.left[1:]
			switch {
			case w == top.parent:
			case b.depth[w] > 0:
				b.low[top.v] = min(b.low[top.v], b.depth[w])
			default:
				way = append(way, b.enter(w, top.v))
			}
			continue
		}
		done := *top
		way = way[:len(way)-1]
		if done.parent < 0 {
			b.stack = b.stack[:0]
			continue
		}
		b.low[done.parent] = min(b.low[done.parent], b.low[done.v])
		if b.low[done.v] >= b.depth[done.parent] {
			b.cut(done)
		}
	}
}

func (b *blockSearch) enter(v, parent int) visit {
	b.depth[v] = 1
	if parent >= 0 {
		b.depth[v] = b.depth[parent] + 1
	}
	b.low[v] = b.depth[v]
	b.stack = append(b.stack, v)
	var left []int
	b.g.neighbours(v, func(w int) bool { left = append(left, w); return true })
	return visit{v, parent, left}
}

// cut takes the block that hangs below done.parent off the stack.
func (b *blockSearch) cut(done visit) {
	i := slices.Index(b.stack, done.v)
	block := append([]int{done.parent}, b.stack[i:]...)
	b.stack = b.stack[:i]
	slices.Sort(block)
	b.out = append(b.out, block)
}
