package constraint_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/limits"
)

// survey is a domain of a list, an ordered list with a cell for blanks, and numbers.
func survey(t testing.TB) *domain.Domain {
	t.Helper()
	district, err := domain.NewList("district", []string{"North", "South"}, typed)
	must(t, err)
	grade, err := domain.NewOrdered("grade", []string{"low", "middle", "high"}, domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}})
	must(t, err)
	return over(t, district, grade, whole(t, "age", 100))
}

func of(conditions ...constraint.Condition) constraint.Predicate {
	return constraint.Predicate{conditions}
}

func says(t *testing.T, name string, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error", name)
		return
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("%s: %q does not say %q", name, err, p)
		}
	}
}

func TestNewErrors(t *testing.T) {
	d := survey(t)
	one := func(p constraint.Predicate, n int64) []constraint.Fact {
		return []constraint.Fact{{ID: "1", Title: "mine", Counts: []constraint.Count{{Of: p, Count: n}}}}
	}
	table := func(f constraint.Totals) []constraint.Fact { return []constraint.Fact{{ID: "1", Totals: &f}} }
	by := func(columns ...domain.AttributeName) []domain.AttributeName { return columns }
	rows := func(n int64, labels ...string) []constraint.Row { return []constraint.Row{{Labels: labels, Count: n}} }
	minus := int64(-1)
	for _, c := range []struct {
		name string
		list []constraint.Fact
		says []string
	}{
		{"nothing stated", []constraint.Fact{{ID: "1", Title: "mine"}}, []string{`"mine"`, "states nothing"}},
		{"two things stated", []constraint.Fact{{ID: "1", People: new(int64), Counts: []constraint.Count{{Of: constraint.Everyone()}}}}, []string{`"1"`, "several kinds", "a fact of each"}},
		{"blank id", []constraint.Fact{{ID: " ", People: new(int64)}}, []string{"fact 1 has no id"}},
		{"id twice, nothing stated", []constraint.Fact{people(3), {ID: "people"}}, []string{`the same id "people"`}},
		{"id twice", []constraint.Fact{people(3), people(3)}, []string{`the same id "people"`}},
		{"negative people", []constraint.Fact{{ID: "1", People: &minus}}, []string{"-1", "below zero"}},
		{"negative count", one(of(constraint.Condition{Column: "age", Values: []string{"3"}}), -4), []string{`"mine"`, "count 1", "-4", "below zero"}},
		{"too many people", one(constraint.Everyone(), limits.MaxFactCount+1), []string{"more than", "check it"}},
		{"nobody said", one(nil, 1), []string{`"mine"`, "does not say who is counted"}},
		{"unknown column", one(of(constraint.Condition{Column: "shoe", Values: []string{"3"}}), 1), []string{`"shoe"`, "not published"}},
		{"unknown value", one(of(constraint.Condition{Column: "district", Values: []string{"West"}}), 1), []string{`"West"`, `"district"`, "North, South"}},
		{"no value", one(of(constraint.Condition{Column: "district"}), 1), []string{"no value", `"district"`, "leave the column out"}},
		{"column twice", one(of(constraint.Condition{Column: "age", Values: []string{"1"}}, constraint.Condition{Column: "age", Values: []string{"2"}}), 1), []string{"two conditions", `"age"`, "into one"}},
		{"range without order", one(of(constraint.Condition{Column: "district", Spans: []constraint.Span{{From: "North", To: "South"}}}), 1), []string{`"district"`, "no order", "list the values"}},
		{"range from nowhere", one(of(constraint.Condition{Column: "age", Spans: []constraint.Span{{From: "-1", To: "4"}}}), 1), []string{`begins at "-1"`, `"age"`, "0, 1 … 99"}},
		{"range to a blank", one(of(constraint.Condition{Column: "grade", Spans: []constraint.Span{{From: "low", To: "(blank)"}}}), 1), []string{`ends at "(blank)"`, `"grade"`}},
		{"range upside down", one(of(constraint.Condition{Column: "age", Spans: []constraint.Span{{From: "9", To: "4"}}}), 1), []string{`from "9" down to "4"`, "swap"}},
		{"table without columns", table(constraint.Totals{Rows: rows(1)}), []string{"names no column"}},
		{"table without rows", table(constraint.Totals{Columns: by("age")}), []string{`"totals by age"`, "no numbers"}},
		{"table of an unknown column", table(constraint.Totals{Columns: by("shoe"), Rows: rows(1, "3")}), []string{`"shoe"`, "not published"}},
		{"table of a column twice", table(constraint.Totals{Columns: by("age", "age"), Rows: rows(1, "3", "3")}), []string{`"age"`, "twice"}},
		{"row too short", table(constraint.Totals{Columns: by("age", "district"), Rows: rows(1, "3")}), []string{"row 1", "1 labels", "2 columns"}},
		{"row of an unknown value", table(constraint.Totals{Columns: by("age"), Rows: rows(1, "333")}), []string{"row 1", `"333"`, `"age"`}},
		{"row twice", table(constraint.Totals{Columns: by("age"), Rows: append(rows(1, "3"), rows(2, " 3 ")...)}), []string{"row 2", "3 already has a number", "keep one"}},
		{"negative row", table(constraint.Totals{Columns: by("age"), Rows: rows(-2, "3")}), []string{"row 1", "-2", "below zero"}},
		{"a count that is too large", table(constraint.Totals{Columns: by("age"), Rows: rows(limits.MaxFactCount+1, "3")}), []string{"row 1", "more than"}},
	} {
		_, err := constraint.New(d, c.list)
		says(t, c.name, err, c.says...)
	}
	many := make([]constraint.Fact, limits.MaxFacts+1)
	_, err := constraint.New(d, many)
	says(t, "too many facts", err, "201 facts", "limit is 200")
	large := over(t, whole(t, "x", 3000), whole(t, "y", 3000))
	_, err = constraint.New(large, table(constraint.Totals{Columns: by("x", "y"), Rows: rows(1, "3", "3")}))
	says(t, "a table that is too large", err, `"x" × "y"`, "more than 4194304", "fewer columns")
	impossible, err := domain.New(d.Attributes(), []domain.Combination{{"district": {"North"}, "grade": {"low"}}})
	must(t, err)
	_, err = constraint.New(impossible, table(constraint.Totals{Columns: by("grade", "district"), Rows: rows(2, "low", "North")}))
	says(t, "people where nobody can be", err, "low × North", "declared impossible", "2 people")
	_, err = constraint.New(impossible, table(constraint.Totals{Columns: by("grade", "district"), Rows: rows(0, "low", "North")}))
	must(t, err)
}

