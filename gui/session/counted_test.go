package session

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/gui/session/database"
	"steward/io/publish/publishtest"
	"steward/io/records"
)

// countedTown writes the query of a plan and a made result of it: two people in every cell of
// the first question's columns.
func countedTown(t *testing.T, s *Session) string {
	t.Helper()
	query, err := s.Database.Query(database.Engines()[0], "town")
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`steward_n_[0-9a-f]{40}`).FindString(query)
	var columns []string
	for _, m := range regexp.MustCompile(`ELSE -1 END AS (c[0-9]+),`).FindAllStringSubmatch(query, -1) {
		columns = append(columns, m[1])
	}
	if name == "" || len(columns) == 0 {
		t.Fatalf("the query is\n%s", query)
	}
	n := len(columns)
	text := "line," + strings.Join(columns, ",") + "," + name + "\n" +
		"cell" + strings.Repeat(",0", n) + ",40\nmarks" + strings.Repeat(",-1", n) + ",40\nrows" + strings.Repeat(",-1", n) + ",40\n"
	path := filepath.Join(t.TempDir(), "counts.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCountsInTheWindow declares a plan without a file, opens what its query returned, and
// checks and releases it.
func TestCountsInTheWindow(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner})
	if missing := s.Database.QueryMissing(); missing == "" {
		t.Error("a query of an empty plan could be written")
	}
	if _, err := s.Database.Query(database.Engines()[0], "town"); err == nil {
		t.Error("a query of an empty plan was written")
	}
	p := publishtest.TownPlan()
	p.Facts, p.Data = plan.Facts{}, plan.Data{}
	s.Edit(func(into *plan.Plan) { *into = p })
	if missing := s.Database.QueryMissing(); missing != "" {
		t.Fatalf("missing: %s", missing)
	}
	// What no query can count is said before one is asked for.
	s.Edit(func(into *plan.Plan) { into.Rows = &plan.Rows{Person: "who", AtMost: 2} })
	if missing := s.Database.QueryMissing(); !strings.Contains(missing, "name a column that orders them") {
		t.Errorf("rows without an order: %q is missing", missing)
	}
	s.Edit(func(into *plan.Plan) { *into = p })
	path := countedTown(t, s)
	s.Data.OpenFile(path, plan.Data{})
	f := s.Data.File()
	if f == nil || !f.Counted || f.Found.Rows != 40 || len(f.FirstRows) != 0 || len(f.Header) != len(p.Columns) || len(f.Found.Columns) != len(f.Header) {
		t.Fatalf("opened %+v, %v", f, s.Problem())
	}
	for i := range f.Header {
		f.Numeric(i)
	}
	if list := s.Columns.Misfits(); len(list) != 0 {
		t.Errorf("misfits %+v", list)
	}
	s.Release.Review()
	if !s.Release.Reviewed() || s.Problem() != nil {
		t.Fatalf("not reviewed: %v, %v", s.Problem(), s.Release.Unfit())
	}
	s.Release.Carry(filepath.Join(t.TempDir(), "out"), "town")
	if s.Release.Finished() == nil {
		t.Fatalf("not released: %v", s.Problem())
	}
	if data, err := records.Open(context.Background(), path, plan.Data{Delimiter: ";", HeaderRow: 3}); err != nil || !data.Counted() {
		t.Errorf("read as other rows were: %v", err)
	} else {
		data.Close()
	}
}

// TestCountsOfAnOlderPlan changes a column after the query was written.
func TestCountsOfAnOlderPlan(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner})
	p := publishtest.TownPlan()
	p.Facts, p.Data = plan.Facts{}, plan.Data{}
	s.Edit(func(into *plan.Plan) { *into = p })
	s.Data.OpenFile(countedTown(t, s), plan.Data{})
	s.Edit(func(p *plan.Plan) { p.Columns[0].Blank = plan.Special{} })
	s.Release.Review()
	if s.Release.Reviewed() || s.Problem() == nil || !strings.Contains(s.Problem().Message, "write the query again") {
		t.Errorf("reviewed %v, problem %+v", s.Release.Reviewed(), s.Problem())
	}
}

