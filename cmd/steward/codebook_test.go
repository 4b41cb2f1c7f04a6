package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// A plan's columns go through a codebook into another plan of the same spreadsheet.
func TestCodebookAndBack(t *testing.T) {
	for _, ending := range []string{".csv", ".xlsx"} {
		d := newDesk(t, "people.csv", sixty(), peoplePlan())
		d.edit(func(p *plan.Plan) { p.Questions = nil }) // only the columns need be complete
		want := d.load().Columns
		for i := range want {
			want[i].Origin = domain.Codebook
		}
		book := filepath.Join(d.dir, "book"+ending)
		if out := d.must("codebook", d.plan, "--out", book); !strings.Contains(out, "3 columns") {
			t.Errorf("codebook says\n%s", out)
		}
		d.plan = filepath.Join(d.dir, "fresh.steward")
		out := d.must("new", d.data, "--out", d.plan, "--codebook", book)
		if !strings.Contains(out, "From the codebook: 3 columns.") || strings.Contains(out, "--confirm") || strings.Contains(out, "Not in the codebook") {
			t.Errorf("new says\n%s", out)
		}
		if got := d.load().Columns; !reflect.DeepEqual(got, want) {
			t.Errorf("the new plan declares\n%+v\nwant\n%+v", got, want)
		}
		d.refused([]string{"codebook", d.plan, "--out", book}, "exists already", "choose another name")
		d.refused([]string{"codebook", d.plan, "--out", filepath.Join(d.dir, "book.ods")}, ".csv or .xlsx")
	}
}

// What the codebook does not say is not taken from the data, and what it says too much is told.
func TestNewFromPartOfACodebook(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), plan.Plan{})
	book := filepath.Join(d.dir, "book.csv")
	write(t, book, "column,type,value,lower,upper\nshoe size,whole,,30,50\ntown,list,North,,\n,,West,,\nage,whole,,0,120\n")
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--codebook", book)
	for _, want := range []string{"From the codebook: 2 columns.", "not in the spreadsheet: shoe size", "still without values or bounds: wage"} {
		if !strings.Contains(out, want) {
			t.Errorf("new does not say %q:\n%s", want, out)
		}
	}
	low, high := int64(0), int64(120)
	want := []plan.Column{
		{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Codebook},
		{Name: "town", Kind: domain.List, Values: []string{"North", "West"}, Origin: domain.Codebook},
		{Name: "wage", Kind: domain.Ranges},
	}
	if got := d.load().Columns; !reflect.DeepEqual(got, want) {
		t.Errorf("the plan declares\n%+v\nwant\n%+v", got, want)
	}
	var told struct {
		Columns             int
		Undeclared, Lacking []string
	}
	err := json.Unmarshal([]byte(d.must("new", d.data, "--out", filepath.Join(d.dir, "x.steward"), "--codebook", book, "--json", "--person", "age", "--rows", "2")), &told)
	if err != nil || told.Columns != 2 || !slices.Equal(told.Undeclared, []string{"wage"}) || !slices.Equal(told.Lacking, []string{"shoe size"}) {
		t.Errorf("new --json says %+v (%v)", told, err)
	}
	write(t, book, "column,value\na,x\na,x\n")
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "y.steward"), "--codebook", book}, "book.csv", "line 3, column 2 (value)", "remove one")
	write(t, book, "column,value\na,x\n")
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "y.steward"), "--codebook", book}, "book.csv", "describes a", "age, town and wage", "choose the codebook")
}