// The zero list is no facts, and what is known of the number of people is found wherever it
// is stated.
func TestTotalOfFacts(t *testing.T) {
	d := survey(t)
	district := constraint.Fact{ID: "d", Totals: &constraint.Totals{Columns: []domain.AttributeName{"district"}, Rows: []constraint.Row{{Labels: []string{"North"}, Count: 4}}}}
	whole := district
	whole.Totals = &constraint.Totals{Columns: district.Totals.Columns, Rows: district.Totals.Rows, NobodyElse: true}
	for _, c := range []struct {
		name  string
		list  []constraint.Fact
		want  int64
		known bool
	}{
		{"nothing", nil, 0, false},
		{"people", []constraint.Fact{people(7)}, 7, true},
		{"everybody counted", []constraint.Fact{{ID: "1", Counts: []constraint.Count{{Of: constraint.Everyone(), Count: 7}}}}, 7, true},
		{"every age", []constraint.Fact{{ID: "1", Counts: []constraint.Count{{Of: of(constraint.Condition{Column: "age", Spans: []constraint.Span{{From: "0", To: "99"}}}), Count: 7}}}}, 7, true},
		{"one district", []constraint.Fact{district}, 0, false},
		{"one district and nobody else", []constraint.Fact{whole}, 4, true},
	} {
		f := facts(t, d, c.list...)
		if n, known := f.Total(); n != c.want || known != c.known {
			t.Errorf("%s: %d, %v; want %d, %v", c.name, n, known, c.want, c.known)
		}
		if n, known := f.Total(); known && (f.CheckTotal(n) != nil || f.CheckTotal(n+1) == nil) {
			t.Errorf("%s: the number of people is not checked", c.name)
		}
	}
	if !reflect.DeepEqual(facts(t, d), constraint.Facts{}) {
		t.Error("a list without facts is not the zero value")
	}
}

