package noise

import (
	"errors"
	"fmt"
	"math/big"
)

// Lattice is the public set of multiples of a step gamma: the numbers that a real-valued answer
// may take. Coefficients and values are rounded to it before anything private is touched, so that
// the answer is a whole number of steps, the noise on it is whole, and what is published is
// exactly that number of steps. Published floating-point sums give records away by their last
// bits, whatever the noise (Mironov 2012); whole numbers of steps do not. Rounding every
// coefficient of a sum over n records moves it by at most n gamma/2 (MECHANISMS section 4.1), and
// sensitivities are those of the rounded coefficients.
//
// The zero Lattice is no lattice: every use of it but IsZero and String panics. Make one with
// NewLattice.
type Lattice struct {
	num, den uint64
}

// NewLattice returns the lattice of a step above zero whose terms in lowest terms are at most
// 2^53. Anything else is an error: a step is published, so it is not changed behind one's back.
func NewLattice(step *big.Rat) (Lattice, error) {
	switch {
	case step == nil:
		return Lattice{}, errors.New("lattice: no step was given, a fraction above zero is needed")
	case step.Sign() <= 0:
		return Lattice{}, fmt.Errorf("lattice: the step is %s, it must be above zero", step.RatString())
	case !fits(step):
		return Lattice{}, errors.New("lattice: the step's terms are above 2^53, round it to a simpler fraction such as one over a power of two")
	}
	return Lattice{num: step.Num().Uint64(), den: step.Denom().Uint64()}, nil
}

// IsZero reports whether l is the zero Lattice.
func (l Lattice) IsZero() bool {
	return l.den == 0
}

func (l Lattice) must() {
	if l.IsZero() {
		panic("noise: the zero Lattice was used; make it with NewLattice")
	}
}

// Step returns gamma exactly, as a fraction that the caller owns.
func (l Lattice) Step() *big.Rat {
	l.must()
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(l.num), new(big.Int).SetUint64(l.den))
}

// String returns the step as "num/den" in lowest terms, and "unset" for the zero Lattice.
func (l Lattice) String() string {
	if l.IsZero() {
		return "unset"
	}
	return fmt.Sprintf("%d/%d", l.num, l.den)
}

// Round sets steps[i] to the number of steps nearest to x[i], of two the one farther from zero.
// The slices must be of equal length, else it panics. It errors for an x that is not a number or
// is beyond 2^63 steps; steps are then of no use.
func (l Lattice) Round(x []float64, steps []int64) error {
	l.must()
	if len(x) != len(steps) {
		panic(fmt.Sprintf("noise: %d numbers and room for %d steps; the lengths must be equal", len(x), len(steps)))
	}
	var v big.Rat
	for i, f := range x {
		if v.SetFloat64(f) == nil {
			return fmt.Errorf("lattice: number %d is %v, a finite one is needed", i, f)
		}
		k, err := l.RoundRat(&v)
		if err != nil {
			return fmt.Errorf("number %d: %w", i, err)
		}
		steps[i] = k
	}
	return nil
}

// RoundRat is Round for one exact fraction, which it does not change.
func (l Lattice) RoundRat(x *big.Rat) (int64, error) {
	l.must()
	// The whole part of |x|/gamma + 1/2 = (2 |num| den' + num' den) / (2 num' den).
	unit := new(big.Int).SetUint64(l.num)
	unit.Mul(unit, x.Denom())
	k := new(big.Int).SetUint64(l.den)
	k.Mul(k, x.Num()).Abs(k).Lsh(k, 1).Add(k, unit)
	k.Quo(k, unit.Lsh(unit, 1))
	if x.Sign() < 0 {
		k.Neg(k)
	}
	if !k.IsInt64() {
		f, _ := x.Float64()
		return 0, fmt.Errorf("lattice: %v is more than 2^63 steps of %v, take a coarser step", f, l)
	}
	return k.Int64(), nil
}

// Rat returns the number that is so many steps from zero, exactly, as a fraction that the caller
// owns.
func (l Lattice) Rat(steps int64) *big.Rat {
	x := l.Step()
	return x.Mul(x, new(big.Rat).SetInt64(steps))
}

// Float returns the float64 nearest to Rat(steps). It is for numbers that already carry their
// noise: what is computed from it afterwards reveals nothing more.
func (l Lattice) Float(steps int64) float64 {
	if size := max(steps, -steps); size >= 0 && size <= maxTerm && l.num == 1 {
		return float64(steps) / float64(l.den) // both exact, so this is the nearest
	}
	f, _ := l.Rat(steps).Float64()
	return f
}
