package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/export"
)

// rents is a spreadsheet of so many homes with a rent each, a few of them beyond 900.
func rents(n int) string {
	var b strings.Builder
	b.WriteString("town,rent,kind\n")
	for i := range n {
		b.WriteString([]string{"North", "South"}[i%2] + "," + []string{"300", "500", "700", "1500", ""}[i%5] + "," + []string{"flat", "house"}[i%2] + "\n")
	}
	return b.String()
}

// Totals and averages go all the way: a plan from flags, a preview in the unit of the numbers, a release
// whose files agree with one another, and sums of its numbers.
func TestTotalsOfRents(t *testing.T) {
	d := newDesk(t, "rents.csv", rents(500), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	d.must("new", d.data, "--out", d.plan, "--confirm", "--average", "rent", "--by", "town", "--unit", "EUR")
	d.edit(func(p *plan.Plan) {
		low, high := int64(0), int64(900)
		for i, c := range p.Columns {
			if c.Name == "rent" {
				p.Columns[i] = plan.Column{Name: "rent", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}}
			}
		}
		q := &p.Questions[0]
		if q.Kind != "totals" || q.Sum == nil || !q.Sum.Averages || !q.Totals || q.Title != "Average rent by town" {
			t.Errorf("the plan asks %+v", q)
		}
		q.Sum.Numbers = nil
		p.Budget.Epsilon = "2"
	})
	d.check()
	out := d.must("preview", d.plan)
	for _, want := range []string{"Errors are in EUR", "Each person contributes from 0 to 900 EUR", "below 0 or above 900 are clipped", "(blank) does not count", "Noise on each total", "over 1,000 people"} {
		if !strings.Contains(out, want) {
			t.Errorf("preview does not say %q:\n%s", want, out)
		}
	}
	folder := filepath.Join(d.dir, "out")
	d.must("release", d.plan, "--data", d.data, "--out", folder, "--name", "fresh")
	record := filepath.Join(folder, "fresh.json")
	r, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	q := r.Questions[0]
	if q.Mechanism != "totals" || len(q.Derived) != 1 || q.Derived[0].Unit != plan.InAverages {
		t.Fatalf("%s made %d tables", q.Mechanism, len(q.Derived))
	}
	for _, v := range q.Derived[0].Values {
		// A blank taken as 0 makes 480 of it and an amount left beyond the bound 750. The noise, about 4.8 at its
		// scale, passes 80 less than once in ten million releases; it passes the interval one time in twenty, so
		// that the truth need not lie within.
		if v.Key[0] == "(total)" && (v.Unreliable || v.From > v.Value || v.To < v.Value || v.To-v.From > 60 || math.Abs(v.Value-600) > 80) {
			t.Errorf("the average of 300, 500, 700 and 900 is %+v", v)
		}
	}
	if out := d.must("verify", record); strings.Contains(out, "FAILS") {
		t.Errorf("verify says\n%s", out)
	}
	out = d.must("combine", record, "--add", "North, total of rent", "--subtract", "South, total of rent")
	if !strings.Contains(out, "EUR; 19 times in 20 from") {
		t.Errorf("combine says\n%s", out)
	}
	table, err := os.ReadFile(filepath.Join(folder, "fresh-q1.csv"))
	if err != nil || !strings.Contains(string(table), "North,total of rent,") || !strings.Contains(string(table), "(total),number with rent,") {
		t.Errorf("the table is (%v)\n%s", err, table)
	}
}

// Numbers for values that are none come from a sheet, over several columns too; what does not fit is refused
// in words.
func TestNumbersFromASheet(t *testing.T) {
	d := newDesk(t, "rents.csv", rents(100), plan.Plan{})
	sheet := func(name, text string) string {
		path := filepath.Join(d.dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	metres := sheet("metres.csv", "town,kind,metres\nNorth,flat,12.5\nNorth,house,3\nSouth,flat,40\nSouth,house,\n")
	d.plan = filepath.Join(d.dir, "metres.steward")
	d.must("new", d.data, "--out", d.plan, "--confirm", "--average", "town,kind", "--numbers", metres, "--unit", "m")
	var told struct {
		Questions []struct{ Answers int }
	}
	if err := json.Unmarshal([]byte(d.must("preview", d.plan, "--json")), &told); err != nil || told.Questions[0].Answers != 2 {
		t.Errorf("preview says %+v (%v)", told, err)
	}
	for _, c := range []struct {
		says string
		args []string
	}{
		{"no column “height”", []string{"--total", "height"}},
		{"about totals", []string{"--unit", "EUR"}},
		{"cannot make the groups", []string{"--total", "rent", "--by", "rent"}},
		{"is not a value of", []string{"--total", "town", "--numbers", sheet("a.csv", "town,n\nEast,1\n")}},
		{"“many”", []string{"--total", "town", "--numbers", sheet("b.csv", "town,n\nNorth,many\n")}},
		{"no column “town”", []string{"--total", "town", "--numbers", sheet("c.csv", "place,n\nNorth,1\n")}},
		{"no column of numbers", []string{"--total", "town", "--numbers", sheet("e.csv", "town\nNorth\n")}},
	} {
		d.refused(append([]string{"new", d.data, "--out", filepath.Join(d.dir, "no.steward"), "--confirm"}, c.args...), c.says)
	}
}
