package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/io/project"
)

// waysOf is a spreadsheet in which people chose several ways to go.
func waysOf(people int) string {
	var b strings.Builder
	b.WriteString("town,ways\n")
	for i := range people {
		fmt.Fprintf(&b, "%s,%s\n", []string{"North", "South"}[i%2], []string{"bus; car", "car", "bike;bus", "", "Bus;car; bike"}[i%5])
	}
	return b.String()
}

// Several answers in a cell are found, become a column for each option when that is said, and are released as one answer, also under
// each answer by itself.
func TestSeveralAnswersInACell(t *testing.T) {
	d := newDesk(t, "ways.csv", waysOf(100), plan.Plan{})
	if out := d.must("inspect", d.data); !strings.Contains(out, "bike, bus and car") || !strings.Contains(out, `--split "ways"`) {
		t.Errorf("inspect says\n%s", out)
	}
	d.plan = filepath.Join(d.dir, "fresh.steward")
	d.refused([]string{"new", d.data, "--out", d.plan, "--split", "ways"}, "taken from the data", "--confirm")
	d.refused([]string{"new", d.data, "--out", d.plan, "--split", "town"}, "name the options")
	d.refused([]string{"new", d.data, "--out", d.plan, "--split", "way"}, `no column “way”`)
	d.must("new", d.data, "--out", d.plan, "--confirm", "--split", "ways=bus|car|bike", "--table", "ways: bus", "--table", "town,ways: car")
	d.edit(func(p *plan.Plan) {
		if len(p.Columns) != 4 || p.Columns[1].Name != "ways: bus" || p.Columns[1].PartOf != "ways" {
			t.Errorf("the plan has %+v", p.Columns)
		}
		p.Secrets.Together = 1
	})
	out := d.check()
	if !strings.Contains(out, "any of these, or all of them together") {
		t.Errorf("check says\n%s", out)
	}
	codebook, again := filepath.Join(d.dir, "codebook.csv"), filepath.Join(d.dir, "again.steward")
	d.must("codebook", d.plan, "--out", codebook)
	d.must("new", d.data, "--out", again, "--codebook", codebook)
	load := func(path string) plan.Plan {
		p, err := project.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	was, is := load(d.plan), load(again)
	for i := range is.Columns {
		is.Columns[i].Origin = was.Columns[i].Origin
	}
	if !reflect.DeepEqual(is.Columns, was.Columns) || !reflect.DeepEqual(is.Data.Splits, was.Data.Splits) {
		t.Errorf("by its own codebook the plan reads\n%+v\n%+v, want\n%+v\n%+v", is.Columns, is.Data.Splits, was.Columns, was.Data.Splits)
	}
	d.must(d.releaseArgs()...)
	r := record(t, d.out, "fresh")
	if r.Plan.Columns[1].PartOf != "ways" || len(r.Plan.Data.Splits) > 0 {
		t.Errorf("the record has %+v", r.Plan)
	}
	if out := d.must("verify", filepath.Join(d.out, "fresh.json")); strings.Contains(out, "DOES NOT") {
		t.Errorf("verify says\n%s", out)
	}
	d.refused([]string{"sql", d.plan, "--dialect", "duckdb", "--table", "t"}, `column “ways”`, "several answers")

	d.content(strings.Replace(waysOf(100), "bike;bus", "tram;bus", 1))
	d.refused([]string{"check", d.plan, "--data", d.data}, "tram;bus", "ways: bus")
}
