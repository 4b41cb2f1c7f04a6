package plan

import (
	"slices"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// inGroup makes what the release counts the people of its group alone: nobody else is possible in its domain. It reports
// false where the group is none, or where the secrets join its people to others.
//
// Nobody goes in or out along an edge, so an edge of the policy over everybody either lies in the group or changes nothing that
// is counted, and what is released about groups that have nobody in common costs the most expensive of them (docs/mathematics.md,
// "Releases about groups that are apart").
func (c *compiler) inGroup(p Plan, attrs []*domain.Attribute) bool {
	g := p.Group
	i := slices.IndexFunc(attrs, func(a *domain.Attribute) bool { return a.Name() == g.Column })
	if i < 0 {
		c.report(guide.Questions, "group", message.Errorf("the release is to be about people by their answers in %q, which is not a column of the plan: declare it, or choose another column", g.Column))
		return false
	}
	var others []string
	for _, l := range attrs[i].Labels() {
		if !slices.Contains(g.Values, l) {
			others = append(others, l)
		}
	}
	for j, l := range g.Values {
		if _, ok := attrs[i].Find(l); !ok {
			c.report(guide.Questions, "group", message.Errorf("the release is to be about people with %q in %q, which is not a value of that column", l, g.Column))
			return false
		}
		if slices.Contains(g.Values[:j], l) {
			c.report(guide.Questions, "group", message.Errorf("the value %q of %q is named twice for the group that the release is about", l, g.Column))
			return false
		}
	}
	if len(g.Values) == 0 || len(others) == 0 {
		c.report(guide.Questions, "group", message.Errorf("a release about a group needs one or more values of %q, but not all of them: choose some, or release about everybody", g.Column))
		return false
	}
	whole := p
	whole.Group = nil
	everybody, err := Policy(whole)
	if err == nil {
		err = closed(everybody, *g, others)
	}
	if err != nil {
		c.report(guide.Questions, "group", err)
		return false
	}
	if c.out.Domain, err = domain.New(attrs, append(slices.Clone(p.Impossible), domain.Combination{g.Column: others})); err != nil {
		c.report(guide.Questions, "group", err)
		return false
	}
	c.out.everybody = everybody
	return c.factsInGroup(p)
}

// closed errors where an edge leads from a group to others.
func closed(p *policy.Policy, g Answers, others []string) error {
	p, err := p.Project([]domain.AttributeName{g.Column})
	if err != nil {
		return err
	}
	group := func(name string, values []string) constraint.Group {
		return constraint.Group{Name: name, Who: constraint.Predicate{{{Column: g.Column, Values: values}}}}
	}
	sets, err := constraint.Facts{}.Parallel(p, constraint.EdgeMinimal, []constraint.Group{group("in", g.Values), group("out", others)})
	if err != nil {
		return err
	}
	if len(sets) < 2 {
		return message.Errorf("the answers in %[1]q are secret, and the secrets join those of this group to others: a release about the group alone would reveal who is in it. If anyone may know that, say in the step %[2]s that %[1]q is not secret; otherwise choose a group that no secret leads out of, or restrict the tables to these people (“only”) in a release about everybody", g.Column, guide.Secrets.Title())
	}
	return nil
}

// factsInGroup refuses known facts that are not about the people of the group alone: they would tie the group to others.
func (c *compiler) factsInGroup(p Plan) bool {
	before := len(c.issues)
	if p.Facts.People != nil {
		c.report(guide.Facts, "people", message.Errorf("the number of all people ties a group to the others, so a release about a group cannot take it as known: state how many people are in the group, or release about everybody"))
	}
	for _, f := range p.Facts.Stated {
		if !p.Group.has(f) {
			c.report(guide.Facts, f.ID, message.Errorf("%s: this fact is not about the people of the group alone, so it ties them to others: remove it, state it for the group alone, or release about everybody", f.Steward()))
		}
	}
	return len(c.issues) == before
}

// has reports whether a fact counts people of the group only, by what it says itself.
func (g Answers) has(f constraint.Fact) bool {
	in := func(l string) bool { return slices.Contains(g.Values, l) }
	if f.People != nil || f.Totals == nil && len(f.Counts) == 0 {
		return false
	}
	if f.Totals != nil {
		at := slices.Index(f.Totals.Columns, g.Column)
		if at < 0 || slices.ContainsFunc(f.Totals.Rows, func(r constraint.Row) bool { return at >= len(r.Labels) || !in(r.Labels[at]) }) {
			return false
		}
	}
	for _, count := range f.Counts {
		for _, box := range count.Of {
			if !slices.ContainsFunc(box, func(c constraint.Condition) bool {
				return c.Column == g.Column && len(c.Values) > 0 && !slices.ContainsFunc(c.Values, func(l string) bool { return !in(l) })
			}) {
				return false
			}
		}
	}
	return true
}

// Everybody returns the domain of all records of the file, of which a release about a group counts some.
func (c *Compiled) Everybody() *domain.Domain {
	if c.everybody != nil {
		return c.everybody.Domain()
	}
	return c.Domain
}

// Farthest is that of the policy, or of the policy over everybody where the release is about a group: no edge leads out of the group, so
// that no two answers in it are farther apart than there.
func (c *Compiled) Farthest() (weighted.Weight, bool) {
	if c.everybody != nil {
		return c.everybody.Farthest()
	}
	return c.Policy.Farthest()
}

// Counts returns what tells whether a release counts a record, by its values in the order of the domain.
func (c *Compiled) Counts() func(values []int) bool {
	g := c.Plan.Group
	if g == nil {
		return func([]int) bool { return true }
	}
	at, _ := c.Domain.Position(g.Column)
	in := make([]bool, c.Domain.Attributes()[at].Size())
	for _, l := range g.Values {
		v, _ := c.Domain.Attributes()[at].Find(l)
		in[v] = true
	}
	return func(values []int) bool { return values[at] >= 0 && in[values[at]] }
}

// Said says who the people of the group are.
func (g Answers) Said() message.Text {
	return message.Sprintf("people with %s in “%s”", message.List(labelled(g.Values), "%s or %s", "%s or %s"), g.Column)
}

// labelled returns values as they are called on screens.
func labelled(values []string) []message.Text {
	out := make([]message.Text, len(values))
	for i, v := range values {
		var special bool
		if out[i], special = domain.SaidLabel(v); !special {
			out[i] = message.Verbatim(v)
		}
	}
	return message.Fewer(out)
}
