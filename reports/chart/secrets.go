package chart

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/account"
	"steward/reports/secretgraph"
)

// Secrets draws what a policy joins among the values of a column: circles for values, and lines between those that nobody may
// tell apart. Long lists are thinned, and it says so.
type Secrets struct {
	Title   string // over the picture; none where it is empty
	Picture secretgraph.Picture
}

// All measures of the picture are in units, of which the size of the theme's text has as many as there are pixels on a usual
// screen, and grow with it. They count downwards from the upper left corner.
const (
	unitsOfText = 11
	captionSize = 12
	axisSize    = 11
	boldSize    = 13

	nodeRadius = 6.5
	pickRadius = 9.5 // of a circle that is looked at

	noteTall  = 20 // a line of what is said under a picture
	titleTall = 22
)

// Height returns the height that the picture takes at a width.
func (s *Secrets) Height(width vg.Length, th Theme) vg.Length {
	g := s.graph(pen{draw.Canvas{}, th}, width)
	return vg.Length(g.tall()) * g.unit
}

// Draw draws the picture onto the top of a canvas. It does not error: any picture can be drawn.
func (s *Secrets) Draw(c draw.Canvas, th Theme) error {
	g := s.graph(pen{c, th}, c.Max.X-c.Min.X)
	g.background()
	if g.empty() {
		return nil
	}
	if s.Title != "" {
		g.text(pos{0, titleTall/2 - 2}, lettering{text: Printable(s.Title), size: boldSize, bold: true, room: g.wide})
	}
	switch s.Picture.Kind {
	case secretgraph.OnLine:
		g.drawLine()
	case secretgraph.InGroups:
		g.drawGroups()
	case secretgraph.InCells:
		g.drawCells()
	default:
		g.drawRing()
	}
	for i, line := range g.notes {
		g.text(pos{0, g.top + g.body() + noteTall*(float64(i)+0.5)}, lettering{text: line, quiet: true})
	}
	return nil
}

// graph is a picture of secrets being drawn.
type graph struct {
	pen
	secretgraph.Picture
	unit  vg.Length // a unit's
	wide  float64   // of the picture
	top   float64   // under the title
	notes []string  // said under it, a line each

	path   secretgraph.Line // of OnLine
	radius float64          // of circles that are not looked at
}

func (s *Secrets) graph(p pen, width vg.Length) *graph {
	g := &graph{pen: p, Picture: s.Picture, unit: p.th.Size / unitsOfText, radius: nodeRadius}
	g.wide = float64(width / g.unit)
	if s.Title != "" {
		g.top = titleTall
	}
	if g.Kind == secretgraph.OnLine {
		g.path = g.Line()
	}
	if g.empty() {
		return g
	}
	said := g.thinning()
	for _, r := range g.Remarks() {
		said = append(said, g.say(r))
	}
	g.notes = wrapped(strings.Join(said, "; "), regular, captionSize*g.unit, width)
	return g
}

// empty reports whether there is nothing to draw.
func (g *graph) empty() bool {
	if g.Kind == secretgraph.InCells {
		return len(g.Cells.Rows) == 0 || len(g.Cells.Columns) == 0
	}
	return len(g.All()) == 0
}

// tall is the height of the picture.
func (g *graph) tall() float64 {
	if g.empty() {
		return 0
	}
	return g.top + g.body() + noteTall*float64(len(g.notes))
}

// body is the height of what is drawn between title and notes.
func (g *graph) body() float64 {
	switch g.Kind {
	case secretgraph.OnLine:
		return g.lineTall()
	case secretgraph.InGroups:
		return g.groupsTall()
	case secretgraph.InCells:
		return g.cellsTall()
	}
	return ringTall
}

// thinning says what of the picture is left out at its width, and what its figures are.
func (g *graph) thinning() []string {
	switch g.Kind {
	case secretgraph.OnLine:
		return g.lineThinning()
	case secretgraph.InGroups:
		return g.groupsThinning()
	case secretgraph.InCells:
		return []string{g.say(g.Cells.Legend())}
	}
	return g.ringThinning()
}

// label is the label of a value, as it is drawn.
func (g *graph) label(text string) string { return g.say(secretgraph.Label(text)) }

// counted writes a number of values, as English does.
func counted(n int) string { return account.Commas(strconv.Itoa(n)) }

// pos is a place in a picture.
type pos struct{ x, y float64 }

func (a pos) plus(x, y float64) pos { return pos{a.x + x, a.y + y} }

// at is where a place lies on the canvas.
func (g *graph) at(a pos) vg.Point {
	return vg.Point{X: g.Min.X + vg.Length(a.x)*g.unit, Y: g.Max.Y - vg.Length(a.y)*g.unit}
}

// lettering is a text in a picture: in the size of captions where none is given, shortened to its room where it has one.
type lettering struct {
	text               string
	size, room         float64
	bold, quiet, alert bool
	across             vg.Length
}

