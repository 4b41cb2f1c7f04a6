package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Part is the secrets of one column, or of a few columns that are tied together: a weighted
// graph over the combinations of their values. Vertices are numbered row-major as in a
// domain over the part's columns. A part does not change once made.
type Part interface {
	// Attributes returns the columns, in the order of the numbering.
	Attributes() []*domain.Attribute
	// Size returns the number of combinations of values.
	Size() int
	// Graph joins the combinations that must not be told apart.
	weighted.Graph
	// Project returns the part that remains for some of its columns (positions in
	// Attributes, rising, at least one): two combinations are joined when any
	// combinations that agree with them on those columns are, with the least weight of
	// these. Where a part says so it may join more, or more lightly, and never less.
	Project(keep []int) Part
	// Weigh returns the part with all weights multiplied by a factor above zero and
	// rounded down. It errors when a weight leaves the range of NewWeight.
	Weigh(factor *big.Rat) (Part, error)
	// Secret says in words what nobody can tell, and is empty when that is nothing;
	// Expert says it in the field's terms.
	Secret() message.Text
	Expert() message.Text
}

// layout is the numbering of the combinations of a few columns.
type layout struct {
	attrs   []*domain.Attribute
	strides []int
	size    int
}

// newLayout numbers the combinations of columns. It returns false when there are more than
// most of them.
func newLayout(attrs []*domain.Attribute, most int) (layout, bool) {
	l := layout{attrs: attrs, strides: make([]int, len(attrs)), size: 1}
	for i := len(attrs) - 1; i >= 0; i-- {
		l.strides[i] = l.size
		if l.size > most/attrs[i].Size() {
			return layout{}, false
		}
		l.size *= attrs[i].Size()
	}
	return l, true
}

func (l layout) Attributes() []*domain.Attribute { return l.attrs }
func (l layout) Size() int                       { return l.size }

// value returns the value of column i in a combination.
func (l layout) value(i, u int) int { return u / l.strides[i] % l.attrs[i].Size() }

// keep returns the layout of some of the columns, and what a combination becomes in it.
func (l layout) keep(columns []int) (layout, func(u int) int) {
	attrs := make([]*domain.Attribute, len(columns))
	for i, c := range columns {
		attrs[i] = l.attrs[c]
	}
	small, _ := newLayout(attrs, l.size) // fewer columns have no more combinations
	return small, func(u int) int {
		v := 0
		for i, c := range columns {
			v += l.value(c, u) * small.strides[i]
		}
		return v
	}
}

// label writes a combination by the labels of its values.
func (l layout) label(u int) string { return vertexLabel(l.attrs, u) }
