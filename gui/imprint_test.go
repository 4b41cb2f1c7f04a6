package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/gui/words"
)

// What is said of the publisher is taken into the plan in one step that can be undone, refused where it cannot be printed, and
// proposed for the next release.
func TestImprintAsAPerson(t *testing.T) {
	d := newQuick(t)
	d.frame.Show(atRelease)
	d.sees(t, "Nothing has been entered yet.")
	d.tap(t, "Fill in…")
	d.entry(t, "the office or organisation").SetText("Clinic\noffice")
	d.entry(t, "who the people are").SetText("patients of the clinic")
	d.tap(t, "Keep it")
	d.sees(t, "Publisher: it has a line break")
	d.types(t, "the office or organisation", " Clinic office ")
	want := plan.Publication{Publisher: "Clinic office", Population: "patients of the clinic"}
	if got := d.session.Plan().Publication; d.over() || got != want {
		t.Fatalf("the plan says %+v", got)
	}
	d.sees(t, "Publisher: Clinic office · Population: patients of the clinic")
	d.session.Undo()
	d.sees(t, "Nothing has been entered yet.")
	d.tap(t, "Fill in…")
	d.tap(t, "Keep it")
	if got := d.session.Plan().Publication; got != (plan.Publication{Publisher: "Clinic office"}) {
		t.Errorf("proposed was %+v", got)
	}
}

// TestImprintLook photographs the form, when STEWARD_SHOTS names a folder.
func TestImprintLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for _, c := range []struct {
		name, language string
		variant        fyne.ThemeVariant
		size           fyne.Size
	}{
		{"light", words.English, fynetheme.VariantLight, fyne.NewSize(1024, 700)}, {"german-dark", "de", fynetheme.VariantDark, fyne.NewSize(1280, 800)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.language != words.English {
				german(t)
			}
			d := newDesk(t, c.variant, c.size)
			d.session.OpenSample()
			d.frame.Show(atRelease)
			d.settled().picture(t, "imprint-"+c.name+"-none")
			d.tap(t, words.T("Fill in…"))
			d.settled().picture(t, "imprint-"+c.name+"-form")
			d.types(t, words.T("the office or organisation"), "Clinic office of Westmarsh")
			d.settled().picture(t, "imprint-"+c.name+"-said")
		})
	}
}
