package gui_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/seeded"
	"steward/gui/dialogs"
)

// nameless lists what takes the keyboard and has no name for those who do not see it.
func (d desk) nameless() []string {
	found := make(map[string]bool)
	d.objects(func(o fyne.CanvasObject) bool {
		if _, ok := o.(fyne.Focusable); !ok {
			return true
		}
		if dis, ok := o.(fyne.Disableable); ok && dis.Disabled() {
			return true
		}
		if a, ok := o.(interface{ AccessibilityLabel() string }); !ok || strings.TrimSpace(a.AccessibilityLabel()) == "" {
			found[fmt.Sprintf("%T", o)] = true
		}
		return true
	})
	var list []string
	for what := range found {
		list = append(list, what)
	}
	sort.Strings(list)
	return list
}

// TestEverythingHasAName walks every page and dialog, and asks whatever takes the keyboard for its name.
func TestEverythingHasAName(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	ask := func(where string) {
		t.Helper()
		for _, what := range d.nameless() {
			t.Errorf("%s: a %s has no name", where, what)
		}
	}
	ask("the first page")
	d.session.OpenSample()
	d.quicker()
	fyne.CurrentApp().Preferences().SetBool("expert-view", true)
	for i := range 7 {
		d.frame.Show(i)
		ask(fmt.Sprint("step ", i+1))
		d.tap(t, "Why does this matter?")
		ask(fmt.Sprint("why, step ", i+1))
		d.press(fyne.KeyEscape)
	}
	d.tap(t, "Strategies, plan and command line…")
	ask("the expert view")
	d.press(fyne.KeyEscape)
	d.tap(t, "Settings")
	ask("the settings")
	d.press(fyne.KeyEscape)
	for _, topic := range append(assets.AskedTopics(), dialogs.TopicGlossary, dialogs.TopicKeys, dialogs.TopicAbout) {
		dialogs.Help(d.window, topic, dialogs.Manual{})
		ask("help on " + topic)
		d.press(fyne.KeyEscape)
	}
	d.frame.Show(6)
	d.session.Release.Review()
	ask("checked")
	d.session.Release.Carry(t.TempDir(), "names")
	ask("released")
	d.frame.Show(7)
	ask("summary")
}
