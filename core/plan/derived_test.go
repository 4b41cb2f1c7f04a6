package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/workload"
)

// crossed is a table over district and grade with its totals.
func crossed(t *testing.T) (Question, *workload.Workload) {
	t.Helper()
	p := survey()
	q := Question{ID: "a", Title: "Table", Kind: "table", Columns: []domain.AttributeName{"district", "grade"}, Totals: true}
	p.Questions = []Question{q}
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return q, c.Problems[0].Workload
}

// written writes what a sum counts, by the labels of its answers.
func written(w *workload.Workload, terms []mechanism.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, fmt.Sprintf("%+g %s", t.Weight, strings.Join(w.Key(t.Answer), "/")))
	}
	return strings.Join(parts, " ")
}

func TestDerived(t *testing.T) {
	q, w := crossed(t)
	q.Percent = []Percent{{}, {Within: []domain.AttributeName{"district"}}}
	q.Rates = []Rate{{Column: "grade", Values: []string{"low", "high"}}}
	q.Differences = []Difference{{Column: "district", First: "North", Second: "East"}, {Column: "district", First: "North", Second: "East", Shares: true}}
	tables, err := q.Derived(w)
	if err != nil {
		t.Fatal(err)
	}
	find := func(table int, key ...string) string {
		t.Helper()
		for _, v := range tables[table].Values {
			if slices.Equal(v.Key, key) {
				return strings.Join([]string{written(w, v.Sum), written(w, v.Whole), written(w, v.LessSum), written(w, v.LessOfWhole)}, " | ")
			}
		}
		t.Errorf("%s has no value for %v", tables[table].Title, key)
		return ""
	}
	for _, c := range []struct {
		table, values int
		key           []string
		want          string
	}{
		{0, 19, []string{"South", "low"}, "+1 South/low | +1 (total)/(total) |  | "},
		{0, 19, []string{"(total)", "low"}, "+1 (total)/low | +1 (total)/(total) |  | "},
		{1, 15, []string{"South", "low"}, "+1 South/low | +1 South/(total) |  | "},
		{1, 15, []string{"(total)", "high"}, "+1 (total)/high | +1 (total)/(total) |  | "},
		{2, 5, []string{"West", "low or high"}, "+1 West/low +1 West/high | +1 West/(total) |  | "},
		{3, 4, []string{"North less East", "low"}, "+1 North/low -1 East/low |  |  | "},
		{3, 4, []string{"North less East", "(total)"}, "+1 North/(total) -1 East/(total) |  |  | "},
		{4, 3, []string{"North less East", "low"}, "+1 North/low | +1 North/(total) | +1 East/low | +1 East/(total)"},
	} {
		if got := find(c.table, c.key...); got != c.want {
			t.Errorf("%s, %v: %s, want %s", tables[c.table].Title, c.key, got, c.want)
		}
		if n := len(tables[c.table].Values); n != c.values {
			t.Errorf("%s: %d values, want %d", tables[c.table].Title, n, c.values)
		}
	}
}

func TestDerivedRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Question)
		says   string
	}{
		{func(q *Question) { q.Totals, q.Percent = false, []Percent{{}} }, "totals"},
		{func(q *Question) { q.Percent = []Percent{{Within: q.Columns}} }, "all be 100"},
		{func(q *Question) { q.Percent = []Percent{{Within: []domain.AttributeName{"age"}}} }, "not a column of the table"},
		{func(q *Question) { q.Percent = []Percent{{Within: []domain.AttributeName{"grade", "grade"}}} }, "twice"},
		{func(q *Question) { q.Rates = []Rate{{Column: "grade"}} }, "names no value"},
		{func(q *Question) { q.Rates = []Rate{{Column: "grade", Values: []string{"lower"}}} }, "not a value"},
		{func(q *Question) { q.Rates = []Rate{{Column: "grade", Values: []string{"low", "low"}}} }, "twice"},
		{func(q *Question) {
			q.Differences = []Difference{{Column: "grade", First: "low", Second: "low"}}
		}, "itself"},
		{func(q *Question) {
			q.Columns, q.Differences = q.Columns[1:], []Difference{{Column: "grade", First: "low", Second: "high", Shares: true}}
		}, "both 100"},
		{func(q *Question) { q.Mechanism, q.Percent = "tree-dawa", []Percent{{}} }, "does not depend on the data"},
		{func(q *Question) { q.Publishing = &Publishing{RoundTo: -5} }, "rounded"},
		{func(q *Question) { q.Publishing = &Publishing{HideTimes: "-1"} }, "wider than"},
		{func(q *Question) { q.Publishing = &Publishing{HideWidth: "1e3"} }, "wider than"},
		{func(q *Question) { q.Publishing = &Publishing{HideWidth: "much"} }, "wider than"},
	} {
		p := survey()
		q, _ := crossed(t)
		c.change(&q)
		p.Questions = []Question{q}
		if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, should say %q", q, err, c.says)
		}
	}
	p := survey()
	p.Questions = []Question{{ID: "a", Title: "T", Kind: "table", Columns: []domain.AttributeName{"age", "grade", "district"}, Totals: true,
		Percent: []Percent{{}, {Within: []domain.AttributeName{"age"}}, {Within: []domain.AttributeName{"grade"}}}}}
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), "more than 5000") {
		t.Errorf("too many: %v", err)
	}
}

// A renamed column is renamed in what follows from the answers, and nowhere but in the copy.
func TestRenameDerived(t *testing.T) {
	p := survey()
	q, _ := crossed(t)
	q.Percent = []Percent{{Within: []domain.AttributeName{"grade"}}}
	q.Rates = []Rate{{Column: "grade", Values: []string{"low"}}}
	q.Differences = []Difference{{Column: "grade", First: "low", Second: "high"}}
	p.Questions = []Question{q}
	p.RenameColumn("grade", "level")
	if _, err := Compile(p); err != nil {
		t.Error(err)
	}
	if q.Percent[0].Within[0] != "grade" || q.Rates[0].Column != "grade" || q.Differences[0].Column != "grade" {
		t.Error("the question that was copied was changed")
	}
}

func TestRule(t *testing.T) {
	rule := func(p *Publishing) Rule {
		t.Helper()
		r, err := p.Rule()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, c := range []struct {
		rule    *Publishing
		tidied  float64
		width   float64
		want    float64
		visible bool
	}{
		{nil, 7, 6, 7, true},
		{&Publishing{RoundTo: 5}, 7, 6, 5, true},
		{&Publishing{RoundTo: 5}, 8, 6, 10, true},
		{&Publishing{RoundTo: 10}, 5, 6, 10, true},
		{&Publishing{RoundTo: 5}, 2, 6, 0, true},
		{&Publishing{HideTimes: "1"}, 6, 6, 6, true},
		{&Publishing{HideTimes: "1"}, 5, 6, 0, false},
		{&Publishing{HideTimes: "0.5"}, 0, 0, 0, true},
		{&Publishing{HideWidth: "6"}, 2, 6, 2, true},
		{&Publishing{HideWidth: "5.9"}, 2, 6, 0, false},
		{&Publishing{RoundTo: 1000, HideWidth: "10"}, 1<<50 + 1, 3, 1125899906843000, true},
		{&Publishing{RoundTo: 1}, 7.45, 6, 7, true},
		{nil, 7.45, 6, 7.45, true},
	} {
		r := rule(c.rule)
		if hides := c.width > 0 && r.Hides(c.tidied, c.width); hides == c.visible || c.visible && r.Rounded(c.tidied) != c.want {
			t.Errorf("%+v of %v in an interval of %v: %v, hidden: %v", c.rule, c.tidied, c.width, r.Rounded(c.tidied), hides)
		}
		if (len(r.Sentences()) == 0) != r.IsZero() {
			t.Errorf("%+v says %q", c.rule, r.Sentences())
		}
	}
}
