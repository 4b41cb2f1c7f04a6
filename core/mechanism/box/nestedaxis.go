package box

import (
	"steward/core/linop"
	"steward/core/mechanism"
)

// nestedAxis is a column measured by sums over runs of given widths, each of which divides the next:
// level l are the runs of widths[l] values that begin at a multiple of it, the first single values.
// The last run of a level may stand out over the values; nobody is there, and the least squares does
// not make use of that.
type nestedAxis struct {
	size   int
	widths []int
}

func (n nestedAxis) Cells() int  { return n.size }
func (n nestedAxis) Levels() int { return len(n.widths) }
func (n nestedAxis) top() int    { return n.widths[len(n.widths)-1] }

// runs returns the number of runs of a level, those that stand out included.
func (n nestedAxis) runs(level int) int {
	return (n.size + n.top() - 1) / n.top() * (n.top() / n.widths[level])
}

func (n nestedAxis) joins() int {
	if n.top() < n.size {
		return len(n.widths)
	}
	return len(n.widths) - 1
}

func (n nestedAxis) join(u, v int) int {
	for l, w := range n.widths {
		if u/w == v/w {
			return l
		}
	}
	return len(n.widths)
}

func (n nestedAxis) moves(level, join int) move {
	if level < join {
		return other
	}
	return same
}

// Parts returns, for each level, the squared length of what is even over its runs and adds up to
// nothing over those of the next.
func (n nestedAxis) Parts(r linop.Interval) []float64 {
	return n.products(r, func(lo, hi int) int64 { return int64(max(0, min(hi, r.Hi)-max(lo, r.Lo)+1)) })
}

func (n nestedAxis) Along(r linop.Interval) []float64 {
	return n.products(r, func(lo, hi int) int64 { return int64(max(0, min(hi, n.size-1)-lo+1)) })
}

// products returns the products of a run's parts with those of another sum, which counts so many of
// the values of a run that begins and ends with the level's runs.
func (n nestedAxis) products(r linop.Interval, held func(lo, hi int) int64) []float64 {
	out := make([]int64, len(n.widths)) // of the averages over each level's runs, times the largest width
	for l, w := range n.widths {
		a, b := r.Lo/w, r.Hi/w
		piece := func(i int) int64 {
			lo, hi := i*w, (i+1)*w-1
			return int64(min(hi, r.Hi)-max(lo, r.Lo)+1) * held(lo, hi)
		}
		sum := piece(a)
		if b > a {
			sum += piece(b) + int64(b-a-1)*int64(w)*int64(w)
		}
		out[l] = sum * int64(n.top()/w)
	}
	parts := make([]float64, len(out))
	for l, v := range out {
		if l+1 < len(out) {
			v -= out[l+1]
		}
		parts[l] = float64(v) / float64(n.top())
	}
	return parts
}

// EachRow lists nested boxes: for each choice of widths the boxes that they cut the cells into, and
// those that stand out over them, which count nobody.
func (q *PreparedNested) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	for _, g := range q.Groups {
		rows := make([]int, len(g.Levels))
		for j, l := range g.Levels {
			rows[j] = q.axis(j).runs(l)
		}
		box := func(j, i int) []int64 {
			a := q.axis(j)
			column, width := make([]int64, a.size), a.widths[g.Levels[j]]
			for v := i * width; v < min((i+1)*width, a.size); v++ {
				column[v] = 1
			}
			return column
		}
		if !EachProduct(rows, box, func(of []int64) bool { return yield(mechanism.RunsOfRow(of), g.Law) }) {
			return
		}
	}
	q.EachKnown(q.known, yield)
}

// Combined returns the error of a sum of answers.
func (q *PreparedNested) Combined(terms []mechanism.Term) mechanism.Combined {
	known := q.known.Count > 0
	out := ProductSum{SpacesOf(q.axes), q.Weights(), known, known}.Combined(q.Problem.Workload.Operator(), terms)
	out.Family = q.family
	return q.Given(terms, out)
}

// Covary implements mechanism.Covarying: the averages over the boxes of each choice of levels, times its variance.
func (q *PreparedNested) Covary(dst, w []float64) bool {
	weights := q.Weights()
	covary := func(dst, w []float64) {
		spaces := q.empty()
		q.eachCell(func(cell, padded int) { spaces[0][padded] = w[cell] })
		q.alongLevels(func(n, next, j int) { q.average(spaces[next], spaces[n], n, j, 1) }, true)
		for n, v := range weights {
			for b := range spaces[n] {
				spaces[n][b] *= v
			}
		}
		padded := q.assemble(spaces)
		q.eachCell(func(cell, at int) { dst[cell] = padded[at] })
	}
	covary(dst, w)
	if q.known.Count > 0 {
		lessTotal(dst, covary)
	}
	return true
}
