package sensitivity

import (
	"slices"
	"sort"

	"steward/core/linop"
)

// newRunning returns the change of counts of runs of cells: one for each run that holds
// exactly one of the two.
func newRunning(op linop.Intervals, regular []int) change {
	nested := true
	for i := 0; i < op.Rows() && nested; i++ {
		nested = op.At(i).Lo == 0
		if op.ArePrefixes() || op.AreAll() {
			break
		}
	}
	switch n, every := op.OfEvery(); {
	case op.ArePrefixes():
		return cumulative{columns: op.Columns(), rows: op.Rows(), regular: regular}
	case every:
		return everyRun{columns: op.Columns(), values: n, regular: regular}
	case op.ThenCells() < op.Columns():
		return cumulative{columns: op.Columns(), rows: op.ThenCells(), cells: true, regular: regular}
	case nested:
		return newNestedRuns(op)
	}
	l := newListedRuns(op)
	if l.high <= 1 {
		return separateRuns{l}
	}
	return l
}

// cumulative is the change of the first prefix sums, and of the cells after them by
// themselves where these are counted.
type cumulative struct {
	columns, rows int
	cells         bool
	regular       []int
}

func (c cumulative) between(u, v int) int64 {
	if u > v {
		u, v = v, u
	}
	switch {
	case u == v:
		return 0
	case !c.cells || v < c.rows:
		return int64(min(v, c.rows) - min(u, c.rows))
	case u >= c.rows:
		return 2
	}
	return int64(c.rows-u) + 1
}

func (c cumulative) alone(u int) int64 {
	if c.cells && u >= c.rows {
		return 1
	}
	return int64(c.rows - min(u, c.rows))
}

func (c cumulative) most() int64 { return c.between(0, c.columns-1) }
func (c cumulative) nests() bool { return true }

func (c cumulative) spread(cells []int) (int64, bool) { return ends(c, cells), true }

// shift is largest from the first cell on.
func (c cumulative) shift(by []int) (int64, bool) {
	if len(by) != 1 || c.cells && c.regular[0] > c.rows {
		return 0, false
	}
	return int64(min(by[0], c.rows)), true
}

// ends returns the change between the first and the last of some cells.
func ends(c change, cells []int) int64 {
	if len(cells) < 2 {
		return 0
	}
	return c.between(cells[0], cells[len(cells)-1])
}

// everyRun is the change of all runs among the first n cells: n+1−d for each of the d steps
// between two of them, since (u+1)(n−u) runs hold u and (u+1)(n−v) hold both u and v > u.
type everyRun struct {
	columns, values int
	regular         []int
}

func (e everyRun) apart(d int) int64 { return int64(d) * int64(e.values+1-d) }

func (e everyRun) alone(u int) int64 {
	if u >= e.values {
		return 0
	}
	return int64(u+1) * int64(e.values-u)
}

func (e everyRun) between(u, v int) int64 {
	if u < e.values && v < e.values {
		return e.apart(max(u-v, v-u))
	}
	return e.alone(u) + e.alone(v)
}

func (e everyRun) most() int64 { return e.apart((e.values + 1) / 2) }

// spread looks for the pair of cells whose distance is nearest to the worst one.
func (e everyRun) spread(cells []int) (best int64, exact bool) {
	n := sort.SearchInts(cells, e.values) // before the cells that no run holds
	for i, j := 0, 0; i < n; i++ {
		for j = max(i, j); j+1 < n && cells[j]-cells[i] < (e.values+1)/2; {
			j++
		}
		best = max(best, e.between(cells[i], cells[j]), e.between(cells[i], cells[max(i, j-1)]))
		if n < len(cells) {
			best = max(best, e.alone(cells[i]))
		}
	}
	return best, true
}

func (e everyRun) shift(by []int) (int64, bool) {
	return e.apart(by[0]), len(by) == 1 && e.regular[0] <= e.values
}

