package registry

import (
	"slices"

	"steward/core/mechanism"
	"steward/core/message"
)

// CombineAcross returns the error of a weighted sum of answers to several questions of the group: the
// terms of each, by the question's place in the group, with answers numbered from 0 among its own. It
// errors as [Combine] does.
func (g Group) CombineAcross(terms map[int][]mechanism.Term) (mechanism.Combined, error) {
	var all []mechanism.Term
	for n, list := range terms {
		for _, t := range list {
			if n < 0 || n >= len(g.Questions) || t.Answer < 0 || t.Answer >= g.first[n+1]-g.first[n] {
				return mechanism.Combined{}, message.Errorf("answer %d of question %d is asked for, but does not exist: number them from 0", t.Answer, n)
			}
			t.Answer += g.first[n]
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b mechanism.Term) int { return a.Answer - b.Answer })
	return mechanism.Combine(g.Prepared, all)
}
