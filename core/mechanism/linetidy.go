package mechanism

import (
	"math"

	"steward/core/inference"
)

// tidy turns estimated cells into possible counts (MECHANISMS 10; Hay et al. 2010): whole,
// none below zero or in an impossible cell, and adding up to what is known. It sees released
// numbers and public sums only.
func (q *preparedLine) tidy(x []float64, sums []int64) ([]int64, error) {
	totals, err := q.totals(x, sums)
	if err != nil {
		return nil, err
	}
	out := make([]int64, len(x))
	for i, s := range q.segments {
		most := math.Inf(1)
		if totals != nil {
			most = float64(totals[i])
		}
		if err := q.tidySegment(out, x, tidying{s, most}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// totals returns the tidied totals of the segments, or nil when nothing is known of them:
// the known ones, or the possible ones that are closest to the estimates and add up to the
// number of people.
func (q *preparedLine) totals(x []float64, sums []int64) ([]int64, error) {
	if q.segments[0].sets != nil { // then all are
		out := make([]int64, len(q.segments))
		for i, s := range q.segments {
			out[i] = s.total(sums)
		}
		return out, nil
	}
	people, known := q.problem.Facts.Total()
	if !known {
		return nil, nil
	}
	y := make([]float64, len(q.segments))
	for i, s := range q.segments {
		for _, v := range x[s.lo : s.hi+1] {
			y[i] += v
		}
	}
	if err := inference.Simplex(y, float64(people)); err != nil {
		return nil, err
	}
	return inference.RoundToTotal(y, people)
}

// tidying is a segment with its total, infinite when that is not known.
type tidying struct {
	*segment
	total float64
}

// tidySegment makes the cumulative counts of a segment's possible cells nondecreasing,
// between zero and its total, and whole, and writes the cells to out.
func (q *preparedLine) tidySegment(out []int64, x []float64, s tidying) error {
	var up []float64
	var cells []int
	sum := 0.0
	for cell := s.lo; cell <= s.hi; cell++ {
		sum += x[cell]
		if q.problem.Workload.Domain().Possible(cell) {
			up, cells = append(up, sum), append(cells, cell)
		}
	}
	// The last is the total: it stays the total when earlier ones are pooled with it.
	known := !math.IsInf(s.total, 1)
	if known {
		up[len(up)-1] = s.total
	}
	if err := inference.IsotonicWithin(up, nil, 0, s.total); err != nil {
		return err
	}
	if known {
		up[len(up)-1] = s.total
	}
	before := int64(0)
	for i, v := range up {
		c := roundCount(v)
		out[cells[i]], before = c-before, c
	}
	return nil
}

// roundCount returns the whole number nearest to v, at least zero.
func roundCount(v float64) int64 { return max(int64(math.Round(v)), 0) }
