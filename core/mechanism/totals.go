package mechanism

import (
	"math"

	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/message"
)

// knownSums are sums of cells that are public and need no noise: the number of people,
// when that is a known fact, or the totals of all connected components, when the steward
// agreed to publish what the policy discloses.
type knownSums struct {
	set   []int // per cell, the number of its set, or -1
	count int
}

// componentCells are the connected components of the cells.
type componentCells struct {
	of       []int // per cell, its component; -1 for impossible ones
	sizes    []int // cells of each component
	presence bool
}

func (p Problem) components() (componentCells, error) {
	of, count, err := p.Policy.Components()
	if err != nil {
		return componentCells{}, err
	}
	c := componentCells{of: of, sizes: make([]int, count), presence: p.Policy.Presence()}
	for _, n := range of {
		if n >= 0 {
			c.sizes[n]++
		}
	}
	return c, nil
}

// free reports whether no edge changes the cell: it is a component by itself, and nobody's
// presence is secret.
func (c componentCells) free(cell int) bool {
	return !c.presence && c.sizes[c.of[cell]] == 1
}

// known returns the sums that are public.
func (p Problem) known(c componentCells) knownSums {
	_, hasTotal := p.Facts.Total()
	switch {
	case p.Disclose && !p.Policy.Presence():
		return knownSums{c.of, len(c.sizes)}
	case hasTotal:
		one := make([]int, len(c.of))
		for cell, n := range c.of {
			one[cell] = min(n, 0)
		}
		return knownSums{one, 1}
	}
	return knownSums{}
}

// values returns the known sums of a data vector. They are public, by the fact or by the
// steward's consent, and no other function of the counts leaves without noise.
func (k knownSums) values(counts *histogram.Vector) []int64 {
	sums := make([]int64, k.count)
	if k.count == 0 {
		return sums
	}
	for cell, n := range counts.Counts() {
		if s := k.set[cell]; s >= 0 {
			sums[s] += n
		}
	}
	return sums
}

// checkCounts refuses a data vector over another domain.
func (p Problem) checkCounts(counts *histogram.Vector) error {
	k, err := p.Workload.Domain().Cells()
	if err != nil {
		return err
	}
	if counts == nil || len(counts.Counts()) != k {
		return message.Errorf("question %q: the counts are not over its cells", p.Workload.Question().Title)
	}
	if n, known := p.Facts.Total(); known && counts.Total() != n {
		return p.Facts.CheckTotal(counts.Total())
	}
	return nil
}

// tidy returns whole, non-negative cells: for every set with a known sum the closest
// possible counts with that sum, otherwise negative cells become zero.
func (k knownSums) tidy(x []float64, totals []int64) ([]int64, error) {
	out := make([]int64, len(x))
	if k.count == 0 {
		for cell, v := range x {
			out[cell] = roundCount(v)
		}
		return out, nil
	}
	members := make([][]int, k.count)
	for cell, s := range k.set {
		if s >= 0 {
			members[s] = append(members[s], cell)
		}
	}
	for s, cells := range members {
		y := make([]float64, len(cells))
		for i, cell := range cells {
			y[i] = x[cell]
		}
		if err := inference.Simplex(y, float64(totals[s])); err != nil {
			return nil, err
		}
		whole, err := inference.RoundToTotal(y, totals[s])
		if err != nil {
			return nil, err
		}
		for i, cell := range cells {
			out[cell] = whole[i]
		}
	}
	return out, nil
}

// roundCount returns the whole number nearest to v, at least zero.
func roundCount(v float64) int64 { return max(int64(math.Round(v)), 0) }

// each calls do for every known sum with its cells.
func (k knownSums) each(do func(s int, cells []int) error) error {
	members := make([][]int, k.count)
	for cell, s := range k.set {
		if s >= 0 {
			members[s] = append(members[s], cell)
		}
	}
	for s, cells := range members {
		if err := do(s, cells); err != nil {
			return err
		}
	}
	return nil
}
