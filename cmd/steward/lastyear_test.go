package main

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// Last year's plan is checked against this year's file: the check names all that no longer fits
// and the command that mends a renamed column, and goes through once all is mended.
func TestCheckOfLastYearsPlan(t *testing.T) {
	text := strings.Replace(sixty(), "age,town,wage", "age,Town ,wages (CHF)", 1)
	d := newDesk(t, "people.csv", text, peoplePlan())
	d.refused([]string{"check", d.plan, "--data", d.data},
		"town: The file has no column town. Town is most likely the same.", `--rename "town=Town"`,
		"wage: The file has no column wage.")
	d.refused([]string{"check", d.plan, "--rename", "town"}, "OLD=NEW is expected")
	d.refused([]string{"check", d.plan, "--rename", "shoe=Town"}, `the plan has no column “shoe”`)
	d.refused([]string{"check", d.plan, "--rename", "town=age"}, `already has a column “age”`)
	said := d.must("check", d.plan, "--data", d.data, "--rename", "town=Town", "--rename", "wage=wages (CHF)")
	if !strings.Contains(said, "all 60 records fit") {
		t.Errorf("after mending: %s", said)
	}
	if q := d.load().Questions[0].Columns[0]; q != "Town" {
		t.Errorf("the question is still about %q", q)
	}
	d.content(strings.Replace(text, "20,North", "20,Norden", 1))
	d.refused([]string{"check", d.plan, "--data", d.data}, "Town: 1 answer in the file is not declared here: “Norden”.")
}

// Dates are put into months, and hidden within two of them, from the file to the release.
func TestReleaseOfDatesInMonths(t *testing.T) {
	var b strings.Builder
	b.WriteString("seen,at\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d.%d.2024,%d:%02d\n", 1+i%28, 1+i%12, i%24, i)
	}
	b.WriteString("2023-12-31,23:59\n")
	p := peoplePlan()
	n := int64(61)
	p.Facts.People = &n
	p.Columns = []plan.Column{
		{Name: "seen", Kind: domain.Periods, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}, Blank: plan.Special{Rule: domain.Refuse},
			Dates: &plan.Dates{Period: domain.Months, First: "2024-01", Last: "2024-12", Order: domain.DayFirst}},
		{Name: "at", Kind: domain.Periods, Origin: domain.Typed, Other: plan.Special{Rule: domain.Refuse}, Blank: plan.Special{Rule: domain.Refuse},
			Dates: &plan.Dates{Period: domain.Hours}},
	}
	p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"seen"}, Kind: secret.Near, Within: "2"}}}
	p.Questions = []plan.Question{
		{ID: "months", Title: "Months", Kind: "cumulative", Columns: []domain.AttributeName{"seen"}},
		{ID: "hours", Title: "Hours", Kind: "table", Columns: []domain.AttributeName{"at"}},
	}
	d := newDesk(t, "people.csv", b.String(), p)
	if said := d.must("check", d.plan, "--data", d.data); !strings.Contains(said, "within 2 months") {
		t.Errorf("the check says %s", said)
	}
	d.must(d.releaseArgs()...)
	if table := read(t, d.out+"/people-months.csv"); !strings.Contains(table, "2024-12") || strings.Contains(table, "2023") {
		t.Errorf("released\n%s", table)
	}
	book := d.dir + "/book.csv"
	d.must("codebook", d.plan, "--out", book)
	if text := read(t, book); !strings.Contains(text, "seen,months,,,2024-01,2024-12,,refuse,nearest,day first") || !strings.Contains(text, "at,hours") {
		t.Errorf("the codebook is\n%s", text)
	}
}
