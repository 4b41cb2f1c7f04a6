//go:build evidence

package registry

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/internal/evidence"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
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
	two := twoColumns(t)
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
