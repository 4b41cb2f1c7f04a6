package plan

import (
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/policy"
)

// rows checks what is said about several rows per person.
func (c *compiler) rows(p Plan) {
	r := p.Rows
	if r == nil {
		return
	}
	switch {
	case strings.TrimSpace(r.Person) == "":
		c.report(guide.Data, "rows", message.Errorf("people can have several rows, but no column says whose row it is: name the column that identifies people"))
	case r.Key != "" && (r.Key == r.Person || p.Weight != nil && r.Key == p.Weight.Column):
		c.report(guide.Data, "rows", message.Errorf("the rows of a person come in the order of column %q, which says something else already: choose one that tells the rows of a person apart, such as the number of a visit", r.Key))
	case r.AtMost < 1 || r.AtMost > limits.MaxRowsPerPerson:
		c.report(guide.Data, "rows", message.Errorf("each person may have %d rows, but a number from 1 to %d is expected: all noise grows with it", r.AtMost, limits.MaxRowsPerPerson))
	}
	if c.out.Domain == nil {
		return
	}
	if _, published := c.out.Domain.Attribute(domain.AttributeName(r.Person)); published {
		c.report(guide.Columns, r.Person, message.Errorf("column %q says whose row it is, so it cannot be published: leave it out", r.Person))
	}
	if _, published := c.out.Domain.Attribute(domain.AttributeName(r.Key)); published && r.Key != "" {
		c.report(guide.Columns, r.Key, message.Errorf("the rows of a person come in the order of column %q, so it cannot be published: which rows count would depend on an answer. Leave it out, or choose another order in step %s", r.Key, guide.Data.Title()))
	}
}

// RowsByAnswers reports whether a release of the plan chose which rows of someone with many count by
// their answers, as versions up to 0.9 did: about these people it promises less than it says
// (docs/security.md).
func (p Plan) RowsByAnswers() bool { return p.Rows != nil && p.Version < placedRows }

// placedRows is the version of the plan format since which places decide it.
const placedRows = 2

// Tied returns how many answers the release has to hide together: those that known facts tie
// together, and all the rows of a person or all the units of their row's weight.
func (c *Compiled) Tied() constraint.Multiplier {
	p := mechanism.Problem{Policy: c.Policy, Facts: c.Facts, Tied: c.tied, Rows: c.slots()}
	if c.Plan.Weight != nil {
		return c.tiedUnits(p)
	}
	return p.Multiplier()
}

// FactsTie reports whether known facts tie several people's answers together, whether or not that takes more noise.
func (c *Compiled) FactsTie() bool { return c.tied.Ties }

// Counted names what the numbers of a release count: "people", "rows" where people can have
// several, "weighted people" where rows have weights, or "weighted rows". Screens, files and
// summaries all take the word from here.
func (p Plan) Counted() message.Text {
	switch {
	case p.Rows != nil && p.Weight != nil:
		return message.Sprintf("weighted rows")
	case p.Rows != nil:
		return message.Sprintf("rows")
	case p.Weight != nil:
		return message.Sprintf("weighted people")
	}
	return message.Sprintf("people")
}

// Sentence says what is hidden about someone's rows.
func (r Rows) Sentence() message.Text {
	hidden := message.Sprintf("People can appear once; what is hidden is everything about their row, and whether there is one.")
	if r.AtMost > 1 {
		hidden = message.Sprintf("People can appear up to %d times; what is hidden is everything about %s rows together, and how many there are.", r.AtMost, allOf(r.AtMost))
	}
	return r.withBeyond(hidden)
}

// withBeyond adds to a sentence what is promised about someone who has more rows than count: where some of those that
// count are missing, the next ones take their places, so that slots move from one answer to another
// through "no row", which is two steps each (docs/mathematics.md, "Several rows of one person").
func (r Rows) withBeyond(hidden message.Text) message.Text {
	var first message.Text
	switch {
	case r.Key == "" && r.AtMost < 2:
		first = message.Sprintf("If someone has more rows, the first one in the file counts.")
	case r.Key == "":
		first = message.Sprintf("If someone has more rows, the first %d in the file count.", r.AtMost)
	case r.AtMost < 2:
		first = message.Sprintf("If someone has more rows, the first one in the order of column %q counts.", r.Key)
	default:
		first = message.Sprintf("If someone has more rows, the first %d in the order of column %q count.", r.AtMost, r.Key)
	}
	less := message.Sprintf("How often such a person appears is hidden less well: it can shift the odds by up to the square of the stated factor.")
	return message.Sprintf("%s %s %s", hidden, first, less)
}

// fewRows writes small numbers of rows.
var fewRows = [...]message.Text{
	2: message.Sprintf("both"), message.Sprintf("all three"), message.Sprintf("all four"), message.Sprintf("all five"), message.Sprintf("all six"), message.Sprintf("all seven"),
	message.Sprintf("all eight"), message.Sprintf("all nine"), message.Sprintf("all ten"), message.Sprintf("all eleven"), message.Sprintf("all twelve"),
}

// allOf writes "both", "all three" or "all 20".
func allOf(n int) message.Text {
	if n < len(fewRows) {
		return fewRows[n]
	}
	return message.Sprintf("all %d", n)
}

// Describe returns the sentences of the policy, with what they mean where people can have
// several rows.
func (c *Compiled) Describe() policy.Sentences {
	s := c.Policy.Describe()
	if hidden := c.Plan.Hidden(); !hidden.IsZero() {
		if !s.Presence.IsZero() {
			hidden = message.Sprintf("%s %s", s.Presence, hidden)
		}
		s.Presence = hidden
	}
	if c.Plan.Group != nil {
		// No secret pair leads out of the group, so that who is in it is none, and there is nothing beside it whose number is listed.
		belongs := message.Sprintf("Who belongs to the group that the release is about, and how many people do, may become known.")
		if c.Policy.Presence() {
			belongs = message.Sprintf("Which of the people in the file belong to the group that the release is about may become known.")
		}
		if !s.Presence.IsZero() {
			belongs = message.Sprintf("%s %s", s.Presence, belongs)
		}
		s.Presence = belongs
	}
	rows, unit := c.Plan.Rows, message.Sprintf("units of weight %s", c.Units.Times(1))
	switch {
	case rows != nil && c.Plan.Weight != nil:
		s.Expert = message.Sprintf("%s; slots of each person: %d, of %d rows with %d %s each, of which an unused one contains the absent vertex and all can change together", s.Expert, c.slots(), rows.AtMost, c.Units.Most, unit)
	case rows != nil:
		s.Expert = message.Sprintf("%s; slots of each person: %d, of which an unused one contains the absent vertex and all can change together", s.Expert, rows.AtMost)
	case c.Plan.Weight != nil:
		s.Expert = message.Sprintf("%s; slots of each person: %d %s, of which an unused one contains the absent vertex and all can change together", s.Expert, c.Units.Most, unit)
	}
	return s
}
