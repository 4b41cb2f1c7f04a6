package attack

import (
	"context"
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
)

// Shown is the averaging attack of He et al. 2014 section 3.2, worked on a plan's own
// columns, secrets and budget with made-up counts. It tells nothing about the data.
type Shown struct {
	Columns []domain.AttributeName // one or two
	Epsilon string
	Result
}

// Factor is by how much the noise grows once the public sums are stated; 1 for not at all.
func (s Shown) Factor() int { return s.Multiplier.Factor }

// Advice says what to do about it, given the facts that the plan states.
func (s Shown) Advice(stated plan.Facts) []message.Text {
	n := len(stated.Stated)
	if stated.People != nil {
		n++
	}
	own := message.Sprintf("This plan states %d known facts, which a release counts. Is there nothing else that is public?", n)
	switch n {
	case 0:
		own = message.Sprintf("This plan states no known facts. If nothing at all is public, that is right.")
	case 1:
		own = message.Sprintf("This plan states %d known fact, which a release counts. Is there nothing else that is public?", n)
	}
	if s.Factor() <= 1 {
		return []message.Text{message.Sprintf("With these secrets, sums like these need not be stated. Others may have to be, and so may these if the secrets change."), own}
	}
	return []message.Text{
		message.Sprintf("Think of what other publications reveal for certain about the same people, such as totals and counts, and state all of it in the step %s. Leaving out a true fact weakens the protection; adding one that is not public only makes your numbers less accurate.", guide.Facts.Title()),
		message.Sprintf("If the noise then becomes too large, publish fewer or broader values, rather than leave a fact out."),
		own,
	}
}

// Show works the attack on one or two columns of a plan, or where none are named on
// those that show it best. It errors where the columns named are not published, are more than two
// or are not secret, and where none suits.
func Show(ctx context.Context, c *plan.Compiled, columns ...domain.AttributeName) (Shown, error) {
	if len(columns) > 0 {
		return showOn(ctx, c, columns)
	}
	var best Shown
	for _, columns := range attackable(c.Domain) {
		if len(columns) == 2 && best.Rows != nil {
			break
		}
		s, err := showOn(ctx, c, columns)
		if ctx.Err() != nil {
			return Shown{}, ctx.Err()
		}
		if err == nil && s.shows(best) { // where it does not suit, another one may
			best = s
		}
	}
	if best.Rows == nil {
		return Shown{}, message.Errorf("no column of this plan suits the demonstration: it takes one or two columns with four or more combinations between them, some of them secret from one another: choose such secrets, or publish another column")
	}
	return best, nil
}

// shows reports whether the attack shows more than another one: that facts cost something,
// and how much averaging brings.
func (s Shown) shows(other Shown) bool {
	if ties, before := s.Factor() > 1, other.Factor() > 1; ties != before {
		return ties
	}
	return len(s.Example) > len(other.Example)
}

// attackable lists what the attack may be worked on: single columns, then any two.
func attackable(d *domain.Domain) (out [][]domain.AttributeName) {
	attrs := d.Attributes()
	for _, a := range attrs {
		out = append(out, []domain.AttributeName{a.Name()})
	}
	for i, a := range attrs {
		for _, b := range attrs[i+1:] {
			out = append(out, []domain.AttributeName{a.Name(), b.Name()})
		}
	}
	return out
}

// showOn works the attack on the columns named.
func showOn(ctx context.Context, c *plan.Compiled, columns []domain.AttributeName) (Shown, error) {
	for i, name := range columns {
		if _, ok := c.Domain.Attribute(name); !ok {
			var published []string
			for _, a := range c.Domain.Attributes() {
				published = append(published, string(a.Name()))
			}
			return Shown{}, message.Errorf("the plan publishes no column %q: name one of %s", name, message.Few(message.Names(published)))
		}
		if slices.Contains(columns[:i], name) {
			return Shown{}, message.Errorf("column %q is named twice: name two different ones, or it alone", name)
		}
	}
	p, err := c.Policy.Project(columns)
	if err != nil {
		return Shown{}, err
	}
	r, err := Averaging(ctx, Setting{Policy: p, Budget: c.Budget})
	if err != nil {
		return Shown{}, err
	}
	return Shown{columns, c.Budget.String(), *r}, nil
}
