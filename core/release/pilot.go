package release

import (
	"context"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/workload"
)

// Pilot pays for a noisy table over the columns of a question and returns the plan's stand-in with
// it, on which errors that depend on data can be shown; pilots that the plan has for other columns
// stay. It is a release like any other: the reviewed file is read, known facts are checked, and the
// ledger is debited by budget before any noise is drawn. j.Plan's own budget is not touched; the
// ledger's limit holds for both. It errors, with nothing spent, when the table would be too large
// to be kept in a plan.
func Pilot(ctx context.Context, j Job, question int, budget account.Epsilon) (*plan.StandIn, result.LedgerEntry, error) {
	var entry result.LedgerEntry
	src, err := j.open()
	if err != nil {
		return nil, entry, err
	}
	defer src.Close()
	p := piloting{question, budget}
	of, err := j.Plan.Plan.Digest() // what was said was said of it, and not of the pilot's
	if err != nil {
		return nil, entry, err
	}
	compiled, err := p.plan(j.Plan)
	if err != nil {
		return nil, entry, err
	}
	earlier := j.Plan.Plan.StandIn
	j.Plan = compiled
	d := compiled.Problems[0].Workload.Domain()
	if k, err := d.Cells(); err != nil || k > limits.MaxStandInCells {
		return nil, entry, message.Errorf("%s: the question has more than %d combinations of values, too many for a pilot: choose public data, or ask for a coarser table", compiled.Plan.Questions[0].Title, limits.MaxStandInCells)
	}
	if j.Progress == nil {
		j.Progress = func(message.Text, float64) {}
	}
	if err := reviewed(j); err != nil {
		return nil, entry, err
	}
	prepared, err := registry.Pilot().Prepare(ctx, compiled.Problems[0])
	if err != nil {
		return nil, entry, err
	}
	var answers mechanism.Answers
	err = withCounts(ctx, j, compiled.Problems, func(counts []*histogram.Vector) error {
		var err error
		if entry, err = debit(ctx, j, of); err != nil {
			return message.Errorf("nothing was spent: %w", err)
		}
		// What is spent must be answered: cancelling now would lose the numbers and keep the debit.
		if answers, err = prepared.Release(context.WithoutCancel(ctx), counts[0], src); err != nil {
			return message.Errorf("%s of the budget is spent, but the pilot was not finished: %w", p.budget, err)
		}
		return nil
	})
	if err != nil {
		return nil, entry, err
	}
	columns := compiled.Plan.Questions[0].Columns
	s, err := earlier.WithPilot(d, plan.StandInTable{
		Columns: columns, Of: compiled.Plan.CellsKey(columns),
		Paid: &plan.Paid{Epsilon: p.budget.String(), Sequence: entry.Sequence, Hash: entry.Hash},
	}, answers.Tidied)
	return s, entry, err
}

// piloting says which question a pilot is for and what it may spend.
type piloting struct {
	question int
	budget   account.Epsilon
}

// plan returns the plan with the pilot as its only question.
func (p piloting) plan(c *plan.Compiled) (*plan.Compiled, error) {
	if p.question < 0 || p.question >= len(c.Problems) {
		return nil, message.Errorf("a pilot for question %d of %d", p.question+1, len(c.Problems))
	}
	asked := c.Plan.Questions[p.question]
	title := "Pilot for " + asked.Title
	w, err := workload.New(workload.Question{ID: "pilot", Title: title, Kind: workload.Table, Columns: asked.Columns}, c.Domain)
	if err != nil {
		return nil, err
	}
	// What is hidden, and what is hidden together, is the plan's: the policy over these columns, the
	// rows and weights of a person, and what facts tie. Nothing is published exactly.
	problem := c.Problems[p.question]
	problem.Workload, problem.Budget = w, p.budget
	problem.Gaussian, problem.Disclose, problem.StandIn = false, false, mechanism.StandIn{}
	out := c.Only(plan.Question{ID: "pilot", Title: title, Kind: string(workload.Table), Columns: asked.Columns}, problem)
	// A pilot makes a pure promise of its own, whatever the release accepts.
	if out.Promise, err = account.NewPromise(p.budget, account.Delta{}); err != nil {
		return nil, err
	}
	out.Plan.Budget.Delta, out.Budget = "", p.budget
	return out, nil
}
