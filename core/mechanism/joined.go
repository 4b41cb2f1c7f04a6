package mechanism

import (
	"slices"

	"steward/core/domain"
)

// Joined returns the problem with secrets that keep its cells together, in the ways there are, none where that is nothing else. What
// a policy leaves open has noise wherever publishing it exactly was not agreed to, and that of a stronger policy may leave less
// error than that of the policy's own. The noise hides as many people as the problem says, which is all that is promised.
func (p Problem) Joined() []Problem {
	if p.Disclose || p.Exact || p.PeopleOnly || p.Policy.Presence() {
		return nil
	}
	_, apart, err := p.Policy.Components()
	if err != nil || apart < 2 {
		return nil
	}
	ways := []bool{false}
	if slices.ContainsFunc(p.Policy.Domain().Attributes(), func(a *domain.Attribute) bool { return a.Size() > a.Regular() }) {
		ways = append(ways, true)
	}
	var out []Problem
	tied := p.TiedPeople()
	for _, special := range ways {
		joined := p
		if joined.Policy, err = p.Policy.Joined(special); err != nil {
			continue
		}
		_, count, err := joined.Policy.Components()
		if err != nil || count == apart {
			continue // more is secret, and nothing kept together by it
		}
		apart, joined.Tied = count, tied
		out = append(out, joined)
	}
	return out
}
