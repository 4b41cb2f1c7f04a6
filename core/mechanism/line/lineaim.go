package line

import (
	"encoding/binary"

	"steward/core/linop"
	"steward/core/strategy"
)

// aim is what a segment's strategy is to be good for: the parts of the question's ranges that
// end inside the segment. Aims with equal keys are equal.
type aim struct {
	target strategy.Target
	key    string
}

var (
	atCells    = aim{strategy.AllCells(), "cells"}
	atPrefixes = aim{strategy.AllPrefixes(), "prefixes"}
	atRanges   = aim{strategy.AllRanges(), "ranges"}
)

// MaxListedTarget is the most ranges that are handed to the tuner one by one.
const MaxListedTarget = 200_000

// aims returns the aim of every segment.
func (q *PreparedLine) aims() []aim {
	out := make([]aim, len(q.Segments))
	fill := func(a aim) []aim {
		for i := range out {
			out[i] = a
		}
		return out
	}
	if _, table := q.Problem.Workload.Operator().(linop.Selection); table {
		return fill(atCells)
	}
	switch {
	case q.op.ArePrefixes():
		return fill(atPrefixes)
	case q.op.AreAll() && len(q.Segments) == 1:
		return fill(atRanges)
	}
	if _, _, ok := q.op.StandsForEvery(); ok {
		return q.aimsOfEvery(out)
	}
	parts := q.Parts()
	for i := range out {
		out[i] = parts[i].aim(q.Segments[i].Cells())
	}
	return out
}

// aimsOfEvery returns the aims where every range is asked for: the ranges inside a segment, or, where more of its parts belong to ranges
// that end in another one, its cumulative counts, which are as good from either end.
func (q *PreparedLine) aimsOfEvery(out []aim) []aim {
	for i, s := range q.Segments {
		out[i] = atRanges
		if outside := q.cells - s.Cells(); 2*outside > s.Cells() {
			out[i] = atPrefixes
		}
	}
	return out
}

// parts are the parts of the question's ranges that end inside a segment.
type parts struct {
	list     []strategy.Range // the first MaxListedTarget of them
	all      int
	prefixes int // how many begin with the segment
}

// Parts cuts every range at the ends of the segments in which it begins and ends. A part
// that is a whole segment depends on the total alone; it counts only where the total is the
// chain's own business, which is when there is one segment and its total is not known.
func (q *PreparedLine) Parts() []parts {
	out := make([]parts, len(q.Segments))
	add := func(i, lo, hi int) {
		s, p := q.Segments[i], &out[i]
		if lo == s.Lo && hi == s.hi && (s.sets != nil || len(q.Segments) > 1) {
			return
		}
		p.all++
		if lo == s.Lo {
			p.prefixes++
		}
		if len(p.list) < MaxListedTarget {
			p.list = append(p.list, strategy.Range{First: lo - s.Lo, Last: hi - s.Lo})
		}
	}
	for i := range q.op.Rows() {
		r := q.op.At(i)
		a, b := q.segmentOf(r.Lo), q.segmentOf(r.Hi)
		if a == b {
			add(a, r.Lo, r.Hi)
			continue
		}
		add(a, r.Lo, q.Segments[a].hi)
		add(b, q.Segments[b].Lo, r.Hi)
	}
	return out
}

// aim returns the aim of a segment of so many cells.
func (p parts) aim(cells int) aim {
	switch {
	case p.all == 0:
		return atCells // nothing ends inside, so any chain will do
	case p.arePrefixes(cells):
		return atPrefixes
	case p.all > MaxListedTarget && 2*p.prefixes > p.all:
		return atPrefixes
	case p.all > MaxListedTarget:
		return atRanges
	}
	key := []byte("list ")
	for _, r := range p.list {
		key = binary.AppendUvarint(key, uint64(r.First))
		key = binary.AppendUvarint(key, uint64(r.Last))
	}
	return aim{strategy.ListedRanges(p.list), string(key)}
}

// arePrefixes says whether the parts are the prefix sums of a segment, each once, with or
// without the total.
func (p parts) arePrefixes(cells int) bool {
	if p.all != p.prefixes || p.all > len(p.list) || p.all < cells-1 || p.all > cells {
		return false
	}
	for i, r := range p.list {
		if r.Last != i {
			return false
		}
	}
	return true
}
