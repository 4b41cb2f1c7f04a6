package chart

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Methods compares the expected error of several methods for one question: a bar for the
// typical error, a whisker to the half-width that holds 19 times in 20, the numbers beside
// them, and plain differential privacy as lines across. All errors are in people.
type Methods struct {
	Methods []Method
	Plain   []Reference
}

// Method is one method with its error. Both errors are 0 when all answers are exact.
type Method struct {
	Name               string
	Typical, HalfWidth float64
	Recommended        bool
}

// Reference is a typical error to compare with, drawn as a line across the bars.
type Reference struct {
	Name    string
	Typical float64
}

// farOff is how many times the best half-width the scale reaches at most; what lies beyond
// ends in an arrow, so that one bad method does not flatten the others.
const farOff = 12

// The rows of the chart, in sizes of text.
const (
	headRow   = 2.0
	methodRow = 2.3
	axisRows  = 3.0
	legendRow = 1.6
)

// Image draws the chart for a screen, w x h pixels at density 1, in density times as many.
func (m *Methods) Image(w, h int, density float64, th Theme) (image.Image, error) {
	return render(m, w, h, density, th)
}

// Height returns the height in which the chart reads well.
func (m *Methods) Height(th Theme) vg.Length {
	return (headRow + vg.Length(len(m.Methods))*methodRow + axisRows + vg.Length(len(m.Plain))*legendRow) * th.Size
}

// Draw draws the chart onto all of a canvas. It errors when there is no method or an error
// is not a finite number from 0.
func (m *Methods) Draw(c draw.Canvas, th Theme) error {
	l := &comparison{pen: pen{c, th}, Methods: m}
	if err := l.check(); err != nil {
		return err
	}
	l.background()
	l.arrange()
	l.rows()
	l.axis()
	l.lines()
	return nil
}

// comparison is a chart of methods, laid out.
type comparison struct {
	pen
	*Methods
	names, typical, half vg.Length // right end of the names, of the two numbers
	bars                 scale
	ticks                []float64
	top, row, bottom     vg.Length
}

func (l *comparison) check() error {
	if len(l.Methods.Methods) == 0 {
		return errors.New("chart: there is no method to compare")
	}
	bad := func(x float64) bool { return !(x >= 0) || math.IsInf(x, 0) }
	for _, m := range l.Methods.Methods {
		if bad(m.Typical) || bad(m.HalfWidth) {
			return fmt.Errorf("chart: the error of %q is %v and %v, but finite numbers from 0 are expected", m.Name, m.Typical, m.HalfWidth)
		}
	}
	for _, r := range l.Plain {
		if bad(r.Typical) {
			return fmt.Errorf("chart: the error of %q is %v, but a finite number from 0 is expected", r.Name, r.Typical)
		}
	}
	return nil
}

const recommended = "recommended"

// arrange divides the canvas into columns and rows.
func (l *comparison) arrange() {
	size, width := l.th.Size, l.Size().X
	widest := l.width("Method")
	best, most := math.Inf(1), 0.0
	for _, m := range l.Methods.Methods {
		w := widthOf(Printable(m.Name), l.nameFont(m), size)
		if m.Recommended {
			w += l.width(recommended) + 1.2*size
		}
		widest = max(widest, w)
		if m.HalfWidth > 0 {
			best = min(best, m.HalfWidth)
		}
		most = max(most, m.HalfWidth, m.Typical)
	}
	for _, r := range l.Plain {
		most = max(most, r.Typical)
	}
	most = min(most, best*farOff)
	if most == 0 {
		most = 1
	}
	number := l.width("19 in 20") + 1.2*size
	l.names = l.Min.X + min(widest, 0.44*width)
	l.typical = l.names + number
	l.half = l.typical + number
	from := l.half + 1.6*size
	lo, hi, marks := axis(0, most, max(int((l.Max.X-from)/(4.5*size)), 2))
	l.ticks = marks
	l.bars = scale{lo, hi, from, l.Max.X - max(l.width(l.tick(marks[len(marks)-1]))/2, size)}

	l.top = l.Max.Y - headRow*size
	room := l.top - l.Min.Y - (axisRows+legendRow*vg.Length(len(l.Plain)))*size
	l.row = min(room/vg.Length(len(l.Methods.Methods)), 3*size)
	l.bottom = l.top - l.row*vg.Length(len(l.Methods.Methods))
}

func (l *comparison) nameFont(m Method) font.Font {
	if m.Recommended {
		return bold
	}
	return regular
}

