package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
)

// Reading is a text of fixed width to read, to select in and to copy from, which nothing typed changes.
type Reading struct {
	widget.Entry
	name string
}

// NewReading returns a text; name is what it is, for those who do not see it.
func NewReading(name, text string) *Reading {
	r := &Reading{name: name}
	r.MultiLine, r.Wrapping, r.TextStyle = true, fyne.TextWrapOff, fyne.TextStyle{Monospace: true}
	r.Text = text
	r.ExtendBaseWidget(r)
	return r
}

// TypedRune is for Fyne.
func (r *Reading) TypedRune(rune) {}

// TypedKey is for Fyne: keys that move do.
func (r *Reading) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyPageDown:
		r.Entry.TypedKey(key)
	default:
		input.Escaped(key)
	}
}

// TypedShortcut is for Fyne: what changes no text works.
func (r *Reading) TypedShortcut(shortcut fyne.Shortcut) {
	switch shortcut.(type) {
	case *fyne.ShortcutCopy, *fyne.ShortcutSelectAll:
		r.Entry.TypedShortcut(shortcut)
	}
}

// TappedSecondary is for Fyne: an entry's menu would cut and paste.
func (r *Reading) TappedSecondary(*fyne.PointEvent) {}

// AcceptsTab lets the tab key leave the text.
func (r *Reading) AcceptsTab() bool { return false }

// AccessibilityLabel returns the name.
func (r *Reading) AccessibilityLabel() string { return r.name }

// AccessibilityRole is for Fyne.
func (r *Reading) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
