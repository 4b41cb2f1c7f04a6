package choice

import (
	"context"
	"math/big"
	"math/bits"

	"steward/core/limits"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// mostEdges is how many edges are walked over before a bound has to do.
const mostEdges = limits.MaxEdgeScan / 4

// Sensitivity is the range sensitivity of a choice under a policy.
type Sensitivity struct {
	// Change is the largest range of the options' changes per unit of an edge's weight, and Weight
	// that of an edge which has it; Largest is the largest on any edge, whatever it weighs. All are
	// of the whole numbers of the score, and are sums over the groups that somebody leaves and enters
	// and over the draws in each.
	Change, Largest int64
	Weight          weighted.Weight
	// Exact says that some edge has it on some data; otherwise it is a bound.
	Exact bool
}

// sensitivityOf looks at every edge, or takes a bound where there are more than most. It ends early when
// no edge can be above what was found.
func sensitivityOf(ctx context.Context, c *Choice, p *policy.Policy, most int) (Sensitivity, error) {
	lightest, heaviest := p.Weights()
	if heaviest == 0 {
		return Sensitivity{Exact: true, Weight: weighted.One}, nil
	}
	s := Sensitivity{Exact: true, Weight: weighted.One}
	bound := Sensitivity{Change: c.bound(), Largest: c.bound(), Weight: lightest}
	steps := 0
	var stopped error
	err := p.Edges(func(e policy.Edge) bool {
		if steps++; steps&(1<<12-1) == 0 {
			if stopped = ctx.Err(); stopped != nil {
				return false
			}
		}
		if steps > most {
			s = bound
			return false
		}
		change := c.change(e)
		s.Largest = max(s.Largest, change)
		if above(change, e.Weight, s.Change, s.Weight) {
			s.Change, s.Weight = change, e.Weight
		}
		return above(bound.Change, bound.Weight, s.Change, s.Weight)
	})
	if err == nil {
		err = stopped
	}
	return s, err
}

// change returns the range along an edge.
func (c *Choice) change(e policy.Edge) int64 {
	from, u := c.place(int(e.U))
	if e.V == policy.Absent {
		return c.draws(c.score.alone(u))
	}
	to, v := c.place(int(e.V))
	if from == to {
		return c.draws(c.score.swap(u, v))
	}
	// Two draws in different groups do not know of one another, so that their losses add up.
	return c.draws(c.score.alone(u) + c.score.alone(v))
}

func (c *Choice) draws(change int64) int64 { return int64(c.perGroup()) * change }

// place returns the group of a cell and its value.
func (c *Choice) place(cell int) (group, value int) { return cell / c.size, cell % c.size }

// bound returns a number that the range of no edge is above.
func (c *Choice) bound() int64 {
	if len(c.names) > 1 {
		return c.draws(2 * c.score.most())
	}
	return c.draws(c.score.most())
}

// least is the smallest change that one person makes, with one value in the place of another, or with one more or less.
func (c *Choice) least() int64 {
	least := int64(0)
	note := func(change int64) {
		if change > 0 && (least == 0 || change < least) {
			least = change
		}
	}
	values := min(c.size, mostLeast)
	for v := range values {
		note(c.score.alone(v))
		for u := max(v-mostApart, 0); u < v; u++ {
			note(c.score.swap(u, v))
		}
	}
	return max(c.draws(least), 1)
}

// How many values are looked at for the smallest change, and how far apart in their order.
const (
	mostLeast = 1 << 16
	mostApart = 1 << 6
)

// above reports whether a/v is more than b/w.
func above(a int64, v weighted.Weight, b int64, w weighted.Weight) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(w))
	thi, tlo := bits.Mul64(uint64(b), uint64(v))
	return hi > thi || hi == thi && lo > tlo
}

// rat returns the sensitivity per unit of weight, in units of the score.
func (s Sensitivity) rat(scale *big.Rat) *big.Rat {
	r := new(big.Rat).SetInt64(s.Change)
	r.Quo(r, s.Weight.Rat())
	return r.Quo(r, scale)
}
