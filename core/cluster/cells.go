package cluster

import "math"

// maxKept is the most numbers of steps of cells that are kept; otherwise they are worked out again.
const maxKept = 1 << 23

// findPlaces works out which cells people are placed in, and where these lie.
func (c *Clustering) findPlaces() {
	d := len(c.axes)
	if c.cells*d <= maxKept {
		c.places = make([]int32, c.cells*d)
	}
	special := !c.domain.AllPossible()
	for j, a := range c.domain.Attributes() {
		special = special || c.axes[j].attribute.Regular() < a.Size()
	}
	if special {
		c.kind = make([]int16, c.cells)
	}
	values := make([]int, d)
	for cell := range c.cells {
		c.domain.Values(values, cell)
		kind := int16(0)
		for j, v := range values {
			if v >= len(c.axes[j].at) {
				kind = nowhere
				continue
			}
			if c.places != nil {
				c.places[cell*d+j] = int32(c.axes[j].at[v])
			}
		}
		if special {
			if !c.domain.Possible(cell) {
				kind = impossible
			}
			c.kind[cell] = kind
		}
		if kind == 0 {
			c.placed++
		}
	}
}

// at returns where a placed cell lies on an axis, in steps.
func (c *Clustering) at(cell, axis int) int64 {
	if c.places != nil {
		return int64(c.places[cell*len(c.axes)+axis])
	}
	return c.axes[axis].at[c.domain.Value(cell, axis)]
}

// kindOf returns 0 where people in the cell are placed, nowhere or impossible.
func (c *Clustering) kindOf(cell int) int16 {
	if c.kind == nil {
		return 0
	}
	return c.kind[cell]
}

// point is a place, in steps of each axis.
type point []float64

// assign writes the group of every cell: that of the nearest centre, of equally near ones the first;
// nowhere and impossible for the others.
func (c *Clustering) assign(of []int16, centres []point) {
	d, k := len(c.axes), len(centres)
	// near[j][v·k+i] is how far value v of axis j is from centre i along it, squared.
	near := make([][]float64, d)
	for j := range near {
		x := &c.axes[j]
		near[j] = make([]float64, len(x.at)*k)
		for v, at := range x.at {
			for i, m := range centres {
				near[j][v*k+i] = square(x.factor * (float64(at) - m[j]))
			}
		}
	}
	values := make([]int, d)
	sum := make([]float64, k) // over all axes but the last
	for cell := 0; cell < c.cells; {
		c.domain.Values(values, cell)
		clear(sum)
		whole := true
		for j := range d - 1 {
			if values[j] >= len(c.axes[j].at) {
				whole = false
				break
			}
			for i, off := range near[j][values[j]*k : values[j]*k+k] {
				sum[i] += off
			}
		}
		for v := range c.domain.Attributes()[d-1].Size() {
			kind := c.kindOf(cell)
			if kind == 0 && whole {
				least := math.Inf(1)
				for i, off := range near[d-1][v*k : v*k+k] {
					if s := sum[i] + off; s < least {
						least, kind = s, int16(i)
					}
				}
			}
			of[cell] = kind
			cell++
		}
	}
}

// apart returns the squared distance of a placed cell from a point.
func (c *Clustering) apart(cell int, m point) float64 {
	sum := 0.0
	for j := range c.axes {
		sum += square(c.axes[j].factor * (float64(c.at(cell, j)) - m[j]))
	}
	return sum
}

// between returns the squared distance of two points.
func (c *Clustering) between(a, b point) float64 {
	sum := 0.0
	for j := range c.axes {
		sum += square(c.axes[j].factor * (a[j] - b[j]))
	}
	return sum
}

// clamp moves a point into the bounds.
func (c *Clustering) clamp(m point) {
	for j := range m {
		m[j] = min(max(m[j], 0), float64(c.axes[j].most()))
	}
}

func square(x float64) float64 { return x * x }
