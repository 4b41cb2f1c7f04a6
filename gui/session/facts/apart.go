package facts

import (
	"context"
	"reflect"
	"slices"
	"steward/core/guide"
	"steward/core/limits"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Apart answers whether releases about separate groups of people can be made separately.
type Apart struct {
	Sets []ApartSet
	// Answer is that in a sentence.
	Answer string
	// Change says what could be changed so that they can, "" where nothing is known.
	Change  string
	Ready   bool
	Problem string
}

// ApartSet is groups whose releases have to do with one another, with what follows.
type ApartSet struct {
	Groups []string
	// Adds says that what is spent on each adds up; otherwise the largest counts.
	Adds bool
	Cost string // that in words
	Why  string
}

// apartOf is what that depends on.
type apartOf struct {
	policy *policy.Policy
	facts  plan.Facts
	column string
}

// ApartColumns returns the columns whose values can be the groups, and for each why not, "" for
// nothing.
func (s *Step) ApartColumns() (names, unfit []string) {
	for _, c := range s.of.Plan().Columns {
		reason := ""
		if a, ok := s.of.Attribute(string(c.Name)); !ok {
			reason = words.T("its values are not settled")
		} else if a.Size() < 2 {
			reason = words.T("it has one value only")
		} else if a.Size() > limits.MaxApart {
			reason = words.T("it has more than %d values", limits.MaxApart)
		}
		names, unfit = append(names, string(c.Name)), append(unfit, reason)
	}
	return names, unfit
}

// Apart returns which of the groups of people with each value of a column compose in parallel
// (He et al. 2014 Theorem 4.3); while that is worked out in the background it is not Ready. It
// is false while the columns, the secrets or the facts have issues.
func (s *Step) Apart(column string) (Apart, bool) {
	t, c := &s.apart, s.of.Compiled()
	if c == nil {
		c = s.of.Outlook()
		if c == nil || len(s.of.Plan().Facts.Stated) > 0 {
			t.End()
			return Apart{}, false
		}
	}
	a, ok := c.Domain.Attribute(domain.AttributeName(column))
	if !ok {
		return Apart{}, false
	}
	of := apartOf{c.Policy, s.of.Plan().Facts, column}
	if t.Of.policy != of.policy || !reflect.DeepEqual(t.Of, of) {
		several := s.of.Plan().Slotted()
		t.Begin(s.of.Background, of, Apart{}, func(context.Context) Apart { return apartOn(c, of.facts, a, several) })
	}
	return t.Found, true
}

func apartOn(c *plan.Compiled, known plan.Facts, a *domain.Attribute, several bool) Apart {
	out := Apart{Ready: true}
	var facts constraint.Facts
	var err error
	if c.Plan.Group != nil {
		whole := c.Plan
		whole.Group = nil
		if c, err = c.Again(whole); err != nil {
			out.Problem = words.SentenceOf(err)
			return out
		}
	}
	if !several { // of rows no facts are taken
		if facts, err = c.StatedFacts(known); err != nil {
			out.Problem = words.SentenceOf(err)
			return out
		}
	}
	var groups []constraint.Group
	for _, l := range a.Labels() {
		groups = append(groups, constraint.Group{Name: l, Who: constraint.Predicate{{{Column: a.Name(), Values: []string{l}}}}})
	}
	sets, err := facts.Parallel(c.Policy, readingOf(known), groups)
	if err != nil {
		out.Problem = words.SentenceOf(err)
		return out
	}
	for _, g := range sets {
		x := ApartSet{Groups: g.Groups, Adds: g.Crossed, Why: words.Sentence(words.Say(g.Why))}
		x.Cost = costOf(g)
		out.Sets = append(out.Sets, x)
	}
	out.Answer, out.Change = answerApart(sets), changeApart(sets, string(a.Name()), len(c.Plan.Columns))
	if several && len(sets) > 1 {
		out.Answer += " " + words.T("One limit on the rows of a person holds over all groups together, in one file; where each group has its own, they add up.")
	}
	return out
}

// Group returns the group that the release is about; without values it is about everybody.
func (s *Step) Group() (column string, values []string) {
	g := s.of.Plan().Group
	if g == nil {
		return "", nil
	}
	return string(g.Column), g.Values
}

// SetGroup makes the release about a group of people alone, and without values about everybody.
func (s *Step) SetGroup(column string, values []string) {
	s.of.Edit(func(p *plan.Plan) {
		p.Group = nil
		if len(values) > 0 {
			p.Group = &plan.Answers{Column: domain.AttributeName(column), Values: values}
		}
	})
}

// costOf says what releases about the groups of a set cost together.
func costOf(g constraint.GroupSet) (s string) {
	switch {
	case len(g.Groups) == 1:
		s = words.T("Costs what is spent on it.")
	case g.Crossed:
		s = words.T("What is spent on each adds up.")
	default:
		s = words.T("Only the most expensive one counts.")
	}
	if g.Factor > 1 {
		s += words.T(" The noise has to be %d times as large.", g.Factor)
	}
	return s
}

// answerApart answers the question in a sentence.
func answerApart(sets []constraint.GroupSet) string {
	added, shared := 0, 0
	for _, g := range sets {
		switch {
		case g.Crossed && len(g.Groups) > 1:
			added++
		case len(g.Groups) > 1:
			shared++
		}
	}
	switch {
	case len(sets) == 1 && added == 1:
		return words.T("No: separate releases about the groups cost as much as all of them added together.")
	case added > 0:
		return words.T("In part: groups listed together add up; across the lines below, only the most expensive counts.")
	case shared > 0:
		return words.T("Yes, with the larger noise that the facts require: all together they cost no more than the most expensive one.")
	}
	return words.T("Yes: together, releases about separate groups cost no more than the most expensive one.")
}

// changeApart says why groups by a column cannot be taken separately and what in the secrets would change that; "" where they can, or
// where nothing in them would.
func changeApart(sets []constraint.GroupSet, column string, columns int) string {
	crossed := slices.ContainsFunc(sets, func(g constraint.GroupSet) bool { return g.Crossed && len(g.Groups) > 1 })
	if !crossed || columns < 2 {
		return ""
	}
	return words.T("“%[1]s” is secret, so that nobody can tell in which of these groups a person is, and what is published about one tells something about the others. If anyone may learn who is in which group, choose “%[2]s” in the step %[3]s and leave “%[1]s” out of what is secret: then only the most expensive of them counts.", column, words.T("Only these columns"), guide.Secrets.Title())
}

// String lists the groups of a set, shortened where they are many.
func (a ApartSet) String() string {
	const most = 8
	if len(a.Groups) > most {
		return words.T("%s and %d more", strings.Join(a.Groups[:most-1], ", "), len(a.Groups)-most+1)
	}
	return amounts.Named(a.Groups)
}
