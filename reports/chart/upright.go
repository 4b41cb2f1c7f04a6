package chart

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/reports/model"
)

// drawUpright draws panels of upright marks in rows.
func (l *results) drawUpright() {
	size := l.th.Size
	rows := (len(l.panels) + l.across - 1) / l.across
	gap := 1.6 * size
	axisRoom := 1.5 * size // for the name below
	top := l.Max.Y - 2.3*size
	if len(l.panels) > 1 {
		top = l.Max.Y
	}

	// The height settles the ticks, the ticks the room at the left, that the labels, and
	// they the height; two rounds are enough.
	bottom := l.Min.Y + axisRoom + 1.4*size
	var lo, hi float64
	var ticks []float64
	var left, each, high vg.Length
	var how labelling
	right := l.Max.X - 0.6*size
	for range 2 {
		high = (top-bottom)/vg.Length(rows) - l.titleHeight()
		lo, hi, ticks = axis(l.lo, l.hi, min(max(int(high/(2.4*size)), 2), 6))
		left = max(l.Min.X+l.widestTick(ticks)+0.8*size, left)
		each = (right - left - gap*vg.Length(l.across-1)) / vg.Length(l.across)
		how = l.labelling(l.slots(0, each).each, l.Size().Y)
		bottom = l.Min.Y + axisRoom + how.room
		if how.turned { // the first label reaches to the left
			left = max(left, l.Min.X+min(how.longest, 10*size)/math.Sqrt2-l.slots(0, each).each/2)
		}
	}
	gapBelow := vg.Length(0)
	if rows > 1 {
		gapBelow = 0.9 * size
	}
	for i, p := range l.panels {
		from := left + vg.Length(i%l.across)*(each+gap)
		ceiling := top - vg.Length(i/l.across)*(high+l.titleHeight()) - l.titleHeight()
		floor := ceiling - high + gapBelow
		s := scale{lo, hi, floor, ceiling}
		l.grid(s, lines{from, each, ticks, i%l.across == 0})
		l.heading(p, each, vg.Point{X: from, Y: ceiling + 0.9*size})
		at := l.slots(from, each)
		l.marks(p, s, at)
		l.line(l.th.Line, 0.75, vg.Point{X: from, Y: s.at(0)}, vg.Point{X: from + each, Y: s.at(0)})
		if i+l.across >= len(l.panels) {
			l.drawLabels(at, how, floor)
		}
	}
	caption := l.say(l.picture.Counted)
	if len(l.panels) == 1 {
		l.write(l.quiet(caption, 0), vg.Point{X: l.Min.X, Y: l.Max.Y - 0.6*size})
		caption = ""
	} else {
		caption = " (" + caption + ")"
	}
	name := fit(l.say(l.picture.Axis), regular, size, right-left-l.width(caption)) + caption
	l.write(l.quiet(name, -0.5), vg.Point{X: (left + right) / 2, Y: l.Min.Y + 0.7*size})
}

func (l *results) widestTick(ticks []float64) vg.Length {
	widest := vg.Length(0)
	for _, t := range ticks {
		widest = max(widest, l.width(l.tick(t)))
	}
	return widest
}

// lines are those behind an upright panel.
type lines struct {
	from, width vg.Length
	ticks       []float64
	numbers     bool // beside them
}

// grid draws the lines behind a panel and, where asked, the numbers beside them.
func (l *results) grid(s scale, g lines) {
	last := vg.Length(math.Inf(-1))
	for _, t := range g.ticks {
		y := s.at(t)
		l.line(l.th.Grid, 0.5, vg.Point{X: g.from, Y: y}, vg.Point{X: g.from + g.width, Y: y})
		if g.numbers && y-last >= 1.1*l.th.Size { // in a low panel, not every line has its number
			last = y
			l.write(l.quiet(l.tick(t), -1), vg.Point{X: g.from - 0.5*l.th.Size, Y: y})
		}
	}
}

