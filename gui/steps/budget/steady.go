package budget

import (
	"reflect"
	"slices"

	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/words"
)

// steady keeps the methods of a question in their places, and which one is recommended, until the person changes something:
// while errors are worked out, and while the slider tries budgets, nothing moves under the hand.
type steady struct {
	of       *plan.Compiled
	question int
	ids      []string // the methods that apply, in their order
	// found is the recommended method, empty until everything was tried, and name what it is called; before is what the one was
	// called that was recommended at another budget of the same plan.
	found, name, before string
}

// hold takes a preview of a question, which is settled unless it is a first look or of a budget that is only tried. It returns it
// with the method as the best that was the best before.
func (s *steady) hold(of *plan.Compiled, question int, q preview.Question, settled bool) preview.Question {
	if s.of != of || s.question != question {
		before := ""
		if s.of != nil && s.question == question && sameButBudget(s.of.Plan, of.Plan) {
			before = s.name
		}
		*s = steady{of: of, question: question, before: before}
	}
	for _, i := range q.Ranked() {
		if c := q.Candidates[i]; c.Prepared != nil && !slices.Contains(s.ids, c.Info.ID) {
			s.ids = append(s.ids, c.Info.ID)
		}
	}
	if best := q.Candidates[q.Best].Info; settled && s.found == "" {
		s.found, s.name = best.ID, words.Say(best.Name)
	}
	if i := find(q, s.found); i >= 0 && q.Candidates[i].Prepared != nil {
		if q.Chosen == q.Best {
			q.Chosen = i
		}
		q.Best = i
	}
	return q
}

// sameButBudget reports whether two plans differ in nothing but their budgets.
func sameButBudget(a, b plan.Plan) bool {
	a.Budget, b.Budget = plan.Budget{}, plan.Budget{}
	return reflect.DeepEqual(a, b)
}

// order returns the methods that apply, by their indices.
func (s *steady) order(q preview.Question) (out []int) {
	for _, id := range s.ids {
		if i := find(q, id); i >= 0 && q.Candidates[i].Prepared != nil {
			out = append(out, i)
		}
	}
	return out
}

// find returns the index of a method, -1 for none.
func find(q preview.Question, id string) int {
	return slices.IndexFunc(q.Candidates, func(c registry.Candidate) bool { return c.Info.ID == id })
}

// says says that another method is recommended than at the budget before, or that it is still looked for; empty otherwise.
func (s *steady) says() string {
	switch {
	case s.found == "":
		return words.T("Better methods are still being looked for.")
	case s.before != "" && s.before != s.name:
		return words.T("At the previous budget, “%s” was recommended.", s.before)
	}
	return ""
}
