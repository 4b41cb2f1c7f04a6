package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

const chanceWords = "Accept a very small chance that the protection fails"

// The tick is reached by the keyboard, accepts the usual chance, and says everywhere what the
// promise does not cover; undoing takes it back.
func TestChanceOnTheBudgetPage(t *testing.T) {
	d := newQuick(t)
	d.frame.Show(atBudget)
	tick := d.toggle(t, chanceWords)
	if tick.Checked {
		t.Fatal("a chance of a failure is accepted from the start")
	}
	d.not(t, "except in a case")
	d.window.Canvas().Focus(tick)
	tick.TypedRune(' ')
	if d.session.Plan().Budget.Delta == "" {
		t.Fatal("the space bar accepts nothing")
	}
	d.settled()
	if !d.toggle(t, chanceWords).Checked {
		t.Error("the tick does not show what was accepted")
	}
	d.sees(t, "except in a case whose chance is at most 1 in", "without it within")
	d.frame.Show(atRelease)
	d.settled().sees(t, "except in a case whose chance is at most 1 in", "and a chance of 1 in")
	d.frame.Show(atBudget)
	d.session.Undo()
	d.settled()
	if d.toggle(t, chanceWords).Checked {
		t.Error("undoing does not take it back")
	}
	d.not(t, "except in a case")
}

// TestChanceLook photographs the step with a chance of a failure accepted, when STEWARD_SHOTS names
// a folder.
func TestChanceLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for name, variant := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		t.Setenv("TMPDIR", t.TempDir())
		d := newDesk(t, variant, usual)
		d.session.OpenSample()
		d.frame.Show(atBudget)
		d.session.AcceptChance(true)
		d.settled().picture(t, "chance-"+name)
		d.session.SetShowsNumber(true)
		if err := d.session.SetDelta("0.005"); err != nil {
			t.Fatal(err)
		}
		d.settled().picture(t, "chance-"+name+"-large")
		d.frame.Show(atRelease)
		d.settled().picture(t, "chance-"+name+"-release")
	}
}
