package frames

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// stepMark is the mark before a step: its number in a circle, a tick or a triangle.
type stepMark struct {
	circle *canvas.Circle
	icon   *canvas.Image
	number *canvas.Text
}

func newStepMark() stepMark {
	return stepMark{circle: &canvas.Circle{}, icon: paint.NewIcon(), number: &canvas.Text{}}
}

func (m stepMark) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{m.circle, m.icon, m.number}
}

// style draws the mark of a step in a state in the theme of w.
func (m stepMark) style(w paint.Drawn, number string, state StepState, current bool) {
	m.number.Text, m.number.Alignment = paint.Shown(number), fyne.TextAlignCenter
	m.number.TextSize, m.number.TextStyle = paint.Dim(w, theme.SizeCaption), fyne.TextStyle{Bold: true}
	m.circle.StrokeWidth = 0
	paint.Show(m.circle, state != Attention)
	paint.Show(m.number, state == NotYet)
	switch {
	case state == Attention:
		paint.SetIcon(m.icon, theme.WarningIcon(), theme.CautionMark)
	case state == Done:
		m.circle.FillColor = paint.Ink(w, theme.Good)
		paint.SetIcon(m.icon, fynetheme.ConfirmIcon(), theme.Surface)
	case current:
		m.circle.FillColor = paint.Ink(w, theme.Primary)
		m.number.Color = paint.Ink(w, theme.OnPrimary)
		paint.SetIcon(m.icon, nil, "")
	default:
		m.circle.FillColor = color.Transparent
		m.circle.StrokeColor, m.circle.StrokeWidth = paint.Ink(w, theme.Control), 1.5
		m.number.Color = paint.Ink(w, theme.QuietText)
		paint.SetIcon(m.icon, nil, "")
	}
	m.circle.Refresh()
	m.number.Refresh()
}

// place puts the mark's upper left corner.
func (m stepMark) place(x, y float32, state StepState) {
	paint.Place(m.circle, x, y, stepMarkSize, stepMarkSize)
	if state == Attention {
		paint.Place(m.icon, x-1, y-1, stepMarkSize+2, stepMarkSize+2)
	} else {
		paint.Place(m.icon, x+3, y+3, stepMarkSize-6, stepMarkSize-6)
	}
	height := m.number.MinSize().Height
	paint.Place(m.number, x, y+(stepMarkSize-height)/2, stepMarkSize, height)
}

const stepMarkSize = 20
