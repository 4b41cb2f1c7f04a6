package gui_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/core/plan"
	"steward/gui/session/drafts"
	"steward/gui/widgets/forms"
	"steward/io/project"
)

// TestUndoSaysWhatItTakesBack edits in three steps and goes back through them by the keyboard.
func TestUndoSaysWhatItTakesBack(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 900))
	d.session.Columns.Withdraw("income")
	d.session.Budget.SetBudget("0.8")
	d.frame.Show(7)
	button := func(hint string) *forms.IconButton {
		return part(t, d, hint, func(b *forms.IconButton) bool { return strings.HasPrefix(b.Hint, hint) })
	}
	test.MoveMouse(d.window.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(button("Undo")).AddXY(4, 4))
	d.sees(t, "Undo: changing the budget to 0.8")
	undo := func() { test.Tap(button("Undo")) }
	undo()
	d.sees(t, "How much error can you live with?", "Undone: changing the budget to 0.8.")
	undo()
	d.sees(t, "Which columns will be published?", "Undone: leaving “income” out.")
	test.Tap(button("Redo: leaving “income” out"))
	d.sees(t, "Redone: leaving “income” out.")
	if len(d.session.Plan().Columns) != 5 {
		t.Errorf("%d columns after redoing", len(d.session.Plan().Columns))
	}
	undo()
	d.session.Columns.Withdraw("visits")
	d.session.Columns.Withdraw("education")
	test.TapSecondary(button("Undo"))
	d.tap(t, "Undo: leaving “visits” out") // and the one after it
	if len(d.session.Plan().Columns) != 6 {
		t.Errorf("%d columns after taking two edits back from the menu", len(d.session.Plan().Columns))
	}
}

// TestCrashAndResume finds what a program left behind that died, and goes on with it.
func TestCrashAndResume(t *testing.T) {
	unsaved := filepath.Join(t.TempDir(), "unsaved")
	begin := func(t *testing.T) desk {
		t.Helper()
		around := surroundings(t)
		around.Drafts, around.Now = unsaved, time.Now
		return newDeskOn(t, around, fyne.NewSize(1280, 900))
	}
	first := begin(t)
	first.session.OpenSample()
	if left := project.Leftovers(unsaved); len(left) != 0 {
		t.Fatalf("an untouched sample is kept: %v", left)
	}
	died, err := project.NewDraft(unsaved) // what a program that died with the same edits leaves
	if err != nil {
		t.Fatal(err)
	}
	first.session.Columns.Withdraw("income")
	if err := died.Keep(first.session.Plan(), project.Past{}); err != nil {
		t.Fatal(err)
	}
	died.Close()
	other, err := project.NewDraft(unsaved) // and another one that died before
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Keep(plan.Plan{Data: plan.Data{File: "rents.xlsx"}}, project.Past{}); err != nil {
		t.Fatal(err)
	}
	other.Close()
	first.session.Close()

	second := begin(t)
	second.sees(t, "Steward closed before a project was saved.")
	list := second.session.Drafts.Left()
	if len(list) != 2 {
		t.Fatalf("left behind: %+v", list)
	}
	i := slices.IndexFunc(list, func(l drafts.Left) bool { return l.File == "clinic-survey.xlsx" })
	if i < 0 || list[1-i].File != "rents.xlsx" {
		t.Fatalf("left behind: %+v", list)
	}
	second.sees(t, "Choices for rents.xlsx", "Choices for clinic-survey.xlsx")
	second.session.Resume(list[i])
	second.settled()
	second.sees(t, "Open clinic-survey.xlsx again to go on")
	if got := len(second.session.Plan().Columns); got != 5 {
		t.Errorf("%d columns came back, want 5", got)
	}
	if !second.session.Unsaved() {
		t.Error("what came back counts as saved")
	}
	second.session.Close()

	third := begin(t)
	third.not(t, "Choices for clinic-survey.xlsx")
	third.sees(t, "Choices for rents.xlsx")
	third.tap(t, "Discard it")
	third.not(t, "Steward closed before a project was saved.")
	third.session.Close()
	if left := project.Leftovers(unsaved); len(left) != 0 {
		t.Errorf("forgotten, and still there: %v", left)
	}
}
