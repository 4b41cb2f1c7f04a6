package policy

import (
	"math/big"
	"math/bits"
	"slices"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/policy/distance"
)

// Scaled is a column with how much one of its units counts toward a common distance.
type Scaled struct {
	Attribute *domain.Attribute
	Scale     *big.Rat
}

// box is the combinations of several ordered columns with a common distance. Ranges count
// with their least gap.
type box struct {
	layout
	columns []Scaled
	norm    *distance.Measure
	special Special
	rate    []int64 // what a unit of each column's gap counts
	jump    int64   // what a change from or to a special cell joined to all counts
	// even says that the distance depends on the differences of the values' numbers alone,
	// special cells apart.
	even bool
}

// newBox checks the columns of a common distance, which the caller then gives their rates.
func newBox(columns []Scaled, norm distance.Norm, special Special) (box, error) {
	if len(columns) == 0 {
		return box{}, message.Errorf("no columns are given for the common distance")
	}
	measure, err := norm.Measure()
	if err != nil {
		return box{}, err
	}
	if len(columns) > limits.MaxDistanceColumns {
		return box{}, message.Errorf("%d columns have a common distance, more than the limit of %d: use fewer", len(columns), limits.MaxDistanceColumns)
	}
	b := box{norm: measure, special: special, rate: make([]int64, len(columns)), even: true}
	var attrs []*domain.Attribute
	for i, c := range columns {
		if !c.Attribute.HasOrder() {
			return box{}, message.Errorf("the values of %q have no order, so they have no distance: declare it as an ordered list or leave it out", c.Attribute.Name())
		}
		if c.Scale == nil || c.Scale.Sign() <= 0 {
			return box{}, message.Errorf("the scale of %q must be a number above zero", c.Attribute.Name())
		}
		if err := special.check(c.Attribute); err != nil {
			return box{}, err
		}
		for _, before := range columns[:i] {
			if before.Attribute.Name() == c.Attribute.Name() {
				return box{}, message.Errorf("the column %q is in the common distance twice: remove one", c.Attribute.Name())
			}
		}
		b.columns = append(b.columns, Scaled{c.Attribute, new(big.Rat).Set(c.Scale)})
		attrs, b.even = append(attrs, c.Attribute), b.even && evenly(c.Attribute)
	}
	var ok bool
	if b.layout, ok = newLayout(attrs, 1<<40); !ok {
		return box{}, message.Errorf("the columns of the common distance have too many combinations")
	}
	return b, nil
}

// perGap returns what a unit of a column's gap counts toward the common distance.
func (b *box) perGap(i int) *big.Rat {
	c := b.columns[i]
	return new(big.Rat).Quo(c.Scale, new(big.Rat).SetInt64(c.Attribute.Units()))
}

// some returns the box of some of the columns, all else staying as it is.
func (b *box) some(columns []int) box {
	s := box{norm: b.norm, special: b.special, jump: b.jump, even: true}
	s.layout, _ = b.keep(columns)
	for _, c := range columns {
		s.columns, s.rate = append(s.columns, b.columns[c]), append(s.rate, b.rate[c])
		s.even = s.even && (b.even || evenly(b.attrs[c]))
	}
	return s
}

// joinsAll reports whether some column has special cells that are joined to every value.
func (b *box) joinsAll() bool {
	return b.special == JoinAll && slices.ContainsFunc(b.attrs, func(a *domain.Attribute) bool { return a.Size() > a.Regular() })
}

// spanOf returns the distance of a single difference.
func (b *box) spanOf(d int64, open bool) distance.Span { return b.add(distance.Span{}, d, open) }

// add adds the difference of one more column.
func (b *box) add(s distance.Span, d int64, open bool) distance.Span {
	return b.norm.Add(s, uint64(d), open)
}

// difference returns what a change of column i from value a to another value b counts, and
// false when no edge makes it.
func (b *box) difference(i, from, to int) (d int64, open, ok bool) {
	attr := b.attrs[i]
	if r := attr.Regular(); from >= r || to >= r {
		return b.jump, false, b.special == JoinAll
	}
	hi, lo := bits.Mul64(uint64(b.rate[i]), uint64(attr.Gap(from, to)))
	if hi > 0 || lo > distance.Longest {
		lo = distance.Longest
	}
	return int64(lo), !attr.Attained(), true
}

// between returns the distance of two combinations, and false when no edge can join them.
func (b *box) between(u, v int) (s distance.Span, ok bool) {
	for i := range b.attrs {
		from, to := b.value(i, u), b.value(i, v)
		if from == to {
			continue
		}
		d, open, ok := b.difference(i, from, to)
		if !ok {
			return s, false
		}
		s = b.add(s, d, open)
	}
	return s, true
}

// evenly reports whether gaps of a column depend on the differences of the declared values'
// numbers alone.
func evenly(a *domain.Attribute) bool {
	for v := 0; v+2 < a.Regular() && a.Kind() == domain.Ranges; v++ {
		if a.Gap(v, v+1) != a.Gap(0, 1) || a.Gap(v, v+2) != a.Gap(0, 2) {
			return false
		}
	}
	return true
}

// displacements calls yield for every vector of differences of declared values, one of each
// and its opposite, with its distance. Where more returns false for the distance of the
// columns up to some one, farther differences in that column are left out.
func (b *box) displacements(more func(s distance.Span) bool, yield func(by []int, s distance.Span) bool) {
	d := displacing{b: b, by: make([]int, len(b.attrs)), more: more, yield: yield}
	d.walk(0, distance.Span{}, true)
}

type displacing struct {
	b     *box
	by    []int
	more  func(s distance.Span) bool
	yield func(by []int, s distance.Span) bool
}

// walk chooses the difference of column i; zero says that all before are zero. It returns
// false to stop.
func (d *displacing) walk(i int, s distance.Span, zero bool) bool {
	if i == len(d.by) {
		return zero || d.yield(d.by, s)
	}
	d.by[i] = 0
	if !d.walk(i+1, s, zero) {
		return false
	}
	for n := 1; n < d.b.attrs[i].Regular(); n++ {
		c, open, _ := d.b.difference(i, 0, n)
		next := d.b.add(s, c, open)
		if !d.more(next) {
			break
		}
		for _, by := range [2]int{n, -n} {
			if by < 0 && zero {
				continue
			}
			d.by[i] = by
			if !d.walk(i+1, next, false) {
				return false
			}
		}
	}
	return true
}

// names lists the columns with their scales.
func (b *box) names() message.Text {
	var names []message.Text
	for _, c := range b.columns {
		names = append(names, scaledName(c))
	}
	return row(names)
}

// scaledName writes a column with its scale.
func scaledName(c Scaled) message.Text {
	name := columnNames([]*domain.Attribute{c.Attribute})
	if c.Scale.Cmp(big.NewRat(1, 1)) != 0 {
		return message.Sprintf("%s (× %s)", name, plain(c.Scale))
	}
	return name
}
