package cluster

import (
	"math/big"
	"slices"

	"steward/core/policy/weighted"
)

// changes are the largest changes along the edges of a policy, by the edges' weights: for 0, 1 and 2
// sizes that change by one each, the largest change of the sums, -1 where there is no such edge. It
// is of all sums together in parts of steps (axis.part): the L1 norm, or the square of the L2 norm.
type changes struct {
	by    map[weighted.Weight]*[3]int64
	exact bool // some edge has each of them; otherwise they are bounds
	last  weighted.Weight
	at    *[3]int64
}

func newChanges() *changes { return &changes{by: make(map[weighted.Weight]*[3]int64), exact: true} }

func (c *changes) add(sizes int, sums int64, w weighted.Weight) {
	if c.at == nil || w != c.last {
		if c.last, c.at = w, c.by[w]; c.at == nil {
			c.at = &[3]int64{-1, -1, -1}
			c.by[w] = c.at
		}
	}
	if sums > c.at[sizes] {
		c.at[sizes] = sums
	}
}

// list returns what cannot be left out: no change that another one is at least as large as in both
// ways per unit of weight.
func (c *changes) list() []change {
	var all []change
	for w, sums := range c.by {
		for n, m := range sums {
			if m > 0 || m == 0 && n > 0 {
				all = append(all, change{n, m, w})
			}
		}
	}
	slices.SortFunc(all, change.compare)
	var out []change
	for _, x := range all {
		if !slices.ContainsFunc(out, x.below) {
			out = slices.DeleteFunc(out, func(y change) bool { return y.below(x) })
			out = append(out, x)
		}
	}
	return out
}

// change is one entry of changes.
type change struct {
	sizes  int
	sums   int64
	weight weighted.Weight
}

func (x change) compare(y change) int {
	switch {
	case x.weight != y.weight:
		return int(min(max(x.weight-y.weight, -1), 1))
	case x.sizes != y.sizes:
		return y.sizes - x.sizes
	}
	return int(min(max(y.sums-x.sums, -1), 1))
}

// below reports whether y changes at least as much per unit of weight in both ways.
func (x change) below(y change) bool {
	if x.weight == y.weight {
		return x.sizes <= y.sizes && x.sums <= y.sums
	}
	less := func(a, b int64) bool { // a/x.weight <= b/y.weight
		p, q := new(big.Int).Mul(big.NewInt(a), big.NewInt(int64(y.weight))), new(big.Int).Mul(big.NewInt(b), big.NewInt(int64(x.weight)))
		return p.Cmp(q) <= 0
	}
	// A lighter edge that changes more keeps a heavier one, for the squares of weights all the more.
	return y.weight <= x.weight && less(int64(x.sizes), int64(y.sizes)) && less(x.sums, y.sums)
}

// measure is what sums are about: which cell belongs to which group, and the points of reference that
// are taken off the values in each, in whole steps.
type measure struct {
	c       *Clustering
	of      []int16
	about   [][]int64 // per group and axis
	squared bool      // L2
}

// of returns by how much one person in a placed cell changes the sums of its group.
func (m *measure) alone(cell int) int64 {
	sum, about := int64(0), m.about[m.of[cell]]
	for j := range m.c.axes {
		off := m.c.axes[j].part * (m.c.at(cell, j) - about[j])
		switch {
		case m.squared:
			sum += off * off
		case off < 0:
			sum -= off
		default:
			sum += off
		}
	}
	return sum
}

// between returns by how much the sums of a group change when somebody in it goes from u to v.
func (m *measure) between(u, v int) int64 {
	sum := int64(0)
	for j := range m.c.axes {
		off := m.c.axes[j].part * (m.c.at(u, j) - m.c.at(v, j))
		switch {
		case m.squared:
			sum += off * off
		case off < 0:
			sum -= off
		default:
			sum += off
		}
	}
	return sum
}

// edge adds what an edge between two cells that can occur changes.
func (m *measure) edge(into *changes, u, v int, w weighted.Weight) {
	from, to := m.of[u], m.of[v]
	switch {
	case from == to && from >= 0:
		into.add(0, m.between(u, v), w)
	case from >= 0 && to >= 0:
		into.add(2, m.alone(u)+m.alone(v), w)
	case from >= 0:
		into.add(1, m.alone(u), w)
	case to >= 0:
		into.add(1, m.alone(v), w)
	}
}
