// Package modeltest builds releases in memory for tests of reports. Their plans are real and
// so are their mechanisms and errors; the released numbers are made up by a formula, so that
// they are the same every time. Nothing here reads records or draws noise.
package modeltest

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"testing"

	"steward/assets"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/core/seeded"
)

// Sample returns the plan of the built-in sample.
func Sample(t testing.TB) plan.Plan {
	t.Helper()
	text, err := fs.ReadFile(assets.Sample(), "clinic-survey.steward")
	if err != nil {
		t.Fatal(err)
	}
	var p plan.Plan
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// Release returns the release of a plan, the first of its data set. Questions that ask the same share their numbers.
func Release(t testing.TB, p plan.Plan) *result.Release {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	m := c.Tied()
	r := &result.Release{
		Plan:          c.Plan,
		Created:       "2026-03-11T14:09:00Z",
		Program:       "Steward 1.0",
		Protection:    c.Describe(),
		Epsilon:       c.Budget.String(),
		Multiplier:    m.Factor,
		MultiplierWhy: m.Why,
		Ledger: result.LedgerEntry{
			DataSet: c.Plan.DataSet, Sequence: 1, Hash: fmt.Sprintf("%064x", 1<<60+7),
			SpentBefore: "0", SpentAfter: c.Budget.String(), Limit: c.Plan.Budget.Limit,
		},
	}
	if promise := c.Promise; !promise.Pure() {
		r.Delta, r.Rho, r.R = promise.Delta().String(), promise.Rho().String(), promise.Budget().String()
		r.Ledger.DeltaBefore, r.Ledger.DeltaAfter = "0", r.Delta
	}
	r.Plan.Data = plan.Data{Repairs: r.Plan.PublicRepairs()}
	if c.Agreed {
		r.PublishedExactly = c.Disclosed
	}
	answered := make(map[string]result.Question) // by what is asked: some plans ask the same a hundred times
	for i, problem := range c.Problems {
		key := asked(t, c.Plan.Questions[i])
		q, known := answered[key]
		if !known {
			q = answer(t, problem, c.Plan.Questions[i].Mechanism)
			answered[key] = q
		}
		q.Workload = problem.Workload
		r.Questions = append(r.Questions, q)
	}
	if r.Digest, err = r.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
	return r
}

// asked returns all of a question but what it is called.
func asked(t testing.TB, q plan.Question) string {
	t.Helper()
	q.ID, q.Title = "", ""
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// remembering keeps what was searched for: plans of tests ask much the same.
var remembering = optimum.Share(context.Background(), new(optimum.Memory))

// answer prepares a question's mechanism and makes its numbers up.
func answer(t testing.TB, p mechanism.Problem, id string) result.Question {
	t.Helper()
	p.Quick = id == "" && !seeded.Audit // what takes long to prepare is left to the audits
	prepared, why, err := registry.Choose(remembering, p, id)
	if err != nil {
		t.Fatal(err)
	}
	info := prepared.Info()
	q := result.Question{
		Workload: p.Workload,
		Made: result.Made{
			Mechanism: result.Mechanism{ID: info.ID, Name: info.Name, Source: info.Source, Chosen: why},
			Epsilon:   p.Spends().String(), Effective: p.Effective().String(),
		},
	}
	for _, n := range prepared.Noise() {
		q.Noise = append(q.Noise, result.NoiseOf(n))
	}
	if e := prepared.ExpectedError(); e.Kind == accuracy.Simulated {
		q.MeasuredOn = e.StandIn
	}
	cell := counts(p.Workload.Domain())
	truth := make([]float64, p.Workload.Len())
	p.Workload.Operator().ApplyFloat(truth, cell)
	for i, a := range prepared.ExpectedError().Answers {
		// Noise that looks like noise, and is none.
		off := a.RMSE() * (math.Sin(float64(i)*12.9898) + math.Cos(float64(i)*4.1414)) / 1.2
		if len(q.Noise) < 2 {
			off = math.Round(off)
		}
		x := truth[i] + off
		q.Unadjusted = append(q.Unadjusted, x)
		q.Tidied = append(q.Tidied, max(math.Round(x), 0))
		q.Error = append(q.Error, a.RMSE())
		q.HalfWidth = append(q.HalfWidth, a.HalfWidth)
		q.Exact = append(q.Exact, a.Variance == 0)
		if a.Variance == 0 {
			q.ExactWhy = exactWhy(p)
		}
	}
	release.Intervals(p, &q)
	return q
}

// exactWhy gives the reasons in the words of a release.
func exactWhy(p mechanism.Problem) message.Text {
	switch {
	case p.Disclose:
		return message.Sprintf("exact: you agreed to publish it")
	case p.Policy.Presence():
		return message.Sprintf("exact: the public already knows the number of people")
	}
	return message.Sprintf("exact: nothing you keep secret could change it")
}

// counts makes up how many people are in each cell: a hill over each column.
func counts(d *domain.Domain) []float64 {
	k, err := d.Cells()
	if err != nil {
		panic(err)
	}
	attrs := d.Attributes()
	x := make([]float64, k)
	sum := 0.0
	for c := range x {
		if !d.Possible(c) {
			continue
		}
		x[c] = 1
		for i, a := range attrs {
			at := (float64(d.Value(c, i)) + 0.5) / float64(a.Size())
			x[c] *= 0.15 + math.Sin(math.Pi*at)*(1+0.3*math.Sin(9*at+float64(i)))
		}
		sum += x[c]
	}
	for c := range x {
		x[c] = math.Round(x[c] / sum * 4812)
	}
	return x
}