// marks draws the answers of a panel.
func (l *results) marks(p panel, s scale, at slots) {
	few := len(l.labels) <= mostBars && at.each >= 0.5*l.th.Size
	if !few && l.picture.Ordered {
		l.curve(p, s, at)
	}
	for i, pt := range p.points {
		x := at.middle(p.at[i])
		switch {
		case few:
			half := min(0.34*at.width(p.at[i]), 2.6*l.th.Size)
			if pt.Apart {
				half = min(half, max(0.34*at.each, 0.5*l.th.Size))
			}
			if !pt.Hidden {
				l.bar(pt, vg.Point{X: x - half, Y: s.at(0)}, vg.Point{X: x + half, Y: s.at(pt.Value)})
			}
			l.whisker(pt, s, x, min(half*0.6, 0.4*l.th.Size))
		case !l.picture.Ordered || pt.Apart:
			l.whisker(pt, s, x, 0)
			if !pt.Hidden {
				l.mark(pt, vg.Point{X: x, Y: s.at(pt.Value)})
			}
		}
	}
}

// whisker draws the interval of an answer, with ends of the given half-width; without ends
// it is a hairline.
func (l *results) whisker(pt model.Point, s scale, x, end vg.Length) {
	if pt.High == pt.Low {
		return
	}
	low, high := s.at(pt.Low), s.at(pt.High)
	if end == 0 {
		l.line(l.th.Quiet, 0.5, vg.Point{X: x, Y: low}, vg.Point{X: x, Y: high})
		return
	}
	l.line(l.th.Text, thin, vg.Point{X: x, Y: low}, vg.Point{X: x, Y: high})
	l.end(l.th.Text, end, vg.Point{X: x, Y: low})
	l.end(l.th.Text, end, vg.Point{X: x, Y: high})
	if on := min(pt.High, pt.Value); on > pt.Low && !pt.Hidden && !pt.Noisy {
		l.line(l.th.OnBar, thin, vg.Point{X: x, Y: low}, vg.Point{X: x, Y: s.at(on)})
		l.end(l.th.OnBar, end, vg.Point{X: x, Y: low})
	}
}

// end draws the cap of an upright whisker.
func (p pen) end(c color.RGBA, half vg.Length, at vg.Point) {
	p.line(c, thin, vg.Point{X: at.X - half, Y: at.Y}, vg.Point{X: at.X + half, Y: at.Y})
}

// curve joins the answers of an ordered panel by a line inside the band of their intervals. The line is broken where an
// answer is hidden; one between two of these has a dot.
func (l *results) curve(p panel, s scale, at slots) {
	var above, below []vg.Point
	lines := [][]vg.Point{nil}
	for i, pt := range p.points {
		if pt.Apart {
			continue
		}
		x := at.middle(p.at[i])
		if last := len(lines) - 1; !pt.Hidden {
			lines[last] = append(lines[last], vg.Point{X: x, Y: s.at(pt.Value)})
		} else if len(lines[last]) > 0 {
			lines = append(lines, nil)
		}
		above = append(above, vg.Point{X: x, Y: s.at(pt.High)})
		below = append(below, vg.Point{X: x, Y: s.at(pt.Low)})
	}
	if len(above) > 1 {
		slices.Reverse(below)
		l.FillPolygon(l.th.Band, slices.Concat(above, below))
	}
	for _, line := range lines {
		switch len(line) {
		case 0:
		case 1:
			l.dot(line[0])
		default:
			l.line(l.th.Chosen, 1.2, line...)
		}
	}
}

// dot draws an answer that no line and no bar shows.
func (l *results) dot(at vg.Point) { l.disc(l.th.Chosen, 0.17, at) }

// mark draws the dot of an answer: a ring where it is too noisy to be used by itself.
func (l *results) mark(pt model.Point, at vg.Point) {
	l.dot(at)
	if pt.Noisy {
		l.disc(l.th.Background, 0.1, at)
	}
}

// disc draws a dot with a radius in parts of the size of the letters.
func (l *results) disc(c color.RGBA, radius vg.Length, at vg.Point) {
	l.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: radius * l.th.Size, Shape: draw.CircleGlyph{}}, at)
}
