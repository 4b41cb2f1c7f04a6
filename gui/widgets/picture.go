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

// Sketch is a picture by itself, which a function draws.
type Sketch struct {
	Picture
	paint func(p *pen, size fyne.Size)
}

func newSketch(paint func(p *pen, size fyne.Size)) *Sketch {
	s := &Sketch{paint: paint}
	s.ExtendBaseWidget(s)
	return s
}

// Least is for Drawn: a sketch has the size that it is given.
func (s *Sketch) Least() fyne.Size { return fyne.Size{} }

// Paint is for Picture.
func (s *Sketch) Paint(p *pen, size fyne.Size) { s.paint(p, size) }

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
