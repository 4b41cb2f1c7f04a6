package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// IconButton is a flat button with an icon and no words, for a bar. Hint says what it does,
// for screen readers and for tests.
type IconButton struct {
	widget.Button
	Hint string
}

// NewIconButton returns a flat button with an icon.
func NewIconButton(icon fyne.Resource, hint string, tapped func()) *IconButton {
	b := &IconButton{Hint: hint}
	b.Icon, b.OnTapped, b.Importance = icon, tapped, widget.LowImportance
	b.ExtendBaseWidget(b)
	return b
}

// AccessibilityLabel returns the hint.
func (b *IconButton) AccessibilityLabel() string { return b.Hint }
