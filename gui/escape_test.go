package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/dialogs"
)

// TestEscapeClosesEveryDialog opens every dialog and presses escape: at once, and with the keyboard on
// each of its parts in turn.
func TestEscapeClosesEveryDialog(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	d.session.OpenSample()
	never := func(string) { t.Error("escape chose something") }
	ours := map[string]func(){
		"settings": func() { d.tap(t, "Settings") },
		"help":     func() { d.press(fyne.KeyF1) },
		"help with links": func() {
			dialogs.Help(d.window, "groups", dialogs.Manual{})
		},
		"password": func() { dialogs.Password(d.window, "a.xlsx", false, never) },
		"why":      func() { d.tap(t, "Why does this matter?") },
		"database": func() {
			d.session.NewProject()
			d.frame.Show(0)
			d.tap(t, "My data are in a database")
			d.session.OpenSample()
		},
		"limit": func() {
			d.frame.Show(5)
			d.tap(t, "Change what is allowed…")
		},
		"expert view": func() {
			fyne.CurrentApp().Preferences().SetBool("expert-view", true)
			d.frame.Show(2)
			d.tap(t, "Strategies, plan and command line…")
		},
	}
	for name, open := range ours {
		const most = 12 // parts that the keyboard is put on
		for parts := range most {
			open()
			if !d.over() {
				t.Fatalf("%s does not open", name)
			}
			for range parts {
				d.window.Canvas().FocusNext()
			}
			on := d.window.Canvas().Focused()
			d.press(fyne.KeyEscape)
			if d.over() {
				t.Fatalf("%s: escape does not close it with the keyboard on a %T", name, on)
			}
		}
	}
}

// TestEscapeClosesFileDialogs does the same with Fyne's dialogs for files, once something was typed.
func TestEscapeClosesFileDialogs(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	never := func(string) { t.Error("escape chose something") }
	dir := t.TempDir()
	for name, open := range map[string]func(){
		"open":   func() { dialogs.OpenFile(d.window, dir, []string{".xlsx"}, never) },
		"folder": func() { dialogs.OpenFolder(d.window, dir, never) },
		"save":   func() { dialogs.SaveFile(d.window, dir, "a", never) },
	} {
		open()
		if f := d.window.Canvas().Focused(); f != nil {
			test.Type(f, "b")
			d.sees(t, "ba")
		} else if name == "save" {
			t.Error("no name can be typed at once")
		}
		d.press(fyne.KeyEscape)
		if d.over() {
			t.Errorf("escape does not close the dialog to %s", name)
		}
	}
}
