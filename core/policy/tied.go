package policy

import (
	"slices"

	"steward/core/domain"
)

// tiedSearch is the most cells over which ways around impossible combinations are searched.
const tiedSearch = 1 << 20

// tied returns the parts that impossible combinations tie together, in sets that have no
// combination in common: a combination lies in the columns of one set. A cell is possible
// exactly when it is so in the columns of every set, so ways around impossible combinations
// are found in each set by itself.
func (p *Policy) tied() [][]int {
	of := make(map[domain.AttributeName]int) // the part of each column
	for i, part := range p.parts {
		for _, a := range part.Attributes() {
			of[a.Name()] = i
		}
	}
	set := make([]int, len(p.parts)) // the lowest part of its set, or -1
	for i := range set {
		set[i] = -1
	}
	for _, c := range p.domain.Impossible() {
		var joined []int
		for name := range c {
			i := of[name]
			if set[i] < 0 {
				set[i] = i
			}
			joined = append(joined, set[i])
		}
		lowest := slices.Min(joined)
		for i, s := range set {
			if slices.Contains(joined, s) {
				set[i] = lowest
			}
		}
	}
	var out [][]int
	for i := range set {
		if set[i] != i {
			continue
		}
		var parts []int
		for j, s := range set {
			if s == i {
				parts = append(parts, j)
			}
		}
		out = append(out, parts)
	}
	return out
}

// without returns the parts that are in none of the sets, with the places of their columns.
func (p *Policy) without(sets [][]int) (parts []Part, at [][]int) {
	drop := slices.Concat(sets...)
	for i, part := range p.parts {
		if !slices.Contains(drop, i) {
			parts, at = append(parts, part), append(at, p.at[i])
		}
	}
	return parts, at
}

// over returns the policy over the columns of some parts.
func (p *Policy) over(parts []int) *Policy {
	var names []domain.AttributeName
	for _, i := range parts {
		for _, a := range p.parts[i].Attributes() {
			names = append(names, a.Name())
		}
	}
	q, err := p.Project(names)
	if err != nil {
		panic("policy: the columns of parts are published: " + err.Error())
	}
	return q
}

// full reports whether any two possible cells are joined directly.
func (p *Policy) full() bool {
	return p.together == len(p.parts) && !slices.ContainsFunc(p.parts, func(part Part) bool {
		_, all := part.(complete)
		return !all
	})
}

// searchable reports whether the cells are few enough to search for ways between them.
func (p *Policy) searchable() bool {
	k, err := p.domain.Cells()
	return err == nil && k <= tiedSearch
}

// around returns the number of edges between two possible records of the policy whole, of
// which p is the projection to some parts, seen through p's columns and around its
// impossible combinations; false when there is no way, or too many cells to find one.
func (p *Policy) around(whole *Policy, u, v []int) (int, bool) {
	var pu, pv []int
	for _, a := range p.domain.Attributes() {
		pos, _ := whole.domain.Position(a.Name())
		pu, pv = append(pu, u[pos]), append(pv, v[pos])
	}
	switch {
	case slices.Equal(pu, pv):
		return 0, true
	case p.full():
		return 1, true
	case !p.searchable():
		return 0, false
	}
	k, _ := p.domain.Cells()
	return graph{k, p.cellNeighbours}.distance(p.domain.Index(pu), p.domain.Index(pv))
}
