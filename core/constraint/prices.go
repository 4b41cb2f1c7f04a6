package constraint

import (
	"context"
	"slices"

	"steward/core/message"
	"steward/core/policy"
)

// Price is what one fact costs beside the others.
type Price struct {
	ID    string
	Title message.Text
	// Free says that no secret pair could change the fact.
	Free bool
	// With and Without are the factors of all facts and of all but this one; 0 where they
	// are refused.
	With, Without int
	// Why says it to the steward.
	Why message.Text
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
	for i := range facts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = s.priceOf(i, with, p, reading)
	}
	return out, nil
}

// Beside returns the price of one more fact beside those stated, whatever its numbers are: it
// is not compared with the others. Where facts are refused with it With is 0 and Why is the
// refusal. It errors as New does on what the domain cannot say, and as Tie does on an unknown
// reading.
func (f Facts) Beside(fact Fact, p *policy.Policy, reading Reading) (Price, error) {
	c, err := compile(f.domain(p), fact)
	if err != nil {
		return Price{}, err
	}
	facts := append(slices.Clone(f.compiled()), c)
	s, err := under(facts, f.domain(p), p)
	if err != nil {
		return Price{}, err
	}
	t, err := s.tie(p, reading)
	if err != nil {
		return Price{}, err
	}
	with := 0
	if t.clash == nil && !t.jumps {
		n, _ := t.factor(p, reading)
		with = n.edges
	}
	x := s.priceOf(len(facts)-1, with, p, reading)
	switch {
	case t.clash != nil:
		x.Why = s.refuse(p, reading, t.clash).Said()
	case t.jumps:
		x.Why = s.refuseJumps(p).Said()
	case len(facts) == 1:
		x.Why = t.multiplier(p, reading).Why // which says more
	}
	return x, nil
}

// priceOf returns the price of fact i of a scene whose factor is given, 0 for none.
func (s scene) priceOf(i, with int, p *policy.Policy, reading Reading) Price {
	x := Price{ID: s.facts[i].fact.ID, Title: s.facts[i].fact.title(), With: with, Without: 1}
	alone := s
	alone.facts = s.facts[i : i+1]
	if v, err := alone.solve(); err == nil {
		x.Free = v.free()
	}
	if len(s.facts) > 1 {
		x.Without, _ = s.without(i).price(p, reading)
	}
	x.Why = x.why()
	return x
}

func (x Price) why() message.Text {
	switch {
	case x.With == 0 && x.Without > 0:
		return message.Sprintf("together with the other facts its effect cannot be bounded; without it %s", times(x.Without))
	case x.With == 0:
		return message.Sprintf("together with the other facts its effect cannot be bounded")
	case x.Free && x.With == x.Without:
		return message.Sprintf("this fact costs nothing: nothing that you keep secret could change it")
	case x.With == x.Without:
		return message.Sprintf("this fact costs nothing beside the others")
	case x.Without == 1:
		return message.Sprintf("with this fact the noise becomes %d times as large", x.With)
	}
	return message.Sprintf("with this fact the noise becomes %d times as large, without it %d times", x.With, x.Without)
}

func times(factor int) message.Text {
	if factor == 1 {
		return message.Sprintf("the noise stays as it is")
	}
	return message.Sprintf("the noise becomes %d times as large", factor)
}
