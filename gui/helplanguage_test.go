package gui_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui/dialogs"
	"steward/gui/session/expert"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// speaks makes the window speak a language for the length of a test.
func speaks(t *testing.T, language string) {
	t.Helper()
	if err := words.Use(language); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := words.Use(words.English); err != nil {
			t.Error(err)
		}
	})
}

// TestHelpInGerman reads the title of every page of the help in German.
func TestHelpInGerman(t *testing.T) {
	seeded.ForAudits(t)
	speaks(t, "de")
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	for _, topic := range slices.Concat(assets.AskedTopics(), assets.StepTopics()) {
		dialogs.Help(d.window, topic, dialogs.Manual{})
		text, err := assets.Help("de", topic)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		d.sees(t, title)
		d.picture(t, "help-de-"+topic)
		d.window.Canvas().Overlays().Top().Hide()
	}
}

// TestGlossaryOpensAtTheTerm opens the glossary at terms that stand in different places in
// different languages.
func TestGlossaryOpensAtTheTerm(t *testing.T) {
	for _, language := range []string{words.English, "de"} {
		t.Run(language, func(t *testing.T) {
			speaks(t, language)
			d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
			terms := assets.Glossary(language)
			for i := 3; i < len(terms)-10; i += 4 { // the last ones cannot get to the top
				term := terms[i]
				dialogs.Help(d.window, dialogs.TopicGlossary+":"+term.ID, dialogs.Manual{})
				if top, ok := d.belowTheTop(term); !ok || top < 0 || top > 24 {
					t.Errorf("%q stands %v under the top of the list (seen: %t)", term.Plain, top, ok)
				}
				if i == 11 {
					d.picture(t, "help-"+language+"-glossary")
				}
				d.window.Canvas().Overlays().Top().Hide()
			}
		})
	}
}

// belowTheTop tells how far under the top of the glossary's view a term stands.
func (d desk) belowTheTop(term assets.Term) (below float32, found bool) {
	var scroll *container.Scroll
	driver := fyne.CurrentApp().Driver()
	d.objects(func(o fyne.CanvasObject) bool {
		switch o := o.(type) {
		case *container.Scroll:
			scroll = o
		case *prose.Text:
			if scroll != nil && o.String() == term.Plain+"  "+term.Expert {
				below, found = driver.AbsolutePositionForObject(o).Y-driver.AbsolutePositionForObject(scroll).Y, true
			}
		}
		return !found
	})
	return below, found
}

// TestGermanExpertTermsAreExplained finds every term of the expert view in the German glossary.
func TestGermanExpertTermsAreExplained(t *testing.T) {
	speaks(t, "de")
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 900))
	known := map[string]bool{"": true}
	for _, term := range assets.Glossary("de") {
		known[term.ID] = true
	}
	var lines []expert.Line
	for _, step := range guide.Steps() {
		lines = append(lines, d.session.Expert.Lines(step)...)
	}
	for _, q := range d.session.Expert.Questions() {
		lines = append(lines, q.Lines...)
	}
	if len(lines) < 30 {
		t.Errorf("the expert view has %d lines", len(lines))
	}
	for _, l := range lines {
		if !known[l.Term] {
			t.Errorf("the glossary lacks %q", l.Term)
		}
	}
}
