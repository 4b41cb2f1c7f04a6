package gui_test

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
	"steward/gui/words"
)

// remembers releases the sample in a saved project and opens that again, with the page Release in the window.
func (d desk) remembers(t *testing.T) (out string) {
	t.Helper()
	project := filepath.Join(t.TempDir(), "sample.steward")
	d.session.OpenSample()
	d.session.Budget.SetBudget("0.5")
	if err := d.session.SaveProject(project); err != nil {
		t.Fatal(err)
	}
	d.session.Release.Review()
	out = filepath.Join(t.TempDir(), "out")
	d.session.Release.Carry(out, "sample")
	if d.session.Release.Finished() == nil {
		t.Fatal(d.session.Problem())
	}
	if err := d.session.OpenProject(project); err != nil {
		t.Fatal(err)
	}
	d.frame.Show(atRelease)
	return out
}

// A project that is opened again shows what it released, when, and what a further release would do otherwise.
func TestRememberedReleaseAsAPerson(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	out := d.remembers(t)
	d.sees(t, "What was released?", "This project released these numbers before.", "Released on ", "It spent 0.5.", "Workbook (.xlsx)", "Plan another release")
	d.not(t, "What another release would do differently")
	d.session.Budget.SetBudget("0.25")
	d.sees(t, "What another release would do differently, with the plan as it is now: changing the budget to 0.25.")
	d.frame.Show(atSummary)
	d.sees(t, "Is the summary ready to sign?")
	// Its files are gone.
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	if err := d.session.OpenProject(d.session.Path()); err != nil {
		t.Fatal(err)
	}
	d.frame.Show(atRelease)
	d.sees(t, "This project was released on ", "and that release cannot be shown.", "There is no record", "Choose its record…")
	d.tap(t, "Go on without it")
	d.not(t, "cannot be shown")
}

// A release whose files could not be written is not shown as published: it waits to be finished.
func TestHaltedReleaseAsAPerson(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.session.OpenSample()
	d.session.Release.Review()
	out := filepath.Join(t.TempDir(), "out")
	taken := filepath.Join(out, "sample.json")
	drawn := false
	d.session.Observe(func() {
		if drawn || d.session.Release.Stage() < 2 {
			return
		}
		drawn = true
		if err := os.MkdirAll(taken, 0o755); err != nil {
			t.Error(err)
		}
	})
	d.session.Release.Carry(out, "sample")
	d.frame.Show(atRelease)
	d.sees(t, "This release is not finished", "Its budget is spent and its numbers are kept.", "Finish it")
	d.not(t, "What was released?", "Workbook (.xlsx)")
	if err := os.RemoveAll(taken); err != nil {
		t.Fatal(err)
	}
	d.tap(t, "Finish it")
	d.sees(t, "What was released?", "Workbook (.xlsx)")
	d.not(t, "This release is not finished")
}

// TestRememberedLook photographs the page Release of a project that was released before when STEWARD_SHOTS names a folder.
func TestRememberedLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for name, variant := range map[string]fyne.ThemeVariant{"en": fynetheme.VariantLight, "de": fynetheme.VariantDark} {
		if err := words.Use(name); err != nil {
			t.Fatal(err)
		}
		for size, at := range map[string]fyne.Size{"small": fyne.NewSize(900, 640), "large": fyne.NewSize(1280, 800)} {
			d := newDesk(t, variant, at)
			out := d.remembers(t)
			d.session.Budget.SetBudget("0.25")
			d.settled().picture(t, "remembered-"+name+"-"+size)
			if err := os.RemoveAll(out); err != nil {
				t.Fatal(err)
			}
			if err := d.session.OpenProject(d.session.Path()); err != nil {
				t.Fatal(err)
			}
			d.settled().picture(t, "remembered-"+name+"-"+size+"-gone")
		}
	}
	if err := words.Use(words.English); err != nil {
		t.Fatal(err)
	}
}
