package line

import (
	"math"
	"slices"

	"steward/core/inference"
	"steward/core/mechanism"
	"steward/core/noise"
)

// Tidy turns estimated cells into possible counts (Hay et al. 2010): whole,
// none below zero or in an impossible cell, and adding up to what is known. It sees released
// numbers and public sums only.
func (q *PreparedLine) Tidy(x []float64, sums []int64) (mechanism.Tidied, error) {
	totals, err := q.totals(x, sums)
	if err != nil {
		return mechanism.Tidied{}, err
	}
	near, whole := make([]float64, len(x)), make([]int64, len(x))
	for i, s := range q.Segments {
		most := math.Inf(1)
		if totals != nil {
			most = float64(totals[i])
		}
		if err := q.tidySegment(near, whole, x, tidying{s, most}); err != nil {
			return mechanism.Tidied{}, err
		}
	}
	return q.Problem.TidiedTo(q.Known, x, sums, near, whole)
}

// totals returns the tidied totals of the segments, or nil when nothing is known of them:
// the known ones, or the possible ones that are closest to the estimates and add up to the
// number of people.
func (q *PreparedLine) totals(x []float64, sums []int64) ([]int64, error) {
	if q.Segments[0].sets != nil { // then all are
		out := make([]int64, len(q.Segments))
		for i, s := range q.Segments {
			out[i] = s.total(sums)
		}
		return out, nil
	}
	people, known := q.Problem.Facts.Total()
	if !known {
		return nil, nil
	}
	y := make([]float64, len(q.Segments))
	for i, s := range q.Segments {
		for _, v := range x[s.Lo : s.hi+1] {
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
// between zero and its total, as near as can be by the answers, and writes the cells to near, and to whole made
// whole. Cumulative counts that are known exactly stay what they are: the others move between them.
func (q *PreparedLine) tidySegment(near []float64, whole []int64, x []float64, s tidying) error {
	c := q.cumulate(x, s)
	low := 0.0
	for i, exact := range c.exact {
		if exact {
			low = min(max(math.Round(c.up[i]), low), s.total)
			c.up[i] = low
		}
	}
	up, err := q.fitted(c, s, func(up []float64) error { return c.nondecreasing(up, s.total) })
	if err != nil {
		return err
	}
	low, before := 0.0, int64(0)
	for i, v := range up {
		n := mechanism.RoundCount(v)
		near[c.cells[i]], low = v-low, v
		whole[c.cells[i]], before = n-before, n
	}
	return nil
}

// cumulated are the estimated cumulative counts of a segment's possible cells.
type cumulated struct {
	cells []int
	up    []float64
	exact []bool // which are known
}

// nondecreasing makes cumulative counts nondecreasing, between zero and a total; the known ones stay what
// they are, and the others move between them.
func (c cumulated) nondecreasing(up []float64, total float64) error {
	from, low := 0, 0.0
	for i, exact := range c.exact {
		if !exact {
			continue
		}
		if err := between(up[from:i], low, c.up[i]); err != nil {
			return err
		}
		up[i], from, low = c.up[i], i+1, c.up[i]
	}
	return between(up[from:], low, total)
}

// cumulate adds up the cells of a segment. Nobody is in an impossible cell, so what is known
// up to there is known of the possible cell before it.
func (q *PreparedLine) cumulate(x []float64, s tidying) cumulated {
	var c cumulated
	known := s.exactEnds()
	sum := 0.0
	for cell := s.Lo; cell <= s.hi; cell++ {
		sum += x[cell]
		if q.Problem.Workload.Domain().Possible(cell) {
			c.cells, c.up, c.exact = append(c.cells, cell), append(c.up, sum), append(c.exact, false)
		}
		if last := len(c.up) - 1; last >= 0 && known[cell-s.Lo] {
			c.up[last], c.exact[last] = sum, true
		}
	}
	if last := len(c.up) - 1; !math.IsInf(s.total, 1) {
		c.up[last], c.exact[last] = s.total, true
	}
	return c
}

// between is inference.IsotonicWithin for what may be empty.
func between(up []float64, low, high float64) error {
	if len(up) == 0 {
		return nil
	}
	return inference.IsotonicWithin(up, nil, low, high)
}

// exactEnds says for each of a segment's cells whether the sum of the cells up to it is known
// exactly: from rows without noise, where the steward agreed to publish what they hold.
func (s *segment) exactEnds() []bool {
	exact := make([]bool, s.Cells())
	if s.Strategy == nil || !slices.ContainsFunc(s.Groups, func(g RowGroup) bool { return g.Law.Family() != noise.Laplace || g.Law.IsZero() }) {
		return exact
	}
	for i := range exact {
		exact[i] = s.variance(0, i) == 0
	}
	return exact
}
