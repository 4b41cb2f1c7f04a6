package constraint

import (
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// What is walked over to see which merged values are joined.
const (
	maxSteps     = 1 << 26 // edges of a policy's part, or pairs of merged cells
	maxPartClass = 1 << 12 // merged vertices of a part
)

// shape is a policy over merged cells: two are joined when an edge of the policy joins some
// cell of one with some cell of the other. Where that takes too long to find out they are
// taken as joined, and exact is false.
type shape struct {
	coarse   *coarse
	parts    []shapePart
	together int
	absent   []bool // per merged cell, whether it is joined to "not in the file"; nil for none
	exact    bool
}

// shapePart is a part of the policy over merged values.
type shapePart struct {
	columns []partColumn
	size    int
	joins   graph
	lists   [][]int // neighbours
}

// partColumn is how the class of one column counts in the number of a part's vertex.
type partColumn struct{ stride, n, local int }

// newShape merges a policy, whose domain is that of the coarse cells.
func newShape(p *policy.Policy, c *coarse) *shape {
	s := &shape{coarse: c, together: p.Together(), exact: true}
	for _, part := range p.Parts() {
		sp := shapePart{size: 1}
		var own []classes
		attrs := part.Attributes()
		for j := len(attrs) - 1; j >= 0; j-- {
			pos, ok := p.Domain().Position(attrs[j].Name())
			if !ok {
				panic("constraint: a part of a policy has a column that its domain lacks")
			}
			k := c.columns[pos]
			sp.columns = append(sp.columns, partColumn{c.strides[pos], k.n, sp.size})
			sp.size *= k.n
			own = append(own, k)
		}
		exact := false
		if sp.size <= maxPartClass {
			sp.joins = newGraph(sp.size)
			exact = joinClasses(sp.joins, part, own)
		}
		if !exact {
			s.exact = false
			sp.joins = graph{}
		}
		sp.list()
		s.parts = append(s.parts, sp)
	}
	if p.Presence() {
		s.leave(p)
	}
	return s
}

// maxCellWalk is the most cells that are asked for whether they are joined to "not in the
// file".
const maxCellWalk = 1 << 22

// leave finds the merged cells with a cell that is joined to "not in the file"; where there
// are too many cells to ask, all are taken to be.
func (s *shape) leave(p *policy.Policy) {
	s.absent = make([]bool, s.coarse.cells)
	d := p.Domain()
	k, err := d.Cells()
	if err != nil || k > maxCellWalk {
		for i := range s.absent {
			s.absent[i] = true
		}
		s.exact = false
		return
	}
	merged := make([][]int, len(s.coarse.columns)) // per column and value, what the class adds
	for i, c := range s.coarse.columns {
		merged[i] = make([]int, c.size)
		for v := range merged[i] {
			merged[i][v] = c.class(v) * s.coarse.strides[i]
		}
	}
	for cell := range k {
		if _, joined := p.AbsentWeight(policy.Vertex(cell)); !joined {
			continue
		}
		at := 0
		for i := range merged {
			at += merged[i][d.Value(cell, i)]
		}
		s.absent[at] = true
	}
}

// list writes the neighbours down; without a graph all are.
func (p *shapePart) list() {
	p.lists = make([][]int, p.size)
	for u := range p.size {
		if p.joins.rows == nil {
			continue
		}
		p.joins.neighbours(u, func(v int) bool { p.lists[u] = append(p.lists[u], v); return true })
	}
}

// all reports whether all vertices of the part are joined.
func (p *shapePart) all() bool { return p.joins.rows == nil || p.joins.complete() }

// joinClasses joins the merged vertices of a part that an edge joins; own are the classes
// of its columns, the last first. It returns false when it gave up.
func joinClasses(g graph, part policy.Part, own []classes) bool {
	if g.n == 1 {
		return true
	}
	if r, ok := part.(policy.Reacher); ok && len(own) == 1 && r.Solid() {
		return joinRuns(g, r.Reach(), own[0])
	}
	merged := mergedVertices(part.Size(), own)
	full := make([]bool, g.n) // vertices that are joined to all others
	degree := make([]int, g.n)
	steps := 0
	for u := range part.Size() {
		a := merged[u]
		if full[a] {
			continue
		}
		part.Neighbours(u, func(v int, _ weighted.Weight) bool {
			steps++
			if b := int(merged[v]); b != int(a) && !g.joined(int(a), b) {
				g.join(int(a), b)
				for _, x := range []int{int(a), b} {
					degree[x]++
					full[x] = degree[x] == g.n-1
				}
			}
			return !full[a] && steps <= maxSteps
		})
		if steps > maxSteps {
			return false
		}
	}
	return true
}

// mergedVertices returns for each vertex of a part its merged one. own are the classes of
// its columns, the last first.
func mergedVertices(size int, own []classes) []int32 {
	out := make([]int32, size)
	stride, local := 1, 1
	for _, k := range own {
		of := make([]int32, k.size)
		for i := range k.lo {
			for v := k.lo[i]; v <= k.last(i); v++ {
				of[v] = int32(k.of[i] * local)
			}
		}
		for u := range out {
			out[u] += of[u/stride%k.size]
		}
		stride, local = stride*k.size, local*k.n
	}
	return out
}

// joinRuns joins the classes of a column whose every value is joined to all between itself
// and its reach: what lies behind a run is joined to it up to the farthest reach in it.
func joinRuns(g graph, reach []int, k classes) bool {
	if float64(len(k.lo))*float64(k.n) > maxSteps {
		return false
	}
	next := make([]int, k.n) // per class, its first run behind the one looked at
	for i := range next {
		next[i] = len(k.lo)
	}
	for i := len(k.lo) - 1; i >= 0; i-- {
		far := 0
		for v := k.lo[i]; v <= k.last(i); v++ {
			far = max(far, reach[v])
		}
		for c, at := range next {
			if at < len(k.lo) && k.lo[at] <= far {
				g.join(k.of[i], c)
			}
		}
		next[k.of[i]] = i
	}
	return true
}

// complete reports whether any two different merged cells are joined.
func (s *shape) complete() bool {
	if s.together < len(s.parts) {
		return false
	}
	for i := range s.parts {
		if !s.parts[i].all() {
			return false
		}
	}
	return true
}

// edges calls yield for every pair of possible merged cells that are joined, twice, until it
// returns false. It returns false when there are too many.
func (s *shape) edges(yield func(u, v int) bool) bool {
	w := shapeWalk{shape: s, yield: yield}
	for u, possible := range s.coarse.possible {
		if possible && s.together > 0 {
			w.u = u
			if !w.from(0, u, s.together) {
				break
			}
		}
	}
	return w.steps <= maxSteps
}

type shapeWalk struct {
	*shape
	u, steps int
	yield    func(u, v int) bool
}

// from changes the parts from i on, at most left of them.
func (w *shapeWalk) from(i, v, left int) bool {
	if i == len(w.parts) || left == 0 {
		if v == w.u || !w.coarse.possible[v] {
			return true
		}
		w.steps++
		return w.steps <= maxSteps && w.yield(w.u, v)
	}
	if !w.from(i+1, v, left) {
		return false
	}
	p := &w.parts[i]
	at := p.local(w.u)
	if p.joins.rows == nil {
		for to := range p.size {
			if to != at && !w.from(i+1, v+p.shift(at, to), left-1) {
				return false
			}
		}
		return true
	}
	for _, to := range p.lists[at] {
		if !w.from(i+1, v+p.shift(at, to), left-1) {
			return false
		}
	}
	return true
}

// local returns the vertex of the part that a merged cell lies in.
func (p *shapePart) local(cell int) int {
	v := 0
	for _, c := range p.columns {
		v += cell / c.stride % c.n * c.local
	}
	return v
}

// shift returns by how much the number of a merged cell changes when the part goes from one
// vertex to another.
func (p *shapePart) shift(from, to int) int {
	d := 0
	for _, c := range p.columns {
		d += (to/c.local%c.n - from/c.local%c.n) * c.stride
	}
	return d
}
