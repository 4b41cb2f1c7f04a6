package counts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/release"
)

// madeWeighted is a result for shown with weights: 40 and 3 units of five rows, of which one is
// above the cap and one counts as nothing, and where people can have several rows 2 beyond them.
func madeWeighted(p *plan.Compiled) [][]string {
	total := func(line string, n int) []string { return []string{line, "-1", "-1", "-1", fmt.Sprint(n)} }
	rows := [][]string{
		{"line", "c1", "c2", "c5", counted + digest(p)},
		{"cell", "0", "0", "0", "40"},
		{"cell", "3", "4", "1", "3"},
	}
	rows = append(withMarks(rows, 1, 2, 5), total("weighed", 5), total("units", 43), total("capped", 1), total("unweighted", 1), total("weight", 0))
	if p.Plan.Rows == nil {
		return append(rows, total("rows", 5))
	}
	return append(rows, total("beyond", 2), total("people", 3), total("rows", 7))
}

func TestWeightedResultIsRead(t *testing.T) {
	for _, change := range []func(*plan.Plan){weighted, weightedRows} {
		p := shown(t, change)
		got := listen(t, Of(csvFile(t, "counts.csv", madeWeighted(p))), p)
		totals := [5]int64{5, 0, 5, 1, 1}
		if p.Plan.Rows != nil {
			totals = [5]int64{7, 2, 3, 1, 1}
		}
		if want := map[string]int64{"[0 0 0]": 40, "[3 4 1]": 3}; !maps.Equal(got.cells, want) || got.unread != 0 || got.totals != totals {
			t.Errorf("read %+v, want %v and %v", got, want, totals)
		}
	}
}

// TestWeightedResultRefused changes what weights add up to.
func TestWeightedResultRefused(t *testing.T) {
	at := func(row int, text string) func([][]string) [][]string {
		return func(rows [][]string) [][]string { rows[row][4] = text; return rows }
	}
	without := func(row int) func([][]string) [][]string {
		return func(rows [][]string) [][]string { return slices.Delete(rows, row, row+1) }
	}
	for name, c := range map[string]struct {
		change func([][]string) [][]string
		says   string
	}{
		"a cell taken out":        {without(1), "do not match"},
		"other units":             {at(5, "44"), "do not match"},
		"more units than rows":    {func(rows [][]string) [][]string { return at(1, "98")(at(5, "101")(rows)) }, "do not match"},
		"fewer rows":              {at(4, "4"), "do not add up"},
		"more above the cap":      {at(6, "6"), "do not match"},
		"no line of weighed rows": {without(4), `"weighed"`},
		"no line of units":        {without(5), `"units"`},
		"no line of the cap":      {without(6), `"capped"`},
		"no line of no units":     {without(7), `"unweighted"`},
		"a fraction of units":     {at(1, "40.5"), "a whole number"},
	} {
		p := shown(t, weighted)
		s := csvFile(t, "counts.csv", c.change(madeWeighted(p)))
		if _, err := release.Check(context.Background(), p, Of(s), nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v does not say %q", name, err, c.says)
		}
	}
	p := shown(t, weighted)
	rows := madeWeighted(p)
	rows[8][4], rows[9][4] = "2", "7"
	checked, err := release.Check(context.Background(), p, Of(csvFile(t, "counts.csv", rows)), nil)
	if err != nil || checked.UnreadCount != 2 || len(checked.Unread) != 1 || !strings.Contains(checked.Unread[0].Error(), `column "the weight": there are rows without a weight`) {
		t.Errorf("rows without a weight: %+v, %v", checked, err)
	}
	plain := shown(t, nil)
	s := csvFile(t, "counts.csv", append(made(plain)[:4], []string{"weighed", "-1", "-1", "-1", "1"}))
	if _, err := release.Check(context.Background(), plain, Of(s), nil); err == nil || !strings.Contains(err.Error(), `"weighed"`) {
		t.Errorf("weights of a plan without any: %v", err)
	}
}
