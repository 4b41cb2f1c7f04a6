package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/counts"
	"steward/io/records"
)

// uncounted says why no query counts for a plan, "" where one does.
func uncounted(p plan.Plan) string {
	switch {
	case p.Rows != nil && p.Rows.Key == "":
		return "name a column that orders them"
	case len(p.Data.Splits) > 0:
		return "as several answers, which a query cannot do"
	case len(p.Data.Repairs) > 0:
		return "by a rule"
	case p.Data.LeaveOut != "":
		return "leaves out rows"
	case (p.Data.DecimalComma || p.Data.Thousands != "") && slices.ContainsFunc(p.Columns, func(c plan.Column) bool { return c.Kind == domain.Whole || c.Kind == domain.Ranges }):
		return "with a decimal point"
	}
	return ""
}

// TestSQLOfCorpus has a query written for every plan of the corpus, which has something of all that a plan can say. What no
// query can count is refused before one is written, with the words for it. Where DuckDB is, it counts the rows of the file,
// and its counts have to be what reading them tells.
func TestSQLOfCorpus(t *testing.T) {
	duck := os.Getenv("STEWARD_DUCKDB")
	refused, same := 0, 0
	for _, k := range keptPlans(t) {
		text, err := json.Marshal(k.plan)
		if err != nil {
			t.Fatal(err)
		}
		var p plan.Plan
		if err := json.Unmarshal(text, &p); err != nil {
			t.Fatal(err)
		}
		compiled, err := plan.Compile(p)
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		file, err := filepath.Abs(filepath.Join(corpus, k.File))
		if err != nil {
			t.Fatal(err)
		}
		why := uncounted(p)
		var sql string
		for _, q := range []counts.Query{{Dialect: counts.Postgres, Table: "people"}, {Dialect: counts.Spark, Table: "people"}, {Dialect: counts.DuckDB, Files: file}} {
			q.Plan = compiled
			sql, err = q.SQL()
			if (err == nil) != (why == "") || err != nil && !strings.Contains(err.Error(), why) {
				t.Errorf("%s, %s: %v does not say %q", k.name, q.Dialect, err, why)
			}
		}
		if why != "" {
			refused++
			continue
		}
		if duck == "" {
			continue
		}
		run := exec.CommandContext(t.Context(), duck, "-csv")
		run.Stdin = strings.NewReader(sql)
		out, err := run.Output()
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		counted := filepath.Join(t.TempDir(), "counts.csv")
		write(t, counted, string(out))
		if got, want := toldOf(t, counted, compiled), toldOf(t, file, compiled); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: DuckDB counts %v\nreading tells %v", k.name, got, want)
		}
		same++
	}
	if refused < 3 || duck != "" && same < 40 {
		t.Errorf("%d plans were refused and %d counted", refused, same)
	}
}

// toldOf is what a file tells a release: its cells by the columns that it needs, and its totals.
func toldOf(t *testing.T, path string, p *plan.Compiled) map[string]int64 {
	t.Helper()
	data, err := records.Open(t.Context(), path, p.Plan.Data)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	out := make(map[string]int64)
	var at []int
	for _, name := range release.Needed(p) {
		position, _ := p.Domain.Position(name)
		at = append(at, position)
	}
	totals, err := data.Read(context.Background(), p, release.Visit{
		Cell: func(values []int, n int64) error {
			var key []int
			for _, position := range at {
				key = append(key, values[position])
			}
			out[fmt.Sprint(key)] += n
			return nil
		},
		Unread:   func(n int64, _ error) error { out["unread"] += n; return nil },
		Progress: func(int64) {},
	})
	if err != nil {
		t.Fatalf("%s: %v (%v)", path, err, slices.Sorted(maps.Keys(out)))
	}
	out["records"], out["beyond"], out["people"], out["capped"], out["unweighted"] = totals.Records, totals.Beyond, totals.People, totals.Capped, totals.Unweighted
	return out
}
