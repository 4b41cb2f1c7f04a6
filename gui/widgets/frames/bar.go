package frames

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// barGround is the surface of a bar with a line along one edge.
type barGround struct {
	surface *canvas.Rectangle
	line    *canvas.Line
}

func newBarGround() barGround {
	return barGround{surface: &canvas.Rectangle{}, line: &canvas.Line{StrokeWidth: 1}}
}

func (g barGround) style(w paint.Drawn) {
	g.surface.FillColor, g.line.StrokeColor = paint.Ink(w, theme.Surface), paint.Ink(w, theme.Line)
	g.surface.Refresh()
}

// place fills a bar of a size; the line is at a height.
func (g barGround) place(size fyne.Size, y float32) {
	paint.Place(g.surface, 0, 0, size.Width, size.Height)
	g.line.Position1, g.line.Position2 = fyne.NewPos(0, y), fyne.NewPos(size.Width, y)
}
