package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
)

// TestValuesAreProposedTogether ticks three columns of a messy workbook and takes what the data propose for all of them, with one
// confirmation and in one edit. Nothing of it is in the plan before it is confirmed.
func TestValuesAreProposedTogether(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.frame.Drop(messyWorkbook(t, t.TempDir()))
	d.tap(t, "Leave it out")
	d.frame.Show(1)
	for _, column := range []string{"Age", "Part of town", "Sport"} {
		d.tickColumn(t, column)
	}
	d.tap(t, "Propose values for all of them…")
	d.sees(t, "Age", "Part of town", "Sport", "They become public.")
	d.disabled(t, "Use these values")
	for _, c := range d.session.Plan().Columns {
		if c.Regular() > 0 {
			t.Fatalf("%s has values before they are confirmed", c.Name)
		}
	}
	test.Tap(d.check(t, "These values are public knowledge: everyone could know them without this file."))
	d.tap(t, "Use these values")
	for _, c := range d.session.Plan().Columns {
		if c.Regular() == 0 || c.Origin != domain.Confirmed {
			t.Errorf("%s: %d values, %s", c.Name, c.Regular(), c.Origin)
		}
	}
	d.not(t, "Propose values for all of them…")
	d.session.Undo()
	for _, c := range d.session.Plan().Columns {
		if c.Regular() > 0 {
			t.Errorf("%s keeps its values after they were taken back", c.Name)
		}
	}
}
