package constraint

import (
	"encoding/binary"

	"steward/core/domain"
)

// The most that is worked on after values have been merged.
const (
	maxCoarse = 1 << 18 // cells
	maxHolds  = 1 << 22 // pairs of a cell and a predicate that holds there
)

// coarse is a domain over a few columns with the values merged that no predicate and no
// impossible combination tells apart. Its cells are numbered row-major in the order of the
// columns.
type coarse struct {
	columns  []classes
	strides  []int
	cells    int
	possible []bool
	holds    [][]int32 // per cell, the predicates that hold there, rising
}

// newCoarse merges the values of a domain under predicates whose columns are positions in
// it. It returns false when what is left is too large.
func newCoarse(d *domain.Domain, list []predicate) (*coarse, bool) {
	attrs := d.Attributes()
	impossible := make([]box, len(d.Impossible()))
	for i, c := range d.Impossible() {
		impossible[i] = boxOf(d, c)
	}
	sets := make([]map[string]runs, len(attrs))
	for i := range sets {
		sets[i] = make(map[string]runs)
	}
	note := func(b box) {
		for _, c := range b {
			sets[c.column][c.set.key()] = c.set
		}
	}
	for _, p := range list {
		for _, b := range p {
			note(b)
		}
	}
	for _, b := range impossible {
		note(b)
	}
	c := &coarse{columns: make([]classes, len(attrs)), strides: make([]int, len(attrs)), cells: 1}
	for i := len(attrs) - 1; i >= 0; i-- {
		own := make([]runs, 0, len(sets[i]))
		for _, s := range sets[i] {
			own = append(own, s)
		}
		c.columns[i], c.strides[i] = classify(attrs[i].Size(), own), c.cells
		if c.cells *= c.columns[i].n; c.cells > maxCoarse {
			return nil, false
		}
	}
	return c, c.fill(list, impossible)
}

// boxOf returns an impossible combination as a box. Values are found, not compared by label.
func boxOf(d *domain.Domain, c domain.Combination) box {
	var b box
	for i, a := range d.Attributes() {
		labels, named := c[a.Name()]
		if !named {
			continue
		}
		var list []run
		for _, l := range labels {
			if v, ok := a.Find(l); ok {
				list = append(list, run{v, v})
			}
		}
		b = append(b, condition{i, join(list)})
	}
	return b
}

func (c *coarse) fill(list []predicate, impossible []box) bool {
	c.possible = make([]bool, c.cells)
	for i := range c.possible {
		c.possible[i] = true
	}
	for _, b := range impossible {
		c.each(b, func(cell int) bool { c.possible[cell] = false; return true })
	}
	c.holds = make([][]int32, c.cells)
	left := maxHolds
	for i, p := range list {
		for _, b := range p {
			c.each(b, func(cell int) bool {
				if !c.possible[cell] {
					return true
				}
				if n := len(c.holds[cell]); n == 0 || c.holds[cell][n-1] != int32(i) {
					c.holds[cell] = append(c.holds[cell], int32(i))
					left--
				}
				return left > 0
			})
		}
	}
	return left > 0
}

// each calls yield for every cell of a box until it returns false.
func (c *coarse) each(b box, yield func(cell int) bool) {
	inside := make([][]int, len(c.columns)) // per column, the strides to add
	for i, k := range c.columns {
		in := make([]bool, k.n)
		named := false
		for _, x := range b {
			if x.column == i {
				in, named = k.in(x.set), true
			}
		}
		for v := range k.n {
			if in[v] || !named {
				inside[i] = append(inside[i], v*c.strides[i])
			}
		}
	}
	var walk func(column, cell int) bool
	walk = func(column, cell int) bool {
		if column == len(inside) {
			return yield(cell)
		}
		for _, step := range inside[column] {
			if !walk(column+1, cell+step) {
				return false
			}
		}
		return true
	}
	walk(0, 0)
}

// atoms are the cells that the same predicates hold for, numbered in order of first
// appearance among the possible cells.
type atoms struct {
	of   []int     // per cell, its atom; -1 for impossible ones
	sets [][]int32 // per atom, the predicates that hold there, rising
}

func (c *coarse) atoms() atoms {
	a := atoms{of: make([]int, c.cells)}
	number := make(map[string]int)
	for cell, list := range c.holds {
		if !c.possible[cell] {
			a.of[cell] = -1
			continue
		}
		key := keyOf(list)
		id, seen := number[key]
		if !seen {
			id = len(a.sets)
			number[key] = id
			a.sets = append(a.sets, list)
		}
		a.of[cell] = id
	}
	return a
}

// keyOf identifies a list of predicates.
func keyOf(list []int32) string {
	b := make([]byte, 0, 2*len(list))
	for _, i := range list {
		b = binary.AppendUvarint(b, uint64(i))
	}
	return string(b)
}
