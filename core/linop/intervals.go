package linop

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// Interval is a run of cells from Lo to Hi, both included.
type Interval struct{ Lo, Hi int }

// Intervals counts runs of cells along one ordered axis: ranges, prefix sums and single
// cells are all of this shape. The families that are used whole are held implicitly.
type Intervals struct {
	columns, rows int
	family        family
	values        int        // of the implicit families: cells 0..values-1 stand in order
	list          []Interval // of the listed family
	some          *standing  // of those that are for every run
}

type family uint8

const (
	listed family = iota
	prefixes
	prefixesThenCells
	every
	forEvery
)

// Prefixes returns the first n prefix sums over k cells: row i counts cells 0..i.
func Prefixes(k, n int) Intervals {
	mustFit(k, n)
	return Intervals{columns: k, rows: n, family: prefixes, values: n}
}

// PrefixesThenCells returns the first n prefix sums over k cells, followed by each of the
// remaining cells by itself.
func PrefixesThenCells(k, n int) Intervals {
	mustFit(k, n)
	if n == k {
		return Prefixes(k, n)
	}
	return Intervals{columns: k, rows: k, family: prefixesThenCells, values: n}
}

// Every returns all n(n+1)/2 runs among the first n of k cells, ordered by their first and
// then by their last cell.
func Every(k, n int) Intervals {
	mustFit(k, n)
	return Intervals{columns: k, rows: n * (n + 1) / 2, family: every, values: n}
}

// Ranges returns the listed runs over k cells; the list is kept.
func Ranges(k int, list []Interval) Intervals {
	for _, r := range list {
		if r.Lo < 0 || r.Hi >= k || r.Lo > r.Hi {
			panic("linop: a range lies outside the cells")
		}
	}
	return Intervals{columns: k, rows: len(list), family: listed, list: list}
}

func mustFit(k, n int) {
	if n < 0 || n > k {
		panic("linop: more values than cells")
	}
}

// At returns the run of row i.
func (v Intervals) At(i int) Interval {
	switch v.family {
	case prefixes:
		return Interval{0, i}
	case prefixesThenCells:
		if i < v.values {
			return Interval{0, i}
		}
		return Interval{i, i}
	case every:
		return everyInterval(i, v.values)
	case forEvery:
		if i < v.values {
			return Interval{0, i}
		}
		return v.some.list[i-v.values]
	}
	return v.list[i]
}

// All yields the run of every row, in order: At for each of them, and quicker.
func (v Intervals) All() iter.Seq2[int, Interval] {
	return func(yield func(int, Interval) bool) {
		if v.family != every {
			for i := range v.rows {
				if !yield(i, v.At(i)) {
					return
				}
			}
			return
		}
		i := 0
		for lo := range v.values {
			for hi := lo; hi < v.values; hi++ {
				if !yield(i, Interval{lo, hi}) {
					return
				}
				i++
			}
		}
	}
}

// Rising returns all runs as All does, those of a list by rising first cells.
func (v Intervals) Rising() iter.Seq2[int, Interval] {
	first, list := 0, v.list
	switch v.family {
	case listed:
	case forEvery:
		first, list = v.values, v.some.list
	default:
		return v.All()
	}
	return func(yield func(int, Interval) bool) {
		for i := range first {
			if !yield(i, v.At(i)) {
				return
			}
		}
		order := make([]int, len(list))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[a].Lo, list[b].Lo) })
		for _, i := range order {
			if !yield(first+i, list[i]) {
				return
			}
		}
	}
}

// everyInterval returns run i of the n(n+1)/2 runs among n cells. Runs that begin at lo are
// preceded by lo n - lo(lo-1)/2 others.
func everyInterval(i, n int) Interval {
	before := func(lo int) int { return lo*n - lo*(lo-1)/2 }
	b := float64(2*n + 1)
	lo := int((b - math.Sqrt(max(b*b-8*float64(i), 0))) / 2)
	for lo > 0 && before(lo) > i { // the root may be off by one
		lo--
	}
	for lo+1 < n && before(lo+1) <= i {
		lo++
	}
	return Interval{lo, lo + i - before(lo)}
}

// Rows returns the number of runs.
func (v Intervals) Rows() int { return v.rows }

// Columns returns the number of cells.
func (v Intervals) Columns() int { return v.columns }

// ArePrefixes reports whether row i is the prefix sum of cells 0..i.
func (v Intervals) ArePrefixes() bool { return v.family == prefixes }

// AreAll reports whether the rows are all runs among all cells.
func (v Intervals) AreAll() bool { return v.family == every && v.values == v.columns }

// AreForAll reports whether the rows are all runs among all cells, or stand for them.
func (v Intervals) AreForAll() bool {
	return (v.family == every || v.family == forEvery) && v.values == v.columns
}

// Row yields the cells of run i.
func (v Intervals) Row(i int, yield func(column int, value int64)) {
	r := v.At(i)
	for c := r.Lo; c <= r.Hi; c++ {
		yield(c, 1)
	}
}

// Column yields the runs that hold cell j.
func (v Intervals) Column(j int, yield func(row int, value int64)) {
	switch v.family {
	case prefixes, prefixesThenCells:
		for i := j; i < v.values; i++ {
			yield(i, 1)
		}
		if j >= v.values && j < v.rows {
			yield(j, 1)
		}
		return
	case every:
		first := 0 // the run of cell lo by itself
		for lo := 0; lo <= j && j < v.values; lo++ {
			for hi := j; hi < v.values; hi++ {
				yield(first+hi-lo, 1)
			}
			first += v.values - lo
		}
		return
	}
	for i := range v.rows {
		if r := v.At(i); r.Lo <= j && j <= r.Hi {
			yield(i, 1)
		}
	}
}

// Apply writes the exact count of each run, in time linear in cells plus runs.
func (v Intervals) Apply(dst, x []int64) { sumRuns(dst, x, v) }

// ApplyFloat writes the sum of each run.
func (v Intervals) ApplyFloat(dst, x []float64) { sumRuns(dst, x, v) }

func sumRuns[T number](dst, x []T, v Intervals) {
	before := make([]T, v.columns+1) // before[j] sums the cells below j
	for j, c := range x[:v.columns] {
		before[j+1] = before[j] + c
	}
	for i, r := range v.All() {
		dst[i] = before[r.Hi+1] - before[r.Lo]
	}
}

// OfEvery returns n where the rows are all runs among the first n cells, and false where
// they are others.
func (v Intervals) OfEvery() (n int, ok bool) { return v.values, v.family == every }

// ThenCells returns n where the rows are the first n prefix sums followed by the remaining
// cells by themselves, and the number of cells where they are others.
func (v Intervals) ThenCells() int {
	if v.family == prefixesThenCells {
		return v.values
	}
	return v.columns
}
