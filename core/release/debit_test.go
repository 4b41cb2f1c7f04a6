package release

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// variousPlans are plans of every kind that makes noise larger than the budget alone asks for, or shares
// the budget in a way of its own, each with the data that it is about.
func variousPlans() map[string]struct {
	plan plan.Plan
	data Data
} {
	type planned = struct {
		plan plan.Plan
		data Data
	}
	out := make(map[string]planned)
	small := func(name string, change func(p *plan.Plan)) {
		p := smallPlan(200)
		p.Questions[0].Mechanism, p.Questions[1].Mechanism = "laplace", "laplace" // which needs no search
		change(&p)
		out[name] = planned{p, people(200)}
	}
	small("plain", func(*plan.Plan) {})
	small("nothing known", func(p *plan.Plan) { p.Facts = plan.Facts{} })
	small("people tied", func(p *plan.Plan) { p.Secrets.Presence = true })
	small("people tied by a count", func(p *plan.Plan) {
		p.Facts.Stated = []constraint.Fact{{ID: "s", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "town", Values: []string{"South"}}}}, Count: 100}}}}
	})
	small("people tied, graded", func(p *plan.Plan) {
		p.Secrets = secret.Secrets{
			Absences: []secret.Absence{{Weight: "0.5"}, {Where: domain.Combination{"town": {"South"}}, Weight: "0.25"}},
			Columns:  []secret.Secret{{Columns: []domain.AttributeName{"age"}, Kind: secret.Graded, Unit: "2"}}, Together: 1,
		}
	})
	small("a delta", func(p *plan.Plan) { p.Budget.Delta, p.Budget.DeltaLimit = "0.000001", "0.00001" })
	small("a delta, people tied", func(p *plan.Plan) { p.Secrets.Presence, p.Budget.Delta = true, "0.000001" })
	small("shares", func(p *plan.Plan) { p.Questions[0].Share, p.Questions[1].Share = "3", "0.5" })
	small("beside questions", func(p *plan.Plan) {
		p.Choices = []plan.Choice{{ID: "m", Title: "Median age", Kind: "percentile", Column: "age"}}
		p.Clusters = groupedPlan("1", "rounds").Clusters
		p.Synthetic = []plan.Synthetic{{ID: "s", Title: "Made up", Columns: []domain.AttributeName{"town"}}}
	})
	rows := visitsPlan(3)
	rows.Facts.People = new(int64)
	*rows.Facts.People = 5
	out["rows"] = planned{rows, visits(6)}
	weights := weighedPlan()
	out["weights"] = planned{weights, asReviewed{FromRows(surveyOf(person{"North", 3}, person{"South", 5}))}}
	return out
}

// Whatever makes noise larger, the ledger is debited what the release promises and no less, once, and told
// of the limits that the plan sets; so it is for a pilot, which pays for itself.
func TestTheWholeBudgetIsDebited(t *testing.T) {
	tied := 0
	for name, c := range variousPlans() {
		t.Run(name, func(t *testing.T) {
			compiled := compileSmall(t, c.plan)
			if compiled.Tied().Factor > 1 || compiled.FactsTie() {
				tied++
			}
			exactly := func(got account.Epsilon, want string) bool {
				e, err := account.ParseEpsilon(want)
				return err == nil && got.Cmp(e) == 0
			}
			limits := func(s Spend) {
				t.Helper()
				if (c.plan.Budget.Limit == "") != s.Limit.IsZero() || !s.Limit.IsZero() && !exactly(s.Limit, c.plan.Budget.Limit) || s.DeltaLimit.String() != c.plan.Budget.DeltaLimit {
					t.Errorf("the limits are %s and %q", s.Limit, s.DeltaLimit)
				}
				if s.DataSet != c.plan.DataSet || s.Tied != compiled.Tied().Factor {
					t.Errorf("debited %q, with %d tied", s.DataSet, s.Tied)
				}
				if s.Facts != c.plan.Facts.Any() || !bytes.Equal(s.Declared, Declared(compiled.Plan)) {
					t.Errorf("debited with facts (%v): %s", s.Facts, s.Declared)
				}
			}
			w := newWitness()
			if _, err := runSmall(t, c.plan, c.data, w); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(w.events, []string{"debit", "noise"}) {
				t.Fatalf("events %v", w.events)
			}
			s := w.spent[0]
			if !exactly(s.Epsilon, c.plan.Budget.Epsilon) || s.Delta.String() != c.plan.Budget.Delta || !reflect.DeepEqual(s.Rho, compiled.Promise.Rho()) {
				t.Errorf("debited epsilon %s, delta %q, rho %s", s.Epsilon, s.Delta, s.Rho)
			}
			limits(s)
			tenth, err := account.ParseEpsilon("0.1")
			if err != nil {
				t.Fatal(err)
			}
			w = newWitness()
			if _, _, err := Pilot(remembering, Job{Plan: compiled, Data: c.data, Ledger: w, Noise: w.open}, 0, tenth); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(w.events, []string{"debit", "noise"}) || w.spent[0].Epsilon.Cmp(tenth) != 0 || !w.spent[0].Delta.IsZero() || !w.spent[0].Rho.IsZero() {
				t.Errorf("a pilot: events %v, spent %+v", w.events, w.spent)
			}
			limits(w.spent[0])
		})
	}
	if tied < 6 {
		t.Errorf("%d plans tie people together", tied)
	}
}

