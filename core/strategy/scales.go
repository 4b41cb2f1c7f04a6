package strategy

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// ErrScales is wrapped by errors about scales that cannot be rounded within the budget.
var ErrScales = errors.New("cannot round the scales")

// scaleUnit is the denominator of the noise parameters (MECHANISMS 4.1).
const scaleUnit = 1 << 20

const (
	// snap is the relative error of a scale that is taken for a rounding error of the
	// computation that produced it.
	snap = 1e-12
	// overspend is the relative excess over the budget that is taken for such errors and
	// mended; beyond it the scales are not the caller's to spend.
	overspend = 1e-9
)

// RoundScales turns scales s_g, found in floating point, into exact noise parameters t_g =
// 1/s_g for rows with noise DLap(t_g): multiples of 2^-20, rounded up (a value within a
// rounding error above a multiple counts as that multiple), such that for every row n of loads
//
//	sum over g of n_g / t_g <= budget
//
// holds in exact rational arithmetic. loads has one row of non-negative n_g for each class of
// secret pairs, as in [Tuned.Loads]; budget is epsilon (or 2·rho, and t_g = sigma_g^2, for
// Gaussian noise).
//
// A group with scale 0 is not measured: its t_g is nil. A group with scale +Inf is exact, with
// t_g = 0; that is possible only where every n_g is 0. Errors wrap [ErrScales]: lengths differ,
// a scale is negative or not a number, or the scales exceed the budget by more than rounding.
func RoundScales(scales []float64, budget *big.Rat, loads ...[]int) ([]*big.Rat, error) {
	if err := checkScales(scales, budget, loads); err != nil {
		return nil, err
	}
	units := make([]*big.Int, len(scales)) // t_g in multiples of 2^-20
	for g, s := range scales {
		switch {
		case s == 0:
		case math.IsInf(s, 1):
			units[g] = new(big.Int)
		default:
			units[g] = roundUp(s)
		}
	}
	worst := heaviest(units, loads)
	limit := new(big.Rat).Mul(budget, new(big.Rat).SetFloat64(1+overspend))
	// Rounding up left slack everywhere except where a scale was snapped or came out of
	// floating point a little too large; then raising every parameter by a unit or a few does.
	for step := int64(1); worst.Cmp(budget) > 0; step *= 2 {
		if step == 1 && worst.Cmp(limit) > 0 {
			cost, _ := worst.Float64()
			return nil, fmt.Errorf("%w: they cost %v, the budget is %s", ErrScales, cost, budget.RatString())
		}
		for g, u := range units {
			if u != nil && moved(g, loads) {
				u.Add(u, big.NewInt(step))
			}
		}
		worst = heaviest(units, loads)
	}
	out := make([]*big.Rat, len(scales))
	for g, u := range units {
		if u != nil {
			out[g] = new(big.Rat).SetFrac(u, big.NewInt(scaleUnit))
		}
	}
	return out, nil
}

func checkScales(scales []float64, budget *big.Rat, loads [][]int) error {
	if budget == nil || budget.Sign() <= 0 {
		return fmt.Errorf("%w: the budget must be positive", ErrScales)
	}
	for i, n := range loads {
		if len(n) != len(scales) {
			return fmt.Errorf("%w: load %d has %d entries for %d scales", ErrScales, i, len(n), len(scales))
		}
		for g, count := range n {
			if count < 0 {
				return fmt.Errorf("%w: load %d moves group %d by %d, it must be 0 or more", ErrScales, i, g, count)
			}
		}
	}
	for g, s := range scales {
		if math.IsNaN(s) || s < 0 {
			return fmt.Errorf("%w: scale %d is %v, it must be 0 or more", ErrScales, g, s)
		}
		if math.IsInf(s, 1) && moved(g, loads) {
			return fmt.Errorf("%w: group %d is to be exact, but a secret pair moves it", ErrScales, g)
		}
	}
	return nil
}

func moved(g int, loads [][]int) bool {
	for _, n := range loads {
		if n[g] > 0 {
			return true
		}
	}
	return false
}

// roundUp returns the least whole u with u/2^20 >= 1/s, up to the rounding error snap, and at
// least 1.
func roundUp(s float64) *big.Int {
	t := new(big.Rat).SetFloat64(s)
	t.Inv(t).Mul(t, big.NewRat(scaleUnit, 1))
	t.Mul(t, new(big.Rat).SetFloat64(1-snap))
	u, rest := new(big.Int).QuoRem(t.Num(), t.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		u.Add(u, big.NewInt(1))
	}
	return u
}

// heaviest returns the largest over loads of the sum of n_g/t_g.
func heaviest(units []*big.Int, loads [][]int) *big.Rat {
	worst := new(big.Rat)
	for _, n := range loads {
		sum := new(big.Rat)
		for g, u := range units {
			if u != nil && n[g] > 0 {
				cost := new(big.Int).Mul(big.NewInt(int64(n[g])), big.NewInt(scaleUnit))
				sum.Add(sum, new(big.Rat).SetFrac(cost, u))
			}
		}
		if sum.Cmp(worst) > 0 {
			worst = sum
		}
	}
	return worst
}
