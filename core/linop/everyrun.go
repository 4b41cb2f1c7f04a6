package linop

import (
	"cmp"
	"math"
	"slices"
)

// standing are runs that stand for all runs among the first cells: those spread evenly over all, and after them some of the
// shortest and of those that begin with the first cell or end with the last.
type standing struct {
	even int
	list []Interval
}

// mostOfAKind is how many of the shortest, of those that begin with the first cell and of those that end with the last stand for their kind.
const mostOfAKind = 1 << 12

// ForEvery returns the first n prefix sums over k cells, of which every run among these is the difference of two or one
// itself, and after them about so many runs that stand for all n(n+1)/2 where those are more than can be gone through: each of them
// where they are no more, and otherwise some that are spread evenly over all and some of the shortest and the longest.
func ForEvery(k, n, most int) Intervals {
	mustFit(k, n)
	v := Intervals{columns: k, family: forEvery, values: n, some: standFor(n, most)}
	v.rows = n + len(v.some.list)
	return v
}

// standFor chooses about so many of all runs among n cells.
func standFor(n, most int) *standing {
	all := Every(n, n)
	if all.rows <= most {
		s := &standing{even: all.rows, list: make([]Interval, 0, all.rows)}
		for _, r := range all.All() {
			s.list = append(s.list, r)
		}
		return s
	}
	// As many runs begin at each of these cells, which stand as closely as runs begin there. Steps that have no
	// common measure with the lengths of groups of cells keep ends and groups apart.
	const golden = 0.6180339887498949
	begins := max(int(4*math.Sqrt(float64(most))), 1)
	ends := max(most/begins, 1)
	s := &standing{}
	for i := range begins {
		_, part := math.Modf(float64(i) * golden)
		lo := all.At(int((float64(i) + part) / float64(begins) * float64(all.rows))).Lo
		for j := range ends {
			_, part := math.Modf(float64(i*ends+j) * golden * golden)
			s.list = append(s.list, Interval{lo, lo + int((float64(j)+part)/float64(ends)*float64(n-lo))})
		}
	}
	slices.SortFunc(s.list, byEnds)
	s.even = len(s.list)
	few := min(n, mostOfAKind)
	for i := range few {
		at := Spaced(i, n, few)
		s.list = append(s.list, Interval{at, at}, Interval{0, at}, Interval{at, n - 1})
	}
	return s
}

func byEnds(a, b Interval) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) }

// StandsForEvery returns the runs that stand for all runs among the first cells, and how many of them, the first, are spread evenly
// over all; ok is false where the rows are no more than they are.
func (v Intervals) StandsForEvery() (runs Intervals, even int, ok bool) {
	if v.family != forEvery {
		return v, v.rows, false
	}
	return Ranges(v.columns, v.some.list), v.some.even, true
}

// Evenly returns the rows, or those that are spread evenly over every run where they stand for it.
func (v Intervals) Evenly() Intervals {
	if v.family != forEvery {
		return v
	}
	return Ranges(v.columns, v.some.list[:v.some.even])
}

// Shown returns the rows that are answers themselves: all, but of those that are for every run the prefix sums alone.
func Shown(op Operator) Operator {
	if v, ok := op.(Intervals); ok && v.family == forEvery {
		return Prefixes(v.columns, v.values)
	}
	return op
}
