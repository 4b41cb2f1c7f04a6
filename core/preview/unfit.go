package preview

import (
	"slices"

	"steward/core/guide"
	"steward/core/mechanism"
)

// Unfit is a family of methods: those that do not apply to a question for the same reason.
type Unfit struct {
	Reason mechanism.Reason
	// Methods are candidates, by their indices.
	Methods []int
}

// Could reports whether the methods could answer the question as it is asked: with a chance of failure accepted, or public
// numbers to be tried on.
func (u Unfit) Could() bool { return u.Reason.Step == guide.Budget }

// Untried returns the methods, by their indices, that only want public numbers to be tried on.
func (q *Question) Untried() []int {
	if !q.Problem.StandIn.IsZero() {
		return nil
	}
	var out []int
	for _, u := range q.Unfits() {
		for _, i := range u.Methods {
			if u.Could() && q.Candidates[i].Info.DataDependent {
				out = append(out, i)
			}
		}
	}
	return out
}

// Unfits returns the methods that do not apply, family by family, those that could first.
func (q *Question) Unfits() []Unfit {
	var out []Unfit
	for _, i := range q.Ranked() {
		c := q.Candidates[i]
		if c.Prepared != nil || c.Fit.OK() {
			continue
		}
		why := c.Fit.Reasons[0]
		at := slices.IndexFunc(out, func(u Unfit) bool { return u.Reason.Text.String() == why.Text.String() })
		if at < 0 {
			at = len(out)
			out = append(out, Unfit{Reason: why})
		}
		out[at].Methods = append(out[at].Methods, i)
	}
	slices.SortStableFunc(out, func(a, b Unfit) int {
		switch {
		case a.Could() == b.Could():
			return 0
		case a.Could():
			return -1
		}
		return 1
	})
	return out
}
