package account

import (
	"math/big"
	"strings"

	"steward/core/message"
)

// ParseShare reads a question's weight in the budget: a plain number above zero, such as
// "40", which counts relative to the other questions' weights. Empty means 1.
func ParseShare(s string) (*big.Rat, error) {
	t := strings.TrimSpace(s)
	if t == "" {
		return big.NewRat(1, 1), nil
	}
	if len(t) > 20 || strings.Trim(t, "0123456789.") != "" {
		return nil, message.Errorf("the share is %q, but a plain number above zero such as 40 is expected", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok || r.Sign() <= 0 {
		return nil, message.Errorf("the share is %q, but a plain number above zero such as 40 is expected", s)
	}
	return r, nil
}

// Split divides e by weights above zero. The parts sum to e exactly.
func (e Epsilon) Split(weights []*big.Rat) ([]Epsilon, error) {
	if len(weights) == 0 {
		return nil, message.Errorf("there is nothing to spend the budget on")
	}
	sum := new(big.Rat)
	for _, w := range weights {
		if w == nil || w.Sign() <= 0 {
			return nil, message.Errorf("every share of the budget must be above zero")
		}
		sum.Add(sum, w)
	}
	out := make([]Epsilon, len(weights))
	for i, w := range weights {
		var err error
		if out[i], err = e.Times(new(big.Rat).Quo(w, sum)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Sum adds losses: sequential composition. It returns the zero Epsilon for none.
func Sum(losses []Epsilon) Epsilon {
	var total Epsilon
	for _, l := range losses {
		if total.IsZero() {
			total = l
			continue
		}
		total = total.Plus(l)
	}
	return total
}

// Fill raises the budgets of several mechanisms together, each in proportion to its shares of the budget, until one of the sets of them that a single
// change is seen by would tell more than is promised; those in it stay, and the others are raised further. Sets are lists of places in
// shares; one mechanism is always a set. Budgets add up, or, where squares says so, their squares do, and roots are rounded down.
func Fill(shares [][]Epsilon, promised Epsilon, sets [][]int, squares bool) []Epsilon {
	own := func(e Epsilon) *big.Rat {
		if squares {
			return new(big.Rat).Mul(e.must(), e.must())
		}
		return e.Rat()
	}
	most, size := own(promised), make([]*big.Rat, len(shares))
	for i, list := range shares {
		size[i] = new(big.Rat)
		for _, e := range list {
			size[i].Add(size[i], own(e))
		}
		sets = append(sets[:len(sets):len(sets)], []int{i})
	}
	out, full := make([]Epsilon, len(shares)), make([]bool, len(shares))
	for left := len(shares); left > 0; {
		var times *big.Rat // by which those that are not full can be raised
		var fullest []int
		for _, set := range sets {
			room, wanted := new(big.Rat).Set(most), new(big.Rat)
			for _, i := range set {
				if full[i] {
					room.Sub(room, own(out[i]))
				} else {
					wanted.Add(wanted, size[i])
				}
			}
			if wanted.Sign() == 0 {
				continue
			}
			if room.Quo(room, wanted); times == nil || room.Cmp(times) < 0 {
				times, fullest = room, set
			}
		}
		for _, i := range fullest {
			if full[i] {
				continue
			}
			x := new(big.Rat).Mul(size[i], times)
			if squares {
				x = rootBelow(x)
			}
			out[i], full[i] = Epsilon{x}, true
			left--
		}
	}
	return out
}
