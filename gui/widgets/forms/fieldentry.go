package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
)

// fieldEntry is the entry of a Field.
type fieldEntry struct {
	widget.Entry
	name           string // of the field, for those who do not see it
	shown          string // what was set, or told last
	ended, restore func()
}

func newFieldEntry() *fieldEntry {
	e := &fieldEntry{}
	e.OnSubmitted = func(string) { e.ended() }
	e.ExtendBaseWidget(e)
	return e
}

// CreateRenderer is for Fyne.
func (e *fieldEntry) CreateRenderer() fyne.WidgetRenderer {
	if e.MultiLine {
		return e.Entry.CreateRenderer()
	}
	return newLine(e.Entry.CreateRenderer())
}

// AccessibilityLabel returns the field's label.
func (e *fieldEntry) AccessibilityLabel() string { return e.name }

// AcceptsTab lets the tab key leave a field of several lines.
func (e *fieldEntry) AcceptsTab() bool { return false }

// FocusGained is for Fyne. Whoever comes by the keyboard finds the whole line selected, so that
// typing takes its place; a tap puts the caret where it is.
func (e *fieldEntry) FocusGained() {
	e.Entry.FocusGained()
	if !e.MultiLine {
		e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
	input.InSight()
}

// FocusLost is for Fyne.
func (e *fieldEntry) FocusLost() {
	e.Entry.FocusLost()
	e.ended()
}

// TypedKey is for Fyne.
func (e *fieldEntry) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape {
		if e.Text == e.shown {
			input.Escaped(key) // nothing to take back
		}
		e.restore()
		return
	}
	e.Entry.TypedKey(key)
}

// TypedShortcut is for Fyne. An entry keeps every shortcut to itself; this one keeps those
// that edit and hands the others to the window, with what was typed told first.
func (e *fieldEntry) TypedShortcut(shortcut fyne.Shortcut) {
	custom, ok := shortcut.(*desktop.CustomShortcut)
	if !ok || input.EditsText(custom.KeyName) {
		e.Entry.TypedShortcut(shortcut)
		return
	}
	e.ended()
	if custom.KeyName == fyne.KeyReturn || custom.KeyName == fyne.KeyEnter {
		return
	}
	if c, ok := fyne.CurrentApp().Driver().CanvasForObject(e).(fyne.Shortcutable); ok {
		c.TypedShortcut(shortcut)
	}
}

// AccessibilityRole is for Fyne.
func (e *fieldEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
