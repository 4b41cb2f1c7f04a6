package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
)

// visits are lines of a table in which patient i has i visits.
func visits(patients int) []string {
	lines := []string{"patient,ward,day"}
	for i := range patients {
		for j := range i {
			lines = append(lines, fmt.Sprintf("p%d,%s,%d", i, []string{"East", "West"}[(i+j)%2], 1+(i*j)%5))
		}
	}
	return lines
}

// A steward says that people can have several rows, whose row it is and how many count, and
// sees what that means; the column is kept out of what can be published.
func TestSayingThatPeopleHaveSeveralRows(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "visits.csv", visits(9)...), plan.Data{})
	d.session.Columns.Publish(plan.Column{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Codebook})
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "Visits" })
	d.sees(t, "36 people", "One person, one row.")
	d.not(t, "The column that says whose row it is")
	d.tap(t, "People can have several rows")
	d.sees(t, "36 rows", "The column that says whose row it is", "no column says whose row it is", "not the largest in this file", "Numbers count rows, not people.", "3 times")
	d.not(t, "One person, one row.", "36 people")
	d.pick(t, "Choose the column", "patient")
	d.sees(t, "of 8 people, 3 columns", "everything about all three rows together, and how many there are.", "3 times", "Whether someone is in the file at all is hidden too.")
	atMost := d.field(t, "Rows of each person, at most")
	d.typeInto(t, atMost, "no")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "a whole number from 1 to 1000 is expected")
	d.tap(t, "Next")
	d.sees(t, "Which spreadsheet holds the people?") // it stays at the field
	d.typeInto(t, atMost, "5")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "5 times", "everything about all five rows together")
	if r := d.session.Plan().Rows; r == nil || *r != (plan.Rows{Person: "patient", AtMost: 5}) {
		t.Errorf("the plan has %+v", r)
	}
	d.tap(t, "Next")
	d.sees(t, "Which columns will be published?", "says whose row it is")
	d.chooseColumn(t, "patient")
	d.sees(t, "This column says whose row it is.", "It cannot be published as long as")
	d.not(t, "This column does not identify anyone", "Publish patient")
	d.tickColumn(t, "patient")
	if _, published := d.session.Columns.Published("patient"); published {
		t.Error("the column that says whose row it is can be published")
	}
	d.tap(t, "Your data")
	d.tap(t, "One row for each person")
	d.sees(t, "36 people", "One person, one row.")
	d.session.Undo()
	d.sees(t, "36 rows", "of 8 people")
}

// What is beyond the limit is said on the screen once every record was checked.
func TestRowsBeyondAreSaidOnScreen(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "visits.csv", visits(6)...), plan.Data{})
	d.session.Columns.Publish(plan.Column{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Codebook})
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "Visits" })
	d.session.Questions.Add("table", []domain.AttributeName{"ward"})
	if err := d.session.Persons.PersonColumn("patient"); err != nil {
		t.Fatal(err)
	}
	d.not(t, "left out of every number")
	d.session.Release.Review()
	d.sees(t, "3 rows exceed the 3 allowed per person and are left out of every number. For your eyes only.")
}

// TestRowsPictures photographs the choice.
func TestRowsPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		d := newDesk(t, look.variant, look.size)
		d.session.Data.OpenFile(writeText(t, "visits.csv", visits(9)...), plan.Data{})
		d.session.Edit(func(p *plan.Plan) { p.DataSet = "Visits" })
		d.session.Persons.SeveralRows()
		d.picture(t, "rows-"+look.name+"-open")
		if err := d.session.Persons.PersonColumn("patient"); err != nil {
			t.Fatal(err)
		}
		d.picture(t, "rows-"+look.name)
	}
}
