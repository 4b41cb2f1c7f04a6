package plan

import (
	"fmt"

	"steward/core/constraint"
	"steward/core/guide"
)

// list returns all facts, the number of people first.
func (f Facts) list() []constraint.Fact {
	var list []constraint.Fact
	if f.People != nil {
		list = append(list, constraint.Fact{ID: "people", People: f.People})
	}
	return append(list, f.Stated...)
}

// facts makes the known facts, and reports whether their effect is bounded. It needs the
// domain and, to see what they cost, the policy.
func (c *compiler) facts(p Plan) bool {
	list := p.Facts.list()
	if len(list) == 0 {
		return true
	}
	if p.Rows != nil {
		return c.factsOfPeople(p)
	}
	if c.out.Domain == nil {
		return false
	}
	var err error
	if c.out.Facts, err = constraint.New(c.out.Domain, list); err != nil {
		c.report(guide.Facts, "", err)
		return false
	}
	if c.out.Policy == nil {
		return false
	}
	reading := p.Facts.Reading
	if reading == "" {
		reading = constraint.EdgeMinimal
	}
	if c.out.tied, err = c.out.Facts.Tie(c.out.Policy, reading); err != nil {
		c.report(guide.Facts, "", err)
		return false
	}
	return true
}

// factsOfPeople takes the number of people where each can have several rows. It says nothing
// of the number of rows, so that no answer has to agree with it. But it ties people together:
// when all slots of one hold "no row", some of another's do not, exactly as when people with
// one row each come and go.
func (c *compiler) factsOfPeople(p Plan) bool {
	if len(p.Facts.Stated) > 0 {
		c.report(guide.Facts, "", fmt.Errorf("facts about rows cannot be bounded yet where people have several rows each: remove all but the number of people"))
		return false
	}
	if *p.Facts.People < 0 {
		c.report(guide.Facts, "", fmt.Errorf("the number of people is %d, but it cannot be below zero", *p.Facts.People))
		return false
	}
	if c.out.Policy == nil {
		return false
	}
	known, err := constraint.Known(*p.Facts.People)
	if err == nil {
		reading := p.Facts.Reading
		if reading == "" {
			reading = constraint.EdgeMinimal
		}
		c.out.tied, err = known.Tie(c.out.Policy, reading)
	}
	if err != nil {
		c.report(guide.Facts, "", err)
		return false
	}
	return true
}
