package cluster

import (
	"math"

	"steward/core/seeded"
)

// planted returns people in as many groups as are asked for, of unequal sizes, about random centres; a
// group is a twelfth of each span wide.
func (c *Clustering) planted(r *seeded.Source, people int) []int64 {
	k := c.question.Clusters
	centres := make([]point, k)
	for g := range centres {
		centres[g] = make(point, len(c.axes))
		for j := range centres[g] {
			centres[g][j] = (0.1 + 0.8*r.Float64()) * float64(c.axes[j].most())
		}
	}
	counts := make([]int64, c.cells)
	values := make([]int, len(c.axes))
	for i := range people {
		g := min(i*k*(k+1)/2/people, k*(k+1)/2-1) // group g has g+1 parts of all
		group := int((math.Sqrt(float64(8*g+1)) - 1) / 2)
		for j, x := range c.axes {
			at := math.Round(centres[group][j] + r.NormFloat64()*float64(x.most())/12)
			values[j] = int(min(max(at, 0), float64(x.most())))
		}
		counts[c.domain.Index(values)]++
	}
	return counts
}
