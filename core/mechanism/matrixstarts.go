package mechanism

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"steward/core/account"
	"steward/core/optimum"
	"steward/core/policy"
)

// startsKey tells apart problems for which other starts are made though questions and policy are the
// same by numbers: columns of other sizes, with another order, or other public sums.
func startsKey(p Problem) string {
	var b strings.Builder
	for _, a := range p.Workload.Domain().Attributes() {
		fmt.Fprint(&b, a.Size(), a.HasOrder(), " ")
	}
	_, known := p.Facts.Total()
	fmt.Fprint(&b, known, p.Disclose)
	return b.String()
}

// maxStartRows is the most rows of a start, as a multiple of the cells.
const maxStartRows = 4

// matrixStarts returns the strategies that a search starts from: every cell, sums along a spanning
// tree, what the structured mechanisms measure, and the answers themselves; as rows over the cells.
func matrixStarts(ctx context.Context, p Problem, problem *optimum.Problem) ([]*mat.Dense, error) {
	c, err := p.components()
	if err != nil {
		return nil, err
	}
	k := len(c.of)
	cells := newRowList(k)
	for cell, n := range c.of {
		if n >= 0 {
			cells.add(func(of []float64) { of[cell] = 1 })
		}
	}
	starts := []*rowList{cells, treeRows(p, c)}
	if rows := p.Workload.Len(); rows <= maxStartRows*k {
		answers := newRowList(k)
		for i := range rows {
			answers.add(func(of []float64) {
				p.Workload.Operator().Row(i, func(cell int, v int64) { of[cell] = float64(v) })
			})
		}
		starts = append(starts, answers)
	}
	// The budget has no influence on what is found.
	p.Gaussian, p.StandIn = false, StandIn{}
	if p.Budget, err = account.ParseEpsilon("0.01"); err != nil {
		return nil, err
	}
	for _, m := range []Mechanism{orderedHierarchical{}, hierarchical{}, ramps{}, softBlocks{}, nestedBoxes{}} {
		if !m.Check(p).OK() {
			continue
		}
		prepared, err := m.Prepare(ctx, p)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue // it cannot be drawn, say
		}
		if rows, ok := measuredRows(prepared, k); ok {
			starts = append(starts, rows)
		}
	}
	var out []*mat.Dense
	for _, s := range starts {
		if n := len(s.rows) / k; n > 0 && n <= maxStartRows*k && problem.Searchable(n) {
			out = append(out, mat.NewDense(n, k, s.rows))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there are too many secret pairs to search in a moment: use another method")
	}
	return out, nil
}

// rowList is rows over some cells.
type rowList struct {
	cells int
	rows  []float64
}

func newRowList(cells int) *rowList { return &rowList{cells: cells} }

func (l *rowList) add(fill func(of []float64)) {
	n := len(l.rows)
	l.rows = append(l.rows, make([]float64, l.cells)...)
	fill(l.rows[n:])
}

// measuredRows returns what a prepared mechanism measures with noise, each row over its noise's scale.
func measuredRows(q Prepared, k int) (*rowList, bool) {
	out := newRowList(k)
	switch q := q.(type) {
	case *preparedLine:
		for _, s := range q.segments {
			if s.strategy == nil {
				continue
			}
			columns, one := make([][]int64, s.cells()), make([]int64, s.cells())
			for u := range columns {
				columns[u], one[u] = make([]int64, s.strategy.Rows()), 1
				if err := s.strategy.MeasureInto(columns[u], one); err != nil {
					return nil, false
				}
				one[u] = 0
			}
			for g, group := range s.strategy.Groups() {
				out.addColumns(columns, group.First, group.Rows, s.lo, s.groups[g].law())
			}
		}
	case *preparedNested:
		for _, g := range q.groups {
			if g.rows > maxStartRows*k {
				return nil, false
			}
			columns, one := make([][]int64, k), make([]int64, k)
			for u := range columns {
				one[u] = 1
				columns[u] = q.measure(g, one)
				one[u] = 0
			}
			out.addColumns(columns, 0, g.rows, 0, law{scale: g.scale})
		}
	default:
		return nil, false
	}
	return out, true
}

// addColumns adds some rows of a matrix given by columns, the first of which is a cell's.
func (l *rowList) addColumns(columns [][]int64, first, rows, cell int, noise law) {
	if noise.scale.IsZero() {
		return
	}
	for i := first; i < first+rows; i++ {
		l.add(func(of []float64) {
			for u, c := range columns {
				of[cell+u] = float64(c[i]) / noise.scale.Float()
			}
		})
	}
}

// treeRows returns single cells, and with a weight that makes both about as dear the sums of the
// subtrees of a spanning tree from the middle of each component (breadth first, so that it stretches
// few edges).
func treeRows(p Problem, c componentCells) *rowList {
	k := len(c.of)
	out, next := newRowList(k), make([][]int, k)
	err := p.Policy.Edges(func(e policy.Edge) bool {
		if e.V != policy.Absent {
			next[e.U], next[e.V] = append(next[e.U], int(e.V)), append(next[e.V], int(e.U))
		}
		return true
	})
	if err != nil {
		return out
	}
	for component := range c.sizes {
		var cells []int
		for cell, n := range c.of {
			if n == component {
				cells = append(cells, cell)
			}
		}
		best, least := tour{}, math.MaxInt
		for _, from := range cells {
			if t := walkFrom(next, from); len(t.order) == len(cells) && t.depths < least {
				best, least = t, t.depths
			}
		}
		if least == math.MaxInt {
			continue // it hangs together by "not in the file" only
		}
		below := make([][]int, k)
		for _, u := range slices.Backward(best.order) {
			below[u] = append(below[u], u)
			if on := best.parent[u]; on >= 0 {
				below[on] = append(below[on], below[u]...)
			}
		}
		for _, u := range best.order[1:] {
			out.add(func(of []float64) { of[u] = 1 })
			if len(below[u]) > 1 {
				out.add(func(of []float64) {
					for _, v := range below[u] {
						of[v] = treeWeight
					}
				})
			}
		}
		out.add(func(of []float64) { of[best.order[0]] = 1 })
	}
	return out
}

// treeWeight is the first weight of a subtree beside that of a cell.
const treeWeight = 0.3

// tour is a spanning tree of what can be reached from a cell.
type tour struct {
	order  []int
	parent map[int]int
	depths int // of all cells together
}

func walkFrom(next [][]int, from int) tour {
	t := tour{order: []int{from}, parent: map[int]int{from: -1}}
	depth := map[int]int{from: 0}
	for i := 0; i < len(t.order); i++ {
		u := t.order[i]
		t.depths += depth[u]
		for _, v := range next[u] {
			if _, seen := t.parent[v]; !seen {
				t.parent[v], depth[v] = u, depth[u]+1
				t.order = append(t.order, v)
			}
		}
	}
	return t
}