func (l lettering) font() font.Font {
	if l.bold {
		return bold
	}
	return regular
}

func (l lettering) units() float64 {
	if l.size == 0 {
		return captionSize
	}
	return l.size
}

// width is how wide a text is.
func (g *graph) textWidth(l lettering) float64 {
	return float64(widthOf(Visual(l.text), l.font(), vg.Length(l.units())*g.unit) / g.unit)
}

// text writes a text with its middle at a height.
func (g *graph) text(at pos, l lettering) {
	size := vg.Length(l.units()) * g.unit
	w := words{text: l.text, color: g.th.Text, font: l.font(), size: size, across: l.across}
	switch {
	case l.alert:
		w.color = g.th.Alert
	case l.quiet:
		w.color = g.th.Quiet
	}
	if l.room > 0 {
		w.text = fit(w.text, w.font, size, vg.Length(l.room)*g.unit)
	}
	g.write(w, g.at(at))
}

// stroke draws a straight line, broken into dashes where some are given.
func (g *graph) stroke(a, b pos, c color.RGBA, width float64, dashes ...vg.Length) {
	for i := range dashes {
		dashes[i] *= g.unit
	}
	g.StrokeLines(draw.LineStyle{Color: c, Width: vg.Length(width) * g.unit, Dashes: dashes}, []vg.Point{g.at(a), g.at(b)})
}

// bow draws an arch between two places of one height.
func (g *graph) bow(a, b pos, rise float64, c color.RGBA, width float64) {
	const pieces = 24
	from, to := g.at(a), g.at(b)
	mid, half := (from.X+to.X)/2, (to.X-from.X)/2
	pts := make([]vg.Point, pieces+1)
	for k := range pts {
		sin, cos := math.Sincos(math.Pi * float64(k) / pieces)
		pts[k] = vg.Point{X: mid - half*vg.Length(cos), Y: from.Y + vg.Length(rise*sin)*g.unit}
	}
	g.line(c, vg.Length(width)*g.unit, pts...)
}

// circle draws a circle.
func (g *graph) circle(at pos, radius float64, ground, edge color.RGBA, width float64) {
	center, r := g.at(at), vg.Length(radius)*g.unit
	var disc vg.Path
	disc.Move(vg.Point{X: center.X + r, Y: center.Y})
	disc.Arc(center, r, 0, 2*math.Pi)
	disc.Close()
	g.SetColor(ground)
	g.Fill(disc)
	g.SetLineStyle(draw.LineStyle{Color: edge, Width: vg.Length(width) * g.unit})
	g.Stroke(disc)
}

// rectangle draws a rectangle of a size; a width of 0 leaves its edge out.
func (g *graph) rectangle(at pos, size pos, ground, edge color.RGBA, width float64) {
	a, b := g.at(at), g.at(at.plus(size.x, size.y))
	g.box(ground, a, b)
	if width > 0 {
		g.frame(at, size, edge, width)
	}
}

// frame draws the edge of a rectangle.
func (g *graph) frame(at pos, size pos, edge color.RGBA, width float64) {
	a, b := g.at(at), g.at(at.plus(size.x, size.y))
	var path vg.Path
	path.Move(a)
	path.Line(vg.Point{X: b.X, Y: a.Y})
	path.Line(b)
	path.Line(vg.Point{X: a.X, Y: b.Y})
	path.Close()
	g.SetLineStyle(draw.LineStyle{Color: edge, Width: vg.Length(width) * g.unit})
	g.Stroke(path)
}

// marked is the colour of what is looked at.
func (g *graph) marked() color.RGBA { return g.th.Series[1] }

// node draws a value.
func (g *graph) node(at pos, index int, edge color.RGBA) {
	if g.Looked(index) {
		g.circle(at, pickRadius, g.marked(), g.marked(), 1)
		return
	}
	g.circle(at, g.radius, g.th.Background, edge, 2)
}

// onEllipse returns the place at an angle (in turns, 0 at the top, clockwise) on an ellipse.
func onEllipse(center pos, rx, ry, turn float64) pos {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return center.plus(rx*sin, -ry*cos)
}

// including puts what is wanted into a rising list, in place of the last that are not, and
// keeps it rising.
func including(list, wanted []int) []int {
	at := len(list) - 1
	for _, w := range wanted {
		if slices.Contains(list, w) {
			continue
		}
		for at >= 0 && slices.Contains(wanted, list[at]) {
			at--
		}
		if at < 0 {
			break
		}
		list[at] = w
		at--
	}
	slices.Sort(list)
	return list
}

// wrapped breaks a text into lines of a width between its words.
func wrapped(text string, f font.Font, size, width vg.Length) (lines []string) {
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && widthOf(Visual(lines[n-1]+" "+word), f, size) <= width {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, fit(word, f, size, width))
	}
	return lines
}
