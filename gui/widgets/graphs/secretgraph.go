package graphs

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// GraphKind is how a SecretGraph lays its values out.
type GraphKind int

// The kinds.
const (
	GraphLine     GraphKind = iota // values in their order, on a line
	GraphComplete                  // every value joined to every other, on a circle
	GraphGroups                    // a box per group, its values joined inside
	GraphStar                      // as GraphComplete, and all joined to "not in the file"
	GraphWeb                       // values on a circle, listed pairs of them joined
	GraphCells                     // combinations of two columns, shaded by how far they are
)

// GraphGroup is a box of GraphGroups: values that are joined to each other and to no others.
type GraphGroup struct {
	Title string
	Nodes []string
}

// SecretPicture is what a SecretGraph shows.
type SecretPicture struct {
	Kind   GraphKind
	Nodes  []string     // the values in order; not used by GraphGroups
	Groups []GraphGroup // GraphGroups only
	// Edges are the joined pairs of a line by index, nil for each value and the next. The
	// other kinds know their own.
	Edges [][2]int
	// Reach is another way to say the pairs of a line, short where there are many: for each
	// value the highest one that is joined to it and to all between them.
	Reach []int
	// From and To are the two values that are looked at, by index (in GraphGroups counted
	// through the groups); both the same for none. On a line the shortest way between them
	// is drawn and counted.
	From, To int
	Note     string // over the two of a line; "" for the number of steps
	// Around says that the shortest way between the two leaves the line, through a value that
	// is not on it: then none is drawn along it.
	Around  bool
	Outside string // the star's centre; "" for "not in the file"
	// Alone says that the star's centre is all that joins values.
	Alone bool
	// Some says which values are joined to the star's centre; nil for all.
	Some  []bool
	Web   []WebPair // GraphWeb only
	Cells Cells     // GraphCells only
}

// SecretGraph is a picture of a policy on the person's own values: circles for values and
// lines between those that must not be told apart. Long lists are thinned, and it says so.
type SecretGraph struct {
	paint.Picture
	picture SecretPicture
	line    lineShape // of GraphLine
	radius  float32   // of the circles of values that are not looked at
}

const (
	graphLeast = 240 // width
	graphNode  = 6.5 // radius of a circle
	graphPick  = 9.5 // of one that is looked at
)

// NewSecretGraph returns a picture.
func NewSecretGraph(picture SecretPicture) *SecretGraph {
	g := &SecretGraph{}
	g.ExtendBaseWidget(g)
	g.Set(picture)
	return g
}

// Set shows another picture.
func (g *SecretGraph) Set(picture SecretPicture) {
	g.picture = picture
	g.line = lineShape{}
	if picture.Kind == GraphLine {
		g.line = shapeOf(picture, g.two())
	}
	g.Refresh()
}

// two tells whether two values are looked at.
func (g *SecretGraph) two() bool {
	n, p := len(g.nodes()), g.picture
	return p.From != p.To && p.From >= 0 && p.To >= 0 && p.From < n && p.To < n
}

// looked tells whether a value is one of the two that are looked at.
func (g *SecretGraph) looked(i int) bool {
	return g.two() && (i == g.picture.From || i == g.picture.To)
}

// nodes returns all values in their order.
func (g *SecretGraph) nodes() []string {
	if g.picture.Kind != GraphGroups {
		return g.picture.Nodes
	}
	var all []string
	for _, group := range g.picture.Groups {
		all = append(all, group.Nodes...)
	}
	return all
}

// outside returns the words for the star's centre.
func (g *SecretGraph) outside() string {
	if g.picture.Outside == "" {
		return words.T("not in the file")
	}
	return g.picture.Outside
}

// Summary says in words what the picture shows, for those who do not see it and for tests.
func (g *SecretGraph) Summary() string {
	n := len(g.nodes())
	var b strings.Builder
	switch g.picture.Kind {
	case GraphLine:
		b.WriteString(words.T("%d values on a line", n))
	case GraphComplete:
		b.WriteString(words.T("%d values, each joined to every other", n))
	case GraphStar:
		if g.picture.Alone {
			b.WriteString(words.T("%d values, each joined to %q alone", n, g.outside()))
		} else {
			b.WriteString(words.T("%d values, each joined to every other and to %q", n, g.outside()))
		}
	case GraphGroups:
		b.WriteString(words.T("%d values in %d groups, joined inside each group", n, len(g.picture.Groups)))
	case GraphWeb:
		b.WriteString(words.T("%d values, %d pairs of them joined", n, len(g.picture.Web)))
	case GraphCells:
		return g.cellsSummary()
	}
	if g.two() {
		nodes := g.nodes()
		fmt.Fprintf(&b, "; %s and %s: %s", nodes[g.picture.From], nodes[g.picture.To], g.note())
	}
	return b.String()
}

// note returns the words over the two values that are looked at.
func (g *SecretGraph) note() string {
	if g.picture.Note != "" {
		return g.picture.Note
	}
	switch g.picture.Kind {
	case GraphLine:
		return steps(g.line.steps)
	case GraphGroups:
		if g.groupOf(g.picture.From) != g.groupOf(g.picture.To) {
			return words.T(notConnected)
		}
	}
	return steps(1)
}

// steps says how many steps a way has, or that there is none.
func steps(n int) string {
	switch {
	case n < 0:
		return words.T(notConnected)
	case n == 1:
		return words.T("1 step")
	}
	return words.T("%d steps", n)
}

// groupOf returns the group that a value is in.
func (g *SecretGraph) groupOf(node int) int {
	for i, group := range g.picture.Groups {
		if node < len(group.Nodes) {
			return i
		}
		node -= len(group.Nodes)
	}
	return -1
}

func (g *SecretGraph) Least() fyne.Size {
	width := max(g.Size().Width, graphLeast)
	switch g.picture.Kind {
	case GraphLine:
		if len(g.nodes()) == 0 {
			return fyne.NewSize(graphLeast, 0)
		}
		return fyne.NewSize(graphLeast, g.lineHeight(width))
	case GraphGroups:
		return fyne.NewSize(graphLeast, g.groupsHeight(width))
	case GraphCells:
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
	if (len(g.nodes()) > 0 || g.picture.Kind == GraphCells) && size.Width > 0 {
		switch g.picture.Kind {
		case GraphCells:
			g.drawCells(p, size)
		case GraphLine:
			g.drawLine(p, size)
		case GraphGroups:
			g.drawGroups(p, size)
		default:
			g.drawRing(p, size)
		}
	}
}

// node draws a value.
func (g *SecretGraph) node(p *paint.Pen, at fyne.Position, index int, role fyne.ThemeColorName) {
	if g.looked(index) {
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

// notConnected is said of values that nothing joins.
const notConnected = "not connected"
