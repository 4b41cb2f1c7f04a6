package box

import (
	"context"
	"math"
	"slices"

	"steward/core/policy"
)

// columnChanges are the sets of columns that the edges of a policy may change: for each of so many parts one of its sets. It may be more than there
// are, never fewer.
type columnChanges struct {
	parts    []changingPart
	together int
	presence bool
	alone    bool // whether every part is a column
}

// changingPart is the columns of a part that change along some edge, and the sets of them that one edge changes; nil where it may be any.
type changingPart struct {
	columns []int
	sets    [][]int
}

// maxListedColumns is the most columns of a part whose sets are listed.
const maxListedColumns = 16

// changesOf returns what edges of a policy change, its columns numbered as told.
func changesOf(ctx context.Context, p *policy.Policy, number []int) (columnChanges, error) {
	c := columnChanges{together: p.Together(), presence: p.Presence(), alone: true}
	if c.together == 0 {
		return c, nil
	}
	for _, part := range p.Parts() {
		if _, heaviest := part.Weights(); heaviest == 0 {
			continue
		}
		var own changingPart
		var axes []axis
		var at []int
		for i, a := range part.Attributes() {
			j, _ := p.Domain().Position(a.Name())
			at = append(at, i)
			own.columns = append(own.columns, number[j])
			axes = append(axes, nestedAxis{a.Size(), slices.Compact([]int{1, a.Size()})})
		}
		if len(at) <= maxListedColumns {
			classes := newEdgeClasses(axes)
			found, err := classes.ofPart(ctx, part, at)
			if err != nil {
				return c, err
			}
			changed := make(map[int]bool)
			slices.Sort(found)
			for _, class := range slices.Compact(found) {
				var set []int
				for i, j := range classes.joinsOf(class) {
					if j > 0 {
						set, changed[own.columns[i]] = append(set, own.columns[i]), true
					}
				}
				if len(set) > 0 {
					own.sets = append(own.sets, set)
				}
			}
			own.columns = slices.DeleteFunc(own.columns, func(j int) bool { return !changed[j] })
		}
		if len(own.columns) > 0 {
			c.parts = append(c.parts, own)
			c.alone = c.alone && len(own.columns) == 1
		}
	}
	c.together = min(c.together, len(c.parts))
	return c, ctx.Err()
}

// any reports whether a column changes along some edge.
func (c columnChanges) any(columns int) []bool {
	out := make([]bool, columns)
	for _, part := range c.parts {
		for _, j := range part.columns {
			out[j] = true
		}
	}
	return out
}

// list returns the sets one by one, unless they are more than so many.
func (c columnChanges) list(columns, most int) (out [][]bool, ok bool) {
	now := make([]bool, columns)
	var from func(part, changed int) bool
	from = func(part, changed int) bool {
		if part == len(c.parts) || changed == c.together {
			if changed > 0 {
				out = append(out, slices.Clone(now))
			}
			return len(out) <= most
		}
		if c.parts[part].sets == nil || !from(part+1, changed) {
			return false
		}
		for _, set := range c.parts[part].sets {
			for _, j := range set {
				now[j] = true
			}
			ok := from(part+1, changed+1)
			for _, j := range set {
				now[j] = false
			}
			if !ok {
				return false
			}
		}
		return true
	}
	ok = from(0, 0)
	return out, ok
}

// changeLoads is by how much contrasts of sets of columns change, squared, in units of what one person is of theirs: along an edge that changes the
// columns C those of a set T by 2(1 - Π over T ∩ C of -turn), the turn of n values being 1/(n-1). Tables change by 2 wherever a column of theirs does: they
// have turns of zero.
type changeLoads struct {
	sets []tableSet
	of   [][]int // by column, the sets that have it
	turn []float64

	sizes     []int
	contrasts bool
}

func newChangeLoads(sets []tableSet, sizes []int, contrasts bool) *changeLoads {
	l := &changeLoads{sets: sets, of: make([][]int, len(sizes)), turn: make([]float64, len(sizes)), sizes: sizes, contrasts: contrasts}
	for j, n := range sizes {
		if n > 1 && contrasts {
			l.turn[j] = 1 / float64(n-1)
		}
	}
	for g, s := range sets {
		for _, j := range s.columns {
			l.of[j] = append(l.of[j], g)
		}
	}
	return l
}

