package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/repair"
)

// A name that the plan has in every place that can hold one is nowhere after it was changed, and
// changed back the plan is what it was.
func TestRenameColumn(t *testing.T) {
	one := []domain.AttributeName{"ÄGE"}
	p := Plan{
		Data:       Data{Repairs: []repair.Rule{{Column: "ÄGE", Kind: repair.Spaces}}},
		Rows:       &Rows{Person: "ÄGE", AtMost: 2},
		Columns:    []Column{{Name: "ÄGE"}, {Name: "town"}},
		Impossible: []domain.Combination{{"ÄGE": {"1"}, "town": {"North"}}},
		Secrets: secret.Secrets{
			Absences: []secret.Absence{{Where: domain.Combination{"ÄGE": {"1"}}}},
			Columns:  []secret.Secret{{Columns: one, Scales: map[domain.AttributeName]string{"ÄGE": "2"}, Of: []secret.Secret{{Columns: one}}}},
		},
		Facts: Facts{Stated: []constraint.Fact{
			{Totals: &constraint.Totals{Columns: one}},
			{Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "ÄGE"}}}}}},
		}},
		Questions: []Question{{Columns: one}},
	}
	text := func() string {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	before := text()
	if n := strings.Count(before, "ÄGE"); n != 11 {
		t.Fatalf("the made-up plan names the column %d times, want 11: %s", n, before)
	}
	p.RenameColumn("ÄGE", "town")
	if text() != before {
		t.Fatal("a column took the name of another")
	}
	p.RenameColumn("ÄGE", "years old")
	if now := text(); strings.Contains(now, "ÄGE") || strings.Count(now, "years old") != 11 {
		t.Fatalf("after renaming: %s", now)
	}
	p.RenameColumn("years old", "ÄGE")
	if now := text(); now != before {
		t.Fatalf("renamed back it is\n%s\nwant\n%s", now, before)
	}
}
