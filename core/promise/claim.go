package promise

import (
	"math/big"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/message"
	"steward/core/plan"
)

// Term is a line of a claim: what has to be stated, in the field's term, how it is in this release, and what that
// means in plain words.
type Term struct {
	ID            string // the same in every version and language
	Name          message.Text
	Here, Plainly message.Text
}

// Account is where a release stands among all about these people: exact decimals or fractions.
type Account struct{ Before, After string }

// Claim states what a claim of differential privacy has to (NIST SP 800-226, Near and others 2025): the unit of privacy, the
// neighbouring relation, the parameters, what they are in ordinary differential privacy where it has an equivalent,
// what is not bounded at all, who is trusted, composition, post-processing, the source of randomness and what is not protected.
// All of it follows from the plan, and from the account.
func Claim(c *plan.Compiled, a Account) []Term {
	p := Of(c)
	describes := c.Describe()
	out := []Term{
		{"unit", message.Sprintf("Unit of privacy"), unit(c), together(c)},
		{"neighbours", message.Sprintf("Neighbouring relation"), neighbours(c), describes.Secret},
		{"epsilon", message.Sprintf("Privacy loss (epsilon)"), message.Sprintf("%s along an edge of weight one", p.law.Epsilon()), p.Shifting()},
		{"delta", message.Sprintf("Chance of failure (delta)"), message.Verbatim("0"), message.Sprintf("The promise has no exceptions.")},
	}
	if p.law.Epsilon().IsZero() {
		out[2].Here, out[2].Plainly = message.Sprintf("0: all of it is published exactly"), message.Sprintf("What is published shifts no odds between answers that are secret from one another.")
	}
	if !p.law.Pure() {
		out[3].Here, out[3].Plainly = message.Verbatim(p.law.Delta().String()), message.Sprintf("The probability of any set of outcomes may exceed that bound by at most this.")
		out = append(out, Term{"rho", message.Sprintf("Zero-concentrated loss (rho)"), message.Sprintf("%s along an edge of weight one", p.law.Rho()), message.Sprintf("The measure by which the questions share the budget (Bun and Steinke 2016).")})
	}
	out = append(out, ordinary(c, p)...)
	bounded := message.Sprintf("nothing: any two answers are joined by a chain of edges")
	if len(c.Disclosed) > 0 {
		bounded = message.List(c.Disclosed, "%s; %s", "%s; %s")
	}
	return append(out,
		Term{"unbounded", message.Sprintf("Without a bound"), bounded, message.Sprintf("What no secret protects: anyone may learn it exactly.")},
		Term{"facts", message.Sprintf("Public knowledge"), known(c), message.Sprintf("What everyone is assumed to know already; facts that are not stated were not taken into account.")},
		Term{"trust", message.Sprintf("Trust model"), message.Sprintf("central: the steward holds the data and adds the noise"), message.Sprintf("The steward sees every answer; readers see what is published.")},
		Term{"composition", message.Sprintf("Composition"), message.Sprintf("sequential and adaptive: %s before, %s with this release", a.Before, a.After), composing(c)},
		Term{"postprocessing", message.Sprintf("Post-processing"), message.Sprintf("published numbers are made from noisy ones and public knowledge alone"), message.Sprintf("Making numbers whole and consistent costs nothing.")},
		Term{"randomness", message.Sprintf("Source of randomness"), message.Sprintf("the operating system's generator, by samplers without rounding"), message.Sprintf("The noise has exactly the probabilities that are stated, provided that the generator's bits are random.")},
		Term{"unprotected", message.Sprintf("Not protected"), message.Sprintf("the plan: columns and their values, secrets, questions, methods and budgets"), message.Sprintf("The steward chose them without the data, or confirmed that they are public.")},
	)
}

// composing says how releases about the same people add up.
func composing(c *plan.Compiled) message.Text {
	if g := c.Plan.Group; g != nil {
		return message.Sprintf("It is only about %s, whom no secret joins to others. %s", g.Said(), Composes(g))
	}
	return Composes(nil)
}

