package mechanism

import (
	"slices"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/linop"
)

// maxExactWork bounds the cells that are visited to find that a problem needs no noise.
const maxExactWork = 1 << 24

// Follows reports whether a function of the counts follows from what is public, given which two cells people in count alike for it: in
// every set with a known sum all do, but for cells whose counts facts determine. Only public numbers decide it. Where there is too much to look at it says no.
func (p Problem) Follows(alike func(u, v int) bool) (bool, error) {
	known, told, err := p.public()
	if err != nil || p.Workload.Operator().Columns() > maxExactWork {
		return false, err
	}
	first := make([]int, max(known.Count, 1)) // where no sum is known, everybody is in one set
	for s := range first {
		first[s] = -1
	}
	for cell := range p.Workload.Operator().Columns() {
		s := 0
		if known.Count > 0 {
			s = known.Set[cell]
		}
		switch {
		case s < 0 || told.Sum([]int32{int32(cell)}): // nobody can be there, or everybody knows how many are
		case known.Count == 0:
			return false, nil
		case first[s] < 0:
			first[s] = cell
		case !alike(first[s], cell):
			return false, nil
		}
	}
	return true, nil
}

// public returns the sums that are publicly known, and what facts determine beside them.
func (p Problem) public() (KnownSums, *Determined, error) {
	c, err := p.Components()
	if err != nil {
		return KnownSums{}, nil, err
	}
	known := p.Known(c)
	told, err := p.Determined(known)
	return known, told, err
}

// NeedsNoNoise reports whether every answer follows from what is public: it counts each person of a set with a known sum alike, or
// facts determine it. Only public numbers decide it. Where there is too much to look at it says no, which costs budget and no privacy.
func (p Problem) NeedsNoNoise() (bool, error) {
	c, err := p.Components()
	if err != nil {
		return false, err
	}
	known := p.Known(c)
	if p.madeOf(known) {
		return true, nil
	}
	told, err := p.Determined(known)
	return err == nil && told.all(p.Workload.Operator()), err
}

// all reports whether all rows of an operator are determined.
func (d *Determined) all(op linop.Operator) bool {
	if d == nil || float64(op.Rows())*float64(op.Columns()) > maxExactWork {
		return false
	}
	for i := range op.Rows() {
		if !d.Row(op, i) {
			return false
		}
	}
	return true
}

// madeOf reports whether every answer counts each person of a set with a known sum alike.
func (p Problem) madeOf(known KnownSums) bool {
	if known.Count == 0 {
		return false
	}
	size := make([]int, known.Count)
	for _, s := range known.Set {
		if s >= 0 {
			size[s]++
		}
	}
	op := p.Workload.Operator()
	met, times := make([]int, known.Count), make([]int64, known.Count)
	var sets []int // that the row counts somebody of
	work, made := 0, true
	for i := 0; i < op.Rows() && made; i++ {
		op.Row(i, func(cell int, v int64) {
			work++
			s := known.Set[cell]
			if s < 0 || v == 0 { // nobody can be there, or is counted
				return
			}
			if met[s] == 0 {
				sets, times[s] = append(sets, s), v
			}
			met[s]++
			made = made && times[s] == v
		})
		for _, s := range sets {
			made = made && met[s] == size[s]
			met[s] = 0
		}
		sets = sets[:0]
		made = made && work <= maxExactWork
	}
	return made
}

// Spends returns the part of the budget that an answer to the problem takes: none where it is exact.
func (p Problem) Spends() account.Epsilon {
	if p.Exact {
		return account.Epsilon{}
	}
	return p.Budget
}

// Left returns what is left for noise of what an answer to the problem takes: nothing where it is exact.
func (p Problem) Left() account.Epsilon {
	if p.Exact {
		return account.Epsilon{}
	}
	return p.Effective()
}

// Seen returns what a release answers the problem from: the counts, or, where it takes nothing of the budget, those that are
// rebuilt of the known sums. Whatever an exact answer is made by, it thus depends on nothing else.
func (p Problem) Seen(counts *histogram.Vector) (*histogram.Vector, error) {
	if !p.Exact {
		return counts, nil
	}
	return p.Rebuilt(counts)
}

// Rebuilt returns counts that anybody could make up of the known sums of others: what facts determine of single cells, and all other
// people of a set in the first of its other cells.
func (p Problem) Rebuilt(counts *histogram.Vector) (*histogram.Vector, error) {
	known, told, err := p.public()
	if err != nil {
		return nil, err
	}
	sums := known.Values(counts)
	made, err := histogram.New(counts.Domain())
	if err != nil {
		return nil, err
	}
	others := make([]int, known.Count) // the first cell of each set whose count is not determined
	for s := range others {
		others[s] = -1
	}
	var cells []float64
	if told != nil {
		cells = told.Cells(sums)
	}
	rest := slices.Clone(sums)
	for cell := range counts.Counts() {
		s := -1
		if known.Count > 0 {
			s = known.Set[cell]
		}
		switch {
		case told.Sum([]int32{int32(cell)}):
			n := RoundCount(cells[cell])
			made.AddMany(cell, n)
			if s >= 0 {
				rest[s] -= n
			}
		case s >= 0 && others[s] < 0:
			others[s] = cell
		}
	}
	for s, cell := range others {
		if cell >= 0 {
			made.AddMany(cell, max(rest[s], 0)) // below zero for counts of which the facts are not true, such as others' numbers
		}
	}
	return made, nil
}

// Exactly reports whether a prepared mechanism answers without noise and without error.
func Exactly(q Prepared) bool {
	if q.Info().DataDependent {
		return false
	}
	for _, n := range q.Noise() {
		if n.Noisy() {
			return false
		}
	}
	for _, a := range q.ExpectedError().Answers {
		if a.Variance != 0 {
			return false
		}
	}
	return true
}
