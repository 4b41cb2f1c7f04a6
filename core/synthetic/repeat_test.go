package synthetic_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/synthetic"
)

// What trials on public data say must not change from one time to the next, to the last digit: the order in which
// tables enter the estimate decides how it is rounded.
func TestTrialsSayTheSameAgain(t *testing.T) {
	var p plan.Plan
	if err := json.Unmarshal([]byte(`{
		"version": 2, "dataSet": "People", "budget": {"epsilon": "1", "delta": "0.001"}, "standIn": {"kind": "even"},
		"columns": [
			{"name": "a", "kind": "whole", "lowest": 0, "highest": 2, "origin": "typed", "blank": {"rule": "refuse"}, "other": {"rule": "refuse"}},
			{"name": "b", "kind": "whole", "lowest": 0, "highest": 1, "origin": "typed", "blank": {"rule": "refuse"}, "other": {"rule": "refuse"}},
			{"name": "more", "kind": "ordered", "values": ["p", "q"], "origin": "typed", "blank": {"rule": "refuse"}, "other": {"rule": "refuse"}}],
		"impossible": [{"a": ["0"], "b": ["1"]}],
		"secrets": {"presence": true, "columns": [
			{"columns": ["a", "b"], "kind": "grid", "scales": {"a": "3", "b": "3"}, "blanksJoined": true},
			{"columns": ["more"], "kind": "per value", "weight": "0.5", "weights": {"p": "2"}}]},
		"facts": {"reading": "strict", "stated": [{"id": "more", "totals": {"columns": ["more"], "rows": [{"labels": ["p"], "count": 3}, {"labels": ["q"], "count": 1}]}}]},
		"synthetic": [{"id": "s", "title": "asked 0", "columns": ["a", "b", "more"], "records": 4}]}`), &p); err != nil {
		t.Fatal(err)
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for range seeded.Often(16, 60) {
		made, err := synthetic.Prepare(t.Context(), c.Synthetic[0])
		if err != nil {
			t.Fatal(err)
		}
		q, err := made.Quality(t.Context(), made.Trials())
		if err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(q)] = true
	}
	if len(seen) > 1 {
		t.Errorf("the same trials say %v", seen)
	}
}
