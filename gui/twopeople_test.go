package gui_test

import (
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/forms"
	"steward/gui/words"
)

// Two people sign the sample's plan off in the window: what one says bars the release or not, what is missing is said, and the
// plan that is changed has to be approved again.
func TestTwoPeople(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.session.OpenSample()
	d.session.Release.Review()
	d.frame.Show(6)
	d.sees(t, "If you work alone, there is nothing to do here.")
	if missing := d.session.Release.MayRelease(); missing != "" {
		t.Fatalf("one alone: %s", missing)
	}
	says := func(by, why, last string) {
		t.Helper()
		part(t, d, "who", func(e *forms.Entry) bool { return e.Name == "Who says it" }).SetText(by)
		part(t, d, "why", func(e *forms.Entry) bool { return e.Name == "Why" }).SetText(why)
		d.tap(t, "Note it")
		d.sees(t, last)
	}
	d.tap(t, "Say what you think…")
	says("", "", "Say who says this about the plan")
	says("A. Preparer", "", "A. Preparer prepared the plan on")
	d.tap(t, "Say what you think…")
	d.pick(t, "What you say about the plan", "I checked it, and it should be changed")
	says("B. Checker", "", "Say why")
	says("B. Checker", "fewer tables", "The plan cannot be released as it stands")
	if missing := d.session.Release.MayRelease(); missing == "" {
		t.Error("it is released although it is to be changed")
	}
	d.tap(t, "Say what you think…")
	says("b. checker", "", "A second person has approved the plan")
	if missing := d.session.Release.MayRelease(); missing != "" {
		t.Errorf("approved: %s", missing)
	}
	d.tap(t, "When a second person is needed…")
	part(t, d, "who", func(e *forms.Entry) bool { return e.Name == "Who decides this" }).SetText("The office")
	part(t, d, "why", func(e *forms.Entry) bool { return e.Name == "Why" }).SetText("our rules")
	d.tap(t, "A second person is needed")
	d.session.Summary.SetLanguage("de")
	d.frame.Show(6)
	d.sees(t, "The plan cannot be released as it stands", "An approved plan was changed afterwards")
	if missing := d.session.Release.MayRelease(); missing == "" {
		t.Error("it is released although it was changed after it was approved")
	}
}

// TestTwoPeopleLook photographs the page when STEWARD_SHOTS names a folder.
func TestTwoPeopleLook(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for _, c := range []struct {
		name, language string
		variant        fyne.ThemeVariant
		size           fyne.Size
	}{
		{"light", words.English, fynetheme.VariantLight, fyne.NewSize(1280, 1200)}, {"dark-small", words.English, fynetheme.VariantDark, fyne.NewSize(1024, 700)},
		{"german", "de", fynetheme.VariantLight, fyne.NewSize(1024, 700)}, {"german-dark", "de", fynetheme.VariantDark, fyne.NewSize(1280, 1200)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.language != words.English {
				german(t)
			}
			d := newDesk(t, c.variant, c.size)
			d.session.OpenSample()
			d.session.Release.Review()
			d.frame.Show(6)
			d.settled().picture(t, "two-"+c.name+"-alone")
			d.tap(t, words.T("Say what you think…"))
			d.settled().picture(t, "two-"+c.name+"-says")
			part(t, d, "who", func(e *forms.Entry) bool { return e.Name == words.T("Who says it") }).SetText("A. Preparer")
			d.tap(t, words.T("Note it"))
			d.settled().picture(t, "two-"+c.name+"-prepared")
		})
	}
}
