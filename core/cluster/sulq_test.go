package cluster

import (
	"math"

	"steward/core/seeded"
)

// sulq is the published way in rounds: ten of them, each with half of its budget for sizes, which
// change by 2, and half for sums, about no point or the middle of the bounds, whose change is given.
// Noise is not exact; it is here to compare with.
type sulq struct {
	c       *Clustering
	rounds  int
	epsilon float64
	// change is how much an edge changes the sums in a round, given groups and centres; about is the
	// point that is taken off all values.
	change func(of []int16, centres []point) float64
	about  point
}

// middle returns the middle of the bounds.
func (c *Clustering) middle() point {
	m := make(point, len(c.axes))
	for j := range m {
		m[j] = float64(c.axes[j].most()) / 2
	}
	return m
}

// spans returns the sum of the columns' spans in steps.
func (c *Clustering) spans() float64 {
	sum := 0.0
	for _, x := range c.axes {
		sum += float64(x.most())
	}
	return sum
}

func laplace(r *seeded.Source, scale float64) float64 {
	return scale * (r.ExpFloat64() - r.ExpFloat64())
}

// run returns the centres after all rounds, from the given ones; people are at places.
func (s sulq) run(r *seeded.Source, people *kmeans, centres []point) []point {
	centres = clonePoints(centres)
	d := len(s.c.axes)
	of := make([]int16, s.c.cells)
	for range s.rounds {
		share := s.epsilon / float64(2*s.rounds)
		change := 0.0
		if share > 0 {
			s.c.assign(of, centres)
			change = s.change(of, centres)
		}
		sizes, sums := make([]float64, len(centres)), make([]point, len(centres))
		for g := range sums {
			sums[g] = make(point, d)
		}
		for i, w := range people.weight {
			at := people.at(i)
			g, _ := s.c.nearest(at, centres)
			sizes[g] += w
			for j, x := range at {
				sums[g][j] += w * (x - s.about[j])
			}
		}
		for g, m := range centres {
			n := sizes[g]
			if share > 0 {
				n += laplace(r, 2/share)
			}
			n = math.Max(n, 1)
			for j := range m {
				x := sums[g][j]
				if share > 0 {
					x += laplace(r, change/share)
				}
				m[j] = s.about[j] + x/n
			}
			s.c.clamp(m)
		}
	}
	return centres
}

// peopleOf returns counts as places with weights.
func (c *Clustering) peopleOf(counts []int64) *kmeans {
	weights := make([]float64, len(counts))
	for cell, n := range counts {
		weights[cell] = float64(n)
	}
	return c.newKmeans(weights)
}
