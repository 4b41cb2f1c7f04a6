package cluster

import (
	"context"
	"math/bits"
	"slices"

	"steward/core/policy"
	"steward/core/policy/weighted"
)

// edges are the edges of a policy in the form in which their changes are found fastest.
type edges struct {
	c      *Clustering
	policy *policy.Policy
	// listed are all edges between cells, where they are few; otherwise families are sets of cells
	// in which all are joined to all.
	listed   []listedEdge
	families []family
	exact    bool // families are the policy's own edges, and not more
	presence bool
}

type listedEdge struct {
	u, v   int32
	weight weighted.Weight
}

// maxListed is the most edges that are listed.
const maxListed = 1 << 21

// newEdges prepares a policy's edges.
func newEdges(ctx context.Context, c *Clustering, p *policy.Policy) (*edges, error) {
	return edgesUpTo(ctx, c, p, maxListed)
}

// edgesUpTo is newEdges where so many edges are listed at most.
func edgesUpTo(ctx context.Context, c *Clustering, p *policy.Policy, most int) (*edges, error) {
	e := &edges{c: c, policy: p, presence: p.Presence()}
	if families, ok := cliques(p); ok {
		e.families, e.exact = families, true
		return e, nil
	}
	steps := 0
	err := p.Edges(func(x policy.Edge) bool {
		if x.V != policy.Absent {
			e.listed = append(e.listed, listedEdge{int32(x.U), int32(x.V), x.Weight})
		}
		steps++
		return len(e.listed) <= most && (steps&(1<<12-1) != 0 || ctx.Err() == nil) && x.V != policy.Absent
	})
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(e.listed) <= most:
		e.exact = true
		return e, nil
	}
	// Too many to walk over in every round: every cell is taken to be joined to every other, at the
	// least weight.
	lightest, _ := p.Weights()
	e.listed, e.families = nil, []family{{weight: lightest, count: 1}}
	return e, nil
}

// family is a division of all cells into blocks in each of which every two cells are joined.
type family struct {
	weight weighted.Weight
	count  int
	// parts number the block of a cell by mixed digits, one per part; none where there is one block.
	parts []digits
}

// digits is what a part of a policy adds to the number of a block.
type digits struct {
	strides, sizes, inner []int // of the part's columns in the domain, and in the part
	digit                 []int // per combination of the part
}

func (f *family) block(cell int) int {
	b := 0
	for i := range f.parts {
		d, at := &f.parts[i], 0
		for j, s := range d.strides {
			at += cell / s % d.sizes[j] * d.inner[j]
		}
		b += d.digit[at]
	}
	return b
}

// maxBlocks is the most blocks of a family.
const maxBlocks = 1 << 22

// cliques returns the families that the policy's edges between cells are made of: where every part
// joins all values inside its own blocks, those of any choice of as many parts as change together,
// all other values staying as they are. It returns false for other policies.
func cliques(p *policy.Policy) ([]family, bool) {
	parts, together := p.Parts(), p.Together()
	if together == 0 {
		return nil, true
	}
	if len(parts) > 10 {
		return nil, false
	}
	blocks := make([][]int, len(parts))
	weights := make([]weighted.Weight, len(parts))
	for i, part := range parts {
		partition, ok := part.(policy.Partition)
		if !ok {
			return nil, false
		}
		if blocks[i], _, ok = partition.Blocks(); !ok {
			return nil, false
		}
		lightest, heaviest := part.Weights()
		switch {
		case heaviest == 0: // it joins nothing
		case lightest != heaviest:
			return nil, false
		default:
			weights[i] = lightest
		}
		// Parts of different weights that change together make edges of several weights in a block.
		for _, w := range weights[:i] {
			if together > 1 && w > 0 && weights[i] > 0 && w != weights[i] {
				return nil, false
			}
		}
	}
	var out []family
	for set := range uint(1) << len(parts) {
		if bits.OnesCount(set) != together {
			continue
		}
		f := family{count: 1}
		for i, part := range parts {
			if set>>i&1 == 1 {
				f.weight = max(f.weight, weights[i])
			}
			if !f.with(p, part, blocks[i], set>>i&1 == 1) {
				return nil, false
			}
		}
		if f.weight > 0 {
			out = append(out, f)
		}
	}
	return out, true
}

// with adds a part: the number of its block where it may change, of its combination where it stays.
func (f *family) with(p *policy.Policy, part policy.Part, block []int, changes bool) bool {
	d, count := digits{digit: make([]int, part.Size())}, part.Size()
	if changes {
		count = 0
		for _, b := range block {
			count = max(count, b+1)
		}
	}
	for u := range d.digit {
		if d.digit[u] = u * f.count; changes {
			d.digit[u] = block[u] * f.count
		}
	}
	inner := part.Size()
	for _, a := range part.Attributes() {
		at, _ := p.Domain().Position(a.Name())
		inner /= a.Size()
		d.strides, d.sizes, d.inner = append(d.strides, p.Domain().Stride(at)), append(d.sizes, a.Size()), append(d.inner, inner)
	}
	if count == 1 {
		return true
	}
	if count > maxBlocks/f.count {
		return false
	}
	f.count *= count
	f.parts = append(f.parts, d)
	return true
}

