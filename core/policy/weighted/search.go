package weighted

import (
	"container/heap"
	"slices"
)

// Adjacency is a graph of N vertices as searches see it.
type Adjacency struct {
	N          int
	Neighbours func(u int, yield func(v int, w Weight) bool)
	// Even says that all edges surely have the same weight.
	Even bool
}

// SearchWork is the most edges that a search for one distance looks at: a second or two.
const SearchWork = 1 << 24

// Distance returns the length of a shortest way between two vertices, Infinite when there
// is none. A search that looks at more than SearchWork edges ends early with the shortest
// way found until then, or bound when that is shorter: an upper bound.
func (g Adjacency) Distance(from, to int, bound Weight) Weight {
	if from == to {
		return 0
	}
	if g.Even {
		return min(bound, g.breadthFirst(from, to))
	}
	s := newSearch(g.N, from)
	s.best, s.to = bound, to
	for work := SearchWork; work > 0 && s.open.Len() > 0; {
		u := s.next()
		if s.length[u] >= s.best || u == to {
			break
		}
		g.Neighbours(u, func(v int, w Weight) bool {
			s.try(u, v, w)
			work--
			return work > 0
		})
	}
	return s.best
}

// breadthFirst stops at the first way it finds: in dense graphs few vertices have to be
// left.
func (g Adjacency) breadthFirst(from, to int) Weight {
	d := make([]Weight, g.N) // one more than the length, 0 for not yet seen
	d[from] = 1
	work := SearchWork
	for queue := []int{from}; len(queue) > 0 && work > 0; queue = queue[1:] {
		u := queue[0]
		g.Neighbours(u, func(v int, w Weight) bool {
			if d[v] == 0 {
				d[v] = d[u].Plus(w)
				queue = append(queue, v)
			}
			work--
			return v != to && work > 0
		})
		if d[to] > 0 {
			return d[to] - 1
		}
	}
	return Infinite
}

// tree returns the length of a shortest way from a vertex to every other, and the vertex
// before each on it, -1 for none.
func (g Adjacency) tree(from int) (length []Weight, before []int) {
	s := newSearch(g.N, from)
	s.to, s.best, s.before = -1, Infinite, make([]int, g.N)
	for i := range s.before {
		s.before[i] = -1
	}
	for s.open.Len() > 0 {
		u := s.next()
		g.Neighbours(u, func(v int, w Weight) bool { s.try(u, v, w); return true })
	}
	return s.length, s.before
}

// Way returns the weights of the edges of a shortest way between two vertices, or nil when
// there is none.
func (g Adjacency) Way(from, to int) []Stretch {
	length, before := g.tree(from)
	if length[to] == Infinite {
		return nil
	}
	var out []Stretch
	for v := to; v != from; v = before[v] {
		w := length[v] - length[before[v]]
		if n := len(out); n > 0 && out[n-1].Weight == w {
			out[n-1].Edges++
		} else {
			out = append(out, Stretch{w, 1})
		}
	}
	slices.Reverse(out)
	return out
}

// search is Dijkstra's.
type search struct {
	length []Weight // Infinite for not yet seen
	done   []bool
	before []int // nil when nobody asks
	open   front
	to     int // -1 for all
	best   Weight
}

func newSearch(n, from int) *search {
	s := &search{length: make([]Weight, n), done: make([]bool, n)}
	for i := range s.length {
		s.length[i] = Infinite
	}
	s.length[from] = 0
	s.open = front{{from, 0}}
	return s
}

// next returns the nearest vertex that is not done, or any that is when none is left.
func (s *search) next() int {
	for {
		r := heap.Pop(&s.open).(reached)
		if !s.done[r.vertex] || s.open.Len() == 0 {
			s.done[r.vertex] = true
			return r.vertex
		}
	}
}

// try takes the edge from u to v.
func (s *search) try(u, v int, w Weight) {
	d := s.length[u].Plus(w)
	if d >= s.length[v] {
		return
	}
	s.length[v] = d
	if s.before != nil {
		s.before[v] = u
	}
	if v == s.to {
		s.best = min(s.best, d)
	}
	if d <= s.best {
		heap.Push(&s.open, reached{v, d})
	}
}

// reached is a vertex with the length of the way to it.
type reached struct {
	vertex int
	length Weight
}

// front is a heap of vertices, the nearest first.
type front []reached

func (f front) Len() int           { return len(f) }
func (f front) Less(i, j int) bool { return f[i].length < f[j].length }
func (f front) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *front) Push(x any)        { *f = append(*f, x.(reached)) }

func (f *front) Pop() any {
	last := len(*f) - 1
	x := (*f)[last]
	*f = (*f)[:last]
	return x
}
