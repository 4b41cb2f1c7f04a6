package plan

import (
	"math/big"
	"strings"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/workload"
)

// published is one thing that a plan publishes, as far as the budget knows it.
type published struct {
	id, title, share string
	// what says what kind of thing it is: "question".
	what string
	// free says that it follows from the others' answers, and so has no share.
	free bool
}

// published lists all that the plan publishes: questions, then choices, then clusterings, then
// synthetic tables.
func (p Plan) published() []published {
	var out []published
	for _, q := range p.Questions {
		out = append(out, published{id: q.ID, title: q.Title, share: q.Share, what: "question"})
	}
	for _, q := range p.Choices {
		out = append(out, published{id: q.ID, title: q.Title, share: q.Share, what: "choice", free: q.Table != ""})
	}
	for _, q := range p.Clusters {
		out = append(out, published{id: q.ID, title: q.Title, share: q.Share, what: "clustering"})
	}
	for _, q := range p.Synthetic {
		out = append(out, published{id: q.ID, title: q.Title, share: q.Share, what: "synthetic table"})
	}
	return out
}

// Titles returns those of everything that is published, questions first.
func (p Plan) Titles() []string {
	var out []string
	for _, x := range p.published() {
		out = append(out, x.title)
	}
	return out
}

// share splits the budget over everything that is published, in its order; what is free has the
// zero Epsilon. It reports what is wrong with ids, titles and shares, and false for anything.
func (c *compiler) share(list []published) ([]account.Epsilon, bool) {
	if len(list) == 0 {
		c.report(guide.Questions, "", message.Errorf("nothing is asked: add a question"))
		return nil, false
	}
	if len(list) > limits.MaxQuestions {
		c.report(guide.Questions, "", message.Errorf("%d questions are more than %d", len(list), limits.MaxQuestions))
		return nil, false
	}
	var shares []*big.Rat
	ids := make(map[string]bool)
	before := len(c.issues)
	for i, x := range list {
		share, err := account.ParseShare(x.share)
		if err != nil {
			c.report(guide.Questions, x.title, err)
		}
		if !x.free {
			shares = append(shares, share)
		}
		switch {
		case strings.TrimSpace(x.id) == "":
			c.report(guide.Questions, x.title, message.Errorf("%s %d has no id: give it a short name", x.what, i+1))
		case ids[x.id]:
			c.report(guide.Questions, x.title, message.Errorf("two questions have the id %q: change one", x.id))
		}
		ids[x.id] = true
		if strings.TrimSpace(x.title) == "" {
			c.report(guide.Questions, x.id, message.Errorf("%s %d has no title: say in a few words what it asks", x.what, i+1))
		}
	}
	if len(c.issues) > before {
		return nil, false
	}
	parts, err := c.out.Promise.Split(shares)
	if err != nil {
		c.report(guide.Questions, "", err)
		return nil, false
	}
	out := make([]account.Epsilon, len(list))
	for i, x := range list {
		if !x.free {
			out[i], parts = parts[0], parts[1:]
		}
	}
	return out, true
}

// problem returns the problem of a table or another workload with a part of the budget, with all
// that the plan says of the people in it but the stand-in.
func (c *compiler) problem(w *workload.Workload, budget account.Epsilon) (mechanism.Problem, error) {
	problem, err := mechanism.NewProblem(w, c.out.Policy, c.out.Facts, budget)
	if err != nil {
		return problem, err
	}
	if c.out.tied.Factor > 0 {
		problem.Tied = c.out.tied // in the reading that was chosen, or of people with several rows
	}
	problem.Disclose, problem.Gaussian = c.out.Agreed, !c.out.Promise.Pure()
	if c.out.memory != nil {
		problem.Optima = c.out.memory.optima()
	}
	problem.Rows, problem.Unit = c.out.slots(), c.out.Units.Step
	return problem, nil
}

// cells returns the problem of the table over some columns, which something that is no table is
// made of, with the stand-in where there is one.
func (c *compiler) cells(id, title string, columns []domain.AttributeName, budget account.Epsilon) (mechanism.Problem, error) {
	w, err := workload.New(workload.Question{ID: id, Title: title, Kind: workload.Table, Columns: columns}, c.out.Domain)
	if err != nil {
		return mechanism.Problem{}, err
	}
	problem, err := c.problem(w, budget)
	if err != nil {
		return problem, err
	}
	if problem.StandIn, err = c.standIn(w); err != nil {
		c.report(guide.Budget, title, err)
	}
	return problem, nil
}

// Cells returns the problems over whose cells a release counts the data: those of the questions,
// then those that other things are made of.
func (c *Compiled) Cells() []mechanism.Problem {
	out := append([]mechanism.Problem(nil), c.Problems...)
	for _, p := range c.Choices {
		if p.Cells.Workload != nil {
			out = append(out, p.Cells)
		}
	}
	for _, p := range c.Clusters {
		out = append(out, p.Cells)
	}
	return append(out, tablesOf(c.Synthetic)...)
}
