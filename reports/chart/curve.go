package chart

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
)

// Curve shows error against budget: a line for each series, told apart by colour, dashes and
// the shape of the mark at the present budget, where the legend also gives the number.
type Curve struct {
	Series []Series
	// Present is the budget now.
	Present float64
	// XName and YName say what is drawn along the two axes; no room is kept for an empty
	// YName.
	XName, YName string
}

// Series is a named line, in the order of rising budgets.
type Series struct {
	Name   string
	Points []XY
}

// XY is an error at a budget, both finite and from 0.
type XY struct{ Budget, Error float64 }

// Draw draws the chart onto all of a canvas. It errors when a series has fewer than two
// points, points out of order or numbers that are not finite.
func (k *Curve) Draw(c draw.Canvas, th Theme) error {
	l := &budgetCurve{pen: pen{c, th}, Curve: k}
	if err := l.check(); err != nil {
		return err
	}
	l.background()
	l.arrange()
	l.frame()
	l.series()
	l.legend()
	return nil
}

// Height returns how tall the chart is at a width: low, or where the legend would lie on the marks at the present budget or on a
// line, as much as both need.
func (k *Curve) Height(width, low vg.Length, th Theme) vg.Length {
	l := &budgetCurve{pen: pen{draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: low}}}, th}, Curve: k}
	l.arrange()
	if l.key.X-markRoom*th.Size > l.x.at(l.Present) && !l.covered() {
		return low
	}
	room := vg.Length(3)
	if l.above() {
		room = 5
	}
	return max(low, (under+over+keyRow*vg.Length(len(k.Series))+room)*th.Size)
}

// Legend says in words what the legend does: how large each error is at the present budget.
func (k *Curve) Legend(th Theme) string {
	l := pen{th: th}
	var list []string
	for _, s := range k.Series {
		if now := s.errorAt(k.Present); !math.IsNaN(now) {
			list = append(list, s.Name+" "+l.rounded(now))
		}
	}
	return strings.Join(list, "; ")
}

// The room under the lines and over them, of the background around a mark, and the height of a line of the legend, in sizes of text.
const (
	under    = 3.2
	over     = 0.7
	markRoom = 0.62
	keyRow   = 1.45
)

// budgetCurve is a curve, laid out.
type budgetCurve struct {
	pen
	*Curve
	x, y           scale
	xTicks, yTicks []float64
	// present holds the error of each series at the present budget, NaN where it has none.
	present []float64
	// numbers and names are the widths of the legend's columns; key is its lower left corner.
	numbers, names vg.Length
	key            vg.Point
	top            vg.Length // where the legend begins
}

func (l *budgetCurve) check() error {
	if len(l.Series) == 0 {
		return message.New("chart: there is no curve to draw")
	}
	for _, s := range l.Series {
		if len(s.Points) < 2 {
			return message.Errorf("chart: the curve %q has %d points, at least 2 are needed", s.Name, len(s.Points))
		}
		for i, p := range s.Points {
			if !(p.Budget >= 0 && p.Error >= 0) || math.IsInf(p.Budget+p.Error, 0) {
				return message.Errorf("chart: the curve %q has an error of %v at %v, but finite numbers from 0 are expected", s.Name, p.Error, p.Budget)
			}
			if i > 0 && p.Budget <= s.Points[i-1].Budget {
				return message.Errorf("chart: the budgets of the curve %q do not rise at %v", s.Name, p.Budget)
			}
		}
	}
	return nil
}

// errorAt returns the error of a series at a budget: between two points the budget's and
// the error's logarithms go in step, as they do where the error is inverse to the budget.
func (s Series) errorAt(budget float64) float64 {
	for i := 1; i < len(s.Points); i++ {
		a, b := s.Points[i-1], s.Points[i]
		if budget < a.Budget || budget > b.Budget {
			continue
		}
		if a.Budget == 0 || a.Error == 0 || b.Error == 0 {
			return a.Error + (b.Error-a.Error)*(budget-a.Budget)/(b.Budget-a.Budget)
		}
		part := math.Log(budget/a.Budget) / math.Log(b.Budget/a.Budget)
		return a.Error * math.Pow(b.Error/a.Error, part)
	}
	return math.NaN()
}

