//go:build evidence

package registry

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// Questions about the same cells have less error from one set of noisy counts with all of the budget
// than each with its share of it.
func TestEvidenceOfTogether(t *testing.T) {
	d := wideColumn(t, 512)
	ordered, err := policy.Near(d.Attributes()[0], mechanismtest.RatOf(16), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	within, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{ordered}})
	if err != nil {
		t.Fatal(err)
	}
	two, sixty := twoColumns(t), wideColumn(t, 60)
	near, err := policy.Near(sixty.Attributes()[0], mechanismtest.RatOf(5), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	five, err := policy.New(policy.Spec{Domain: sixty, Parts: []policy.Part{near}})
	if err != nil {
		t.Fatal(err)
	}
	value := func(title string, kind workload.Kind) workload.Question { return ask(title, kind, "v") }
	ranges := value("every range", workload.Ranges)
	ranges.Every = true
	totals := ask("ages by sexes, with totals", workload.Table, "age", "sex")
	totals.Totals = true
	table := evidence.NewTable("secrets", "question", "alone, its share of a budget of 1", "by", "together", "answered with", "left")
	for _, c := range []struct {
		name string
		s    several
	}{
		{"512 values, all", newSeveral(t, policy.Full(d, false), value("each value", workload.Table), value("up to each", workload.Cumulative), ranges)},
		{"512 values, within 16", newSeveral(t, within, value("each value", workload.Table), value("up to each", workload.Cumulative), ranges)},
		{"40 ages, 2 sexes, all", newSeveral(t, policy.Full(two, false), totals, ask("up to each age", workload.Cumulative, "age"), ask("sexes", workload.Table, "sex"), ask("ages", workload.Table, "age"))},
		{"3 columns of 0 to 9, one answer at a time", newSeveral(t, ratedApart(t), rated("a"), rated("b"), rated("c"))},
		{"60 values, all", newSeveral(t, policy.Full(sixty, false), weightedTotals(sixty, 5, 101)...)},
		{"60 values, within 5", newSeveral(t, five, weightedTotals(sixty, 5, 101)...)},
	} {
		joined := 0
		for _, g := range c.s.arrange() {
			if g.Together() {
				joined++
			}
			for n, i := range g.Questions {
				p := c.s.problems[i]
				q, _, err := Choose(t.Context(), p, "")
				if err != nil {
					t.Fatal(err)
				}
				alone, now := q.ExpectedError().Summary().MeanSquare, g.Error(n).Summary().MeanSquare
				if now > alone*(1+1e-6) {
					t.Errorf("%s, %s: %.4g together, %.4g alone", c.name, p.Workload.Question().Title, now, alone)
				}
				table.Add(c.name, p.Workload.Question().Title, alone, q.Info().ID, now, others(c.s, g, i), fmt.Sprintf("%.0f %%", 100*now/alone))
			}
		}
		if joined == 0 {
			t.Errorf("%s: nothing is answered together", c.name)
		}
	}
	t.Logf("\n%s", table)
	writePart(t, "together", table.String())
}

// ratedApart is a policy of three columns of 0 to 9 of which one answer at a time is secret.
func ratedApart(t *testing.T) *policy.Policy {
	t.Helper()
	s := policy.Spec{Together: 1}
	var columns []*domain.Attribute
	for _, name := range []domain.AttributeName{"a", "b", "c"} {
		own := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
		c, err := domain.NewWhole(name, 0, 9, own)
		if err != nil {
			t.Fatal(err)
		}
		columns, s.Parts = append(columns, c), append(s.Parts, policy.Complete(c))
	}
	var err error
	if s.Domain, err = domain.New(columns, nil); err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rated asks for the total of a column.
func rated(name domain.AttributeName) workload.Question {
	q := ask("total of "+string(name), workload.Totals, name)
	q.Of = q.Columns
	return q
}

// weightedTotals asks for so many totals of a column, in each of which every value has a random weight of 0, 1, ..., steps-1.
func weightedTotals(d *domain.Domain, n, steps int) (out []workload.Question) {
	r, a := seeded.New(2020, 3), d.Attributes()[0]
	for i := range n {
		q := rated(a.Name())
		q.ID = fmt.Sprintf("weighted total %d", i+1)
		q.Title = q.ID
		for _, label := range a.Labels() {
			q.Numbers = append(q.Numbers, workload.Number{Values: []string{label}, Number: strconv.Itoa(r.IntN(steps))})
		}
		out = append(out, q)
	}
	return out
}

// others names the questions with which one is answered, and by what.
func others(s several, g Group, question int) string {
	var names []string
	for _, i := range g.Questions {
		if i != question {
			names = append(names, s.problems[i].Workload.Question().Title)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "; ") + ", by " + g.Prepared.Info().ID
}
