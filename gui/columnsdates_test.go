package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/columns"
)

// visitLines is a text table with dates, times and places.
func visitLines() []string {
	lines := []string{"seen,at,latitude,longitude,town"}
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("%d.%d.2024,%02d:%02d,%.3f,%.3f,%s", 1+i%28, 1+i%12, i%24, i, 46.5+float64(i)/50, 7+float64(i)/40, []string{"Bern", "Thun", "Rome"}[i%3]))
	}
	return lines
}

func visitsDesk(t *testing.T) desk {
	t.Helper()
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "visits.csv", visitLines()...), plan.Data{})
	if p := d.session.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	d.frame.Show(1)
	return d
}

func TestDatesInPeriods(t *testing.T) {
	d := visitsDesk(t)
	d.tickColumn(t, "seen")
	d.sees(t, "Dates in periods", "Dates stored as text begin with", "Dates before the first and after the last are")
	d.tap(t, "Propose from the data…")
	d.sees(t, "12 months, from 2024-01 to 2024-12", "beginning with the day", "can point to one person")
	d.tap(t, "Cancel")
	d.typeInto(t, d.field(t, "First"), "2024")
	d.typeInto(t, d.field(t, "Last"), "2024-12")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "found “2024” where a month such as 2019-03 is expected", "to do")
	d.typeInto(t, d.field(t, "First"), "2024-01")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "12 months, from 2024-01 to 2024-12", "typed", "A release would stop there")
	d.pickNth(t, columns.OrderWords(domain.YearFirst), 1)
	d.not(t, "A release would stop there")
	if c := d.published(t, "seen"); c.Dates.Order != domain.DayFirst || c.Origin != domain.Typed {
		t.Errorf("declared %+v of origin %q", c.Dates, c.Origin)
	}
	d.pickNth(t, columns.PeriodWords(domain.Months), 1)
	d.sees(t, "4 quarters, from 2024-Q1 to 2024-Q4")
	d.pickNth(t, columns.PeriodWords(domain.Quarters), 6)
	d.sees(t, "4 periods, from 2024-Q1 to 2024-Q4", "2024-01-01 to 2024-03-31 = 2024-Q1")
	d.session.Undo()
	d.sees(t, "4 quarters, from 2024-Q1 to 2024-Q4")
	d.tickColumn(t, "at")
	d.sees(t, "Dates in periods")
	d.sees(t, "24 hours, from 00:00–00:59 to 23:00–23:59")
	d.not(t, "Dates stored as text begin with")
}

func TestPlacesOnAGrid(t *testing.T) {
	d := visitsDesk(t)
	d.tap(t, "These are places…")
	d.sees(t, "Places on a grid", "latitude", "longitude", "not those of your data")
	for label, text := range map[string]string{"South": "46", "North": "48", "West": "6", "East": "9", "Step": "0.5"} {
		d.typeInto(t, d.field(t, label), text)
	}
	d.sees(t, "4 × 6 squares of 0.5 degrees, about 56 kilometres")
	d.typeInto(t, d.field(t, "Step"), "0.7")
	d.sees(t, "is not a whole number of steps")
	d.typeInto(t, d.field(t, "Step"), "0.5")
	d.tap(t, "Put them on the grid")
	for name, n := range map[string]int{"latitude": 4, "longitude": 6} {
		if c := d.published(t, name); c.Kind != domain.Ranges || len(c.Ranges) != n {
			t.Errorf("%s is declared as %+v", name, c)
		}
	}
	d.session.Undo()
	d.sees(t, "0 columns")
}

func TestWhatDoesNotFitIsMended(t *testing.T) {
	d := visitsDesk(t)
	d.session.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{
			{Name: "Town name", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Typed},
			{Name: "shoe", Kind: domain.List, Values: []string{"40"}, Origin: domain.Typed},
		}
	})
	d.sees(t, "What does not fit the file", "The file has no column Town name. town is most likely the same.", "The file has no column shoe.")
	d.tap(t, "Use town")
	d.sees(t, "The file has no column shoe.")
	d.not(t, "The file has no column Town name")
	if c := d.published(t, "town"); len(c.Values) != 3 {
		t.Errorf("town is declared as %+v", c)
	}
	d.tap(t, "Take it out")
	d.not(t, "What does not fit the file")
}

