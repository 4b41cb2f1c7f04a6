//go:build sql && unix

package counts

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/plan"
)

var (
	scale = flag.Float64("scale", 0.02, "how many million rows TestSQLScale counts")
	turns = flag.Int("turns", 1, "how often TestSQLScale runs every query")
	only  = flag.String("only", "", "of what TestSQLScale counts, by a regular expression of it: people, texts")
)

// TestSQLScale counts rows that an engine makes, as texts and as types, in every way in which rows can count, and compares
// the cells. With -scale and -turns it measures what each takes, beside a plain query that does the same by hand:
//
//	go test -tags sql ./io/counts -run SQLScale -v -timeout 2h -scale 1 -turns 3
//
// With -only it does so of a part.
func TestSQLScale(t *testing.T) { onEngines(t, scaled) }

// ways are the ways in which rows count, and what a plain query does of each: it groups the rows by all columns as they stand.
// Where a person has several rows it has to do so of the rows that count, which it numbers for each person, as no query can
// choose them otherwise.
var ways = []struct {
	name, plain string
	change      func(*plan.Plan)
}{
	{"people", "SELECT age, district, answer, level, income, visits, count(*) FROM %s GROUP BY 1, 2, 3, 4, 5, 6", nil},
	{"weights", "SELECT age, district, answer, level, income, visits, weight, count(*) FROM %s GROUP BY 1, 2, 3, 4, 5, 6, 7",
		func(p *plan.Plan) { p.Weight = &plan.Weight{Column: "weight", Step: "0.25", Cap: "4"} }},
	{"rows", "SELECT age, district, answer, level, income, visits, count(*) FROM (SELECT *, row_number() OVER (PARTITION BY person ORDER BY visit) AS slot FROM %s) AS numbered WHERE slot <= 2 GROUP BY 1, 2, 3, 4, 5, 6",
		func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "person", AtMost: 2, Key: "visit"} }},
}

// scaledRows makes n rows of hashes.
func scaledRows(e engine, n int) string {
	hash := func(of int) string {
		if e.dialect() == Postgres {
			return fmt.Sprintf("abs(CAST(hashint8(i * 8 + %d) AS bigint))", of)
		}
		return fmt.Sprintf("CAST(hash(i * 8 + %d) %% 2147483648 AS BIGINT)", of)
	}
	number := func(of, values int) string { return fmt.Sprintf("CAST(%s %% %d AS INTEGER)", hash(of), values) }
	series := "generate_series(CAST(1 AS bigint), " + strconv.Itoa(n) + ") AS made(i)"
	if e.dialect() == DuckDB {
		series = "range(1, " + strconv.Itoa(n+1) + ") AS made(i)"
	}
	return "DROP TABLE IF EXISTS types; DROP TABLE IF EXISTS texts; DROP TABLE IF EXISTS codes;\n" +
		"CREATE TABLE types AS SELECT " + number(0, 97) + " AS age, concat('district ', " + number(1, 12) + ") AS district, " +
		"CASE " + number(2, 3) + " WHEN 0 THEN 'yes' WHEN 1 THEN 'no' ELSE 'unsure' END AS answer, concat('level ', " + number(3, 5) + ") AS level, " +
		number(4, 500000) + " AS income, " + number(5, 31) + " AS visits, " + number(6, max(1, n*2/3)) + " + 1 AS person, CAST(i AS INTEGER) AS visit, " +
		"CAST(0.5 + " + number(7, 4000) + " / 1000.0 AS DECIMAL(9, 3)) AS weight FROM " + series + ";\n" +
		"CREATE TABLE texts AS SELECT CAST(age AS VARCHAR) AS age, district, answer, level, CAST(income AS VARCHAR) AS income, CAST(visits AS VARCHAR) AS visits, " +
		"CAST(person AS VARCHAR) AS person, CAST(visit AS VARCHAR) AS visit, CAST(weight AS VARCHAR) AS weight FROM types;\n" +
		"CREATE TABLE codes AS SELECT age, district, answer, level, income, visits, concat('P-', md5(person)) AS person, visit, weight FROM texts;\n"
}