// TestRowsAreNeverDeleted has a file of rows deleted as what a query returned is.
func TestRowsAreNeverDeleted(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner})
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte("age,town\n7,North\n8,South\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Data.OpenFile(path, plan.Data{})
	if err := s.Database.DeleteReturned(); err != nil || s.Data.File() == nil {
		t.Errorf("the rows are no longer open: %v, %v", err, s.Problem())
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// TestDescribedTable opens what describes a table, from which columns are proposed and nothing is released, then counts of
// another plan, which are refused, and those of this one, which are deleted in the end.
func TestDescribedTable(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "test", Optima: &optima, Planner: planner})
	if name := s.Database.DescriptionBase(database.Engines()[0], `public."town"`); name != "town columns" {
		t.Errorf("the query that describes a table is called %q", name)
	}
	if name := s.Database.DescriptionBase(database.Engines()[2], "/data/survey/*.parquet"); name != "survey columns" {
		t.Errorf("the query that describes files is called %q", name)
	}
	path := filepath.Join(t.TempDir(), "town columns.csv")
	text := "steward_description_1,name,type,different,found,n\n1,age,integer,2,7,30\n1,age,integer,2,8,10\n2,town,text,2,North,25\n2,town,text,2,South,15\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Data.OpenFile(path, plan.Data{})
	f := s.Data.File()
	if f == nil || !f.Described || f.Counted || len(f.FirstRows) != 0 || !s.Database.Described() || s.Plan().Data.Types["age"] != "integer" || s.Plan().Data.File != "" {
		t.Fatalf("opened %+v, %v, %+v", f, s.Problem(), s.Plan().Data)
	}
	if s.Plan().DataSet != "town" {
		t.Errorf("the data are called %q", s.Plan().DataSet)
	}
	if c, ok := f.Column("town"); !ok || c.Distinct != 2 {
		t.Errorf("of the column town it tells %+v", c)
	}
	p := publishtest.TownPlan()
	p.Facts, p.Data.Reviewed = plan.Facts{}, nil
	s.Edit(func(into *plan.Plan) { p.Data = into.Data; *into = p })
	if s.Release.Review(); s.Release.Reviewed() || !strings.Contains(s.Release.MayRelease(), "the counting query") {
		t.Errorf("a description is released: %q", s.Release.MayRelease())
	}
	counted := countedTown(t, s)
	other, err := os.ReadFile(counted)
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "other.csv")
	if err := os.WriteFile(foreign, regexp.MustCompile(`steward_n_....`).ReplaceAll(other, []byte("steward_n_0000")), 0o600); err != nil {
		t.Fatal(err)
	}
	if s.Data.OpenFile(foreign, plan.Data{}); s.Problem() == nil || !strings.Contains(s.Problem().Message, "other columns, values or rules") || s.Data.File() != f {
		t.Errorf("counts of another plan: %+v", s.Problem())
	}
	if a := s.Data.Attempt(); a != nil {
		t.Errorf("it can be said how counts are to be read: %+v", a)
	}
	if s.Data.OpenFile(counted, plan.Data{}); !s.Data.File().Counted || s.Plan().Data.Types["age"] != "integer" {
		t.Fatalf("opened %+v, %v", s.Data.File(), s.Problem())
	}
	// What described the table goes with them, the file that was opened and another one beside the counts.
	beside := filepath.Join(filepath.Dir(counted), "columns.csv")
	if err := os.WriteFile(beside, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(filepath.Dir(counted), "of another table.csv")
	if err := os.WriteFile(elsewhere, []byte(text+"3,more,text,1,,40\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s.Data.OpenFile(counted, plan.Data{}); !slices.Equal(s.Database.Returned(), []string{counted, beside, path}) {
		t.Errorf("queries returned %q", s.Database.Returned())
	}
	// Rows that were saved under the name of a description are no description.
	if err := os.WriteFile(beside, []byte("age,town\n7,North\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Database.DeleteReturned(); err == nil || !strings.Contains(err.Error(), "no longer what a query returned") || s.Data.File() == nil {
		t.Errorf("rows under the name of a description: %v", err)
	}
	for _, path := range []string{counted, beside, path} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	if err := os.WriteFile(beside, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Database.DeleteReturned(); err != nil || s.Data.File() != nil || s.Database.Returned() != nil {
		t.Errorf("deleted: %v", err)
	}
	if _, err := os.Stat(elsewhere); err != nil {
		t.Errorf("what describes another table: %v", err)
	}
	for _, path := range []string{counted, beside, path} {
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", path, err)
		}
	}
	e := database.Engines()[2]
	if command, result := e.Command("", "/x/q.sql"); !strings.Contains(command, "-f '/x/q.sql' > '/x/q.csv'") && result == "/x/q.csv" {
		t.Errorf("the command is %s", command)
	}
}