// rows writes the names and numbers and draws the bars.
func (l *comparison) rows() {
	size := l.th.Size
	head := l.top + headRow*size/2
	l.write(l.quiet("Method", 0), vg.Point{X: l.Min.X, Y: head})
	l.write(l.quiet("typical", -1), vg.Point{X: l.typical, Y: head})
	l.write(l.quiet("19 in 20", -1), vg.Point{X: l.half, Y: head})
	for _, caption := range []string{"bar: typical, whisker: 19 in 20 (people)", "bar: typical (people)", "people"} {
		if l.width(caption) <= l.Max.X-l.bars.from {
			l.write(l.quiet(caption, 0), vg.Point{X: l.bars.from, Y: head})
			break
		}
	}
	for _, t := range l.ticks {
		l.line(l.th.Grid, 0.5, vg.Point{X: l.bars.at(t), Y: l.bottom}, vg.Point{X: l.bars.at(t), Y: l.top})
	}
	for i, m := range l.Methods.Methods {
		y := l.top - l.row*(vg.Length(i)+0.5)
		l.line(l.th.Grid, 0.5, vg.Point{X: l.Min.X, Y: y + l.row/2}, vg.Point{X: l.half, Y: y + l.row/2})
		l.name(m, y)
		typical, half := l.rounded(m.Typical), l.rounded(m.HalfWidth)
		if m.HalfWidth == 0 {
			typical, half = "exact", ""
		}
		numbers := l.plain(typical, -1)
		numbers.font = l.nameFont(m)
		l.write(numbers, vg.Point{X: l.typical, Y: y})
		numbers.text = half
		l.write(numbers, vg.Point{X: l.half, Y: y})
		l.bar(m, y)
	}
}

// name writes the name of a method, and whether it is recommended: after the name where
// there is room, otherwise below it.
func (l *comparison) name(m Method, y vg.Length) {
	room := l.names - l.Min.X
	w := l.plain(Printable(m.Name), 0)
	w.font = l.nameFont(m)
	if m.Recommended {
		tag := l.plain(recommended, -1)
		tag.color = l.th.Good
		at := vg.Point{X: l.names, Y: y}
		beside := room - l.width(recommended) - 0.8*l.th.Size
		if widthOf(w.text, w.font, w.size) > beside && l.row >= 2.2*l.th.Size {
			tag.across = 0
			at = vg.Point{X: l.Min.X, Y: y - 0.6*l.th.Size}
			y += 0.6 * l.th.Size
		} else {
			room = beside
		}
		l.write(tag, at)
	}
	w.text = fit(w.text, w.font, w.size, room)
	l.write(w, vg.Point{X: l.Min.X, Y: y})
}

// bar draws the bar and the whisker of a method, or an arrow where they leave the scale.
func (l *comparison) bar(m Method, y vg.Length) {
	at := lyingPlace{l.bars, y, l.row}
	c := l.th.Other
	if m.Recommended {
		c = l.th.Chosen
	}
	half := min(0.32*l.row, 0.62*l.th.Size)
	l.box(c, vg.Point{X: l.bars.from, Y: y - half}, vg.Point{X: l.bars.clipped(m.Typical), Y: y + half})
	if m.HalfWidth == 0 {
		return
	}
	end := l.bars.clipped(m.HalfWidth)
	from := min(l.bars.clipped(m.Typical), end)
	l.line(l.th.Text, thin, vg.Point{X: from, Y: y}, vg.Point{X: end, Y: y})
	if m.HalfWidth <= l.bars.hi {
		l.lyingEnd(l.th.Text, end, at)
		return
	}
	l.arrow(l.th.Text, vg.Point{X: end, Y: y})
}

// arrow draws a head that points to the right.
func (p pen) arrow(c color.RGBA, tip vg.Point) {
	d := 0.45 * p.th.Size
	p.FillPolygon(c, []vg.Point{{X: tip.X + d, Y: tip.Y}, {X: tip.X - d/2, Y: tip.Y + 0.7*d}, {X: tip.X - d/2, Y: tip.Y - 0.7*d}})
}

// axis draws the scale below the bars.
func (l *comparison) axis() {
	l.line(l.th.Line, 0.75, vg.Point{X: l.bars.from, Y: l.bottom}, vg.Point{X: l.bars.to, Y: l.bottom})
	for _, t := range l.ticks {
		l.write(l.quiet(l.tick(t), -0.5), vg.Point{X: l.bars.at(t), Y: l.bottom - 0.9*l.th.Size})
	}
}

// lines draws plain differential privacy across the bars, with a legend below them.
func (l *comparison) lines() {
	size := l.th.Size
	for i, r := range l.Plain {
		style := seriesStyle(l.th, i+1)
		style.Width = 1.2
		y := l.bottom - (axisRows-0.4+legendRow*vg.Length(i))*size
		name := Printable(r.Name) + ": " + l.rounded(r.Typical)
		if r.Typical <= l.bars.hi {
			l.StrokeLine2(style, l.bars.at(r.Typical), l.bottom, l.bars.at(r.Typical), l.top)
		} else {
			name += ", beyond the scale"
		}
		l.StrokeLine2(style, l.Min.X, y, l.Min.X+3.4*size, y)
		l.write(l.quiet(fit(name, regular, size, l.Size().X-4*size), 0), vg.Point{X: l.Min.X + 4*size, Y: y})
	}
}
