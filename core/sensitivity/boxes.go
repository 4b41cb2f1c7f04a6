package sensitivity

import (
	"sort"

	"steward/core/linop"
)

// countBoxes are runs of cumulative counts, rising and without overlap; cumulative count j is that of
// the first j cells. An edge from cell u up to cell v changes the cumulative counts u+1..v by one,
// all those that have u or more cells before them when a person comes or leaves.
type countBoxes []linop.Interval

// within returns how many of the cumulative counts up to j are in boxes.
func (b countBoxes) within(before []int, j int) int {
	i := sort.Search(len(b), func(i int) bool { return b[i].Hi >= j })
	n := before[i]
	if i < len(b) && b[i].Lo <= j {
		n += j - b[i].Lo + 1
	}
	return n
}

// BoxSums returns by how much an edge between two values changes the sums of the cumulative counts
// in boxes, which are inside 1..k-1, rise and do not overlap: the most cumulative counts in boxes
// that an edge changes. For edges to "not in the file" it is all of them.
func (l Line) BoxSums(in []linop.Interval) int64 {
	b, before := countBoxes(in), make([]int, len(in)+1)
	for i, box := range in {
		before[i+1] = before[i] + box.Hi - box.Lo + 1
	}
	best, k := 0, len(l.Reach)
	if l.uniform > 0 {
		// As the edge moves along, the number changes its slope only where one of its ends
		// meets an end of a box, and is largest where the edge begins with a box or ends with
		// one.
		at := func(u int) {
			if u = max(min(u, k-1-l.uniform), 0); u < k {
				best = max(best, b.within(before, min(u+l.uniform, k-1))-b.within(before, u))
			}
		}
		for _, box := range in {
			at(box.Lo - 1)
			at(box.Hi - l.uniform)
		}
		return int64(best)
	}
	upTo := make([]int, k) // cumulative counts in boxes, up to each
	for _, box := range in {
		for j := box.Lo; j <= box.Hi; j++ {
			upTo[j] = 1
		}
	}
	for j := 1; j < k; j++ {
		upTo[j] += upTo[j-1]
	}
	for u, v := range l.Reach {
		best = max(best, upTo[v]-upTo[u])
	}
	return int64(best)
}

// BoxDifferences returns by how much an edge between two values changes the differences of the
// sums of the cumulative counts in neighbouring boxes, which follow one another without a gap: at
// most twice the most cumulative counts of one box that an edge changes, since the changes of the
// boxes rise and then fall along the line.
func (l Line) BoxDifferences(in []linop.Interval) int64 {
	best, widest, k := 0, 0, len(l.Reach)
	for _, box := range in {
		widest = max(widest, min(box.Hi, k-1)-max(box.Lo, 1)+1)
	}
	if l.uniform > 0 {
		return int64(2 * min(widest, l.uniform))
	}
	i := 0
	for u, v := range l.Reach {
		for i < len(in) && in[i].Hi <= u {
			i++
		}
		for j := i; j < len(in) && in[j].Lo <= v && best < widest; j++ {
			best = max(best, min(in[j].Hi, v)-max(in[j].Lo, u+1)+1)
		}
	}
	return int64(2 * best)
}
