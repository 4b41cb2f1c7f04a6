package plan

import (
	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/workload"
)

// Asked returns what the question asks, as workloads are made of.
func (q Question) Asked() workload.Question {
	w := workload.Question{ID: q.ID, Title: q.Title, Kind: workload.Kind(q.Kind), Columns: q.Columns, Every: q.Every, Totals: q.Totals}
	for _, s := range q.Ranges {
		w.Spans = append(w.Spans, workload.Span(s))
	}
	for _, box := range q.Boxes {
		spans := make([]workload.Span, len(box))
		for j, s := range box {
			spans[j] = workload.Span(s)
		}
		w.Boxes = append(w.Boxes, spans)
	}
	return w
}

// Joint returns the problem of several of the plan's questions answered together, with the
// budgets of all of them. It errors where all their columns have too many cells.
func (c *Compiled) Joint(questions []int) (mechanism.Problem, error) {
	parts := make([]*workload.Workload, len(questions))
	losses := make([]account.Epsilon, len(questions))
	for n, i := range questions {
		parts[n], losses[n] = c.Problems[i].Workload, c.Problems[i].Budget
	}
	w, err := workload.Join(parts, c.Domain)
	if err != nil {
		return mechanism.Problem{}, err
	}
	// All problems of a plan hide the same people together, so the first says how many.
	p := c.Problems[questions[0]]
	if p.Policy, err = c.Policy.Project(w.Question().Columns); err != nil {
		return mechanism.Problem{}, err
	}
	p.Workload, p.Budget = w, account.Sum(losses)
	return p, nil
}
