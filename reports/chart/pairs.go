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

// Pairs draws a square for every two columns, the darker the farther off the table over them was.
type Pairs struct{ Picture model.Pairs }

// Height returns the height in which the chart reads well at a width.
func (s *Pairs) Height(width vg.Length, th Theme) vg.Length {
	return min(vg.Length(len(s.Picture.Columns)+2)*2.2*th.Size, 36*th.Size)
}

// Draw draws the chart onto all of a canvas. It errors when there is nothing to draw or a number is
// not finite.
func (s *Pairs) Draw(c draw.Canvas, th Theme) error {
	p := pen{c, th}
	n := len(s.Picture.Columns)
	if n == 0 {
		return message.New("chart: there are no tables to draw")
	}
	most := 0.0
	for _, row := range s.Picture.Off {
		for _, x := range row {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return message.New("chart: an error is not a finite number")
			}
			most = max(most, x)
		}
	}
	p.background()
	size := th.Size
	var room vg.Length
	for _, name := range s.Picture.Columns {
		room = max(room, p.width(Printable(name)))
	}
	room = min(room, 0.35*p.Size().X) + size
	top := p.Max.Y - 1.6*size
	each := min((p.Max.X-p.Min.X-room)/vg.Length(n), 5.5*size)
	high := min((top-p.Min.Y)/vg.Length(n), 2.4*size)
	for i, name := range s.Picture.Columns {
		y := top - (vg.Length(i)+0.5)*high
		p.write(p.quiet(fit(Printable(name), regular, size, room-size), -1), vg.Point{X: p.Min.X + room - 0.5*size, Y: y})
		x := p.Min.X + room + (vg.Length(i)+0.5)*each
		p.write(p.quiet(fit(Printable(name), regular, size, each-2), -0.5), vg.Point{X: x, Y: p.Max.Y - 0.8*size})
		for j := range s.Picture.Columns {
			off := s.Picture.Off[i][j]
			if off < 0 {
				continue
			}
			lo := vg.Point{X: p.Min.X + room + vg.Length(j)*each + 1, Y: y - high/2 + 1}
			hi := vg.Point{X: lo.X + each - 2, Y: lo.Y + high - 2}
			p.box(between(th.Background, th.Chosen, off/max(most, 1e-12)), lo, hi)
			p.line(th.Grid, 0.5, lo, vg.Point{X: hi.X, Y: lo.Y}, hi, vg.Point{X: lo.X, Y: hi.Y}, lo)
			text := fmt.Sprintf("%.0f %%", 100*off)
			if off < 0.095 {
				text = fmt.Sprintf("%.1f %%", 100*off)
			}
			if text = p.figure(text); each > p.width(text) {
				w := p.plain(text, -0.5)
				if off > 0.6*most {
					w.color = th.Background
				}
				p.write(w, vg.Point{X: (lo.X + hi.X) / 2, Y: y})
			}
		}
	}
	return nil
}

// between mixes two colours.
func between(a, b color.RGBA, part float64) color.RGBA {
	part = min(max(part, 0), 1)
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + part*(float64(y)-float64(x)))) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}
