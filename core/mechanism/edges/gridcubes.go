package edges

import (
	"slices"

	"steward/core/linop"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// cubes cut one column of a grid into runs of values, of which the last of each is the one through
// which people go from one run to another. A blank or other answer is a run of its own.
type cubes struct {
	size, regular, side int
	stays               bool // no secret pair changes the column
}

// count returns the number of runs.
func (c cubes) count() int { return c.whole() + c.size - c.regular }

// whole returns how many of the runs hold declared values.
func (c cubes) whole() int { return (c.regular + c.side - 1) / c.side }

// Of returns the run of a value.
func (c cubes) Of(v int) int {
	if v < c.regular {
		return v / c.side
	}
	return c.whole() + v - c.regular
}

// gate returns the value of a run through which people go.
func (c cubes) gate(run int) int {
	if n := c.whole(); run >= n {
		return c.regular + run - n
	}
	return min((run+1)*c.side, c.regular) - 1
}

// first returns the first value of a run.
func (c cubes) first(run int) int {
	if n := c.whole(); run >= n {
		return c.regular + run - n
	}
	return run * c.side
}

// gated returns the runs whose gates lie in a run of values; the last is before the first when none is.
func (c cubes) gated(r linop.Interval) linop.Interval {
	a, b := c.Of(r.Lo), c.Of(r.Hi)
	if c.gate(b) > r.Hi {
		b--
	}
	return linop.Interval{Lo: a, Hi: b}
}

// moved reports whether a secret pair may lead over the gap behind a run.
func (c cubes) moved(gap int) bool { return !c.stays && gap+1 < c.whole() }

// crossed returns over how many gaps a change by so many values leads at most.
func (c cubes) crossed(by int) int {
	by = max(by, -by)
	if by == 0 {
		return 0
	}
	return min((by-1)/c.side+1, c.whole()-1)
}

// displacedBy are the differences along which a policy joins combinations, one number per column; of
// vectors of which one is at least as large in every column as another only the former counts.
type displacedBy [][]int

// maxDisplacements bounds the vectors of differences that are looked at.
const maxDisplacements = 1 << 20

// gridMoves is what a grid has to know of a policy's edges.
type gridMoves struct {
	by displacedBy
	// special says of a column that edges may change its blanks and others too, which then count as
	// values behind the declared ones.
	special []bool
}

// movesOf returns the differences of a policy's edges, or false where they are too many to tell. It
// may return larger ones than there are.
func movesOf(p *policy.Policy) (gridMoves, bool) {
	columns := len(p.Domain().Attributes())
	m := gridMoves{special: make([]bool, columns)}
	type displaced struct {
		by    []int
		parts int
	}
	all := []displaced{{by: make([]int, columns)}}
	for _, part := range p.Parts() {
		if _, heaviest := part.Weights(); heaviest == 0 || p.Together() == 0 {
			continue
		}
		at := make([]int, len(part.Attributes()))
		for i, a := range part.Attributes() {
			at[i], _ = p.Domain().Position(a.Name())
		}
		own, even := displacements(part)
		if !even {
			var ok bool
			if own, ok = differences(part); !ok {
				return gridMoves{}, false
			}
		}
		next := all
		for _, a := range all {
			if a.parts == p.Together() {
				continue
			}
			for _, by := range own {
				sum := slices.Clone(a.by)
				for i, j := range at {
					sum[j] += by[i]
					m.special[j] = m.special[j] || !even
				}
				next = append(next, displaced{sum, a.parts + 1})
			}
		}
		if len(next) > maxKept {
			return gridMoves{}, false
		}
		all = next
	}
	for _, a := range all[1:] {
		m.by = m.by.with(a.by)
	}
	return m, true
}

// maxKept bounds the vectors of differences of which none is larger than another.
const maxKept = 1 << 10

// displacements returns the differences of a part's combinations that are joined, where only they
// decide which are.
func displacements(part policy.Part) (displacedBy, bool) {
	even, ok := part.(policy.Displacer)
	if !ok {
		return nil, false
	}
	if n := part.Size(); policy.AllJoined(part) && n > 1 { // nobody walks over very many then
		return displacedBy{{n - 1}}, n*(n-1) < maxDisplacements
	}
	var out displacedBy
	steps := 0
	known := even.Displacements(func(by []int, _ weighted.Weight) bool {
		sizes := make([]int, len(by))
		for i, n := range by {
			sizes[i] = max(n, -n)
		}
		out = out.with(sizes)
		steps++
		return steps < maxDisplacements && len(out) < maxKept
	})
	return out, known && steps < maxDisplacements && len(out) < maxKept
}

// differences walks over the edges of a part for the differences of the numbers of their values.
func differences(part policy.Part) (displacedBy, bool) {
	var out displacedBy
	steps := 0
	by := make([]int, len(part.Attributes()))
	for u := 0; u < part.Size() && steps < maxDisplacements && len(out) < maxKept; u++ {
		part.Neighbours(u, func(v int, _ weighted.Weight) bool {
			x, y := u, v
			for i := len(by) - 1; i >= 0; i-- {
				n := part.Attributes()[i].Size()
				by[i] = max(x%n-y%n, y%n-x%n)
				x, y = x/n, y/n
			}
			out = out.with(by)
			steps++
			return steps < maxDisplacements && len(out) < maxKept
		})
	}
	return out, steps < maxDisplacements && len(out) < maxKept
}

// with adds a vector, unless there is one at least as large, and leaves out those that are smaller.
func (d displacedBy) with(by []int) displacedBy {
	kept := d[:0:0]
	for _, old := range d {
		if atMost(by, old) {
			return d
		}
		if !atMost(old, by) {
			kept = append(kept, old)
		}
	}
	return append(kept, slices.Clone(by))
}

func atMost(a, b []int) bool {
	for j := range a {
		if a[j] > b[j] {
			return false
		}
	}
	return true
}

// largest returns the largest difference in a column.
func (d displacedBy) largest(column int) int {
	most := 0
	for _, by := range d {
		most = max(most, by[column])
	}
	return most
}
