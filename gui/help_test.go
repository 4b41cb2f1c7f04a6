package gui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui/dialogs"
	"steward/gui/words"
)

// over tells whether something lies over the window.
func (d desk) over() bool { return d.window.Canvas().Overlays().Top() != nil }

// TestHelpAnswersWhatPeopleAsk opens the help and turns to every page of it, by the keyboard.
func TestHelpAnswersWhatPeopleAsk(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	d.press(fyne.KeyF1)
	d.sees(t, "Why the spreadsheet stays where it is")
	d.press(fyne.KeyHome)
	for i, topic := range slices.Concat(assets.AskedTopics(), []string{dialogs.TopicGuide, dialogs.TopicGlossary, dialogs.TopicKeys, dialogs.TopicAbout}, assets.StepTopics()) {
		if text, err := assets.Help(words.English, topic); err == nil && topic != dialogs.TopicGlossary {
			title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
			d.sees(t, title)
		}
		if topic == dialogs.TopicAbout {
			d.sees(t, "Steward test", "fyne.io/fyne", "BSD-3-Clause")
		}
		d.picture(t, fmt.Sprintf("help-%02d-%s", i, topic))
		d.press(fyne.KeyDown)
	}
	d.press(fyne.KeyEscape) // the keyboard is inside
	if d.over() {
		t.Error("escape does not close the help while the keyboard is inside")
	}
}

func TestHelpIsSearched(t *testing.T) {
	d := newDesk(t, fynetheme.VariantDark, fyne.NewSize(1024, 700))
	d.press(fyne.KeyF1)
	d.writes(t, "Search the help", "hepatitis")
	d.picture(t, "help-searched")
	d.sees(t, "Two tables that meet", "What happens when two such tables are about the same people?")
	d.not(t, "Removing names")
}

// TestWhyLeadsOn opens the explanation of every step, which has a picture, and closes it with escape.
func TestWhyLeadsOn(t *testing.T) {
	seeded.ForAudits(t)
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 900))
	for i, topic := range assets.StepTopics() {
		d.frame.Show(i)
		d.tap(t, "Why does this matter?")
		text, err := assets.Help(words.English, topic)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		d.sees(t, title)
		d.press(fyne.KeyTab)
		d.press(fyne.KeyEscape)
		if d.over() {
			t.Fatalf("%s: escape does not close the explanation", topic)
		}
	}
	if got := dialogs.Topic(guide.Summary); got != "summary" {
		t.Errorf("the last step's topic is %q", got)
	}
}

// TestEscapeInsideADialog closes a question while one of its buttons has the keyboard.
func TestEscapeInsideADialog(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	dialogs.Ask(d.window, "Sure?", "Say so.", dialogs.Choice{Label: "Yes", Do: func() { t.Error("escape said yes") }})
	d.window.Canvas().FocusNext()
	if d.window.Canvas().Focused() == nil {
		t.Fatal("nothing in the dialog takes the keyboard")
	}
	d.press(fyne.KeyEscape)
	if d.over() {
		t.Error("escape does not close a dialog while the keyboard is inside")
	}
}
