package preview

import (
	"context"
	"fmt"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
)

// LargeChance says why a chance of failure is large among so many people.
func LargeChance(d account.Delta, people int64) message.Text {
	return message.Sprintf("A chance of %s is more than one in the %s people in the file: it would allow a release that shows one of them exactly. Accept a smaller one, such as %s.",
		d.InWords(), account.Commas(fmt.Sprint(people)), account.UsualDelta(people))
}

// peopleIn returns how many people are known to be in the file, 0 when that is not public.
func peopleIn(p plan.Plan) int64 {
	if n := p.Facts.People; n != nil {
		return *n
	}
	return 0
}

// Without is the error of a question without the accepted chance of failure, at the same budget.
type Without struct {
	Name    message.Text // of the method
	Summary accuracy.Summary
}

// withoutChance works out what the questions' errors would be if no chance of failure were
// accepted, at the same budget, each with the best method; nil where none is accepted.
func withoutChance(ctx context.Context, c *plan.Compiled) ([]Without, error) {
	if c.Promise.Pure() {
		return nil, nil
	}
	p := c.Plan.Clone()
	p.Budget.Delta, p.Budget.DeltaLimit = "", ""
	for i := range p.Questions {
		p.Questions[i].Mechanism = ""
	}
	pure, err := c.Again(p)
	if err != nil {
		return nil, err
	}
	if c.Quick {
		pure = pure.FirstLook()
	}
	groups, err := pure.Arrange(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Without, len(pure.Problems))
	for i := range out {
		g, n, _ := registry.GroupOf(groups, i)
		out[i] = Without{g.Prepared.Info().Name, g.Error(n).Summary()}
	}
	return out, nil
}

// With is the error that a question would have if the usual chance of failure were accepted, at the
// same budget, with the best method that has Gaussian noise.
type With struct {
	Delta   account.Delta
	Name    message.Text // of the method
	Summary accuracy.Summary
}

// withChance works out what accepting the usual chance of failure would make of the questions'
// errors, at the same budget, each by itself; nil where one is accepted, and for questions that no
// method with Gaussian noise answers.
func withChance(ctx context.Context, c *plan.Compiled) ([]*With, error) {
	if !c.Promise.Pure() || c.Quick {
		return nil, nil
	}
	p := c.Plan.Clone()
	p.Budget.Delta, p.Budget.DeltaLimit = account.UsualDelta(peopleIn(p)), ""
	for i := range p.Questions {
		p.Questions[i].Mechanism = ""
	}
	accepting, err := c.Again(p)
	if err != nil {
		return nil, nil // then nothing can be said of it, and the errors as they are stand by themselves
	}
	out := make([]*With, len(accepting.Problems))
	for i, problem := range accepting.Problems {
		info, summary, ok, err := registry.BestGaussian(ctx, problem)
		if err != nil {
			return nil, err
		}
		if ok {
			out[i] = &With{accepting.Promise.Delta(), info.Name, summary}
		}
	}
	return out, nil
}

// WithChance says what accepting a chance of failure would do to the errors: "Accepting a chance of a
// failure of 1 in 1,000,000 would bring the typical error from 41 down to 19 (Gaussian noise on each
// cell)". It is empty where nothing is known of that, where one is accepted, and where nothing has noise.
func (q *Question) WithChance() message.Text {
	if q.With == nil || q.Problem.Exact {
		return message.Text{}
	}
	own, other := q.Of().Summary, q.With.Summary
	if other.MeanSquare >= own.MeanSquare*0.98 {
		return message.Sprintf("Accepting a chance such as %s would not make these numbers better.", q.With.Delta.InWords())
	}
	return message.Sprintf("Accepting a chance of %s would bring the typical error from %s down to %s (%s).", q.With.Delta.InWords(), accuracy.People(own.Typical), accuracy.People(other.Typical), q.With.Name)
}

// Kinds says which of the methods use the accepted chance of failure, and what that means; empty while
// none is accepted.
func (q *Question) Kinds(d account.Delta) message.Text {
	if d.IsZero() {
		return message.Text{}
	}
	return message.Sprintf("Methods with “Gaussian noise” in their names use the chance of %s that you accepted: in such a case the release may tell more than is promised. The others do without it.", d.InWords())
}

// WithoutChance says how the errors compare with those that there would be without the chance of
// a failure: "typically within 9; without the chance of failure within 41". It is empty while
// none is accepted.
func (q *Question) WithoutChance() message.Text {
	if q.Without == nil {
		return message.Text{}
	}
	own, other := q.Of().Summary, q.Without.Summary
	text := message.Sprintf("Half of the numbers are within %s with it; without it within %s (%s).", own.Typically(), other.Typically(), q.Without.Name)
	if other.MeanSquare < own.MeanSquare {
		text = message.Sprintf("%s %s", text, message.Sprintf("Without it the numbers would be better: it helps where many questions share the budget."))
	}
	return text
}
