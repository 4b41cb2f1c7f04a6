package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// Questions are asked on the command line, released and verified, and their answers combined.
func TestNewAsks(t *testing.T) {
	d := newDesk(t, "people.csv", "age,town,wage\n"+strings.Repeat("20,North,900\n21,South,1000\n20,South,950\n22,East,1100\n21,North,980\n", 12), plan.Plan{})
	for flags, says := range map[string]string{
		"--totals":                             "name the columns of one with --table",
		"--table nothing":                      "declares no column",
		"--table town --percent weight":        "declares no column",
		"--table town --round-to=-5":           "--round-to",
		"--ranges age,nothing":                 "--ranges",
		"--rate town:North":                    "name the columns of one with --table",
		"--table town --rate age:20":           "a column of the table",
		"--table town --rate town:":            "an empty value",
		"--table town --difference town:North": "name two",
		"--table town --of-shares":             "--difference",
		"--table town --hide-times=0":          "a number above 0",
		"--table town --hide-width=wide":       "a number above 0",
	} {
		d.refused(append([]string{"new", d.data, "--out", filepath.Join(d.dir, "x.steward"), "--confirm"}, strings.Fields(flags)...), says)
	}
	derived := filepath.Join(d.dir, "derived.steward")
	d.must("new", d.data, "--out", derived, "--confirm", "--table", "town, age", "--rate", "town:North|South", "--difference", "town:North|South", "--of-shares", "--hide-times", "2")
	if said := d.must("preview", derived); !strings.Contains(said, "Percentages, rates and differences: They cost nothing.") {
		t.Errorf("preview says\n%s", said)
	}
	d.plan = filepath.Join(d.dir, "fresh.steward")
	if out := d.must("new", d.data, "--out", d.plan, "--confirm", "--table", "town, age", "--percent", "all", "--percent", "town", "--ranges", "age", "--round-to", "5"); !strings.Contains(out, "It asks 2 questions.") {
		t.Errorf("new says\n%s", out)
	}
	d.check()
	d.must(d.releaseArgs()...)
	path := filepath.Join(d.out, "fresh.json")
	if out := d.must("verify", path); strings.Contains(out, "DOES NOT") || !strings.Contains(out, "percentages, rates and differences follow") || !strings.Contains(out, "rounded and hidden as the plan says") {
		t.Errorf("verify says\n%s", out)
	}
	r := record(t, d.out, "fresh")
	if q := r.Questions[0]; len(q.Derived) != 2 || len(q.Keys) != 2 || r.Plan.Questions[0].Columns[0] != domain.AttributeName("town") {
		t.Fatalf("the record has %+v", r.Plan.Questions)
	}
	at := func(key ...string) float64 {
		for _, a := range r.Questions[0].Answers {
			if strings.Join(a.Key, ",") == strings.Join(key, ",") {
				return a.Unadjusted
			}
		}
		t.Fatalf("no answer for %v", key)
		return 0
	}
	combine := []string{"combine", path, "--question", "q1", "--add", "North, 20", "--add", "North,21", "--subtract", "South , 20"}
	out := d.must(combine...)
	for _, want := range []string{"+1  North, 20", "-1  South, 20", "19 times in 20 from", "one interval in twenty misses"} {
		if !strings.Contains(out, want) {
			t.Errorf("combine does not say %q:\n%s", want, out)
		}
	}
	var sum struct {
		Value float64
		RMSE  float64 `json:"rootMeanSquareError"`
		From  float64 `json:"from95"`
		To    float64 `json:"to95"`
	}
	if err := json.Unmarshal([]byte(d.must(append(combine, "--json")...)), &sum); err != nil {
		t.Fatal(err)
	}
	if want := at("North", "20") + at("North", "21") - at("South", "20"); math.Abs(sum.Value-want) > 1e-9 || sum.RMSE <= 0 || sum.To-sum.From < 2*sum.RMSE {
		t.Errorf("combined %+v, want %v", sum, want)
	}
	d.refused([]string{"combine", path}, "name those to add")
	d.refused([]string{"combine", path, "--add", "North, 20"}, "say which with --question", "q2")
	d.refused([]string{"combine", path, "--question", "q1"}, "name those to add")
	d.refused([]string{"combine", path, "--question", "q1", "--add", "West"}, "commas between")
	d.refused([]string{"combine", d.data, "--question", "q1", "--add", "West"}, d.data)
}
