package constraint

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/message"
)

// What the search for units may take: classes, those of one cell, and comparisons of all ways together.
const (
	maxKinds = 32
	maxLone  = 9
	maxUnits = maxComparisons / 2 // both margins of 3 × 3 take nearly as many
)

// apart returns how many steps along edges the counts of two neighbouring files are apart at most, or an upper bound.
//
// A release sees counts and not people: where one person leaves a cell and another one enters it, as when several move one
// after the other along a chain, the counts change as if one had gone all the way. What is left when all such chains are
// joined are units that go from cells that only lose people to cells that only gain (docs/mathematics.md, "Steps between
// counts"), each by no more steps than the policy's diameter, or, where people move along edges alone, the
// largest of its components'. That holds in both readings, whose neighbours are irreducible sets of moves along some pairs.
//
// It returns false where no such bound is known, or it cannot be below the number of moves: where edges weigh differently, some
// answers that people may move between are joined by no chain, or every class of cells that the facts tell apart has several cells, so that whoever
// enters one need not take the place of whoever leaves it.
func (s scene) apart(reading Reading) (length, bool) {
	lightest, heaviest := s.policy.Weights()
	if !s.exact || heaviest == 0 || lightest != heaviest {
		return length{}, false
	}
	k, ok := s.kinds()
	if !ok || !slices.Contains(k.lone, true) {
		return length{}, false
	}
	far, connected := diameter(s.policy)
	if !connected {
		if far.longest, ok = s.policy.Farthest(); !ok || reading != EdgeMinimal {
			return length{}, false
		}
	}
	n, ok := k.units()
	if !ok {
		return length{}, false
	}
	steps := int(far.longest / heaviest)
	return length{n.edges * steps, n.exact && steps == 1 && connected}, true
}

// steppedUnits is the way in which apart bounds facts.
var steppedUnits = message.Sprintf("steps between counts: irreducible zero-sum sets of units, none of which leaves a cell that another one enters")

// nearer takes the bound for the steps between counts where facts tie people together. Facts whose moves have no bound may have
// one for these. Where facts are not free it may be one all the same (Multiplier.Ties).
func (t tied) nearer(s scene, reading Reading) tied {
	t.unmoved = t.clash
	if t.clash == nil && t.free() {
		return t
	}
	n, ok := s.apart(reading)
	if !ok {
		return t
	}
	t.apart = n
	if t.clash != nil {
		t.clash, t.edges, t.how = nil, 0, steppedUnits
	}
	return t
}

// kinds are the classes of cells that the same facts count, "not in the file" being a cell that none does.
type kinds struct {
	predicates int
	sets       [][]int32 // per class, the predicates that hold there, rising
	lone       []bool    // per class, whether it is one cell
}

// kinds returns the classes over all columns of the policy. It returns false where there are too many.
func (s scene) kinds() (kinds, bool) {
	numbers := 0
	all := make([]int, len(s.facts))
	for i, f := range s.facts {
		all[i] = i
		numbers += f.numbers()
	}
	if numbers > maxNumbers {
		return kinds{}, false
	}
	list, _ := s.predicates(all, s.policy.Domain())
	c, ok := newCoarse(s.policy.Domain(), list)
	if !ok {
		return kinds{}, false
	}
	a := c.atoms()
	k := kinds{predicates: len(list), sets: slices.Clone(a.sets)}
	if len(k.sets) > maxAtoms {
		return kinds{}, false
	}
	cells, size := make([]int, len(k.sets)), c.sizes()
	for cell, atom := range a.of {
		if atom >= 0 {
			cells[atom] = min(cells[atom]+size(cell), 2)
		}
	}
	if s.policy.Presence() {
		nothing := slices.IndexFunc(k.sets, func(l []int32) bool { return len(l) == 0 })
		if nothing < 0 {
			nothing = len(k.sets)
			k.sets, cells = append(k.sets, nil), append(cells, 0)
		}
		cells[nothing]++
	}
	for _, n := range cells {
		k.lone = append(k.lone, n == 1)
	}
	return k, true
}

// sizes returns how many cells are merged in one: one, or two for more.
func (c *coarse) sizes() func(cell int) int {
	values := make([][]int, len(c.columns)) // per column and class
	for i, k := range c.columns {
		values[i] = make([]int, k.n)
		for j, of := range k.of {
			values[i][of] += k.last(j) - k.lo[j] + 1
		}
	}
	return func(cell int) int {
		n := 1
		for i, k := range c.columns {
			n = min(n*values[i][cell/c.strides[i]%k.n], 2)
		}
		return n
	}
}

