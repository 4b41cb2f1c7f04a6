package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// edges says of two different combinations of values of some columns with what weight they are joined, so
// that nobody may tell them apart up to the budget times the weight; nil says that they are not.
type edges func(u, v []int) *big.Rat

// graph is the edges over some columns.
type graph struct {
	columns []*column
	weight  edges
}

// graphs returns the graphs of a secret: one for all its columns together, or one for each where they
// are secret entirely or not at all.
func (r *record) graphs(s secret) []graph {
	columns, factor := r.named(s.Columns), orOne(s.Weight)
	var out []graph
	if s.Kind == "everything" || s.Kind == "public" {
		for _, c := range columns {
			out = append(out, graph{[]*column{c}, func(_, _ []int) *big.Rat {
				if s.Kind == "public" {
					return nil
				}
				return factor
			}})
		}
		return out
	}
	inner := r.edges(s, columns)
	return []graph{{columns, func(u, v []int) *big.Rat {
		w := inner(u, v)
		if w == nil || factor == one {
			return w
		}
		return mul(w, factor)
	}}}
}

// edges returns the edges of a secret of its columns together.
func (r *record) edges(s secret, columns []*column) edges {
	switch s.Kind {
	case "near", "graded":
		return distances(s, columns)
	case "place", "places":
		return places(s, columns)
	case "grid", "groups", "coarser":
		return groups(s, columns)
	case "per value":
		return perValue(s, columns[0])
	case "matrix":
		return matrix(s, columns[0])
	case "pairs":
		return pairs(s, columns)
	case "any", "all":
		return r.combined(s)
	}
	panic(stop(fmt.Sprintf("the kind of secret %q is not known to this program", s.Kind)))
}

// distances joins combinations whose scaled differences make a distance within a threshold (near), or all,
// by their distance in units (graded). Differences of ranges are the least of numbers in them; two ranges of real
// numbers come near to it and do not attain it. A value for blanks or others is joined to none, or
// (BlanksJoined) to every one: at no distance where near, at one unit where graded.
func distances(s secret, columns []*column) edges {
	limit, least := exact(s.Within+s.Unit), new(big.Rat)
	if s.AtLeast != "" {
		least = exact(s.AtLeast)
	}
	// All numbers are whole multiples of one part.
	var all []*big.Rat
	for _, c := range columns {
		for _, x := range slices.Concat(c.lo, c.hi) {
			if x != nil {
				all = append(all, mul(x, orOne(s.Scales[c.name])))
			}
		}
	}
	part := new(big.Rat).SetFrac(big.NewInt(1), commonDenominator(append(all, limit, least)))
	parts := func(x, scale *big.Rat) int64 {
		if x == nil {
			return 0 // an open end is never the nearest
		}
		n := quo(mul(x, scale), part).Num()
		if !n.IsInt64() || n.Int64() > 1<<28 || n.Int64() < -1<<28 {
			panic(stop("distances are too fine or too large for this program"))
		}
		return n.Int64()
	}
	lo, hi := make([][]int64, len(columns)), make([][]int64, len(columns))
	for i, c := range columns {
		for v := range c.declared {
			lo[i] = append(lo[i], parts(c.lo[v], orOne(s.Scales[c.name])))
			hi[i] = append(hi[i], parts(c.hi[v], orOne(s.Scales[c.name])))
		}
	}
	most, weights := parts(limit, one), make(map[int64]*big.Rat)
	if s.Norm == "L2" {
		most *= most
	}
	return func(u, v []int) *big.Rat {
		all, open := int64(0), false
		for i, c := range columns {
			if u[i] == v[i] {
				continue
			}
			d, here := int64(0), c.open
			if max(u[i], v[i]) < c.declared {
				d = lo[i][max(u[i], v[i])] - hi[i][min(u[i], v[i])]
			} else if here = false; !s.BlanksJoined {
				return nil
			} else if s.Kind == "graded" {
				d = parts(limit, one)
			}
			switch {
			case s.Norm == "L2":
				all, open = all+d*d, open || here
			case s.Norm != "Linf":
				all, open = all+d, open || here
			case d > all:
				all, open = d, here
			default:
				open = open || here && d == all
			}
		}
		if s.Kind == "near" && (all > most || open && all == most) {
			return nil
		} else if s.Kind == "near" {
			return one
		}
		if weights[all] == nil {
			far := mul(whole(all), part)
			if s.Norm == "L2" {
				far = root(mul(far, part), false)
			}
			if more(least, far) {
				far = least
			}
			weights[all] = quo(far, limit)
		}
		return weights[all]
	}
}

