package session

import (
	"context"
	"fmt"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/gui/words"
)

// Delta returns the chance of a failure that the plan accepts; zero for none, or when it cannot be
// read.
func (s *Session) Delta() account.Delta {
	d, err := account.ParseDelta(s.plan.Budget.Delta)
	if err != nil {
		return account.Delta{}
	}
	return d
}

// Except says what a guess or odds under the plan's promise do not cover, after a comma; empty
// while no chance of a failure is accepted.
func (s *Session) Except() string {
	if d := s.Delta(); !d.IsZero() {
		return words.T(", except in a case whose chance is at most %s", ChanceInWords(d))
	}
	return ""
}

// Spends says what a release of the plan spends: the budget, and the chance of a failure.
func (s *Session) Spends() string {
	if d := s.Delta(); !d.IsZero() {
		return words.T("%s and a chance of %s", words.Number(s.plan.Budget.Epsilon), ChanceInWords(d))
	}
	return words.Number(s.plan.Budget.Epsilon)
}

// AcceptChance accepts a chance of a failure, the usual one for so many people as are known to be
// in the file, or none. Methods that need one are left to the automatic choice again with it.
func (s *Session) AcceptChance(on bool) {
	if on == (s.plan.Budget.Delta != "") {
		return
	}
	s.Edit(func(p *plan.Plan) {
		p.Budget.Delta = ""
		if on {
			p.Budget.Delta = account.UsualDelta(peopleIn(*p))
			return
		}
		leaveGaussian(p)
	})
}

// SetDelta sets the chance of a failure as it was typed; "" for none. It errors, and changes
// nothing, when it is none that can be accepted.
func (s *Session) SetDelta(text string) error {
	d, err := account.ParseDelta(text)
	if err != nil {
		return err
	}
	s.Edit(func(p *plan.Plan) {
		if p.Budget.Delta = d.String(); d.IsZero() {
			leaveGaussian(p)
		}
	})
	return nil
}

// leaveGaussian makes the choice of methods that need a chance of a failure automatic.
func leaveGaussian(p *plan.Plan) {
	for i := range p.Questions {
		if m, ok := registry.ByID(p.Questions[i].Mechanism); ok && m.Info().Gaussian {
			p.Questions[i].Mechanism = ""
		}
	}
}

// peopleIn returns how many people are known to be in the file, 0 when that is not public.
func peopleIn(p plan.Plan) int64 {
	if n := p.Facts.People; n != nil {
		return *n
	}
	return 0
}

// ChanceWarning says that the accepted chance is large for the number of people, or nothing.
func (s *Session) ChanceWarning() string {
	if n := peopleIn(s.plan); s.Delta().Large(n) {
		return LargeChance(s.Delta(), n)
	}
	return ""
}

// LargeChance says why a chance of a failure is large among so many people.
func LargeChance(d account.Delta, people int64) string {
	return words.T("A chance of %s is more than one in the %s people in the file: it would allow a release that shows one of them exactly. Accept a smaller one, such as %s.",
		ChanceInWords(d), thousands(fmt.Sprint(people)), words.Number(account.UsualDelta(people)))
}

// ChanceInWords writes a chance of a failure in the language in use: "1 in 1,000,000".
func ChanceInWords(d account.Delta) string { return words.Say(d.InWords()) }

// typical writes an error as the screens do.
func typical(x float64) string { return words.Number(accuracy.People(x)) }

// Without is the error of a question without the accepted chance of a failure, at the same budget.
type Without struct {
	Name    string // of the method
	Summary accuracy.Summary
}

// withoutChance works out what the questions' errors would be if no chance of a failure were
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

// With is the error that a question would have if the usual chance of a failure were accepted, at the
// same budget, with the best method that has Gaussian noise.
type With struct {
	Delta   account.Delta
	Name    string // of the method
	Summary accuracy.Summary
}

// withChance works out what accepting the usual chance of a failure would make of the questions'
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

// WithChance says what accepting a chance of a failure would do to the errors: "Accepting a chance of a
// failure of 1 in 1,000,000 would bring the typical error from 41 down to 19 (Gaussian noise on each
// cell)". It is empty where nothing is known of that, or one is accepted.
func (q *QuestionPreview) WithChance() string {
	if q.With == nil {
		return ""
	}
	own, other := q.Of().Summary, q.With.Summary
	if other.MeanSquare >= own.MeanSquare*0.98 {
		return words.T("Accepting a chance such as %s would not make these numbers better.", ChanceInWords(q.With.Delta))
	}
	return words.T("Accepting a chance of %s would bring the typical error from %s down to %s (%s).", ChanceInWords(q.With.Delta), typical(own.Typical), typical(other.Typical), words.Said(q.With.Name))
}

// Kinds says which of the methods use the accepted chance of a failure, and what that means; empty while
// none is accepted.
func (q *QuestionPreview) Kinds(d account.Delta) string {
	if d.IsZero() {
		return ""
	}
	return words.T("Methods whose names speak of Gaussian noise use the chance of %s that you accepted: in such a case the release may tell more than is promised. The others do without it.", ChanceInWords(d))
}

// WithoutChance says how the errors compare with those that there would be without the chance of
// a failure: "typically within 9; without the chance of a failure within 41". It is empty while
// none is accepted.
func (q *QuestionPreview) WithoutChance() string {
	if q.Without == nil {
		return ""
	}
	own, other := q.Of().Summary, q.Without.Summary
	text := words.T("Typically within %s with it; without it within %s (%s).", typical(own.Typical), typical(other.Typical), words.Said(q.Without.Name))
	if other.MeanSquare < own.MeanSquare {
		text += words.T(" Without it the numbers would be better: it helps where many questions share the budget.")
	}
	return text
}
