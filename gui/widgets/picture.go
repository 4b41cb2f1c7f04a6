package widgets

import "fyne.io/fyne/v2"

// Picture is embedded in widgets whose shapes are drawn for each size.
type Picture struct {
	Widget
	shapes []fyne.CanvasObject
}

// painter is a widget that a Picture is embedded in.
type painter interface {
	Drawn
	Paint(p *pen, size fyne.Size)
}

// Parts is for Drawn.
func (w *Picture) Parts() []fyne.CanvasObject { return w.shapes }

// Arrange draws the shapes.
func (w *Picture) Arrange(size fyne.Size) {
	p := &pen{w: w.self}
	if size.Width > 0 {
		w.self.(painter).Paint(p, size)
	}
	w.shapes = p.instead(w.shapes)
}
