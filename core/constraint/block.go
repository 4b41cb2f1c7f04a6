package constraint

import (
	"cmp"
	"fmt"
	"slices"
	"steward/core/message"
)

// solve returns the largest number of moves in an irreducible consistent set of moves
// between the atoms of a block, or a bound for it, or why there is none.
//
// Where every move raises at most one count and lowers at most one, the sets are the simple
// cycles and paths of the graph on the counts (He et al. 2014 Definition 8.3). Where the counts together tell the number of people in every atom, up to what no
// move changes, consistent moves return every atom to its number, so the sets are the
// simple cycles of the graph on the atoms: nested and disjoint counts are of this kind.
// One relation short of that has a formula of its own (oneFree). What is left is searched
// (docs/mathematics.md, "Public facts").
func (b *block) solve() (n length, how message.Text, c *clash) {
	sparse, clash := b.sparse()
	if clash == nil {
		return b.moves(sparse.longestCycle()), message.Sprintf("sparse: longest simple cycle or v+ to v- path of G_P"), nil
	}
	if b.laminar() {
		return b.moves(b.longestCycle()), message.Sprintf("laminar: longest simple cycle of the graph on rings"), nil
	}
	vectors, components := b.independent()
	d, ok := dependences(vectors)
	if ok && d.rank == len(vectors) {
		return b.moves(b.longestCycle()), message.Sprintf("counts that determine every atom: longest simple cycle of the graph on atoms"), nil
	}
	relation := ok && d.relation != nil
	if relation && b.joinsAll(components) {
		return b.oneFree(components, d.relation), message.Sprintf("counts one short of determining every atom"), nil
	}
	most := manyChanges
	if ok && d.rank <= 3 {
		most = lowRankChanges
	}
	if changes, few := b.changes(most); few {
		if most, done := zeroSum(changes); done {
			return length{most, true}, message.Sprintf("irreducible zero-sum sets of moves (Contejean-Devie completion)"), nil
		}
	}
	if relation {
		bound := b.oneFree(components, d.relation)
		return length{bound.edges, false}, message.Sprintf("counts one short of determining every atom, bound"), nil
	}
	if n, ok := (kinds{len(b.predicates), b.sets, make([]bool, b.n)}).passing(); ok {
		return length{n, false}, message.Sprintf("cycles through rows of counts that exclude one another, bound"), nil
	}
	clash.a, clash.b = int(b.predicates[clash.a]), int(b.predicates[clash.b])
	return length{}, message.Text{}, clash
}

// moves is the number of moves for a longest cycle: a move by itself is none.
func (b *block) moves(n length) length { return length{max(n.edges, 1), n.exact} }

// sparse returns the graph on the counts, with the vertices v+ and v- as its last one: a
// path from one to the other is a cycle through it, of the same length. It returns a clash
// when a move raises two counts or lowers two.
func (b *block) sparse() (graph, *clash) {
	n := len(b.predicates)
	g := newGraph(n + 1)
	var bad *clash
	for u := 0; u < b.n && bad == nil; u++ {
		b.neighbours(u, func(v int) bool {
			raised, lowered := n, n
			difference(b.sets[u], b.sets[v], func(i int32, sign int8) {
				end := &raised
				if sign < 0 {
					end = &lowered
				}
				if *end < n && bad == nil {
					bad = &clash{a: *end, b: int(i)}
				}
				*end = int(i)
			})
			g.join(raised, lowered)
			return bad == nil
		})
	}
	return g, bad
}

// laminar reports whether any two of the counts are nested or disjoint. Then each is the sum
// of the atoms inside it, and what it has beyond the counts inside it is an atom.
func (b *block) laminar() bool {
	size := make([]int, len(b.predicates))
	for _, list := range b.sets {
		for _, i := range list {
			size[i]++
		}
	}
	const unknown, none = -2, -1
	around := slices.Repeat([]int32{unknown}, len(b.predicates)) // the smallest count around each
	for _, list := range b.sets {
		chain := slices.Clone(list)
		slices.SortStableFunc(chain, func(i, j int32) int { return size[j] - size[i] })
		last := int32(none)
		for _, i := range chain {
			if around[i] != unknown && around[i] != last {
				return false
			}
			around[i], last = last, i
		}
	}
	return true
}

// independent returns, for every atom but the first of each component of the graph, its
// predicates less those of that first one: all differences along edges are sums of these.
func (b *block) independent() (vectors [][]int64, components [][]int) {
	components = b.components()
	for _, list := range components {
		for _, u := range list[1:] {
			v := make([]int64, len(b.predicates))
			difference(b.sets[list[0]], b.sets[u], func(i int32, sign int8) { v[i] = int64(sign) })
			vectors = append(vectors, v)
		}
	}
	return vectors, components
}

// joinsAll reports whether the atoms of each component are all joined to one another.
func (b *block) joinsAll(components [][]int) bool {
	for _, list := range components {
		for _, u := range list {
			if b.degree(u) < len(list)-1 {
				return false
			}
		}
	}
	return true
}

// oneFree is the number of moves where the counts leave the atoms one way to change: by a
// multiple of a vector k. Moves that together change the atoms by nothing hold a cycle.
// Others run through the atoms from those that lose people to those that gain; without
// cycles they stand in an order, and between each two neighbours of it no more moves pass
// than people. Were the change more than one times k, some of the moves would already make
// it once (a bipartite graph whose degrees all have a common factor splits into factors,
// König 1916). So m is the longer of the longest cycle and the sum of the people who pass,
// in the order in which those who lose most come first; on complete components both occur.
// On others the way of each person is a simple path besides, which bounds the sum too.
func (b *block) oneFree(components [][]int, relation []int64) length {
	total, at := int64(0), 0
	for _, list := range components {
		change := []int64{0}
		for range list[1:] {
			change = append(change, relation[at])
			change[0] -= relation[at]
			at++
		}
		slices.SortFunc(change, func(x, y int64) int { return cmp.Compare(y, x) })
		passing, sum, people := int64(0), int64(0), int64(0)
		for _, x := range change {
			sum += x
			passing += sum
			people += max(x, 0)
		}
		total += min(passing, people*int64(b.induced(list).pathBound()))
	}
	return longest(b.moves(b.longestCycle()), length{int(total), true})
}

// How many different changes of the counts zero-sum sets are searched for. Counts of rank
// three have at most 26, and the search of those ends, so sets of counts up to that rank
// are never refused; at higher ranks it hardly ever ends beyond the other number.
const (
	lowRankChanges = 26
	manyChanges    = 24
)

// changes returns the different changes of the counts that moves make, and false when they
// are more than most.
func (b *block) changes(most int) (list [][]int8, few bool) {
	seen := make(map[string]bool)
	few = true
	for u := 0; u < b.n && few; u++ {
		b.neighbours(u, func(v int) bool {
			change := make([]int8, len(b.predicates))
			difference(b.sets[u], b.sets[v], func(i int32, sign int8) { change[i] = sign })
			if key := fmt.Sprint(change); !seen[key] {
				seen[key] = true
				list = append(list, change)
			}
			few = len(list) <= most
			return few
		})
	}
	return list, few
}
