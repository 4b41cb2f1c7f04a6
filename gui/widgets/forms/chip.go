package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Chip is one of several things that were picked: a name and a cross that takes it away. It
// takes the focus: delete, backspace, space and enter take it away too. Without OnRemoved it
// has no cross: it has to stay.
type Chip struct {
	paint.Widget
	input.Hover
	input.Focus
	OnRemoved func()

	text  string
	box   *canvas.Rectangle
	halo  *canvas.Rectangle
	name  *prose.Text
	cross *canvas.Image
}

const (
	chipTall  = 30
	chipPad   = 10
	chipCross = 16
)

// NewChip returns a chip; a nil removed leaves the cross out.
func NewChip(text string, removed func()) *Chip {
	c := &Chip{OnRemoved: removed, text: text, box: &canvas.Rectangle{}, halo: paint.NewHalo(4), name: prose.Body(text).OneLine(), cross: paint.NewIcon()}
	c.HoverChanged, c.FocusChanged = c.Refresh, c.Refresh
	c.Typed = input.Taps(c.Tapped, fyne.KeyDelete, fyne.KeyBackspace)
	c.ExtendBaseWidget(c)
	return c
}

// String returns the chip's name.
func (c *Chip) String() string { return c.text }

// Tapped is for Fyne: a tap takes it away.
func (c *Chip) Tapped(*fyne.PointEvent) {
	if c.OnRemoved != nil {
		c.OnRemoved()
	}
}

// Cursor is for Fyne.
func (c *Chip) Cursor() desktop.Cursor { return input.Pointer(c.OnRemoved != nil) }

// AccessibilityLabel says what a tap does.
func (c *Chip) AccessibilityLabel() string { return words.T("Remove %s", c.text) }

func (c *Chip) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{c.halo, c.box, c.name, c.cross}
}

func (c *Chip) Least() fyne.Size {
	width := min(c.name.NaturalWidth(), pickerMost) + 2*chipPad
	if c.OnRemoved != nil {
		width += chipCross + 2
	}
	return fyne.NewSize(width, chipTall)
}

func (c *Chip) Restyle() {
	ground := theme.Quiet
	if c.Hovered && c.OnRemoved != nil {
		ground = theme.Selected
	}
	c.box.FillColor, c.box.StrokeColor, c.box.StrokeWidth = paint.Ink(c, ground), paint.Ink(c, theme.Line), 1
	c.box.CornerRadius = paint.Dim(c, theme.SizeEdge)
	c.box.Refresh()
	if c.OnRemoved == nil {
		paint.SetIcon(c.cross, nil, "")
	} else {
		paint.SetIcon(c.cross, fynetheme.CancelIcon(), theme.QuietText)
	}
	paint.StyleHalo(c, c.halo, c.Focused)
}

func (c *Chip) Arrange(size fyne.Size) {
	paint.Place(c.box, 0, 0, size.Width, size.Height)
	paint.PlaceHalo(c.halo, 0, 0, size.Width, size.Height)
	room := size.Width - 2*chipPad
	if c.OnRemoved != nil {
		room -= chipCross + 2
		paint.Place(c.cross, size.Width-chipPad-chipCross+2, (size.Height-chipCross)/2, chipCross, chipCross)
	}
	line := c.name.LineHeight()
	paint.Place(c.name, chipPad, (size.Height-line)/2, room, line)
}
