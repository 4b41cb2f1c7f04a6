package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// What is noticed of a sheet as a whole is told with the flags that read it in another way, and
// read with them it is so no more.
func TestInspectTellsWhatItNoticed(t *testing.T) {
	d := newDesk(t, "wages.csv", "Filiale;Anteil;Umsatz\nNord;25,5 %;1.200,50 €\nSüd;30 %;980 €\nOst;n/a;12.345 €\nSumme;55,5 %;14.525,50 €\n", plan.Plan{})
	out := d.must("inspect", d.data)
	for _, want := range []string{"Noticed", `looks like a row of totals (“Summe”)`, `(--leave-out "5")`, `texts such as “25,5 %”`, `(--decimal-comma --thousands ".")`, "Umsatz   0      4         a list of values"} {
		if !strings.Contains(out, want) {
			t.Errorf("inspect does not say %q:\n%s", want, out)
		}
	}
	out = d.must("inspect", d.data, "--leave-out", "5", "--decimal-comma", "--thousands", ".")
	for _, want := range []string{"numbers in ranges  980 to 12345", `“25,5 %” is read as 0.255`, "3 amounts in €", "left out: it is not a record"} {
		if !strings.Contains(out, want) {
			t.Errorf("inspect does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "texts such as") {
		t.Errorf("inspect still proposes other marks:\n%s", out)
	}
}

// A column with percentages counts them as numbers where it is declared as numbers, and as they are
// written where it is declared as a list.
func TestPercentagesAreWhatTheyAreDeclared(t *testing.T) {
	text := "share\n25 %\n10 %\n25 %\n5.0%\n0.05\n"
	ranges := plan.Column{Name: "share", Kind: domain.Ranges, Origin: domain.Typed, Ranges: []plan.Range{{From: "0", To: "0.1"}, {From: "0.1", To: "0.25"}, {From: "0.25", To: "1"}}}
	list := plan.Column{Name: "share", Kind: domain.List, Origin: domain.Typed, Values: []string{"25 %", "10 %", "5 %"}}
	for _, c := range []struct {
		column plan.Column
		want   map[string]int
	}{
		{ranges, map[string]int{"0 to under 0.1": 2, "0.1 to under 0.25": 1, "0.25 to under 1": 2}},
		{list, map[string]int{"25 %": 2, "10 %": 1, "5 %": 0, "(other)": 2}},
	} {
		d := newDesk(t, "people.csv", text, plan.Plan{Version: plan.Version, DataSet: "Shares", Title: "Shares", Columns: []plan.Column{c.column}, Budget: loud,
			Questions: []plan.Question{{ID: "shares", Title: "Shares", Kind: "table", Columns: []domain.AttributeName{"share"}}}})
		d.check()
		d.out = filepath.Join(d.dir, "out")
		d.counted(c.want)
	}
}