// unit says whose answers are protected.
func unit(c *plan.Compiled) message.Text {
	switch p := c.Plan; {
	case p.Rows != nil && p.Weight != nil:
		return message.Sprintf("one person, with up to %d rows and their weights", p.Rows.AtMost)
	case p.Rows != nil:
		return message.Sprintf("one person, with up to %d rows", p.Rows.AtMost)
	case p.Weight != nil:
		return message.Sprintf("one row with its weight, which is one person who took part")
	}
	return message.Sprintf("one row, which is one person")
}

// together says how many answers of a person are hidden at once.
func together(c *plan.Compiled) message.Text {
	switch parts, at := len(c.Policy.Parts()), c.Policy.Together(); {
	case at == 0:
		return message.Sprintf("Being in the file is protected, but not the answers of someone who is known to be in it.")
	case at < parts:
		return message.Sprintf("Of the %d parts of a person's answers, %d are hidden together.", parts, at)
	}
	return message.Sprintf("All published answers of a person are hidden together.")
}

// neighbours says which files are neighbours (He et al. 2014, definition 4.1).
func neighbours(c *plan.Compiled) message.Text {
	of := message.Sprintf("one person's answers change along an edge of the policy")
	switch values := c.Policy.HasValueEdges(); {
	case c.Policy.Presence() && values:
		of = message.Sprintf("one person's answers change along an edge of the policy, or the person is left out where that is an edge")
	case c.Policy.Presence():
		of = message.Sprintf("one person is left out where that is an edge of the policy")
	}
	if !c.FactsTie() {
		return of
	}
	if c.Plan.Facts.Reading == constraint.Strict {
		of = message.Sprintf("%s; among files that agree with the known facts, those between which nothing smaller changes (strict)", of)
	} else {
		of = message.Sprintf("%s; among files that agree with the known facts, those with no fewer edges between them (edge-minimal)", of)
	}
	if moves := c.Tied().Moves; moves > 0 {
		of = message.Sprintf("%s, of up to %d people", of, moves)
	}
	return of
}

// ordinary says what the promise is in ordinary differential privacy: where one record may become any other, and where one may
// be more or less.
func ordinary(c *plan.Compiled, p Promise) []Term {
	changed := Term{ID: "bounded", Name: message.Sprintf("In standard terms: one person changed (bounded)"), Plainly: message.Sprintf("How well any answers of a person are hidden from any others.")}
	more := Term{ID: "unboundedRelation", Name: message.Sprintf("In standard terms: one person added or removed (unbounded)"), Plainly: message.Sprintf("How well it is hidden whether a person is in the file.")}
	switch farthest, finite := c.Farthest(); {
	case c.FactsTie():
		changed.Here = message.Sprintf("no equivalent: the known facts tie several people's answers together")
		more.Here = changed.Here
		return []Term{changed, more}
	case len(c.Disclosed) > 0:
		changed.Here = message.Sprintf("no equivalent: some answers are not joined and can be told apart exactly")
	case !finite || c.Plan.RowsByAnswers():
		changed.Here = message.Sprintf("not stated: how far two answers can be apart was not worked out")
	default:
		changed.Here = p.at(farthest.Rat())
	}
	switch {
	case c.Plan.RowsByAnswers():
		more.Here = changed.Here
	case !c.Policy.PresenceOfAll():
		more.Here = message.Sprintf("no equivalent: being in the file is not secret for everybody")
	default:
		more.Here = p.at(p.absent.Rat())
	}
	return []Term{changed, more}
}

// at states the loss at a distance in edges of weight one.
func (p Promise) at(distance *big.Rat) message.Text {
	if !p.law.Pure() {
		return message.Sprintf("rho = %s", p.law.Rho().Along(distance))
	}
	e := new(big.Rat).Mul(p.law.Epsilon().Rat(), distance)
	if loss, err := account.FromRat(e); err == nil {
		return message.Sprintf("epsilon = %s", loss)
	}
	return message.Sprintf("epsilon = 0")
}

// known counts what is publicly known.
func known(c *plan.Compiled) message.Text {
	n := 0
	for _, f := range c.Plan.Facts.List() {
		n += len(f.Numbers())
	}
	switch n {
	case 0:
		return message.Sprintf("nothing")
	case 1:
		return message.Sprintf("1 number, listed with the known facts")
	}
	return message.Sprintf("%d numbers, listed with the known facts", n)
}
