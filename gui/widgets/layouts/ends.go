package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
)

// Ends places two objects at the ends of a line, gap pixels apart: the right at the width it asks for, the
// left with the rest. Where the left would get less than it asks for, the right stands under it.
func Ends(gap float32, left, right fyne.CanvasObject) *fyne.Container {
	return container.New(&endsLayout{gap: gap}, left, right)
}

type endsLayout struct {
	gap   float32
	width float32 // that it was last laid out for
}

// beside tells whether there is room for both on a line.
func (e *endsLayout) beside(objects []fyne.CanvasObject, width float32) bool {
	return objects[0].MinSize().Width+e.gap+objects[1].MinSize().Width <= width+paint.Slack
}

func (e *endsLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	left, right := objects[0].MinSize(), objects[1].MinSize()
	width := max(min(left.Width, paint.LeastWidth), min(right.Width, paint.LeastWidth))
	switch {
	case !objects[1].Visible() || right.IsZero():
		return fyne.NewSize(width, left.Height)
	case e.width <= 0 || e.beside(objects, e.width):
		return fyne.NewSize(width, max(left.Height, right.Height))
	}
	return fyne.NewSize(width, left.Height+e.gap+right.Height)
}

func (e *endsLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	e.width = size.Width
	left, right := objects[0], objects[1]
	least := right.MinSize()
	switch {
	case !right.Visible() || least.IsZero():
		paint.Place(left, 0, 0, size.Width, size.Height)
	case e.beside(objects, size.Width):
		width := size.Width - e.gap - least.Width
		height := paint.PlaceWide(left, 0, 0, width)
		paint.Place(left, 0, (size.Height-height)/2, width, height)
		paint.Place(right, size.Width-least.Width, (size.Height-least.Height)/2, least.Width, least.Height)
	default:
		height := paint.PlaceWide(left, 0, 0, size.Width)
		paint.PlaceWide(right, 0, height+e.gap, min(right.MinSize().Width, size.Width))
	}
}
