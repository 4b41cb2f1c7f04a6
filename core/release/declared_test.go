package release

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// What the ledger keeps is the policy and nothing else of the plan.
func TestDeclared(t *testing.T) {
	p := plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "UNKEPT",
		Data:       plan.Data{File: "UNKEPT", Reviewed: &plan.Fingerprint{Salt: "UNKEPT", Digest: "UNKEPT"}},
		Columns:    []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed}},
		Impossible: []domain.Combination{{"town": {"North"}}},
		Secrets:    secret.Secrets{Presence: true, Columns: []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups, Groups: []secret.Group{{Name: "All", Values: []string{"North", "South"}}}}}},
		Facts:      plan.Facts{People: new(int64), Stated: []constraint.Fact{{ID: "south", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "town", Values: []string{"South"}}}}, Count: 7}}}}},
		Questions:  []plan.Question{{ID: "UNKEPT", Title: "UNKEPT"}},
		Budget:     plan.Budget{Epsilon: "UNKEPT"},
		Agreed:     &plan.Agreement{List: []string{"UNKEPT"}},
	}
	kept := Declared(p)
	if strings.Contains(string(kept), "UNKEPT") {
		t.Errorf("kept: %s", kept)
	}
	var back plan.Plan
	if err := json.Unmarshal(kept, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back.Columns, p.Columns) || !reflect.DeepEqual(back.Secrets, p.Secrets) || !reflect.DeepEqual(back.Impossible, p.Impossible) || !reflect.DeepEqual(back.Facts, p.Facts) {
		t.Errorf("kept: %+v", back)
	}
	p.Columns[0].Values = slices.Repeat([]string{"a rather long name of a town"}, 40_000)
	if kept := Declared(p); kept != nil {
		t.Errorf("%d bytes are kept", len(kept))
	}
}
