// Package preview works out, from a plan alone, what errors its numbers will have: of every method for every
// question, of choices, groups and made-up records, with and without a chance of failure, at other budgets;
// and which budget brings an error that somebody can live with. It never sees data. A Planner does it,
// and Remembered remembers what another one said.
package preview

import (
	"cmp"
	"context"
	"math"
	"slices"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/reconcile"
)

// Preview is the expected error of every mechanism for every question. It depends on the
// plan only.
type Preview struct {
	// Epsilon is the budget of the whole release that the errors are for, as a decimal.
	Epsilon   string
	Questions []Question
	Choices   []Choice
	Clusters  []Clustering
	Synthetic []Synthetic
}

// Question compares the mechanisms on one question.
type Question struct {
	Question   plan.Question
	Problem    mechanism.Problem
	Candidates []registry.Candidate
	// Best is the index of the mechanism with the least error, Chosen that of the one that
	// a release would use.
	Best, Chosen int
	// StandIns name, by the index of a mechanism whose error depends on the data, the
	// public data that its error is shown for.
	StandIns map[int]message.Text
	// Group is what a release would answer the question with: by itself, or together with others.
	// The latter is a candidate too, and then the best. Place is the question's in the group.
	Group registry.Group
	Place int
	// Without is the error that there would be without the accepted chance of failure, at the same
	// budget; nil where none is accepted.
	Without *Without
	// With is the error that there would be if a chance of failure were accepted; nil where one is, or
	// no method could use it.
	With *With
	// Bound is below the error of every unbiased linear method with such noise; nil where none is known.
	Bound *registry.Bound
	// Contradicts says that its published numbers may contradict those of other questions, with which it shares too much.
	Contradicts bool
	// Plains are the best mechanisms under plain differential privacy, for comparison; none after a first look.
	Plains []registry.Plain
}

// New prepares every mechanism for every question. progress, which may be nil, is
// told how many questions are done.
func New(ctx context.Context, c *plan.Compiled, progress func(done, of int)) (Preview, error) {
	return refined(ctx, c, nil, progress)
}

// refined is New after a first look at the same plan and budget, unless that is nil.
func refined(ctx context.Context, c *plan.Compiled, first *Preview, progress func(done, of int)) (Preview, error) {
	out := Preview{Epsilon: c.Plan.Budget.Epsilon}
	candidates, err := allCandidates(ctx, c, first, progress)
	if err != nil {
		return Preview{}, err
	}
	groups, err := c.ArrangeFrom(ctx, candidates)
	if err != nil {
		return Preview{}, err
	}
	apart := reconcile.TooLarge(groups)
	without, err := withoutChance(ctx, c)
	if err != nil {
		return Preview{}, err
	}
	with, err := withChance(ctx, c)
	if err != nil {
		return Preview{}, err
	}
	for i, p := range c.Problems {
		q := Question{Question: c.Plan.Questions[i], Problem: p, Candidates: candidates[i]}
		if q.Best = registry.Best(q.Candidates); q.Best < 0 {
			return Preview{}, message.Errorf("question %q: no method applies: %s", q.Question.Title, q.Candidates[0].Fit.Reasons[0].Text)
		}
		q.join(groups, i)
		q.Contradicts = slices.Contains(apart, i)
		if without != nil {
			q.Without = &without[i]
		}
		if with != nil {
			q.With = with[i]
		}
		q.choose(c.Plan.Questions)
		q.StandIns = standIns(q.Candidates)
		if !q.Group.Together() && !slices.ContainsFunc(candidates[i], func(c registry.Candidate) bool { return c.Later }) {
			if b, ok, err := registry.LowerBound(ctx, q.Group.Problem); err != nil {
				return Preview{}, err
			} else if ok {
				q.Bound = &b
			}
		}
		if !c.Quick {
			if q.Plains, err = registry.Plains(ctx, p, candidates[i]); err != nil {
				return Preview{}, err
			}
		}
		out.Questions = append(out.Questions, q)
	}
	if out.Choices, err = previewChoices(ctx, c, groups); err != nil {
		return Preview{}, err
	}
	if !c.Quick {
		if out.Clusters, err = previewClusters(ctx, c); err != nil {
			return Preview{}, err
		}
	}
	if out.Synthetic, err = previewSynthetic(ctx, c); err != nil {
		return Preview{}, err
	}
	return out, nil
}

