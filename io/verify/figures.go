package verify

import (
	"context"
	"slices"

	"steward/core/account"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/policy/weighted"
	"steward/core/result"
	"steward/io/export"
)

// figures works the errors, the noise and the digest out again from the plan.
func (v *verifier) figures(ctx context.Context) error {
	c := v.plan
	if len(v.record.Questions) != len(c.Problems) {
		v.bad(message.Sprintf("The record answers %d questions, but its plan asks %d", len(v.record.Questions), len(c.Problems)))
		return nil
	}
	v.again = result.Release{Plan: v.record.Plan}
	var err error
	v.groups, err = Groups(ctx, v.record, c)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		v.bad(message.Sprintf("%v", err))
		return nil
	}
	var losses []account.Epsilon
	for _, g := range v.groups {
		if loss := g.Prepared.Loss(); !loss.IsZero() {
			losses = append(losses, loss)
		}
	}
	for i, q := range v.record.Questions {
		if Unmeasured(c, i, q) {
			losses = append(losses, c.Problems[i].Budget)
		}
		if !v.question(i, q) {
			return nil
		}
	}
	v.contradictions()
	spent, err := v.outputs(ctx)
	if err != nil {
		return err
	}
	losses = append(losses, spent...)
	digest, err := v.again.ComputeDigest()
	if err != nil {
		return err
	}
	v.note(digest == v.record.Digest, message.Sprintf("The digest is that of plan and answers"), message.Sprintf("The digest is not that of plan and answers: the record was changed"))
	v.part = Figures
	promise := c.Spends()
	v.note(promise.Keeps(losses) && v.samePromise(promise), message.Sprintf("The questions spend no more than %s", promise),
		message.Sprintf("The record says that %s was spent, the questions spend %s", v.record.Epsilon, promise.Sum(losses).String()))
	return nil
}

// question works out again what is said of the answers to question i, and adds them to what the digest is of.
// It reports whether they are the answers that the plan asks for.
func (v *verifier) question(i int, q export.Question) bool {
	c, workload := v.plan, v.plan.Problems[i].Workload
	v.part = Figures
	g, n, prepared := registry.GroupOf(v.groups, i)
	if !prepared {
		v.unknown(message.Sprintf("%s: errors and noise could not be computed again: they were measured on the public file %q, which is not beside the record as it was then", q.Title, c.Plan.StandIn.Name))
	} else {
		left := q.Effective == g.Problem.Left().String()
		same := left && agreeOnErrors(q, g.Error(n), lastDigits) && agreeOnNoise(q.Noise, noiseOf(g, n), 0) && v.agreeOnRows(q.Measured, g, n, true)
		info := g.Prepared.Info()
		if by := (export.Head{ID: q.ID, Title: q.Title, Mechanism: info.ID, Name: info.Name.String(), Source: info.Source.String(), Chosen: q.Chosen}); same && v.record.Program == v.program && q.Head != by {
			v.bad(message.Sprintf("%s: the record says that %q answers it, and its figures are those of %q", q.Title, q.Mechanism, info.ID))
		}
		v.worked(figures{
			same:  same,
			near:  left && agreeOnErrors(q, g.Error(n), nearErrors) && agreeOnNoise(q.Noise, noiseOf(g, n), nearNoise) && v.agreeOnRows(q.Measured, g, n, false),
			sound: spendsAsItSays(q.Noise) && lawsAgree(q.Measured, q.Noise),
		},
			message.Sprintf("%s: errors, noise scales and sensitivities are those of the plan%s", q.Title, onPublicNumbers(q)),
			message.Sprintf("%s: errors, noise scales or sensitivities are not those that the plan gives%s", q.Title, onPublicNumbers(q)))
	}
	v.part = Record
	if spends := c.Problems[i].Spends(); q.Epsilon != spends.String() {
		v.bad(message.Sprintf("%s: the record says that it takes %s of the budget, but according to its plan it takes %s", q.Title, q.Epsilon, spends.String()))
	}
	if asked := workload.Question(); q.ID != asked.ID || q.Title != asked.Title || !slices.Equal(q.Keys, workload.KeyNames()) {
		v.bad(message.Sprintf("%s: what the record says is asked is not what its plan asks", q.Title))
	}
	rq := result.Question{Workload: workload, Made: madeBy(q.Mechanism)}
	if len(q.Answers) != workload.Len() {
		v.bad(message.Sprintf("%s: %d answers, but the plan asks for %d", q.Title, len(q.Answers), workload.Len()))
		return false
	}
	for k, a := range q.Answers {
		if !slices.Equal(a.Key, workload.Key(k)) {
			v.bad(message.Sprintf("%s: answer %d is for %q, but should be for %q", q.Title, k+1, a.Key, workload.Key(k)))
			return false
		}
		rq.Unadjusted, rq.Tidied = append(rq.Unadjusted, a.Unadjusted), append(rq.Tidied, a.Published)
		rq.Error, rq.HalfWidth, rq.Exact = append(rq.Error, a.RMSE), append(rq.HalfWidth, a.HalfWidth), append(rq.Exact, a.Exact)
	}
	rq.Apply(c.Rule(i))
	v.intervals(i, q, &rq)
	if prepared {
		v.derived(g, n, q, &rq)
	}
	v.again.Questions = append(v.again.Questions, rq)
	return true
}

// onPublicNumbers says what errors were measured on.
func onPublicNumbers(q export.Question) message.Text {
	if q.MeasuredOn == "" {
		return message.Text{}
	}
	return message.Sprintf(", measured on %s", q.MeasuredOn)
}

// rows says what a release really promises whose rows were chosen by their answers.
func (v *verifier) rows() {
	c := v.plan
	exchange := c.Policy.Exchange()
	if !v.record.Plan.RowsByAnswers() || exchange <= weighted.One {
		return
	}
	v.unknown(message.Sprintf("This version of the program let answers decide which rows count for someone with more than %d: to these people the release promises only that any change of their rows shifts the odds by a factor of at most %s%s",
		v.record.Plan.Rows.AtMost, account.FactorText(c.Promise.Odds(exchange)), c.Promise.Except()))
}

// samePromise compares what the record says of the promise with that of its plan.
func (v *verifier) samePromise(p account.Promise) bool {
	r := v.record
	if r.Epsilon != p.Epsilon().String() || r.Delta != p.Delta().String() {
		return false
	}
	if p.Pure() {
		return r.Rho+r.R == ""
	}
	return r.Rho == p.Rho().String() && r.R == p.Budget().String()
}
