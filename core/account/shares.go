package account

import (
	"math"
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
	size := make([]*big.Rat, len(shares))
	for i, list := range shares {
		size[i] = new(big.Rat)
		for _, e := range list {
			size[i].Add(size[i], own(e))
		}
		size[i].Quo(size[i], own(promised))
		sets = append(sets[:len(sets):len(sets)], []int{i})
	}
	loads := make([][]*big.Rat, len(sets))
	for s, set := range sets {
		loads[s] = make([]*big.Rat, len(shares))
		for _, i := range set {
			loads[s][i] = size[i]
		}
	}
	out := make([]Epsilon, len(shares))
	for i, times := range Raise(loads, len(shares)) {
		x := new(big.Rat).Mul(size[i], times)
		if x.Mul(x, own(promised)); squares {
			x = rootBelow(x)
		}
		out[i] = Epsilon{x}
	}
	return out
}

// Grown returns a budget that tells so many times as much, as a decimal of at least seven digits that is not above it: where squares says so
// budgets tell what their squares are.
func (e Epsilon) Grown(times *big.Rat, squares bool) Epsilon {
	x := e.Rat()
	if squares {
		return Epsilon{rootBelow(x.Mul(x, x).Mul(x, times))}
	}
	f, _ := x.Mul(x, times).Float64()
	return Epsilon{below(x, max(digits-int(math.Floor(math.Log10(f))), 0))}
}

// Raise returns how many times as much each of n mechanisms may tell, where each change is told by so much of what is promised of it, nil for
// nothing: all are raised alike until a change would be told by all that is promised; those that tell it stay, and the others are raised further.
// What no change is told by stays as it is.
func Raise(loads [][]*big.Rat, n int) []*big.Rat {
	out, full := make([]*big.Rat, n), make([]bool, n)
	one := big.NewRat(1, 1)
	for {
		var times *big.Rat // of those that are not full
		fullest := -1
		for l, load := range loads {
			room, wanted := new(big.Rat).Set(one), new(big.Rat)
			for i, part := range load {
				switch {
				case part == nil:
				case full[i]:
					room.Sub(room, new(big.Rat).Mul(part, out[i]))
				default:
					wanted.Add(wanted, part)
				}
			}
			if wanted.Sign() == 0 {
				continue
			}
			if room.Quo(room, wanted); times == nil || room.Cmp(times) < 0 {
				times, fullest = room, l
			}
		}
		if times == nil {
			break
		}
		for i, part := range loads[fullest] {
			if part != nil && part.Sign() > 0 && !full[i] {
				out[i], full[i] = times, true
			}
		}
	}
	for i := range out {
		if !full[i] {
			out[i] = one
		}
	}
	return out
}
