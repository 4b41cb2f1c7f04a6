package line

import (
	"steward/core/inference"
	"steward/core/linop"
	"steward/core/mechanism"
)

// runMetric measures cumulative counts up to some cells by the counts of runs that end there: for a run the
// difference of two of them, of which number 0 is zero and not among the vector. Its matrix is that of a
// graph with an edge per run, whose largest eigenvalue is at most twice the most runs that end at a cell.
func runMetric(ends [][2]int, cells int) inference.Metric {
	at := make([]float64, cells+1)
	for _, e := range ends {
		at[e[0]]++
		at[e[1]]++
	}
	most := 0.0
	for _, n := range at {
		most = max(most, n)
	}
	return inference.Metric{Largest: 2 * most, Negligible: mechanism.NegligibleMiss * float64(len(ends)), Apply: func(dst, d []float64) {
		clear(dst)
		for _, e := range ends {
			difference := d[e[1]-1]
			if e[0] > 0 {
				difference -= d[e[0]-1]
				dst[e[0]-1] -= difference
			}
			dst[e[1]-1] += difference
		}
	}}
}

// fitted returns the cumulative counts of a segment's possible cells that are nearest to the estimated ones
// by the counts of the asked runs, as far as they lie in the segment; project makes them nondecreasing,
// which is all where the cumulative counts are what is asked.
func (q *PreparedLine) fitted(c cumulated, s tidying, project func(up []float64) error) ([]float64, error) {
	op := q.Problem.Workload.Operator()
	run, ok := linop.RunOf(op)
	rows := op.Rows()
	if runs, isRuns := op.(linop.Intervals); q.Problem.Raw || !ok || rows > mechanism.PossibleTerms || isRuns && runs.ArePrefixes() {
		return c.up, project(c.up)
	}
	// How many possible cells of the segment come before each cell.
	before, n := make([]int, s.Cells()+1), 0
	for i := range s.Cells() {
		before[i] = n
		if n < len(c.cells) && c.cells[n] == s.Lo+i {
			n++
		}
	}
	before[s.Cells()] = n
	var ends [][2]int
	for i := range rows {
		r := run(i)
		lo, hi := max(r.Lo, s.Lo), min(r.Hi, s.hi)
		if lo > hi {
			continue
		}
		if e := [2]int{before[lo-s.Lo], before[hi+1-s.Lo]}; e[0] < e[1] {
			ends = append(ends, e)
		}
	}
	if len(ends) == 0 {
		return c.up, project(c.up)
	}
	found, err := inference.Nearest(c.up, runMetric(ends, len(c.up)), rising(project), mechanism.StepsOf(2*len(ends)+6*len(c.up)))
	return found.Vector, err
}

// rising is the region of cumulative counts that are nondecreasing, by what makes them so.
type rising func(up []float64) error

func (r rising) Project(up []float64) error { return r(up) }
