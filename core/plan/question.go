package plan

import (
	"context"
	"slices"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
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
	for _, o := range q.Only {
		w.Only = append(w.Only, workload.Answers(o))
	}
	q.Sum.add(&w)
	return w
}

// Head is that of a question.
func (q *Question) Head() Head {
	return Head{q.ID, q.Title, &q.Share, false, message.Sprintf("question")}
}

// About returns the columns that are counted over.
func (q *Question) About() []domain.AttributeName { return q.Columns }

func (q *Question) rename(name renaming) {
	name.all(q.Columns)
	for i := range q.Only {
		name.of(&q.Only[i].Column)
	}
	for _, p := range q.Percent {
		name.all(p.Within)
	}
	for i := range q.Rates {
		name.of(&q.Rates[i].Column)
	}
	for i := range q.Differences {
		name.of(&q.Differences[i].Column)
	}
	if q.Sum != nil {
		name.all(q.Sum.Of)
	}
}

func (q *Question) exact(c *compiler, would account.Epsilon) bool {
	if !c.sumsKnown() {
		return false
	}
	w, err := workload.New(q.Asked(), c.out.Domain)
	if err != nil {
		return false
	}
	p, err := c.problem(w, would)
	if err != nil {
		return false
	}
	free, err := registry.CostsNothing(context.Background(), p, q.Mechanism)
	return free && err == nil
}

func (q *Question) compile(c *compiler, budget account.Epsilon) ([]mechanism.Problem, error) {
	w, err := workload.New(q.Asked(), c.out.Domain)
	if err != nil {
		return nil, err
	}
	if err := q.checkSum(); err != nil {
		return nil, err
	}
	if err := q.checkDerived(w); err != nil {
		return nil, err
	}
	rule, err := q.Publishing.Rule()
	if err != nil {
		return nil, err
	}
	if _, sized := rule.Leaving.sized(c.out, q, w); !sized {
		return nil, message.Errorf("a table is to be left out if it is too noisy, but how large its numbers are is not known: state a public size, such as 200, or the number of people as a known fact")
	}
	problem, err := c.problem(w, budget)
	if err != nil {
		return nil, err
	}
	if problem.StandIn, err = c.standIn(w); err != nil {
		c.report(guide.Budget, q.Title, err)
		return nil, nil
	}
	if problem.StandIn.IsZero() && c.out.Plan.StandIn != nil {
		c.out.Lacking = append(c.out.Lacking, len(c.out.Problems))
	}
	if q.Mechanism != "" {
		m, ok := registry.ByID(q.Mechanism)
		if !ok {
			return nil, message.Errorf("there is no mechanism %q: leave it empty for the best one", q.Mechanism)
		}
		// Public numbers that are not there yet may come (CompareOn).
		missing := m.Info().DataDependent && problem.StandIn.IsZero() && c.out.Plan.StandIn != nil
		if fit := registry.Check(m, problem); !fit.OK() && !missing {
			return nil, message.Errorf("%s does not apply: %s", m.Info().Name, fit.Reasons[0].Text)
		}
	}
	c.out.Problems = append(c.out.Problems, problem)
	return []mechanism.Problem{problem}, nil
}

// Joint returns the problem of several of the plan's questions answered together, with the
// budgets of all of them. It errors where all their columns have too many cells.
func (c *Compiled) Joint(questions []int) (mechanism.Problem, error) {
	parts := make([]*workload.Workload, len(questions))
	for n, i := range questions {
		parts[n] = c.Problems[i].Workload
	}
	w, err := workload.Join(parts, c.Domain)
	if err != nil {
		return mechanism.Problem{}, err
	}
	for _, i := range questions {
		if len(questions) > 1 && c.Problems[i].Exact {
			return mechanism.Problem{}, message.Errorf("question %q is published exactly and costs nothing: it is answered by itself", c.Problems[i].Workload.Question().Title)
		}
	}
	// All problems of a plan hide the same people together, so the first says how many.
	p := c.Problems[questions[0]]
	if p.Policy, err = c.between.Project(w.Question().Columns); err != nil {
		return mechanism.Problem{}, err
	}
	p.Shares = c.shares(questions)
	p.Workload, p.Budget = w, c.Promise.Sum(p.Shares)
	p.StandIn = mechanism.StandIn{} // of one question's columns
	return p, nil
}

// Arrange prepares what answers the plan's questions: each by the mechanism chosen for it or
// by the best one, and those without a choice together where that is better (registry.Arrange).
func (c *Compiled) Arrange(ctx context.Context) ([]registry.Group, error) {
	return c.ArrangeFrom(ctx, make([][]registry.Candidate, len(c.Problems)))
}

// ArrangeFrom is Arrange with the questions' candidates, so that what was prepared is not prepared
// again.
func (c *Compiled) ArrangeFrom(ctx context.Context, candidates [][]registry.Candidate) ([]registry.Group, error) {
	for _, i := range c.Lacking {
		if err := c.measurable(i, c.Plan.Questions[i].Mechanism); err != nil {
			return nil, err
		}
	}
	chosen := make([]string, len(c.Problems))
	for i := range chosen {
		chosen[i] = c.Plan.Questions[i].Mechanism
	}
	return registry.Arrange(ctx, candidates, c.Problems, chosen, c.Joint)
}

// Group prepares several of the plan's questions together, or one by itself, with the
// mechanism of the given id; empty means the best.
func (c *Compiled) Group(ctx context.Context, questions []int, id string) (registry.Group, error) {
	p := c.Problems[questions[0]]
	if err := c.measurable(questions[0], id); err != nil {
		return registry.Group{}, err
	}
	if len(questions) > 1 {
		var err error
		if p, err = c.Joint(questions); err != nil {
			return registry.Group{}, err
		}
	}
	return registry.NewGroup(ctx, questions, c.shares(questions), p, id)
}

// shares returns the questions' shares of the budget.
func (c *Compiled) shares(questions []int) []account.Epsilon {
	out := make([]account.Epsilon, len(questions))
	for n, i := range questions {
		out[n] = c.Problems[i].Budget
	}
	return out
}

// mostTitles is the most questions that are named by their titles one after another.
const mostTitles = 6

// Others names the questions of a group but one, which are given by their places in a plan, in order: by their titles
// where these are few, otherwise by their numbers. It is nothing where there are no others.
func Others(group []int, but int, title func(int) string) message.Text {
	others := slices.DeleteFunc(slices.Clone(group), func(i int) bool { return i == but })
	if len(others) <= mostTitles {
		titles := make([]string, len(others))
		for k, i := range others {
			titles[k] = title(i)
		}
		return message.And(message.Quoted(titles))
	}
	var numbers []message.Text
	for k := 0; k < len(others); k++ {
		first := others[k]
		for k+1 < len(others) && others[k+1] == others[k]+1 {
			k++
		}
		if last := others[k]; last > first {
			numbers = append(numbers, message.Sprintf("%d to %d", first+1, last+1))
		} else {
			numbers = append(numbers, message.Sprintf("%d", first+1))
		}
	}
	return message.Sprintf("questions %s", message.And(numbers))
}
