package sensitivity

import (
	"context"

	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// graph looks for the largest change along the edges of one part.
type graph struct {
	ctx    context.Context
	part   policy.Part
	change change // over the combinations of the part
	tally  *tally
}

// all shows the tally the largest changes along all edges, by a walk if need be.
func (g graph) all() (exact bool, err error) {
	_, exact, ok, err := g.quick()
	if ok || err != nil {
		return exact, err
	}
	return true, g.walk()
}

// quick shows them without walking over every edge one by one through the part. It returns
// false where there is no such way.
func (g graph) quick() (how string, exact, ok bool, err error) {
	lightest, heaviest := g.part.Weights()
	if heaviest == 0 {
		return "no two cells are joined", true, true, nil
	}
	if g.change.most() == 0 {
		return "no query tells two cells apart", true, true, nil
	}
	g.tally.enough = cost{g.change.most(), lightest}
	if g.shift() {
		return "the displacements of the graph", true, true, nil
	}
	if lightest == heaviest {
		if g.reach(lightest) {
			return "how far each value reaches along the line", true, true, nil
		}
		if exact, ok := g.blocks(lightest); ok {
			return "blocks", exact, true, nil
		}
	}
	ok, err = g.slide()
	return "every pair of cells along each displacement", true, ok, err
}

// shift takes the largest change along each displacement.
func (g graph) shift() bool {
	d, ok := g.part.(policy.Displacer)
	s, knows := g.change.(shifting)
	if !ok || !knows {
		return false
	}
	before := *g.tally
	known := true
	if !d.Displacements(func(by []int, w weighted.Weight) bool {
		change, ok := s.shift(by)
		if known = ok; !ok {
			return false
		}
		return g.tally.show(change, w)
	}) || !known {
		*g.tally = before
		return false
	}
	return true
}

// reach takes the farthest cell that each is joined to, or what the change knows of all up
// to it.
func (g graph) reach(w weighted.Weight) bool {
	r, ok := g.part.(policy.Reacher)
	if !ok || len(g.part.Attributes()) > 1 {
		return false
	}
	if n, ok := g.change.(nesting); ok && n.nests() {
		for u, v := range r.Reach() {
			if !g.tally.show(g.change.between(u, v), w) {
				break
			}
		}
		return true
	}
	if known, ok := g.change.(reaching); ok && r.Solid() {
		change, ok := known.upTo(r.Reach())
		if ok {
			g.tally.show(change, w)
		}
		return ok
	}
	return false
}

// blocks takes the largest change inside each block.
func (g graph) blocks(w weighted.Weight) (exact, ok bool) {
	b, ok := g.part.(policy.Partition)
	s, knows := g.change.(spreading)
	if !ok || !knows {
		return false, false
	}
	of, count, ok := b.Blocks()
	if !ok {
		return false, false
	}
	exact = true
	for _, cells := range members(of, count) {
		change, sure := s.spread(cells)
		exact = exact && sure
		if !g.tally.show(change, w) {
			return exact, true
		}
	}
	return exact, true
}

// members returns the cells of each block, rising. Cells of the block -1 are in none.
func members(of []int, count int) [][]int {
	first := make([]int, count+1)
	in := 0
	for _, b := range of {
		if b >= 0 {
			first[b+1]++
			in++
		}
	}
	for b := range count {
		first[b+1] += first[b]
	}
	cells, at := make([]int, in), make([]int, count)
	for u, b := range of {
		if b >= 0 {
			cells[first[b]+at[b]] = u
			at[b]++
		}
	}
	out := make([][]int, count)
	for b := range out {
		out[b] = cells[first[b]:first[b+1]]
	}
	return out
}

// slide looks at the two cells of every edge, displacement by displacement.
func (g graph) slide() (bool, error) {
	d, ok := g.part.(policy.Displacer)
	if !ok {
		return false, nil
	}
	w := newWindow(frameOf(g.part.Attributes()))
	edges, most := 0, mostEdges(g.change)
	if !d.Displacements(func(by []int, _ weighted.Weight) bool {
		edges += w.place(by)
		return edges <= most
	}) || edges > most {
		return false, nil
	}
	d.Displacements(func(by []int, weight weighted.Weight) bool {
		w.place(by)
		return w.each(func(u, n int) bool {
			for v := u + n; u < v; u++ {
				g.tally.show(g.change.between(u, u+w.offset), weight)
			}
			return g.ctx.Err() == nil && !g.tally.done()
		})
	})
	return true, g.ctx.Err()
}

// window is the cells of a box that stay inside it when a displacement is added.
type window struct {
	frame
	strides  []int
	from, to []int // the values of each column, to not included
	at       []int
	offset   int
}

func newWindow(f frame) *window {
	n := len(f.sizes)
	w := &window{frame: f, strides: make([]int, n), from: make([]int, n), to: make([]int, n), at: make([]int, n)}
	stride := 1
	for j := n - 1; j >= 0; j-- {
		w.strides[j] = stride
		stride *= f.sizes[j]
	}
	return w
}

// place sets the window for a displacement and returns the number of its cells.
func (w *window) place(by []int) int {
	w.offset = 0
	cells := 1
	for j, d := range by {
		w.from[j], w.to[j] = 0, w.sizes[j]
		if d != 0 {
			w.from[j], w.to[j] = max(0, -d), min(w.regular[j], w.regular[j]-d)
		}
		w.offset += d * w.strides[j]
		cells *= max(w.to[j]-w.from[j], 0)
	}
	return cells
}

// each calls yield for every run of cells along the last column: the first of them and how
// many there are.
func (w *window) each(yield func(u, n int) bool) bool {
	last := len(w.sizes) - 1
	n := w.to[last] - w.from[last]
	for j := range w.at {
		if w.at[j] = w.from[j]; w.from[j] >= w.to[j] {
			return true
		}
	}
	for {
		u := 0
		for j, v := range w.at {
			u += v * w.strides[j]
		}
		if !yield(u, n) {
			return false
		}
		j := last - 1
		for ; j >= 0; j-- {
			if w.at[j]++; w.at[j] < w.to[j] {
				break
			}
			w.at[j] = w.from[j]
		}
		if j < 0 {
			return true
		}
	}
}

// walk looks at every edge of the part.
func (g graph) walk() error {
	w := walker{ctx: g.ctx, tally: g.tally, change: g.change, cells: g.part.Size(), most: mostEdges(g.change)}
	return w.over(func(u int, yield func(v int, w weighted.Weight) bool) { g.part.Neighbours(u, yield) })
}

// walker looks at edges one by one.
type walker struct {
	ctx    context.Context
	tally  *tally
	change change
	cells  int
	most   int // edges that are looked at
}

// sampled is how many cells tell whether the rest of a walk is worth starting, and early how
// many edges are looked at before they are asked.
const (
	sampled = 33
	early   = 1 << 20
)

func (w walker) over(neighbours func(u int, yield func(v int, w weighted.Weight) bool)) error {
	steps, u := 0, 0
	more, long := true, false
	visit := func(v int, weight weighted.Weight) bool {
		if steps++; steps&(1<<14-1) == 0 {
			long = long || steps > 2*w.most
			more = more && !long && w.ctx.Err() == nil
		}
		if v > u {
			more = w.tally.show(w.change.between(u, v), weight) && more
		}
		return more
	}
	asked := false
	for ; u < w.cells && more; u++ {
		neighbours(u, visit)
		if steps > early && !asked && more {
			asked = true
			if long = w.long(neighbours); long {
				break
			}
		}
	}
	switch {
	case w.ctx.Err() != nil:
		return w.ctx.Err()
	case long:
		return errTooMany(w.most)
	}
	return nil
}

// long reports whether most of a few cells are joined to so many others that all edges
// together are far too many.
func (w walker) long(neighbours func(u int, yield func(v int, w weighted.Weight) bool)) bool {
	most := 4*w.most/w.cells + 1
	above := 0
	for i := range sampled {
		n := 0
		neighbours(i*(w.cells-1)/(sampled-1), func(int, weighted.Weight) bool { n++; return n <= most })
		if n > most {
			above++
		}
	}
	return above > sampled/2
}

func errTooMany(most int) error {
	return message.Errorf("the policy has more than %d secret pairs and no closed form for these queries: use fewer columns or coarser values, or ask for a table", most)
}
