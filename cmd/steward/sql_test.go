package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/repair"
	"steward/io/counts"
	"steward/io/project"
)

// numbered is the name of the column of numbers in a query.
var numbered = regexp.MustCompile(`steward_n_[0-9a-f]{40}`)

// countedOf is what a query for peoplePlan returns of the people of sixty.
func countedOf(t testing.TB, query string) string {
	t.Helper()
	name := numbered.FindString(query)
	if name == "" {
		t.Fatalf("the query names no column of numbers:\n%s", query)
	}
	cells := make(map[string]int)
	marks := int64(0)
	for i := range 60 {
		wage := 900 + 37*i
		cell := fmt.Sprintf("cell,%d,%d,%d", i%10, i%3, min(wage/1000, 2))
		marks += counts.Mark(map[int]int{1: i % 10, 2: i % 3, 3: min(wage/1000, 2)})
		cells[cell]++
	}
	var b strings.Builder
	b.WriteString("line,c1,c2,c3," + name + "\n")
	for _, cell := range slices.Sorted(maps.Keys(cells)) { // in the order of their codes, which have one digit each
		fmt.Fprintf(&b, "%s,%d\n", cell, cells[cell])
	}
	fmt.Fprintf(&b, "marks,-1,-1,-1,%d\nrows,-1,-1,-1,60\n", marks)
	return b.String()
}

// A plan is released from counts that a database returned, and what the counts are is in none
// of the files.
func TestReleaseFromCounts(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) { // as it was when the rows were still at hand
		p.Data = plan.Data{File: "people.csv", Sheet: "people.csv", HeaderRow: 1, Delimiter: ";", DecimalComma: true}
	})
	d.refused([]string{"sql", d.plan, "--dialect", "postgres", "--table", "public.people"}, `“age”`, "with a decimal point", "describe the table")
	d.edit(func(p *plan.Plan) { p.Data.DecimalComma = false })
	query := d.must("sql", d.plan, "--dialect", "postgres", "--table", "public.people")
	for _, want := range []string{`FROM "public"."people"`, "private, like the rows", "psql"} {
		if !strings.Contains(query, want) {
			t.Errorf("the query does not say %q:\n%s", want, query)
		}
	}
	var told struct{ Query string }
	if err := json.Unmarshal([]byte(d.must("sql", d.plan, "--dialect", "postgres", "--table", "public.people", "--json")), &told); err != nil || told.Query != query {
		t.Errorf("as JSON the query is %q (%v)", told.Query, err)
	}
	file := filepath.Join(d.dir, "people.sql")
	d.must("sql", d.plan, "--dialect", "duckdb", "--table", "people", "--out", file)
	if !strings.Contains(read(t, file), "regexp_matches") {
		t.Error("the file has no query for DuckDB")
	}
	d.refused([]string{"sql", d.plan, "--dialect", "duckdb", "--table", "people", "--out", file}, "already exists")
	d.refused([]string{"sql", d.plan, "--dialect", "spark", "--table", "a..b"}, "name the table")

	d.data = filepath.Join(d.dir, "counts.csv")
	write(t, d.data, countedOf(t, query))
	d.refused(d.releaseArgs(), "has not been reviewed")
	if out := d.check(); !strings.Contains(out, "all 60 records fit it") {
		t.Errorf("check says\n%s", out)
	}
	if p := d.load(); p.Data.File != "counts.csv" || p.Data.Delimiter != "" || p.Data.Reviewed == nil {
		t.Errorf("the plan says %+v of the data", p.Data)
	}
	// What describes the table is as private as its counts, and is told of and deleted with them.
	describing := filepath.Join(d.dir, "columns.csv")
	described := "steward_description_1,name,type,different,found,n\n"
	for i, c := range d.load().Columns {
		described += fmt.Sprintf("%d,%s,text,1,a,60\n", i+1, c.Name)
	}
	write(t, describing, described)
	identified := func(d *desk) {
		f, err := project.NewFingerprint(sha256.Sum256([]byte(described)))
		if err != nil {
			t.Fatal(err)
		}
		d.edit(func(p *plan.Plan) { p.Data.Described = &f })
	}
	identified(d)
	if out := d.must(d.releaseArgs()...); !strings.Contains(out, d.data+" is as private") || !strings.Contains(out, describing+" is as private") {
		t.Errorf("the release says\n%s", out)
	}
	deleting := newDesk(t, "counts.csv", countedOf(t, query), peoplePlan())
	beside := filepath.Join(deleting.dir, "columns.csv")
	write(t, beside, described)
	// Another database's table has the same columns.
	other := filepath.Join(deleting.dir, "other.csv")
	write(t, other, described+"9,more,text,1,a,60\n")
	identified(deleting)
	deleting.check()
	deleting.must(append(deleting.releaseArgs(), "--delete-counts")...)
	for _, path := range []string{deleting.data, beside} {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", path, err)
		}
	}
	if read(t, other) == "" {
		t.Error("what describes another table is gone")
	}
	if r := record(t, d.out, "people"); len(r.Questions) != 2 || !reflect.DeepEqual(r.Plan.Data, plan.Data{}) {
		t.Errorf("the record has %d questions and says %+v of the data", len(r.Questions), r.Plan.Data)
	}
	d.must("verify", filepath.Join(d.out, "people.json"))
	again := newDesk(t, "people.csv", sixty(), peoplePlan())
	again.check()
	again.must(append(again.releaseArgs(), "--delete-counts")...)
	if read(t, again.data) != sixty() {
		t.Error("a file of rows was deleted as counts are")
	}

	for _, cmd := range []string{"inspect", "new"} {
		args := []string{cmd, d.data}
		if cmd == "new" {
			args = append(args, "--out", filepath.Join(d.dir, "new.steward"), "--confirm")
		}
		d.refused(args, "counts.csv contains counts", "steward check")
	}
	// The same counts for other columns are refused, and so are changed ones.
	d.edit(func(p *plan.Plan) { p.Columns[1].Values[0] = "Nord" })
	d.refused([]string{"check", d.plan, "--data", d.data}, "other columns, values or rules", "write the query again")
	d.edit(func(p *plan.Plan) { p.Columns[1].Values[0] = "North" })
	write(t, d.data, strings.Replace(countedOf(t, query), ",60\n", ",61\n", 1))
	d.refused([]string{"check", d.plan, "--data", d.data}, "do not add up")
	write(t, d.data, strings.Replace(countedOf(t, query), "cell,0,0,0", "cell,0,0,1", 1))
	d.refused([]string{"check", d.plan, "--data", d.data}, "not those that the query counted")
	write(t, d.data, strings.Replace(countedOf(t, query), "cell,0,0,0,", "cell,0,0,0,-", 1))
	d.refused([]string{"check", d.plan, "--data", d.data}, "a negative number")
}

