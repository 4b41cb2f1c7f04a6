package plan

import (
	"reflect"

	"steward/core/constraint"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// PeopleFact is the id of the number of people among List.
const PeopleFact = "people"

// Any reports whether anything is known.
func (f Facts) Any() bool { return f.People != nil || len(f.Stated) > 0 }

// List returns all facts, the number of people first.
func (f Facts) List() []constraint.Fact {
	var list []constraint.Fact
	if f.People != nil {
		list = append(list, constraint.Fact{ID: PeopleFact, People: f.People})
	}
	return append(list, f.Stated...)
}

// facts makes the known facts, and reports whether their effect is bounded. It needs the
// domain and, to see what they cost, the policy.
func (c *compiler) facts(p Plan) bool {
	list := p.Facts.List()
	if len(list) == 0 {
		return true
	}
	if p.Slotted() {
		return c.factsOfPeople(p)
	}
	if c.out.Domain == nil {
		return false
	}
	if c.out.Policy == nil {
		// What the facts say can be wrong all the same.
		if _, err := constraint.New(c.out.Domain, list); err != nil {
			c.report(guide.Facts, "", err)
		}
		return false
	}
	r, known := c.out.memory.recall(p)
	if !known {
		r = remembered{of: basisOf(p), domain: c.out.Domain, policy: c.out.Policy}
		if r.facts, r.err = constraint.New(r.domain, list); r.err == nil {
			r.tied, r.err = r.facts.Tie(r.policy, p.Facts.reading())
		}
		c.out.memory.keep(r)
	}
	c.out.Domain, c.out.Policy = r.domain, r.policy // those that the facts were tied over
	c.out.Facts, c.out.tied = r.facts, r.tied
	if r.err != nil {
		c.report(guide.Facts, "", r.err)
		return false
	}
	return true
}

// swaps reports whether someone leaves the file only as another one comes, which counts do not tell from an answer that changes, and any answer
// may change to any other: the number of people is known, everything is secret, and other facts take no more noise. The counts of neighbouring
// files are then those of one person more in a cell and one less in another, whatever the way, as where nobody comes or goes (docs/mathematics.md,
// "Steps between counts").
func (c *compiler) swaps() bool {
	if p := c.out.Plan; p.Facts.People == nil || p.Slotted() || p.Group != nil || !c.out.tied.Ties || c.out.tied.Factor != 1 {
		return false
	}
	lightest, heaviest := c.out.Policy.Weights()
	return lightest == weighted.One && heaviest == weighted.One
}

// reading returns the reading of neighbours, the default where none is chosen.
func (f Facts) reading() constraint.Reading {
	if f.Reading == "" {
		return constraint.EdgeMinimal
	}
	return f.Reading
}

// factsOfPeople takes the number of people where each can have several rows, or a weight. It says
// nothing of the number of rows or units, so that no answer has to agree with it. But it ties people together:
// when all slots of one hold "no row", some of another's do not, exactly as when people with
// one row each come and go.
func (c *compiler) factsOfPeople(p Plan) bool {
	if len(p.Facts.Stated) > 0 {
		why := message.Sprintf("facts about rows cannot be bounded yet where people have several rows each")
		if p.Weight != nil {
			why = message.Sprintf("facts about weighted counts cannot be bounded yet")
		}
		c.report(guide.Facts, "", message.Errorf("%s: remove all but the number of people", why))
		return false
	}
	if *p.Facts.People < 0 {
		c.report(guide.Facts, "", message.Errorf("the number of people is %d, but it cannot be below zero", *p.Facts.People))
		return false
	}
	if c.out.Policy == nil {
		return false
	}
	known, err := constraint.Known(*p.Facts.People)
	if err == nil {
		c.out.tied, err = known.Tie(c.out.Policy, p.Facts.reading())
	}
	if err != nil {
		c.report(guide.Facts, "", err)
		return false
	}
	return true
}

// StatedFacts returns facts over the plan's columns; where they are the plan's own, these with
// all that is known of them. It errors as constraint.New does.
func (c *Compiled) StatedFacts(f Facts) (constraint.Facts, error) {
	if reflect.DeepEqual(f, c.Plan.Facts) {
		return c.Facts, nil
	}
	return constraint.New(c.Domain, f.List())
}
