package constraint

// pathBound returns an upper bound for the number of edges of a simple path: it goes through
// blocks one after the other, as they hang together in a tree, and takes at most one edge
// less than each has vertices.
func (g graph) pathBound() int {
	t := blockTree{blocks: g.blocks(), of: make([][]int, g.n), seen: make([]bool, g.n)}
	for b, vertices := range t.blocks {
		for _, v := range vertices {
			t.of[v] = append(t.of[v], b)
		}
	}
	for v := range g.n {
		if !t.seen[v] {
			t.below(v, -1)
		}
	}
	return t.longest
}

// blockTree joins vertices with the blocks that they are in: a forest.
type blockTree struct {
	blocks  [][]int
	of      [][]int // per vertex, its blocks
	seen    []bool
	longest int // path found so far
}

// below returns the longest path that goes down from a vertex, not through the block above.
func (t *blockTree) below(v, above int) int {
	t.seen[v] = true
	var longest, second int // through different blocks
	for _, b := range t.of[v] {
		if b == above {
			continue
		}
		var far, next int // from two of the block's other vertices
		for _, w := range t.blocks[b] {
			if w == v {
				continue
			}
			if d := t.below(w, b); d > far {
				far, next = d, far
			} else {
				next = max(next, d)
			}
		}
		inside := len(t.blocks[b]) - 1
		t.longest = max(t.longest, inside+far+next)
		if d := inside + far; d > longest {
			longest, second = d, longest
		} else {
			second = max(second, d)
		}
	}
	t.longest = max(t.longest, longest+second)
	return longest
}
