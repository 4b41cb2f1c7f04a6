package publishtest

import (
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/publish"
)

// SyntheticJob is a release of made-up records by each method, with known facts, and of a question.
func SyntheticJob(t testing.TB, delta string) publish.Job {
	t.Helper()
	j := EveryKindJob(t)
	p := j.Plan.Plan
	p.Questions, p.Choices, p.Clusters = p.Questions[1:2], nil, nil
	p.Facts.Stated = []constraint.Fact{{ID: "smokers", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "smoker", Values: []string{"yes"}}}}, Count: 80}}}}
	p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{"smoker"}, Kind: secret.Public})
	p.Synthetic = []plan.Synthetic{
		{ID: "people", Title: "Made-up people", Columns: []domain.AttributeName{"age", "town", "smoker", "rent"}, Share: "2"},
		{ID: "weighed", Title: "Weighed people", Columns: []domain.AttributeName{"town", "smoker", "rent"}, Method: "mwem", Records: 100},
		{ID: "few", Title: "A few people", Columns: []domain.AttributeName{"town", "smoker"}, Method: "small", Tables: [][]domain.AttributeName{{"town", "smoker"}}},
	}
	p.Budget.Delta = delta
	j.Plan = Compiled(t, p)
	return j
}
