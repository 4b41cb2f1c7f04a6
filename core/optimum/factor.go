package optimum

import (
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// everyCell is how often every cell by itself is asked for beside the runs of a factor, as a part of how
// often the one is that is asked for most: cells that no question tells apart stay of a size.
const everyCell = 1e-3

// NewFactor returns the problem of one column of a product of strategies (docs/mathematics.md, section
// "Products of columns"): runs of its cells are asked for, every cell counts for one at most, and the
// cells of a pair differ by no more than apart. A strategy that a search finds for it has errors for
// columns of norm one. Two cells differ by two at most in any case, so that from there on pairs say
// nothing. It errors with ErrLarge where dense matrices would be too large.
func NewFactor(runs linop.Intervals, pairs [][2]int, apart float64) (*Problem, error) {
	k := runs.Columns()
	if k > limits.MaxDenseCells {
		return nil, message.Errorf("%w: %d cells are more than %d", ErrLarge, k, limits.MaxDenseCells)
	}
	g, err := gram(runs)
	if err != nil {
		return nil, err
	}
	largest := 0.0
	for u := range k {
		largest = max(largest, g.At(u, u))
	}
	q := &Problem{gram: g}
	for u := range k {
		g.SetSym(u, u, g.At(u, u)+everyCell*largest)
		q.unknown, q.cells, q.root = append(q.unknown, u), append(q.cells, u), append(q.root, none)
		q.edges = append(q.edges, edge{u, none, 1})
	}
	if apart >= 2 {
		return q, nil
	}
	if len(pairs) > limits.MaxDenseEdges {
		return nil, message.Errorf("%w: more than %d secret pairs", ErrLarge, limits.MaxDenseEdges)
	}
	for _, p := range pairs {
		q.edges = append(q.edges, edge{p[0], p[1], apart})
	}
	return q, nil
}
