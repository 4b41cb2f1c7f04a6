package constraint

import (
	"slices"

	"steward/core/domain"
)

// maxEquations is the most public numbers that are decided on together.
const maxEquations = 1 << 10

// system is the equations that some facts are: how many people are in each atom, so that
// every public number is the sum of its atoms.
type system struct {
	rows  [][]int64
	right []int64
	of    []number
}

// number is the place of a public number: which fact, -1 for an equation that always holds,
// and which of its numbers.
type number struct{ fact, k int }

// system writes the equations of a block down, over the atoms that its facts and the
// impossible combinations tell apart. people is the fact that states the number of people,
// or -1. It is nil when there are too many.
func (s *stated) system(block []int, people int) *system {
	numbers := 0
	for _, i := range block {
		numbers += s.facts[i].numbers()
	}
	if numbers > maxEquations {
		return nil
	}
	d, err := s.domain.Project(s.tiedColumns(block))
	if err != nil {
		return nil
	}
	var list []predicate
	y := &system{}
	for _, i := range block {
		list = append(list, s.facts[i].over(d)...)
		s.facts[i].each(func(k int, n int64) bool {
			y.right, y.of = append(y.right, n), append(y.of, number{i, k})
			return true
		})
	}
	c, ok := newCoarse(d, list)
	if !ok {
		return nil
	}
	atoms := c.atoms().sets
	if len(list)*len(atoms) > maxTableau {
		return nil
	}
	for i := range list {
		row := make([]int64, len(atoms))
		for j, set := range atoms {
			if _, in := slices.BinarySearch(set, int32(i)); in {
				row[j] = 1
			}
		}
		y.rows = append(y.rows, row)
	}
	if people >= 0 {
		y.rows = append(y.rows, slices.Repeat([]int64{1}, len(atoms)))
		y.right, y.of = append(y.right, s.facts[people].people), append(y.of, number{people, everyone})
	}
	return y
}

// tiedColumns returns the columns of some facts and those that impossible combinations tie
// to them, directly or through others.
func (s *stated) tiedColumns(block []int) []domain.AttributeName {
	in := make([]bool, len(s.domain.Attributes()))
	for _, i := range block {
		for _, pos := range s.facts[i].columns {
			in[pos] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, c := range s.domain.Impossible() {
			some, all := false, true
			for name := range c {
				pos, _ := s.domain.Position(name)
				some, all = some || in[pos], all && in[pos]
			}
			if !some || all {
				continue
			}
			for name := range c {
				pos, _ := s.domain.Position(name)
				in[pos] = true
			}
			grown = true
		}
	}
	var names []domain.AttributeName
	for pos, a := range s.domain.Attributes() {
		if in[pos] {
			names = append(names, a.Name())
		}
	}
	return names
}

// each calls yield for every public number of a fact, in the order of its predicates, with
// its place among all that the fact could state, until it returns false.
func (c *compiled) each(yield func(k int, n int64) bool) {
	if c.table == nil {
		for k, n := range c.counts {
			if !yield(k, n.count) {
				return
			}
		}
		return
	}
	for cell, n := range c.table.stated {
		if n >= 0 && c.table.domain.Possible(cell) && !yield(cell, n) {
			return
		}
	}
}

// places returns how many numbers a fact could state.
func (c *compiled) places() int {
	if c.table == nil {
		return len(c.counts)
	}
	return len(c.table.stated)
}

// joint puts systems together that share the number of people and nothing else.
func joint(list []*system) *system {
	width := 0
	for _, y := range list {
		width += y.width()
	}
	out := &system{}
	offset := 0
	for k, y := range list {
		for i, row := range y.rows {
			wide := make([]int64, width)
			copy(wide[offset:], row)
			out.rows = append(out.rows, wide)
			out.right, out.of = append(out.right, y.right[i]), append(out.of, y.of[i])
		}
		if k > 0 { // as many people as in the first
			equal := make([]int64, width)
			for j := range list[0].width() {
				equal[j] = 1
			}
			for j := range y.width() {
				equal[offset+j] = -1
			}
			out.rows = append(out.rows, equal)
			out.right, out.of = append(out.right, 0), append(out.of, number{fact: -1})
		}
		offset += y.width()
	}
	return out
}

func (y *system) width() int { return len(y.rows[0]) }

// facts returns the facts whose equations these are, rising.
func (y *system) facts() []int {
	var out []int
	for _, n := range y.of {
		if n.fact >= 0 {
			out = append(out, n.fact)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// solve decides whether the equations can hold, without those that drop says.
func (y *system) solve(drop func(i int) bool) answer {
	var rows [][]int64
	var right []int64
	for i, row := range y.rows {
		if drop == nil || !drop(i) {
			rows, right = append(rows, row), append(right, y.right[i])
		}
	}
	return feasible(rows, right)
}

// conflict returns equations that cannot all hold and would without any one fact's, and,
// where they are few, without any one of them.
func (y *system) conflict() []int {
	dropped := make([]bool, len(y.rows))
	try := func(which func(i int) bool) {
		if y.solve(func(i int) bool { return dropped[i] || which(i) }) != no {
			return
		}
		for i := range dropped {
			dropped[i] = dropped[i] || which(i)
		}
	}
	for _, f := range y.facts() {
		try(func(i int) bool { return y.of[i].fact == f })
	}
	var left []int
	for i := range y.rows {
		if !dropped[i] && y.of[i].fact >= 0 {
			left = append(left, i)
		}
	}
	if len(left) > maxConflict {
		return left
	}
	for _, i := range left {
		try(func(j int) bool { return j == i })
	}
	return slices.DeleteFunc(left, func(i int) bool { return dropped[i] })
}

// maxConflict is the most equations that are left out one by one.
const maxConflict = 128
