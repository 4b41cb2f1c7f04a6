package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"

	"steward/core/seeded"
)

// survey are lines of a table in which respondent i of so many has the weight 3 i.
func survey(n int) []string {
	lines := []string{"ward,wt,day"}
	for i := range n {
		lines = append(lines, fmt.Sprintf("%s,%d,%d", []string{"East", "West"}[i%2], 3*i, i%5))
	}
	return lines
}

// A steward says that rows have weights, which column holds them and how they count, and sees what
// that costs; the column is kept out of what can be published, and what was cut off is said.
func TestSayingThatRowsHaveWeights(t *testing.T) {
	d := plainDesk(t)
	d.session.Data.OpenFile(writeText(t, "survey.csv", survey(20)...), plan.Data{})
	d.session.Columns.Publish(plan.Column{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Codebook})
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "Survey" })
	d.session.Questions.Add("table", []domain.AttributeName{"ward"})
	d.not(t, "The column with the weights")
	d.tap(t, "Each row stands for several people: it has a survey weight")
	d.sees(t, "20 rows", "The column with the weights", "no column says which", "not the largest weight in this file")
	d.not(t, "One person, one row.", "The column that says whose row it is")
	d.pick(t, "Choose the weights", "wt")
	d.sees(t, "A row can stand for up to 10 people", "up to 10 steps of one person", "10 times", "Numbers are weighted counts")
	step, most := d.field(t, "In steps of"), d.field(t, "At most")
	d.typeInto(t, step, "much")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "a number above zero such as 10 is expected")
	d.typeInto(t, step, "20")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "not a whole number of steps of 20: use 20, for example")
	d.typeInto(t, most, "40")
	d.strike(t, fyne.KeyReturn)
	d.sees(t, "A row can stand for up to 40 people", "up to 2 steps of 20 people", "40 times")
	if w := d.session.Plan().Weight; w == nil || *w != (plan.Weight{Column: "wt", Step: "20", Cap: "40"}) {
		t.Errorf("the plan has %+v", w)
	}
	d.session.Release.Review()
	d.sees(t, "6 rows have weights above the cap and count as 40")
	d.tap(t, "Next")
	d.sees(t, "Which columns will be published?", "says a row’s weight")
	d.chooseColumn(t, "wt")
	d.sees(t, "This column says how many people a row stands for.", "The column cannot be published as long as")
	d.tickColumn(t, "wt")
	if _, published := d.session.Columns.Published("wt"); published {
		t.Error("the column with the weights can be published")
	}
	d.tap(t, "Your data")
	d.tap(t, "Each row stands for several people: it has a survey weight")
	d.sees(t, "20 people", "One person, one row.")
	d.not(t, "The column with the weights")
	d.session.Undo()
	d.sees(t, "20 rows", "The column with the weights")
}

// Weights in decimal steps go together with several rows of each person.
func TestWeightsOfSeveralRows(t *testing.T) {
	seeded.ForAudits(t)
	d := plainDesk(t)
	lines := []string{"ward,who,wt"}
	for i := range 20 {
		lines = append(lines, fmt.Sprintf("%s,p%d,%.2f", []string{"East", "West"}[i%2], i/4, 0.4+float64(i)/10))
	}
	d.session.Data.OpenFile(writeText(t, "visits.csv", lines...), plan.Data{})
	d.session.Columns.Publish(plan.Column{Name: "ward", Kind: domain.List, Values: []string{"East", "West"}, Origin: domain.Codebook})
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "Visits" })
	d.session.Questions.Add("table", []domain.AttributeName{"ward"})
	d.tap(t, "People can have several rows")
	d.pick(t, "Choose the column", "who")
	d.tap(t, "Each row stands for several people: it has a survey weight")
	d.pick(t, "Choose the weights", "wt")
	for label, text := range map[string]string{"In steps of": "0.05", "At most": "2"} {
		d.typeInto(t, d.field(t, label), text)
		d.strike(t, fyne.KeyReturn)
	}
	d.sees(t, "People can appear up to 3 times, and a row can stand for up to 2 people", "3 rows, each of them up to 40 steps of 0.05 people", "6 times", "rounded to the nearest whole number of steps", "Which rows count must not depend on an answer")
	if p := d.session.Plan(); p.Rows == nil || p.Rows.Person != "who" || p.Weight == nil || *p.Weight != (plan.Weight{Column: "wt", Step: "0.05", Cap: "2"}) || d.session.Compiled() == nil {
		t.Fatalf("the plan has %+v and %+v", p.Rows, p.Weight)
	}
	d.session.Release.Review()
	d.sees(t, "3 rows have weights above the cap and count as 2", "5 rows exceed the 3 allowed per person")
}

// TestWeightsPictures photographs the choice.
func TestWeightsPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("pictures are taken where STEWARD_SHOTS names a folder")
	}
	for _, look := range pictureLooks {
		d := newDesk(t, look.variant, fyne.NewSize(look.size.Width, 1500))
		d.session.Data.OpenFile(writeText(t, "survey.csv", survey(20)...), plan.Data{})
		d.session.Edit(func(p *plan.Plan) { p.DataSet = "Survey" })
		if err := d.session.Persons.WeightColumn("wt"); err != nil {
			t.Fatal(err)
		}
		if err := d.session.Persons.PersonColumn("day"); err != nil {
			t.Fatal(err)
		}
		d.picture(t, "weights-"+look.name)
	}
}
