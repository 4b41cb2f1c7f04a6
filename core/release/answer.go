package release

import (
	"context"
	"math"
	"math/big"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/result"
)

// drawing is what the noisy half of a release works on.
type drawing struct {
	prepared []choice
	counts   []*histogram.Vector
	src      noise.Source
}

// answer draws the noise of every question, once, and gathers the released values.
func answer(ctx context.Context, j Job, d drawing) (*result.Release, error) {
	r := describe(j.Plan)
	r.Created, r.Program = j.Time, j.Program
	for i, prepared := range d.prepared {
		j.Progress("answering", float64(i)/float64(len(d.prepared)))
		a, err := prepared.Release(ctx, d.counts[i], d.src)
		if err != nil {
			return nil, err
		}
		r.Questions = append(r.Questions, question(j.Plan.Problems[i], prepared, a))
	}
	var err error
	r.Digest, err = r.ComputeDigest()
	return r, err
}

// describe returns the parts of a release that the plan alone determines.
func describe(c *plan.Compiled) *result.Release {
	m := c.Tied()
	r := &result.Release{
		Plan:          c.Plan,
		Protection:    c.Describe(),
		Epsilon:       c.Budget.String(),
		Multiplier:    m.Factor,
		MultiplierWhy: m.Why,
	}
	// What the file itself looked like is nobody's business but the steward's.
	r.Plan.Data = plan.Data{}
	if c.Agreed {
		r.PublishedExactly = c.Disclosed
	}
	return r
}

// question puts a problem's answers beside their errors.
func question(p mechanism.Problem, prepared choice, a mechanism.Answers) result.Question {
	info := prepared.Info()
	q := result.Question{
		Workload:   p.Workload,
		Mechanism:  result.Mechanism{ID: info.ID, Name: info.Name, Source: info.Source, Chosen: prepared.why},
		Epsilon:    p.Budget.String(),
		Effective:  p.Effective().String(),
		Unadjusted: a.Unadjusted,
		Tidied:     a.Tidied,
	}
	for _, n := range prepared.Noise() {
		q.Noise = append(q.Noise, noiseOf(n))
	}
	q.Error, q.HalfWidth, q.Exact = errors95(prepared.ExpectedError())
	for i, exact := range q.Exact {
		if exact {
			q.ExactWhy = exactWhy(p)
			q.Unadjusted[i] = math.Round(q.Unadjusted[i]) // a count, but for the last digits of sums
		}
	}
	return q
}

func errors95(e accuracy.Estimate) (rmse, half []float64, exact []bool) {
	n := len(e.Answers)
	rmse, half, exact = make([]float64, n), make([]float64, n), make([]bool, n)
	for i, a := range e.Answers {
		rmse[i], half[i], exact[i] = a.RMSE(), a.HalfWidth, a.Variance == 0
	}
	return rmse, half, exact
}

func exactWhy(p mechanism.Problem) string {
	switch {
	case p.Disclose:
		return "exact: you agreed to publish it"
	case p.Policy.Presence():
		return "exact: the public already knows the number of people"
	}
	return "exact: nothing you keep secret could change it"
}

func noiseOf(n mechanism.Noise) result.Noise {
	out := result.Noise{What: n.What, Rows: n.Rows, Sensitivity: n.Sensitivity.RatString(), Scale: "0", Spent: "0"}
	if !n.Scale.IsZero() {
		out.Scale = n.Scale.Rat().RatString()
		out.Spent = new(big.Rat).Quo(n.Sensitivity, n.Scale.Rat()).RatString()
	}
	return out
}
