package facts

import (
	"context"
	"slices"
	"steward/core/guide"

	"steward/core/attack"
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Attack is the averaging attack of He et al. 2014 section 3.2, worked on the plan's own
// columns, secrets and budget with made-up counts. It tells nothing about the data.
type Attack struct {
	Columns []domain.AttributeName // one or two
	Epsilon string
	Factor  int // by how much the noise grows once the public sums are stated; 1 for not at all
	// Rows say how good the attacker's guesses are, the more published numbers are averaged
	// the further down; Example is one drawn table.
	Rows    []attack.Row
	Example []attack.Cell
	Words   []string // what is seen, sentence by sentence
}

// Advice says what to do about it, given the facts that the plan states.
func (a Attack) Advice(stated plan.Facts) []string {
	n := len(stated.Stated)
	if stated.People != nil {
		n++
	}
	own := words.N(n, "This plan states %d known fact, which a release counts. Is there nothing else that is public?", "This plan states %d known facts, which a release counts. Is there nothing else that is public?", n)
	if n == 0 {
		own = words.T("This plan states no known facts. If nothing at all is public, that is right.")
	}
	if a.Factor <= 1 {
		return []string{words.T("With these secrets, sums like these need not be stated. Others may have to be, and so may these if the secrets change."), own}
	}
	return []string{
		words.T("Think of what other publications reveal for certain about the same people, such as totals and counts, and state all of it in the step %s. Leaving out a true fact weakens the protection; adding one that is not public only makes your numbers less accurate.", guide.Facts.Title()),
		words.T("If the noise then becomes too large, publish fewer or broader values, rather than leave a fact out."),
		own,
	}
}

// NewAttack works the attack on one or two columns of a plan, or where none are named on
// those that show it best. It errors where the columns named are not published, are more than two
// or are not secret, and where none suits.
func NewAttack(ctx context.Context, c *plan.Compiled, columns ...domain.AttributeName) (Attack, error) {
	if len(columns) > 0 {
		return attackOn(ctx, c, columns)
	}
	var best Attack
	for _, columns := range attackable(c.Domain) {
		if len(columns) == 2 && best.Rows != nil {
			break
		}
		a, err := attackOn(ctx, c, columns)
		if ctx.Err() != nil {
			return Attack{}, ctx.Err()
		}
		if err == nil && a.shows(best) { // where it does not suit, another one may
			best = a
		}
	}
	if best.Rows == nil {
		return Attack{}, words.Errorf("no column of this plan suits the demonstration: it takes one or two columns with four or more combinations between them, some of them secret from one another: choose such secrets, or publish another column")
	}
	return best, nil
}

// shows reports whether the attack shows more than another one: that facts cost something,
// and how much averaging brings.
func (a Attack) shows(other Attack) bool {
	if ties, before := a.Factor > 1, other.Factor > 1; ties != before {
		return ties
	}
	return len(a.Example) > len(other.Example)
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

// attackOn works the attack on the columns named.
func attackOn(ctx context.Context, c *plan.Compiled, columns []domain.AttributeName) (Attack, error) {
	for i, name := range columns {
		if _, ok := c.Domain.Attribute(name); !ok {
			var published []string
			for _, a := range c.Domain.Attributes() {
				published = append(published, string(a.Name()))
			}
			return Attack{}, words.Errorf("the plan publishes no column %q: name one of %s", name, amounts.Named(published))
		}
		if slices.Contains(columns[:i], name) {
			return Attack{}, words.Errorf("column %q is named twice: name two different ones, or it alone", name)
		}
	}
	p, err := c.Policy.Project(columns)
	if err != nil {
		return Attack{}, err
	}
	r, err := attack.Averaging(ctx, attack.Setting{Policy: p, Budget: c.Budget})
	if err != nil {
		return Attack{}, err
	}
	return Attack{
		Columns: columns, Epsilon: c.Budget.String(), Factor: r.Multiplier.Factor,
		Rows: r.Rows, Example: r.Example, Words: words.SayAll(r.Explanation),
	}, nil
}
