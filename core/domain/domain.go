package domain

import (
	"fmt"
	"math/bits"
	"slices"

	"steward/core/limits"
	"steward/core/message"
)

// Domain is the product of several attributes, without the combinations that are declared
// impossible. A cell is one combination of values; cells are numbered row-major, the last
// attribute changing fastest. The product is never materialised, so a domain over thirty
// columns costs no more than its attributes; only a projection that a question uses has
// to have a countable number of cells. A Domain does not change once made.
type Domain struct {
	attrs      []*Attribute
	byName     map[AttributeName]int
	strides    []int
	size       int // 0 when the number of cells does not fit
	impossible []Combination
	mask       []uint64 // a bit per cell, set when it is possible; nil when all are
	possible   int
}

// Combination is a set of cells that cannot occur: those whose values lie in all of the
// listed sets ("age 0-14" and "married").
type Combination map[AttributeName][]string

func (c Combination) clone() Combination {
	out := make(Combination, len(c))
	for name, labels := range c {
		out[name] = slices.Clone(labels)
	}
	return out
}

// New makes a domain. It errors on no attributes, on two of the same name, and on
// impossible combinations that name unknown columns or values.
func New(attrs []*Attribute, impossible []Combination) (*Domain, error) {
	d := &Domain{attrs: slices.Clone(attrs), byName: make(map[AttributeName]int, len(attrs))}
	if len(attrs) == 0 {
		return nil, message.Errorf("no columns are declared: choose at least one column to publish")
	}
	for i, a := range attrs {
		if _, twice := d.byName[a.name]; twice {
			return nil, message.Errorf("the column %q is declared twice: remove one", a.name)
		}
		d.byName[a.name] = i
	}
	for i, c := range impossible {
		if err := d.checkCombination(c); err != nil {
			return nil, message.Errorf("impossible combination %d: %w", i+1, err)
		}
		d.impossible = append(d.impossible, c.clone())
	}
	d.layout()
	return d, nil
}

// layout computes the strides and, when the domain is small enough, the possible cells.
func (d *Domain) layout() {
	d.strides = make([]int, len(d.attrs))
	size := uint64(1)
	for i := len(d.attrs) - 1; i >= 0; i-- {
		d.strides[i] = int(size)
		hi, lo := bits.Mul64(size, uint64(d.attrs[i].Size()))
		if hi != 0 || lo > limits.MaxCells {
			return // too many cells to number; Cells says so
		}
		size = lo
	}
	d.size = int(size)
	d.possible = d.size
	if len(d.impossible) == 0 {
		return
	}
	d.mask = make([]uint64, (d.size+63)/64)
	for i := range d.mask {
		d.mask[i] = ^uint64(0)
	}
	for _, c := range d.impossible {
		d.exclude(c)
	}
	d.possible = 0
	for cell := range d.size {
		if d.Possible(cell) {
			d.possible++
		}
	}
}

// exclude clears the bits of the cells of c.
func (d *Domain) exclude(c Combination) {
	cells := []int{0}
	for i, a := range d.attrs {
		var values []int
		if labels, named := c[a.name]; named {
			for _, l := range labels {
				v, _ := a.Find(l)
				values = append(values, v)
			}
		} else {
			for v := range a.Size() {
				values = append(values, v)
			}
		}
		next := make([]int, 0, len(cells)*len(values))
		for _, c := range cells {
			for _, v := range values {
				next = append(next, c+v*d.strides[i])
			}
		}
		cells = next
	}
	for _, c := range cells {
		d.mask[c/64] &^= 1 << (c % 64)
	}
}

func (d *Domain) checkCombination(c Combination) error {
	if len(c) == 0 {
		return message.Errorf("it names no column")
	}
	for name, labels := range c {
		i, ok := d.byName[name]
		if !ok {
			return message.Errorf("it names the column %q, which is not published", name)
		}
		if len(labels) == 0 {
			return message.Errorf("it names no value of %q", name)
		}
		for _, l := range labels {
			if _, ok := d.attrs[i].Find(l); !ok {
				return message.Errorf("%q is not a value of %q", l, name)
			}
		}
	}
	return nil
}

// Attributes returns the attributes in their order.
func (d *Domain) Attributes() []*Attribute { return d.attrs }

// Attribute returns the attribute of that name.
func (d *Domain) Attribute(name AttributeName) (*Attribute, bool) {
	i, ok := d.byName[name]
	if !ok {
		return nil, false
	}
	return d.attrs[i], true
}

// Position returns the place of the named attribute in Attributes.
func (d *Domain) Position(name AttributeName) (int, bool) {
	i, ok := d.byName[name]
	return i, ok
}

// Impossible returns the combinations declared impossible.
func (d *Domain) Impossible() []Combination { return d.impossible }

// Sizes returns the number of values of each attribute.
func (d *Domain) Sizes() []int {
	out := make([]int, len(d.attrs))
	for j, a := range d.attrs {
		out[j] = a.Size()
	}
	return out
}

// Cells returns the number of cells, impossible ones included. It errors when there are
// more than limits.MaxCells, naming the columns and what to do.
func (d *Domain) Cells() (int, error) {
	if d.size == 0 {
		names := ""
		for i, a := range d.attrs {
			if i > 0 {
				names += " × "
			}
			names += fmt.Sprintf("%s (%d)", a.name, a.Size())
		}
		return 0, message.Errorf("%s has more than %d combinations: use fewer columns or coarser values", names, limits.MaxCells)
	}
	return d.size, nil
}

// PossibleCells returns the number of cells that are not declared impossible. It is zero
// when Cells errors.
func (d *Domain) PossibleCells() int { return d.possible }

// Possible reports whether a cell can occur.
func (d *Domain) Possible(cell int) bool {
	return d.mask == nil || d.mask[cell/64]>>(cell%64)&1 == 1
}

// AllPossible reports whether no cell is declared impossible.
func (d *Domain) AllPossible() bool { return d.mask == nil && len(d.impossible) == 0 }

// Index returns the cell with the given values, one per attribute.
func (d *Domain) Index(values []int) int {
	cell := 0
	for i, v := range values {
		cell += v * d.strides[i]
	}
	return cell
}

// Values writes the values of a cell to dst, one per attribute.
func (d *Domain) Values(dst []int, cell int) {
	for i, s := range d.strides {
		dst[i] = cell / s
		cell %= s
	}
}

// Value returns the value of one attribute (by position) in a cell.
func (d *Domain) Value(cell, attribute int) int {
	return cell / d.strides[attribute] % d.attrs[attribute].Size()
}

// Stride returns by how much a cell's number grows when the value of the attribute grows
// by one.
func (d *Domain) Stride(attribute int) int { return d.strides[attribute] }

// Project returns the domain over some of the attributes, in the order given. A
// combination stays impossible when all the columns it names are kept; one that names a
// dropped column says nothing certain about the rest and is left out, which costs accuracy
// and never privacy.
func (d *Domain) Project(names []AttributeName) (*Domain, error) {
	attrs := make([]*Attribute, len(names))
	kept := make(map[AttributeName]bool, len(names))
	for i, n := range names {
		a, ok := d.Attribute(n)
		if !ok {
			return nil, message.Errorf("the column %q is not published", n)
		}
		attrs[i], kept[n] = a, true
	}
	var impossible []Combination
	for _, c := range d.impossible {
		all := true
		for n := range c {
			all = all && kept[n]
		}
		if all {
			impossible = append(impossible, c)
		}
	}
	return New(attrs, impossible)
}
