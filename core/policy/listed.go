package policy

import (
	"slices"

	"steward/core/domain"
)

// listed is a graph that is held pair by pair, over the combinations of one or a few
// columns. It is what explicit lists, matrices and the projections of irregular graphs are
// made of.
type listed struct {
	attrs []*domain.Attribute
	edges [][]link // per combination, its links by rising combination
	least Weight
}

// link is one end of an edge.
type link struct {
	to     int
	weight Weight
}

// newListed returns a graph without edges over the combinations of the columns.
func newListed(attrs []*domain.Attribute) *listed {
	size := 1
	for _, a := range attrs {
		size *= a.Size()
	}
	return &listed{attrs: attrs, edges: make([][]link, size)}
}

// join adds an edge; of two between the same combinations the lighter one, which protects
// more, stays.
func (p *listed) join(u, v int, w Weight) {
	p.half(u, v, w)
	p.half(v, u, w)
	if p.least == 0 || w < p.least {
		p.least = w
	}
}

func (p *listed) half(u, v int, w Weight) {
	at, found := slices.BinarySearchFunc(p.edges[u], v, func(l link, v int) int { return l.to - v })
	if found {
		p.edges[u][at].weight = min(p.edges[u][at].weight, w)
		return
	}
	p.edges[u] = slices.Insert(p.edges[u], at, link{v, w})
}

func (p *listed) Attributes() []*domain.Attribute { return p.attrs }
func (p *listed) Size() int                       { return len(p.edges) }

func (p *listed) find(u, v int) (link, bool) {
	at, found := slices.BinarySearchFunc(p.edges[u], v, func(l link, v int) int { return l.to - v })
	if !found {
		return link{}, false
	}
	return p.edges[u][at], true
}

func (p *listed) Joined(u, v int) bool {
	_, found := p.find(u, v)
	return found
}

func (p *listed) Neighbours(u int, yield func(v int) bool) {
	for _, l := range p.edges[u] {
		if !yield(l.to) {
			return
		}
	}
}

func (p *listed) Distance(u, v int) (int, bool) {
	return graph{p.Size(), p.Neighbours}.distance(u, v)
}

func (p *listed) Components() ([]int, int) {
	return graph{p.Size(), p.Neighbours}.components()
}

// EdgeWeight returns the weight of an edge, One where there is none.
func (p *listed) EdgeWeight(u, v int) Weight {
	if l, found := p.find(u, v); found {
		return l.weight
	}
	return One
}

func (p *listed) WeightedDistance(u, v int) (Weight, bool) {
	return weighing{p.Size(), func(u int, yield func(v int, w Weight) bool) {
		for _, l := range p.edges[u] {
			if !yield(l.to, l.weight) {
				return
			}
		}
	}}.distance(u, v)
}

func (p *listed) Least() Weight {
	if p.least == 0 {
		return One
	}
	return p.least
}

// uniform reports whether all edges weigh One.
func (p *listed) uniform() bool {
	return !slices.ContainsFunc(p.edges, func(list []link) bool {
		return slices.ContainsFunc(list, func(l link) bool { return l.weight != One })
	})
}

// projected returns the graph seen through some columns: an edge keeps the least weight of
// those that look like it, so that what keeps the projection keeps them all.
func (p *listed) projected(keep []int) *listed {
	attrs := make([]*domain.Attribute, len(keep))
	for i, k := range keep {
		attrs[i] = p.attrs[k]
	}
	q := newListed(attrs)
	seen := through(p.attrs, keep)
	for u, list := range p.edges {
		for _, l := range list {
			if a, b := seen(u), seen(l.to); a != b && u < l.to {
				q.join(a, b, l.weight)
			}
		}
	}
	return q
}

// through returns the function that numbers a combination by the columns that are kept.
func through(attrs []*domain.Attribute, keep []int) func(u int) int {
	strides := make([]int, len(attrs))
	n := 1
	for i := len(attrs) - 1; i >= 0; i-- {
		strides[i] = n
		n *= attrs[i].Size()
	}
	return func(u int) int {
		v := 0
		for _, k := range keep {
			size := attrs[k].Size()
			v = v*size + u/strides[k]%size
		}
		return v
	}
}

// components numbers the connected components in order of first appearance.
func (g graph) components() ([]int, int) {
	component := make([]int, g.n)
	for i := range component {
		component[i] = -1
	}
	count := 0
	for s := range component {
		if component[s] >= 0 {
			continue
		}
		component[s] = count
		for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
			g.neighbours(queue[0], func(v int) bool {
				if component[v] < 0 {
					component[v] = count
					queue = append(queue, v)
				}
				return true
			})
		}
		count++
	}
	return component, count
}
