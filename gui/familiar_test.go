package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/core/seeded"
)

// A fresh account about people who are in another one waits until it is said that they are others, or the two are linked.
func TestFamiliarPeopleAsAPerson(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	d.remembers(t)
	d.session.OpenSample()
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "people (1)" })
	d.session.Release.Review()
	d.frame.Show(atRelease)
	d.sees(t, "These people are in another account", `This same file was released in the account “Clinic survey 2026”`, `“people (1)” would begin with a fresh budget`)
	d.picture(t, "familiar")
	d.tap(t, "They are other people")
	d.not(t, "These people are in another account")
	if why := d.session.Release.MayRelease(); why != "" {
		t.Errorf("it may not be released: %s", why)
	}
	d.session.Edit(func(p *plan.Plan) { p.DataSet = "people (2)" })
	d.session.Release.Review()
	d.sees(t, "These people are in another account")
	d.tap(t, d.chip())
	d.tab(t, 3)
	d.sees(t, "Recognised under another name", "Whoever can read the folder of the accounts can test guesses")
	d.tap(t, "Remember its people…")
	d.sees(t, "Choose the column that says who a row is about")
	d.tap(t, "Remember them")
	d.tap(t, "Remove the sketch")
	d.sees(t, "No sketch of these people is kept.")
}