// units returns the most moves of an irreducible set, along any pairs, of which none leaves a cell that another one enters.
//
// Where the facts tell the number of people in every class, nobody leaves a class of one cell, and what is left are simple
// cycles of the others. Where they leave the classes one way to change, by a multiple of a vector, moves that form no cycle make
// it once (block.oneFree), and each of these people passes through no class of one cell. Else a class of one cell is either left or entered: all ways are
// gone through, and the largest irreducible set of each is searched for (docs/mathematics.md, "Public facts"). It returns false where that takes too long.
func (k kinds) units() (length, bool) {
	many := 0
	for _, lone := range k.lone {
		if !lone {
			many++
		}
	}
	d, ok := k.dependence()
	switch {
	case !ok:
		return length{}, false
	case d.rank == len(k.sets)-1:
		return length{max(many, 1), many > 0}, true
	case d.relation != nil:
		first, people := int64(0), int64(0)
		for _, x := range d.relation {
			first -= x
			people += max(x, 0)
		}
		people += max(first, 0)
		return length{max(many, int(people)*(1+many)), many == 0}, true
	}
	if n, ok := k.searched(); ok {
		return length{n, true}, true
	}
	n, ok := k.passing()
	return length{n, false}, ok
}

// searched goes through all ways to have lone classes left or entered and searches each for its largest irreducible set.
func (k kinds) searched() (int, bool) {
	var lone []int
	for i, l := range k.lone {
		if l {
			lone = append(lone, i)
		}
	}
	if len(lone) > maxLone || len(k.sets) > maxKinds {
		return 0, false
	}
	most, left, known := 1, maxUnits, make(map[string]bool)
	for way := range 1 << (len(lone) - 1) { // the last one is left: the other ways are these backwards
		leaves, enters := slices.Repeat([]bool{true}, len(k.sets)), slices.Repeat([]bool{true}, len(k.sets))
		for i, at := range lone {
			entered := way>>i&1 == 1
			leaves[at], enters[at] = !entered, entered
		}
		changes := k.changes(leaves, enters)
		weights := slices.Repeat([]int{1}, len(changes))
		alike := inAnyOrder(changes, weights)
		if known[alike] {
			continue
		}
		known[alike] = true
		n, ok := heaviest(changes, weights, &left)
		if !ok {
			return 0, false
		}
		most = max(most, n)
	}
	return most, true
}

// inAnyOrder writes vectors and their weights down with their places in the order of what stands at them: what is equal is the same up to the
// order of places and vectors.
func inAnyOrder(vectors [][]int8, weights []int) string {
	if len(vectors) == 0 {
		return ""
	}
	places := make([]int, len(vectors[0]))
	profile := make([][][3]int, len(places)) // per place, what stands there, in vectors of which length and weight
	for at := range places {
		places[at] = at
		for i, v := range vectors {
			square := 0
			for _, x := range v {
				square += int(x) * int(x)
			}
			profile[at] = append(profile[at], [3]int{int(v[at]), square, weights[i]})
		}
		slices.SortFunc(profile[at], func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return slices.CompareFunc(profile[a], profile[b], func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	})
	rows := make([]string, len(vectors))
	for i, v := range vectors {
		row := make([]byte, len(places))
		for j, at := range places {
			row[j] = byte(v[at])
		}
		rows[i] = fmt.Sprintf("%s%d ", row, weights[i])
	}
	slices.Sort(rows)
	return strings.Join(rows, "")
}

// dependence tells whether the facts and the number of people together tell how many people are in every class: their
// differences from the first are independent then, as those of nested and disjoint counts are. It returns false where that takes too long.
func (k kinds) dependence() (dependence, bool) {
	if (&block{predicates: make([]int32, k.predicates), sets: k.sets}).laminar() {
		return dependence{rank: len(k.sets) - 1}, true
	}
	var vectors [][]int64
	for _, list := range k.sets[1:] {
		v := make([]int64, k.predicates)
		difference(k.sets[0], list, func(i int32, sign int8) { v[i] = int64(sign) })
		vectors = append(vectors, v)
	}
	return dependences(vectors)
}

// changes returns the different changes of the counts that moves make from classes that may be left to others that may be
// entered.
func (k kinds) changes(leaves, enters []bool) [][]int8 {
	seen := make(map[string]bool)
	var out [][]int8
	for u, from := range k.sets {
		for v, to := range k.sets {
			if u == v || !leaves[u] || !enters[v] {
				continue
			}
			change, key := make([]int8, k.predicates), make([]byte, k.predicates)
			difference(from, to, func(i int32, sign int8) { change[i], key[i] = sign, byte(sign) })
			if !seen[string(key)] {
				seen[string(key)] = true
				out = append(out, change)
			}
		}
	}
	return out
}
