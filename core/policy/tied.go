package policy

import (
	"slices"

	"steward/core/domain"
	"steward/core/policy/weighted"
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

// loose is the parts that are in none of some sets, with their numbers in the policy.
type loose struct {
	parts []Part
	of    []int
}

// without returns the parts that are in none of the sets.
func (p *Policy) without(sets [][]int) loose {
	drop := slices.Concat(sets...)
	var l loose
	for i, part := range p.parts {
		if !slices.Contains(drop, i) {
			l.parts, l.of = append(l.parts, part), append(l.of, i)
		}
	}
	return l
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

// full reports whether any two possible cells are joined directly, and no way around is
// shorter.
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

// around returns the length of a way between two possible records of the policy whole, of
// which p is the projection to some parts, seen through p's columns and around its
// impossible combinations; Infinite when there is none, or too many cells to find one.
func (p *Policy) around(whole *Policy, u, v []int) weighted.Weight {
	var pu, pv []int
	for _, a := range p.domain.Attributes() {
		pos, _ := whole.domain.Position(a.Name())
		pu, pv = append(pu, u[pos]), append(pv, v[pos])
	}
	switch {
	case slices.Equal(pu, pv):
		return 0
	case p.full() || !p.searchable():
		return p.direct(pu, pv)
	}
	k, _ := p.domain.Cells()
	lightest, heaviest := p.joint().Weights()
	g := weighted.Adjacency{N: k, Neighbours: p.cellNeighbours, Even: lightest == heaviest}
	return g.Distance(p.domain.Index(pu), p.domain.Index(pv), weighted.Infinite)
}

// direct returns the weight of the edge between two records of any domain, Infinite when
// they are not joined.
func (p *Policy) direct(u, v []int) weighted.Weight {
	w, joined := p.joint().Weight(func(i int) (from, to int) {
		return localOf(p.parts[i], p.at[i], u), localOf(p.parts[i], p.at[i], v)
	})
	if !joined {
		return weighted.Infinite
	}
	return w
}
