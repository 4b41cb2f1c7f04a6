package plan

import (
	"fmt"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
)

// rows checks what is said about several rows per person.
func (c *compiler) rows(p Plan) {
	r := p.Rows
	if r == nil {
		return
	}
	switch {
	case strings.TrimSpace(r.Person) == "":
		c.report(guide.Data, "rows", fmt.Errorf("people can have several rows, but no column says whose row it is: name the column that identifies people"))
	case r.AtMost < 1 || r.AtMost > limits.MaxRowsPerPerson:
		c.report(guide.Data, "rows", fmt.Errorf("each person may have %d rows, but a number from 1 to %d is expected: all noise grows with it", r.AtMost, limits.MaxRowsPerPerson))
	}
	if c.out.Domain == nil {
		return
	}
	if _, published := c.out.Domain.Attribute(domain.AttributeName(r.Person)); published {
		c.report(guide.Columns, r.Person, fmt.Errorf("column %q says whose row it is, so it cannot be published: take it out", r.Person))
	}
}

// Tied returns how many answers the release has to hide together: those that known facts tie
// together, and all the rows of a person.
func (c *Compiled) Tied() constraint.Multiplier {
	rows := 0
	if c.Plan.Rows != nil {
		rows = c.Plan.Rows.AtMost
	}
	return mechanism.Problem{Policy: c.Policy, Facts: c.Facts, Tied: c.tied, Rows: rows}.Multiplier()
}
