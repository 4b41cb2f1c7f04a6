package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// line draws an entry of one line without the scroll bar that Fyne gives it where its text is longer: a lid of the entry's own colour
// lies over the bar.
type line struct {
	fyne.WidgetRenderer
	ground *canvas.Rectangle
	scroll *container.Scroll
	lid    *lid
}

// newLine takes what Fyne draws of an entry.
func newLine(entry fyne.WidgetRenderer) fyne.WidgetRenderer {
	l := &line{WidgetRenderer: entry, lid: newLid()}
	for _, o := range entry.Objects() {
		switch o := o.(type) {
		case *canvas.Rectangle:
			if l.ground == nil {
				l.ground = o
			}
		case *container.Scroll:
			l.scroll = o
		}
	}
	if l.ground == nil || l.scroll == nil {
		return entry
	}
	return l
}

// Objects is for Fyne.
func (l *line) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject(nil), l.WidgetRenderer.Objects()...), l.lid)
}

// Layout is for Fyne.
func (l *line) Layout(size fyne.Size) {
	l.WidgetRenderer.Layout(size)
	l.cover()
}

// Refresh is for Fyne.
func (l *line) Refresh() {
	l.WidgetRenderer.Refresh()
	l.cover()
}

// cover puts the lid over the bar while there is one.
func (l *line) cover() {
	at, size := l.scroll.Position(), l.scroll.Size()
	high := 2 * paint.Dim(l.lid, fynetheme.SizeNameScrollBarSmall)
	paint.Place(l.lid, at.X, at.Y+size.Height-high, size.Width, high)
	l.lid.ground.FillColor = l.ground.FillColor
	paint.Show(l.lid, l.scroll.Content != nil && l.scroll.Content.MinSize().Width > size.Width)
	l.lid.ground.Refresh()
}

// lid lies over a scroll bar, so that it is neither seen nor grows under the pointer.
type lid struct {
	paint.Widget
	input.Hover
	ground *canvas.Rectangle
}

func newLid() *lid {
	l := &lid{ground: &canvas.Rectangle{}}
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

// Parts is for Drawn.
func (l *lid) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{l.ground} }

// Least is for Drawn.
func (l *lid) Least() fyne.Size { return fyne.Size{} }

// Restyle is for Drawn.
func (l *lid) Restyle() {}

// Arrange is for Drawn.
func (l *lid) Arrange(size fyne.Size) { paint.Place(l.ground, 0, 0, size.Width, size.Height) }

// Cursor is for Fyne.
func (l *lid) Cursor() desktop.Cursor { return desktop.TextCursor }
