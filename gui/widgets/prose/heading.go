package prose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// Heading is a bold line (14) that begins a part of the side column, with an icon before it
// where the part is good or bad news.
type Heading struct {
	paint.Widget
	icon fyne.Resource
	role fyne.ThemeColorName
	mark *canvas.Image
	text *Text
}

const (
	headingIcon  = 18
	headingStart = 24 // where the words begin behind an icon
)

// NewHeading returns a line. A nil icon is left out; role is its colour.
func NewHeading(icon fyne.Resource, role fyne.ThemeColorName, text string) *Heading {
	h := &Heading{icon: icon, role: role, mark: paint.NewIcon(), text: Strong(text)}
	h.ExtendBaseWidget(h)
	return h
}

// Set shows another icon, in another colour, and another text.
func (h *Heading) Set(icon fyne.Resource, role fyne.ThemeColorName, text string) {
	h.icon, h.role = icon, role
	h.text.SetText(text)
	h.Refresh()
}

// String returns the words.
func (h *Heading) String() string { return h.text.String() }

func (h *Heading) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{h.mark, h.text} }

func (h *Heading) start() float32 {
	if h.icon == nil {
		return 0
	}
	return headingStart
}

func (h *Heading) Least() fyne.Size {
	least := h.text.MinSize()
	return fyne.NewSize(least.Width+h.start(), max(least.Height, headingIcon))
}

func (h *Heading) Restyle() { paint.SetIcon(h.mark, h.icon, h.role) }

func (h *Heading) Arrange(size fyne.Size) {
	paint.Place(h.mark, 0, (h.text.LineHeight()-headingIcon)/2, headingIcon, headingIcon)
	paint.PlaceWide(h.text, h.start(), 0, size.Width-h.start())
}

// Rule is a thin line between parts of the side column.
type Rule struct {
	paint.Widget
	line *canvas.Rectangle
}

// NewRule returns a line as wide as there is room.
func NewRule() *Rule {
	r := &Rule{line: &canvas.Rectangle{}}
	r.ExtendBaseWidget(r)
	return r
}

func (r *Rule) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{r.line} }
func (r *Rule) Least() fyne.Size           { return fyne.NewSize(1, 1) }
func (r *Rule) Restyle()                   { r.line.FillColor = paint.Ink(r, theme.Line) }
func (r *Rule) Arrange(size fyne.Size)     { paint.Place(r.line, 0, 0, size.Width, 1) }
