package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"steward/cmd/steward/previews"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// Every range of more values than a sheet has room for is answered by the cumulative counts that all ranges follow from: previewed,
// released, verified and subtracted like any question, with all files in agreement.
func TestEveryRangeOfManyValues(t *testing.T) {
	low, high, people := int64(0), int64(1499), int64(400)
	refuse := plan.Special{Rule: domain.Refuse}
	var rows strings.Builder
	rows.WriteString("wage\n")
	for i := range people {
		fmt.Fprintf(&rows, "%d\n", i*i%1500)
	}
	d := newDesk(t, "wages.csv", rows.String(), plan.Plan{
		Version: plan.Version, DataSet: "Wages", Title: "Wages",
		Columns:   []plan.Column{{Name: "wage", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse}},
		Secrets:   secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"wage"}, Kind: secret.Near, Within: "16"}}},
		Facts:     plan.Facts{People: &people},
		Questions: []plan.Question{{ID: "every", Title: "Every range", Kind: "ranges", Columns: []domain.AttributeName{"wage"}, Every: true}},
		Budget:    plan.Budget{Epsilon: "1", Limit: "2"},
	})
	const follow = "Every range of “wage” would be 1,125,750 numbers, more than a sheet has rows. Its 1,500 cumulative counts are published"
	d.says([]string{"preview", d.plan}, "Every range: 1500 numbers", follow, "Errors are those of all these ranges.")
	var said previews.Previewed
	if err := json.Unmarshal([]byte(d.must("preview", d.plan, "--json")), &said); err != nil {
		t.Fatal(err)
	}
	if q := said.Questions[0]; q.Answers != 1500 || q.Ranges != 1_125_750 || q.Factor < 1 || q.Factor > 3 {
		t.Errorf("the preview for programs says %+v", q)
	}
	d.check()
	d.must(d.releaseArgs()...)
	path := filepath.Join(d.out, "people.json")
	if out := d.must("verify", path); strings.Contains(out, "DOES NOT") {
		t.Errorf("verify says\n%s", out)
	}
	q := record(t, d.out, "people").Questions[0]
	if len(q.Answers) != 1500 || q.Ranges == nil || q.Ranges.Count != 1_125_750 {
		t.Fatalf("the record has %d answers and says of ranges %+v", len(q.Answers), q.Ranges)
	}
	for i, a := range q.Answers {
		if a.Key[0] != "0" || a.Key[1] != fmt.Sprint(i) || i > 0 && a.Published < q.Answers[i-1].Published {
			t.Fatalf("answer %d is %+v, after %+v", i, a, q.Answers[max(i, 1)-1])
		}
	}
	for _, r := range [][2]int{{700, 711}, {3, 1490}, {1200, 1498}} {
		var sum struct {
			Value float64
			RMSE  float64 `json:"rootMeanSquareError"`
			Half  float64 `json:"halfWidth95"`
		}
		to, before := q.Answers[r[1]], q.Answers[r[0]-1]
		out := d.must("combine", path, "--question", "every", "--add", strings.Join(to.Key, ","), "--subtract", strings.Join(before.Key, ","), "--json")
		if err := json.Unmarshal([]byte(out), &sum); err != nil {
			t.Fatal(err)
		}
		if math.Abs(sum.Value-(to.Unadjusted-before.Unadjusted)) > 1e-9 || !(sum.RMSE > 0) || sum.RMSE > to.RMSE+before.RMSE {
			t.Errorf("the range %v is %+v, from %+v and %+v", r, sum, to, before)
		}
	}
	// A record that says less of its ranges is found out.
	text := read(t, path)
	figure := fmt.Sprintf("\"largestTypicalError\": %v", q.Ranges.MostTypical)
	if strings.Count(text, figure) != 1 {
		t.Fatalf("the record does not have %s once", figure)
	}
	write(t, path, strings.Replace(text, figure, fmt.Sprintf("\"largestTypicalError\": %v", q.Ranges.MostTypical/2), 1))
	if o := d.steward("verify", path); o.code == 0 || !strings.Contains(o.out, "errors, noise scales or sensitivities are not those that the plan gives") {
		t.Errorf("verify of a changed record: exit code %d, %s%s", o.code, o.out, o.err)
	}
}
