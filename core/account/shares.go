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
