package facts

import (
	"context"
	"reflect"

	"steward/core/constraint"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/session/background"
	"steward/gui/words"
)

// priceStudy are the prices of the facts under one policy.
type priceStudy struct {
	background.Study[pricing, priced]
	of *plan.Compiled // for which they are known to hold
}

// pricing is what prices depend on.
type pricing struct {
	policy *policy.Policy
	facts  plan.Facts
	aside  []constraint.Fact
}

// priced are the prices of facts by id, the factor of all stated facts, and what they cost in
// either reading.
type priced struct {
	prices   map[string]constraint.Price
	factor   int
	readings map[constraint.Reading]constraint.Multiplier
	failed   string // why there are no prices
}

// priceOf returns by how much the noise is larger with a fact, and why. The number of people
// is priced whether it is stated or not.
func (s *Step) priceOf(id string) (factor int, why string) {
	if s.of.Plan().Slotted() {
		return s.priceOfPeople()
	}
	t := s.pricing()
	if t == nil {
		return Unpriced, words.T("What it costs depends on the secrets, which are not settled yet.")
	}
	p, ok := t.Found.prices[id]
	switch {
	case t.Found.failed != "":
		return 0, t.Found.failed
	case !ok:
		return Unpriced, words.T("Working out what it costs …")
	case p.With == p.Without:
		return min(p.With, 1), words.Sentence(words.Say(p.Why))
	}
	return p.With, words.Sentence(words.Say(p.Why))
}

// Factor returns by how much all stated facts together make the noise larger: 0 where that
// cannot be bounded, Unpriced while it is worked out or the secrets are not settled.
func (s *Step) Factor() int {
	if s.of.Plan().Facts.People == nil && len(s.of.Plan().Facts.Stated) == 0 {
		return 1
	}
	if s.of.Plan().Slotted() {
		factor, _ := s.priceOfPeople()
		return factor
	}
	t := s.pricing()
	switch {
	case t == nil:
		return Unpriced
	case t.Found.failed != "":
		return 0
	case t.Found.prices == nil:
		return Unpriced
	}
	return t.Found.factor
}

// pricing returns the prices under the present policy, or nil without one; it has them worked
// out in the background when needed.
func (s *Step) pricing() *priceStudy {
	if s.of.Tying() {
		return &priceStudy{} // which comes first, and prices follow from
	}
	c, t := s.of.Outlook(), &s.prices
	switch {
	case c == nil:
		t.End()
		return nil
	case t.of == c:
		return t
	}
	t.of = c
	own := pricing{c.Policy, s.of.Plan().Facts, s.setAside()}
	if t.Of.policy == own.policy && reflect.DeepEqual(t.Of, own) {
		return t // something else was edited
	}
	t.Begin(s.of.Background, own, priced{}, func(ctx context.Context) priced {
		found, err := pricesOf(ctx, c, own)
		if err != nil {
			found.failed = words.SentenceOf(err)
		}
		return found
	})
	return t
}

// pricesOf prices the stated facts, and beside them those that are set aside and the number of
// people where it is not stated. The price rests on what a fact is about and not on its
// number.
func pricesOf(ctx context.Context, c *plan.Compiled, of pricing) (priced, error) {
	reading := readingOf(of.facts)
	out := priced{prices: map[string]constraint.Price{}, factor: 1, readings: map[constraint.Reading]constraint.Multiplier{}}
	stated, err := c.StatedFacts(of.facts)
	if err != nil {
		return out, err
	}
	prices, err := stated.Prices(ctx, of.policy, reading)
	if err != nil {
		return out, err
	}
	for _, r := range []constraint.Reading{constraint.EdgeMinimal, constraint.Strict} {
		m, err := stated.Tie(of.policy, r)
		if err != nil {
			m = constraint.Multiplier{Reading: r, Why: message.Of(err)}
		}
		out.readings[r] = m
	}
	for _, x := range prices {
		if len(prices) == 1 {
			x.Why = out.readings[reading].Why // which says more about a fact that stands alone
		}
		out.prices[x.ID], out.factor = x, x.With
	}
	beside := of.aside
	if of.facts.People == nil {
		any := int64(0)
		beside = append([]constraint.Fact{{ID: string(People), People: &any}}, beside...)
	}
	for _, f := range beside {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		x, err := stated.Beside(f, of.policy, reading)
		if err != nil {
			x = constraint.Price{ID: f.ID, Why: message.Sprintf("it cannot be stated: %s", err), Without: out.factor}
		}
		out.prices[f.ID] = x
	}
	return out, nil
}

// priceOfPeople returns by how much the noise is larger where the number of people is public
// and they can have several rows, or weights, and why: the only fact that can be stated then.
func (s *Step) priceOfPeople() (factor int, why string) {
	c := s.of.Outlook()
	if c == nil {
		return Unpriced, words.T("What it costs depends on the secrets, which are not settled yet.")
	}
	known, err := constraint.Known(0) // no price depends on which number it is
	if err != nil {
		return 0, words.SentenceOf(err)
	}
	m := known.Multiplier(c.Policy)
	return m.Factor, words.Sentence(words.Say(m.Why))
}

func readingOf(f plan.Facts) constraint.Reading {
	if f.Reading == "" {
		return constraint.EdgeMinimal
	}
	return f.Reading
}
