package layouts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// Ground paints a role of package theme behind an object. Unlike a canvas.Rectangle with a
// colour it follows light and dark.
type Ground struct {
	paint.Widget
	// LeftLine draws a line along the left edge, for the side column. Set it before the
	// ground is shown.
	LeftLine bool

	role    fyne.ThemeColorName
	paint   *canvas.Rectangle
	line    *canvas.Line
	content fyne.CanvasObject
}

// NewGround returns content, which gets all the room there is, on a ground of a role.
func NewGround(role fyne.ThemeColorName, content fyne.CanvasObject) *Ground {
	g := &Ground{role: role, paint: &canvas.Rectangle{}, line: &canvas.Line{StrokeWidth: 1}, content: content}
	g.ExtendBaseWidget(g)
	return g
}

func (g *Ground) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{g.paint, g.content, g.line}
}

func (g *Ground) Least() fyne.Size { return g.content.MinSize() }

func (g *Ground) Restyle() {
	g.paint.FillColor, g.line.StrokeColor = paint.Ink(g, g.role), paint.Ink(g, theme.Line)
	g.paint.Refresh()
	paint.Show(g.line, g.LeftLine)
}

func (g *Ground) Arrange(size fyne.Size) {
	paint.Place(g.paint, 0, 0, size.Width, size.Height)
	paint.Place(g.content, 0, 0, size.Width, size.Height)
	g.line.Position1, g.line.Position2 = fyne.NewPos(0.5, 0), fyne.NewPos(0.5, size.Height)
}