func (e everyRun) upTo(reach []int) (best int64, ok bool) {
	for u, far := range reach {
		if u < e.values {
			best = max(best, e.between(u, min(far, e.values-1, u+(e.values+1)/2)))
			if far >= e.values {
				best = max(best, e.alone(u))
			}
		}
	}
	return best, true
}

// listedRuns is the change of runs one by one.
type listedRuns struct {
	op   linop.Intervals
	held []int64 // per cell, the runs that hold it
	// class numbers the longest runs of cells that lie in the same runs.
	class []int
	high  int64
}

func newListedRuns(op linop.Intervals) *listedRuns {
	l := &listedRuns{op: op, held: make([]int64, op.Columns()+1), class: make([]int, op.Columns()+1)}
	for i := range op.Rows() {
		r := op.At(i)
		l.held[r.Lo]++
		l.held[r.Hi+1]--
		l.class[r.Lo], l.class[r.Hi+1] = 1, 1
	}
	for u := range op.Columns() {
		if u > 0 {
			l.held[u] += l.held[u-1]
			l.class[u] += l.class[u-1]
		}
		l.high = max(l.high, l.held[u])
	}
	return l
}

func (l *listedRuns) between(u, v int) int64 {
	if u > v {
		u, v = v, u
	}
	n := l.held[u] + l.held[v]
	for i := range l.op.Rows() {
		if r := l.op.At(i); r.Lo <= u && v <= r.Hi {
			n -= 2
		}
	}
	return n
}

func (l *listedRuns) alone(u int) int64 { return l.held[u] }
func (l *listedRuns) most() int64       { return min(int64(l.op.Rows()), 2*l.high) }

func (l *listedRuns) work() int { return l.op.Rows() }

// spread looks at one cell of each run of cells that lie in the same runs.
func (l *listedRuns) spread(cells []int) (best int64, exact bool) {
	var some []int
	for i, u := range cells {
		if i == 0 || l.class[u] != l.class[cells[i-1]] {
			some = append(some, u)
		}
	}
	if float64(len(some))*float64(len(some))*float64(l.work()) > maxIntervalWork {
		return l.most(), false
	}
	for i, u := range some {
		for _, v := range some[:i] {
			best = max(best, l.between(u, v))
		}
	}
	return best, true
}

func (l *listedRuns) upTo(reach []int) (int64, bool) {
	n, err := Line{Reach: reach, Solid: true}.Intervals(l.op)
	return n, err == nil
}

// separateRuns is the change of runs that do not overlap.
type separateRuns struct{ *listedRuns }

func (s separateRuns) between(u, v int) int64 {
	if s.class[u] == s.class[v] {
		return 0
	}
	return s.held[u] + s.held[v]
}

func (s separateRuns) work() int { return 1 }

// nests reports whether every cell lies in a run: between two cells in none there may be some.
func (s separateRuns) nests() bool { return !slices.Contains(s.held[:len(s.held)-1], 0) }

func (s separateRuns) spread(cells []int) (int64, bool) {
	inside, outside := -1, false
	for _, u := range cells {
		switch {
		case s.held[u] == 0:
			outside = true
		case inside < 0:
			inside = u
		case s.class[u] != s.class[inside]:
			return 2, true
		}
	}
	if inside >= 0 && outside {
		return 1, true
	}
	return 0, true
}

// nestedRuns is the change of runs that all begin at the first cell.
type nestedRuns struct{ from []int64 } // per cell, the runs that hold it: never rising

func newNestedRuns(op linop.Intervals) nestedRuns {
	return nestedRuns{newListedRuns(op).held[:op.Columns()]}
}

func (n nestedRuns) between(u, v int) int64 { return max(n.from[u]-n.from[v], n.from[v]-n.from[u]) }
func (n nestedRuns) alone(u int) int64      { return n.from[u] }
func (n nestedRuns) most() int64            { return n.from[0] - n.from[len(n.from)-1] }
func (n nestedRuns) nests() bool            { return true }

func (n nestedRuns) spread(cells []int) (int64, bool) { return ends(n, cells), true }
