package release

import (
	"context"
	"fmt"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/workload"
)

// Pilot pays for a noisy table over the columns of a question and returns it as a stand-in,
// on which errors that depend on data can be shown. It is a release like any other: the
// reviewed file is read, known facts are checked, and the ledger is debited by budget before
// any noise is drawn. j.Plan's own budget is not touched; the ledger's limit holds for both.
func Pilot(ctx context.Context, j Job, question int, budget account.Epsilon) (mechanism.StandIn, result.LedgerEntry, error) {
	src := noise.NewSecure()
	defer src.Close()
	return pilot(ctx, j, piloting{question, budget, src})
}

// piloting says which question a pilot is for, what it may spend and where its noise comes
// from.
type piloting struct {
	question int
	budget   account.Epsilon
	src      noise.Source
}

func pilot(ctx context.Context, j Job, p piloting) (mechanism.StandIn, result.LedgerEntry, error) {
	var none mechanism.StandIn
	var entry result.LedgerEntry
	compiled, err := p.plan(j.Plan)
	if err != nil {
		return none, entry, err
	}
	j.Plan = compiled
	if j.Progress == nil {
		j.Progress = func(string, float64) {}
	}
	if err := reviewed(j); err != nil {
		return none, entry, err
	}
	prepared, err := mechanism.Pilot().Prepare(ctx, compiled.Problems[0])
	if err != nil {
		return none, entry, err
	}
	counts, err := count(ctx, j, compiled.Problems)
	defer func() {
		for _, v := range counts {
			v.Wipe()
		}
	}()
	if err != nil {
		return none, entry, err
	}
	if err := reviewed(j); err != nil {
		return none, entry, err
	}
	if entry, err = debit(ctx, j); err != nil {
		return none, entry, fmt.Errorf("nothing was spent: %w", err)
	}
	answers, err := prepared.Release(ctx, counts[0], p.src)
	if err != nil {
		return none, entry, fmt.Errorf("%s of the budget is spent, but the pilot was not finished: %w", p.budget, err)
	}
	s, err := mechanism.PilotStandIn(compiled.Problems[0].Workload.Domain(), answers.Tidied)
	return s, entry, err
}

// plan returns the plan with the pilot as its only question.
func (p piloting) plan(c *plan.Compiled) (*plan.Compiled, error) {
	if p.question < 0 || p.question >= len(c.Problems) {
		return nil, fmt.Errorf("a pilot for question %d of %d", p.question+1, len(c.Problems))
	}
	asked := c.Plan.Questions[p.question]
	title := "Pilot for " + asked.Title
	w, err := workload.New(workload.Question{ID: "pilot", Title: title, Kind: workload.Table, Columns: asked.Columns}, c.Domain)
	if err != nil {
		return nil, err
	}
	problem, err := mechanism.NewProblem(w, c.Policy, c.Facts, p.budget)
	if err != nil {
		return nil, err
	}
	// What is hidden together is the plan's: the rows of a person, and what facts tie.
	of := c.Problems[p.question]
	problem.Rows, problem.Tied = of.Rows, of.Tied
	out := *c
	// A pilot makes a pure promise of its own, whatever the release accepts.
	if out.Promise, err = account.NewPromise(p.budget, account.Delta{}); err != nil {
		return nil, err
	}
	out.Plan.Budget.Delta = ""
	out.Plan.Questions = []plan.Question{{ID: "pilot", Title: title, Kind: string(workload.Table), Columns: asked.Columns}}
	out.Problems, out.Budget = []mechanism.Problem{problem}, p.budget
	return &out, nil
}
