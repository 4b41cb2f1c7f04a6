package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/model"
)

// Scatter draws groups: a circle about each centre, whose area is the group's size, a cross as long as
// its typical errors, and its number. Panels of two columns each stand beside one another.
type Scatter struct{ Picture model.Scatter }

// Height returns the height in which the chart reads well at a width.
func (s *Scatter) Height(width vg.Length, th Theme) vg.Length {
	each := width / vg.Length(max(len(s.Picture.Panels), 1))
	return min(max(0.75*each, 14*th.Size), 30*th.Size)
}

// Draw draws the chart onto all of a canvas. It errors when there is nothing to draw or a number is
// not finite.
func (s *Scatter) Draw(c draw.Canvas, th Theme) error {
	p := pen{c, th}
	n := len(s.Picture.Panels)
	if n == 0 {
		return message.New("chart: there are no groups to draw")
	}
	largest := 0.0
	for _, panel := range s.Picture.Panels {
		for _, d := range panel.Dots {
			for _, x := range []float64{d.X, d.Y, d.XError, d.YError, d.Size} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return message.New("chart: a group's centre, error or size is not a finite number")
				}
			}
			largest = max(largest, d.Size)
		}
	}
	p.background()
	gap := 2 * th.Size
	each := (p.Size().X - vg.Length(n-1)*gap) / vg.Length(n)
	for i, panel := range s.Picture.Panels {
		from := p.Min.X + vg.Length(i)*(each+gap)
		l := scatter{pen: pen{draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: from, Y: p.Min.Y}, Max: vg.Point{X: from + each, Y: p.Max.Y}}}, th}, panel: panel, largest: largest}
		l.arrange()
		l.frame()
		l.dots()
	}
	return nil
}

// scatter is a panel, laid out.
type scatter struct {
	pen
	panel          model.ScatterPanel
	largest        float64 // size of all groups
	x, y           scale
	xTicks, yTicks []float64
}

func (l *scatter) arrange() {
	size := l.th.Size
	x, y := l.panel.X, l.panel.Y
	bottom, top := l.Min.Y+2.6*size, l.Max.Y-1.8*size
	var room vg.Length
	l.y.lo, l.y.hi, l.yTicks = axis(y.Low, max(y.High, y.Low+1e-9), max(int((top-bottom)/(3*size)), 2))
	for _, t := range l.yTicks {
		room = max(room, l.width(l.tick(t)))
	}
	l.x.from, l.x.to, l.y.from, l.y.to = l.Min.X+room+size, l.Max.X-size, bottom, top
	l.x.lo, l.x.hi, l.xTicks = axis(x.Low, max(x.High, x.Low+1e-9), max(int((l.x.to-l.x.from)/(5*size)), 2))
}

func (l *scatter) frame() {
	size := l.th.Size
	l.rungs(l.x, l.y, l.yTicks)
	for _, t := range l.xTicks {
		x := l.x.at(t)
		l.line(l.th.Grid, 0.5, vg.Point{X: x, Y: l.y.from}, vg.Point{X: x, Y: l.y.to})
		l.write(l.quiet(l.tick(t), -0.5), vg.Point{X: x, Y: l.y.from - 0.9*size})
	}
	l.line(l.th.Line, 0.75, vg.Point{X: l.x.from, Y: l.y.to}, vg.Point{X: l.x.from, Y: l.y.from}, vg.Point{X: l.x.to, Y: l.y.from})
	l.write(l.quiet(fit(l.say(l.panel.Y.Name), regular, size, l.Size().X), 0), vg.Point{X: l.Min.X, Y: l.Max.Y - 0.6*size})
	l.write(l.quiet(fit(l.say(l.panel.X.Name), regular, size, l.x.to-l.x.from), -0.5), vg.Point{X: (l.x.from + l.x.to) / 2, Y: l.Min.Y + 0.7*size})
}

// biggest is the radius of the largest group, in sizes of the text.
const biggest = 2.4

func (l *scatter) dots() {
	for _, d := range l.panel.Dots {
		radius := 0.3 * l.th.Size
		if l.largest > 0 {
			radius = max(radius, vg.Length(math.Sqrt(max(d.Size, 0)/l.largest))*biggest*l.th.Size)
		}
		at := vg.Point{X: l.x.clipped(d.X), Y: l.y.clipped(d.Y)}
		var disc vg.Path
		disc.Move(vg.Point{X: at.X + radius, Y: at.Y})
		disc.Arc(at, radius, 0, 2*math.Pi)
		disc.Close()
		l.SetColor(l.th.Band)
		l.Fill(disc)
	}
	for _, d := range l.panel.Dots {
		ink := color.RGBA(l.th.Text)
		if d.Faint {
			ink = l.th.Quiet
		}
		at := vg.Point{X: l.x.clipped(d.X), Y: l.y.clipped(d.Y)}
		l.line(ink, thin, vg.Point{X: l.x.clipped(d.X - d.XError), Y: at.Y}, vg.Point{X: l.x.clipped(d.X + d.XError), Y: at.Y})
		l.line(ink, thin, vg.Point{X: at.X, Y: l.y.clipped(d.Y - d.YError)}, vg.Point{X: at.X, Y: l.y.clipped(d.Y + d.YError)})
		l.box(l.th.Chosen, vg.Point{X: at.X - 1.2, Y: at.Y - 1.2}, vg.Point{X: at.X + 1.2, Y: at.Y + 1.2})
		w := l.plain(d.Label, 0)
		w.color = ink
		l.write(w, vg.Point{X: at.X + 0.5*l.th.Size, Y: at.Y + 0.8*l.th.Size})
	}
}
