package frames

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Header is the bar at the window's top: the program's icon and name over the rail, the
// project's title, whether it is saved, and objects at the right.
type Header struct {
	paint.Widget
	narrow bool
	ground barGround
	icon   *canvas.Image
	name   *prose.Text
	title  *prose.Text
	saved  *prose.Text
	state  string // how the project is saved, while a hint stands in its place
	right  []fyne.CanvasObject
}

const (
	headerIcon = 24
	headerPad  = 16
	leastTold  = 40  // width of a text that is cut off
	leastName  = 0.6 // of the room for the title and how it is saved, for the title
)

// NewHeader returns a bar. A nil icon is left out; the objects stand at the right from left
// to right (a badge, icon buttons).
func NewHeader(icon fyne.Resource, name string, right ...fyne.CanvasObject) *Header {
	h := &Header{
		ground: newBarGround(), icon: paint.NewIcon(), right: right,
		name:  prose.NewText(theme.SizeBody, theme.Text, prose.Bold(name)).OneLine(),
		title: prose.NewText(theme.SizeBody, theme.Text, prose.Bold("")).OneLine(),
		saved: prose.Caption("").OneLine(),
	}
	h.icon.Resource = icon
	h.ExtendBaseWidget(h)
	return h
}

// Set shows the project's title and in small how it is saved ("Saved 14:02").
func (h *Header) Set(title, saved string) {
	h.title.SetText(title)
	h.state = saved
	h.saved.Set(prose.Plain(saved))
	h.Refresh()
}

// Hint says in the place of how the project is saved what a button of the bar does; "" puts that back.
func (h *Header) Hint(hint string) {
	if hint == "" {
		hint = h.state
	}
	h.saved.Set(prose.Plain(hint))
	h.Refresh()
}

// SetNarrow leaves the program's name out, to go with a slim rail.
func (h *Header) SetNarrow(narrow bool) {
	h.narrow = narrow
	h.Refresh()
}

func (h *Header) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{h.ground.surface, h.ground.line, h.icon, h.name, h.title, h.saved}
	return append(list, h.right...)
}

// titleStart returns where the project's title begins: over the page.
func (h *Header) titleStart() float32 {
	if h.narrow {
		return paint.Dim(h, theme.SizeRailSlim) + 2
	}
	return paint.Dim(h, theme.SizeRail) + 2
}

func (h *Header) Least() fyne.Size {
	width := h.titleStart() + 2*headerPad
	for _, o := range h.right {
		if o.Visible() {
			width += o.MinSize().Width + paint.Dim(h, theme.SizeGap)
		}
	}
	return fyne.NewSize(width, paint.Dim(h, theme.SizeHeader))
}

func (h *Header) Restyle() {
	h.ground.style(h)
	paint.Show(h.icon, h.icon.Resource != nil)
	paint.Show(h.name, !h.narrow)
}

// told returns the width of a text in some room, and shows it where that holds more than dots.
func told(t *prose.Text, room float32) float32 {
	width := min(t.MinSize().Width, max(room, 0))
	paint.Show(t, width >= min(leastTold, t.MinSize().Width))
	return width
}

func (h *Header) Arrange(size fyne.Size) {
	h.ground.place(size, size.Height-0.5)
	x := float32(headerPad)
	if h.icon.Visible() {
		paint.Place(h.icon, x, (size.Height-headerIcon)/2, headerIcon, headerIcon)
		x += headerIcon + 10
	}
	paint.PlaceMiddle(h.name, x, 0, size.Height)
	gap := paint.Dim(h, theme.SizeGap)
	room := paint.FromRight(h.right, size.Width-headerPad, size.Height, gap) - 2*gap
	x = h.titleStart()
	saved := h.saved.MinSize().Width
	width := told(h.title, max(room-x-saved-14, (room-x)*leastName))
	paint.Place(h.title, x, (size.Height-h.title.LineHeight())/2, width, h.title.LineHeight())
	x += width + 14
	paint.Place(h.saved, x, (size.Height-h.saved.LineHeight())/2, told(h.saved, room-x), h.saved.LineHeight())
}
