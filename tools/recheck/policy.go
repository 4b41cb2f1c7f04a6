package main

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// mostCells is the most cells whose neighbours are built.
const mostCells = 4096

var tooMany = stop(fmt.Sprintf("there are more than %d cells", mostCells))

// view is a policy as it is seen through some columns. Cells are the combinations of their values, the
// last column changing fastest; cell number len(possible) stands for "not in the file".
type view struct {
	columns  []*column
	possible []bool
	parts    []seen
	together int
	alone    bool       // no two cells are joined but by "not in the file"
	absent   []*big.Rat // by cell, the weight of the edge to "not in the file", nil for none
	weights  []*big.Rat // all weights of pairs, rising
}

// seen is one graph as it is seen: the vertex of each cell, and for each two vertices the least weight of what is
// seen as their edge, and its place among all weights, from 1 on; nil and 0 for no edge.
type seen struct {
	of    []int
	least [][]*big.Rat
	place [][]int32
}

// distinct are the weights that were met: of equal ones the first stands for all.
type distinct struct {
	text map[string]*big.Rat
	same map[*big.Rat]*big.Rat
}

func (d distinct) of(w *big.Rat) *big.Rat {
	if w == nil || d.same[w] != nil {
		return d.same[w]
	}
	text := w.RatString()
	if d.text[text] == nil {
		d.text[text] = w
	}
	d.same[w] = d.text[text]
	return d.same[w]
}

// view returns the policy as seen through columns. Columns without a secret are secret entirely. What is
// seen may join more than is joined where combinations are impossible; noise that hides more hides all.
func (r *record) view(columns []*column) *view {
	k := cells(columns)
	v := &view{columns: columns, possible: make([]bool, k), together: r.plan.Secrets.Together, absent: make([]*big.Rat, k+1)}
	for cell := range k {
		v.possible[cell] = !slices.ContainsFunc(r.plan.Impossible, func(c map[string][]string) bool { return v.in(cell, c, false) })
	}
	secrets, named := r.plan.Secrets.Columns, make(map[string]bool)
	for _, s := range secrets {
		for _, name := range s.Columns {
			if named[name] {
				panic(stop(fmt.Sprintf("column %q has two secrets", name)))
			}
			named[name] = true
		}
	}
	for _, c := range columns {
		if !named[c.name] {
			secrets = append(slices.Clone(secrets), secret{Columns: []string{c.name}, Kind: "everything"})
		}
	}
	known := distinct{map[string]*big.Rat{"1": one}, map[*big.Rat]*big.Rat{one: one}}
	for _, s := range secrets {
		for _, g := range r.graphs(s) {
			if slices.ContainsFunc(g.columns, func(c *column) bool { return slices.Contains(columns, c) }) {
				v.parts = append(v.parts, g.seen(v, known))
			}
		}
	}
	v.alone = r.plan.Secrets.PresenceOnly
	if v.together == 0 {
		v.together = len(v.parts)
	}
	r.absences(v, known)
	v.weights = slices.SortedFunc(maps.Values(known.text), (*big.Rat).Cmp)
	places := make(map[*big.Rat]int32)
	for i, w := range v.weights {
		places[w] = int32(i) + 1
	}
	for i := range v.parts {
		for _, row := range v.parts[i].least {
			at := make([]int32, len(row))
			for to, w := range row {
				at[to] = places[w]
			}
			v.parts[i].place = append(v.parts[i].place, at)
		}
	}
	return v
}

// value returns the value of column i in a cell.
func (v *view) value(cell, i int) int {
	for j := len(v.columns) - 1; j > i; j-- {
		cell /= len(v.columns[j].values)
	}
	return cell % len(v.columns[i].values)
}

// in says whether the values of a cell lie in all the listed sets. Of sets of columns that are not seen it
// believes what unseen says.
func (v *view) in(cell int, sets map[string][]string, unseen bool) bool {
	for name, labels := range sets {
		i := slices.IndexFunc(v.columns, func(c *column) bool { return c.name == name })
		if i < 0 && !unseen || i >= 0 && !slices.Contains(labels, v.columns[i].values[v.value(cell, i)]) {
			return false
		}
	}
	return true
}

// seen returns a graph as it is seen through some of its columns.
func (g graph) seen(v *view, known distinct) seen {
	strides, all, few := make([]int, len(g.columns)), cells(g.columns), 1
	s := seen{of: make([]int, len(v.possible))}
	for i, c := range g.columns {
		if at := slices.Index(v.columns, c); at >= 0 {
			strides[i] = few
			for cell := range s.of {
				s.of[cell] += v.value(cell, at) * few
			}
			few *= len(c.values)
		}
	}
	for range few {
		s.least = append(s.least, make([]*big.Rat, few))
	}
	values, image := make([][]int, all), make([]int, all)
	for n := range values {
		rest := n
		for i, c := range g.columns {
			values[n] = append(values[n], rest%len(c.values))
			image[n] += values[n][i] * strides[i]
			rest /= len(c.values)
		}
		for m := range n {
			if a, b := image[n], image[m]; a != b {
				w := lesser(s.least[a][b], known.of(g.weight(values[n], values[m])))
				s.least[a][b], s.least[b][a] = w, w
			}
		}
	}
	return s
}

// absences joins cells to "not in the file". Where people have several rows, or rows weights, every place of a
// row may be empty.
func (r *record) absences(v *view, known distinct) {
	for cell := range v.possible {
		var w *big.Rat
		if r.plan.Secrets.Presence || r.slots() > 0 {
			w = one
		}
		for _, a := range r.plan.Secrets.Absences {
			if v.in(cell, a.Where, true) {
				w = lesser(w, known.of(orOne(a.Weight)))
			}
		}
		if v.possible[cell] {
			v.absent[cell] = w
		}
	}
}

// joined returns the place of the weight of the edge between two cells, -1 for no edge: between one and
// together parts differ, each along an edge, and it weighs as much as the heaviest of these.
func (v *view) joined(a, b int) int {
	if b == len(v.possible) {
		return slices.Index(v.weights, v.absent[a])
	}
	if v.alone {
		return -1
	}
	changed, heaviest := 0, int32(0)
	for _, p := range v.parts {
		if from, to := p.of[a], p.of[b]; from != to {
			place := p.place[from][to]
			if changed++; place == 0 || changed > v.together {
				return -1
			}
			heaviest = max(heaviest, place)
		}
	}
	if !v.possible[a] || !v.possible[b] {
		return -1
	}
	return int(heaviest) - 1
}

// slots returns how many rows, or units of rows' weights, a person has; 0 where everybody has one row.
func (r *record) slots() int64 {
	slots := one
	if r.plan.Rows == nil && r.plan.Weight == nil {
		return 0
	}
	if rows := r.plan.Rows; rows != nil {
		slots = whole(rows.AtMost)
	}
	if w := r.plan.Weight; w != nil {
		slots = mul(slots, quo(exact(w.Cap), exact(w.Step)))
	}
	if !slots.IsInt() {
		panic(stop("the cap of the weights is no whole number of steps"))
	}
	return slots.Num().Int64()
}
