package main

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// secret says which answers of some columns must not be told apart.
type secret struct {
	Columns                                              []string
	Kind, Within, Norm, Unit, AtLeast, Weight, Otherwise string
	Scales, Weights, Coarser                             map[string]string
	Groups                                               []struct{ Values []string }
	Distances                                            []struct{ U, V, Distance string }
	Pairs                                                []pair
	Of                                                   []secret
	BlanksJoined                                         bool
}

type pair struct {
	U, V   []string
	Weight string
}

// edges says of two different combinations of values of some columns with what weight they are joined, so
// that nobody may tell them apart up to the budget times the weight; nil says that they are not. These are the
// secret graphs of Blowfish privacy (He, Machanavajjhala and Ding 2014, section 3), with weights.
type edges func(u, v []int) *big.Rat

// graph is the edges over some columns.
type graph struct {
	columns []*column
	weight  edges
}

// graphs returns the graphs of a secret: one for all its columns together, or one for each where they
// are secret entirely or not at all.
func (r *record) graphs(s secret) (out []graph) {
	columns, factor := r.named(s.Columns), exactOr(s.Weight, one)
	together := len(columns)
	if s.Kind == "everything" || s.Kind == "public" {
		together = 1
	}
	for of := range slices.Chunk(columns, together) {
		unweighted := r.edges(s, of)
		out = append(out, graph{of, func(u, v []int) *big.Rat {
			if w := unweighted(u, v); w != nil {
				return mul(w, factor)
			}
			return nil
		}})
	}
	return out
}

// edges returns the edges of a secret of its columns together, but for its weight.
func (r *record) edges(s secret, columns []*column) edges {
	switch s.Kind {
	case "everything":
		return everything
	case "public":
		return func(_, _ []int) *big.Rat { return nil }
	case "near", "graded", "place", "places":
		return distances(s, columns)
	case "grid", "groups", "coarser":
		return groups(s, columns)
	case "per value":
		return perValue(s, columns[0])
	case "matrix", "pairs":
		return listed(s, columns)
	case "any", "all":
		return r.combined(s)
	}
	panic(stop(fmt.Sprintf("the kind of secret %q is not known to this program", s.Kind)))
}

func everything(_, _ []int) *big.Rat { return one }

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
			byItself := a == "" || b == ""
			if u[i] != v[i] && (byItself && !s.BlanksJoined || !byItself && a != b) {
				return nil
			}
		}
		return one
	}
}

// piece says in which piece of a width a value lies: where its lower end does, or where it is open below the
// numbers just below its upper end.
func (c *column) piece(v int, width *big.Rat) string {
	from, at := cmp.Or(c.lo[0], c.hi[0]), cmp.Or(c.lo[v], c.hi[v])
	if at == nil {
		return "0"
	}
	n := quo(sub(at, from), width)
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
		text, has := s.Weights[label]
		if !has {
			text = s.Otherwise
		}
		of[v] = exactOr(text, nil)
	}
	return func(u, v []int) *big.Rat { return lesser(of[u[0]], of[v[0]]) }
}

// listed joins the listed pairs of combinations by their weights, or of values by their distances. Where no distance
// names a value for blanks or others they are by themselves, or (BlanksJoined) joined to all.
func listed(s secret, columns []*column) edges {
	for _, d := range s.Distances {
		s.Pairs = append(s.Pairs, pair{[]string{d.U}, []string{d.V}, d.Distance})
	}
	of, named := make(map[string]*big.Rat), s.Kind == "pairs"
	for _, p := range s.Pairs {
		u, v := make([]int, len(columns)), make([]int, len(columns))
		for i, c := range columns {
			u[i], v[i] = c.find(strings.TrimSpace(p.U[i])), c.find(strings.TrimSpace(p.V[i]))
			named = named || max(u[i], v[i]) >= c.declared
		}
		of[fmt.Sprint(u, v)], of[fmt.Sprint(v, u)] = exactOr(p.Weight, one), exactOr(p.Weight, one)
	}
	return func(u, v []int) *big.Rat {
		if !named && s.BlanksJoined && max(u[0], v[0]) >= columns[0].declared {
			return one
		}
		return of[fmt.Sprint(u, v)]
	}
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
	return func(u, v []int) (least *big.Rat) {
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
