package matrix

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/line"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/sensitivity"
)

// startsKey tells apart problems for which other starts are made though questions and policy are the
// same by numbers: columns of other sizes, with another order, or other public sums.
func startsKey(p mechanism.Problem) string {
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
func matrixStarts(ctx context.Context, p mechanism.Problem, problem *optimum.Problem) ([]*mat.Dense, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	k := len(c.Of)
	cells := newRowList(k)
	for cell, n := range c.Of {
		if n >= 0 {
			cells.add(func(of []float64) { of[cell] = 1 })
		}
	}
	starts := append([]*rowList{cells, treeRows(p, c)}, patterns(p, k)...)
	starts = append(starts, ballRows(p, c)...)
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
	p.Gaussian, p.StandIn = false, mechanism.StandIn{}
	if p.Budget, err = account.ParseEpsilon("0.01"); err != nil {
		return nil, err
	}
	for _, m := range []mechanism.Mechanism{line.OrderedHierarchical{}, line.Hierarchical{}, line.Ramps{}, line.SoftBlocks{}, box.NestedBoxes{}} {
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
			if l, err := sensitivity.OnLine(p.Policy); err == nil && m == (line.Ramps{}) && problem.DescendsOnce(len(rows.rows)/k) {
				starts = append(starts, rows.aside((l.Longest()+1)/2))
			}
		}
	}
	var out []*mat.Dense
	for _, s := range starts {
		if n := len(s.rows) / k; n > 0 && n <= maxStartRows*k && problem.Searchable(n) {
			out = append(out, mat.NewDense(n, k, s.rows))
		}
	}
	if len(out) == 0 {
		return nil, errTooManyPairs
	}
	return out, nil
}

// patterns returns, for values in order that are secret up to four steps apart, the rows of period four
// that a search without any structure on long lines ended at, in their four places.
func patterns(p mechanism.Problem, k int) (out []*rowList) {
	if line.CheckLine(p).Reasons != nil {
		return nil
	}
	if line, err := sensitivity.OnLine(p.Policy); err != nil || line.Longest() != 4 {
		return nil
	}
	// By row the weights of cumulative counts, by how far they are from the pattern's place.
	pattern := []map[int]float64{
		{0: 0.183, 1: 0.212, -2: 0.099, -3: -0.099},
		{1: 0.303, 0: -0.303},
		{3: 0.303, 2: -0.303},
		{2: 0.203, 1: -0.203, 4: -0.303, 3: 0.303},
	}
	for first := range 4 {
		l := newRowList(k)
		for at := first - 4; at < k+4; at += 4 {
			for _, row := range pattern {
				l.add(func(of []float64) {
					for by, weight := range row {
						for u := 0; u < min(at+by, k); u++ {
							of[u] += weight
						}
					}
				})
			}
		}
		out = append(out, l)
	}
	return out
}

// aside returns the rows with all that count several cells moved by some cells along a line: groups hardly move in one descent, and where they are
// matters at the line's ends.
func (l *rowList) aside(by int) *rowList {
	out := newRowList(l.cells)
	for row := range slices.Chunk(l.rows, l.cells) {
		out.add(func(of []float64) {
			if copy(of, row); countedAlone(row) {
				return
			}
			for u := range of {
				of[u] = row[max(0, u-by)]
			}
		})
	}
	return out
}