// one returns the change when a person comes or leaves.
func (l *changeLoads) one(set int) int64 {
	if l.contrasts {
		return l.sets[set].one
	}
	return 1
}

// exact returns the change along an edge that changes some columns: of contrasts, squared, twice what one person's are long, less twice the product of
// those before and after, which along a column is the length where it stays, and minus its number of values where it changes.
func (l *changeLoads) exact(set int, change []bool) int {
	product, same := int64(1), true
	for _, j := range l.sets[set].columns {
		n := int64(l.sizes[j])
		if change[j] {
			product, same = product*-n, false
		} else {
			product *= n * (n - 1)
		}
	}
	switch {
	case same:
		return 0
	case !l.contrasts:
		return 2
	}
	return int(2 * (l.sets[set].one - product))
}

// along returns the loads of all sets where columns are multiplied by signs: one, or minus its turn where a column changes, or the mean of
// both over some edges.
func (l *changeLoads) along(sign []float64) []float64 {
	out := make([]float64, len(l.sets))
	for g, s := range l.sets {
		product := 1.0
		for _, j := range s.columns {
			product *= sign[j]
		}
		out[g] = 2 * (1 - product)
	}
	return out
}

// signs returns what a change multiplies columns by.
func (l *changeLoads) signs(change []bool) []float64 {
	out := make([]float64, len(l.turn))
	for j, changed := range change {
		if out[j] = 1; changed {
			out[j] = -l.turn[j]
		}
	}
	return out
}

// slope returns by how much minus half of the sum of loads times scales grows with the sign of a column.
func (l *changeLoads) slope(s, sign []float64, column int) float64 {
	slope := 0.0
	for _, g := range l.of[column] {
		product := s[g]
		for _, k := range l.sets[g].columns {
			if k != column {
				product *= sign[k]
			}
		}
		slope += product
	}
	return slope
}

// mean returns the mean of the loads over all ways to change so many of the columns that may change, each by itself a part.
func (l *changeLoads) mean(c columnChanges, may []bool) []float64 {
	all, out := len(c.parts), make([]float64, len(l.sets))
	for g, s := range l.sets {
		products := []float64{1} // by how many change, the sum over such choices of the products of signs
		moved := 0
		for _, j := range s.columns {
			if !may[j] {
				continue
			}
			moved++
			products = append(products, 0)
			for k := len(products) - 1; k > 0; k-- {
				products[k] -= products[k-1] * l.turn[j]
			}
		}
		// The chance that some columns of the set change and its others do not is the share of choices among all.
		sum := 0.0
		for k, v := range products {
			sum += v * chanceOf(all, c.together, moved, k)
		}
		out[g] = 2 * (1 - sum)
	}
	return out
}

// chanceOf returns the chance that of so many picked out of all, certain ones of some are picked, and the others of these are not.
func chanceOf(all, picked, some, certain int) float64 {
	chance := 1.0
	for k := range certain {
		chance *= max(float64(picked-k), 0) / float64(all-k)
	}
	for k := range some - certain {
		chance *= max(float64(all-picked-k), 0) / float64(all-certain-k)
	}
	return chance
}

// climb changes one column after another of those that may as long as the sum of loads times scales grows.
func (l *changeLoads) climb(s, sign []float64, may []bool) {
	for more, round := true, 0; more && round < 100; round++ {
		more = false
		for j, m := range may {
			if !m || len(l.of[j]) == 0 {
				continue
			}
			best := 1.0
			slope := l.slope(s, sign, j)
			if slope > 0 {
				best = -l.turn[j]
			}
			if math.Abs(slope) > 1e-13 && sign[j] != best {
				sign[j], more = best, true
			}
		}
	}
}

// pick changes first one part and then, as often as parts may change together, the column of another that adds most to the sum of loads
// times scales.
func (l *changeLoads) pick(s, sign []float64, c columnChanges, first int) {
	left := slices.Clone(c.parts)
	for n := range c.together {
		best, at, of := 0.0, -1, -1
		for i, part := range left {
			if n == 0 && i != first%len(left) {
				continue
			}
			for _, j := range part.columns {
				if gain := l.slope(s, sign, j) * (1 + l.turn[j]); at < 0 || gain > best {
					best, at, of = gain, j, i
				}
			}
		}
		if at < 0 || n > 0 && best <= 0 {
			return
		}
		sign[at], left[of].columns = -l.turn[at], nil
	}
}
