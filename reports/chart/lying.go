package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"steward/reports/model"
)

// The rows of lying bars, in sizes of text.
const (
	tightRow = 1.35
	easyRow  = 1.8
)

// besideRows is what stands above and below the rows of lying bars.
func (l *results) besideRows() vg.Length {
	return l.titleHeight() + 1.6*l.th.Size + 1.5*l.th.Size + 1.5*l.th.Size
}

// lyingHeight returns the height that lying bars read well in.
func (l *results) lyingHeight() vg.Length {
	row := vg.Length(easyRow)
	if len(l.labels) > 20 {
		row = tightRow + 0.1
	}
	return l.besideRows() + vg.Length(len(l.labels))*row*l.th.Size
}

// labelColumn is the width of the labels beside lying bars.
func (l *results) labelColumn() vg.Length {
	return min(l.widestLabel(), 0.32*l.Size().X) + 0.8*l.th.Size
}

// lyingWidth is the least width for a row of panels.
func (l *results) lyingWidth() vg.Length {
	return l.labelColumn() + vg.Length(len(l.panels))*9*l.th.Size
}

// drawLying draws one row of panels of lying bars that share the labels at the left.
func (l *results) drawLying() {
	size := l.th.Size
	gap := 2.6 * size
	left := l.Min.X + l.labelColumn()
	top := l.Max.Y - l.titleHeight() - 1.6*size
	bottom := l.Min.Y + 3*size
	row := min((top-bottom)/vg.Length(len(l.labels)), 2.6*size)
	bottom = top - row*vg.Length(len(l.labels))

	lo, hi, marks := axis(l.lo, l.hi, l.mostTicks((l.Max.X-left)/vg.Length(len(l.panels))))
	right := l.Max.X - l.width(l.tick(marks[len(marks)-1]))/2 - 0.4*size
	each := (right - left - gap*vg.Length(len(l.panels)-1)) / vg.Length(len(l.panels))

	for i, label := range l.labels {
		y := top - row*(vg.Length(i)+0.5)
		l.write(l.plain(fit(label, regular, size, left-l.Min.X-0.8*size), -1), vg.Point{X: left - 0.6*size, Y: y})
	}
	axis := fit(l.say(l.picture.Axis), regular, size, left-l.Min.X-0.6*size)
	l.write(l.quiet(axis, -1), vg.Point{X: left - 0.6*size, Y: top + 0.8*size})
	for i, p := range l.panels {
		from := left + vg.Length(i)*(each+gap)
		s := scale{lo, hi, from, from + each}
		for _, t := range marks {
			l.line(l.th.Grid, 0.5, vg.Point{X: s.at(t), Y: bottom}, vg.Point{X: s.at(t), Y: top})
			l.write(l.quiet(l.tick(t), -0.5), vg.Point{X: s.at(t), Y: bottom - 0.9*size})
		}
		l.heading(p, each+gap-0.8*size, vg.Point{X: from, Y: l.Max.Y - 0.8*size})
		for k, pt := range p.points {
			y := top - row*(vg.Length(p.at[k])+0.5)
			l.lyingBar(pt, lyingPlace{s, y, row})
		}
		l.line(l.th.Line, 0.75, vg.Point{X: s.at(0), Y: bottom}, vg.Point{X: s.at(0), Y: top})
	}
	l.write(l.quiet(l.say(l.picture.Counted), -0.5), vg.Point{X: (left + right) / 2, Y: bottom - 2.2*size})
}

// mostTicks returns how many ticks a lying scale of a panel takes.
func (l *results) mostTicks(width vg.Length) int {
	each := max(l.width(l.tick(l.hi))*1.8, 4*l.th.Size)
	return min(max(int(width/each), 2), 8)
}

// lyingPlace is where a lying bar stands: its scale, its middle and its row's height.
type lyingPlace struct {
	scale
	y, row vg.Length
}

// lyingBar draws an answer as a bar with its whisker.
func (p pen) lyingBar(pt model.Point, at lyingPlace) {
	half := min(0.32*at.row, 0.62*p.th.Size)
	if !pt.Hidden {
		p.bar(pt, vg.Point{X: at.at(0), Y: at.y - half}, vg.Point{X: at.at(pt.Value), Y: at.y + half})
	}
	if pt.High == pt.Low {
		return
	}
	p.lyingWhisker(p.th.Text, at.at(pt.Low), at.at(pt.High), at)
	if on := min(pt.High, pt.Value); on > pt.Low && !pt.Hidden && !pt.Noisy {
		p.line(p.th.OnBar, thin, vg.Point{X: at.at(pt.Low), Y: at.y}, vg.Point{X: at.at(on), Y: at.y})
		p.lyingEnd(p.th.OnBar, at.at(pt.Low), at)
	}
}

// bar draws the bar of an answer: pale in an outline where it is too noisy to be used by itself.
func (p pen) bar(pt model.Point, from, to vg.Point) {
	if !pt.Noisy {
		p.box(p.th.Bar, from, to)
		return
	}
	p.box(p.th.Band, from, to)
	p.line(p.th.Quiet, 0.5, from, vg.Point{X: to.X, Y: from.Y}, to, vg.Point{X: from.X, Y: to.Y}, from)
}

// lyingWhisker draws a line with caps at both ends.
func (p pen) lyingWhisker(c color.RGBA, low, high vg.Length, at lyingPlace) {
	p.line(c, thin, vg.Point{X: low, Y: at.y}, vg.Point{X: high, Y: at.y})
	p.lyingEnd(c, low, at)
	p.lyingEnd(c, high, at)
}

// lyingEnd draws a whisker's cap.
func (p pen) lyingEnd(c color.RGBA, x vg.Length, at lyingPlace) {
	half := min(0.2*at.row, 0.4*p.th.Size)
	p.line(c, thin, vg.Point{X: x, Y: at.y - half}, vg.Point{X: x, Y: at.y + half})
}
