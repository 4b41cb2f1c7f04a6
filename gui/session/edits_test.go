package session

import (
	"testing"

	"steward/core/constraint"
	"steward/core/guide"
	"steward/core/plan"
)

// TestEditsAreNamed makes one edit of each kind and reads what Undo would say.
func TestEditsAreNamed(t *testing.T) {
	begin := func() plan.Plan {
		p := emptyPlan()
		p.DataSet = "Clinic"
		p.Columns = []plan.Column{{Name: "age"}, {Name: "smoker"}}
		p.Questions = []plan.Question{{ID: "1", Title: "Ages"}, {ID: "2", Title: "Smokers"}}
		return p
	}
	people := int64(12)
	for _, c := range []struct {
		want string
		step guide.Step
		edit func(p *plan.Plan)
	}{
		{"opening “b.xlsx”", guide.Data, func(p *plan.Plan) { p.Data.File = "b.xlsx" }},
		{"how the file is read", guide.Data, func(p *plan.Plan) { p.Data.HeaderRow = 3 }},
		{"naming the data set “Ward”", guide.Data, func(p *plan.Plan) { p.DataSet = "Ward" }},
		{"who a row is about", guide.Data, func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "id", AtMost: 2} }},
		{"publishing “income”", guide.Columns, func(p *plan.Plan) { p.Columns = append(p.Columns, plan.Column{Name: "income"}) }},
		{"leaving “smoker” out", guide.Columns, func(p *plan.Plan) { p.Columns = p.Columns[:1]; p.Questions = p.Questions[:1] }},
		{"changing the column “age”", guide.Columns, func(p *plan.Plan) { p.Columns[0].Label = "Age" }},
		{"the order of the columns", guide.Columns, func(p *plan.Plan) { p.Columns[0], p.Columns[1] = p.Columns[1], p.Columns[0] }},
		{"carrying over an earlier plan", guide.Columns, func(p *plan.Plan) { p.DataSet, p.Columns, p.Data.HeaderRow = "Ward", p.Columns[:1], 3 }},
		{"choosing “Everything, even who is in the file”", guide.Secrets, func(p *plan.Plan) { p.Secrets.Presence = true }},
		{"stating the number of people", guide.Facts, func(p *plan.Plan) { p.Facts.People = &people }},
		{"stating a known fact", guide.Facts, func(p *plan.Plan) { p.Facts.Stated = make([]constraint.Fact, 1) }},
		{"adding the question “Incomes”", guide.Questions, func(p *plan.Plan) { p.Questions = append(p.Questions, plan.Question{ID: "3", Title: "Incomes"}) }},
		{"removing the question “Ages”", guide.Questions, func(p *plan.Plan) { p.Questions = p.Questions[1:] }},
		{"removing the questions “Ages” and “Smokers”", guide.Questions, func(p *plan.Plan) { p.Questions = nil }},
		{"changing the question “Ages”", guide.Questions, func(p *plan.Plan) { p.Questions[0].Totals = true }},
		{"the share of “Smokers”", guide.Questions, func(p *plan.Plan) { p.Questions[1].Share = "3" }},
		{"another method for “Ages”", guide.Budget, func(p *plan.Plan) { p.Questions[0].Mechanism = "laplace" }},
		{"changing the budget to 1", guide.Budget, func(p *plan.Plan) { p.Budget.Epsilon = "1" }},
		{"the chance of failure", guide.Budget, func(p *plan.Plan) { p.Budget.Delta = "0.000001" }},
		{"what is allowed for this data set", guide.Budget, func(p *plan.Plan) { p.Budget.Limit = "3" }},
		{"checking the records", guide.Release, func(p *plan.Plan) { p.Data.Reviewed = &plan.Fingerprint{Salt: "00"} }},
	} {
		s := New(Surroundings{})
		s.plan = begin()
		s.Edit(c.edit)
		got, ok := s.History.Undoable()
		if !ok || got.What != c.want || got.Step != c.step {
			t.Errorf("undo takes back %q in %q, want %q in %q", got.What, got.Step, c.want, c.step)
		}
		s.Undo()
		if again, ok := s.History.Redoable(); !ok || again != got {
			t.Errorf("redo does %+v again, want %+v", again, got)
		}
	}
}
