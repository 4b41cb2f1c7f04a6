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
		d.refused([]string{"codebook", d.plan, "--out", book}, "already exists", "choose another name")
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

// A column is published by the coarser values of a sheet: its own values are read as those.
func TestCoarserValues(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) { p.Questions = p.Questions[:0] })
	column, values := "", []string(nil)
	for _, c := range d.load().Columns {
		if c.Kind == domain.List || c.Kind == domain.Ordered {
			column, values = string(c.Name), c.Values
		}
	}
	if len(values) < 2 {
		t.Fatalf("no list in %+v", d.load().Columns)
	}
	sheet := filepath.Join(d.dir, "regions.csv")
	write(t, sheet, "value,coarser value\n"+values[0]+",All\nElsewhere,All\n")
	d.refused([]string{"codebook", d.plan, "--coarser", sheet, "--column", column}, "regions.csv", "does not say where", values[1])
	lines := "value,coarser value\nElsewhere,Abroad\n"
	for i, v := range values {
		lines += v + "," + []string{"Low", "High"}[i*2/len(values)] + "\n"
	}
	write(t, sheet, lines)
	out := d.must("codebook", d.plan, "--coarser", sheet, "--column", column)
	for _, want := range []string{"by 2 coarser values", "not values of the column: Elsewhere", "need another look"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	for _, c := range d.load().Columns {
		if string(c.Name) == column && (!slices.Equal(c.Values, []string{"Low", "High"}) || c.Readings[values[0]] != "Low" || c.Origin != domain.Codebook) {
			t.Errorf("the plan declares %+v", c)
		}
	}
	d.refused([]string{"codebook", d.plan, "--coarser", sheet}, "give both")
	d.refused([]string{"codebook", d.plan, "--coarser", sheet, "--column", "shoe size"}, "no such column")
	d.refused([]string{"codebook", d.plan, "--coarser", sheet, "--column", column, "--out", "x.csv"}, "one at a time")
}

// A codebook names the column that says whose a row is, and goes there and back with it.
func TestCodebookNamesThePeople(t *testing.T) {
	d := newDesk(t, "visits.csv", "who,town\np1,North\np1,West\np2,North\n", plan.Plan{})
	book := filepath.Join(d.dir, "book.csv")
	write(t, book, "column,type,value,upper\nwho,person,,3\ntown,list,North,\n,,West,\n")
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--codebook", book)
	if !strings.Contains(out, "who says whose row it is and is not published") {
		t.Errorf("new says\n%s", out)
	}
	p := d.load()
	if p.Rows == nil || *p.Rows != (plan.Rows{Person: "who", AtMost: 3}) || len(p.Columns) != 1 {
		t.Fatalf("the plan has rows %+v and columns %+v", p.Rows, p.Columns)
	}
	again := filepath.Join(d.dir, "again.xlsx")
	d.must("codebook", d.plan, "--out", again)
	d.plan = filepath.Join(d.dir, "second.steward")
	d.must("new", d.data, "--out", d.plan, "--codebook", again)
	if got := d.load(); got.Rows == nil || *got.Rows != *p.Rows || !reflect.DeepEqual(got.Columns, p.Columns) {
		t.Errorf("there and back: %+v, %+v", got.Rows, got.Columns)
	}
	d.plan = filepath.Join(d.dir, "third.steward")
	d.must("new", d.data, "--out", d.plan, "--codebook", book, "--person", "who", "--rows", "9")
	if got := d.load(); got.Rows == nil || got.Rows.AtMost != 9 {
		t.Errorf("flags come before the codebook, but the plan has %+v", got.Rows)
	}
}
