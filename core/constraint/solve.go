package constraint

import (
	"slices"

	"steward/core/message"
	"steward/core/policy"
)

// The most atoms that are looked at, and predicates of joined atoms that are compared.
const (
	maxAtoms       = 1 << 12
	maxDifferences = 1 << 27
)

// outcome is how many moves of people a set of predicates ties together under a policy.
type outcome struct {
	length
	critical []bool       // per predicate, whether an edge changes its count
	how      message.Text // in the field's terms
	clash    *clash       // why there is no bound, or nil
}

// clash is two predicates that overlap in a way that is not bounded, or another reason why
// there is no bound.
type clash struct {
	a, b   int
	reason message.Text
}

// uncritical is the way where the facts tie nobody to anybody.
var uncritical = message.Sprintf("no edge is critical")

// solve returns how many moves the irreducible consistent sets of moves have at most, over
// the graph of a policy whose columns are those of the predicates (docs/mathematics.md, "Public facts").
//
// Cells for which the same predicates hold are merged into atoms; "not in the file" counts
// in nothing, so it is one with the cells of no predicate. A move between two atoms changes
// the counts by the difference of their predicates. Predicates that no move changes are
// free; predicates that moves change together form blocks, and since a move touches one
// block only, an irreducible set of moves lies in one.
func solve(p *policy.Policy, list []predicate) outcome {
	c, ok := newCoarse(p.Domain(), list)
	if !ok {
		return tooLarge(list)
	}
	a := c.atoms()
	if len(a.sets) > maxAtoms {
		return tooLarge(list)
	}
	g := atomGraph(newShape(p, c), a)
	if !g.complete() && g.work() > maxDifferences {
		return tooLarge(list)
	}
	return g.solve(len(list))
}

func tooLarge(list []predicate) outcome {
	all := slices.Repeat([]bool{true}, len(list))
	return outcome{critical: all, clash: &clash{reason: message.Sprintf("their %d numbers cut the answers into too many pieces to look at together", len(list))}}
}

// atomic is the graph of a policy on atoms.
type atomic struct {
	graph
	sets  [][]int32 // per atom, its predicates
	exact bool
}

// atomGraph joins the atoms that the policy joins.
func atomGraph(s *shape, a atoms) *atomic {
	list := slices.Clone(a.sets)
	nothing := slices.IndexFunc(list, func(l []int32) bool { return len(l) == 0 })
	if s.absent != nil && nothing < 0 {
		nothing = len(list)
		list = append(list, nil)
	}
	g := &atomic{graph: newGraph(len(list)), sets: list, exact: s.exact}
	switch {
	case s.complete():
		for u := range a.sets {
			for v := range u {
				g.join(u, v)
			}
		}
	case !s.edges(func(u, v int) bool { g.join(a.of[u], a.of[v]); return true }):
		g.fill()
		g.exact = false
	}
	for cell, joined := range s.absent {
		if joined && s.coarse.possible[cell] {
			g.join(a.of[cell], nothing)
		}
	}
	return g
}

// work returns how many predicates of joined atoms there are to compare.
func (g *atomic) work() int {
	n := 0
	for u := range g.n {
		n += g.degree(u) * (len(g.sets[u]) + 1)
	}
	return n
}

// each calls yield for every joined pair of atoms.
func (g *atomic) each(yield func(u, v int)) {
	for u := range g.n {
		g.neighbours(u, func(v int) bool {
			if v > u {
				yield(u, v)
			}
			return true
		})
	}
}

// difference calls yield for every predicate that holds in one of two sets only; sign is 1
// when it is the second.
func difference(from, to []int32, yield func(i int32, sign int8)) {
	for len(from) > 0 || len(to) > 0 {
		switch {
		case len(to) == 0 || len(from) > 0 && from[0] < to[0]:
			yield(from[0], -1)
			from = from[1:]
		case len(from) == 0 || to[0] < from[0]:
			yield(to[0], 1)
			to = to[1:]
		default:
			from, to = from[1:], to[1:]
		}
	}
}

// solve bounds the moves block by block.
func (g *atomic) solve(predicates int) outcome {
	out := outcome{length: length{1, true}, critical: make([]bool, predicates), how: uncritical}
	together := newSets(predicates)
	compare := func(u, v int) {
		first := int32(-1)
		difference(g.sets[u], g.sets[v], func(i int32, _ int8) {
			out.critical[i] = true
			if first >= 0 {
				together.unite(int(first), int(i))
			}
			first = i
		})
	}
	if g.complete() {
		// Two atoms that differ from a third in predicates of two blocks differ from each
		// other in all of these, so there is one block.
		first := -1
		for v := range g.n {
			compare(0, v)
		}
		for i, critical := range out.critical {
			if critical && first >= 0 {
				together.unite(first, i)
			}
			if critical {
				first = i
			}
		}
	} else {
		g.each(compare)
	}
	members := make(map[int][]int32)
	var roots []int
	for i := range predicates {
		if !out.critical[i] {
			continue
		}
		r := together.of(i)
		if members[r] == nil {
			roots = append(roots, r)
		}
		members[r] = append(members[r], int32(i))
	}
	for _, r := range roots {
		b := g.block(members[r])
		n, how, clash := b.solve()
		if clash != nil {
			out.clash = clash
			return out
		}
		if n.edges > out.edges || out.how.String() == uncritical.String() {
			out.how = how
		}
		out.length = longest(out.length, n)
	}
	out.exact = out.exact && g.exact
	return out
}

// block is some predicates that moves change together, and the graph of the atoms that they
// tell apart.
type block struct {
	graph
	predicates []int32
	sets       [][]int32 // per atom, its predicates as positions in predicates, rising
}

// block restricts the graph to predicates that share no move with others.
func (g *atomic) block(predicates []int32) *block {
	b := &block{predicates: predicates}
	position := make(map[int32]int32, len(predicates))
	for i, p := range predicates {
		position[p] = int32(i)
	}
	of, number := make([]int, g.n), make(map[string]int)
	for u, list := range g.sets {
		var own []int32
		for _, p := range list {
			if at, in := position[p]; in {
				own = append(own, at)
			}
		}
		key := keyOf(own)
		id, seen := number[key]
		if !seen {
			id = len(number)
			number[key] = id
			b.sets = append(b.sets, own)
		}
		of[u] = id
	}
	b.graph = newGraph(len(b.sets))
	if g.complete() {
		b.fill()
	} else {
		g.each(func(u, v int) { b.join(of[u], of[v]) })
	}
	return b
}
