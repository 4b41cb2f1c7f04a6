package constraint

import "math/bits"

// boxTallier finds the boxes that a record is in: for every column it holds, for each class
// of values, the boxes whose condition on that column the class meets.
type boxTallier struct {
	columns []boxColumn
	owner   []int // per box, its number
	found   []uint64
}

type boxColumn struct {
	at    int // in a record
	class []int32
	boxes [][]uint64 // per class
}

func newBoxTallier(c *compiled, at []int) *boxTallier {
	t := &boxTallier{}
	var boxes []box
	for k, n := range c.counts {
		for _, b := range n.of {
			boxes, t.owner = append(boxes, b), append(t.owner, k)
		}
	}
	words := (len(boxes) + 63) / 64
	t.found = make([]uint64, words)
	for _, pos := range c.columns {
		t.columns = append(t.columns, newBoxColumn(boxes, pos, at[pos], words))
	}
	return t
}

func newBoxColumn(boxes []box, pos, at, words int) boxColumn {
	size := 0
	var list []runs
	seen := make(map[string]bool)
	for _, b := range boxes {
		for _, x := range b {
			if x.column != pos {
				continue
			}
			size = max(size, x.set[len(x.set)-1].hi+1)
			if key := x.set.key(); !seen[key] {
				seen[key] = true
				list = append(list, x.set)
			}
		}
	}
	k := classify(size+1, list) // the last stands for all values beyond the sets
	col := boxColumn{at: at, class: make([]int32, size+1), boxes: make([][]uint64, k.n)}
	for i := range k.lo {
		for v := k.lo[i]; v <= k.last(i); v++ {
			col.class[v] = int32(k.of[i])
		}
	}
	for i := range col.boxes {
		col.boxes[i] = make([]uint64, words)
	}
	for i, b := range boxes {
		in := make([]bool, k.n)
		named := false
		for _, x := range b {
			if x.column == pos {
				in, named = k.in(x.set), true
			}
		}
		for class := range in {
			if in[class] || !named {
				col.boxes[class][i/64] |= 1 << (i % 64)
			}
		}
	}
	return col
}

// each calls yield once for every number one of whose boxes a record is in.
func (t *boxTallier) each(values []int, yield func(k int)) {
	for i := range t.found {
		t.found[i] = ^uint64(0)
	}
	for _, c := range t.columns {
		v := min(values[c.at], len(c.class)-1)
		for i, w := range c.boxes[c.class[v]] {
			t.found[i] &= w
		}
	}
	last := -1
	for i, w := range t.found {
		for ; w != 0; w &= w - 1 {
			b := i*64 + bits.TrailingZeros64(w)
			if b >= len(t.owner) {
				return
			}
			if k := t.owner[b]; k != last {
				yield(k)
				last = k
			}
		}
	}
}