// TestColumnsDatesPictures photographs dates, places and what does not fit.
func TestColumnsDatesPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		d := newDesk(t, look.variant, look.size)
		d.session.Data.OpenFile(writeText(t, "visits.csv", visitLines()...), plan.Data{})
		d.frame.Show(1)
		d.tickColumn(t, "seen")
		d.picture(t, "columns-"+look.name+"-dates-fresh")
		d.session.Columns.Publish(plan.Column{Name: "seen", Kind: domain.Periods, Origin: domain.Typed, Dates: &plan.Dates{Period: domain.Months, First: "2024-01", Last: "2024-12", Order: domain.DayFirst}})
		d.frame.Update()
		d.picture(t, "columns-"+look.name+"-dates")
		d.session.Columns.Publish(d.published(t, "seen").InPeriods(domain.Spans))
		d.frame.Update()
		d.picture(t, "columns-"+look.name+"-spans")
		d.tap(t, "Propose from the data…")
		d.picture(t, "columns-"+look.name+"-dates-propose")
		d.tap(t, "Cancel")
		d.tap(t, "These are places…")
		for label, text := range map[string]string{"South": "46", "North": "48", "West": "6", "East": "9", "Step": "0.5"} {
			d.typeInto(t, d.field(t, label), text)
		}
		d.picture(t, "columns-"+look.name+"-places")
		d.tap(t, "Put them on the grid")
		d.session.Edit(func(p *plan.Plan) {
			p.Columns = append(p.Columns, plan.Column{Name: "Town name", Kind: domain.List, Values: []string{"Bern", "Thun", "Rome"}, Origin: domain.Typed},
				plan.Column{Name: "shoe", Kind: domain.List, Values: []string{"40"}, Origin: domain.Typed})
		})
		d.picture(t, "columns-"+look.name+"-misfit")
	}
}

// Dates with names of months are read as they stand; years of two digits once the steward says in
// which hundred years they lie.
func TestDatesWithTwoDigitYears(t *testing.T) {
	seeded.ForAudits(t)
	d := plainDesk(t)
	lines := []string{"seen,born"}
	for i := range 24 {
		lines = append(lines, fmt.Sprintf("%d-%s-2024,%d/%d/%02d", 1+i, []string{"Jan", "Feb", "Mar"}[i%3], 1+i, 1+i%12, 20+i))
	}
	d.session.Data.OpenFile(writeText(t, "births.csv", lines...), plan.Data{})
	d.frame.Show(1)
	d.tickColumn(t, "seen")
	d.sees(t, "Dates in periods")
	d.typeInto(t, d.field(t, "First"), "2024-01")
	d.typeInto(t, d.field(t, "Last"), "2024-03")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "3 months, from 2024-01 to 2024-03")
	d.not(t, "A release would stop there")
	d.tickColumn(t, "born")
	d.sees(t, "Dates in periods")
	d.tap(t, "Propose from the data…")
	d.sees(t, "have two-digit years: say which hundred years they belong to")
	d.typeInto(t, d.field(t, "First"), "1930-01")
	d.typeInto(t, d.field(t, "Last"), "2029-12")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "A release would stop there")
	d.pickNth(t, columns.OrderWords(domain.YearFirst), 1)
	years := d.field(t, "Two-digit years count from")
	d.typeInto(t, years, "30")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "where a year such as 1930 is expected")
	d.typeInto(t, years, "1930")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "30 to 99 stand for 1930 to 1999, and 00 to 29 for 2000 to 2029.")
	d.not(t, "A release would stop there")
	if c := d.published(t, "born"); c.Dates.YearsFrom != 1930 || c.Dates.Order != domain.DayFirst {
		t.Errorf("declared %+v", c.Dates)
	}
}
