package sensitivity

import (
	"steward/core/policy"
)

// byBlocks takes the largest change inside sets of cells that are all joined to one another
// at one weight: the products of the blocks of all parts when all may change together, and
// the blocks of each part, all else staying as it is, when one may. Impossible cells are left
// out, so it is as exact as the change is.
func (s *search) byBlocks() (found, bool, error) {
	spread, ok := s.change.(spreading)
	if !ok {
		return found{}, false, nil
	}
	t := &tally{norm: s.norm}
	f := found{exact: true, how: "blocks"}
	sets := s.blockSets()
	for _, set := range sets {
		of, count, ok := set.number(s)
		if !ok {
			return found{}, false, nil
		}
		if set.weight == policy.Infinite {
			continue
		}
		for _, cells := range members(of, count) {
			if s.ctx.Err() != nil {
				return found{}, false, s.ctx.Err()
			}
			change, exact := spread.spread(cells)
			f.exact = f.exact && exact
			t.show(change, set.weight)
		}
	}
	f.cost = t.best
	return f, len(sets) > 0, nil
}

// blockSet is the parts that change together, at one weight.
type blockSet struct {
	parts  []int
	weight policy.Weight
}

// blockSets returns which parts change together; none when the policy is of another kind.
func (s *search) blockSets() []blockSet {
	parts, together := s.policy.Parts(), s.policy.Together()
	var sets []blockSet
	for i, part := range parts {
		lightest, heaviest := part.Weights()
		switch {
		case heaviest == 0:
			lightest = policy.Infinite
		case lightest != heaviest:
			return nil
		}
		sets = append(sets, blockSet{[]int{i}, lightest})
	}
	if together == 1 {
		return sets
	}
	var all blockSet
	all.weight = policy.Infinite
	moving := 0
	for i, one := range sets {
		all.parts = append(all.parts, i)
		if one.weight == policy.Infinite {
			continue
		}
		if moving++; all.weight != policy.Infinite && all.weight != one.weight {
			return nil
		}
		all.weight = one.weight
	}
	if together < moving {
		return nil
	}
	return []blockSet{all}
}

// number returns the block of each cell, -1 for impossible ones: cells are in the same block
// that are in the same block of every part of the set and have the same values elsewhere.
func (b blockSet) number(s *search) (of []int, count int, ok bool) {
	d, parts := s.policy.Domain(), s.policy.Parts()
	of = make([]int, s.cells)
	scale := 1
	changes := make([]bool, len(d.Attributes()))
	for _, i := range b.parts {
		p, ok := parts[i].(policy.Partition)
		if !ok {
			return nil, 0, false
		}
		block, n, ok := p.Blocks()
		if !ok {
			return nil, 0, false
		}
		var at []int
		for _, a := range parts[i].Attributes() {
			j, _ := d.Position(a.Name())
			at, changes[j] = append(at, j), true
		}
		for u := range of {
			v := 0
			for _, j := range at {
				v = v*d.Attributes()[j].Size() + d.Value(u, j)
			}
			of[u] += scale * block[v]
		}
		scale *= n
	}
	for j, moves := range changes {
		if moves {
			continue
		}
		for u := range of {
			of[u] += scale * d.Value(u, j)
		}
		scale *= d.Attributes()[j].Size()
	}
	for u := range of {
		if !d.Possible(u) {
			of[u] = -1
		}
	}
	return of, scale, true
}
