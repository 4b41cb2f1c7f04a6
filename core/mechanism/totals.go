package mechanism

import (
	"math"

	"steward/core/histogram"
	"steward/core/inference"
	"steward/core/message"
)

// KnownSums are sums of cells that are public and need no noise: the number of people,
// when that is a known fact, or the totals of all connected components, when the steward
// agreed to publish what the policy discloses.
type KnownSums struct {
	Set   []int // per cell, the number of its set, or -1
	Count int
}

// ComponentCells are the connected components of the cells.
type ComponentCells struct {
	Of       []int // per cell, its component; -1 for impossible ones
	Sizes    []int // cells of each component
	Presence bool
}

func (p Problem) Components() (ComponentCells, error) {
	of, count, err := p.Policy.Components()
	if err != nil {
		return ComponentCells{}, err
	}
	c := ComponentCells{Of: of, Sizes: make([]int, count), Presence: p.Policy.Presence()}
	for _, n := range of {
		if n >= 0 {
			c.Sizes[n]++
		}
	}
	return c, nil
}

// Free reports whether no edge changes the cell: it is a component by itself, and nobody's
// presence is secret.
func (c ComponentCells) Free(cell int) bool {
	return !c.Presence && c.Sizes[c.Of[cell]] == 1
}

// Known returns the sums that are public.
func (p Problem) Known(c ComponentCells) KnownSums {
	_, hasTotal := p.Facts.Total()
	switch {
	case p.Disclose && !p.Policy.Presence():
		return KnownSums{c.Of, len(c.Sizes)}
	case hasTotal && len(c.Sizes) == 1:
		return KnownSums{c.Of, 1} // of which all possible cells are
	case hasTotal:
		one := make([]int, len(c.Of))
		for cell, n := range c.Of {
			one[cell] = min(n, 0)
		}
		return KnownSums{one, 1}
	}
	return KnownSums{}
}

// Values returns the known sums of a data vector. They are public, by the fact or by the
// steward's consent, and no other function of the counts leaves without noise.
func (k KnownSums) Values(counts *histogram.Vector) []int64 {
	sums := make([]int64, k.Count)
	if k.Count == 0 {
		return sums
	}
	for cell, n := range counts.Counts() {
		if s := k.Set[cell]; s >= 0 {
			sums[s] += n
		}
	}
	return sums
}

// NoCounts returns an empty vector for the problem's counts: over its cells, or of the tables of its questions, where all their columns
// together have too many.
func (p Problem) NoCounts() (*histogram.Vector, error) {
	if tables := p.Workload.Tables(); tables != nil {
		return histogram.Tables(p.Workload.Domain(), tables)
	}
	return histogram.New(p.Workload.Domain())
}

// Counted returns a problem with the tables in which what was prepared for it has people counted, which may be more than those asked for.
func Counted(q Prepared, p Problem) Problem {
	if m, ok := Within(q).(interface{ Asked() Problem }); ok && p.Workload.Tables() != nil {
		p.Workload = m.Asked().Workload
	}
	return p
}

// CheckCounts refuses a data vector over another domain.
func (p Problem) CheckCounts(counts *histogram.Vector) error {
	if counts == nil || len(counts.Counts()) != p.Workload.Operator().Columns() {
		return message.Errorf("question %q: the counts are not over its cells", p.Workload.Question().Title)
	}
	if n, known := p.Facts.Total(); known && counts.Total() != n {
		return p.Facts.CheckTotal(counts.Total())
	}
	return nil
}

// tidy returns whole, non-negative cells: for every set with a known sum the closest
// possible counts with that sum, otherwise negative cells become zero.
func (k KnownSums) tidy(x []float64, totals []int64) ([]int64, error) {
	out := make([]int64, len(x))
	if k.Count == 0 {
		for cell, v := range x {
			out[cell] = RoundCount(v)
		}
		return out, nil
	}
	members := make([][]int, k.Count)
	for cell, s := range k.Set {
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

// RoundCount returns the whole number nearest to v, at least zero.
func RoundCount(v float64) int64 { return max(int64(math.Round(v)), 0) }

// Each calls do for every known sum with its cells.
func (k KnownSums) Each(do func(s int, cells []int) error) error {
	members := make([][]int, k.Count)
	for cell, s := range k.Set {
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
