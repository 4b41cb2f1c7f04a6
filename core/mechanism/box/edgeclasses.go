package box

import (
	"context"
	"math/bits"

	"steward/core/policy"
	"steward/core/policy/weighted"
)

// edgeClasses are the ways in which edges of a policy may move the rows of a product strategy: for each
// column whether it changes, and which of its levels tell the two values apart.
type edgeClasses struct {
	axes []axis
	// width is by column one more than its joins; a class is a number in which every column has a
	// digit, 0 where it does not change.
	width []int
	in    []bool // by class
	// Presence says that people come and leave too.
	presence bool
}

// maxClassWork is how many edges of one part are walked over to find its classes; beyond, all that
// there could be are taken for there, which costs accuracy and no privacy.
const maxClassWork = 5_000_000

// newEdgeClasses returns no classes yet.
func newEdgeClasses(axes []axis) *edgeClasses {
	c := &edgeClasses{axes: axes}
	for _, a := range axes {
		c.width = append(c.width, a.joins()+1)
	}
	return c
}

// classesOf finds the classes of the edges of a policy. It may find more than there are, never fewer.
func classesOf(ctx context.Context, p *policy.Policy, axes []axis) (*edgeClasses, error) {
	c, n := newEdgeClasses(axes), 1
	for _, w := range c.width {
		n *= w
	}
	c.presence = p.Presence()
	c.in = make([]bool, n)
	if p.Together() == 0 {
		return c, ctx.Err()
	}
	now := map[int]int{0: 0} // classes of the parts so far, with the fewest parts that change in each
	for _, part := range p.Parts() {
		var at []int
		for _, a := range part.Attributes() {
			j, _ := p.Domain().Position(a.Name())
			at = append(at, j)
		}
		own, err := c.ofPart(ctx, part, at)
		if err != nil {
			return nil, err
		}
		next := make(map[int]int, len(now))
		for class, parts := range now {
			next[class] = parts
		}
		for class, parts := range now {
			if parts == p.Together() {
				continue
			}
			for _, more := range own {
				if before, seen := next[class+more]; !seen || parts+1 < before {
					next[class+more] = parts + 1
				}
			}
		}
		now = next
	}
	for class := range now {
		c.in[class] = class > 0
	}
	return c, ctx.Err()
}

// digit returns what a join of a column adds to the number of a class.
func (c *edgeClasses) digit(column, join int) int {
	for _, w := range c.width[column+1:] {
		join *= w
	}
	return join
}

// ofPart returns the classes of the edges of one part, whose columns are those axes.
func (c *edgeClasses) ofPart(ctx context.Context, part policy.Part, at []int) ([]int, error) {
	if _, heaviest := part.Weights(); heaviest == 0 {
		return nil, nil
	}
	// upTo returns all classes whose joins are at least one's and at most another's, by column.
	upTo := func(least, most []int) []int {
		out := []int{0}
		for i, j := range at {
			var next []int
			for _, class := range out {
				for join := least[i]; join <= most[i]; join++ {
					next = append(next, class+c.digit(j, join))
				}
			}
			out = next
		}
		return out
	}
	least, most := make([]int, len(at)), make([]int, len(at))
	if block, ok := blocksOf(part); ok {
		lo, hi := c.ends(part, block, at)
		for b := range lo {
			for i, j := range at {
				if hi[b][i] > lo[b][i] {
					most[i] = max(most[i], c.axes[j].join(lo[b][i], hi[b][i]))
				}
			}
		}
		return upTo(least, most), nil
	}
	if r, ok := part.(policy.Reacher); ok && len(at) == 1 {
		for u, v := range r.Reach() {
			if v > u {
				most[0] = max(most[0], c.axes[at[0]].join(u, v))
			}
		}
		return upTo(least, most), nil
	}
	found := make(map[int]bool)
	take := func(classes []int) {
		for _, class := range classes {
			found[class] = true
		}
	}
	if d, ok := part.(policy.Displacer); ok {
		seen := make(map[int]bool)
		steps := 0
		even := d.Displacements(func(by []int, _ weighted.Weight) bool {
			key := 0
			for i, j := range at {
				n := max(by[i], -by[i])
				least[i], most[i] = 0, 0
				if n > 0 {
					// Values n apart are told apart by a join of at least this, and perhaps by all above.
					least[i], most[i] = c.nearest(j, n), c.axes[j].joins()
				}
				key += c.digit(j, least[i])
			}
			if !seen[key] {
				seen[key] = true
				take(upTo(least, most))
			}
			steps++
			return steps < maxClassWork
		})
		if even && steps < maxClassWork {
			return keys(found), ctx.Err()
		}
		clear(found)
	}
	steps := 0
	values := func(u, i int) int {
		for _, a := range part.Attributes()[i+1:] {
			u /= a.Size()
		}
		return u % part.Attributes()[i].Size()
	}
	for u := 0; u < part.Size() && steps < maxClassWork; u++ {
		if u&(1<<12-1) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		part.Neighbours(u, func(v int, _ weighted.Weight) bool {
			class := 0
			for i, j := range at {
				if a, b := values(u, i), values(v, i); a != b {
					class += c.digit(j, c.axes[j].join(min(a, b), max(a, b)))
				}
			}
			found[class] = true
			steps++
			return steps < maxClassWork
		})
	}
	if steps < maxClassWork {
		return keys(found), nil
	}
	for i, j := range at {
		least[i], most[i] = 0, c.axes[j].joins()
	}
	return upTo(least, most), nil
}

