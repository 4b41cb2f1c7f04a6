package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
	"steward/gui"
	"steward/gui/session"
)

// keyed is a window whose shortcuts can be pressed: the test driver's forgets them.
type keyed struct {
	fyne.Window
	canvas *keyedCanvas
}

// Canvas is for Fyne.
func (k keyed) Canvas() fyne.Canvas { return k.canvas }

type keyedCanvas struct {
	fyne.Canvas
	does map[string]func(fyne.Shortcut)
}

// AddShortcut is for Fyne.
func (c *keyedCanvas) AddShortcut(s fyne.Shortcut, do func(fyne.Shortcut)) {
	c.does[s.ShortcutName()] = do
}

// newKeyedDesk returns a desk, and what strikes a key together with Ctrl.
func newKeyedDesk(t *testing.T) (d desk, strike func(fyne.KeyName)) {
	t.Helper()
	newApp(t, fynetheme.VariantLight)
	s := session.New(surroundings(t))
	w := newEmpty(t)
	k := keyed{w, &keyedCanvas{w.Canvas(), make(map[string]func(fyne.Shortcut))}}
	d = desk{s, w, gui.New(s, k, func(string) {})}
	t.Cleanup(d.frame.Wait)
	w.SetContent(d.frame.Content())
	w.Resize(fyne.NewSize(1280, 800))
	return d, func(key fyne.KeyName) {
		t.Helper()
		shortcut := &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
		do := k.canvas.does[shortcut.ShortcutName()]
		if do == nil {
			t.Fatalf("%s does nothing", shortcut.ShortcutName())
		}
		do(shortcut)
	}
}

// TestKeysUnderADialog presses the keys that turn the page while a dialog lies over it, which must not turn;
// and larger text, which works everywhere.
func TestKeysUnderADialog(t *testing.T) {
	seeded.ForAudits(t)
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	d, strike := newKeyedDesk(t)
	d.session.OpenSample()
	d.press(fyne.KeyF1)
	strike(fyne.Key3)
	strike(fyne.KeyN)
	strike(fyne.KeyPlus)
	strike(fyne.KeyPlus)
	if size := fyne.CurrentApp().Preferences().Int("text-size"); size != 2 {
		t.Errorf("larger text does not work under a dialog: %d", size)
	}
	strike(fyne.Key0)
	d.press(fyne.KeyEscape)
	if d.over() {
		t.Fatal("escape does not close the help")
	}
	d.sees(t, "Which spreadsheet holds the people?")
	strike(fyne.Key3)
	d.sees(t, "What must nobody be able to tell?")
}