// arrange settles the scales. The upper end is about twice the largest error at the present
// budget, and more where the legend would otherwise lie on a line.
func (l *budgetCurve) arrange() {
	size := l.th.Size
	widest, largest, at := 0.0, 0.0, 0.0
	l.names = 0
	for _, s := range l.Series {
		widest = max(widest, s.Points[len(s.Points)-1].Budget)
		for _, p := range s.Points {
			largest = max(largest, p.Error)
		}
		now := s.errorAt(l.Present)
		l.present = append(l.present, now)
		if !math.IsNaN(now) {
			at = max(at, now)
			l.numbers = max(l.numbers, widthOf(l.rounded(now), bold, size))
		}
		l.names = max(l.names, l.width(Printable(s.Name)))
	}
	l.names = min(l.names, 0.5*l.Size().X)
	top := largest
	if at > 0 {
		top = min(top, 2.1*at)
	}
	if top == 0 {
		top = 1
	}
	bottom, ceiling := l.Min.Y+under*size, l.Max.Y-2.3*size
	if l.YName == "" {
		ceiling = l.Max.Y - over*size
	}
	l.top = ceiling
	for range 12 {
		l.y.lo, l.y.hi, l.yTicks = axis(0, top, min(max(int((ceiling-bottom)/(1.9*size)), 2), 6))
		l.y.from, l.y.to = bottom, ceiling
		left := vg.Length(0)
		for _, t := range l.yTicks {
			left = max(left, l.width(l.tick(t)))
		}
		from := l.Min.X + left + 0.9*size
		lo, hi, marks := axis(0, widest, max(int((l.Max.X-from)/(4.5*size)), 2))
		l.xTicks = marks
		l.x = scale{lo, hi, from, l.Max.X - max(l.width(l.tick(marks[len(marks)-1]))/2, size)}
		l.key = vg.Point{X: l.x.to - l.names - l.numbers - 5.2*size, Y: l.top - keyRow*size*vg.Length(len(l.Series)) - 0.2*size}
		if l.key.X < l.x.from+2*size && ceiling == l.top { // as wide as the lines, which begin under it
			ceiling = l.key.Y - 0.4*size
			continue
		}
		if !l.covered() {
			return
		}
		top = l.y.hi * 1.3
	}
}

// above reports whether the legend stands over the lines rather than among them.
func (l *budgetCurve) above() bool { return l.y.to < l.key.Y }

// covered reports whether a line runs through the legend, or a mark stands in it.
func (l *budgetCurve) covered() bool {
	for i, s := range l.Series {
		if e := l.present[i]; l.x.at(l.Present) > l.key.X-markRoom*l.th.Size && l.y.at(e) > l.key.Y-markRoom*l.th.Size && e <= l.y.hi {
			return true
		}
		for i := 0; i <= 8; i++ {
			x := l.key.X + (l.x.to-l.key.X)*vg.Length(i)/8
			budget := l.x.lo + float64((x-l.x.from)/(l.x.to-l.x.from))*(l.x.hi-l.x.lo)
			if e := s.errorAt(budget); l.y.at(e) > l.key.Y-0.3*l.th.Size && e <= l.y.hi {
				return true
			}
		}
	}
	return false
}

// frame draws what lies behind the lines.
func (l *budgetCurve) frame() {
	size := l.th.Size
	l.rungs(l.x, l.y, l.yTicks)
	for _, t := range l.xTicks {
		l.write(l.quiet(l.tick(t), -0.5), vg.Point{X: l.x.at(t), Y: l.y.from - 0.9*size})
	}
	l.line(l.th.Line, 0.75, vg.Point{X: l.x.from, Y: l.y.from}, vg.Point{X: l.x.to, Y: l.y.from})
	if l.Present >= l.x.lo && l.Present <= l.x.hi {
		x := l.x.at(l.Present)
		l.line(l.th.Text, 0.75, vg.Point{X: x, Y: l.y.from}, vg.Point{X: x, Y: l.y.to})
	}
	l.write(l.quiet(fit(Printable(l.YName), regular, size, l.Size().X), 0), vg.Point{X: l.Min.X, Y: l.Max.Y - 0.6*size})
	l.write(l.quiet(fit(Printable(l.XName), regular, size, l.x.to-l.x.from), -0.5), vg.Point{X: (l.x.from + l.x.to) / 2, Y: l.Min.Y + 0.7*size})
}

