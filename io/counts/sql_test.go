//go:build sql && unix

package counts

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/seeded"
)

// engine is one that runs queries.
type engine interface {
	dialect() Dialect
	// run runs statements and returns what the last one returns, as comma-separated values.
	run(t testing.TB, sql string) string
	// timed runs them too, writes that into a file, and returns the seconds of processor time. It fails where the engine does.
	timed(t *testing.T, sql, into string) (float64, error)
}

// onEngines runs a test on every engine that there is, on all at once: each has rows of its own. It skips those that there are not, unless
// STEWARD_SQL says that all have to be there.
func onEngines(t *testing.T, test func(*testing.T, engine)) {
	for name, start := range map[string]func(*testing.T) engine{"PostgreSQL": func(t *testing.T) engine { return startServer(t) }, "DuckDB": func(t *testing.T) engine { return newDuck(t) }} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, start(t))
		})
	}
}

// lacking skips a test for want of an engine, or fails it where it has to be there.
func lacking(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("STEWARD_SQL") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// duck is a DuckDB with a database in a file, by its command line.
type duck struct{ command, file string }

// newDuck takes the command from STEWARD_DUCKDB or from the path.
func newDuck(t *testing.T) duck {
	t.Helper()
	command := os.Getenv("STEWARD_DUCKDB")
	if command == "" {
		var err error
		if command, err = exec.LookPath("duckdb"); err != nil {
			lacking(t, "DuckDB is not there: make test-sql builds one")
		}
	}
	return duck{command, filepath.Join(t.TempDir(), "rows.duckdb")}
}

func (duck) dialect() Dialect { return DuckDB }

func (d duck) run(t testing.TB, sql string) string {
	t.Helper()
	c := exec.Command(d.command, "-csv", d.file)
	c.Stdin = strings.NewReader(sql)
	var out, complaints bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil {
		t.Fatalf("duckdb: %v\n%s\n%s", err, complaints.String(), sql)
	}
	return out.String()
}

func (server) dialect() Dialect { return Postgres }

// server is a PostgreSQL of the test's own, reached by a socket in its folder.
type server struct {
	dir string
	bin string
}

// startServer starts a server as a user other than root, which PostgreSQL insists on.
func startServer(t *testing.T) server {
	t.Helper()
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.SortFunc(bins, func(a, b string) int { return installed(a) - installed(b) })
	if path, err := exec.LookPath("initdb"); err == nil {
		bins = append(bins, path)
	}
	if len(bins) == 0 {
		lacking(t, "PostgreSQL is not installed: make test-sql installs it on Debian")
	}
	initdb, err := filepath.EvalSymlinks(bins[len(bins)-1])
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "steward-sql-")
	if err != nil {
		t.Fatal(err)
	}
	s := server{dir, filepath.Dir(initdb)}
	t.Cleanup(func() { os.RemoveAll(dir) })
	var as *syscall.Credential
	if os.Geteuid() == 0 {
		who, err := user.Lookup("postgres")
		if err != nil {
			if who, err = user.Lookup("nobody"); err != nil {
				lacking(t, "there is no user postgres or nobody to run PostgreSQL as: %v", err)
			}
		}
		uid, _ := strconv.ParseUint(who.Uid, 10, 32)
		gid, _ := strconv.ParseUint(who.Gid, 10, 32)
		as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, int(uid), int(gid)); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) {
		t.Helper()
		log, err := os.Create(filepath.Join(dir, name+".log"))
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		c := exec.Command(filepath.Join(s.bin, name), args...)
		c.Dir, c.Stdout, c.Stderr = dir, log, log
		c.SysProcAttr = &syscall.SysProcAttr{Credential: as}
		if err := c.Run(); err != nil {
			out, _ := os.ReadFile(log.Name())
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	data := filepath.Join(dir, "data")
	run("initdb", "-D", data, "-U", "steward", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	run("pg_ctl", "-D", data, "-w", "-l", filepath.Join(dir, "server.log"), "-o", "-F -c autovacuum=off -c listen_addresses='' -k '"+dir+"'", "start")
	t.Cleanup(func() { run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop") })
	return s
}

// installed is the number in the path of an installation.
func installed(initdb string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return n
}

// run runs a file and returns what it prints.
func (s server) run(t testing.TB, sql string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "query.sql")
	if err := os.WriteFile(path, []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(filepath.Join(s.bin, "psql"), "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-U", "steward", "-d", "postgres", "-f", path)
	c.Env = append(os.Environ(), "LC_ALL=C", "PGCLIENTENCODING=UTF8")
	var out, complaints bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil {
		t.Fatalf("psql: %v\n%s\n%s", err, complaints.String(), sql)
	}
	return out.String()
}

// load makes a table of texts. Every other blank is NULL.
func load(t testing.TB, e engine, name string, rows [][]string) {
	t.Helper()
	var b strings.Builder
	w, err := e.dialect().writer()
	if err != nil {
		t.Fatal(err)
	}
	quote := func(text string) string {
		literal, err := w.text(text)
		if err != nil {
			t.Fatal(err)
		}
		return literal
	}
	columns := make([]string, len(rows[0]))
	for i, column := range rows[0] {
		columns[i] = `"` + strings.ReplaceAll(column, `"`, `""`) + `" text`
	}
	fmt.Fprintf(&b, "DROP TABLE IF EXISTS %[1]s; CREATE TABLE %[1]s (%[2]s);\nINSERT INTO %[1]s VALUES\n", name, strings.Join(columns, ", "))
	for r, row := range rows[1:] {
		fields := make([]string, len(row))
		for i, text := range row {
			if fields[i] = quote(text); text == "" && r%2 == 0 {
				fields[i] = "NULL"
			}
		}
		if r > 0 {
			b.WriteString(",\n")
		}
		b.WriteString("(" + strings.Join(fields, ", ") + ")")
	}
	b.WriteString(";\n")
	e.run(t, b.String())
}

// query writes a plan's query, runs it and opens what it returns.
func query(t testing.TB, e engine, p *plan.Compiled, name string) (Result, string) {
	t.Helper()
	sql, err := Query{Plan: p, Dialect: e.dialect(), Table: name}.SQL()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "counts.csv")
	if err := os.WriteFile(path, []byte(e.run(t, sql)), 0o600); err != nil {
		t.Fatal(err)
	}
	result := opened(t, path)
	if !IsResult(result.Header()) {
		t.Fatalf("the header %q is not known for a result's", result.Header())
	}
	return Of(result), sql
}

// TestSQLCountsAsStewardReads compares the cells, the unreadable rows and the totals of
// made plans and rows with those of reading the same rows from a text table, and which known facts are found to be untrue.
func TestSQLCountsAsStewardReads(t *testing.T) { onEngines(t, countsAsStewardReads) }

func countsAsStewardReads(t *testing.T, e engine) {
	known, untrue := 0, 0
	for seed := range uint64(150) {
		m := maker{seeded.New(seed, 1)}
		p := m.plan(t)
		rows := append([][]string{header(p)}, m.rows(t, p, 300)...)
		name := `"made ""rows"`
		load(t, e, name, rows)
		sheet := csvFile(t, "rows.csv", rows)
		if seed%2 == 1 {
			p = m.facts(t, p, release.FromRows(sheet))
		}
		result, sql := query(t, e, p, name)
		got := listen(t, result, p)
		want := listen(t, release.FromRows(sheet), p)
		if !reflect.DeepEqual(got, want) {
			for cell, n := range want.cells {
				if got.cells[cell] != n {
					t.Errorf("cell %s: %d by the query, %d by reading", cell, got.cells[cell], n)
				}
			}
			t.Fatalf("seed %d: unread %d and %d, totals %v and %v, cells %d and %d\n%+v\n%s", seed, got.unread, want.unread, got.totals, want.totals, len(got.cells), len(want.cells), p.Plan.Columns, sql)
		}
		counted, err := release.Check(t.Context(), p, result, nil)
		if err != nil {
			t.Fatal(err)
		}
		read, err := release.Check(t.Context(), p, release.FromRows(sheet), nil)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(counted.Fact) != fmt.Sprint(read.Fact) || len(counted.Wrong) != len(read.Wrong) {
			t.Fatalf("seed %d: of the facts %+v a query finds %v, reading %v", seed, p.Plan.Facts, counted.Fact, read.Fact)
		}
		if p.Plan.Facts.Any() && counted.UnreadCount == 0 {
			known++
			untrue += len(counted.Wrong)
		}
	}
	t.Logf("of %d plans with facts %d are untrue", known, untrue)
	if known < 10 || untrue < 2 || untrue > known/2 {
		t.Errorf("of %d plans with facts %d are untrue", known, untrue)
	}
}

// facts returns the plan with what a source's rows show stated as a known fact: the number of people, or how many have one of some values of one
// or two columns, which questions need not ask for. Every fourth is one too high. Plans that facts cannot be stated for return as they are.
func (m maker) facts(t testing.TB, p *plan.Compiled, s release.Source) *plan.Compiled {
	t.Helper()
	asked := p.Plan.Clone()
	box := make(map[domain.AttributeName][]int)
	var of constraint.Box
	for _, i := range m.Perm(len(p.Plan.Columns))[:1+m.IntN(min(2, len(p.Plan.Columns)))] {
		a := p.Domain.Attributes()[i]
		codes := m.Perm(a.Size())[:1+m.IntN(min(3, a.Size()))]
		condition := constraint.Condition{Column: a.Name()}
		for _, code := range codes {
			condition.Values = append(condition.Values, a.Label(code))
		}
		box[a.Name()], of = codes, append(of, condition)
	}
	asked.Facts.Stated = []constraint.Fact{{ID: "made", Counts: []constraint.Count{{Of: constraint.Predicate{of}}}}}
	if stated, err := plan.Compile(asked); err == nil {
		p = stated // so that the columns of the fact are told apart
	}
	off, n := int64(m.IntN(4)/3), int64(0)
	counts := p.Counts()
	totals, err := s.Read(t.Context(), p, release.Visit{
		Cell: func(values []int, records int64) error {
			in := counts(values)
			for name, codes := range box {
				pos, _ := p.Domain.Position(name)
				in = in && slices.Contains(codes, values[pos])
			}
			if in {
				n += records
			}
			return nil
		},
		Unread:   func(int64, error) error { return nil },
		Progress: func(int64) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	n += off
	asked.Facts.Stated[0].Counts[0].Count = n
	if m.IntN(3) == 0 || asked.Rows != nil {
		people := totals.Records + off
		if asked.Rows != nil {
			people = totals.People + off
		}
		asked.Facts = plan.Facts{People: &people}
	}
	if stated, err := plan.Compile(asked); err == nil {
		return stated
	}
	asked.Facts = plan.Facts{}
	bare, err := plan.Compile(asked)
	if err != nil {
		t.Fatal(err)
	}
	return bare
}

// Rows of many types, which each engine makes in its own words.
const (
	typedPostgres = `CREATE SCHEMA "Our Data";
CREATE TABLE "Our Data"."Visits" (id serial, who numeric, age integer, wage numeric(12,3), weight double precision, size real, day date, at timestamp, moment timestamptz, hour time, code char(6), seen smallint);
INSERT INTO "Our Data"."Visits" (who, age, wage, weight, size, day, at, moment, hour, code, seen)
SELECT CASE i % 3 WHEN 0 THEN i % 40 ELSE (i % 40) + 0.0 END, CASE WHEN i % 17 = 0 THEN NULL ELSE i % 100 END, (i * 37 % 5000)::numeric / 1000, CASE i % 5 WHEN 0 THEN 0.1 + 0.2 WHEN 1 THEN 0.3 WHEN 2 THEN 1e-7 * i WHEN 3 THEN 1e20 * i ELSE i / 7.0 END,
  (i % 50) / 10.0, date '2023-12-25' + i % 200, timestamp '2024-02-28 22:00' + i * interval '17 minutes', timestamptz '2024-02-28 22:00+02' + i * interval '1000 minutes', time '00:00' + i * interval '7 minutes', CASE i % 3 WHEN 0 THEN 'A' WHEN 1 THEN 'a ' ELSE 'B0' END, i % 9
FROM generate_series(1, 4000) AS i;
`
	typedDuckDB = `CREATE SCHEMA "Our Data";
CREATE TABLE "Our Data"."Visits" (who DECIMAL(12,1), age INTEGER, wage DECIMAL(12,3), weight DOUBLE, size REAL, day DATE, "at" TIMESTAMP, moment TIMESTAMPTZ, hour TIME, code VARCHAR, seen SMALLINT);
INSERT INTO "Our Data"."Visits"
SELECT i % 40, CASE WHEN i % 17 = 0 THEN NULL ELSE i % 100 END, CAST(i * 37 % 5000 AS DECIMAL(12,3)) / 1000, CASE i % 5 WHEN 0 THEN CAST(0.1 AS DOUBLE) + CAST(0.2 AS DOUBLE) WHEN 1 THEN 0.3 WHEN 2 THEN CAST(1e-7 AS DOUBLE) * i WHEN 3 THEN CAST(1e20 AS DOUBLE) * i ELSE i / 7.0 END,
  (i % 50) / 10.0, DATE '2023-12-25' + CAST(i % 200 AS INTEGER), TIMESTAMP '2024-02-28 22:00:00' + to_minutes(i * 17), TIMESTAMPTZ '2024-02-28 22:00:00+02' + to_minutes(i * 1000), CAST(TIMESTAMP '2024-02-28 00:00:00' + to_minutes(i * 7) AS TIME), CASE i % 3 WHEN 0 THEN 'A' WHEN 1 THEN 'a ' ELSE 'B0' END, i % 9
FROM range(1, 4001) AS made(i);
`
)

// TestSQLReadsTypes compares the cells of columns that are no texts with those of the same
// table written to a text table by the engine.
func TestSQLReadsTypes(t *testing.T) { onEngines(t, readsTypes) }

func readsTypes(t *testing.T, e engine) {
	rows := map[Dialect]string{Postgres: typedPostgres, DuckDB: typedDuckDB}[e.dialect()]
	e.run(t, rows)
	lo, hi := int64(10), int64(80)
	typed := func(name string, kind domain.Kind, change func(*plan.Column)) plan.Column {
		c := plan.Column{Name: domain.AttributeName(name), Kind: kind, Origin: domain.Typed}
		change(&c)
		return c
	}
	within := func(ends ...string) func(*plan.Column) {
		return func(c *plan.Column) {
			for i := range len(ends) - 1 {
				c.Ranges = append(c.Ranges, plan.Range{From: ends[i], To: ends[i+1]})
			}
		}
	}
	dates := func(d plan.Dates) func(*plan.Column) { return func(c *plan.Column) { c.Dates = &d } }
	p := plan.Plan{
		Version: plan.Version, DataSet: "typed", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{}},
		Columns: []plan.Column{
			typed("age", domain.Whole, func(c *plan.Column) { c.Lowest, c.Highest, c.Other = &lo, &hi, plan.Special{Rule: domain.Nearest} }),
			typed("wage", domain.Ranges, within("0", "0.037", "1.11", "4.2")),
			typed("weight", domain.Ranges, within("0", "0.0001", "0.3", "100", "")),
			typed("size", domain.Ranges, within("0", "0.7", "4.9")),
			typed("day", domain.Periods, dates(plan.Dates{Period: domain.Weeks, First: "2023-W52", Last: "2024-W20"})),
			typed("at", domain.Periods, dates(plan.Dates{Period: domain.Days, First: "2024-02-28", Last: "2024-04-01"})),
			typed("moment", domain.Periods, dates(plan.Dates{Period: domain.Quarters, First: "2024-Q1", Last: "2030-Q1"})),
			typed("hour", domain.Periods, dates(plan.Dates{Period: domain.Hours, First: "1", Last: "22"})),
			typed("code", domain.List, func(c *plan.Column) { c.Values = []string{"A", "B0"} }),
			typed("seen", domain.Ordered, func(c *plan.Column) {
				c.Values, c.Readings = []string{"0", "1", "2", "3", "4", "5"}, map[string]string{"8": domain.BlankLabel}
			}),
		},
	}
	for _, c := range p.Columns {
		p.Questions = append(p.Questions, plan.Question{ID: string(c.Name), Title: string(c.Name), Kind: "table", Columns: []domain.AttributeName{c.Name}})
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	result, _ := query(t, e, c, `Our Data.Visits`)
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(e.run(t, map[Dialect]string{Postgres: `SELECT * FROM "Our Data"."Visits";`, DuckDB: `SELECT CAST(COLUMNS(*) AS VARCHAR) FROM "Our Data"."Visits";`}[e.dialect()])), 0o600); err != nil {
		t.Fatal(err)
	}
	got, want := listen(t, result, c), listen(t, release.FromRows(opened(t, path)), c)
	if !reflect.DeepEqual(got, want) || got.unread != 0 || len(got.cells) < 1000 {
		t.Errorf("unread %d and %d, totals %v and %v, %d and %d cells", got.unread, want.unread, got.totals, want.totals, len(got.cells), len(want.cells))
	}
	// The table is described without its columns being known.
	description, err := Description{Dialect: e.dialect(), Table: "Our Data.Visits"}.SQL()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(e.run(t, description)), 0o600); err != nil {
		t.Fatal(err)
	}
	described, err := ReadDescription(t.Context(), opened(t, path))
	if err != nil {
		t.Fatal(err)
	}
	if columns := described.Header(); !slices.Contains(columns, "age") || !slices.Contains(columns, "moment") || len(described.columns[slices.Index(columns, "seen")].entries) != 9 {
		t.Errorf("the description tells of the columns %q", columns)
	}
	// A rule that refuses some ages has their texts shown.
	p.Columns[0].Other = plan.Special{Rule: domain.Refuse}
	strict, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	unread, err := Query{Plan: strict, Dialect: e.dialect(), Table: "Our Data.Visits", Unread: true}.SQL()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(e.run(t, unread)), "\n")
	if len(lines) != 1+29 || lines[0] != "line,found,n" || lines[1] != "unread 1,0,38" {
		t.Errorf("the ages that cannot be read are %q", lines)
	}
	if e.dialect() != Postgres {
		return
	}
	// Dates that are written in another way stop the steward, not the query.
	sql, err := Query{Plan: c, Dialect: e.dialect(), Table: "Our Data.Visits"}.SQL()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(e.run(t, "SET DateStyle = German;\n"+sql)), 0o600); err != nil {
		t.Fatal(err)
	}
	checked, err := release.Check(t.Context(), c, Of(opened(t, path)), nil)
	if err != nil || checked.OK() || checked.UnreadCount != 4000 || !strings.Contains(checked.Unread[0].Error(), "DateStyle = ISO") {
		t.Errorf("under another DateStyle: %v, %v", checked.Unread, err)
	}
}

// TestSQLReadsWhatPeopleWrite has each text by itself read by the query and by Steward: as the same
// value, or as none, and those that only Steward reads are the ones that are known.
func TestSQLReadsWhatPeopleWrite(t *testing.T) { onEngines(t, readsWhatPeopleWrite) }

func readsWhatPeopleWrite(t *testing.T, e engine) {
	texts := append(slices.Clone(nasty), marked...)
	texts = slices.DeleteFunc(texts, func(text string) bool { return strings.TrimSpace(text) == "" })
	cells := cellsOf(t, texts)
	rows := [][]string{{"x", "i"}}
	for i, text := range texts {
		rows = append(rows, []string{text, strconv.Itoa(i)})
	}
	load(t, e, "texts", rows)
	var columns []plan.Column
	for _, order := range []domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst} {
		for _, from := range []int{0, 1931, 2000} {
			for _, d := range []plan.Dates{{Period: domain.Days, First: "2023-12-01", Last: "2025-01-31"}, {Period: domain.Months, First: "1930-01", Last: "2035-12"}, {Period: domain.Years, First: "1001", Last: "2200"}} {
				d.Order, d.YearsFrom = order, from
				columns = append(columns, plan.Column{Name: "x", Kind: domain.Periods, Dates: &d, Origin: domain.Typed})
			}
		}
	}
	lo, hi := int64(-2000), int64(2000)
	none, last := int64(0), int64(len(texts)-1)
	columns = append(columns, plan.Column{Name: "x", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed},
		plan.Column{Name: "x", Kind: domain.Ranges, Origin: domain.Typed, Ranges: []plan.Range{{To: "-0.05"}, {From: "-0.05", To: "0.05"}, {From: "0.05", To: "0.253"}, {From: "0.253", To: "7"}, {From: "7", To: "10"}, {From: "10"}}})
	read := 0
	for _, col := range columns {
		p := plan.Plan{Version: plan.Version, DataSet: "texts", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{}}, Columns: []plan.Column{col},
			Questions: []plan.Question{{ID: "x", Title: "x", Kind: "table", Columns: []domain.AttributeName{"x"}}}}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		a := c.Domain.Attributes()[0]
		sql, err := Query{Plan: c, Dialect: e.dialect(), Table: "texts", Unread: true}.SQL()
		if err != nil {
			t.Fatal(err)
		}
		// The codes of every row, in place of how many rows there are of each.
		at := strings.Index(sql, ",\n-- what keeps a row from being counted")
		got := make(map[string]string)
		table, err := csv.NewReader(strings.NewReader(e.run(t, sql[:at]+"\nSELECT t1, c1 FROM codes;"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table[1:] {
			got[row[0]] = row[1]
		}
		// And as rows are counted, where most texts are read at sight: every text is in a cell of its own.
		p.Columns = append(slices.Clone(p.Columns), plan.Column{Name: "i", Kind: domain.Whole, Lowest: &none, Highest: &last, Origin: domain.Typed})
		p.Questions = []plan.Question{{ID: "x", Title: "x", Kind: "table", Columns: []domain.AttributeName{"x", "i"}}}
		if c, err = plan.Compile(p); err != nil {
			t.Fatal(err)
		}
		if sql, err = (Query{Plan: c, Dialect: e.dialect(), Table: "texts"}).SQL(); err != nil {
			t.Fatal(err)
		}
		if table, err = csv.NewReader(strings.NewReader(e.run(t, sql))).ReadAll(); err != nil {
			t.Fatal(err)
		}
		counted := make(map[string]string)
		for _, row := range table[1:] {
			if row[0] == lineCell {
				i, _ := strconv.Atoi(row[2])
				counted[cells[texts[i]].Text] = row[1]
			}
		}
		for text, code := range got {
			if counted[text] != code {
				t.Errorf("%s %+v: %q has the code %q among others and is counted as %q", a.Kind(), col.Dates, text, code, counted[text])
			}
		}
		for _, text := range texts {
			want := ""
			code, err := a.ValueOf(cells[text])
			if err == nil {
				want = strconv.Itoa(code)
			}
			read++
			switch known := err == nil && unqueried(a, text); {
			case known && got[cells[text].Text] != "":
				t.Errorf("%s %+v: %q is read, and said not to be", a.Kind(), col.Dates, text)
			case !known && got[cells[text].Text] != want:
				t.Errorf("%s %+v: %q has the code %q by the query, %q by reading (%v)", a.Kind(), col.Dates, text, got[cells[text].Text], want, err)
			}
		}
	}
	if read < 5000 {
		t.Errorf("only %d texts were read", read)
	}
}

// TestSQLCountsManyColumns compares the cells of so many columns that their codes do not fit into one number.
func TestSQLCountsManyColumns(t *testing.T) { onEngines(t, countsManyColumns) }

func countsManyColumns(t *testing.T, e engine) {
	for name, change := range map[string]func(*plan.Plan){
		"people": nil, "weights": func(p *plan.Plan) { p.Weight = &plan.Weight{Column: "wt", Step: "0.5", Cap: "5"} },
		"rows": func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who is it", AtMost: 2, Key: "number"} },
		"impossible": func(p *plan.Plan) {
			p.Impossible = []domain.Combination{{"w0": {"0"}, "w19": {"96"}}}
		},
	} {
		p := wide(t, 20, change)
		m := maker{seeded.New(7, 1)}
		rows := [][]string{header(p)}
		for r := range 400 {
			var row []string
			for i := range 20 {
				row = append(row, strconv.Itoa([]int{0, 96, m.IntN(97)}[(r/7+i*r/11)%3]))
			}
			if r%50 == 3 {
				row[m.IntN(20)] = "1.5"
			}
			rows = append(rows, append(row, m.pick("P-7", "Anna_B", "x5y", "17", "17.0", "EUR 17", "550e8400-e29b-41d4-a716-446655440000", "1234567890123456"), m.pick("1", "0.5", "2.25", "9"), strconv.Itoa(r)))
		}
		load(t, e, "wide", rows)
		result, _ := query(t, e, p, "wide")
		got, want := listen(t, result, p), listen(t, release.FromRows(csvFile(t, "rows.csv", rows)), p)
		if !reflect.DeepEqual(got, want) || len(want.cells) < 10 {
			t.Errorf("%s: unread %d and %d, totals %v and %v, %d and %d cells", name, got.unread, want.unread, got.totals, want.totals, len(got.cells), len(want.cells))
		}
	}
}

// TestSQLReleasesManyTables releases tables over two of so many columns that no combination of all is ever counted: from what a query returns the
// same numbers are published as from the rows.
func TestSQLReleasesManyTables(t *testing.T) { onEngines(t, releasesManyTables) }

func releasesManyTables(t *testing.T, e engine) {
	for name, change := range map[string]func(*plan.Plan){
		"people": nil, "chance of failure": func(p *plan.Plan) { p.Budget.Delta = "0.000001" },
		"rows": func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who is it", AtMost: 2, Key: "number"} },
	} {
		p := wide(t, 20, func(p *plan.Plan) {
			p.Questions = nil
			for i := range p.Columns {
				last := int64(2 + i%4)
				p.Columns[i].Highest = &last
				for j := range i {
					if (i+j)%5 == 0 {
						p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint(i, "-", j), Title: fmt.Sprint(i, " by ", j), Kind: "table", Columns: []domain.AttributeName{p.Columns[j].Name, p.Columns[i].Name}})
					}
				}
			}
			if change != nil {
				change(p)
			}
		})
		m := maker{seeded.New(8, 1)}
		rows := [][]string{header(p)}
		for r := range 300 {
			var row []string
			for i := range 20 {
				row = append(row, strconv.Itoa(m.IntN(3+i%4)))
			}
			rows = append(rows, append(row, "P-"+strconv.Itoa(r/3), "1", strconv.Itoa(r)))
		}
		load(t, e, "many", rows)
		result, _ := query(t, e, p, "many")
		var published []string
		for _, source := range []release.Source{result, release.FromRows(csvFile(t, "rows.csv", rows))} {
			r, err := releasetest.Release(p, source, seeded.Named("many tables"), releasetest.NoLedger())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if of := r.Questions[0]; of.Measured == nil || of.Measured.Tables == nil || len(of.Together) < 10 {
				t.Errorf("%s: %s answers %d questions together", name, of.Mechanism, len(of.Together))
			}
			text, err := json.Marshal(r.Questions)
			if err != nil {
				t.Fatal(err)
			}
			published = append(published, string(text))
		}
		if published[0] != published[1] {
			t.Errorf("%s: other numbers are published from counts than from rows", name)
		}
	}
}
