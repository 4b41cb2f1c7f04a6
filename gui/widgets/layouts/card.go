package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Card is a surface with a thin border and round corners that holds what belongs together,
// under a title if it has one. Given more height than it needs, it gives it to its content.
type Card struct {
	paint.Widget
	// Flush lets the content reach the card's left, right and lower edge, for tables. Set
	// it before the card is shown.
	Flush bool
	// Marked draws the eye to the card, by the ground of what is chosen. Set it before the card
	// is shown.
	Marked bool

	surface  *canvas.Rectangle
	title    *prose.Text
	trailing fyne.CanvasObject
	content  fyne.CanvasObject
}

// NewCard returns a card without a title.
func NewCard(content fyne.CanvasObject) *Card { return NewTitledCard("", nil, content) }

// NewTitledCard returns a card with a title (16, bold) and, if trailing is not nil, an
// object at the right end of the title's line.
func NewTitledCard(title string, trailing, content fyne.CanvasObject) *Card {
	c := &Card{
		surface:  &canvas.Rectangle{},
		title:    prose.CardTitle(title),
		trailing: trailing,
		content:  content,
	}
	c.ExtendBaseWidget(c)
	return c
}

// SetTitle shows another title; "" leaves it out.
func (c *Card) SetTitle(title string) {
	c.title.SetText(title)
	c.Refresh()
}

// SetTrailing puts another object at the right end of the title's line; nil leaves it out.
func (c *Card) SetTrailing(trailing fyne.CanvasObject) {
	c.trailing = trailing
	c.Refresh()
}

// SetContent puts something else into the card; nil leaves it empty.
func (c *Card) SetContent(content fyne.CanvasObject) {
	c.content = content
	c.Refresh()
}

func (c *Card) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{c.surface, c.title}
	for _, o := range []fyne.CanvasObject{c.trailing, c.content} {
		if o != nil {
			list = append(list, o)
		}
	}
	return list
}

// trails tells whether there is an object in the title's line.
func (c *Card) trails() bool { return c.trailing != nil && c.trailing.Visible() }

// beside tells whether the title stands beside the trailing object, which it does on one line. On several it
// does where all the width would not do for one either.
func (c *Card) beside() bool {
	width := c.Size().Width
	if width <= 0 || c.title.String() == "" {
		return true
	}
	all, title := width-2*paint.Dim(c, theme.SizeCardPad), c.title.NaturalWidth()
	room := all - c.trailing.MinSize().Width - paint.Dim(c, theme.SizeGap)
	return room >= title || all < title && room >= twoLines*title
}

// twoLines is the part of a title's width in which it breaks into no more than two lines.
const twoLines = 0.6

// head returns the size of the title's line, with the gap under it; none without a title
// and a trailing object.
func (c *Card) head() (size fyne.Size) {
	if c.title.String() != "" {
		size = c.title.MinSize()
	}
	if c.trails() {
		t := c.trailing.MinSize()
		if c.beside() {
			size = fyne.NewSize(max(size.Width, t.Width), max(size.Height, t.Height))
		} else {
			size = fyne.NewSize(max(size.Width, t.Width), size.Height+paint.Dim(c, theme.SizeGap)/2+t.Height)
		}
	}
	if size.Height > 0 {
		size.Height += paint.Dim(c, theme.SizeGap)
	}
	return size
}

// edges returns the space around the content: at its sides and below.
func (c *Card) edges() (side, below float32) {
	if c.Flush {
		return 1, 1
	}
	return paint.Dim(c, theme.SizeCardPad), paint.Dim(c, theme.SizeWideGap)
}

// top returns the space above the title, or the content if there is none.
func (c *Card) top(head float32) float32 {
	if c.Flush && head == 0 {
		return 1
	}
	return paint.Dim(c, theme.SizeWideGap)
}

func (c *Card) Least() fyne.Size {
	head, pad := c.head(), paint.Dim(c, theme.SizeCardPad)
	side, below := c.edges()
	size := fyne.NewSize(head.Width+2*pad, c.top(head.Height)+head.Height+below)
	if c.content != nil && c.content.Visible() {
		least := c.content.MinSize()
		size = fyne.NewSize(max(size.Width, least.Width+2*side), size.Height+least.Height)
	}
	return size
}

func (c *Card) Restyle() {
	c.surface.FillColor, c.surface.StrokeColor = paint.Ink(c, theme.Surface), paint.Ink(c, theme.Line)
	if c.Marked {
		c.surface.FillColor, c.surface.StrokeColor = paint.Ink(c, theme.Selected), paint.Ink(c, theme.Primary)
	}
	c.surface.StrokeWidth, c.surface.CornerRadius = 1, paint.Dim(c, theme.SizeCardEdge)
	c.surface.Refresh()
	paint.Show(c.title, c.title.String() != "")
}

func (c *Card) Arrange(size fyne.Size) {
	paint.Place(c.surface, 0, 0, size.Width, size.Height)
	pad := paint.Dim(c, theme.SizeCardPad)
	side, below := c.edges()
	room := size.Width - 2*pad
	beside := !c.trails() || c.beside()
	if c.trails() && beside {
		room -= c.trailing.MinSize().Width + paint.Dim(c, theme.SizeGap)
	}
	if c.title.Visible() { // wraps before its height is asked for
		paint.PlaceWide(c.title, pad, 0, room)
	}
	head := c.head().Height
	y := c.top(head)
	if line := head - paint.Dim(c, theme.SizeGap); line > 0 {
		height := c.title.MinSize().Height
		paint.Place(c.title, pad, y+(line-height)/2, room, height)
		switch {
		case !c.trails():
		case beside:
			least := c.trailing.MinSize()
			paint.Place(c.trailing, size.Width-pad-least.Width, y+(line-least.Height)/2, least.Width, least.Height)
		default:
			least := c.trailing.MinSize()
			paint.Place(c.title, pad, y, room, height)
			paint.Place(c.trailing, pad, y+line-least.Height, min(least.Width, room), least.Height)
		}
	}
	if c.content != nil {
		width := size.Width - 2*side
		height := paint.PlaceWide(c.content, side, y+head, width)
		paint.Place(c.content, side, y+head, width, max(height, size.Height-y-head-below))
	}
}
