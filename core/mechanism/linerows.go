package mechanism

import (
	"steward/core/noise"
	"steward/core/strategy"
)

func (q *preparedLine) eachRow(yield yieldRow) {
	yield = stopping(yield)
	for _, s := range q.segments {
		s.eachRow(len(q.of), yield)
	}
}

// eachRow lists a segment's rows over k cells by what their groups mean: prefix sums at
// block ends, the total, levels; then the total again when that is known.
func (s *segment) eachRow(k int, yield yieldRow) {
	switch {
	case s.strategy == nil && s.sets == nil:
		yield(countsOnce(s.lo, s.hi), s.groups[0].law)
		return
	case s.strategy == nil:
		yield(countsOnce(s.lo, s.hi), noise.Law{})
		return
	}
	level := -1
	for g, group := range s.strategy.Groups() {
		if group.Kind == strategy.SoftBlock {
			level++
		}
		for i := range group.Rows {
			of := countsOnce(s.lo, s.hi)
			switch group.Kind {
			case strategy.Prefix:
				of[0].last = s.lo + (i+1)*s.strategy.(chained).Spec().Block - 1
			case strategy.Level:
				of[0].first = s.lo + i*group.Width
				of[0].last = min(of[0].first+group.Width-1, s.hi)
			case strategy.Filtered:
				of = runsOfRow(s.filteredRow(k, i))
			case strategy.Ramp, strategy.SoftBlock:
				of = runsOfRow(s.softRow(k, group.Kind, level, i))
			}
			if !yield(of, s.groups[g].law) {
				return
			}
		}
	}
	if s.sets != nil {
		yield(countsOnce(s.lo, s.hi), noise.Law{})
	}
}

// filteredRow returns row i of a stationary strategy over k cells: the taps, last first, times the
// cumulative counts that end after row i's.
func (s *segment) filteredRow(k, i int) []int64 {
	of := make([]int64, k)
	for t, tap := range s.strategy.(stationary).Spec().Taps {
		if end := i - t; end >= 0 && end < s.cells()-1 { // the count of the first end+1 cells
			for cell := range end + 1 {
				of[s.lo+cell] += tap
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
		for u := 0; u < b.Last && u < s.cells(); u++ {
			of[s.lo+u] += sign * int64(b.Last-max(u, b.First-1))
		}
	}
	spec := s.strategy.(soft).Spec()
	if kind == strategy.Ramp {
		add(spec.Ramps[i], 1)
		return of
	}
	add(spec.Blocks[level][i+1], 1)
	add(spec.Blocks[level][i], -1)
	return of
}
