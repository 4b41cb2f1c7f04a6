package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
)

const chanceWords = "Accept a very small chance that the protection fails"

// The tick is reached by the keyboard, accepts the usual chance, and says everywhere what the
// promise does not cover; undoing takes it back.
func TestChanceOnTheBudgetPage(t *testing.T) {
	seeded.ForAudits(t)
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	d := newDeskOn(t, thorough(t), usual)
	d.session.OpenSample()
	d.session.Questions.Remove(0) // its errors take longest to work out
	d.frame.Show(atBudget)
	tick := d.toggle(t, chanceWords)
	if tick.Checked {
		t.Fatal("a chance of failure is accepted from the start")
	}
	d.not(t, "except in a case")
	d.settled().sees(t, "Accepting a chance")
	d.window.Canvas().Focus(tick)
	tick.TypedRune(' ')
	if d.session.Plan().Budget.Delta == "" {
		t.Fatal("the space bar accepts nothing")
	}
	d.settled()
	if !d.toggle(t, chanceWords).Checked {
		t.Error("the tick does not show what was accepted")
	}
	d.sees(t, "without it within", "Methods with “Gaussian noise” in their names use the chance of 1 in")
	d.frame.Show(atRelease)
	d.settled().sees(t, "and a chance of 1 in")
	d.frame.Show(atBudget)
	d.session.Undo()
	d.settled()
	if d.toggle(t, chanceWords).Checked {
		t.Error("undoing does not take it back")
	}
	d.not(t, "except in a case")
}

// What the chances of failure may add up to is asked where what may be spent is, said beside it, and
// kept to: a larger chance than is left is refused on the page, and raising the limit lets it pass.
func TestChanceLimitAsAPerson(t *testing.T) {
	seeded.ForAudits(t)
	d := newQuick(t)
	d.frame.Show(atBudget)
	d.tap(t, "Change what is allowed…")
	d.not(t, "may the chances of failure add up to")
	d.tap(t, "Cancel")
	d.session.Budget.AcceptChance(true)
	if err := d.session.Budget.SetDelta("0.000002"); err != nil {
		t.Fatal(err)
	}
	d.settled().sees(t, "It accepts a chance of failure of 1 in 500,000.", "No limit is set on what such chances may add up to.")
	d.tap(t, "Change what is allowed…")
	d.sees(t, "And what may the chances of failure add up to?")
	d.types(t, "no limit on such chances", "0.5")
	d.tap(t, "Allow it")
	d.sees(t, "cannot be a limit on chances")
	d.picture(t, "chance-limit-wrong")
	d.picture(t, "chance-limit-dialog")
	d.types(t, "0.5", "0.000002") // enter allows it
	if d.over() {
		t.Fatalf("enter does not allow it; the screen says:\n%s", d.screen())
	}
	if got := d.session.Plan().Budget; got.DeltaLimit != "0.000002" || got.Limit != "2" {
		t.Fatalf("the budget is %+v", got)
	}
	d.settled().sees(t, "Such chances may add up to 1 in 500,000 in total; 1 in 500,000 is left before this release.")
	d.not(t, "More than is left.")
	if err := d.session.Budget.SetDelta("0.000003"); err != nil {
		t.Fatal(err)
	}
	d.settled().sees(t, "More than is left.", "Accept a smaller chance, or none, or allow more.", "Too large a chance")
	d.picture(t, "chance-limit-short")
	d.frame.Show(atRelease)
	d.settled().sees(t, "The chance of failure is larger than what is left")
	d.frame.Show(atBudget)
	d.tap(t, "Allow more…")
	d.tap(t, "Allow it")
	if got := d.session.Plan().Budget.DeltaLimit; got != "0.000003" {
		t.Errorf("the limit is %q", got)
	}
	d.settled().not(t, "More than is left.")
}

// TestChanceLook photographs the step with a chance of failure accepted, when STEWARD_SHOTS names
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
		d.session.Budget.AcceptChance(true)
		d.settled().picture(t, "chance-"+name)
		d.session.Budget.SetShowsNumber(true)
		if err := d.session.Budget.SetDelta("0.005"); err != nil {
			t.Fatal(err)
		}
		d.settled().picture(t, "chance-"+name+"-large")
		d.frame.Show(atRelease)
		d.settled().picture(t, "chance-"+name+"-release")
	}
}
