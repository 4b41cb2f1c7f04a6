package inference

import (
	"math"
	"slices"

	"steward/core/message"
)

// Sum is a set of cells, each once, whose counts are publicly known to add up to Total.
type Sum struct {
	Cells []int32
	Total int64
}

// ErrDisagree is returned where no whole counts were found that meet all sums at once. There
// are some, since the true counts do, but to find any is as hard as whole-number programming.
var ErrDisagree = message.New("no whole numbers were found that agree with all sums at once")

// The most that Agree works on.
const (
	agreeWork    = 1 << 31 // sums squared times sets of cells, in the part where sums cross
	mostVertices = 30      // that are tried
	mendTries    = 20_000  // ways of changing counts so that all sums are met, at the first vertex
)

// Agree returns whole counts near y, none below zero, that meet every sum exactly
// (post-processing). Cells that no sum holds become the nearest possible
// counts.
//
// Cells that the same sums hold are taken together. What the sums alone say of these sets is
// solved for, which is everything where any two sums are nested or have no cell in common. For
// the others the closest vector that meets the sums (Counts) is moved to a vertex of the box of whole numbers around it along directions
// that change no sum, and made whole: at a vertex it is whole already when the sums are those
// of two tables, or runs along an order, since their matrix is totally unimodular (Hoffman and
// Kruskal 1956). Last, each set's count is divided over its cells by Simplex and RoundToTotal.
//
// It errors when y is empty or not finite, when a sum is of cells that there are not, is below
// zero or is not met by any counts at all, and with ErrDisagree.
func Agree(y []float64, sums []Sum) ([]int64, error) {
	if err := checkFinite("agree", y); err != nil {
		return nil, err
	}
	for i, s := range sums {
		if s.Total < 0 || s.Total > maxWhole {
			return nil, message.Errorf("agree: sum %d is %d, it must be from 0 to 2^53", i, s.Total)
		}
		for _, c := range s.Cells {
			if c < 0 || int(c) >= len(y) {
				return nil, message.Errorf("agree: sum %d is of cell %d, but there are %d cells", i, c, len(y))
			}
		}
	}
	g := newAgreement(y, sums)
	if err := g.solve(); err != nil {
		return nil, err
	}
	return g.divide(y)
}

// Part is cells that the same sums hold, and what they add up to where the sums alone say it.
type Part struct {
	Cells []int32
	Total int64
	Known bool // false where no sum holds them
}

// Parts divides cells by the sums that hold them, each with its total; false where the sums alone do not say all
// totals, as where they cross, or contradict one another.
func Parts(cells int, sums []Sum) ([]Part, bool) {
	g := newAgreement(make([]float64, cells), sums)
	if g.peel() != nil {
		return nil, false
	}
	out := make([]Part, len(g.sets))
	for k, cells := range g.sets {
		out[k] = Part{cells, g.value[k], len(g.in[k]) > 0}
		if out[k].Known && !g.known[k] {
			return nil, false
		}
	}
	return out, true
}

// agreement is the sets of cells that the same sums hold.
type agreement struct {
	sums  []Sum
	sets  [][]int32 // cells
	in    [][]int32 // per set, its sums
	of    [][]int32 // per sum, its sets
	near  []float64 // per set, the sum of y
	value []int64   // per set, once it is known
	known []bool
}

func newAgreement(y []float64, sums []Sum) *agreement {
	g := &agreement{sums: sums, of: make([][]int32, len(sums))}
	// Cells are divided sum by sum: those of a set that a sum holds become a set of their own.
	set := make([]int32, len(y)) // all in set 0
	sizes := []int32{int32(len(y))}
	g.in = [][]int32{nil}
	for i, s := range sums {
		held := make(map[int32]int32) // set -> how many of its cells the sum holds
		for _, c := range s.Cells {
			held[set[c]]++
		}
		moved := make(map[int32]int32) // set -> the set that its held cells become
		for _, c := range s.Cells {
			from := set[c]
			to, seen := moved[from]
			if !seen {
				if to = from; held[from] < sizes[from] {
					to = int32(len(sizes))
					sizes = append(sizes, 0)
					g.in = append(g.in, slices.Clone(g.in[from]))
				}
				moved[from] = to
				g.in[to] = append(g.in[to], int32(i))
			}
			if to != from {
				set[c] = to
				sizes[from]--
				sizes[to]++
			}
		}
	}
	g.sets, g.near = make([][]int32, len(sizes)), make([]float64, len(sizes))
	for c, k := range set {
		g.sets[k] = append(g.sets[k], int32(c))
		g.near[k] += y[c]
	}
	for k, list := range g.in {
		for _, i := range list {
			g.of[i] = append(g.of[i], int32(k))
		}
	}
	g.value, g.known = make([]int64, len(g.sets)), make([]bool, len(g.sets))
	return g
}

