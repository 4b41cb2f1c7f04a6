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
	"steward/core/plan/secret"
	"steward/io/publish"
)

// EveryKindPlan asks for everything that can be published: tables with totals and all that follows
// from them, published by rules; cumulative counts, ranges and boxes; totals and averages; by a method
// whose error depends on the data; percentiles, drawn, read off and of groups, the most common value by
// group, and best choices by tests and by weights; groups of similar people found in rounds and from a
// table; and made-up records by each method.
func EveryKindPlan() plan.Plan {
	low, high, n, none := int64(0), int64(9), int64(240), 0
	refuse := plan.Special{Rule: domain.Refuse}
	names := func(list ...domain.AttributeName) []domain.AttributeName { return list }
	return plan.Plan{
		Version: plan.Version, DataSet: "Every kind", Title: "Everything that can be asked",
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Label: "Age in decades", Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South", "East"}, Origin: domain.Codebook, Other: refuse},
			{Name: "smoker", Kind: domain.List, Values: []string{"yes", "no"}, Origin: domain.Confirmed, Blank: refuse, Other: refuse},
			{Name: "rent", Kind: domain.Ranges, Ranges: []plan.Range{{From: "0", To: "500"}, {From: "500", To: "1000"}, {From: "1000", To: "2000"}}, Origin: domain.Typed, Blank: refuse, Other: refuse},
		},
		Secrets: secret.Secrets{Columns: []secret.Secret{{Columns: names("age"), Kind: secret.Near, Within: "3"}}},
		Facts:   plan.Facts{People: &n},
		Questions: []plan.Question{
			{ID: "cross", Title: "Smokers by town", Kind: "table", Columns: names("town", "smoker"), Totals: true, Mechanism: "laplace",
				Percent: []plan.Percent{{}, {Within: names("town")}}, Rates: []plan.Rate{{Column: "smoker", Values: []string{"yes"}}},
				Differences: []plan.Difference{{Column: "smoker", First: "yes", Second: "no"}}, Publishing: &plan.Publishing{RoundTo: 5, HideTimes: "4"}},
			{ID: "rents", Title: "Rents", Kind: "table", Columns: names("rent"), Mechanism: "laplace"},
			{ID: "ages", Title: "Ages, cumulative", Kind: "cumulative", Columns: names("age"), Mechanism: "laplace"},
			{ID: "bands", Title: "Age bands", Kind: "ranges", Columns: names("age"), Ranges: []plan.Span{{From: "0", To: "3"}, {From: "4", To: "9"}}, Mechanism: "laplace-answers"},
			{ID: "boxes", Title: "Young in town", Kind: "ranges", Columns: names("age", "smoker"), Boxes: [][]plan.Span{{{From: "0", To: "3"}, {From: "yes", To: "yes"}}}, Mechanism: "laplace"},
			{ID: "mean", Title: "Average rent by town", Kind: "totals", Columns: names("rent", "town"), Totals: true, Sum: &plan.Sum{Of: names("rent"), Averages: true, Unit: "EUR",
				Numbers: []plan.Number{{Values: []string{"0 to under 500"}, Number: "250"}, {Values: []string{"500 to under 1000"}, Number: "750"}, {Values: []string{"1000 to under 2000"}, Number: "1500"}}}},
			{ID: "evened", Title: "Towns, evened out", Kind: "table", Columns: names("town"), Mechanism: "evened"},
			{ID: "three", Title: "Town, smoking and rent", Kind: "table", Columns: names("town", "smoker", "rent"), Mechanism: "laplace", Share: "2"},
			{ID: "every", Title: "Every range of rents", Kind: "ranges", Columns: names("rent"), Every: true, Mechanism: "laplace"},
			{ID: "sums", Title: "Decades lived", Kind: "totals", Columns: names("age", "smoker"), Sum: &plan.Sum{Of: names("age"), Unit: "decades"}},
		},
		Choices: []plan.Choice{
			{ID: "median", Title: "Median age", Kind: "percentile", Column: "age", Interval: true, Width: &none},
			{ID: "read", Title: "Median age, read off", Kind: "percentile", Column: "age", Table: "ages", Interval: true},
			{ID: "common", Title: "Most common town", Kind: "most common", Column: "town", By: names("smoker")},
			{ID: "best", Title: "Best limit", Kind: "best", Column: "age", Test: "at most", Options: []plan.Option{{Label: "low", At: "2"}, {Label: "high", At: "6", Times: "0.5"}}},
			{ID: "quarters", Title: "Upper quarter of ages", Kind: "percentile", Column: "age", By: names("smoker"), Percentile: "75"},
			{ID: "tabled", Title: "Median age by a table", Kind: "percentile", Column: "age", Method: "table", Interval: true},
			{ID: "offer", Title: "Best offer", Kind: "best", Column: "town", Test: "weights", Options: []plan.Option{{Label: "coast", Weights: map[string]string{"North": "1", "East": "0.5"}}, {Label: "hills", Weights: map[string]string{"South": "1"}}}},
		},
		Clusters: []plan.Clustering{
			{ID: "alike", Title: "People alike", Columns: []plan.ClusterColumn{{Name: "age"}, {Name: "rent"}}, Clusters: 2, Way: "rounds", Rounds: 2, Share: "2"},
			{ID: "aged", Title: "Ages alike", Columns: []plan.ClusterColumn{{Name: "age"}}, Clusters: 3, Way: "summary"},
		},
		Synthetic: []plan.Synthetic{
			{ID: "people", Title: "Made-up people", Columns: names("age", "town", "smoker"), Records: 60, Share: "2"},
			{ID: "weighed", Title: "Weighed people", Columns: names("town", "rent"), Method: "mwem", Rounds: 3, Records: 40},
			{ID: "few", Title: "A few people", Columns: names("town", "smoker"), Method: "small", Size: 8, Records: 40},
		},
		StandIn: &plan.StandIn{Kind: plan.StandInEven},
		Budget:  plan.Budget{Epsilon: "8", Limit: "10"},
	}
}

