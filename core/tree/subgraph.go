package tree

import (
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Stars returns the forest in which every possible cell hangs on Outside: z is the histogram.
func Stars(k int, possible func(cell int) bool) *Forest {
	parent := make([]int32, k)
	for u := range parent {
		if parent[u] = Outside; !possible(u) {
			parent[u] = None
		}
	}
	return mustNew(parent)
}

// Combs returns the combs of a given tooth width over components: the subgraph H^width of
// Haney et al. 2015, section 5.3.1 (0-based, and completed in docs/mathematics.md, "Trees"). Every width-th
// cell of a component is red; reds are joined in a path that ends at the last one, and every
// other cell hangs on the next red, or after the last red on that. With width 1 a comb is the
// line. Component has the component of each cell, -1 for impossible ones; the last red of each
// is its root.
func Combs(component []int, count, width int) *Forest {
	parent := make([]int32, len(component))
	cells := members(component, count)
	for u := range parent {
		parent[u] = None
	}
	for _, list := range cells {
		last := len(list)/width*width - 1 // the place of the last red
		if last < 0 {
			last = len(list) - 1
		}
		for i, u := range list {
			red := min(i/width*width+width-1, last)
			if i == red {
				red = min(i+width, last)
			}
			if parent[u] = int32(list[red]); i == last {
				parent[u] = Root
			}
		}
	}
	return mustNew(parent)
}

// members lists the cells of each component.
func members(component []int, count int) [][]int {
	out := make([][]int, count)
	for u, c := range component {
		if c >= 0 {
			out[c] = append(out[c], u)
		}
	}
	return out
}

// CombStretch returns by how many edges of Combs the two ends of an edge of the policy are
// joined at most, when every cell is joined to others up to a highest one in the same
// component, its reach, and perhaps to all between. O(k).
func CombStretch(component []int, count, width int, reach []int) int {
	most := 0
	for _, list := range members(component, count) {
		last := len(list)/width*width - 1
		if last < 0 {
			last = len(list) - 1
		}
		red := func(i int) int { return min(i/width*width+width-1, last) }
		leaf := func(i int) int {
			if red(i) == i {
				return 0
			}
			return 1
		}
		far := 0 // the place of the highest cell that is reached
		for i, u := range list {
			far = max(far, i)
			for far+1 < len(list) && list[far+1] <= reach[u] {
				far++
			}
			// The farthest cell, or the one before it when that hangs on a red.
			for j := far; j > max(i, far-2); j-- {
				steps := leaf(i) + leaf(j)
				if a, b := red(i), red(j); a != b {
					steps += (b - a + width - 1) / width
				}
				most = max(most, steps)
			}
		}
	}
	return most
}

// maxSearched is the most cells of a graph whose spanning trees are tried, and maxDense the
// most edges for each: in denser graphs every value is near every other, and a star is as good.
const (
	maxSearched = 64
	maxDense    = 2
)

// Spanning returns spanning forests of a policy's graph, one for each cell that a breadth-first
// search can begin with, and nothing for graphs that are large, dense or joined to "not in the
// file".
func Spanning(p *policy.Policy) ([]*Forest, error) {
	k, err := p.Domain().Cells()
	if err != nil || k > maxSearched || p.Presence() {
		return nil, err
	}
	edges := 0
	err = p.Edges(func(policy.Edge) bool { edges++; return edges <= maxDense*k })
	if err != nil || edges > maxDense*k {
		return nil, err
	}
	var out []*Forest
	for first := range k {
		if p.Domain().Possible(first) {
			out = append(out, spanning(p, k, first))
		}
	}
	return out, nil
}

func spanning(p *policy.Policy, k, first int) *Forest {
	const unseen = None - 1
	parent := make([]int32, k)
	for u := range parent {
		if parent[u] = unseen; !p.Domain().Possible(u) {
			parent[u] = None
		}
	}
	for i := range k {
		from := (first + i) % k
		if parent[from] != unseen {
			continue
		}
		parent[from] = Root
		for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
			p.Neighbours(policy.Vertex(queue[0]), func(v policy.Vertex, _ weighted.Weight) bool {
				if parent[v] == unseen {
					parent[v] = int32(queue[0])
					queue = append(queue, int(v))
				}
				return true
			})
		}
	}
	return mustNew(parent)
}

// Stretch returns by how many edges of the forest the two ends of an edge of the policy are
// joined at most: how many coordinates an edge changes, by one each. It returns false when an
// edge joins cells of two trees that are rooted by themselves, so that what is taken for public
// would change. It walks over the edges.
func (f *Forest) Stretch(p *policy.Policy) (most int, ok bool, err error) {
	depth := f.depths()
	ok = true
	err = p.Edges(func(e policy.Edge) bool {
		var steps int
		if steps, ok = f.way(depth, int32(e.U), int32(e.V)); ok {
			most = max(most, steps)
		}
		return ok
	})
	return most, ok, err
}

// depths returns how many coordinates each cell counts in.
func (f *Forest) depths() []int32 {
	depth := make([]int32, len(f.parent))
	for i := len(f.up) - 1; i >= 0; i-- {
		u := f.up[i]
		switch p := f.parent[u]; p {
		case Root:
		case Outside:
			depth[u] = 1
		default:
			depth[u] = depth[p] + 1
		}
	}
	return depth
}

// way returns how many coordinates change between two cells; v may be policy.Absent.
func (f *Forest) way(depth []int32, u, v int32) (steps int, ok bool) {
	if v < 0 {
		v = Outside
	}
	for u != v {
		if v >= 0 && (u < 0 || depth[v] > depth[u]) {
			u, v = v, u
		}
		if u < 0 {
			return 0, false // a root and Outside, or nothing in common
		}
		if u = f.parent[u]; u == Root {
			return 0, false
		}
		steps++
	}
	return steps, true
}
