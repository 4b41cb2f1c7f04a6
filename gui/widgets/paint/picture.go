package paint

import "fyne.io/fyne/v2"

// Picture is embedded in widgets whose shapes are drawn for each size.
type Picture struct {
	Widget
	Shapes []fyne.CanvasObject
}

// painter is a widget that a Picture is embedded in.
type painter interface {
	Drawn
	Paint(p *Pen, size fyne.Size)
}

// Sketch is a picture by itself, which a function draws.
type Sketch struct {
	Picture
	paint func(p *Pen, size fyne.Size)
}

func NewSketch(paint func(p *Pen, size fyne.Size)) *Sketch {
	s := &Sketch{paint: paint}
	s.ExtendBaseWidget(s)
	return s
}

// Least is for Drawn: a sketch has the size that it is given.
func (s *Sketch) Least() fyne.Size { return fyne.Size{} }

// Paint is for Picture.
func (s *Sketch) Paint(p *Pen, size fyne.Size) { s.paint(p, size) }

// Parts is for Drawn.
func (w *Picture) Parts() []fyne.CanvasObject { return w.Shapes }

// Arrange draws the shapes.
func (w *Picture) Arrange(size fyne.Size) {
	p := &Pen{W: w.Self}
	if size.Width > 0 {
		w.Self.(painter).Paint(p, size)
	}
	w.Shapes = p.Instead(w.Shapes)
}
