package main

import (
	"math/big"
	"slices"
)

// mostCells is the most cells whose neighbours are built.
const mostCells = 4096

// combinations lists the combinations of values of some columns, the last column changing fastest.
func combinations(columns []*column) [][]int {
	out := [][]int{nil}
	for _, c := range columns {
		n := len(out) * len(c.values)
		must(0 < n && n <= mostCells, "there are more than %d cells", mostCells)
		var longer [][]int
		for _, cell := range out {
			for value := range c.values {
				longer = append(longer, append(slices.Clone(cell), value))
			}
		}
		out = longer
	}
	return out
}

// restricted returns the values that the combinations of some columns have in others among these.
func restricted(cells [][]int, from, to []*column) [][]int {
	out := make([][]int, len(cells))
	for _, c := range to {
		i := slices.Index(from, c)
		for cell, values := range cells {
			out[cell] = append(out[cell], values[i])
		}
	}
	return out
}

// view is the policy over some columns. Cells are the combinations of their values; cell number len(cells) stands
// for "not in the file".
type view struct {
	columns  []*column
	cells    [][]int
	possible []bool
	parts    []part
	together int        // how many parts may change at once
	alone    bool       // no two cells are joined but by "not in the file"
	absent   []*big.Rat // by cell, the weight of the edge to "not in the file", nil for none
}

// part is one graph of a policy, and by cell the values of its columns.
type part struct {
	weight edges
	of     [][]int
}

// view returns the policy over columns, and over those that have a secret together with one of them. Columns without a
// secret are secret entirely. It may join more than is joined where combinations of other columns are impossible; noise
// that hides more hides all.
func (r *record) view(columns []*column) *view {
	of := r.plan.Secrets
	var graphs []graph
	for _, s := range of.Columns {
		graphs = append(graphs, r.graphs(s)...)
	}
	for _, c := range r.columns {
		with := slices.DeleteFunc(slices.Clone(graphs), func(g graph) bool { return !slices.Contains(g.columns, c) })
		must(len(with) < 2, "column %q has two secrets", c.name)
		if len(with) == 0 {
			graphs = append(graphs, graph{[]*column{c}, everything})
		}
	}
	var seen []graph
	for _, g := range graphs {
		others := slices.DeleteFunc(slices.Clone(g.columns), func(c *column) bool { return slices.Contains(columns, c) })
		if len(others) < len(g.columns) {
			seen, columns = append(seen, g), slices.Concat(columns, others)
		}
	}
	v := &view{columns: columns, cells: combinations(columns), together: of.Together, alone: of.PresenceOnly}
	for _, g := range seen {
		v.parts = append(v.parts, part{g.weight, restricted(v.cells, columns, g.columns)})
	}
	if v.together == 0 {
		v.together = len(v.parts)
	}
	for cell := range v.cells {
		possible := !slices.ContainsFunc(r.plan.Impossible, func(sets map[string][]string) bool { return v.in(cell, boxOf(sets), false) })
		if g := r.plan.Group; g != nil && slices.ContainsFunc(columns, func(c *column) bool { return c.name == g.Column }) {
			possible = possible && v.in(cell, boxOf(map[string][]string{g.Column: g.Values}), false)
		}
		v.possible = append(v.possible, possible)
		// Where people have several rows, or rows weights, every place of a row may be empty.
		var absent *big.Rat
		if of.Presence || r.slots() > 0 {
			absent = one
		}
		for _, a := range of.Absences {
			if v.in(cell, boxOf(a.Where), true) {
				absent = lesser(absent, exactOr(a.Weight, one))
			}
		}
		if !possible {
			absent = nil
		}
		v.absent = append(v.absent, absent)
	}
	return v
}

// joined returns the weight of the edge between two cells, nil for no edge: between one and together parts
// differ, each along an edge, and it weighs as much as the heaviest of these.
func (v *view) joined(a, b int) (heaviest *big.Rat) {
	if b == len(v.cells) {
		return v.absent[a]
	}
	if v.alone || !v.possible[a] || !v.possible[b] {
		return nil
	}
	changed := 0
	for _, p := range v.parts {
		if from, to := p.of[a], p.of[b]; !slices.Equal(from, to) {
			w := p.weight(from, to)
			if changed++; w == nil || changed > v.together {
				return nil
			}
			if more(w, heaviest) {
				heaviest = w
			}
		}
	}
	return heaviest
}

// condition says that the value of a column is one of some values, or in one of some spans; a box is what meets
// several conditions.
type condition struct {
	Column string
	Values []string
	Spans  []struct{ From, To string }
}

func boxOf(sets map[string][]string) (box []condition) {
	for name, labels := range sets {
		box = append(box, condition{Column: name, Values: labels})
	}
	return box
}

// in says whether a cell is in a box. Of conditions on columns that are not seen it believes what unseen says.
func (v *view) in(cell int, box []condition, unseen bool) bool {
	for _, c := range box {
		i := slices.IndexFunc(v.columns, func(of *column) bool { return of.name == c.Column })
		if i < 0 && unseen {
			continue
		} else if i < 0 {
			return false
		}
		of, value := v.columns[i], v.cells[cell][i]
		inside := slices.Contains(c.Values, of.values[value])
		for _, s := range c.Spans {
			inside = inside || of.find(s.From) <= value && value <= of.find(s.To)
		}
		if !inside {
			return false
		}
	}
	return true
}

// slots returns how many rows, or units of rows' weights, a person has; 0 where everybody has one row.
func (r *record) slots() int64 {
	slots := new(big.Rat)
	if r.plan.Rows != nil {
		slots = whole(r.plan.Rows.AtMost)
	}
	if w := r.plan.Weight; w != nil {
		slots = mul(exact(w.Cap), quo(whole(max(slots.Num().Int64(), 1)), exact(w.Step)))
	}
	must(slots.IsInt(), "the cap of the weights is no whole number of steps")
	return slots.Num().Int64()
}
