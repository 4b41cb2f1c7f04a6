package release

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// withoutAnswers returns what a release says beside what it measured: methods, noise, errors and words.
func withoutAnswers(t *testing.T, r *result.Release) string {
	t.Helper()
	out := *r
	out.Digest = ""
	out.Questions = slices.Clone(r.Questions)
	for i := range out.Questions {
		q := &out.Questions[i]
		q.Unadjusted, q.Tidied, q.Low, q.High, q.Derived = nil, nil, nil, nil, nil
		q.GaveUp = message.Text{} // the search for whole numbers goes by the noisy ones
		q.Adding.Examples = slices.Clone(q.Adding.Examples)
		for k := range q.Adding.Examples {
			q.Adding.Examples[k].Value = 0
		}
	}
	out.Choices = slices.Clone(r.Choices)
	for i := range out.Choices {
		out.Choices[i].Values = nil
	}
	out.Clusters = slices.Clone(r.Clusters)
	for i := range out.Clusters { // the noise of a round is made for the noisy centres of the one before
		out.Clusters[i].Groups, out.Clusters[i].RoundNoise, out.Clusters[i].Says = nil, nil, nil
	}
	out.Synthetic = slices.Clone(r.Synthetic)
	for i := range out.Synthetic { // what is measured next goes by the noisy tables before
		s := &out.Synthetic[i]
		s.Records, s.Steps, s.Count, s.People, s.Unmet, s.By, s.Digest, s.Says = nil, nil, 0, 0, 0, 0, "", nil
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// crowd is a sheet of so many people, of some ages rather than others.
func crowd(n, of int) *memory {
	m := &memory{}
	for i := range n {
		m.rows = append(m.rows, []string{fmt.Sprint(20 + i*i%of), []string{"North", "South"}[i%2]})
	}
	return m
}

// Whatever a release says beside its answers is the same for any data: few people or many, evenly spread or
// not. Methods whose error depends on the data state the one that was measured on public numbers.
func TestNothingBesideAnswersDependsOnTheData(t *testing.T) {
	same := func(name string, c *plan.Compiled, data ...Data) {
		t.Helper()
		first := ""
		for i, d := range data {
			w := newWitness()
			r, err := Run(remembering, Job{Plan: c, Data: d, Ledger: w, Time: "2026-01-02T03:04:05Z", Program: "test", Noise: w.open})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch text := withoutAnswers(t, r); {
			case i == 0:
				first = text
			case text != first:
				at := 0
				for at < min(len(first), len(text)) && first[at] == text[at] {
					at++
				}
				t.Errorf("%s: with other data a release says\n…%.200s\nin place of\n…%.200s", name, text[max(at-80, 0):], first[max(at-80, 0):])
			}
		}
	}
	for name, c := range variousPlans() {
		other := map[string]Data{"rows": visits(6).twice(), "weights": asReviewed{FromRows(surveyOf(person{"South", 1}, person{"South", 6}, person{"North", 2}))}}[name]
		if other == nil {
			other = crowd(200, 9)
		}
		same(name, compileSmall(t, c.plan), c.data, other)
	}
	measured := 0
	for _, m := range registry.All() {
		if !m.Info().DataDependent {
			continue
		}
		p := smallPlan(0)
		p.Facts = plan.Facts{}
		p.Questions = p.Questions[1:]
		like := comparedOn(t, compileSmall(t, p))
		chosen := like.Plan
		chosen.Questions = slices.Clone(chosen.Questions)
		chosen.Questions[0].Mechanism = m.Info().ID
		c, err := like.Again(chosen)
		if err != nil {
			continue // it does not apply to cumulative counts
		}
		measured++
		data := make([]Data, 0, 4)
		for _, n := range []int{3, 200, 600, 2500} {
			data = append(data, only{crowd(n, 9), "x"})
		}
		same(m.Info().ID, c, data...)
	}
	if measured < 4 {
		t.Errorf("%d methods whose error depends on the data were looked at", measured)
	}
}

// twice returns the sheet with every row twice.
func (m *memory) twice() *memory {
	return &memory{rows: append(slices.Clone(m.rows), m.rows...)}
}