// countedAlone reports whether a row counts one cell at most.
func countedAlone(row []float64) bool {
	counted := 0
	for _, v := range row {
		if v != 0 {
			counted++
		}
	}
	return counted <= 1
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
func measuredRows(q mechanism.Prepared, k int) (*rowList, bool) {
	out := newRowList(k)
	switch q := q.(type) {
	case *line.PreparedLine:
		for _, s := range q.Segments {
			if s.Strategy == nil {
				continue
			}
			columns, one := make([][]int64, s.Cells()), make([]int64, s.Cells())
			for u := range columns {
				columns[u], one[u] = make([]int64, s.Strategy.Rows()), 1
				if err := s.Strategy.MeasureInto(columns[u], one); err != nil {
					return nil, false
				}
				one[u] = 0
			}
			for g, group := range s.Strategy.Groups() {
				out.addColumns(columns, group.First, group.Rows, s.Lo, s.Groups[g].Law)
			}
		}
	case *box.PreparedNested:
		for _, g := range q.Groups {
			if g.Rows > maxStartRows*k {
				return nil, false
			}
			columns, one := make([][]int64, k), make([]int64, k)
			for u := range columns {
				one[u] = 1
				columns[u] = q.Measure(g, one)
				one[u] = 0
			}
			out.addColumns(columns, 0, g.Rows, 0, g.Law)
		}
	default:
		return nil, false
	}
	return out, true
}

// addColumns adds some rows of a matrix given by columns, the first of which is a cell's.
func (l *rowList) addColumns(columns [][]int64, first, rows, cell int, law noise.Law) {
	if law.IsZero() {
		return
	}
	scale, _ := law.Rat().Float64()
	for i := first; i < first+rows; i++ {
		l.add(func(of []float64) {
			for u, c := range columns {
				of[cell+u] = float64(c[i]) / scale
			}
		})
	}
}

// treeRows returns single cells, and with a weight that makes both about as dear the sums of the
// subtrees of a spanning tree from the middle of each component (breadth first, so that it stretches
// few edges).
func treeRows(p mechanism.Problem, c mechanism.ComponentCells) *rowList {
	k := len(c.Of)
	out, next := newRowList(k), neighboursOf(p, k)
	for component := range c.Sizes {
		var cells []int
		for cell, n := range c.Of {
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

// neighboursOf returns the cells that each cell is joined to.
func neighboursOf(p mechanism.Problem, k int) [][]int {
	next := make([][]int, k)
	err := p.Policy.Edges(func(e policy.Edge) bool {
		if e.V != policy.Absent {
			next[e.U], next[e.V] = append(next[e.U], int(e.V)), append(next[e.V], int(e.U))
		}
		return true
	})
	if err != nil {
		panic("mechanism: edges that were counted: " + err.Error())
	}
	return next
}

// ballRows returns single cells with soft balls of some radius beside them: functions of the distance in
// edges from a centre that fall evenly to zero, so that an edge changes each by one over the radius only;
// for a few radii, with centres about a radius apart (overlapping groups on a graph).
func ballRows(p mechanism.Problem, c mechanism.ComponentCells) (out []*rowList) {
	k := len(c.Of)
	next := neighboursOf(p, k)
	for _, radius := range []int{2, 4, 8} {
		l, balls := newRowList(k), 0
		covered := make([]bool, k)
		for cell, n := range c.Of {
			if n < 0 {
				continue
			}
			l.add(func(of []float64) { of[cell] = 1 })
			if covered[cell] {
				continue
			}
			t := walkFrom(next, cell)
			if len(t.order) <= 2 || t.depth[t.order[len(t.order)-1]] < radius {
				continue // all of the component
			}
			balls++
			l.add(func(of []float64) {
				for _, u := range t.order {
					if d := t.depth[u]; d < radius {
						of[u] = ballWeight * float64(radius-d) / float64(radius)
						covered[u] = true
					}
				}
			})
		}
		if balls > 0 {
			out = append(out, l)
		}
	}
	return out
}

// ballWeight is the first weight of a ball beside that of a cell.
const ballWeight = 0.7

// treeWeight is the first weight of a subtree beside that of a cell.
const treeWeight = 0.3

// tour is a spanning tree of what can be reached from a cell.
type tour struct {
	order         []int
	parent, depth []int // by cell, none where it cannot be reached
	depths        int   // of all cells together
}

const none = -1

func walkFrom(next [][]int, from int) tour {
	t := tour{order: []int{from}, parent: slices.Repeat([]int{none}, len(next)), depth: slices.Repeat([]int{none}, len(next))}
	t.depth[from] = 0
	for i := 0; i < len(t.order); i++ {
		u := t.order[i]
		t.depths += t.depth[u]
		for _, v := range next[u] {
			if t.depth[v] == none {
				t.parent[v], t.depth[v] = u, t.depth[u]+1
				t.order = append(t.order, v)
			}
		}
	}
	return t
}