// EveryKindJob is a release of it, reviewed, into a folder of its own.
func EveryKindJob(t testing.TB) publish.Job {
	t.Helper()
	return EveryKindJobOf(t, EveryKindPlan())
}

// EveryKindJobOf is a release of a plan about the same people, with their number known.
func EveryKindJobOf(t testing.TB, p plan.Plan) publish.Job {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("age,town,smoker,rent\n")
	for i := range 240 {
		fmt.Fprintf(&rows, "%d,%s,%s,%d\n", i%10, []string{"North", "South", "East", ""}[i*7%20%4], []string{"yes", "no", "no"}[i%3], (i*37)%2000)
	}
	data := Written(t, "every.csv", rows.String())
	reviewed, checked, err := publish.Review(context.Background(), Compiled(t, p), data, false, nil)
	if err != nil || checked.Records != 240 {
		t.Fatalf("%d records, %v", checked.Records, err)
	}
	return publish.Job{
		Plan: Compiled(t, reviewed), Data: data, LedgerDir: filepath.Join(t.TempDir(), "ledgers"),
		Out: filepath.Join(t.TempDir(), "out"), Base: "every", Program: "Steward test", Noise: noisetest.Fresh(t),
		Now: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC),
	}
}

// everyKindFiles is the folder with the files of the release of everything that the first test which asked for
// them had carried out.
var everyKindFiles string

// EveryKind writes the files of a release of everything into a folder of the test's own, and returns the paths of
// its record and its ledgers.
func EveryKind(t testing.TB) (record, ledgers string) {
	t.Helper()
	copied := func(to, from string) {
		t.Helper()
		if err := os.CopyFS(to, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	if everyKindFiles == "" {
		j := EveryKindJob(t)
		if _, err := publish.Release(context.Background(), j); err != nil {
			t.Fatal(err)
		}
		dir, err := os.MkdirTemp("", "every-kind-*") // Main removes it
		if err != nil {
			t.Fatal(err)
		}
		copied(filepath.Join(dir, "out"), j.Out)
		copied(filepath.Join(dir, "ledgers"), j.LedgerDir)
		everyKindFiles = dir
	}
	dir := t.TempDir()
	copied(dir, everyKindFiles)
	return filepath.Join(dir, "out", "every.json"), filepath.Join(dir, "ledgers")
}

func ContentOf(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
