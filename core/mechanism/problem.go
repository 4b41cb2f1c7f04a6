package mechanism

import (
	"fmt"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/policy"
	"steward/core/workload"
)

// Problem is what a mechanism is prepared for: a question with the policy over its own
// columns, the known facts and the question's budget. It holds no data.
type Problem struct {
	// Workload is the question; its domain is the policy's.
	Workload *workload.Workload
	// Policy is the published policy projected to the question's columns.
	Policy *policy.Policy
	Facts  constraint.Facts
	// Budget is the question's share.
	Budget account.Epsilon
	// Disclose says that the steward agreed to publish without noise what the policy
	// discloses exactly: the totals of its connected components.
	Disclose bool
}

// NewProblem projects a policy to the columns of a question. It errors when the question's
// columns are not those of the policy.
func NewProblem(w *workload.Workload, published *policy.Policy, facts constraint.Facts, budget account.Epsilon) (Problem, error) {
	p, err := published.Project(w.Question().Columns)
	if err != nil {
		return Problem{}, fmt.Errorf("question %q: %w", w.Question().Title, err)
	}
	if budget.IsZero() {
		return Problem{}, fmt.Errorf("question %q has no budget", w.Question().Title)
	}
	return Problem{Workload: w, Policy: p, Facts: facts, Budget: budget}, nil
}

// Multiplier returns how many people's answers the facts tie together.
func (p Problem) Multiplier() constraint.Multiplier { return p.Facts.Multiplier(p.Policy) }

// Effective returns the budget for noise: the question's budget times the least weight of the
// policy's edges, divided by the multiplier (MECHANISMS 7.2). A mechanism that hides every edge
// alike by it hides each by its own weight at least, so sensitivities need not know weights.
// Every mechanism takes the multiplier and the weights through this one door.
func (p Problem) Effective() account.Epsilon {
	e := p.Budget.Over(p.Multiplier().Factor)
	if w := p.Policy.LeastWeight(); w != policy.One {
		var err error
		if e, err = e.Times(w.Rat()); err != nil {
			panic("mechanism: weights are above zero: " + err.Error())
		}
	}
	return e
}
