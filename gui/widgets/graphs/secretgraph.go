package graphs

import (
	"math"

	"fyne.io/fyne/v2"

	"steward/gui/session/secretgraph"
	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// SecretGraph is a picture of a policy on the person's own values: circles for values and
// lines between those that must not be told apart. Long lists are thinned, and it says so.
type SecretGraph struct {
	paint.Picture
	picture secretgraph.Picture
	line    secretgraph.Line // of secretgraph.OnLine
	radius  float32          // of the circles of values that are not looked at
}

const (
	graphLeast = 240 // width
	graphNode  = 6.5 // radius of a circle
	graphPick  = 9.5 // of one that is looked at
)

// NewSecretGraph returns a picture.
func NewSecretGraph(picture secretgraph.Picture) *SecretGraph {
	g := &SecretGraph{}
	g.ExtendBaseWidget(g)
	g.Set(picture)
	return g
}

// Set shows another picture.
func (g *SecretGraph) Set(picture secretgraph.Picture) {
	g.picture = picture
	g.line = secretgraph.Line{}
	if picture.Kind == secretgraph.OnLine {
		g.line = picture.Line()
	}
	g.Refresh()
}

// Summary says in words what the picture shows, for those who do not see it and for tests.
func (g *SecretGraph) Summary() string { return g.picture.Summary() }

func (g *SecretGraph) Least() fyne.Size {
	width := max(g.Size().Width, graphLeast)
	switch g.picture.Kind {
	case secretgraph.OnLine:
		if len(g.picture.All()) == 0 {
			return fyne.NewSize(graphLeast, 0)
		}
		return fyne.NewSize(graphLeast, g.lineHeight(width))
	case secretgraph.InGroups:
		return fyne.NewSize(graphLeast, g.groupsHeight(width))
	case secretgraph.InCells:
		if len(g.picture.Cells.Rows) == 0 {
			return fyne.NewSize(graphLeast, 0)
		}
		return fyne.NewSize(graphLeast, g.cellsHeight(width))
	}
	return fyne.NewSize(graphLeast, ringHeight)
}

// Paint is for Picture.
func (g *SecretGraph) Paint(p *paint.Pen, size fyne.Size) {
	g.radius = graphNode
	if (len(g.picture.All()) > 0 || g.picture.Kind == secretgraph.InCells) && size.Width > 0 {
		switch g.picture.Kind {
		case secretgraph.InCells:
			g.drawCells(p, size)
		case secretgraph.OnLine:
			g.drawLine(p, size)
		case secretgraph.InGroups:
			g.drawGroups(p, size)
		default:
			g.drawRing(p, size)
		}
	}
}

// node draws a value.
func (g *SecretGraph) node(p *paint.Pen, at fyne.Position, index int, role fyne.ThemeColorName) {
	if g.picture.Looked(index) {
		p.Circle(at, graphPick, theme.Chart5, theme.Chart5, 1)
		return
	}
	p.Circle(at, g.radius, theme.Surface, role, 2)
}

// around returns the place at an angle (in turns, 0 at the top, clockwise) on an ellipse.
func around(center fyne.Position, rx, ry float32, turn float64) fyne.Position {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return center.AddXY(rx*float32(sin), -ry*float32(cos))
}
