package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/cuts"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// loud is the budget under which a table's noise is not zero with a chance below one in a
// trillion for each number.
var loud = plan.Budget{Epsilon: "100"}

// counted checks the answers of a release's only question, by their keys.
func (d *desk) counted(want map[string]int) {
	d.t.Helper()
	d.must(d.releaseArgs()...)
	got, total := record(d.t, d.out, "people").Questions[0].Answers, 0
	for _, a := range got {
		key := strings.Join(a.Key, " | ")
		if a.Unadjusted != float64(want[key]) {
			d.t.Errorf("%s: released %v, want %d", key, a.Unadjusted, want[key])
		}
		total += want[key]
	}
	all := 0
	for _, n := range want {
		all += n
	}
	if total != all {
		d.t.Errorf("the answers cover %d of %d rows", total, all)
	}
}

// A column of districts is released by the regions of a mapping sheet, of which every row is in
// one; what the sheet does not have is other.
func TestReleaseOfCoarserValues(t *testing.T) {
	p := peoplePlan()
	p.Columns, p.Facts, p.Secrets, p.Budget = p.Columns[1:2], plan.Facts{}, secret.Secrets{}, loud
	p.Columns[0].Other = plan.Special{}
	p.Questions = []plan.Question{{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}}
	d := newDesk(t, "people.csv", sixty()+"20,Nowhere,1\n20,,1\n", p)
	sheet := filepath.Join(d.dir, "regions.csv")
	write(t, sheet, "value;coarser value\nNorth;Upper\nSouth;Lower\nEast;Upper\n")
	d.must("codebook", d.plan, "--coarser", sheet, "--column", "town")
	d.check()
	d.counted(map[string]int{"Upper": 40, "Lower": 20, "(other)": 1, "(blank)": 1})
}

// Places are put on a grid, and counted in its squares, on the edges of which a place lies in the
// northern or eastern one.
func TestReleaseOfPlacesOnAGrid(t *testing.T) {
	var b strings.Builder
	b.WriteString("lat,lon\n")
	want := make(map[string]int)
	for i := range 200 {
		south, west := i%8, i/8%12 // quarters of a degree above 46 and 6
		fmt.Fprintf(&b, "%.2f,%.2f\n", 46+float64(south)/4, 6+float64(west)/4)
		want[fmt.Sprintf("%s | %s", half(46, south/2), half(6, west/2))]++
	}
	b.WriteString("48.00,6.00\n45.99,6\n47.5,9.00\n,7\n") // outside in the north, in the south, in the east, and blank
	want["(other) | "+half(6, 0)] = 2
	want[half(46, 3)+" | (other)"]++
	want["(blank) | "+half(6, 2)]++
	latitude, longitude, err := cuts.Places{Latitude: "lat", Longitude: "lon", South: "46", North: "48", West: "6", East: "9", Step: "0.5"}.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for _, secrets := range []secret.Secrets{{}, {Columns: []secret.Secret{{Columns: []domain.AttributeName{"lat", "lon"}, Kind: secret.Place, Within: "60"}}}} {
		d := newDesk(t, "people.csv", b.String(), plan.Plan{Version: plan.Version, DataSet: "Places", Title: "Places", Secrets: secrets, Budget: loud,
			Columns:   []plan.Column{latitude, longitude},
			Questions: []plan.Question{{ID: "squares", Title: "Squares", Kind: "table", Columns: []domain.AttributeName{"lat", "lon"}}}})
		d.must("check", d.plan, "--agree")
		d.check()
		d.counted(want)
	}
}

// half is the label of the half degree at a place of a grid.
func half(from, at int) string {
	end := func(n int) string { return strings.TrimSuffix(fmt.Sprintf("%d.%d", from+n/2, n%2*5), ".0") }
	return end(at) + " to under " + end(at+1)
}

// Last year's plan is mended for this year's file and released from it.
func TestReleaseWithLastYearsPlan(t *testing.T) {
	p := peoplePlan()
	p.Facts, p.Secrets, p.Budget, p.Questions = plan.Facts{}, secret.Secrets{}, loud, []plan.Question{{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}}
	d := newDesk(t, "people.csv", sixty(), p)
	d.check()
	d.counted(map[string]int{"North": 20, "South": 20, "East": 20})
	// This year the file has the columns in another order, one under another name, and one more.
	d.data = filepath.Join(d.dir, "next.csv")
	var b strings.Builder
	b.WriteString("new;wage;District;age\n")
	for i := range 45 {
		fmt.Fprintf(&b, "x;%d;%s;%d\n", 900+i, []string{"South", "East", "South"}[i%3], 20+i%10)
	}
	write(t, d.data, b.String())
	d.out = filepath.Join(d.dir, "next")
	d.refused(d.releaseArgs(), "reviewed")
	d.refused([]string{"check", d.plan, "--data", d.data}, "town: The file has no column town. District is most likely the same.", `--rename "town=District"`)
	d.must("check", d.plan, "--data", d.data, "--rename", "town=District")
	d.counted(map[string]int{"South": 30, "East": 15})
}
