// Package account holds budgets and losses: epsilon entered as a decimal and kept as an
// exact fraction, split into shares and composed without rounding. There is no tolerance
// anywhere: a loss either is within a budget or it is not. It knows no files.
package account

import (
	"math/big"
	"strings"

	"steward/core/limits"
	"steward/core/message"
)

// Epsilon is a privacy budget or a privacy loss, an exact fraction above zero: the weight
// of an edge of weight One. The zero value is no budget, which no noise can be drawn for: its Rat is
// 0, and every use of it but that, IsZero and String panics. Values do not change.
type Epsilon struct{ r *big.Rat }

// ParseEpsilon reads a budget as a person types it: a plain decimal above zero, between
// limits.MinEpsilon and limits.MaxEpsilon. The error says what was found and what is
// expected.
func ParseEpsilon(s string) (Epsilon, error) {
	t := strings.TrimSpace(s)
	plain := t != "" && len(t) <= 30 && strings.Trim(t, "0123456789.") == "" && strings.Count(t, ".") <= 1 && t != "."
	if !plain {
		if strings.HasPrefix(t, "-") {
			return Epsilon{}, message.Errorf("the budget is %q, but it must be above zero: type a number such as 0.5", s)
		}
		return Epsilon{}, message.Errorf("the budget is %q, which is not a plain number: type a number such as 0.5", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok {
		return Epsilon{}, message.Errorf("the budget is %q, which is not a plain number: type a number such as 0.5", s)
	}
	if r.Sign() == 0 {
		return Epsilon{}, message.Errorf("the budget is zero, so nothing could be published: type a number such as 0.5")
	}
	lo, _ := new(big.Rat).SetString(limits.MinEpsilon)
	hi, _ := new(big.Rat).SetString(limits.MaxEpsilon)
	if r.Cmp(lo) < 0 || r.Cmp(hi) > 0 {
		return Epsilon{}, message.Errorf("the budget is %s, but it must be between %s and %s", t, limits.MinEpsilon, limits.MaxEpsilon)
	}
	return Epsilon{r}, nil
}

// FromRat returns the epsilon of an exact fraction. It errors unless it is above zero.
func FromRat(r *big.Rat) (Epsilon, error) {
	if r == nil || r.Sign() <= 0 {
		return Epsilon{}, message.Errorf("a budget must be above zero")
	}
	return Epsilon{new(big.Rat).Set(r)}, nil
}

// IsZero reports whether e is the zero value, which is no budget.
func (e Epsilon) IsZero() bool { return e.r == nil }

// Rat returns the exact fraction, which the caller owns; 0 for no budget.
func (e Epsilon) Rat() *big.Rat {
	if e.IsZero() {
		return new(big.Rat)
	}
	return new(big.Rat).Set(e.r)
}

// Float returns the nearest float64, for display and error estimates.
func (e Epsilon) Float() float64 { f, _ := e.must().Float64(); return f }

// Cmp compares exactly: -1 when e is smaller than f, 0 when equal, 1 when larger.
func (e Epsilon) Cmp(f Epsilon) int { return e.must().Cmp(f.must()) }

// Plus returns the sum: sequential composition on the same graph (He et al. 2014 Theorem 4.1).
func (e Epsilon) Plus(f Epsilon) Epsilon { return Epsilon{new(big.Rat).Add(e.must(), f.must())} }

// Times returns the share of e given by a fraction above zero.
func (e Epsilon) Times(share *big.Rat) (Epsilon, error) {
	if share == nil {
		return Epsilon{}, message.Errorf("a budget must be above zero")
	}
	return FromRat(new(big.Rat).Mul(e.must(), share))
}

// Over returns e divided by a whole number above zero: the budget left to an unconstrained
// mechanism when known facts tie m answers together (docs/mathematics.md, "Public facts").
func (e Epsilon) Over(m int) Epsilon {
	if m <= 0 {
		panic("account: a budget divided by nothing")
	}
	return Epsilon{new(big.Rat).Quo(e.must(), new(big.Rat).SetInt64(int64(m)))}
}

// String writes the exact value: as a decimal where that is possible, otherwise as a
// fraction; no budget is 0.
func (e Epsilon) String() string {
	if e.r == nil {
		return "0"
	}
	return message.Exact(e.r, 12)
}

func (e Epsilon) must() *big.Rat {
	if e.r == nil {
		panic("account: the zero Epsilon was used; parse one")
	}
	return e.r
}
