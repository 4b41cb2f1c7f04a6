package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
)

// Cut cuts an ordered column into equal pieces.
type Cut struct {
	Attribute *domain.Attribute
	// Width is the width of a piece, in the column's own numbers or in steps of an ordered
	// list.
	Width *big.Rat
	// From is a number, or a step, at which a piece begins; nil for the column's lowest.
	From *big.Rat
}

// Grid returns the part that keeps where someone is inside a square of a uniform grid over
// one or several ordered columns secret; in which square they are is not (the partition
// policy over locations, He et al. 2014 section 3.1). A special cell is a piece of its own,
// or joined to all. It errors when a column has no order, a width is not above zero, a
// declared range lies in several pieces, or special says nothing about special cells. A
// range with an open end lies in the piece of its other end.
func Grid(cuts []Cut, special Special) (Part, error) {
	if len(cuts) == 0 {
		return nil, message.Errorf("no columns are given for the grid")
	}
	parts := make([]Part, len(cuts))
	for i, c := range cuts {
		pieces, err := c.pieces()
		if err != nil {
			return nil, err
		}
		if parts[i], err = Groups(c.Attribute, pieces, special); err != nil {
			return nil, err
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return Product(parts, 0)
}

// pieces puts the values into groups, named by their first and last value.
func (c Cut) pieces() ([]Group, error) {
	a := c.Attribute
	if !a.HasOrder() {
		return nil, message.Errorf("the values of %q have no order, so they cannot be cut into equal pieces: put them into groups, or declare it as an ordered list", a.Name())
	}
	if c.Width == nil || c.Width.Sign() <= 0 {
		return nil, message.Errorf("the width of the pieces of %q must be a number above zero", a.Name())
	}
	from := c.From
	if from == nil {
		lo, hi := a.Ends(0)
		if from = lo; from == nil {
			from = hi
		}
	}
	if from == nil {
		from = new(big.Rat) // a single range of any number
	}
	var list []Group
	var last *big.Int
	for v := range a.Regular() {
		n, err := c.piece(v, from)
		if err != nil {
			return nil, err
		}
		if last == nil || n.Cmp(last) != 0 {
			list, last = append(list, Group{}), n
		}
		g := &list[len(list)-1]
		g.Values = append(g.Values, a.Label(v))
	}
	for i := range list {
		v := list[i].Values
		if list[i].Name = v[0]; len(v) > 1 {
			list[i].Name = v[0] + " to " + v[len(v)-1]
		}
	}
	return list, nil
}

// piece returns the number of the piece that a value lies in.
func (c Cut) piece(v int, from *big.Rat) (*big.Int, error) {
	a := c.Attribute
	lo, hi := a.Ends(v)
	at := func(x *big.Rat) *big.Int { // rounds down
		n, d := new(big.Int).Mul(x.Num(), from.Denom()), new(big.Int).Mul(x.Denom(), from.Denom())
		n.Sub(n, new(big.Int).Mul(from.Num(), x.Denom()))
		return n.Div(n.Mul(n, c.Width.Denom()), d.Mul(d, c.Width.Num()))
	}
	switch {
	case lo == nil && hi == nil:
		return new(big.Int), nil
	case hi == nil:
		return at(lo), nil
	}
	last := at(hi)
	if !a.Attained() { // the piece that the numbers just below the end lie in
		last = c.below(hi, from)
	}
	if lo == nil || a.Attained() && lo.Cmp(hi) == 0 {
		return last, nil
	}
	if first := at(lo); first.Cmp(last) != 0 {
		return nil, message.Errorf("the range %q of %q is in several pieces of the grid: choose a width and a beginning that fit the ranges", a.Label(v), a.Name())
	}
	return last, nil
}

// below returns the number of the piece that the numbers just below x lie in.
func (c Cut) below(x, from *big.Rat) *big.Int {
	q := new(big.Rat).Sub(from, x)
	q.Quo(q, c.Width)
	n := new(big.Int).Div(q.Num(), q.Denom())
	return n.Sub(n.Neg(n), big.NewInt(1))
}