// Facts are saved and read back as they stand.
func TestFactsAsJSON(t *testing.T) {
	for seed := range uint64(50) {
		m := newMaker(t, 6_000+seed)
		for _, f := range m.scene(30).facts.Stated() {
			text, err := json.Marshal(f)
			must(t, err)
			var back constraint.Fact
			must(t, json.Unmarshal(text, &back))
			if again, _ := json.Marshal(back); string(again) != string(text) || back.Expert().String() != f.Expert().String() {
				t.Fatalf("%s became %s", text, again)
			}
		}
	}
	n := int64(3)
	text, err := json.Marshal([]constraint.Fact{
		{ID: "p", People: &n},
		{ID: "t", Totals: &constraint.Totals{Columns: []domain.AttributeName{"age"}, Rows: []constraint.Row{{Labels: []string{"7"}, Count: 2}}}},
		{ID: "c", Title: "grown up", Counts: []constraint.Count{{Of: of(constraint.Condition{Column: "age", Spans: []constraint.Span{{From: "18", To: "99"}}}), Count: 5}}},
	})
	must(t, err)
	want := `[{"id":"p","people":3},` +
		`{"id":"t","totals":{"columns":["age"],"rows":[{"labels":["7"],"count":2}]}},` +
		`{"id":"c","title":"grown up","counts":[{"of":[[{"column":"age","spans":[{"from":"18","to":"99"}]}]],"count":5}]}]`
	if string(text) != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}

func TestFromRows(t *testing.T) {
	columns := []domain.AttributeName{"district", "grade"}
	row := func(n int64, labels ...string) constraint.Row { return constraint.Row{Labels: labels, Count: n} }
	list, err := constraint.FromRows("last", "last year's table", columns, []constraint.Row{
		row(3, "North", "low"), row(4, "South", "high"), row(3, "North", ""), row(4, "South", ""), row(7, "", ""), row(9, "", "high"),
	})
	must(t, err)
	var got []string
	for _, f := range list {
		got = append(got, fmt.Sprintf("%s|%s|%s", f.ID, f.Steward(), f.Expert()))
	}
	want := []string{
		"last|last year's table, by district × grade (2 numbers)|marginal constraint on {district, grade}, 2 cells",
		"last.2|last year's table, by district (2 numbers)|marginal constraint on {district}, 2 cells",
		"last.3|last year's table, all people|cardinality constraint n = 7",
		"last.4|last year's table, by grade (1 number)|marginal constraint on {grade}, 1 cells",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	_, err = constraint.New(survey(t), list)
	says(t, "the table contradicts itself", err, "last year's table", "9", "cannot all be true")
	list, err = constraint.FromRows("x", "", columns, []constraint.Row{row(3, "North", "low")})
	must(t, err)
	if list[0].Steward().String() != "totals by district × grade (1 number)" {
		t.Errorf("without a title: %q", list[0].Steward())
	}
	_, err = constraint.FromRows("x", "mine", columns, nil)
	says(t, "no rows", err, `"mine"`, "no rows")
	_, err = constraint.FromRows("x", "mine", columns, []constraint.Row{row(1, "North", "low"), row(3, "North")})
	says(t, "a short row", err, "row 2", `"mine"`, "1 labels", "2 columns")
	_, err = constraint.FromRows("x", "mine", columns, []constraint.Row{row(1, "", ""), row(3, " ", "")})
	says(t, "two grand totals", err, "row 2", "counts everybody", "remove one")
}

func TestFactWords(t *testing.T) {
	n := int64(9000)
	values := make([]string, 9)
	for i := range values {
		values[i] = fmt.Sprint(i)
	}
	for _, c := range []struct {
		fact            constraint.Fact
		steward, expert string
	}{
		{constraint.Fact{People: &n}, "number of people: 9000", "cardinality constraint n = 9000"},
		{constraint.Fact{Title: " census ", People: &n}, "census", "cardinality constraint n = 9000"},
		{
			constraint.Fact{Counts: []constraint.Count{{Of: constraint.Predicate{{
				{Column: "age", Spans: []constraint.Span{{From: "30", To: "39"}, {From: "7", To: "7"}}}, {Column: "district", Values: []string{"North"}},
			}, {{Column: "age", Values: values}}}, Count: 12}}},
			"people with age 30 to 39 or 7 and district North, or age 0 or 1 or 2 or 3 or 4 or 5 or 3 more: 12",
			"count query constraint |{t: age 30 to 39 or 7 and district North, or age 0 or 1 or 2 or 3 or 4 or 5 or 3 more}| = 12",
		},
		{
			constraint.Fact{Counts: []constraint.Count{{Of: constraint.Everyone(), Count: 1}, {Of: constraint.Everyone(), Count: 1}}},
			"2 counts, from people with any answer (2 numbers)", "2 count query constraints",
		},
	} {
		if got := c.fact.Steward().String(); got != c.steward {
			t.Errorf("steward: %q, want %q", got, c.steward)
		}
		if got := c.fact.Expert().String(); got != c.expert {
			t.Errorf("expert: %q, want %q", got, c.expert)
		}
	}
}
