package sensitivity

import (
	"math/bits"

	"steward/core/policy"
	"steward/core/policy/weighted"
)

// byBlocks takes the largest change inside sets of cells that are all joined to one another:
// the products of the blocks of as many parts as may change together, all else staying as it
// is. One part at a time these are the lines along each column, all together the whole
// domain or its partition. Impossible cells are left out, so it is as exact as the change is.
func (s *search) byBlocks() (found, bool, error) {
	spread, knows := s.change.(spreading)
	sets, ok := s.blockSets()
	if !knows || !ok {
		return found{}, false, nil
	}
	t := &tally{norm: s.norm}
	f := found{exact: true, how: "blocks"}
	for _, set := range sets {
		of, count, ok := set.number(s)
		if !ok {
			return found{}, false, nil
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
	return f, true, nil
}

// blockSet is parts that may change together along edges of up to a weight.
type blockSet struct {
	parts  []int
	weight weighted.Weight
}

// mostMoving is the largest number of parts with edges, and mostBlockSets of choices among
// them, that are gone through.
const (
	mostMoving    = 12
	mostBlockSets = 64
)

// blockSets returns, for every weight, each choice of as many parts as may change together
// among those of at most that weight: an edge is as heavy as the heaviest of its parts, and
// counting lighter ones at that weight too hides none, since they are in a set of their own.
// It returns false when a part has edges of several weights, and when there are too many.
func (s *search) blockSets() (sets []blockSet, ok bool) {
	var moving []blockSet
	for i, part := range s.policy.Parts() {
		lightest, heaviest := part.Weights()
		if heaviest == 0 {
			continue
		}
		if lightest != heaviest {
			return nil, false
		}
		moving = append(moving, blockSet{[]int{i}, lightest})
	}
	if len(moving) > mostMoving {
		return nil, false
	}
	most := min(s.policy.Together(), len(moving))
	seen := make(map[int]bool)
	for chosen := range 1 << len(moving) {
		if bits.OnesCount(uint(chosen)) != most {
			continue
		}
		for i, top := range moving {
			if chosen>>i&1 == 0 {
				continue
			}
			set, key := blockSet{weight: top.weight}, 0
			for n, one := range moving {
				if chosen>>n&1 == 1 && one.weight <= top.weight {
					set.parts = append(set.parts, one.parts...)
					key |= 1 << n
				}
			}
			if !seen[key] {
				seen[key] = true
				sets = append(sets, set)
			}
		}
	}
	return sets, len(sets) <= mostBlockSets
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
