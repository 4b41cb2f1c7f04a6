package counts

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
)

var update = flag.Bool("update", false, "write the goldens anew")

// shown is a plan with a column of every kind and every rule.
func shown(t testing.TB, change func(*plan.Plan)) *plan.Compiled {
	t.Helper()
	lo, hi := int64(18), int64(21)
	p := plan.Plan{
		Version: plan.Version, DataSet: "shown", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{}},
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}, Blank: plan.Special{Rule: domain.Refuse}},
			{Name: `the "town"`, Kind: domain.List, Values: []string{"North", "Südstadt", "O'Hara", `C:\`}, Origin: domain.Codebook, Readings: map[string]string{"n/a": domain.BlankLabel}},
			{Name: "wage", Kind: domain.Ranges, Ranges: []plan.Range{{From: "0", To: "0.1"}, {From: "0.1", To: "0.3"}, {From: "0.3", To: "1000"}}, Origin: domain.Typed, Other: plan.Special{Rule: domain.Refuse}},
			{Name: "since", Kind: domain.Periods, Dates: &plan.Dates{Period: domain.Months, First: "2024-01", Last: "2024-03"}, Origin: domain.Typed, Blank: plan.Special{Rule: domain.AsValue, Value: "2024-01"}},
			{Name: "grade", Kind: domain.Ordered, Values: []string{"low", "high"}, Origin: domain.Typed},
		},
		Impossible: []domain.Combination{{"age": {"18", "19"}, "grade": {"high"}}},
		Questions: []plan.Question{
			{ID: "a", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age", `the "town"`}},
			{ID: "b", Title: "Grades", Kind: "table", Columns: []domain.AttributeName{"grade"}},
		},
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

func several(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 2, Key: "visit"} }

func typed(p *plan.Plan, d Dialect) {
	weighted(p)
	p.Data.Types = map[string]string{"age": "smallint", "wage": "numeric(9,2)", "since": "date", "grade": "integer", "the weight": "double precision"}
	if d == DuckDB {
		p.Data.Types = map[string]string{"age": "SMALLINT", "wage": "DECIMAL(9,2)", "since": "DATE", "grade": "INTEGER", "the weight": "DOUBLE"}
	}
	if p.Columns[4].Name == "grade" {
		p.Columns[4].Values = []string{"1", "2"}
		p.Impossible[0]["grade"] = []string{"2"}
	}
}

func weighted(p *plan.Plan) { p.Weight = &plan.Weight{Column: "the weight", Step: "0.25", Cap: "5"} }

func weightedRows(p *plan.Plan) {
	several(p)
	weighted(p)
}

// TestQueryGoldens compares whole queries with those in testdata.
func TestQueryGoldens(t *testing.T) {
	for _, d := range dialects {
		for name, change := range map[string]func(*plan.Plan){"people": nil, "rows": several, "unread": several,
			"typed": func(p *plan.Plan) { typed(p, d) }, "weights": weighted, "weightedrows": weightedRows, "weightsunread": weightedRows} {
			got, err := Query{Plan: shown(t, change), Dialect: d, Table: `public."our rows"`, Unread: strings.HasSuffix(name, "unread")}.SQL()
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", string(d)+"-"+name+".sql")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is another query than before; go test -update ./io/counts writes it anew:\n%s", path, got)
			}
		}
	}
}

// TestTableNames quotes the parts of names.
func TestTableNames(t *testing.T) {
	for _, c := range []struct{ typed, postgres, spark string }{
		{"survey", `"survey"`, "`survey`"},
		{" Public.Survey ", `"Public"."Survey"`, "`Public`.`Survey`"},
		{`"a.b".c`, `"a.b"."c"`, "`a.b`.`c`"},
		{`a."b"".""c"`, `"a"."b"".""c"`, "`a`.`b\".\"c`"},
		{"a`b", "\"a`b\"", "`a``b`"},
		{`x"; DROP TABLE y; --`, `"x""; DROP TABLE y; --"`, "`x\"; DROP TABLE y; --`"},
	} {
		for d, want := range map[Dialect]string{Postgres: c.postgres, DuckDB: c.postgres, Spark: c.spark} {
			sql, err := Query{Plan: shown(t, nil), Dialect: d, Table: c.typed}.SQL()
			if err != nil || !strings.Contains(sql, "\n  FROM "+want+"\n") {
				t.Errorf("%s: %q is not quoted as %s: %v", d, c.typed, want, err)
			}
		}
	}
	for _, typed := range []string{"", " ", ".", "a.", ".a", `"`, `"a`, `"a"b`, `a""`, "a\x00b"} {
		if sql, err := (Query{Plan: shown(t, nil), Dialect: Postgres, Table: typed}).SQL(); err == nil && typed != `a""` {
			t.Errorf("%q went through: %.200s", typed, sql)
		}
	}
}