// series draws the lines, and their marks at the present budget.
func (l *budgetCurve) series() {
	inside := draw.Canvas{Canvas: l.Canvas.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: l.x.from, Y: l.y.from}, Max: vg.Point{X: l.x.to, Y: l.y.to},
	}}
	for i := len(l.Series) - 1; i >= 0; i-- { // the first on top
		inside.StrokeLines(seriesStyle(l.th, i), inside.ClipLinesXY(l.bend(l.Series[i]))...)
	}
	for i := len(l.Series) - 1; i >= 0; i-- {
		if now := l.present[i]; now <= l.y.hi { // false for NaN
			l.mark(i, vg.Point{X: l.x.at(l.Present), Y: l.y.at(now)})
		}
	}
}

// bend returns the points of a series' line, with more of them between those that were
// given, so that the line is as smooth as the error is.
func (l *budgetCurve) bend(s Series) []vg.Point {
	at := func(p XY) vg.Point { return vg.Point{X: l.x.at(p.Budget), Y: l.y.at(p.Error)} }
	pts := []vg.Point{at(s.Points[0])}
	for i, to := range s.Points[1:] {
		from := s.Points[i]
		pieces := max(1, int((l.x.at(to.Budget)-l.x.at(from.Budget))/(0.4*l.th.Size)))
		for k := 1; k < pieces; k++ {
			b := from.Budget + (to.Budget-from.Budget)*float64(k)/float64(pieces)
			pts = append(pts, at(XY{b, s.errorAt(b)}))
		}
		pts = append(pts, at(to))
	}
	return pts
}

// mark draws the mark of a series, set off from the lines.
func (l *budgetCurve) mark(i int, at vg.Point) {
	shape := shapes[i%len(shapes)]
	l.DrawGlyphNoClip(draw.GlyphStyle{Color: l.th.Background, Radius: markRoom * l.th.Size, Shape: shape}, at)
	l.DrawGlyphNoClip(draw.GlyphStyle{Color: l.th.Series[i%len(l.th.Series)], Radius: 0.45 * l.th.Size, Shape: shape}, at)
}

// legend says which line is which, and how large its error is at the present budget.
func (l *budgetCurve) legend() {
	size := l.th.Size
	l.box(l.th.Background, l.key, vg.Point{X: l.x.to, Y: l.top})
	for i, s := range l.Series {
		y := l.top - keyRow*size*(vg.Length(i)+0.5)
		x := l.key.X
		l.StrokeLine2(seriesStyle(l.th, i), x, y, x+3.4*size, y)
		l.mark(i, vg.Point{X: x + 1.7*size, Y: y})
		number := l.plain("", -1)
		number.font = bold
		if !math.IsNaN(l.present[i]) {
			number.text = l.rounded(l.present[i])
		}
		x += 4*size + l.numbers
		l.write(number, vg.Point{X: x, Y: y})
		name := l.plain(fit(Printable(s.Name), regular, size, l.names), 0)
		if i == 0 {
			name.font = bold
			name.text = fit(Printable(s.Name), bold, size, l.x.to-x)
		}
		l.write(name, vg.Point{X: x + 0.8*size, Y: y})
	}
}

// shapes are the marks of the series, in their order.
var shapes = [...]draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, diamond{}, cross{}}

// seriesStyle returns the line of a series: a colour and a pattern of dashes of its own.
func seriesStyle(th Theme, i int) draw.LineStyle {
	patterns := [...][]vg.Length{nil, {5, 2.5}, {1.2, 2.4}, {7, 2, 1.5, 2}, {3, 1.6}}
	style := draw.LineStyle{Color: th.Series[i%len(th.Series)], Width: 1.4, Dashes: patterns[i%len(patterns)]}
	if i == 0 {
		style.Width = 2
	}
	return style
}

// diamond and cross are marks that plot lacks in a filled form.
type (
	diamond struct{}
	cross   struct{}
)

func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := 1.2 * s.Radius
	c.FillPolygon(s.Color, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y - r}})
}

func (cross) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	r := s.Radius
	style := draw.LineStyle{Color: s.Color, Width: r / 1.5}
	c.StrokeLine2(style, at.X-r, at.Y-r, at.X+r, at.Y+r)
	c.StrokeLine2(style, at.X-r, at.Y+r, at.X+r, at.Y-r)
}
