package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
)

// IconButton is a flat button with an icon and no words, for a bar. Hint says what it does, for
// screen readers, for tests and for OnHint.
type IconButton struct {
	widget.Button
	Hint string
	// OnHint is told the hint while the pointer or the keyboard is on the button, and "" after that.
	OnHint func(hint string)
	// OnSecondary is told of a right click, and where in the window it was.
	OnSecondary func(at fyne.Position)
}

// NewIconButton returns a flat button with an icon.
func NewIconButton(icon fyne.Resource, hint string, tapped func()) *IconButton {
	b := &IconButton{Hint: hint}
	b.Icon, b.OnTapped, b.Importance = icon, tapped, widget.LowImportance
	b.ExtendBaseWidget(b)
	return b
}

// NewBin returns a button that takes something away.
func NewBin(hint string, tapped func()) *IconButton {
	return NewIconButton(fynetheme.DeleteIcon(), hint, tapped)
}

// TypedKey is for Fyne: enter taps it as space does, and escape is the window's.
func (b *IconButton) TypedKey(key *fyne.KeyEvent) {
	switch {
	case input.Escaped(key):
	case input.IsTap(key.Name) && !b.Disabled():
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	}
}

// AccessibilityLabel returns the hint.
func (b *IconButton) AccessibilityLabel() string { return b.Hint }

func (b *IconButton) hint(text string) {
	if b.OnHint != nil {
		b.OnHint(text)
	}
}

// MouseIn is for Fyne.
func (b *IconButton) MouseIn(event *desktop.MouseEvent) {
	b.Button.MouseIn(event)
	b.hint(b.Hint)
}

// MouseOut is for Fyne.
func (b *IconButton) MouseOut() {
	b.Button.MouseOut()
	b.hint("")
}

// FocusGained is for Fyne.
func (b *IconButton) FocusGained() {
	b.Button.FocusGained()
	b.hint(b.Hint)
}

// FocusLost is for Fyne.
func (b *IconButton) FocusLost() {
	b.Button.FocusLost()
	b.hint("")
}

// TappedSecondary is for Fyne.
func (b *IconButton) TappedSecondary(event *fyne.PointEvent) {
	if b.OnSecondary != nil {
		b.OnSecondary(event.AbsolutePosition)
	}
}
