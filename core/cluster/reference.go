package cluster

import "math"

// references lists the points that are tried to be taken off the values in each group, in whole
// steps: its centre so far, the point from which the farthest of its people whom an edge takes across a
// border are the least far, and the point half-way. Border marks the cells with such an edge; it is nil
// for all cells.
func (c *Clustering) references(of []int16, border []bool, centres []point, squared bool) [][][]int64 {
	middle := c.middles(of, border, centres, squared)
	var out [][][]int64
	for _, part := range []float64{0, 0.5, 1} {
		list := make([][]int64, len(centres))
		for i := range list {
			list[i] = make([]int64, len(c.axes))
			for j := range list[i] {
				list[i][j] = int64(math.Round((1-part)*centres[i][j] + part*middle[i][j]))
			}
		}
		out = append(out, list)
	}
	return out
}

// middles returns for every group a point from which none of its marked cells is farther than need be: the
// middle of its bounds, moved against the farthest corner as long as that helps (L1).
func (c *Clustering) middles(of []int16, border []bool, centres []point, squared bool) []point {
	d, k := len(c.axes), len(centres)
	corners := 1 << d
	reach := make([]float64, k*corners) // farthest place in each direction, in parts
	low, high := make([]float64, k*d), make([]float64, k*d)
	for i := range reach {
		reach[i] = math.Inf(-1)
	}
	for i := range low {
		low[i], high[i] = math.Inf(1), math.Inf(-1)
	}
	for cell, group := range of {
		if group < 0 || border != nil && !border[cell] {
			continue
		}
		g := int(group)
		for j := range d {
			x := float64(c.at(cell, j))
			low[g*d+j], high[g*d+j] = min(low[g*d+j], x), max(high[g*d+j], x)
		}
		if squared {
			continue
		}
		for s := range corners {
			along := 0.0
			for j := range d {
				along += sign(s, j) * float64(c.axes[j].part*c.at(cell, j))
			}
			reach[g*corners+s] = max(reach[g*corners+s], along)
		}
	}
	out := make([]point, k)
	for g := range out {
		m := make(point, d)
		for j := range m {
			if m[j] = centres[g][j]; high[g*d+j] >= low[g*d+j] {
				m[j] = (low[g*d+j] + high[g*d+j]) / 2
			}
		}
		if !squared && d > 1 && high[g*d] >= low[g*d] {
			c.descend(m, reach[g*corners:(g+1)*corners])
		}
		out[g] = m
	}
	return out
}

func sign(s, j int) float64 {
	if s>>j&1 == 1 {
		return -1
	}
	return 1
}

// descend moves a point so that its largest L1 distance, given by how far a group reaches in every
// direction, becomes smaller.
func (c *Clustering) descend(m point, reach []float64) {
	d := len(m)
	radius := func() (worst int, far float64) {
		far = math.Inf(-1)
		for s, r := range reach {
			for j := range d {
				r -= sign(s, j) * float64(c.axes[j].part) * m[j]
			}
			if r > far {
				worst, far = s, r
			}
		}
		return worst, far
	}
	worst, far := radius()
	best, least := append(point(nil), m...), far
	for step := far / 4; step > far/256; step *= 0.8 {
		for j := range d {
			m[j] += sign(worst, j) * step / float64(c.axes[j].part) / float64(d)
		}
		if worst, far = radius(); far < least {
			least = far
			copy(best, m)
		}
	}
	copy(m, best)
}