// places joins places within a number of kilometres, or all, by their kilometres in units. An unknown
// latitude or longitude may be any (BlanksJoined; one unit away where graded), or is a place of its own.
func places(s secret, columns []*column) edges {
	limit, least := exact(s.Within+s.Unit), new(big.Rat)
	if s.Kind == "places" {
		least = exact(s.AtLeast)
	}
	at := func(c *column, v int, from, to float64) (lo, hi float64) {
		lo, hi = from, to
		if v < c.declared && c.lo[v] != nil {
			lo, _ = c.lo[v].Float64()
		}
		if v < c.declared && c.hi[v] != nil {
			hi, _ = c.hi[v].Float64()
		}
		return lo, hi
	}
	rectangleOf := func(u []int) (out rectangle) {
		out.south, out.north = at(columns[0], u[0], -90, 90)
		out.west, out.east = at(columns[1], u[1], -180, 180)
		return out
	}
	return func(u, v []int) *big.Rat {
		special := false
		for i, c := range columns {
			special = special || u[i] != v[i] && max(u[i], v[i]) >= c.declared
		}
		far := new(big.Rat).SetFloat64(kilometres(rectangleOf(u), rectangleOf(v)))
		switch {
		case special && !s.BlanksJoined, s.Kind == "place" && more(far, limit):
			return nil
		case s.Kind == "place":
			return one
		case special:
			far = limit
		}
		if more(least, far) {
			far = least
		}
		return quo(far, limit)
	}
}

// groups joins the values of a group, of one entry of a coarser list, or in each column of one piece of
// a grid that begins at the lowest number. A value for blanks or others that is in no group is by itself, or
// (BlanksJoined) joined to all.
func groups(s secret, columns []*column) edges {
	of := make([][]string, len(columns))
	for i, c := range columns {
		of[i] = make([]string, len(c.values))
		for v := 0; v < c.declared && s.Kind == "grid"; v++ {
			of[i][v] = c.piece(v, exact(s.Scales[c.name]))
		}
		for g, group := range s.Groups {
			for _, label := range group.Values {
				of[i][c.find(label)] = fmt.Sprint("group ", g)
			}
		}
		for label, group := range s.Coarser {
			of[i][c.find(label)] = strings.TrimSpace(group)
		}
	}
	return func(u, v []int) *big.Rat {
		for i := range columns {
			a, b := of[i][u[i]], of[i][v[i]]
			if u[i] != v[i] && (a != b || a == "") && (a != "" && b != "" || !s.BlanksJoined) {
				return nil
			}
		}
		return one
	}
}

// piece says in which piece of a width a value lies: where its lower end does, or where it is open below the
// numbers just below its upper end.
func (c *column) piece(v int, width *big.Rat) string {
	from, at := c.lo[0], c.lo[v]
	if from == nil {
		from = c.hi[0]
	}
	if at == nil {
		at = c.hi[v]
	}
	if at == nil {
		return "0"
	}
	n := quo(new(big.Rat).Sub(at, from), width)
	floor := new(big.Int).Div(n.Num(), n.Denom())
	if c.lo[v] == nil && c.open && n.IsInt() {
		floor.Sub(floor, big.NewInt(1))
	}
	return floor.String()
}

// perValue joins every two values by the less of their weights; those without a weight are joined to
// those with one only.
func perValue(s secret, c *column) edges {
	of := make([]*big.Rat, len(c.values))
	for v, label := range c.values {
		text, listed := s.Weights[label]
		if !listed {
			text = s.Otherwise
		}
		of[v] = end(text)
	}
	return func(u, v []int) *big.Rat { return lesser(of[u[0]], of[v[0]]) }
}

// lesser returns the less of two weights, of which nil is none.
func lesser(a, b *big.Rat) *big.Rat {
	if a == nil || b != nil && more(a, b) {
		return b
	}
	return a
}

// matrix joins the listed pairs of values by their distances. Where no distance names a value for blanks
// or others they are by themselves, or (BlanksJoined) joined to all.
func matrix(s secret, c *column) edges {
	of, named := make(map[[2]int]*big.Rat), false
	for _, d := range s.Distances {
		u, v := c.find(d.U), c.find(d.V)
		of[[2]int{min(u, v), max(u, v)}] = exact(d.Distance)
		named = named || max(u, v) >= c.declared
	}
	return func(u, v []int) *big.Rat {
		if max(u[0], v[0]) >= c.declared && !named && s.BlanksJoined {
			return one
		}
		return of[[2]int{min(u[0], v[0]), max(u[0], v[0])}]
	}
}

// pairs joins the listed pairs of combinations.
func pairs(s secret, columns []*column) edges {
	of := make(map[string]*big.Rat)
	for _, p := range s.Pairs {
		var u, v []int
		for i, c := range columns {
			u, v = append(u, c.find(strings.TrimSpace(p.U[i]))), append(v, c.find(strings.TrimSpace(p.V[i])))
		}
		of[fmt.Sprint(u, v)] = orOne(p.Weight)
		of[fmt.Sprint(v, u)] = orOne(p.Weight)
	}
	return func(u, v []int) *big.Rat { return of[fmt.Sprint(u, v)] }
}

// combined joins what any of several secrets of the same columns joins, or what all do, by the least of
// their weights.
func (r *record) combined(s secret) edges {
	var of []edges
	for _, inner := range s.Of {
		inner.Columns = s.Columns
		for _, g := range r.graphs(inner) {
			of = append(of, g.weight)
		}
	}
	return func(u, v []int) *big.Rat {
		var least *big.Rat
		for _, weight := range of {
			w := weight(u, v)
			if w == nil && s.Kind == "all" {
				return nil
			}
			least = lesser(least, w)
		}
		return least
	}
}
