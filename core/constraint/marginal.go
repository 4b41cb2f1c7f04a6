package constraint

import (
	"steward/core/message"
	"steward/core/policy"
)

// maxMarginalGraph is the most cells of a table whose graph is written down to look for
// cycles where no formula applies.
const maxMarginalGraph = 1 << 11

// marginal returns how many moves the totals of all cells of a table tie together, for the
// policy over its columns: every cell returns to its number, so the irreducible sets of
// moves are the simple cycles of the policy's own graph, with "not in the file" a vertex
// like the others (docs/mathematics.md, "Public facts"). The graphs that have formulas need no walk over edges.
func marginal(p *policy.Policy) (n length, how message.Text, critical bool) {
	cells := p.Domain().PossibleCells()
	if cells == 0 {
		return length{1, true}, message.Sprintf("no possible cells"), false
	}
	absent, everywhere := 0, true
	if p.Presence() {
		absent, everywhere = 1, absentEverywhere(p)
	}
	n, how = marginalWith(p, cells, absent)
	if everywhere {
		return n, how, n.edges > 1
	}
	// Some cells only are joined to "not in the file": the formulas bound the graph.
	if g, ok := cellGraph(p); ok {
		n, how = g.longestCycle(), walked
	} else {
		n.exact = n.edges <= 2
	}
	return max1(n), how, n.edges > 1
}

var walked = message.Sprintf("marginal: longest simple cycle of the policy graph")

// marginalWith is marginal where every cell is joined to "not in the file", or none is.
func marginalWith(p *policy.Policy, cells, absent int) (n length, how message.Text) {
	switch {
	case p.Together() == 0:
		return length{1 + absent, true}, message.Sprintf("marginal, star at the absent vertex")
	case hamming(p) && (p.Domain().AllPossible() || p.Together() == len(p.Parts())):
		return length{cells + absent, true}, message.Sprintf("marginal, complete or Hamming graph: Hamiltonian")
	}
	if n, ok := lineCycle(p); ok {
		return max1(n), message.Sprintf("marginal, proper interval graph: largest block")
	}
	if g, ok := cellGraph(p); ok {
		return max1(g.longestCycle()), walked
	}
	largest := largestComponent(p) + absent
	return length{largest, largest <= 2}, message.Sprintf("marginal: largest component of the policy graph")
}

// absentEverywhere reports whether every possible cell is joined to "not in the file".
func absentEverywhere(p *policy.Policy) bool {
	if p.PresenceOfAll() { // however many cells there are
		return true
	}
	k, err := p.Domain().Cells()
	if err != nil {
		return false
	}
	for cell := range k {
		if _, joined := p.AbsentWeight(policy.Vertex(cell)); !joined && p.Domain().Possible(cell) {
			return false
		}
	}
	return true
}

func max1(n length) length { return length{max(n.edges, 1), n.exact} }

// hamming reports whether every part of a policy is complete. If some change together at
// will, or none is impossible, then the graph has a cycle through all cells: it is complete,
// or holds a product of complete graphs.
func hamming(p *policy.Policy) bool {
	for _, part := range p.Parts() {
		if !completePart(part) {
			return false
		}
	}
	return true
}

// completePart reports whether a part is known to join all its values.
func completePart(part policy.Part) bool {
	if part.Size() == 1 {
		return true
	}
	r, ok := part.(policy.Reacher)
	if !ok || !r.Solid() {
		return false
	}
	reach := r.Reach()
	for _, far := range reach[:len(reach)-1] {
		if far < len(reach)-1 {
			return false
		}
	}
	return true
}

// lineCycle returns the length of a longest cycle where the policy is a line on which every
// value is joined to all up to its reach, and reaches rise: a proper interval graph, whose
// blocks are runs and Hamiltonian (Bertossi 1983), as are its components with one more
// vertex that is joined to all.
func lineCycle(p *policy.Policy) (length, bool) {
	part, ok := p.Sole()
	if !ok || len(part.Attributes()) != 1 {
		return length{}, false
	}
	r, ok := part.(policy.Reacher)
	if !ok || !r.Solid() {
		return length{}, false
	}
	reach := r.Reach()
	best, start, far := 0, 0, 0
	for v := range reach {
		if reach[v] < far {
			return length{}, false
		}
		// far is how far the values before v reach. Nothing before v reaches v: a component
		// begins. Nothing reaches beyond v: a block ends here, and the next begins with v.
		switch {
		case v == 0 || far < v:
			start = v
		case far == v && !p.Presence():
			best = max(best, v-start+1)
			start = v
		}
		if p.Presence() {
			best = max(best, v-start+2)
		}
		far = max(far, reach[v])
	}
	return length{best, true}, true
}

// cellGraph writes the policy's graph on the possible cells down, with "not in the file" as
// its last vertex. It returns false when there are too many cells.
func cellGraph(p *policy.Policy) (graph, bool) {
	k, err := p.Domain().Cells()
	if err != nil || p.Domain().PossibleCells() > maxMarginalGraph {
		return graph{}, false
	}
	at := make([]int, k)
	n := 0
	for cell := range k {
		if p.Domain().Possible(cell) {
			at[cell] = n
			n++
		}
	}
	g := newGraph(n + 1)
	err = p.Edges(func(e policy.Edge) bool {
		v := n
		if e.V != policy.Absent {
			v = at[e.V]
		}
		g.join(at[e.U], v)
		return true
	})
	return g, err == nil
}

// largestComponent returns the number of cells of the largest connected component, those
// connected by "not in the file" being one.
func largestComponent(p *policy.Policy) int {
	component, count, err := p.Components()
	if err != nil {
		return p.Domain().PossibleCells()
	}
	size, largest := make([]int, count), 0
	for _, c := range component {
		if c >= 0 {
			size[c]++
			largest = max(largest, size[c])
		}
	}
	return largest
}
