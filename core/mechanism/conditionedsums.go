package mechanism

import "steward/core/domain"

// publicSum is cells of which it is known how many people are in them together.
type publicSum struct {
	cells []int32
	total int64
	set   int // the known sum whose total a release brings; -1 where the total is known already
}

// countedCells are the cells of a domain that can hold somebody, or all cells.
type countedCells struct{ possible *domain.Domain }

func (c countedCells) has(cell int) bool { return c.possible == nil || c.possible.Possible(cell) }

// of adds up what the cells have.
func (s publicSum) of(x []float64) float64 {
	sum := 0.0
	for _, cell := range s.cells {
		sum += x[cell]
	}
	return sum
}

// value returns the total, given those of the known sums.
func (s publicSum) value(sums []int64) float64 {
	if s.set >= 0 {
		return float64(sums[s.set])
	}
	return float64(s.total)
}

// follows returns what says whether a sum is one of whole known sums.
func (k KnownSums) follows() func(s publicSum) bool {
	size := make([]int, k.Count)
	for _, set := range k.Set {
		if set >= 0 {
			size[set]++
		}
	}
	return func(s publicSum) bool {
		held := make(map[int]int)
		for _, cell := range s.cells {
			if k.Count == 0 || k.Set[cell] < 0 {
				return false
			}
			held[k.Set[cell]]++
		}
		for set, n := range held {
			if n < size[set] {
				return false
			}
		}
		return true
	}
}

// isBox reports whether the cells are all combinations of a run of values of each column.
func (s publicSum) isBox(sizes []int) bool {
	low, high := make([]int, len(sizes)), make([]int, len(sizes))
	for i, cell := range s.cells {
		rest := int(cell)
		for j := len(sizes) - 1; j >= 0; j-- {
			v := rest % sizes[j]
			rest /= sizes[j]
			if i == 0 {
				low[j], high[j] = v, v
			}
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	volume := 1
	for j := range sizes {
		volume *= high[j] - low[j] + 1
	}
	return volume == len(s.cells)
}

// KnowsSums reports whether facts say more of sums of cells than how many people there are.
func (p Problem) KnowsSums() bool {
	_, people := p.Facts.Total()
	return more(len(p.Facts.Sums(p.Workload.Domain())), people)
}

func more(facts int, people bool) bool { return facts > 1 || facts == 1 && !people }

// publicSums returns all that is known of sums of cells: what the facts say of them, the known sums, and that nobody is
// where nobody can be. Where these are too many it is only the number of people, and that nobody is in all those cells
// together; which of them depends on public numbers alone. counted has the cells that the sums do not say to be empty
// one by one.
func (p Problem) publicSums(known KnownSums) (sums []publicSum, counted countedCells) {
	cells, answers := p.Workload.Operator().Columns(), p.Workload.Len()
	few := func(sums int) bool {
		n := float64(sums)
		return n*float64(cells+answers) <= maxConditioned && n*n*float64(cells+answers) <= maxConditionedWork
	}
	if !few(2) || p.PeopleOnly {
		return nil, countedCells{}
	}
	d := p.Workload.Domain()
	for _, s := range p.Facts.Sums(d) {
		sums = append(sums, publicSum{s.Cells, s.Total, -1})
	}
	if p.Disclose {
		sets := make([]publicSum, known.Count)
		for i := range sets {
			sets[i].set = i
		}
		for cell, s := range known.Set {
			if s >= 0 {
				sets[s].cells = append(sets[s].cells, int32(cell))
			}
		}
		sums = append(sums, sets...)
	}
	n, people := p.Facts.Total()
	everyone, nobody := publicSum{total: n, set: -1}, publicSum{set: -1}
	for cell := range int32(cells) {
		if d.Possible(int(cell)) {
			everyone.cells = append(everyone.cells, cell)
		} else {
			nobody.cells = append(nobody.cells, cell)
		}
	}
	if few(len(sums) + len(nobody.cells)) {
		for i := range nobody.cells {
			sums = append(sums, publicSum{nobody.cells[i : i+1], 0, -1})
		}
		return sums, countedCells{d}
	}
	sums = nil
	if people {
		sums = append(sums, everyone)
	}
	if len(nobody.cells) > 0 {
		sums = append(sums, nobody)
	}
	return sums, countedCells{}
}
