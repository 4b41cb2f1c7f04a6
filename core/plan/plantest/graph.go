package plantest

import "math/big"

// Graph is the secrets of a plan by their definitions: weights of edges between the combinations of values of its
// columns, numbered with the last column changing fastest, and one more vertex for "not in the file".
type Graph struct {
	// Edge has the weights of edges, nil where there is none.
	Edge [][]*big.Rat
	// values are those of each cell in each column.
	values [][]int
	// possible says which cells there may be.
	possible []bool
}

// Absent is the vertex for "not in the file".
func (g Graph) Absent() int { return len(g.values) }

// Values are those of a cell in each column.
func (g Graph) Values(cell int) []int { return g.values[cell] }

// Possible says whether there may be somebody in a cell.
func (g Graph) Possible(cell int) bool { return g.possible[cell] }

// part is a secret and its columns.
type part struct {
	columns []int
	joined  joins
}

// newGraph puts secrets together: an edge changes between one and so many of them, each along an edge of its own,
// and weighs as much as the heaviest of these. absent is the weight of the edge from a cell to "not in the file".
func newGraph(columns []column, parts []part, together int, possible func(values []int) bool, absent func(values []int) *big.Rat) Graph {
	g := Graph{values: [][]int{{}}}
	for _, c := range columns {
		var next [][]int
		for _, rest := range g.values {
			for v := range c.size() {
				next = append(next, append(append([]int(nil), rest...), v))
			}
		}
		g.values = next
	}
	for u, a := range g.values {
		g.possible = append(g.possible, possible(a))
		g.Edge = append(g.Edge, make([]*big.Rat, len(g.values)+1))
		for v, b := range g.values {
			if u != v && possible(a) && possible(b) {
				g.Edge[u][v] = edge(parts, together, a, b)
			}
		}
		if possible(a) {
			g.Edge[u][g.Absent()] = absent(a)
		}
	}
	g.Edge = append(g.Edge, make([]*big.Rat, len(g.values)+1))
	for u := range g.values {
		g.Edge[g.Absent()][u] = g.Edge[u][g.Absent()]
	}
	return g
}

func edge(parts []part, together int, a, b []int) *big.Rat {
	var heaviest *big.Rat
	changed := 0
	for _, p := range parts {
		var u, v []int
		differ := false
		for _, at := range p.columns {
			u, v = append(u, a[at]), append(v, b[at])
			differ = differ || a[at] != b[at]
		}
		if !differ {
			continue
		}
		w := p.joined(u, v)
		if changed++; w == nil || changed > together {
			return nil
		}
		if heaviest == nil || w.Cmp(heaviest) > 0 {
			heaviest = w
		}
	}
	return heaviest
}