// allCandidates prepares every mechanism for every question, but for those that a first look has
// prepared.
func allCandidates(ctx context.Context, c *plan.Compiled, first *Preview, progress func(done, of int)) ([][]registry.Candidate, error) {
	out := make([][]registry.Candidate, len(c.Problems))
	for i, p := range c.Problems {
		if progress != nil {
			progress(i, len(c.Problems))
		}
		var err error
		if first != nil {
			// What answers several questions together comes after all mechanisms.
			out[i], err = registry.Refine(ctx, p, first.Questions[i].Candidates[:len(registry.All())])
		} else {
			out[i], err = registry.Candidates(ctx, p)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// standIns returns the stand-ins of the mechanisms whose error depends on the data.
func standIns(list []registry.Candidate) map[int]message.Text {
	var out map[int]message.Text
	for i, c := range list {
		if c.Prepared == nil || !c.Info.DataDependent {
			continue
		}
		if name := c.Prepared.ExpectedError().StandIn; !name.IsZero() {
			if out == nil {
				out = make(map[int]message.Text)
			}
			out[i] = name
		}
	}
	return out
}

// join puts answering the question together with others among the candidates, where that is
// what a release would do.
func (q *Question) join(groups []registry.Group, i int) {
	q.Group, q.Place, _ = registry.GroupOf(groups, i)
	if !q.Group.Together() {
		return
	}
	p := q.Group.Part(q.Place)
	q.Candidates = append(q.Candidates, registry.Candidate{Info: p.Info(), Prepared: p, Summary: p.ExpectedError().Summary(), Aim: q.Group.Aim(q.Place)})
	q.Best = len(q.Candidates) - 1
}

// choose settles which mechanism a release would use, and names the questions that are
// answered together.
func (q *Question) choose(questions []plan.Question) {
	q.Chosen = q.Best
	if q.Group.Together() {
		q.Candidates = slices.Clone(q.Candidates)
		q.Candidates[q.Best].Info.Name = message.Sprintf("Together with %s", plan.Others(q.Group.Questions, q.Group.Questions[q.Place], func(i int) string { return questions[i].Title }))
	}
	for k, c := range q.Candidates {
		if id := q.Question.Mechanism; id != "" && c.Info.ID == id && c.Prepared != nil {
			q.Chosen = k
		}
	}
}

// Contradiction says that published numbers may contradict those of other questions, where that is known before a release.
func (q *Question) Contradiction() message.Text {
	if !q.Contradicts {
		return message.Text{}
	}
	return message.Sprintf("Its published numbers may contradict those of other questions: together they have more numbers in common than are made to agree.")
}

// For returns the preview for the same questions under other titles and with other choices
// of mechanisms, which change no error.
func (p *Preview) For(questions []plan.Question) *Preview {
	out := *p
	out.Questions = slices.Clone(p.Questions)
	for i := range out.Questions {
		out.Questions[i].Question = questions[i]
		out.Questions[i].choose(questions)
	}
	return &out
}

// Ranked lists the candidates by their indices: the best first, then the others that apply
// by rising error, then those that do not apply.
func (q *Question) Ranked() []int {
	out := make([]int, len(q.Candidates))
	for i := range out {
		out[i] = i
	}
	rank := func(i int) float64 {
		switch {
		case i == q.Best:
			return -1
		case q.Candidates[i].Prepared == nil:
			return math.Inf(1)
		}
		return q.Candidates[i].Summary.MeanSquare
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// Of returns the candidate that a release would use.
func (q *Question) Of() registry.Candidate { return q.Candidates[q.Chosen] }

// WithinFactor says how near the error of the chosen method is to the least that there can be: "No method that adds such noise
// without leaning to one side can have less than 71 % of this error", or that every method at all has so much on some data, where that is known.
// It is empty where no bound is known, and for errors that depend on the data.
func (q *Question) WithinFactor() message.Text {
	chosen := q.Of()
	if q.Bound == nil || chosen.Info.DataDependent || chosen.Summary.MeanSquare == 0 {
		return message.Text{}
	}
	f := q.Bound.Factor(chosen.Summary.MeanSquare)
	const exact = 1e-9 // of what is worked out in floating point
	percent := message.Sprintf("%.0f %%", math.Floor(100/f+exact))
	if f < 1.01 {
		percent = message.Sprintf("%.1f %%", math.Floor(1000/f+exact)/10)
	}
	switch {
	case q.Bound.OfAll() && f <= 1+exact:
		return message.Sprintf("Every method with the same secrets and budget has at least this error on some data.")
	case q.Bound.OfAll():
		return message.Sprintf("Every method with the same secrets and budget has at least %s of this error on some data.", percent)
	case f <= 1+exact:
		return message.Sprintf("No other unbiased way of adding such noise is more accurate.")
	}
	return message.Sprintf("No unbiased method that adds noise of this kind can have less than %s of this error.", percent)
}

// errorAt returns the expected error that the question has under the plan at another budget,
// by what answers it now.
func (q *Question) errorAt(ctx context.Context, at *plan.Compiled, question int) (accuracy.Summary, error) {
	if chosen := q.Of(); chosen.Info.ID != registry.TogetherID {
		g, err := at.Group(ctx, []int{question}, chosen.Info.ID)
		if err != nil {
			return accuracy.Summary{}, err
		}
		return g.Error(0).Summary(), nil
	}
	g, err := at.Group(ctx, q.Group.Questions, q.Group.Prepared.Info().ID)
	if err != nil {
		return accuracy.Summary{}, err
	}
	return g.Error(q.Place).Summary(), nil
}
