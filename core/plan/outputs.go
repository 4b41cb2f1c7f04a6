package plan

import (
	"math/big"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/workload"
)

// An Output is one thing that a plan publishes: a pointer to a question, a choice, a clustering or a
// synthetic table, in the plan itself.
type Output interface {
	// Head returns what all outputs have.
	Head() Head
	// About returns the columns that it is about.
	About() []domain.AttributeName
	// rename gives its columns other names.
	rename(renaming)
	// exact reports whether all that it publishes is published exactly, so that it needs nothing of the budget. It is asked
	// with the share that it would have, and says no of what cannot be compiled.
	exact(*compiler, account.Epsilon) bool
	// compile checks it and adds its problem, with its part of the budget, to what is compiled. It returns
	// the problems over whose cells a release counts the data for it.
	compile(*compiler, account.Epsilon) ([]mechanism.Problem, error)
}

// Head is what all outputs have.
type Head struct {
	ID, Title string
	// Share is its weight in the budget, in the plan itself: a plain decimal; empty means 1.
	Share *string
	// Free says that it follows from the answers of another output, and takes no part of the budget.
	Free bool
	// noun is the kind of output in a sentence.
	noun message.Text
}

// list is the outputs of one kind in a plan.
type list struct {
	outputs func() []Output
	keep    func(func(Output) bool)
}

// lists are what there is to publish, in the order in which it is everywhere: of budgets, draws, files and
// pages.
func (p *Plan) lists() []list {
	return []list{listOf(&p.Questions), listOf(&p.Choices), listOf(&p.Clusters), listOf(&p.Synthetic)}
}

// PublishAs makes the plan publish what another one does, which keeps it too.
func (p *Plan) PublishAs(other Plan) {
	p.Questions, p.Choices, p.Clusters, p.Synthetic = other.Questions, other.Choices, other.Clusters, other.Synthetic
}

func listOf[T any, P interface {
	*T
	Output
}](of *[]T) list {
	return list{
		func() (out []Output) {
			for i := range *of {
				out = append(out, P(&(*of)[i]))
			}
			return out
		},
		func(keep func(Output) bool) {
			kept := (*of)[:0]
			for i := range *of {
				if keep(P(&(*of)[i])) {
					kept = append(kept, (*of)[i])
				}
			}
			*of = kept
		},
	}
}

// Outputs returns all that the plan publishes, which can be changed there.
func (p *Plan) Outputs() []Output {
	var out []Output
	for _, l := range p.lists() {
		out = append(out, l.outputs()...)
	}
	return out
}

// KeepOutputs removes the outputs that keep, which may change them, reports false for.
func (p *Plan) KeepOutputs(keep func(Output) bool) {
	for _, l := range p.lists() {
		l.keep(keep)
	}
}

// Withdraw removes what is published of a column: outputs that are about it, but for those that have others
// and go on without it.
func (p *Plan) Withdraw(column domain.AttributeName) {
	p.KeepOutputs(func(o Output) bool {
		if o, ok := o.(interface {
			Without(domain.AttributeName) bool
		}); ok {
			return o.Without(column)
		}
		return !slices.Contains(o.About(), column)
	})
}

// Titles returns those of everything that is published, questions first.
func (p Plan) Titles() []string {
	var out []string
	for _, o := range p.Outputs() {
		out = append(out, o.Head().Title)
	}
	return out
}

// outputs shares the budget among all that the plan publishes, and compiles it.
func (c *compiler) outputs(p Plan) {
	all := p.Outputs()
	budgets, ok := c.share(all)
	if !ok {
		return
	}
	for i, o := range all {
		counted, err := o.compile(c, budgets[i])
		if err != nil {
			c.report(guide.Questions, o.Head().Title, err)
		}
		c.out.counted = append(c.out.counted, counted...)
	}
}

