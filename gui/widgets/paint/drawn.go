package paint

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
)

// Drawn is a widget that draws itself: it keeps its canvas objects and is its own renderer's state.
type Drawn interface {
	fyne.Widget
	Theme() fyne.Theme
	Parts() []fyne.CanvasObject // what it is made of
	Arrange(size fyne.Size)     // places the parts
	Least() fyne.Size           // the least size that it needs
	Restyle()                   // takes words, colours and sizes over into the parts
}

// Widget is embedded in every widget that draws itself.
type Widget struct {
	widget.BaseWidget
	Self  Drawn
	drawn bool // it was asked for its size, or shown
}

// ExtendBaseWidget says which widget this is part of; constructors call it.
func (w *Widget) ExtendBaseWidget(self fyne.Widget) {
	w.Self = self.(Drawn)
	w.BaseWidget.ExtendBaseWidget(self)
}

// CreateRenderer is for Fyne.
func (w *Widget) CreateRenderer() fyne.WidgetRenderer {
	w.drawn = true
	return NewRenderer(w.Self)
}

// Refresh takes over what has changed. What was never drawn takes it over when it is, and most pages of a window
// are not for a long time.
func (w *Widget) Refresh() {
	if w.drawn {
		w.BaseWidget.Refresh()
	}
}

// Restyle is for widgets whose parts style themselves, or are drawn when they are arranged.
func (w *Widget) Restyle() {}

// renderer is the renderer of every drawn widget.
type renderer struct{ w Drawn }

// NewRenderer returns a renderer, with the widget's objects ready to be shown.
func NewRenderer(w Drawn) fyne.WidgetRenderer {
	w.Restyle()
	return &renderer{w}
}

func (r *renderer) Layout(size fyne.Size)        { r.w.Arrange(size) }
func (r *renderer) MinSize() fyne.Size           { return r.w.Least() }
func (r *renderer) Objects() []fyne.CanvasObject { return r.w.Parts() }
func (r *renderer) Destroy()                     {}

// Refresh takes over what has changed and asks for the widget to be painted again.
func (r *renderer) Refresh() {
	r.w.Restyle()
	if size := r.w.Size(); !size.IsZero() {
		r.w.Arrange(size)
	}
	canvas.Refresh(r.w)
}

// Ink returns the colour of a role in a widget's theme.
func Ink(w Drawn, role fyne.ThemeColorName) color.Color {
	return theme.ColorIn(w.Theme(), role)
}

// Dim returns a size in a widget's theme.
func Dim(w Drawn, name fyne.ThemeSizeName) float32 {
	if s := w.Theme().Size(name); s != 0 {
		return s
	}
	return theme.Size(name)
}

// Enlarged returns how much larger than usual the text of a widget is: widths are given for the usual.
func Enlarged(w Drawn) float32 { return Dim(w, theme.SizeBody) / usualBody }

// usualBody is the usual size of text.
const usualBody = 14

// Place moves and resizes an object; where there is less room than none, it gets none.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(width, 0), max(height, 0)))
}

// PlaceMiddle places an object of its least size at x, in the middle of a line's height.
func PlaceMiddle(o fyne.CanvasObject, x, y, height float32) (width float32) {
	least := o.MinSize()
	Place(o, x, y+(height-least.Height)/2, least.Width, least.Height)
	return least.Width
}

// PlaceWide places an object at a width and returns the height it then needs: text is laid
// out at its width before it is asked.
func PlaceWide(o fyne.CanvasObject, x, y, width float32) (height float32) {
	width = max(width, 0)
	o.Move(fyne.NewPos(x, y))
	if before := o.Size(); before.Width != width {
		o.Resize(fyne.NewSize(width, before.Height))
	}
	height = o.MinSize().Height
	o.Resize(fyne.NewSize(width, height))
	return height
}

// Show shows or hides an object.
func Show(o fyne.CanvasObject, visible bool) {
	if visible == o.Visible() {
		return
	}
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}

// Breaking is an object that asks for the width of its words on one line, and breaks them into lines
// where it gets less.
type Breaking interface{ Narrowest() float32 }

// FromRight places objects side by side, the last at a right edge, and returns where the
// first begins.
func FromRight(objects []fyne.CanvasObject, right, height, gap float32) (left float32) {
	left = right
	for i := len(objects) - 1; i >= 0; i-- {
		o := objects[i]
		if !o.Visible() {
			continue
		}
		left -= o.MinSize().Width
		PlaceMiddle(o, left, 0, height)
		left -= gap
	}
	return left
}
