package counts

import (
	"context"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/limits"
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

// What a plan says of its file and a query cannot do is refused before one is written, and what only says where the rows are in it
// is not: a table has no lines before its header.
func TestOnlyWhatATableHasIsCounted(t *testing.T) {
	comma := func(p *plan.Plan) { p.Data.DecimalComma = true }
	known := map[string]string{"age": "smallint", "wage": "numeric", "the weight": "real", "who": "bigint"}
	for name, c := range map[string]struct {
		change func(*plan.Plan)
		says   string // "" where the query is written
	}{
		"where the rows are": {func(p *plan.Plan) {
			p.Data = plan.Data{File: "f.xlsx", Sheet: "s", HeaderRow: 3, HeaderRows: 2, Range: "A3:F20", Merged: "all", Delimiter: ";", Encoding: "utf-16le", Quote: "'", OneRowEach: true, Reviewed: p.Data.Reviewed}
		}, ""},
		"rows left out":   {func(p *plan.Plan) { p.Data.LeaveOut = "120, 122-124" }, "(120, 122-124)"},
		"a decimal comma": {comma, `column "age"`},
		"thousands":       {func(p *plan.Plan) { p.Data.Thousands = "." }, `column "age"`},
		"a decimal comma in texts": {func(p *plan.Plan) {
			comma(p)
			p.Data.Types = map[string]string{"age": "integer", "wage": "character varying(9)"}
		}, `column "wage"`},
		"a decimal comma, numbers": {func(p *plan.Plan) { comma(p); p.Data.Types = known }, ""},
		"a decimal comma, weights": {func(p *plan.Plan) {
			comma(p)
			weighted(p)
			p.Data.Types = map[string]string{"age": "integer", "wage": "real"}
		}, `column "the weight"`},
		"a decimal comma, people": {func(p *plan.Plan) {
			comma(p)
			several(p)
			p.Data.Types = map[string]string{"age": "integer", "wage": "real", "who": "text"}
		}, `column "who"`},
		"a decimal comma, all numbers":  {func(p *plan.Plan) { comma(p); weightedRows(p); p.Data.Types = known }, ""},
		"rows that nothing tells apart": {func(p *plan.Plan) { several(p); p.Rows.Key = "" }, "have no order"},
		"cells corrected by rules":      {func(p *plan.Plan) { p.Data.Repairs = []repair.Rule{{Column: "wage", Kind: repair.Units}} }, `column "wage"`},
		"cells of several answers": {func(p *plan.Plan) {
			p.Data.Splits = []repair.Split{{Column: "transport", Between: ";", Options: []string{"bus", "car"}}}
		}, `column "transport"`},
		"more values than a query holds": {func(p *plan.Plan) { p.Columns[1].Values = manyValues() }, "too many for one query"},
	} {
		_, err := Query{Plan: shown(t, c.change), Dialect: Postgres, Table: "t"}.SQL()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v does not say %q", name, err, c.says)
		}
	}
	// Whatever else plans come to say of their files, somebody has to decide here what a query makes of it.
	decided := []string{"File", "Sheet", "HeaderRow", "Delimiter", "DecimalComma", "Encoding", "Quote", "Thousands", "Range", "HeaderRows", "LeaveOut", "Merged", "Repairs", "Splits", "OneRowEach", "Types", "Described", "Reviewed"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[plan.Data]()) {
		if !slices.Contains(decided, f.Name) {
			t.Errorf("plans say %s of their data: does a query do it, or is it refused?", f.Name)
		}
	}
}

func manyValues() []string {
	var all []string
	for i := range limits.MaxQueryValues + 1 {
		all = append(all, "value "+strconv.Itoa(i))
	}
	return all
}
