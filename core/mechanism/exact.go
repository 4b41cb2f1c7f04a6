package mechanism

import (
	"steward/core/account"
	"steward/core/histogram"
)

// maxExactWork bounds the cells that are visited to find that a problem needs no noise.
const maxExactWork = 1 << 24

// Follows reports whether a function of the counts follows from known sums, given which two cells people in count alike for it: in
// every set with a known sum all do. Only public numbers decide it. Where there is too much to look at it says no.
func (p Problem) Follows(alike func(u, v int) bool) (bool, error) {
	c, err := p.Components()
	if err != nil || len(c.Of) > maxExactWork {
		return false, err
	}
	known := p.Known(c)
	first := make([]int, known.Count)
	for s := range first {
		first[s] = -1
	}
	for cell, s := range known.Set {
		switch {
		case s < 0: // nobody can be there
		case first[s] < 0:
			first[s] = cell
		case !alike(first[s], cell):
			return false, nil
		}
	}
	return known.Count > 0, nil
}

// NeedsNoNoise reports whether every answer is made of known sums: it counts each person of a set with a known sum alike.
// Only public numbers decide it. Where there is too much to look at it says no, which costs budget and no privacy.
func (p Problem) NeedsNoNoise() (bool, error) {
	c, err := p.Components()
	if err != nil {
		return false, err
	}
	known := p.Known(c)
	if known.Count == 0 {
		return false, nil
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
	return made, nil
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

// Rebuilt returns counts that anybody could make up of the known sums of others, with all people of a set in its first cell.
func (p Problem) Rebuilt(counts *histogram.Vector) (*histogram.Vector, error) {
	c, err := p.Components()
	if err != nil {
		return nil, err
	}
	known := p.Known(c)
	sums := known.Values(counts)
	made, err := histogram.New(counts.Domain())
	if err != nil {
		return nil, err
	}
	for cell, s := range known.Set {
		if s >= 0 {
			made.AddMany(cell, sums[s])
			sums[s] = 0
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