// scaledPlan asks about all combinations of six columns.
func scaledPlan(t *testing.T, types map[string]string, change func(*plan.Plan)) *plan.Compiled {
	t.Helper()
	whole := func(name string, last int64) plan.Column {
		return plan.Column{Name: domain.AttributeName(name), Kind: domain.Whole, Lowest: new(int64), Highest: &last, Origin: domain.Typed}
	}
	listed := func(name string, kind domain.Kind, values ...string) plan.Column {
		return plan.Column{Name: domain.AttributeName(name), Kind: kind, Values: values, Origin: domain.Typed}
	}
	var districts, levels []string
	for i := range 12 {
		districts = append(districts, "district "+strconv.Itoa(i))
	}
	for i := range 5 {
		levels = append(levels, "level "+strconv.Itoa(i))
	}
	income := plan.Column{Name: "income", Kind: domain.Ranges, Origin: domain.Typed}
	for i, ends := 0, []string{"0", "12000", "25000", "50000", "100000", "200000", "350000", "500000"}; i+1 < len(ends); i++ {
		income.Ranges = append(income.Ranges, plan.Range{From: ends[i], To: ends[i+1]})
	}
	p := plan.Plan{
		Version: plan.Version, DataSet: "scaled", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{}, Types: types},
		Columns: []plan.Column{whole("age", 96), listed("district", domain.List, districts...), listed("answer", domain.List, "yes", "no", "unsure"),
			listed("level", domain.Ordered, levels...), income, whole("visits", 30)},
		Questions: []plan.Question{{ID: "all", Title: "all", Kind: "table", Columns: []domain.AttributeName{"age", "district", "answer", "level", "income", "visits"}}},
	}
	if change != nil {
		change(&p)
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// with are the settings that an engine's queries are measured under.
var with = map[Dialect][]string{
	DuckDB:   {"SET memory_limit = '8GB';\n"},
	Postgres: {"", "SET work_mem = '512MB'; SET max_parallel_workers_per_gather = 0;\n"},
}

func scaled(t *testing.T, e engine) {
	e.run(t, scaledRows(e, int(*scale*1e6)))
	types := map[string]string{"age": "integer", "income": "integer", "visits": "integer", "person": "integer", "visit": "integer", "weight": "numeric(9,3)"}
	if e.dialect() == Postgres {
		e.run(t, "VACUUM ANALYZE;")
	} else {
		for name, of := range types {
			types[name] = strings.ReplaceAll(strings.ToUpper(of), "NUMERIC", "DECIMAL")
		}
	}
	dir, asked := t.TempDir(), regexp.MustCompile(*only)
	for _, way := range ways {
		cells := ""
		for table, known := range map[string]map[string]string{"texts": nil, "codes": nil, "types": types} {
			if !asked.MatchString(way.name + ", " + table) {
				continue
			}
			sql, err := Query{Plan: scaledPlan(t, known, way.change), Dialect: e.dialect(), Table: table}.SQL()
			if err != nil {
				t.Fatal(err)
			}
			for _, settings := range with[e.dialect()] {
				var plain, ours []float64
				for range *turns {
					seconds, err := e.timed(t, settings+fmt.Sprintf(way.plain, table)+";\n", filepath.Join(dir, "plain.csv"))
					if err != nil {
						t.Logf("the plain query of %s, %s fails after %.2f s, which ours may not: %v", way.name, table, seconds, err)
						seconds = math.NaN()
					}
					plain = append(plain, seconds)
					seconds, err = e.timed(t, settings+sql, filepath.Join(dir, "counts.csv"))
					if err != nil {
						t.Fatal(err)
					}
					ours = append(ours, seconds)
				}
				t.Logf("%g million, %s, %s, %q: plain %.2f, Steward %.2f, %.2f times", *scale, way.name, table, settings, plain, ours, slices.Min(ours)/slices.Min(plain))
			}
			counted, err := os.ReadFile(filepath.Join(dir, "counts.csv"))
			if err != nil {
				t.Fatal(err)
			}
			if cells == "" {
				cells = string(counted)
			}
			if string(counted) != cells || len(counted) < 10_000 {
				t.Errorf("%s, %s: %d bytes of cells that are not those of other types", way.name, table, len(counted))
			}
		}
	}
}

// timed runs statements, has what the last one returns written into a file, and returns the seconds of processor time of
// the engine and of what writes. It fails where the engine cannot run them, such as for want of memory.
func (d duck) timed(t *testing.T, sql, into string) (float64, error) {
	t.Helper()
	c := exec.Command(d.command, "-csv", d.file)
	c.Stdin = strings.NewReader(sql)
	return written(t, c, into)
}

func (s server) timed(t *testing.T, sql, into string) (float64, error) {
	t.Helper()
	before, running := s.spent(t), s.processes(t)
	c := exec.Command(filepath.Join(s.bin, "psql"), "-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1", "-h", s.dir, "-U", "steward", "-d", "postgres")
	c.Stdin = strings.NewReader(sql)
	client, err := written(t, c, into)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) { // until the server knows that those of the query ended
		others := slices.DeleteFunc(s.processes(t), func(pid string) bool { return slices.Contains(running, pid) })
		if len(others) == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the processes %q of the server do not end", others)
		}
	}
	return client + s.spent(t) - before, err
}

// written runs a command that writes a file, and returns its seconds of processor time.
func written(t *testing.T, c *exec.Cmd, into string) (float64, error) {
	t.Helper()
	out, err := os.Create(into)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var complaints strings.Builder
	c.Stdout, c.Stderr = out, &complaints
	err = c.Run()
	if c.ProcessState == nil { // it was never started
		t.Fatal(err)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, complaints.String())
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), err
}

// spent is the processor time of all processes of the server that have ended, in seconds. It is in hundredths.
func (s server) spent(t *testing.T) float64 {
	t.Helper()
	stat := s.proc(t, "stat")
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	user, _ := strconv.Atoi(fields[13]) // of children that ended
	system, _ := strconv.Atoi(fields[14])
	return float64(user+system) / 100
}

// processes are those that the server has started.
func (s server) processes(t *testing.T) []string {
	t.Helper()
	return strings.Fields(s.proc(t, "children"))
}

// proc reads what Linux tells of the server's first process.
func (s server) proc(t *testing.T, what string) string {
	t.Helper()
	pid, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(pid), "\n")
	told, err := os.ReadFile(filepath.Join("/proc", first, "task", first, what))
	if err != nil {
		t.Skipf("no processor time is to be had here: %v", err)
	}
	return string(told)
}
