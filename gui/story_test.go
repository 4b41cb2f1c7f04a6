package gui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/gui/steps/release"
)

// TestFromTheSampleToThePDF goes from the empty window to the summary by nothing but what the
// screen offers, reading it on the way.
func TestFromTheSampleToThePDF(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // the sample is written there
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 1600))
	d.sees(t, "Which spreadsheet holds the people?", "Open the spreadsheet that the tables are to be made from.")
	d.disabled(t, "Next")
	d.tap(t, "try it with a made-up survey")
	d.sees(t, "4,812 people", "clinic-survey.xlsx")
	d.quicker()
	for _, question := range []string{
		"Which columns will be published?",
		"What must nobody be able to tell?",
		"What does the public already know for certain?",
		"What will be published?",
		"How much error can you live with?",
		"Release these numbers?",
	} {
		d.tap(t, "Next")
		d.sees(t, question)
	}
	d.sees(t, "Every record was checked", "Not protected by your choice.") // on the way here
	d.not(t, "Check every record first.")
	d.tap(t, release.Offer("0.5"))
	d.press(fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace)
	if d.session.Release.Finished() != nil {
		t.Fatal("the release was carried out without being asked once more, or by a key pressed by accident")
	}
	d.tap(t, release.Offer("0.5"))
	yes, err := d.find(release.Offer("0.5")) // the question's own button
	if err != nil {
		t.Fatal(err)
	}
	test.Tap(yes)
	test.Tap(yes) // once too often
	done := d.session.Release.Finished()
	if done == nil {
		t.Fatalf("nothing was released; the screen says:\n%s", d.screen())
	}
	d.sees(t, "1.5 of 2") // what is left
	d.tap(t, "Next: Summary")
	d.sees(t, "Page 1 of")
	var summaries int
	for _, f := range done.Files {
		if filepath.Ext(f) != ".pdf" {
			continue
		}
		summaries++
		if text, err := os.ReadFile(f); err != nil || !strings.HasPrefix(string(text), "%PDF-") {
			t.Errorf("%s is no PDF file: %v", f, err)
		}
	}
	if summaries != 2 { // the summary, and the sheet for readers
		t.Errorf("%d papers were written: %v", summaries, done.Files)
	}
}

// TestAnEditSaysWhatItChanges withdraws a column that questions need, and takes that back.
func TestAnEditSaysWhatItChanges(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.session.Release.Review()
	if !d.session.Release.Reviewed() {
		t.Fatal("the sample does not pass its own check")
	}
	d.session.Columns.Withdraw("district")
	d.sees(t, "What this changes.", "“Smokers by district”", "The records have to be checked again")
	d.session.Undo()
	d.not(t, "What this changes.")
	if !d.session.Release.Reviewed() {
		t.Error("taking the edit back does not take back that the records have to be checked again")
	}
}

// TestLeavingAsksFirst opens another project over edits that no file holds.
func TestLeavingAsksFirst(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 800))
	d.session.Edit(func(p *plan.Plan) { p.Title = "Mine" })
	if !d.session.Unsaved() {
		t.Fatal("an edit is not counted as unsaved")
	}
	other := filepath.Join(t.TempDir(), "other.steward")
	if err := os.WriteFile(other, []byte(`{"version": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	d.frame.Drop(other)
	d.sees(t, "Save this project?")
	d.tap(t, "Cancel")
	if d.session.Plan().Title != "Mine" {
		t.Fatal("cancelling lost the edit")
	}
	d.frame.Drop(other)
	d.tap(t, "Do not save")
	if d.session.Path() != other || len(d.session.Plan().Columns) != 0 {
		t.Errorf("the other project is not open: %q", d.session.Path())
	}
	if d.session.Unsaved() {
		t.Error("a project just opened counts as unsaved")
	}
}

// TestHelpIsThere opens what explains a step, by the link and by key.
func TestHelpIsThere(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.tap(t, "Why does this matter?")
	d.sees(t, "Why the spreadsheet stays where it is")
	d.tap(t, "Close")
	d.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyF1})
	d.sees(t, "Keys", "About", "THE STEPS", "Columns")
	d.window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	d.sees(t, "Which spreadsheet holds the people?")
}

// TestSeeingTheAttack opens the worked example from Known facts.
func TestSeeingTheAttack(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.frame.Show(3)
	d.tap(t, "See it on your own columns…")
	d.frame.Wait() // it is worked out beside the window
	d.sees(t, "How averaging removes the noise", "Off by, facts left out", "Off by, facts counted", "What to do")
	d.picture(t, "attack")
	d.tap(t, "Close")
}

// TestPagesWithMadeUpNumbers looks at what will be published before anything is.
func TestPagesWithMadeUpNumbers(t *testing.T) {
	d := newQuick(t)
	d.frame.Show(atSummary)
	d.tap(t, "Look at it with made-up numbers")
	d.sees(t, "Page 1 of")
	d.session.Edit(func(p *plan.Plan) { p.Title = "Another" })
	if d.session.Summary.Trial() != nil || strings.Contains(d.screen(), "Page 1 of") {
		t.Error("the pages of another plan are shown")
	}
}
