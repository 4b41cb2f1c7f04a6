package synthetic

import (
	"math/bits"
	"slices"
)

// columns is a set of columns, bit j for column j.
type columns uint64

func of(list []int) (s columns) {
	for _, j := range list {
		s |= 1 << j
	}
	return s
}

// list returns the columns, rising.
func (s columns) list() []int {
	out := make([]int, 0, bits.OnesCount64(uint64(s)))
	for rest := uint64(s); rest != 0; rest &= rest - 1 {
		out = append(out, bits.TrailingZeros64(rest))
	}
	return out
}

func (s columns) has(j int) bool { return s>>j&1 == 1 }

func (s columns) within(t columns) bool { return s&^t == 0 }

// cells returns the number of combinations of values of the columns.
func (s columns) cells(sizes []int) float64 {
	n := 1.0
	for rest := uint64(s); rest != 0; rest &= rest - 1 {
		n *= float64(sizes[bits.TrailingZeros64(rest)])
	}
	return n
}

// maximal returns the sets that are not within another, each once.
func maximal(sets []columns) (out []columns) {
	for i, s := range sets {
		inside := func(k int) bool { return s.within(sets[k]) && (s != sets[k] || k < i) }
		covered := false
		for k := range sets {
			covered = covered || k != i && inside(k)
		}
		if !covered {
			out = append(out, s)
		}
	}
	return out
}

// sorted returns sets in an order of their own.
func sorted(sets []columns) []columns {
	sets = slices.Clone(sets)
	slices.Sort(sets)
	return slices.Compact(sets)
}
