package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/model"
)

// Heat draws a table over two columns as squares, the darker (in a dark theme the brighter) the larger the
// number, with the numbers in them where there is room. Numbers below zero have the ground's colour, and hidden ones
// have a dash in place of a square.
type Heat struct{ Picture model.Heat }

// Draw draws the chart onto all of a canvas. It errors when there is nothing to draw or a number is
// infinite.
func (h *Heat) Draw(c draw.Canvas, th Theme) error {
	l := &heat{pen: pen{c, th}, Heat: h.Picture}
	if len(l.Values) == 0 || len(l.Values) != len(l.Rows) {
		return message.New("chart: there is no table to draw")
	}
	for _, row := range l.Values {
		if len(row) != len(l.Columns) {
			return message.New("chart: a row of the table does not have a number for every column")
		}
		for _, x := range row {
			if math.IsInf(x, 0) {
				return message.New("chart: a number is not finite")
			}
			if !math.IsNaN(x) {
				l.most = max(l.most, x)
			}
		}
	}
	l.background()
	l.arrange()
	l.names()
	for r := range l.Rows {
		for k := range l.Columns {
			l.cell(r, k)
		}
	}
	l.key()
	return nil
}

// heat is a map being drawn.
type heat struct {
	pen
	model.Heat
	most        float64
	left, top   vg.Length // of the squares
	wide, high  vg.Length // of a square
	columnEvery int       // every so manyth column is named
	rowEvery    int
}

// arrange finds out where the squares lie.
func (l *heat) arrange() {
	size := l.th.Size
	var room vg.Length
	for _, name := range l.Rows {
		room = max(room, l.width(Printable(name)))
	}
	room = min(room, 0.25*l.Size().X) + size
	l.left = l.Min.X + room + 1.4*size // the name of the column that runs down
	l.top = l.Max.Y - 0.3*size
	bottom := l.Min.Y + 4.6*size // labels, the column's name, the key
	l.wide = (l.Max.X - 0.5*size - l.left) / vg.Length(len(l.Columns))
	l.high = (l.top - bottom) / vg.Length(len(l.Rows))
	var widest vg.Length
	for _, name := range l.Columns {
		widest = max(widest, l.width(Printable(name)))
	}
	every := func(need, each vg.Length) int { return max(1, int(math.Ceil(float64(need/max(each, 0.1))))) }
	l.columnEvery = every(min(widest, 6*size)+0.6*size, l.wide)
	l.rowEvery = every(1.2*size, l.high)
}

// names writes the values and the names of the two columns.
func (l *heat) names() {
	size := l.th.Size
	bottom := l.top - vg.Length(len(l.Rows))*l.high
	for r, name := range l.Rows {
		if r%l.rowEvery == 0 {
			l.write(l.quiet(fit(Printable(name), regular, size, l.left-l.Min.X-2*size), -1), vg.Point{X: l.left - 0.5*size, Y: l.top - (vg.Length(r)+0.5)*l.high})
		}
	}
	for k, name := range l.Columns {
		if k%l.columnEvery == 0 {
			room := vg.Length(l.columnEvery) * l.wide
			l.write(l.quiet(fit(Printable(name), regular, size, room-0.3*size), -0.5), vg.Point{X: l.left + (vg.Length(k)+0.5)*l.wide, Y: bottom - 0.8*size})
		}
	}
	l.write(l.quiet(fit(Printable(l.Across), regular, size, 0.5*l.Size().X), -0.5), vg.Point{X: l.left + vg.Length(len(l.Columns))*l.wide/2, Y: bottom - 2*size})
	l.Push()
	middle := vg.Point{X: l.Min.X + 0.7*size, Y: (l.top + bottom) / 2}
	l.Translate(middle)
	l.Rotate(math.Pi / 2)
	l.write(l.quiet(fit(Printable(l.Down), regular, size, l.top-bottom), -0.5), vg.Point{})
	l.Pop()
}

// cell draws a square.
func (l *heat) cell(r, k int) {
	x := l.Values[r][k]
	gap := min(1, 0.06*min(l.wide, l.high))
	lo := vg.Point{X: l.left + vg.Length(k)*l.wide + gap, Y: l.top - vg.Length(r+1)*l.high + gap}
	hi := vg.Point{X: lo.X + l.wide - 2*gap, Y: lo.Y + l.high - 2*gap}
	if math.IsNaN(x) {
		if l.Hidden != nil && l.Hidden[r][k] {
			l.dash(vg.Point{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2})
		}
		return
	}
	part := max(x, 0) / max(l.most, 1e-12)
	ground := between(l.th.Background, l.th.Chosen, 0.04+0.96*part)
	l.box(ground, lo, hi)
	text := l.figure(fmt.Sprintf("%.0f", math.Round(x)+0)) // no -0
	if l.width(text)+4 > l.wide || 1.3*l.th.Size > l.high {
		return
	}
	w := l.plain(text, -0.5)
	if ratio(l.th.Background, ground) > ratio(w.color, ground) {
		w.color = l.th.Background
	}
	l.write(w, vg.Point{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2})
}

// ratio is the contrast ratio of two colours, from 1 (WCAG 2.1).
func ratio(a, b color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	light := func(c color.RGBA) float64 {
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B) + 0.05
	}
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

// key shows what the colours stand for, and how far the numbers are off.
func (l *heat) key() {
	size := l.th.Size
	y := l.Min.Y + 0.3*size
	x := l.left
	w := l.quiet("0", 0)
	l.write(w, vg.Point{X: x, Y: y + 0.4*size})
	x += size
	const steps = 24
	each := 8 * size / steps
	for i := range steps {
		at := x + vg.Length(i)*each
		l.box(between(l.th.Background, l.th.Chosen, 0.04+0.96*float64(i)/(steps-1)), vg.Point{X: at, Y: y}, vg.Point{X: at + each + 0.2, Y: y + 0.8*size})
	}
	x += 8*size + 0.5*size
	text := message.Sprintf("%.0f %s", l.most, l.Counted)
	if l.Within > 0 {
		text = message.Sprintf("%s; 19 times in 20 within %.0f", text, math.Ceil(l.Within))
	}
	said := fit(l.say(text), regular, size, l.Max.X-x)
	l.write(l.quiet(said, 0), vg.Point{X: x, Y: y + 0.4*size})
	if l.Hidden == nil {
		return
	}
	x += l.width(said) + 1.6*size
	hidden := l.say(message.Sprintf("hidden"))
	if x+1.3*size+l.width(hidden) > l.Max.X {
		return
	}
	l.dash(vg.Point{X: x + 0.4*size, Y: y + 0.4*size})
	l.write(l.quiet(hidden, 0), vg.Point{X: x + 1.3*size, Y: y + 0.4*size})
}

// dash marks a square whose number is hidden.
func (l *heat) dash(middle vg.Point) {
	half := min(0.3*l.th.Size, 0.2*l.wide)
	l.line(l.th.Quiet, thin, vg.Point{X: middle.X - half, Y: middle.Y}, vg.Point{X: middle.X + half, Y: middle.Y})
}