// TestFilesAreATable reads Parquet with its types, and text tables as the texts that they are.
func TestFilesAreATable(t *testing.T) {
	for files, want := range map[string]string{
		"a/*.parquet":  "read_parquet('a/*.parquet', union_by_name = true)",
		"it's.CSV.gz":  "read_csv('it''s.CSV.gz', header = true, all_varchar = true, union_by_name = true)",
		`C:\x y\b.tsv`: `read_csv('C:\x y\b.tsv', header = true, all_varchar = true, union_by_name = true)`,
	} {
		sql, err := Query{Plan: shown(t, nil), Dialect: DuckDB, Files: files}.SQL()
		if err != nil || !strings.Contains(sql, "\n  FROM "+want+"\n") || !strings.Contains(sql, "duckdb -csv -f QUERY.sql > COUNTS.csv") {
			t.Errorf("%q is not read as %s: %v\n%.600s", files, want, err, sql)
		}
	}
}

// TestQueryRefuses wants words for what no query can do.
func TestQueryRefuses(t *testing.T) {
	for _, c := range []struct {
		query  Query
		change func(*plan.Plan)
		says   string
	}{
		{Query{Dialect: "oracle", Table: "t"}, nil, `no SQL dialect "oracle": use "postgres", "duckdb" or "spark"`},
		{Query{Dialect: Spark, Table: "t"}, func(p *plan.Plan) {
			p.Columns[4].Name = "a${b}"
			p.Impossible, p.Questions = nil, p.Questions[:1]
		}, "in a view"},
		{Query{Dialect: DuckDB, Table: "t"}, func(p *plan.Plan) {
			p.Columns[3].Dates = &plan.Dates{Period: domain.Days, First: "1800-01-01", Last: "2024-01-01"}
			p.Columns[3].Blank = plan.Special{}
		}, `column "since": the columns up to this one have more than 50000`},
		{Query{Dialect: Postgres, Files: "a.parquet"}, nil, "files are read by DuckDB"},
		{Query{Dialect: DuckDB, Files: "folder"}, nil, "does not say which files"},
		{Query{Dialect: Postgres, Table: "t"}, func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 2} }, "name a column that orders them"},
	} {
		c.query.Plan = shown(t, c.change)
		if _, err := c.query.SQL(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v does not say %q", err, c.says)
		}
	}
}

// TestTexts writes texts so that no mark, backslash or line of them can end the text, and no
// shell reads them as its own.
func TestTexts(t *testing.T) {
	for _, c := range []struct{ text, postgres, duckDB, spark string }{
		{"North", "'North'", "'North'", "'North'"},
		{"", "''", "''", "''"},
		{"a'b", `E'a\'b'`, "'a''b'", "CAST(X'612762' AS STRING)"},
		{`a\`, `E'a\\'`, `'a\'`, "CAST(X'615C' AS STRING)"},
		{"a\nb", `E'a\u000Ab'`, "('a' || chr(10) || 'b')", "CAST(X'610A62' AS STRING)"},
		{"ü", `E'\u00FC'`, "'ü'", "CAST(X'C3BC' AS STRING)"},
		{"😀", `E'\U0001F600'`, "'😀'", "CAST(X'F09F9880' AS STRING)"},
		{"\u200b", `E'\u200B'`, "chr(8203)", "CAST(X'E2808B' AS STRING)"},
		{"${x};", "E'${x};'", "'${x};'", "CAST(X'247B787D3B' AS STRING)"},
	} {
		for w, want := range map[writer]string{postgres{}: c.postgres, duckDB{}: c.duckDB, spark{}: c.spark} {
			if got, err := w.text(c.text); err != nil || got != want {
				t.Errorf("%T writes %q as %s, want %s (%v)", w, c.text, got, want, err)
			}
		}
	}
	if _, err := (postgres{}).text("a\x00"); !errors.Is(err, errNever) {
		t.Errorf("a NUL in PostgreSQL: %v", err)
	}
}

// TestCommentsAreSafe makes plans by chance: whatever names they have, no comment of a query
// holds a mark of any engine, and no line but a comment begins one.
func TestCommentsAreSafe(t *testing.T) {
	for seed := range uint64(50) {
		m := maker{seeded.New(seed, 2)}
		p := m.plan(t)
		for _, d := range dialects {
			sql, err := Query{Plan: p, Dialect: d, Table: `t";'--` + "\n/*`\u2028"}.SQL()
			if err != nil {
				if d == Spark && strings.Contains(err.Error(), "${") {
					continue
				}
				t.Fatal(err)
			}
			for _, line := range strings.Split(sql, "\n") {
				comment, is := strings.CutPrefix(line, "-- ")
				if is && strings.ContainsAny(comment, "'\"`;\\$*\u2028\u0085\r") {
					t.Errorf("%s, seed %d: the comment %q", d, seed, line)
				}
			}
		}
	}
}

var dialects = []Dialect{Postgres, DuckDB, Spark}

// wide is a plan that asks about all combinations of many columns of whole numbers, and of the first with each other one.
func wide(t testing.TB, n int, change func(*plan.Plan)) *plan.Compiled {
	t.Helper()
	p := plan.Plan{Version: plan.Version, DataSet: "wide", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Reviewed: &plan.Fingerprint{}}}
	last := int64(96)
	for i := range n {
		name := domain.AttributeName("w" + strconv.Itoa(i))
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: new(int64), Highest: &last, Origin: domain.Typed})
		p.Questions = append(p.Questions, plan.Question{ID: string(name), Title: string(name), Kind: "table", Columns: []domain.AttributeName{name}})
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
