package chart

import (
	"image/color"
	"sort"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
)

// pen draws on a canvas in a theme.
type pen struct {
	draw.Canvas
	th Theme
}

// The parts of a font's size that lie above the baseline in a capital, and that one line
// takes.
const (
	capHeight  = 0.72
	lineHeight = 1.3
)

// words are a text to be drawn on one line.
type words struct {
	text  string
	color color.RGBA
	font  font.Font
	size  vg.Length
	// across is 0 where the text begins at its point, -0.5 where it is centred on it, -1
	// where it ends there; turn is in radians.
	across vg.Length
	turn   float64
}

// quiet returns words in the colour and size of axes.
func (p pen) quiet(text string, across vg.Length) words {
	return words{text: text, color: p.th.Quiet, font: regular, size: p.th.Size, across: across}
}

// plain returns words in the colour of text.
func (p pen) plain(text string, across vg.Length) words {
	w := p.quiet(text, across)
	w.color = p.th.Text
	return w
}

// say returns words that can be drawn, in the language of the theme.
func (p pen) say(t message.Text) string {
	if p.th.Say == nil {
		return Printable(t.String())
	}
	return Printable(p.th.Say(t))
}

// figure returns a figure in the language of the theme.
func (p pen) figure(english string) string {
	if p.th.Figure == nil {
		return english
	}
	return p.th.Figure(english)
}

// tick is tickText in the language of the theme.
func (p pen) tick(x float64) string { return p.figure(tickText(x)) }

// rounded is an error for people in the language of the theme.
func (p pen) rounded(x float64) string { return p.figure(rounded(x)) }

// width returns how wide a text is in the size of axes.
func (p pen) width(text string) vg.Length { return widthOf(text, regular, p.th.Size) }

// write draws words with the middle of their capitals at the height of pt.
func (p pen) write(w words, pt vg.Point) {
	if w.text == "" {
		return
	}
	f := face(w.font, w.size)
	line := Visual(w.text)
	at := vg.Point{X: w.across * widthOf(line, w.font, w.size), Y: -w.size * capHeight / 2}
	p.SetColor(w.color)
	if w.turn == 0 {
		p.FillString(f, pt.Add(at), line)
		return
	}
	p.Push()
	p.Translate(pt)
	p.Rotate(w.turn)
	p.FillString(f, at, line)
	p.Pop()
}

// fit shortens a text to a width, with an ellipsis where it had to.
func fit(text string, f font.Font, size, width vg.Length) string {
	if widthOf(text, f, size) <= width {
		return text
	}
	const dots = "…"
	var ends []int // of nothing, and of each character but the last
	for i := range text {
		ends = append(ends, i)
	}
	n := sort.Search(len(ends), func(i int) bool { return widthOf(text[:ends[i]]+dots, f, size) > width })
	if n == 0 {
		return ""
	}
	return text[:ends[n-1]] + dots
}

// box fills a rectangle between two corners.
func (p pen) box(c color.RGBA, a, b vg.Point) {
	p.FillPolygon(c, []vg.Point{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}})
}

// line draws straight pieces from point to point.
func (p pen) line(c color.RGBA, width vg.Length, pts ...vg.Point) {
	p.StrokeLines(draw.LineStyle{Color: c, Width: width}, pts)
}

// thin is the width of a whisker.
const thin = 0.8

// background fills the whole canvas.
func (p pen) background() { p.box(p.th.Background, p.Min, p.Max) }
