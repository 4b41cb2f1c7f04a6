package counts

import (
	"context"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/release"
	"steward/core/repair"
)

// A plan by whose rules cells are read has no query, and the result of none is taken for it: a database reads its cells as they stand.
func TestRulesAreRefused(t *testing.T) {
	without := shown(t, nil)
	with := shown(t, func(p *plan.Plan) { p.Data.Repairs = []repair.Rule{{Column: "wage", Kind: repair.DecimalComma}} })
	for _, d := range dialects {
		if _, err := (Query{Plan: without, Dialect: d, Table: "t"}).SQL(); err != nil {
			t.Errorf("%s: %v", d, err)
		}
		if _, err := (Query{Plan: with, Dialect: d, Table: "t"}).SQL(); err == nil || !strings.Contains(err.Error(), `column "wage"`) || !strings.Contains(err.Error(), "decimal-comma") {
			t.Errorf("%s, by rules: %v", d, err)
		}
	}
	split := shown(t, func(p *plan.Plan) {
		p.Data.Splits = []repair.Split{{Column: "transport", Between: ";", Options: []string{"bus", "car"}}}
	})
	if _, err := (Query{Plan: split, Dialect: dialects[0], Table: "t"}).SQL(); err == nil || !strings.Contains(err.Error(), `column "transport"`) {
		t.Errorf("several answers: %v", err)
	}
	_, err := Of(csvFile(t, "result.csv", [][]string{{"line", "c1", "people"}, {"rows", "", "0"}})).Read(context.Background(), with, release.Visit{})
	if err == nil || !strings.Contains(err.Error(), "which a query cannot do") {
		t.Errorf("a result for a plan with rules: %v", err)
	}
}