// Of a release whose policy is too long to keep, the ledger is told that facts tied people together although that took no more noise.
func TestFactsTooLongToKeep(t *testing.T) {
	for _, tied := range []bool{false, true} {
		p := smallPlan(200)
		p.Questions = p.Questions[:1]
		p.Questions[0].Mechanism, p.Secrets.Presence = "laplace", tied
		p.Columns[1].Label = strings.Repeat("a long name ", maxDeclared/12+1)
		w := newWitness()
		if _, err := runSmall(t, p, people(200), w); err != nil {
			t.Fatal(err)
		}
		if s, want := w.spent[0], map[bool]int{false: 1, true: 2}[tied]; s.Tied != want || s.Declared != nil || s.Facts {
			t.Errorf("%v: noted as %d tied, with %d bytes", tied, s.Tied, len(s.Declared))
		}
	}
}

// A pilot hides as many rows, and as many people whom facts tie together, as the release would, and
// publishes nothing exactly, whatever was agreed.
func TestPilotsHideAsMuch(t *testing.T) {
	for name, c := range variousPlans() {
		compiled := compileSmall(t, c.plan)
		compiled.Agreed = true
		for i := range compiled.Problems {
			compiled.Problems[i].Disclose = true
			pilot, err := piloting{question: i, budget: compiled.Problems[i].Budget}.plan(compiled)
			if err != nil {
				t.Fatal(err)
			}
			p := pilot.Problems[0]
			if got, want := p.Effective(), compiled.Problems[i].Effective(); got.Cmp(want) != 0 {
				t.Errorf("%s: a pilot makes noise for %s, the release for %s", name, got, want)
			}
			if p.Disclose || p.Gaussian {
				t.Errorf("%s: a pilot publishes exactly, or by a promise that is not its own: %+v", name, p)
			}
		}
	}
}

// Whatever part of a release would spend more than its share is refused before anything is spent: any
// question, and anything beside them.
func TestEveryPartCountsAgainstTheBudget(t *testing.T) {
	looked := 0
	for name, c := range variousPlans() {
		shares := func(c *plan.Compiled) (out []*account.Epsilon) {
			for i := range c.Problems {
				out = append(out, &c.Problems[i].Budget)
			}
			for i := range c.Choices {
				out = append(out, &c.Choices[i].Cells.Budget)
			}
			for i := range c.Clusters {
				out = append(out, &c.Clusters[i].Cells.Budget)
			}
			for i := range c.Synthetic {
				out = append(out, &c.Synthetic[i].Tables[0].Budget)
			}
			return out
		}
		for i := range shares(compileSmall(t, c.plan)) {
			compiled := compileSmall(t, c.plan)
			share := shares(compiled)[i]
			*share = share.Plus(share.Over(50))
			w := newWitness()
			_, err := Run(remembering, Job{Plan: compiled, Data: c.data, Ledger: w, Noise: w.open})
			if err == nil || !strings.Contains(err.Error(), "of a budget of") || len(w.events) > 0 {
				t.Errorf("%s: part %d spends more than its share: %v, events %v", name, i, err, w.events)
			}
			looked++
		}
	}
	if looked < 20 {
		t.Errorf("%d parts were looked at", looked)
	}
}