// border marks the cells with an edge to another group, to nobody's, or to "not in the file"; nil stands
// for all cells.
func (e *edges) border(of []int16) []bool {
	if len(e.families) > 0 || e.presence {
		return nil
	}
	out := make([]bool, e.c.cells)
	for _, x := range e.listed {
		if of[x.u] != of[x.v] {
			out[x.u], out[x.v] = true, true
		}
	}
	return out
}

// changes returns the largest changes of sizes and sums along all edges.
func (e *edges) changes(m *measure) *changes {
	out := newChanges()
	out.exact = e.exact
	for _, x := range e.listed {
		m.edge(out, int(x.u), int(x.v), x.weight)
	}
	for i := range e.families {
		e.families[i].changes(m, out)
	}
	if e.presence {
		for cell, of := range m.of {
			if of < 0 {
				continue
			}
			if w, ok := e.policy.AbsentWeight(policy.Vertex(cell)); ok {
				out.add(1, m.alone(cell), w)
			}
		}
	}
	return out
}

// changes adds those of a family: in a block, the two groups with the farthest people make the
// largest change across a border, and two far people of one group the largest inside.
func (f *family) changes(m *measure, into *changes) {
	k := len(m.about)
	far := make([]int64, f.count*k)
	for i := range far {
		far[i] = -1
	}
	blank := make([]bool, f.count)
	rooms := make([]int32, len(m.of)) // of cells: block and group, -1 for none
	for cell, of := range m.of {
		rooms[cell] = -1
		if of == impossible {
			continue
		}
		b := f.block(cell)
		if of == nowhere {
			blank[b] = true
			continue
		}
		at := b*k + int(of)
		rooms[cell], far[at] = int32(at), max(far[at], m.alone(cell))
	}
	inside := m.reaches
	if m.squared {
		inside = m.diameters
	}
	apart, exact := inside(rooms, far)
	into.exact = into.exact && exact
	for b := range f.count {
		f.inBlock(into, far[b*k:b*k+k], apart[b*k:b*k+k], blank[b])
	}
}

// maxReach is the most places that are kept.
const maxReach = 1 << 23

// reaches returns for every room how far two of its cells are apart at most (L1), and whether that is more than a bound by how
// far they are from the point of reference.
func (m *measure) reaches(rooms []int32, far []int64) ([]int64, bool) {
	out := make([]int64, len(far))
	d := len(m.c.axes)
	corners := 1 << (d - 1) // directions up to their opposites
	if len(far)*corners > maxReach {
		for i, x := range far {
			out[i] = 2 * max(x, 0)
		}
		return out, false
	}
	reach := make([]int64, 2*len(far)*corners) // per room and direction the largest place and the least, negated
	for i := range reach {
		reach[i] = -1 << 60
	}
	x := make([]int64, d)
	for cell, room := range rooms {
		if room < 0 {
			continue
		}
		for j := range x {
			x[j] = m.c.axes[j].part * m.c.at(cell, j)
		}
		for dir := range corners {
			along := x[0]
			for j := 1; j < d; j++ {
				if dir>>(j-1)&1 == 1 {
					along -= x[j]
				} else {
					along += x[j]
				}
			}
			r := reach[2*(int(room)*corners+dir):]
			r[0], r[1] = max(r[0], along), max(r[1], -along)
		}
	}
	for i := range reach[:len(reach)/2] {
		room := i / corners
		out[room] = max(out[room], reach[2*i]+reach[2*i+1])
	}
	return out, true
}

// diameters is reaches for squared distances.
func (m *measure) diameters(rooms []int32, far []int64) ([]int64, bool) {
	starts := make([]int32, len(far)+1)
	for _, room := range rooms {
		if room >= 0 {
			starts[room+1]++
		}
	}
	for i := range far {
		starts[i+1] += starts[i]
	}
	cells, next := make([]int32, starts[len(far)]), slices.Clone(starts)
	for cell, room := range rooms {
		if room >= 0 {
			cells[next[room]] = int32(cell)
			next[room]++
		}
	}
	out, exact := make([]int64, len(far)), true
	for i := range far {
		if in := cells[starts[i]:starts[i+1]]; len(in) > 1 {
			widest, ok := m.widest(in, maxPairs)
			out[i], exact = widest, exact && ok
		}
	}
	return out, exact
}

// inBlock adds the changes in one block.
func (f *family) inBlock(into *changes, far, apart []int64, blank bool) {
	first, second := int64(-1), int64(-1)
	for group, a := range far {
		if a < 0 {
			continue
		}
		into.add(0, apart[group], f.weight)
		if a > first {
			first, second = a, first
		} else {
			second = max(second, a)
		}
	}
	if second >= 0 {
		into.add(2, first+second, f.weight)
	}
	if blank && first >= 0 {
		into.add(1, first, f.weight)
	}
}
