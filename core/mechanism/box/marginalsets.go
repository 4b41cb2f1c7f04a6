package box

import (
	"math/bits"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
)

// columnSet is a set of columns, bit j for column j.
type columnSet uint32

// within reports whether all columns of the set are in another.
func (s columnSet) within(t columnSet) bool { return s&^t == 0 }

func (s columnSet) has(j int) bool { return s>>j&1 == 1 }

// Cells returns the number of combinations of the set's columns.
func (s columnSet) Cells(sizes []int) float64 {
	n := 1.0
	for j, size := range sizes {
		if s.has(j) {
			n *= float64(size)
		}
	}
	return n
}

// columns returns the columns of the set, rising.
func (s columnSet) columns() (out []int) {
	for j := range bits.Len32(uint32(s)) {
		if s.has(j) {
			out = append(out, j)
		}
	}
	return out
}

// eachSubset calls do for every set of columns within s, the empty one and itself among them.
func (s columnSet) eachSubset(do func(t columnSet)) {
	for t := s; ; t = (t - 1) & s {
		do(t)
		if t == 0 {
			return
		}
	}
}

// SetOfRows returns by row over which columns an operator counts by value, all others being added up;
// false where a row counts otherwise.
func SetOfRows(op linop.Operator, columns int) ([]columnSet, bool) {
	var out []columnSet
	switch op := op.(type) {
	case linop.Selection:
		for range op.Rows() {
			out = append(out, columnSet(1)<<columns-1)
		}
	case linop.Crosstab:
		for i := range op.Rows() {
			s := columnSet(0)
			for j := range columns {
				if op.Entry(i, j) >= 0 {
					s |= 1 << j
				}
			}
			out = append(out, s)
		}
	case linop.Lifted:
		own, ok := SetOfRows(op.Operator(), len(op.Lines()))
		if !ok {
			return nil, false
		}
		for _, s := range own {
			set := columnSet(0)
			for _, i := range s.columns() {
				set |= 1 << op.Lines()[i]
			}
			out = append(out, set)
		}
	case linop.Stack:
		for _, part := range op.Operators() {
			own, ok := SetOfRows(part, columns)
			if !ok {
				return nil, false
			}
			out = append(out, own...)
		}
	default:
		return nil, false
	}
	return out, true
}

// How many sets of columns are measured at most, of how many columns one that is asked for has at most,
// how many are put together to larger ones, and how many numbers those have at most.
const (
	maxSets       = 512
	maxSetColumns = 9
	maxCovered    = 64
	maxCoverCells = 1 << 20
)

// candidateSets returns the sets of columns whose tables may be measured: those asked for, all within
// them, and larger ones that hold several; and covers of those asked for, some of which a good strategy
// is near to.
func candidateSets(wanted map[columnSet]int, sizes []int) (sets []columnSet, covers [][]columnSet, ok bool) {
	in := make(map[columnSet]bool)
	for w := range wanted {
		if bits.OnesCount32(uint32(w)) > maxSetColumns {
			return nil, nil, false
		}
		w.eachSubset(func(t columnSet) { in[t] = true })
	}
	if len(in) > maxSets {
		return nil, nil, false
	}
	covers = coversOf(wanted, sizes)
	for _, c := range covers {
		for _, s := range c {
			in[s] = true
		}
	}
	return sortedSets(in), covers, true
}

// coversOf returns lists of sets of columns that hold all those wanted: the largest of these, and such
// as are put together from them with tables of at most so many numbers, for more and more of them.
func coversOf(wanted map[columnSet]int, sizes []int) [][]columnSet {
	in := make(map[columnSet]bool)
	for w := range wanted {
		in[w] = true
	}
	largest := maximal(sortedSets(in))
	out := [][]columnSet{largest}
	if len(largest) > maxCovered {
		return out
	}
	most := 0.0
	for _, s := range largest {
		most = max(most, s.Cells(sizes))
	}
	for ; most <= maxCoverCells; most *= 4 {
		c := putTogether(largest, most, sizes)
		if !slices.Equal(c, out[len(out)-1]) {
			out = append(out, c)
		}
		if len(c) == 1 {
			break
		}
	}
	return out
}

// maximal leaves out sets within others.
func maximal(sets []columnSet) (out []columnSet) {
	for _, s := range sets {
		if !slices.ContainsFunc(sets, func(t columnSet) bool { return t != s && s.within(t) }) {
			out = append(out, s)
		}
	}
	return out
}

// putTogether puts two sets in one, again and again, as long as its table has at most so many numbers:
// each time the two that hold the most of the original sets together, of these with the fewest numbers.
func putTogether(original []columnSet, most float64, sizes []int) []columnSet {
	sets := slices.Clone(original)
	for {
		best, held, cells := columnSet(0), 0, 0.0
		for i, a := range sets {
			for _, b := range sets[:i] {
				u := a | b
				n := u.Cells(sizes)
				if n > most {
					continue
				}
				count := 0
				for _, s := range original {
					if s.within(u) {
						count++
					}
				}
				if count > held || count == held && n < cells {
					best, held, cells = u, count, n
				}
			}
		}
		if held == 0 {
			return sets
		}
		sets = slices.DeleteFunc(sets, func(s columnSet) bool { return s.within(best) })
		sets = append(sets, best)
	}
}

// sortedSets returns sets of columns, the larger numbers first.
func sortedSets(in map[columnSet]bool) []columnSet {
	out := make([]columnSet, 0, len(in))
	for s := range in {
		out = append(out, s)
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// sortedParts returns the sets that tables are given for, in an order of their own, so that sums come
// out the same every time.
func sortedParts(parts map[columnSet][]float64) []columnSet {
	out := make([]columnSet, 0, len(parts))
	for s := range parts {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// EachRow lists the tables over some of the columns, count by count.
func (q *preparedMarginals) EachRow(yield mechanism.YieldRow) {
	yield = mechanism.Stopping(yield)
	attrs := q.Problem.Workload.Domain().Attributes()
	for g, s := range q.sets {
		rows := make([]int, len(attrs))
		for j, a := range attrs {
			if rows[j] = 1; s.has(j) {
				rows[j] = a.Size()
			}
		}
		value := func(j, i int) []int64 {
			if !s.has(j) {
				return slices.Repeat([]int64{1}, attrs[j].Size())
			}
			if q.contrasts {
				return contrastWeights(attrs[j].Size(), i)
			}
			column := make([]int64, attrs[j].Size())
			column[i] = 1
			return column
		}
		if !EachProduct(rows, value, func(of []int64) bool { return yield(mechanism.RunsOfRow(of), q.groups[g].Law) }) {
			return
		}
	}
	q.EachKnown(q.known, yield)
}
