package session

import (
	"context"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
)

// priceStudy are the prices of the facts under one policy.
type priceStudy struct {
	of     *plan.Compiled
	cancel context.CancelFunc
	prices map[string]constraint.Price
	factor int    // of all stated facts
	failed string // why there are no prices
}

// priceOf returns by how much the noise is larger with a fact, and why. The number of people
// is priced whether it is stated or not.
func (s *Session) priceOf(id string) (factor int, why string) {
	if s.plan.Rows != nil {
		return s.priceOfPeople()
	}
	t := s.pricing()
	if t == nil {
		return Unpriced, "What it costs depends on the secrets, which are not settled yet."
	}
	p, ok := t.prices[id]
	switch {
	case t.failed != "":
		return 0, t.failed
	case !ok:
		return Unpriced, "Working out what it costs …"
	case p.With == p.Without:
		return 1, Sentence(p.Why)
	}
	return p.With, Sentence(p.Why)
}

// Factor returns by how much all stated facts together make the noise larger: 0 where that
// cannot be bounded, Unpriced while it is worked out or the secrets are not settled.
func (s *Session) Factor() int {
	if s.plan.Facts.People == nil && len(s.plan.Facts.Stated) == 0 {
		return 1
	}
	if s.plan.Rows != nil {
		factor, _ := s.priceOfPeople()
		return factor
	}
	t := s.pricing()
	switch {
	case t == nil:
		return Unpriced
	case t.failed != "":
		return 0
	case t.prices == nil:
		return Unpriced
	}
	return t.factor
}

// pricing returns the prices under the present policy, or nil without one; it has them worked
// out in the background when needed.
func (s *Session) pricing() *priceStudy {
	c, t := s.outlook(), &s.studies.prices
	if t.of != c && t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
	if c == nil {
		return nil
	}
	if t.of == c {
		return t
	}
	ctx, cancel := context.WithCancel(context.Background())
	*t = priceStudy{of: c, cancel: cancel}
	facts, rows := clone(s.plan).Facts, int64(0)
	if file := s.File(); file != nil && file.Found != nil {
		rows = int64(file.Found.Rows)
	}
	s.around.Go(func() {
		prices, factor, err := pricesOf(ctx, c.Domain, c.Policy, facts, rows)
		s.around.Dispatch(func() {
			if t.of != c || ctx.Err() != nil {
				return
			}
			cancel()
			t.cancel = nil
			if t.prices, t.factor = prices, factor; err != nil {
				t.failed = Sentence(err.Error())
			}
			s.changed()
		})
	})
	return t
}

// pricesOf prices the stated facts, and the number of people if it is not among them as if it
// were. The price rests on what a fact is about and not on its number: the one that the other
// facts add up to, or that of the rows, only has to agree with them.
func pricesOf(ctx context.Context, d *domain.Domain, p *policy.Policy, facts plan.Facts, rows int64) (map[string]constraint.Price, int, error) {
	reading := facts.Reading
	if reading == "" {
		reading = constraint.EdgeMinimal
	}
	out := map[string]constraint.Price{}
	price := func(list []constraint.Fact) (constraint.Facts, int, error) {
		f, err := constraint.New(d, list)
		if err != nil {
			return f, 1, err
		}
		prices, err := f.Prices(ctx, p, reading)
		factor := 1
		for _, x := range prices {
			if m, tied := f.Tie(p, reading); len(list) == 1 && tied == nil {
				x.Why = m.Why // which says more about a fact that stands alone
			}
			out[x.ID], factor = x, x.With
		}
		return f, factor, err
	}
	list := facts.Stated
	people := constraint.Fact{ID: string(FactPeople), People: facts.People}
	if facts.People != nil {
		_, factor, err := price(append([]constraint.Fact{people}, list...))
		return out, factor, err
	}
	stated, factor, err := price(list)
	if err != nil {
		return out, factor, err
	}
	if n, known := stated.Total(); known {
		rows = n
	}
	people.People = &rows
	own := out
	out = map[string]constraint.Price{}
	if _, _, err := price(append([]constraint.Fact{people}, list...)); err != nil {
		out[people.ID] = constraint.Price{ID: people.ID, With: 0, Without: factor, Why: "it cannot be stated beside the others: " + err.Error()}
	}
	own[people.ID] = out[people.ID]
	return own, factor, nil
}