// share splits the budget over everything that is published, in its order, and notes what is published exactly, which takes
// nothing: what is returned of it is the share that it would have. What is free has the zero Epsilon. It reports what is wrong with ids, titles and shares, and false for anything.
func (c *compiler) share(all []Output) ([]account.Epsilon, bool) {
	if len(all) == 0 {
		c.report(guide.Questions, "", message.Errorf("nothing is asked: add a question"))
		return nil, false
	}
	if len(all) > limits.MaxQuestions {
		c.report(guide.Questions, "", message.Errorf("%d questions are too many, the limit is %d", len(all), limits.MaxQuestions))
		return nil, false
	}
	var shares []*big.Rat // nil for what is free
	unpaid := 0
	ids := make(map[string]bool)
	before := len(c.issues)
	for i, o := range all {
		x := o.Head()
		share, err := account.ParseShare(*x.Share)
		if err != nil {
			c.report(guide.Questions, x.Title, err)
		}
		if x.Free {
			share, unpaid = nil, unpaid+1
		}
		shares = append(shares, share)
		switch {
		case strings.TrimSpace(x.ID) == "":
			c.report(guide.Questions, x.Title, message.Errorf("%s %d has no id: give it a short name", x.noun, i+1))
		case ids[x.ID]:
			c.report(guide.Questions, x.Title, message.Errorf("two questions have the id %q: change one", x.ID))
		}
		ids[x.ID] = true
		if strings.TrimSpace(x.Title) == "" {
			c.report(guide.Questions, x.ID, message.Errorf("%s %d has no title: say in a few words what it asks", x.noun, i+1))
		}
	}
	if len(c.issues) > before {
		return nil, false
	}
	parts, err := c.divide(shares)
	if err != nil {
		c.report(guide.Questions, "", err)
		return nil, false
	}
	for i, o := range all {
		if !parts[i].IsZero() && c.out.Plan.Version >= exactIsFree && o.exact(c, parts[i]) {
			c.out.exact[o.Head().ID] = true
		}
	}
	c.issues = c.issues[:before] // what else is wrong with it is found when it is compiled
	if n := len(c.out.exact); n == 0 || n == len(shares)-unpaid {
		c.out.nothing = n > 0
		return parts, true
	}
	paid := slices.Clone(shares)
	for i, o := range all {
		if c.out.exact[o.Head().ID] {
			paid[i] = nil
		}
	}
	again, err := c.divide(paid)
	if err != nil {
		c.report(guide.Questions, "", err)
		return nil, false
	}
	for i, o := range all {
		if !c.out.exact[o.Head().ID] {
			parts[i] = again[i]
		}
	}
	return parts, true
}

// sumsKnown reports whether any sum is public, without which nothing is exact.
func (c *compiler) sumsKnown() bool { return c.out.Plan.Facts.Any() || c.out.Agreed }

// exactIsFree is the version of the plan format since which what is published exactly takes nothing of the budget.
const exactIsFree = 2

// divide divides the budget by weights; what has none has the zero Epsilon.
func (c *compiler) divide(weights []*big.Rat) ([]account.Epsilon, error) {
	some := slices.DeleteFunc(slices.Clone(weights), func(w *big.Rat) bool { return w == nil })
	parts, err := c.out.Promise.Split(some)
	if err != nil {
		return nil, err
	}
	out := make([]account.Epsilon, len(weights))
	for i, w := range weights {
		if w != nil {
			out[i], parts = parts[0], parts[1:]
		}
	}
	return out, nil
}

// problem returns the problem of a table or another workload with a part of the budget, with all
// that the plan says of the people in it but the stand-in.
func (c *compiler) problem(w *workload.Workload, budget account.Epsilon) (mechanism.Problem, error) {
	problem, err := mechanism.NewProblem(w, c.out.between, c.out.Facts, budget)
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
	problem.Exact = c.out.exact[w.Question().ID]
	return problem, nil
}

// cells returns the problem of the table over some columns, which something that is no table is
// made of, with the stand-in where there is one.
func (c *compiler) cells(of Output, columns []domain.AttributeName, budget account.Epsilon) (mechanism.Problem, error) {
	head := of.Head()
	w, err := workload.New(workload.Question{ID: head.ID, Title: head.Title, Kind: workload.Table, Columns: columns}, c.out.Domain)
	if err != nil {
		return mechanism.Problem{}, err
	}
	problem, err := c.problem(w, budget)
	if err != nil {
		return problem, err
	}
	if problem.StandIn, err = c.standIn(w); err != nil {
		c.report(guide.Budget, head.Title, err)
	}
	return problem, nil
}

// CostsNothing reports whether an output takes nothing of the budget since all of it is published exactly.
func (c *Compiled) CostsNothing(id string) bool { return c.exact[id] }

// Spends returns what a release promises and is debited: Promise, or the zero one where all that it publishes is published
// exactly.
func (c *Compiled) Spends() account.Promise {
	if c.nothing {
		return account.Promise{}
	}
	return c.Promise
}

// Cells returns the problems over whose cells a release counts the data: those of the questions,
// then those that other things are made of.
func (c *Compiled) Cells() []mechanism.Problem { return c.counted }

// Only returns the compiled plan with one question, whose problem is given, in the place of all that it
// publishes.
func (c *Compiled) Only(q Question, problem mechanism.Problem) *Compiled {
	out := *c
	out.Plan.PublishAs(Plan{Questions: []Question{q}})
	out.Problems, out.Choices, out.Clusters, out.Synthetic = []mechanism.Problem{problem}, nil, nil, nil
	out.exact, out.nothing = map[string]bool{q.ID: problem.Exact}, problem.Exact
	out.counted = out.Problems
	return &out
}
