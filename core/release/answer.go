package release

import (
	"context"
	"math"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/reconcile"
	"steward/core/result"
)

// answer draws the noise of all outputs, once, and gathers the released values.
func answer(ctx context.Context, j Job, all []output, counts []*histogram.Vector, src noise.Source) (*result.Release, error) {
	r := Describe(j.Plan)
	r.Created, r.Program = j.Time, j.Program
	r.Questions = make([]result.Question, len(j.Plan.Problems))
	for i, o := range all {
		j.Progress(message.Sprintf("answering"), float64(i)/float64(len(all)))
		n := len(o.cells)
		if err := o.draw(ctx, drawn{counts[:n], src}, r); err != nil {
			return nil, err
		}
		counts = counts[n:]
	}
	var err error
	r.Digest, err = r.ComputeDigest()
	return r, err
}

// answering is groups of questions on their way to results.
type answering struct {
	plan    *plan.Compiled
	groups  []registry.Group
	answers []mechanism.Answers // of each group, once it was drawn
}

// ready makes ready what answers a group of questions.
func (a *answering) ready(i int) (output, error) {
	g := a.groups[i]
	return output{[]mechanism.Problem{g.Problem}, g.Prepared.Loss(), func(ctx context.Context, d drawn, _ *result.Release) error {
		seen, err := g.Problem.Seen(d.counts[0])
		if err != nil {
			return err
		}
		a.answers[i], err = g.Prepared.Release(ctx, seen, d.src)
		return err
	}}, derivable(a.plan, g)
}

// results makes ready what gathers the answers of all groups, once they agree. It sees released numbers only.
func (a *answering) results() output {
	return output{draw: func(ctx context.Context, _ drawn, r *result.Release) error {
		agreed, err := reconcile.Answers(ctx, a.groups, a.answers)
		if err != nil {
			return err
		}
		for i, g := range a.groups {
			for n, at := range g.Questions {
				if r.Questions[at], err = a.result(g, n, g.Of(n, agreed[i])); err != nil {
					return err
				}
			}
		}
		return nil
	}}
}

// result puts the answers to a group's question n beside what is known of them.
func (a *answering) result(g registry.Group, n int, answers mechanism.Answers) (result.Question, error) {
	c, at := a.plan, g.Questions[n]
	q := question(c, g, n, answers)
	Intervals(c.Problems[at], &q)
	var err error
	if !q.LeftOut {
		if q.Derived, err = Derive(c, g, n, q.Unadjusted, q.Tidied); err != nil {
			return q, err
		}
	}
	q.Adding = Adding(g, n, &q)
	return q, Contain(c, at, q.Derived)
}

// Describe returns the parts of a release that the plan alone determines.
func Describe(c *plan.Compiled) *result.Release {
	m := c.Tied()
	r := &result.Release{
		Plan:          c.Plan,
		Protection:    c.Describe(),
		Epsilon:       c.Spends().Epsilon().String(),
		Multiplier:    m.Factor,
		MultiplierWhy: m.Why,
	}
	for _, a := range c.Domain.Attributes() {
		column := result.Column{Name: string(a.Name())}
		if a.Size() <= result.MostValues {
			column.Values = a.Labels()
		}
		r.Columns = append(r.Columns, column)
	}
	if promise := c.Spends(); !promise.Pure() {
		r.Delta, r.Rho, r.R = promise.Delta().String(), promise.Rho().String(), promise.Budget().String()
	}
	// What the file itself looked like is nobody's business but the steward's, and by which rules it was read everybody's.
	r.Plan.Data = plan.Data{Repairs: c.Plan.PublicRepairs()}
	if c.Agreed {
		r.PublishedExactly = c.Disclosed
	}
	return r
}

