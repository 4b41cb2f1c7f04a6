package notices

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// BadgeButton is a badge that opens what it is about. It takes the focus; space and enter tap it.
type BadgeButton struct {
	Badge
	input.Hover
	input.Focus
	OnTapped func()
	// Hint says what it opens, for screen readers and for OnHint, which is told it while the pointer or the keyboard is on it, and
	// "" after that.
	Hint   string
	OnHint func(hint string)

	halo *canvas.Rectangle
}

// NewBadgeButton returns a neutral badge without words that can be tapped.
func NewBadgeButton(hint string, tapped func()) *BadgeButton {
	b := &BadgeButton{Badge: Badge{text: &canvas.Text{}, box: &canvas.Rectangle{}}, Hint: hint, OnTapped: tapped, halo: paint.NewHalo(2)}
	b.HoverChanged, b.FocusChanged = b.looks, b.looks
	b.Typed = input.Taps(b.Tapped)
	b.ExtendBaseWidget(b)
	return b
}

// looks shows whether the pointer or the keyboard is on it.
func (b *BadgeButton) looks() {
	b.Refresh()
	if b.OnHint == nil {
		return
	}
	if b.Hovered || b.Focused {
		b.OnHint(b.Hint)
		return
	}
	b.OnHint("")
}

// Tapped is for Fyne.
func (b *BadgeButton) Tapped(*fyne.PointEvent) { b.OnTapped() }

// Cursor is for Fyne.
func (b *BadgeButton) Cursor() desktop.Cursor { return desktop.PointerCursor }

// AccessibilityLabel returns the badge's words and what it opens.
func (b *BadgeButton) AccessibilityLabel() string { return input.Named(b.Hint, b.String()) }

func (b *BadgeButton) Parts() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{b.halo}, b.Badge.Parts()...)
}

func (b *BadgeButton) Restyle() {
	b.Badge.Restyle()
	if b.Hovered {
		b.box.StrokeWidth, b.box.StrokeColor = 1, paint.Ink(b, theme.Primary)
	}
	paint.StyleHalo(b, b.halo, b.Focused)
}

func (b *BadgeButton) Arrange(size fyne.Size) {
	b.Badge.Arrange(size)
	at, room := b.box.Position(), b.box.Size()
	paint.PlaceHalo(b.halo, at.X, at.Y, room.Width, room.Height)
}
