package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// The driver hands a key to what has the focus and to nobody else. Fyne's own buttons and
// entries do nothing on escape, so that a dialog could not be closed while the focus was in it.
// Those of this package hand escape on to the window, which closes what lies over it.

// Button is a button that hands escape on to the window; enter taps it, as space does.
type Button struct{ widget.Button }

// NewButton returns a button.
func NewButton(text string, tapped func()) *Button {
	b := &Button{}
	b.Text, b.OnTapped = text, tapped
	b.ExtendBaseWidget(b)
	return b
}

// NewIconTextButton returns a button with an icon before its words.
func NewIconTextButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := NewButton(text, tapped)
	b.Icon = icon
	return b
}

// TypedKey is for Fyne.
func (b *Button) TypedKey(key *fyne.KeyEvent) {
	switch {
	case escaped(key):
	case isTap(key.Name) && !b.Disabled():
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	}
}

// Entry is a line to type in that hands escape on to the window.
type Entry struct {
	widget.Entry
	// Name is what is typed here, for those who do not see it.
	Name string
}

// NewEntry returns an empty entry.
func NewEntry() *Entry {
	e := &Entry{}
	e.ExtendBaseWidget(e)
	return e
}

// NewPasswordEntry returns an empty entry that does not show what is typed.
func NewPasswordEntry() *Entry {
	e := &Entry{}
	e.Password = true
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey is for Fyne.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if !escaped(key) {
		e.Entry.TypedKey(key)
	}
}

// TypedShortcut is for Fyne. An entry keeps every shortcut to itself; this one keeps those that edit.
func (e *Entry) TypedShortcut(shortcut fyne.Shortcut) {
	if custom, ok := shortcut.(*desktop.CustomShortcut); ok && !editsText(custom.KeyName) {
		handOn(e, shortcut)
		return
	}
	e.Entry.TypedShortcut(shortcut)
}

// escaped hands an escape key on to the window that something lies over, and reports whether it was one.
func escaped(key *fyne.KeyEvent) bool {
	if key.Name != fyne.KeyEscape {
		return false
	}
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		if typed := w.Canvas().OnTypedKey(); typed != nil && w.Canvas().Overlays().Top() != nil {
			typed(key)
			return true
		}
	}
	return true
}

// overlays counts what lies over the windows.
func overlays() int {
	n := 0
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		n += len(w.Canvas().Overlays().List())
	}
	return n
}
