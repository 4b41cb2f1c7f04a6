package cluster

import (
	"math"
	"slices"
)

// references lists the points that are tried to be taken off the values in each group, in whole
// steps: its centre so far, the point from which the farthest of its people are the least far, the one from which those are whom an
// edge takes across a border, and the points half-way. Border marks the cells with such an edge; it is nil for all cells. What is
// tried for everybody is tried under every policy, so that fewer secrets leave no fewer to choose from.
func (c *Clustering) references(of []int16, border []bool, centres []point, squared bool) [][][]int64 {
	out := [][][]int64{toward(centres, centres, 0)}
	add := func(middle []point) { out = append(out, toward(centres, middle, 0.5), toward(centres, middle, 1)) }
	add(c.middles(of, nil, centres, squared))
	if slices.Contains(border, true) && slices.Contains(border, false) {
		add(c.middles(of, border, centres, squared))
	}
	return out
}

// toward returns points in whole steps, that part of the way from centres to others.
func toward(centres, others []point, part float64) [][]int64 {
	out := make([][]int64, len(centres))
	for i, m := range centres {
		out[i] = make([]int64, len(m))
		for j := range m {
			out[i][j] = int64(math.Round((1-part)*m[j] + part*others[i][j]))
		}
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
