package synthetic

import (
	"math/bits"
)

// cliques are sets of columns in a tree in which the cliques of a column hang together, so that
// tables over them say all about a distribution in which columns depend on one another only inside
// cliques (a junction tree: Lauritzen and Spiegelhalter 1988).
type cliques struct {
	sets   []columns
	parent []int // -1 for the first, which is the root; every other stands after its parent
}

// triangulated returns the cliques of the graph that joins the columns of each set, made chordal by
// taking out one column after another: that with the smallest table over it and its neighbours.
func triangulated(sets []columns, sizes []int) []columns {
	next := make([]columns, len(sizes))
	for _, s := range sets {
		for _, j := range s.list() {
			next[j] |= s
		}
	}
	left := columns(0)
	for j := range sizes {
		next[j] |= 1 << j
		left |= 1 << j
	}
	var out []columns
	for left != 0 {
		best, least := -1, 0.0
		for _, j := range left.list() {
			if n := (next[j] & left).cells(sizes); best < 0 || n < least {
				best, least = j, n
			}
		}
		c := next[best] & left
		out = append(out, c)
		left &^= 1 << best
		for _, j := range (c & left).list() {
			next[j] |= c
		}
	}
	return maximal(out)
}

// newCliques hangs cliques in a tree, each on one with which it shares the most columns.
func newCliques(sets []columns) cliques {
	c := cliques{}
	in := make([]bool, len(sets))
	best, at := make([]int, len(sets)), make([]int, len(sets)) // columns shared with the tree, and with which
	for i := range sets {
		best[i], at[i] = 0, -1
	}
	for range sets {
		pick := -1
		for i := range sets {
			if !in[i] && (pick < 0 || best[i] > best[pick]) {
				pick = i
			}
		}
		in[pick] = true
		c.sets, c.parent = append(c.sets, sets[pick]), append(c.parent, at[pick])
		if at[pick] < 0 && len(c.sets) > 1 {
			c.parent[len(c.sets)-1] = 0
		}
		for i := range sets {
			if n := bits.OnesCount64(uint64(sets[i] & sets[pick])); !in[i] && n > best[i] {
				best[i], at[i] = n, len(c.sets)-1
			}
		}
	}
	return c
}

// separator returns the columns that a clique shares with its parent.
func (c cliques) separator(i int) columns {
	if c.parent[i] < 0 {
		return 0
	}
	return c.sets[i] & c.sets[c.parent[i]]
}

// cellsOf returns the numbers that a model of some tables is made of.
func cellsOf(sets []columns, sizes []int) float64 {
	n := 0.0
	for _, c := range triangulated(sets, sizes) {
		n += c.cells(sizes)
	}
	return n
}
