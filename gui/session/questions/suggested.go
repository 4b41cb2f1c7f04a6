package questions

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
)

// Suggested returns the questions that one could begin with while nothing is asked yet and every column has its values: a table of the
// columns with the fewest values, of two of them where there are, and cumulative counts of the one with an order that has the most.
// Nothing of it is in the plan before AskSuggested.
func (s *Step) Suggested() []plan.Question {
	columns := slices.Clone(s.of.Plan().Columns)
	if len(s.outputs()) > 0 || len(columns) == 0 || slices.ContainsFunc(columns, func(c plan.Column) bool { return c.Regular() == 0 }) {
		return nil
	}
	slices.SortStableFunc(columns, fewerValues)
	var names []domain.AttributeName
	for _, c := range columns[:min(len(columns), 2)] {
		names = append(names, c.Name)
	}
	out := []plan.Question{s.suggestion("q1", workload.Table, names)}
	for _, c := range slices.Backward(columns) {
		if c.HasOrder() {
			out = append(out, s.suggestion("q2", workload.Cumulative, []domain.AttributeName{c.Name}))
			break
		}
	}
	return out
}

func (s *Step) suggestion(id string, kind workload.Kind, columns []domain.AttributeName) plan.Question {
	return plan.Question{ID: id, Kind: string(kind), Columns: columns, Title: s.titleFor(kind, columns)}
}

// fewerValues orders columns by how many values they have.
func fewerValues(a, b plan.Column) int { return a.Regular() - b.Regular() }

// NumbersOf returns how many numbers a question asks for that is not in the plan, 0 where that cannot be told.
func (s *Step) NumbersOf(q plan.Question) int {
	d := s.of.Declared()
	if d == nil {
		return 0
	}
	w, err := workloadOf(q, d)
	if err != nil {
		return 0
	}
	return w.Len()
}

// AskSuggested asks the questions that are suggested, in one edit.
func (s *Step) AskSuggested() {
	all := s.Suggested()
	s.of.Edit(func(p *plan.Plan) {
		for _, q := range all {
			p.Questions = append(p.Questions, q)
			oneMore(p, q.ID)
		}
	})
}
