package counts

import (
	"context"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
)

// No query counts weights, so that neither a query nor a result of one is taken for weighted counts.
func TestWeightsAreRefused(t *testing.T) {
	p := plan.Plan{
		Version: plan.Version, DataSet: "Survey", Budget: plan.Budget{Epsilon: "1"},
		Columns:   []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed}},
		Questions: []plan.Question{{ID: "t", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
		Weight:    &plan.Weight{Column: "wt", Step: "1", Cap: "5"},
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (Query{Plan: c, Dialect: Postgres, Table: "survey"}).SQL(); err == nil || !strings.Contains(err.Error(), `rows have weights (column "wt")`) {
		t.Errorf("a query: %v", err)
	}
	if _, err := Of(nil).Read(context.Background(), c, release.Visit{}); err == nil || !strings.Contains(err.Error(), "rows have weights") {
		t.Errorf("a result: %v", err)
	}
}
