package box

import (
	"math"

	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// waveEdges are the edges of a policy over a grid, or more: those that change one column are listed by
// the pair of values, whatever the values of the other columns.
type waveEdges struct {
	pairs  [][][2]int // by column
	across [][2]int   // cells joined by edges that change several columns
	come   bool       // people come and leave, in every cell
}

// maxWalkedEdges bounds the edges that are looked at one by one.
const maxWalkedEdges = 1 << 22

// waveEdgesOf finds the edges of a problem's policy. It may find more than there are, never fewer.
func waveEdgesOf(p mechanism.Problem) (waveEdges, mechanism.Fit) {
	sizes := p.Workload.Domain().Sizes()
	cells := 1
	for _, n := range sizes {
		cells *= n
	}
	e := waveEdges{pairs: make([][][2]int, len(sizes)), come: p.Policy.Presence()}
	seen := make([]map[[2]int]bool, len(sizes))
	for j := range seen {
		seen[j] = make(map[[2]int]bool)
	}
	pair := func(j, a, b int) {
		if at := [2]int{min(a, b), max(a, b)}; !seen[j][at] {
			seen[j][at] = true
			e.pairs[j] = append(e.pairs[j], at)
		}
	}
	large := false
	if columns, alone := columnsApart(p.Policy); alone {
		for i, part := range p.Policy.Parts() {
			for u := range part.Size() {
				part.Neighbours(u, func(v int, _ weighted.Weight) bool {
					if u != v {
						pair(columns[i], u, v)
					}
					return true
				})
			}
		}
	} else {
		walked := 0
		err := p.Policy.Edges(func(edge policy.Edge) bool {
			if edge.V == policy.Absent {
				return true
			}
			if j, a, b, one := changed(sizes, int(edge.U), int(edge.V)); one {
				pair(j, a, b)
			} else {
				e.across = append(e.across, [2]int{int(edge.U), int(edge.V)})
			}
			walked++
			large = walked > maxWalkedEdges || len(e.across) > maxWaveEdges/cells
			return !large
		})
		if err != nil {
			return e, mechanism.Unfit(guide.Secrets, "%s", err)
		}
	}
	work := 0
	for _, list := range e.pairs {
		work += len(list)
	}
	switch {
	case large || work > maxWavePairs/cells:
		return e, mechanism.Unfit(guide.Secrets, "there are too many secret pairs to work out what each changes: use nested boxes, or ask over coarser values")
	case work+len(e.across) == 0 && !e.come:
		return e, mechanism.Unfit(guide.Secrets, "no secret pair changes an answer, so noise on each cell does as well")
	}
	return e, mechanism.Fit{}
}

// columnsApart returns the column of each part of a policy whose parts are each about one and change
// one at a time.
func columnsApart(p *policy.Policy) ([]int, bool) {
	var out []int
	for _, part := range p.Parts() {
		if len(part.Attributes()) != 1 {
			return nil, false
		}
		at, ok := p.Domain().Position(part.Attributes()[0].Name())
		if !ok {
			return nil, false
		}
		out = append(out, at)
	}
	return out, p.Together() == 1 || len(out) < 2
}

// changed returns the column in which two cells differ, where it is only one.
func changed(sizes []int, u, v int) (column, a, b int, one bool) {
	n := 0
	for j := len(sizes) - 1; j >= 0; j-- {
		if x, y := u%sizes[j], v%sizes[j]; x != y {
			column, a, b = j, x, y
			n++
		}
		u, v = u/sizes[j], v/sizes[j]
	}
	return column, a, b, n == 1
}

// waveChanges works out by how much edges change sums: for shares of the sums, the sum over all of
// share times squared change, for every edge. Only numbers that are not negative are added
// up, at most the cells and some thousands of them, so that a result is right but for a part of
// 2^-53 times that number, far below changeMargin.
type waveChanges struct {
	axes    []waveAxis
	sizes   []int
	squares [][][]float64 // by column, value and wave
}

// changeMargin is by how much the largest change is raised to cover rounding.
const changeMargin = 1e-9

func newWaveChanges(axes []waveAxis) *waveChanges {
	c := &waveChanges{axes: axes, squares: make([][][]float64, len(axes))}
	for j, a := range axes {
		c.sizes = append(c.sizes, a.size)
		c.squares[j] = make([][]float64, a.size)
		for v := range a.size {
			row := make([]float64, a.size)
			for i := range row {
				w := float64(a.rows[i][v])
				row[i] = w * w
			}
			c.squares[j][v] = row
		}
	}
	return c
}

// Along returns the numbers before and after a column's.
func (c *waveChanges) Along(column int) (before, after int) {
	before, after = 1, 1
	for j, n := range c.sizes {
		switch {
		case j < column:
			before *= n
		case j > column:
			after *= n
		}
	}
	return before, after
}

// times replaces the numbers along a column by their products with the rows of a square matrix, or
// with its columns.
func (c *waveChanges) times(x []float64, column int, m [][]float64, columns bool) []float64 {
	out := make([]float64, len(x))
	before, after := c.Along(column)
	n := c.sizes[column]
	for b := range before {
		block, to := x[b*n*after:(b+1)*n*after], out[b*n*after:(b+1)*n*after]
		for r := range n {
			line := to[r*after : (r+1)*after]
			for s := range n {
				w := m[r][s]
				if columns {
					w = m[s][r]
				}
				if w == 0 {
					continue
				}
				for i, v := range block[s*after : (s+1)*after] {
					line[i] += w * v
				}
			}
		}
	}
	return out
}

// others replaces shares of the waves of all columns but one by the values' squares, that is, sums up
// what the shares make of each combination of the others' values.
func (c *waveChanges) others(shares []float64, column int) []float64 {
	out := shares
	for j := range c.axes {
		if j != column {
			out = c.times(out, j, c.squares[j], false)
		}
	}
	return out
}

// difference returns the squared differences of a column's waves between two values.
func (c *waveChanges) difference(column int, pair [2]int) []float64 {
	out := make([]float64, c.sizes[column])
	for i, row := range c.axes[column].rows {
		d := float64(row[pair[0]] - row[pair[1]])
		out[i] = d * d
	}
	return out
}

// ofPair writes the change along a pair of values of a column, for each combination of the others'.
func (c *waveChanges) ofPair(dst, others []float64, column int, difference []float64) {
	clear(dst)
	before, after := c.Along(column)
	for b := range before {
		for i, d := range difference {
			if d == 0 {
				continue
			}
			line := others[(b*len(difference)+i)*after:][:after]
			for a, v := range line {
				dst[b*after+a] += d * v
			}
		}
	}
}

// ofCell writes the weights of all sums at a cell.
func (c *waveChanges) ofCell(dst []float64, cell int) {
	dst[0] = 1
	n := 1
	values := make([]int, len(c.sizes))
	for j := len(c.sizes) - 1; j >= 0; j-- {
		values[j], cell = cell%c.sizes[j], cell/c.sizes[j]
	}
	for j, a := range c.axes {
		for i := n - 1; i >= 0; i-- {
			w := dst[i]
			for k := a.size - 1; k >= 0; k-- {
				dst[i*a.size+k] = w * float64(a.rows[k][values[j]])
			}
		}
		n *= a.size
	}
}

// largest returns at least the largest change along any edge.
func (c *waveChanges) largest(e waveEdges, shares []float64) float64 {
	most := 0.0
	for j, pairs := range e.pairs {
		if len(pairs) == 0 {
			continue
		}
		others := c.others(shares, j)
		line := make([]float64, len(shares)/c.sizes[j])
		for _, pair := range pairs {
			c.ofPair(line, others, j, c.difference(j, pair))
			for _, v := range line {
				most = math.Max(most, v)
			}
		}
	}
	u, v := make([]float64, len(shares)), make([]float64, len(shares))
	for i, edge := range e.across {
		if i == 0 || e.across[i-1][0] != edge[0] {
			c.ofCell(u, edge[0])
		}
		c.ofCell(v, edge[1])
		sum := 0.0
		for i, s := range shares {
			d := u[i] - v[i]
			sum += s * d * d
		}
		most = math.Max(most, sum)
	}
	if e.come {
		all := c.others(shares, -1)
		for _, v := range all {
			most = math.Max(most, v)
		}
	}
	return most * (1 + changeMargin)
}
