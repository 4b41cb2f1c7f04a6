package constraint

import (
	"context"
	"fmt"

	"steward/core/policy"
)

// Price is what one fact costs beside the others.
type Price struct {
	ID, Title string
	// Free says that no secret pair could change the fact.
	Free bool
	// With and Without are the factors of all facts and of all but this one; 0 where they
	// are refused.
	With, Without int
	// Why says it to the steward.
	Why string
}

// Prices returns the price of every fact under a policy, in the order stated. It errors as
// Tie does on an unknown reading, and with ctx's error when cancelled; a refusal is a price
// of 0. It takes as long as Tie does for every fact.
func (f Facts) Prices(ctx context.Context, p *policy.Policy, reading Reading) ([]Price, error) {
	facts := f.compiled()
	if len(facts) == 0 {
		return nil, nil
	}
	s, err := under(facts, f.domain(p), p)
	if err != nil {
		return nil, err
	}
	if _, err := s.tie(p, reading); err != nil {
		return nil, err
	}
	with, _ := s.price(p, reading)
	out := make([]Price, len(facts))
	for i, c := range facts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x := Price{ID: c.fact.ID, Title: c.fact.title(), With: with, Without: 1}
		alone := s
		alone.facts = []*compiled{c}
		if v, err := alone.solve(); err == nil {
			x.Free = v.free()
		}
		if len(facts) > 1 {
			x.Without, _ = s.without(i).price(p, reading)
		}
		x.Why = x.why()
		out[i] = x
	}
	return out, nil
}

func (x Price) why() string {
	switch {
	case x.With == 0 && x.Without > 0:
		return fmt.Sprintf("together with the other facts its effect cannot be bounded; without it %s", times(x.Without))
	case x.With == 0:
		return "together with the other facts its effect cannot be bounded"
	case x.Free && x.With == x.Without:
		return "this fact costs nothing: nothing that you keep secret could change it"
	case x.With == x.Without:
		return "this fact costs nothing beside the others"
	case x.Without == 1:
		return fmt.Sprintf("with this fact the noise becomes %d times larger", x.With)
	}
	return fmt.Sprintf("with this fact the noise becomes %d times larger, without it %d times", x.With, x.Without)
}

func times(factor int) string {
	if factor == 1 {
		return "the noise stays as it is"
	}
	return fmt.Sprintf("the noise becomes %d times larger", factor)
}
