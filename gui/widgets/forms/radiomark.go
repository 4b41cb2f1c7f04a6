package forms

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// radio is the mark before one of several choices.
type radio struct{ ring, dot *canvas.Circle }

func newRadio() radio {
	return radio{ring: &canvas.Circle{}, dot: &canvas.Circle{}}
}

func (r radio) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{r.ring, r.dot} }

// style draws the mark in its state in the theme of w.
func (r radio) style(w paint.Drawn, selected, disabled bool) {
	role, width := theme.Control, float32(1.5)
	if selected {
		role, width = theme.Primary, 2
	}
	if disabled {
		role = theme.Disabled
	}
	r.ring.FillColor = paint.Ink(w, theme.Surface)
	if disabled {
		r.ring.FillColor = color.Transparent
	}
	r.ring.StrokeColor, r.ring.StrokeWidth = paint.Ink(w, role), width
	r.dot.FillColor = color.Transparent
	if selected {
		r.dot.FillColor = paint.Ink(w, role)
	}
	r.ring.Refresh()
	r.dot.Refresh()
}

// place puts the mark's upper left corner.
func (r radio) place(x, y float32) {
	paint.Place(r.ring, x, y, RadioSize, RadioSize)
	paint.Place(r.dot, x+4, y+4, RadioSize-8, RadioSize-8)
}

const RadioSize = 16

// DrawRadio draws the mark before one of several choices.
func DrawRadio(p *paint.Pen, x, y float32, selected, disabled bool) {
	mark := newRadio()
	mark.style(p.W, selected, disabled)
	mark.place(x, y)
	p.Shapes = append(p.Shapes, mark.Parts()...)
}
