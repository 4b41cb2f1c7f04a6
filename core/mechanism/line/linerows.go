package line

import (
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/strategy"
)

func (q *PreparedLine) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	for _, s := range q.Segments {
		s.EachRow(q.cells, yield)
	}
	q.EachKnown(mechanism.KnownSums{}, yield)
}

// EachRow lists a segment's rows over k cells by what their groups mean: prefix sums at
// block ends, the total, levels; then the total again when that is known.
func (s *segment) EachRow(k int, yield mechanism.YieldRow) {
	switch {
	case s.Strategy == nil && s.sets == nil:
		yield(mechanism.CountsOnce(s.Lo, s.hi), s.Groups[0].Law)
		return
	case s.Strategy == nil:
		yield(mechanism.CountsOnce(s.Lo, s.hi), noise.Law{})
		return
	}
	level := -1
	for g, group := range s.Strategy.Groups() {
		if group.Kind == strategy.SoftBlock {
			level++
		}
		for i := range group.Rows {
			of := mechanism.CountsOnce(s.Lo, s.hi)
			switch group.Kind {
			case strategy.Prefix:
				of[0].Last = s.Lo + (i+1)*s.Strategy.(Chained).Spec().Block - 1
			case strategy.Level:
				of[0].First = s.Lo + i*group.Width
				of[0].Last = min(of[0].First+group.Width-1, s.hi)
			case strategy.Filtered:
				of = mechanism.RunsOfRow(s.filteredRow(k, i))
			case strategy.Ramp, strategy.SoftBlock:
				of = mechanism.RunsOfRow(s.softRow(k, group.Kind, level, i))
			}
			if !yield(of, s.Groups[g].Law) {
				return
			}
		}
	}
	if s.sets != nil {
		yield(mechanism.CountsOnce(s.Lo, s.hi), noise.Law{})
	}
}

// filteredRow returns row i of a stationary strategy over k cells: the taps, last first, times the
// cumulative counts that end after row i's.
func (s *segment) filteredRow(k, i int) []int64 {
	of := make([]int64, k)
	for t, tap := range s.Strategy.(stationary).Spec().Taps {
		if end := i - t; end >= 0 && end < s.Cells()-1 { // the count of the first end+1 cells
			for cell := range end + 1 {
				of[s.Lo+cell] += tap
			}
		}
	}
	return of
}

// softRow is a sum of cumulative counts over a box, or the difference of two, person by person: one
// in a cell counts in every cumulative count of more cells before it.
func (s *segment) softRow(k int, kind strategy.Kind, level, i int) []int64 {
	of := make([]int64, k)
	add := func(b strategy.Box, sign int64) {
		for u := 0; u < b.Last && u < s.Cells(); u++ {
			of[s.Lo+u] += sign * int64(b.Last-max(u, b.First-1))
		}
	}
	spec := s.Strategy.(Soft).Spec()
	if kind == strategy.Ramp {
		add(spec.Ramps[i], 1)
		return of
	}
	add(spec.Blocks[level][i+1], 1)
	add(spec.Blocks[level][i], -1)
	return of
}
