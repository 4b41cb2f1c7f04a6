package publishtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/io/ledger"
	"steward/io/publish"
)

// Town is a spreadsheet of forty people.
func Town() string {
	var b strings.Builder
	b.WriteString("age;town\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,5;%s\n", 20+i%10, []string{"North", "South"}[i%2])
	}
	return b.String()
}

// TownPlan asks one question of it.
func TownPlan() plan.Plan {
	n := int64(40)
	refuse := plan.Special{Rule: domain.Refuse}
	return plan.Plan{
		Version: plan.Version, DataSet: "Town", Title: "The town",
		Data: plan.Data{Delimiter: ";", DecimalComma: true},
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Ranges, Ranges: []plan.Range{{To: "25"}, {From: "25"}}, Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Blank: refuse, Other: refuse},
		},
		Facts:     plan.Facts{People: &n},
		Questions: []plan.Question{{ID: "t", Title: "Ages by town", Kind: "table", Columns: []domain.AttributeName{"age", "town"}}},
		Budget:    plan.Budget{Epsilon: "0.5", Limit: "1"},
	}
}

// Compiled compiles a plan.
func Compiled(t testing.TB, p plan.Plan) *plan.Compiled {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Written writes a file into a folder of the test's own.
func Written(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TownJob is a release of the town's spreadsheet, reviewed.
func TownJob(t testing.TB) publish.Job {
	t.Helper()
	j := TownJobIn(t, t.TempDir())
	j.Noise = noisetest.Fresh(t)
	return j
}

// TownJobIn is TownJob in a folder that is there, without any noise.
func TownJobIn(t testing.TB, dir string) publish.Job {
	t.Helper()
	path := filepath.Join(dir, "town.csv")
	if err := os.WriteFile(path, []byte(Town()), 0o600); err != nil {
		t.Fatal(err)
	}
	reviewed, checked, err := publish.Review(context.Background(), Compiled(t, TownPlan()), path, false, nil)
	if err != nil || checked.Records != 40 {
		t.Fatalf("%d records, %v", checked.Records, err)
	}
	return publish.Job{
		Plan: Compiled(t, reviewed), Data: path, LedgerDir: filepath.Join(dir, "ledgers"),
		Out: filepath.Join(dir, "out"), Base: "town", Program: "Steward test",
		Now: TownTime,
	}
}

// TownTime is when the town's release is carried out.
var TownTime = time.Date(2026, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600))

// TownLedger is what the ledger says that the job debits.
func TownLedger(t testing.TB, j publish.Job) ledger.Statement {
	t.Helper()
	l, err := ledger.Open(j.LedgerDir, "Town")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	return s
}
