package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
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
func shade(p *pen, at fyne.Position, size fyne.Size, part float32) {
	r := &canvas.Rectangle{FillColor: mixed(ink(p.w, theme.Surface), ink(p.w, theme.Chart1), part), StrokeColor: ink(p.w, theme.Line), StrokeWidth: 1}
	r.Move(at)
	r.Resize(size)
	p.shapes = append(p.shapes, r)
}

// figureOn writes a figure in the middle of a square.
func figureOn(p *pen, at fyne.Position, size fyne.Size, text string, bold bool) {
	l := label{text: text, size: theme.SizeCaption, role: theme.Text, bold: bold, align: fyne.TextAlignCenter, room: size.Width - 2}
	if p.width(l) > size.Width-4 {
		l.size = theme.SizeAxis
	}
	height := sizeOf("0", dim(p.w, l.size), l.style()).Height
	p.text(at.AddXY(size.Width/2, (size.Height-height)/2), l)
}

// crossed draws the diagonal of a square for two answers that nothing joins.
func crossed(p *pen, at fyne.Position, size fyne.Size) {
	p.line(at.AddXY(1, size.Height-1), at.AddXY(size.Width-1, 1), theme.Line, 1)
}

// mixed returns a colour between two.
func mixed(a, b color.Color, part float32) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	between := func(x, y uint32) uint8 { return uint8((float32(x)*(1-part) + float32(y)*part) / 257) }
	return color.NRGBA{R: between(ar, br), G: between(ag, bg), B: between(ab, bb), A: 255}
}
