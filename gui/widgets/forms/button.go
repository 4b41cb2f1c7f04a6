package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// The driver hands a key to what has the focus and to nobody else. Fyne's own buttons and
// entries do nothing on escape, so that a dialog could not be closed while the focus was in it.
// Those of this package hand escape on to the window, which closes what lies over it.

// Button is a button that hands escape on to the window; enter taps it, as space does.
type Button struct {
	widget.Button
	drawn bool
}

// NewButton returns a button.
func NewButton(text string, tapped func()) *Button {
	b := &Button{}
	b.Text, b.OnTapped = paint.Shown(text), tapped
	b.ExtendBaseWidget(b)
	return b
}

// NewMainButton returns the button that goes on with what the person began.
func NewMainButton(text string, tapped func()) *Button {
	b := NewButton(text, tapped)
	b.Importance = widget.HighImportance
	return b
}

// NewIconTextButton returns a button with an icon before its words.
func NewIconTextButton(text string, icon fyne.Resource, tapped func()) *Button {
	b := NewButton(text, tapped)
	b.Icon = icon
	return b
}

// CreateRenderer is for Fyne.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	b.drawn = true
	return b.Button.CreateRenderer()
}

// Refresh shows the button as it is now, if it was ever drawn, as that of what draws itself does ([paint.Widget]).
func (b *Button) Refresh() {
	b.Text = paint.Shown(b.Text)
	if b.drawn {
		b.Button.Refresh()
	}
}

// TypedKey is for Fyne.
func (b *Button) TypedKey(key *fyne.KeyEvent) {
	switch {
	case input.Escaped(key):
	case input.IsTap(key.Name) && !b.Disabled():
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

// NewNamedEntry returns an entry with a text, which says while it is empty what that means, or what is wanted.
func NewNamedEntry(name, text, empty string) *Entry {
	e := NewEntry()
	e.Name = name
	e.SetText(text)
	e.SetPlaceHolder(empty)
	return e
}

// NewPasswordEntry returns an empty entry that does not show what is typed.
func NewPasswordEntry() *Entry {
	e := &Entry{}
	e.Password = true
	e.ExtendBaseWidget(e)
	return e
}

// CreateRenderer is for Fyne.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer { return newLine(e.Entry.CreateRenderer()) }

// TypedKey is for Fyne.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if !input.Escaped(key) {
		e.Entry.TypedKey(key)
	}
}

// TypedShortcut is for Fyne. An entry keeps every shortcut to itself; this one keeps those that edit.
func (e *Entry) TypedShortcut(shortcut fyne.Shortcut) {
	if custom, ok := shortcut.(*desktop.CustomShortcut); ok && !input.EditsText(custom.KeyName) {
		input.HandOn(e, shortcut)
		return
	}
	e.Entry.TypedShortcut(shortcut)
}

// AccessibilityLabel returns the entry's name, or else what it says while it is empty.
func (e *Entry) AccessibilityLabel() string {
	if e.Name != "" {
		return e.Name
	}
	return e.PlaceHolder
}

// AccessibilityRole is for Fyne.
func (e *Entry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// FocusGained is for Fyne.
func (b *Button) FocusGained() {
	b.Button.FocusGained()
	input.InSight()
}

// FocusGained is for Fyne. Whoever comes by the keyboard finds the whole line selected, so that typing
// takes its place; a tap puts the caret where it is.
func (e *Entry) FocusGained() {
	e.Entry.FocusGained()
	e.Entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	input.InSight()
}