// nearest returns the least join of two values of a column that are n apart.
func (c *edgeClasses) nearest(column, n int) int {
	if _, ok := c.axes[column].(haarAxis); ok {
		return bits.Len(uint(n))
	}
	return 1
}

func keys(m map[int]bool) []int {
	out := make([]int, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}

// blocksOf returns the blocks of a part that joins the combinations inside each to one another.
func blocksOf(part policy.Part) ([]int, bool) {
	p, ok := part.(policy.Partition)
	if !ok {
		return nil, false
	}
	of, _, ok := p.Blocks()
	return of, ok
}

// ends returns the least and the largest value of each column in every block.
func (c *edgeClasses) ends(part policy.Part, block, at []int) (lo, hi [][]int) {
	for u, b := range block {
		for len(lo) <= b {
			lo, hi = append(lo, nil), append(hi, nil)
		}
		values := make([]int, len(at))
		rest := u
		for i := len(at) - 1; i >= 0; i-- {
			n := part.Attributes()[i].Size()
			values[i], rest = rest%n, rest/n
		}
		if lo[b] == nil {
			lo[b], hi[b] = values, append([]int(nil), values...)
			continue
		}
		for i, v := range values {
			lo[b][i], hi[b][i] = min(lo[b][i], v), max(hi[b][i], v)
		}
	}
	return lo, hi
}

// maxClassLoads bounds classes times groups of rows; beyond, one class stands for all, which moves
// every group as much as any of them does.
const maxClassLoads = 1 << 22

// joinsOf returns by column what a class joins.
func (c *edgeClasses) joinsOf(class int) []int {
	joins := make([]int, len(c.axes))
	for j := len(joins) - 1; j >= 0; j-- {
		joins[j], class = class%c.width[j], class/c.width[j]
	}
	return joins
}

// Loads returns for every class the L1 change of the rows of each group of levels, with that of people
// who come and leave last.
func (c *edgeClasses) Loads(groups []ProductGroup) [][]int {
	var out [][]int
	count := 0
	for _, in := range c.in {
		if in {
			count++
		}
	}
	joint := count*len(groups) > maxClassLoads
	for class, in := range c.in {
		if !in {
			continue
		}
		joins := c.joinsOf(class)
		load := make([]int, len(groups))
		for g := range groups {
			load[g] = c.load(groups[g].Levels, joins)
		}
		if joint && len(out) > 0 {
			for g, n := range load {
				out[0][g] = max(out[0][g], n)
			}
			continue
		}
		out = append(out, load)
	}
	if c.presence {
		load := make([]int, len(groups))
		for g := range load {
			load[g] = 1
		}
		out = append(out, load)
	}
	if len(out) == 0 {
		out = append(out, make([]int, len(groups)))
	}
	return out
}

// load returns the change of the rows of one choice of levels: a person counts in one of them, once,
// and two where another row counts them or the sign turns. Two turns are none.
func (c *edgeClasses) load(levels, joins []int) int {
	turns := 0
	for j, a := range c.axes {
		switch a.moves(levels[j], joins[j]) {
		case other:
			return 2
		case turned:
			turns++
		}
	}
	return turns % 2 * 2
}
