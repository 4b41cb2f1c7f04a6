package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

// newIcon returns an empty icon.
func newIcon() *canvas.Image {
	return &canvas.Image{FillMode: canvas.ImageFillContain}
}

// icons are the icons that were shown so far, each one resource in one colour, by which setIcon tells that it
// is shown already: reading one takes long.
var icons = map[shownIcon]fyne.Resource{}

type shownIcon struct {
	name string
	role fyne.ThemeColorName
	ink  color.Color
}

// setIcon shows an icon in the colour of a role; nil shows none.
func setIcon(image *canvas.Image, icon fyne.Resource, role fyne.ThemeColorName) {
	if icon == nil {
		image.Resource = nil
		image.Hide()
		return
	}
	own := shownIcon{icon.Name(), role, fynetheme.Color(role)}
	if icons[own] == nil {
		icons[own] = fynetheme.NewColoredResource(icon, role)
	}
	if image.Resource == icons[own] && image.Visible() {
		return
	}
	image.Resource = icons[own]
	image.Show()
	image.Refresh()
}

// radio is the mark before one of several choices.
type radio struct{ ring, dot *canvas.Circle }

const radioSize = 16

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

// stepMark is the mark before a step: its number in a circle, a tick or a triangle.
type stepMark struct {
	circle *canvas.Circle
	icon   *canvas.Image
	number *canvas.Text
}

const stepMarkSize = 20

func newStepMark() stepMark {
	return stepMark{circle: &canvas.Circle{}, icon: newIcon(), number: &canvas.Text{}}
}

func (m stepMark) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{m.circle, m.icon, m.number}
}

// style draws the mark of a step in a state in the theme of w.
func (m stepMark) style(w Drawn, number string, state StepState, current bool) {
	m.number.Text, m.number.Alignment = number, fyne.TextAlignCenter
	m.number.TextSize, m.number.TextStyle = dim(w, theme.SizeCaption), fyne.TextStyle{Bold: true}
	m.circle.StrokeWidth = 0
	show(m.circle, state != Attention)
	show(m.number, state == NotYet)
	switch {
	case state == Attention:
		setIcon(m.icon, theme.WarningIcon(), theme.CautionMark)
	case state == Done:
		m.circle.FillColor = ink(w, theme.Good)
		setIcon(m.icon, fynetheme.ConfirmIcon(), theme.Surface)
	case current:
		m.circle.FillColor = ink(w, theme.Primary)
		m.number.Color = ink(w, theme.OnPrimary)
		setIcon(m.icon, nil, "")
	default:
		m.circle.FillColor = color.Transparent
		m.circle.StrokeColor, m.circle.StrokeWidth = ink(w, theme.Control), 1.5
		m.number.Color = ink(w, theme.QuietText)
		setIcon(m.icon, nil, "")
	}
	m.circle.Refresh()
	m.number.Refresh()
}

// place puts the mark's upper left corner.
func (m stepMark) place(x, y float32, state StepState) {
	place(m.circle, x, y, stepMarkSize, stepMarkSize)
	if state == Attention {
		place(m.icon, x-1, y-1, stepMarkSize+2, stepMarkSize+2)
	} else {
		place(m.icon, x+3, y+3, stepMarkSize-6, stepMarkSize-6)
	}
	height := m.number.MinSize().Height
	place(m.number, x, y+(stepMarkSize-height)/2, stepMarkSize, height)
}

// halo is the ring around what has the keyboard.
func newHalo(radius float32) *canvas.Rectangle {
	return &canvas.Rectangle{CornerRadius: radius + haloWidth, StrokeWidth: haloWidth}
}

const haloWidth = 3

// styleHalo shows the ring where the keyboard is.
func styleHalo(w Drawn, halo *canvas.Rectangle, focused bool) {
	halo.FillColor = color.Transparent
	halo.StrokeColor = color.Transparent
	if focused {
		halo.StrokeColor = ink(w, theme.Focus)
	}
	halo.Refresh()
}

// placeHalo puts the ring around a rectangle.
func placeHalo(halo *canvas.Rectangle, x, y, width, height float32) {
	place(halo, x-haloWidth, y-haloWidth, width+2*haloWidth, height+2*haloWidth)
}
