package cluster

import (
	"cmp"
	"math"
	"slices"
)

// diameter is the largest squared distance of two cells of one group, in parts. It looks at few pairs: cells from which no other
// can be farther than two that were found are left out by how far they are from the middle of the group's bounds.
type diameter struct {
	m *measure
	// middle and radius are of the group's bounds.
	middle []float64
	most   float64
	cells  []ranked
	// pairs is how many may still be looked at.
	pairs int
}

// ranked is a cell and how far it is from the middle.
type ranked struct {
	cell int
	far  float64
}

// maxPairs is the most pairs of cells of one group that are looked at.
const maxPairs = 1 << 20

// widest returns the largest squared distance of two of the cells, and false with a bound of it where more pairs than given would
// have to be looked at.
func (m *measure) widest(cells []int32, pairs int) (int64, bool) {
	d := &diameter{m: m, middle: make([]float64, len(m.c.axes)), pairs: pairs}
	box := d.bounds(cells)
	d.rank(cells)
	best, ok := d.search(m.between(d.ends(cells)))
	if !ok {
		return box, false
	}
	return best, true
}

// bounds sets the middle, and returns the squared distance of opposite corners.
func (d *diameter) bounds(cells []int32) int64 {
	box := int64(0)
	for j := range d.middle {
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		for _, cell := range cells {
			x := d.m.c.axes[j].part * d.m.c.at(int(cell), j)
			low, high = min(low, x), max(high, x)
		}
		d.middle[j] = float64(low+high) / 2
		box += (high - low) * (high - low)
	}
	return box
}

// rank notes how far the cells are from the middle.
func (d *diameter) rank(cells []int32) {
	d.cells = make([]ranked, len(cells))
	for i, cell := range cells {
		sum := 0.0
		for j, x := range d.middle {
			sum += square(float64(d.m.c.axes[j].part*d.m.c.at(int(cell), j)) - x)
		}
		d.cells[i] = ranked{int(cell), math.Sqrt(sum)}
		d.most = max(d.most, d.cells[i].far)
	}
}

// ends returns two cells that are far apart: the one that is farthest from the farthest from the first.
func (d *diameter) ends(cells []int32) (int, int) {
	from := func(u int) int {
		far, at := int64(-1), u
		for _, cell := range cells {
			if by := d.m.between(u, int(cell)); by > far {
				far, at = by, int(cell)
			}
		}
		return at
	}
	u := from(int(cells[0]))
	return u, from(u)
}

// search returns the largest squared distance where one of best is found already.
func (d *diameter) search(best int64) (int64, bool) {
	// No two cells are farther apart than both from the middle together; rounding is a little on the far side.
	beyond := func(a, b float64) bool { return (a+b)*(1+1e-9) > math.Sqrt(float64(best)) }
	rest := slices.DeleteFunc(d.cells, func(x ranked) bool { return !beyond(x.far, d.most) })
	slices.SortFunc(rest, func(a, b ranked) int { return cmp.Compare(b.far, a.far) })
	for i, x := range rest {
		if !beyond(x.far, d.most) {
			break
		}
		for _, y := range rest[:i] {
			if !beyond(x.far, y.far) {
				break
			}
			if d.pairs--; d.pairs < 0 {
				return 0, false
			}
			best = max(best, d.m.between(x.cell, y.cell))
		}
	}
	return best, true
}
