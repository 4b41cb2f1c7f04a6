package tables

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// shadeOf returns how dark a square is for a distance in steps: the darker the better two answers
// are hidden from one another, and never so dark that the figures on it could not be read.
// Squares carry figures too, so that nothing is said by shade alone.
func shadeOf(far float64) float32 {
	if !(far > 0) {
		return 0
	}
	return float32(0.58 / (1 + 0.5*far))
}

// shade draws a square in a mixture of the ground and the first colour of charts.
func shade(p *paint.Pen, at fyne.Position, size fyne.Size, part float32) {
	r := &canvas.Rectangle{FillColor: mixed(paint.Ink(p.W, theme.Surface), paint.Ink(p.W, theme.Chart1), part), StrokeColor: paint.Ink(p.W, theme.Line), StrokeWidth: 1}
	r.Move(at)
	r.Resize(size)
	p.Shapes = append(p.Shapes, r)
}

// figureOn writes a figure in the middle of a square.
func figureOn(p *paint.Pen, at fyne.Position, size fyne.Size, text string, bold bool) {
	l := paint.Label{Text: text, Size: theme.SizeCaption, Role: theme.Text, Bold: bold, Align: fyne.TextAlignCenter, Room: size.Width - 2}
	if p.Width(l) > size.Width-4 {
		l.Size = theme.SizeAxis
	}
	height := paint.SizeOf("0", paint.Dim(p.W, l.Size), l.Style()).Height
	p.Text(at.AddXY(size.Width/2, (size.Height-height)/2), l)
}

// crossed draws the diagonal of a square for two answers that nothing joins.
func crossed(p *paint.Pen, at fyne.Position, size fyne.Size) {
	p.Line(at.AddXY(1, size.Height-1), at.AddXY(size.Width-1, 1), theme.Line, 1)
}

// mixed returns a colour between two.
func mixed(a, b color.Color, part float32) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	between := func(x, y uint32) uint8 { return uint8((float32(x)*(1-part) + float32(y)*part) / 257) }
	return color.NRGBA{R: between(ar, br), G: between(ag, bg), B: between(ab, bb), A: 255}
}
