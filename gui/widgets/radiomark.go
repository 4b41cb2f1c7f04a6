package widgets

import (
	"image/color"
	"steward/gui/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// radio is the mark before one of several choices.
type radio struct{ ring, dot *canvas.Circle }

func newRadio() radio {
	return radio{ring: &canvas.Circle{}, dot: &canvas.Circle{}}
}

func (r radio) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{r.ring, r.dot} }

// style draws the mark in its state in the theme of w.
func (r radio) style(w Drawn, selected, disabled bool) {
	role, width := theme.Control, float32(1.5)
	if selected {
		role, width = theme.Primary, 2
	}
	if disabled {
		role = theme.Disabled
	}
	r.ring.FillColor = ink(w, theme.Surface)
	if disabled {
		r.ring.FillColor = color.Transparent
	}
	r.ring.StrokeColor, r.ring.StrokeWidth = ink(w, role), width
	r.dot.FillColor = color.Transparent
	if selected {
		r.dot.FillColor = ink(w, role)
	}
	r.ring.Refresh()
	r.dot.Refresh()
}

// place puts the mark's upper left corner.
func (r radio) place(x, y float32) {
	place(r.ring, x, y, radioSize, radioSize)
	place(r.dot, x+4, y+4, radioSize-8, radioSize-8)
}

const radioSize = 16

// drawRadio draws the mark before one of several choices.
func drawRadio(p *pen, x, y float32, selected, disabled bool) {
	mark := newRadio()
	mark.style(p.w, selected, disabled)
	mark.place(x, y)
	p.shapes = append(p.shapes, mark.Parts()...)
}