// solve finds the count of every set that is in a sum.
func (g *agreement) solve() error {
	if err := g.peel(); err != nil {
		return err
	}
	for _, block := range g.blocks() {
		if err := g.cross(block); err != nil {
			return err
		}
	}
	for i, s := range g.sums {
		var n int64
		for _, k := range g.of[i] {
			n += g.value[k]
		}
		if n != s.Total {
			return message.Errorf("agree: sum %d is %d, but the others make it %d", i, s.Total, n)
		}
	}
	return nil
}

// peel solves sums of which one set is not known yet, until there are none.
func (g *agreement) peel() error {
	open := make([]int, len(g.sums))
	rest := make([]int64, len(g.sums))
	var queue []int
	for i, s := range g.sums {
		open[i], rest[i] = len(g.of[i]), s.Total
		if open[i] == 1 || rest[i] == 0 {
			queue = append(queue, i)
		}
	}
	settle := func(k int32, n int64) error {
		if n < 0 {
			return message.Errorf("agree: the sums leave %d records for some cells, fewer than none", n)
		}
		g.value[k], g.known[k] = n, true
		for _, i := range g.in[k] {
			open[i]--
			rest[i] -= n
			if open[i] == 1 || rest[i] == 0 {
				queue = append(queue, int(i))
			}
		}
		return nil
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if open[i] > 1 && rest[i] != 0 {
			continue
		}
		for _, k := range g.of[i] {
			if g.known[k] {
				continue
			}
			if err := settle(k, rest[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// block is the sums and sets that have to be solved together.
type block struct{ sums, sets []int32 }

// blocks divides what is not known into parts that share no sum.
func (g *agreement) blocks() []block {
	var out []block
	seen := make([]bool, len(g.sums))
	taken := slices.Clone(g.known)
	for i := range g.sums {
		if seen[i] {
			continue
		}
		var b block
		queue := []int32{int32(i)}
		seen[i] = true
		for len(queue) > 0 {
			s := queue[0]
			queue = queue[1:]
			b.sums = append(b.sums, s)
			for _, k := range g.of[s] {
				if taken[k] {
					continue
				}
				taken[k] = true
				b.sets = append(b.sets, k)
				for _, next := range g.in[k] {
					if !seen[next] {
						seen[next] = true
						queue = append(queue, next)
					}
				}
			}
		}
		if len(b.sets) > 0 {
			out = append(out, b)
		}
	}
	return out
}

// cross solves a block of sums that cross one another. The vertex that is come to depends on the order in which counts are moved:
// where one is not whole others are tried.
func (g *agreement) cross(b block) error {
	v := g.crossing(b)
	work := float64(v.rows) * float64(v.rows) * float64(len(v.z))
	if work > agreeWork {
		return ErrDisagree
	}
	if err := v.project(); err != nil {
		return err
	}
	near := slices.Clone(v.z)
	for try := range min(int(agreeWork/(1+work)), mostVertices) {
		copy(v.z, near)
		v.toVertex(try)
		if v.whole(mendTries / (1 + try)) {
			for j, k := range b.sets {
				g.value[k], g.known[k] = v.found[j], true
			}
			return nil
		}
	}
	return ErrDisagree
}

// divide gives every set's count to its cells.
func (g *agreement) divide(y []float64) ([]int64, error) {
	out := make([]int64, len(y))
	for k, cells := range g.sets {
		if len(g.in[k]) == 0 {
			for _, c := range cells {
				if math.Abs(y[c]) > maxWhole {
					return nil, message.Errorf("agree: value %d is %v, at most 2^53 can be rounded exactly", c, y[c])
				}
				out[c] = max(int64(math.Round(y[c])), 0)
			}
			continue
		}
		own := make([]float64, len(cells))
		for i, c := range cells {
			own[i] = y[c]
		}
		if err := Simplex(own, float64(g.value[k])); err != nil {
			return nil, err
		}
		whole, err := RoundToTotal(own, g.value[k])
		if err != nil {
			return nil, err
		}
		for i, c := range cells {
			out[c] = whole[i]
		}
	}
	return out, nil
}
