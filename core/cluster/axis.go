package cluster

import (
	"math/big"
	"steward/core/limits"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/workload"
)

// axis is one column as a line of whole steps.
type axis struct {
	attribute *domain.Attribute
	// Value v stands for origin + step·at[v]; at rises from 0.
	origin, step *big.Rat
	at           []int64
	// factor is what a step counts in distances, and part what it counts in changes of sums, as a
	// whole number: sums of a column that counts more are measured more exactly.
	factor float64
	part   int64
}

// newAxis lays out a column: numbers stand for themselves, ranges for their middle, and the values
// of an ordered list and periods for their place. It errors where they have no order or no bound.
func newAxis(a *domain.Attribute) (axis, error) {
	x := axis{attribute: a, origin: new(big.Rat), step: big.NewRat(1, 1), at: make([]int64, a.Regular())}
	if !a.HasOrder() {
		return x, message.Errorf("the values of %q are not numbers and have no order, so nobody is near anyone by it: declare it as numbers or as an ordered list, or use another column", a.Name())
	}
	if a.Regular() > limits.MaxUnits {
		return x, message.Errorf("%q has %d values, more than %d: declare it in ranges", a.Name(), a.Regular(), limits.MaxUnits)
	}
	for v := range x.at {
		x.at[v] = int64(v)
	}
	switch a.Kind() {
	case domain.Whole:
		lowest, _ := a.Bounds()
		x.origin.SetInt64(lowest)
	case domain.Ranges:
		return x, x.ranges()
	}
	return x, nil
}

// ranges puts the middles of ranges on the largest step that divides all their differences.
func (x *axis) ranges() error {
	a := x.attribute
	middles := make([]*big.Rat, a.Regular())
	den := big.NewInt(1)
	for v := range middles {
		var ok bool
		if middles[v], ok = workload.OwnNumber(a, v); !ok {
			return message.Errorf("the range %q of %q has no bound, so it has no middle: give it one, or count what lies beyond as its nearest range", a.Label(v), a.Name())
		}
		if v == 0 {
			x.origin.Set(middles[0])
		}
		middles[v].Sub(middles[v], x.origin)
		g := new(big.Int).GCD(nil, nil, den, middles[v].Denom())
		den.Mul(den, g.Quo(middles[v].Denom(), g))
	}
	whole, divisor := make([]*big.Int, len(middles)), new(big.Int)
	for v, m := range middles {
		whole[v] = new(big.Int).Mul(m.Num(), new(big.Int).Quo(den, m.Denom()))
		divisor.GCD(nil, nil, divisor, whole[v])
	}
	if divisor.Sign() == 0 {
		divisor.SetInt64(1) // one range only
	}
	for v, n := range whole {
		n.Quo(n, divisor)
		if !n.IsInt64() || n.Int64() > limits.MaxUnits {
			return message.Errorf("the middles of the ranges of %q are not multiples of a step that goes into their span %d times or fewer: declare rounder ranges", a.Name(), limits.MaxUnits)
		}
		x.at[v] = n.Int64()
	}
	x.step = new(big.Rat).SetFrac(divisor, den)
	return nil
}

// most returns the last step.
func (x *axis) most() int64 { return x.at[len(x.at)-1] }

// span returns the width of the column in its own numbers, or steps.
func (x *axis) span() *big.Rat { return new(big.Rat).Mul(x.step, new(big.Rat).SetInt64(x.most())) }

// number returns what a place stands for in the column's own numbers, or steps.
func (x *axis) number(at float64) float64 {
	origin, _ := x.origin.Float64()
	step, _ := x.step.Float64()
	return origin + step*at
}

// place returns where a number lies, in steps.
func (x *axis) place(number *big.Rat) float64 {
	r := new(big.Rat).Sub(number, x.origin)
	at, _ := r.Quo(r, x.step).Float64()
	return at
}

// weigh sets what steps count, given the scales of all axes, nil for columns whose whole span
// counts as 1.
func weigh(axes []axis, scales []*big.Rat) error {
	largest := 0.0
	for j := range axes {
		x := &axes[j]
		scale := scales[j]
		if scale == nil {
			if scale = big.NewRat(1, 1); x.most() > 0 {
				scale.Inv(x.span())
			}
		}
		if x.factor, _ = new(big.Rat).Mul(scale, x.step).Float64(); x.factor < 1e-100 || x.factor > 1e100 {
			return message.Errorf("the scale %s of %q is too small or too large: say how much one of its units counts, such as 0.1", scale.RatString(), x.attribute.Name())
		}
		if x.most() > 0 {
			largest = max(largest, x.factor)
		}
	}
	common := int64(0)
	for j := range axes {
		x := &axes[j]
		x.part = int64(min(max(finest*x.factor/max(largest, 1e-100), 1), finest) + 0.5)
		common = gcd(common, x.part)
	}
	for j := range axes {
		axes[j].part /= common
	}
	return nil
}

// finest is how many times as much a step of one column can count in changes of sums as one of
// another.
const finest = 100

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