// Rows that the plan does not say how to read stop it, with the column named.
func TestUnreadableCounts(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	query := d.must("sql", d.plan, "--dialect", "spark", "--table", "people")
	d.data = filepath.Join(d.dir, "counts.tsv")
	text := strings.ReplaceAll(countedOf(t, query), ",", "\t")
	write(t, d.data, strings.Replace(text, "rows\t-1\t-1\t-1\t60\n", "unread 3\t-1\t-1\t-1\t2\nrows\t-1\t-1\t-1\t62\n", 1))
	d.refused([]string{"check", d.plan, "--data", d.data}, "2 of 62 rows cannot be read", `column “wage”: there are rows without a number`, "counts.tsv, line")
}

// A table that is only for people with some answers is released from counts of a database as it is from the rows: its query is that of
// the same plan without the restriction, which the release makes, and the numbers are of these people alone.
func TestOnlyForSomeFromCounts(t *testing.T) {
	some := peoplePlan()
	some.Questions[0].Only = []plan.Answers{{Column: "town", Values: []string{"East"}}}
	some.Budget = plan.Budget{Epsilon: "100"} // next to no noise
	d := newDesk(t, "people.csv", sixty(), some)
	d.edit(func(p *plan.Plan) { p.Data = plan.Data{} })
	query := d.must("sql", d.plan, "--dialect", "duckdb", "--table", "people")
	d.data = filepath.Join(d.dir, "counts.csv")
	write(t, d.data, countedOf(t, query))
	d.check()
	d.must(d.releaseArgs()...)
	r := record(t, d.out, "people")
	if n := len(r.Questions[0].Answers); n != 10 {
		t.Fatalf("%d answers", n)
	}
	sum := 0.0
	for _, a := range r.Questions[0].Answers {
		if a.Key[0] != "East" {
			t.Errorf("an answer about %q", a.Key)
		}
		sum += a.Published
	}
	if sum < 15 || sum > 25 {
		t.Errorf("%v people, and there are 20", sum)
	}
	d.must("verify", filepath.Join(d.out, "people.json"))

	d.edit(func(p *plan.Plan) { p.Data.Repairs = []repair.Rule{{Column: "wage", Kind: repair.DecimalComma}} })
	d.refused([]string{"sql", d.plan, "--dialect", "duckdb", "--table", "people"}, `column “wage”`, "which a query cannot do")
}

// The columns of a table are declared from what its description returned, before there is a plan, and the
// query that counts its rows follows.
func TestColumnsOfATable(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	if query := d.must("sql", "--columns", "--dialect", "postgres", "--table", "people"); !strings.Contains(query, "steward_description_1") {
		t.Errorf("the query is\n%s", query)
	}
	d.refused([]string{"sql", d.plan, "--columns", "--dialect", "postgres", "--table", "people"}, "leave the plan")
	d.refused([]string{"sql", "--dialect", "postgres", "--table", "people"}, "name the plan", "--columns")
	d.refused([]string{"sql", "--columns", "--dialect", "spark", "--table", "people"}, "codebook")

	told := filepath.Join(d.dir, "columns.csv")
	write(t, told, "steward_description_1,name,type,different,found,n\n1,town,text,2,North,400000\n1,town,text,2,South,600000\n2,age,integer,3,20,300000\n2,age,integer,3,21,300000\n2,age,integer,3,67,400000\n")
	made := filepath.Join(d.dir, "made.steward")
	if out := d.must("new", told, "--out", made, "--confirm"); !strings.Contains(out, "steward sql "+made) || !strings.Contains(out, "delete it") {
		t.Errorf("new says\n%s", out)
	}
	p, err := project.Load(made)
	if err != nil || len(p.Columns) != 2 || p.Data.File != "" || p.Data.HeaderRow != 0 || !project.Same(p.Data.Described)(sha256.Sum256([]byte(read(t, told)))) {
		t.Fatalf("the plan is %+v, %v", p, err)
	}
	if town := p.Columns[0]; town.Kind != domain.List || !reflect.DeepEqual(town.Values, []string{"North", "South"}) {
		t.Errorf("the town is %+v", town)
	}
	// Without the confirmation nothing that the rows say is in the plan.
	unsaid := filepath.Join(d.dir, "unsaid.steward")
	d.must("new", told, "--out", unsaid)
	if text := read(t, unsaid); strings.Contains(text, "North") || strings.Contains(text, `"67"`) {
		t.Errorf("the plan says %s", text)
	}
	d.refused([]string{"inspect", told}, "describes a database table", "steward new")
}