// question puts the answers of a group's question n beside their errors.
func question(c *plan.Compiled, g registry.Group, n int, a mechanism.Answers) result.Question {
	p := c.Problems[g.Questions[n]]
	q := result.Question{
		Workload:   p.Workload,
		Made:       made(g.Prepared.Info(), g.Why, p.Spends(), g.Problem.Left(), g.Noise(n)),
		Unadjusted: a.Unadjusted,
		Tidied:     make([]float64, len(a.Tidied)),
		Decimals:   c.Units.Decimals() + plan.SumDecimals(p.Workload),
	}
	for i := range a.Tidied {
		q.Tidied[i] = p.UnitOf(i).Of(a.TidiedAt(i))
	}
	if q.GaveUp = gaveUp(a.Gave); a.Parts > 1 {
		q.Decimals += mechanism.PartsDecimals
	}
	if g.Together() {
		for _, at := range g.Questions {
			q.Together = append(q.Together, c.Plan.Questions[at].ID)
		}
	}
	if n == 0 {
		q.Measured = Measured(g)
	}
	e := g.Error(n)
	q.Error, q.HalfWidth, q.Exact = errors95(e)
	q.Ranges = result.RangesOf(e)
	if e.Kind == accuracy.Simulated {
		q.MeasuredOn = e.StandIn
	}
	for i, exact := range q.Exact {
		if exact {
			q.ExactWhy = exactWhy(p)
			unit := p.UnitOf(i)
			q.Unadjusted[i] = unit.Of(math.Round(q.Unadjusted[i] / unit.Of(1))) // a number of units, but for the last digits of sums
		}
	}
	q.Apply(c.Rule(g.Questions[n]))
	return q
}

// GaveUp returns what published numbers gave up by what is said of it; more than anything where that is not known.
func GaveUp(said string) mechanism.Gave {
	for g := mechanism.GaveNothing; g <= mechanism.GaveFacts; g++ {
		if gaveUp(g).String() == said {
			return g
		}
	}
	return mechanism.GaveFacts
}

// Texts returns what a release may say of the answers to a group's question n, so that what a record says in English is known in
// other languages.
func Texts(c *plan.Compiled, g registry.Group, n int) []message.Text {
	p, e := c.Problems[g.Questions[n]], g.Error(n)
	out := append(g.Reasons(), exactWhy(p), e.StandIn)
	for _, noise := range g.Noise(n) {
		out = append(out, noise.What)
	}
	for gave := mechanism.GaveNothing; gave <= mechanism.GaveFacts; gave++ {
		out = append(out, gaveUp(gave))
	}
	return out
}

// gaveUp says what published numbers gave up, empty for nothing.
func gaveUp(g mechanism.Gave) message.Text {
	switch g {
	case mechanism.GaveWholeness:
		return message.Sprintf("These published numbers have decimals: no whole numbers were found that agree with everything that is known.")
	case mechanism.GaveSigns:
		return message.Sprintf("These published numbers have decimals and may be below zero: no possible numbers were found in time that are sure to be as close to the truth as the unadjusted ones.")
	case mechanism.GaveAgreement:
		return message.Sprintf("These published numbers may contradict those of other questions: none that agree with all of them were found in time.")
	case mechanism.GaveFacts:
		return message.Sprintf("These published numbers do not agree with everything that is known: none that do were found in time.")
	}
	return message.Text{}
}

func errors95(e accuracy.Estimate) (rmse, half []float64, exact []bool) {
	n := len(e.Answers)
	rmse, half, exact = make([]float64, n), make([]float64, n), make([]bool, n)
	for i, a := range e.Answers {
		rmse[i], half[i], exact[i] = a.RMSE(), a.HalfWidth, a.Variance == 0
	}
	return rmse, half, exact
}

func exactWhy(p mechanism.Problem) message.Text {
	switch {
	case p.Disclose:
		return message.Sprintf("exact: you agreed to publish it")
	case p.Exact && p.KnowsSums():
		return message.Sprintf("exact: it follows from what the public already knows")
	case p.Policy.Presence():
		return message.Sprintf("exact: the public already knows the number of people")
	}
	return message.Sprintf("exact: nothing you keep secret could change it")
}

// Measured states the rows that a group of questions is answered from.
func Measured(g registry.Group) *result.Measured {
	stated := mechanism.MeasuredBy(g.Prepared)
	m := &result.Measured{Pairs: stated.Pairs, Proof: stated.Proof, LeftOut: stated.LeftOut}
	for _, name := range g.Problem.Workload.Question().Columns {
		m.Columns = append(m.Columns, string(name))
	}
	for _, rows := range stated.Rows {
		m.Rows = append(m.Rows, result.MeasuredRows{Stated: rows.Noise.Stated(), Of: rows.Of})
	}
	for _, t := range stated.Tables {
		own := result.MeasuredTable{Stated: t.Noise.Stated(), Contrasts: t.Contrasts, Columns: []string{}}
		for _, name := range t.Columns {
			own.Columns = append(own.Columns, string(name))
		}
		m.Tables = append(m.Tables, own)
	}
	return m
}
