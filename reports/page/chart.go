package page

import (
	"image"
	"image/color"
	"math"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/chart"
)

// drawing is a chart.
type drawing interface {
	Draw(c draw.Canvas, th chart.Theme) error
}

// chart draws a chart with its upper left corner at x and the present place; alt says what it shows.
func (s *sheet) chart(d drawing, alt string, x, width, height float64) error {
	defer s.begin(RoleFigure, alt)()
	c := &canvas{sheet: s, at: placement{1, 0, 0, 1, x, 0}, base: s.y + height}
	vg.Initialize(c)
	if err := d.Draw(draw.NewCanvas(c, vg.Length(width), vg.Length(height)), s.paper()); err != nil {
		return err
	}
	return c.failed
}

// paper is how charts are drawn, in the document's language.
func (s *sheet) paper() chart.Theme {
	th := chart.Paper()
	th.Say, th.Figure = s.in().Say, s.in().Number
	return th
}

// canvas puts plot's vectors onto a page: paths as paths and text as text. Plot counts
// upwards from the lower left corner of the chart, a page downwards from its upper left.
type canvas struct {
	sheet  *sheet
	at     placement
	base   float64 // the lower end of the chart on the page
	pen    penState
	kept   []kept
	failed error
}

// placement maps plot's coordinates: (x, y) to (ax+cy+e, bx+dy+f).
type placement struct{ a, b, c, d, e, f float64 }

func (p placement) of(pt vg.Point) (x, y float64) {
	px, py := float64(pt.X), float64(pt.Y)
	return p.a*px + p.c*py + p.e, p.b*px + p.d*py + p.f
}

// then returns the placement that applies q first.
func (p placement) then(q placement) placement {
	return placement{
		p.a*q.a + p.c*q.b, p.b*q.a + p.d*q.b,
		p.a*q.c + p.c*q.d, p.b*q.c + p.d*q.d,
		p.a*q.e + p.c*q.f + p.e, p.b*q.e + p.d*q.f + p.f,
	}
}

type penState struct {
	color  color.Color
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
}

type kept struct {
	at  placement
	pen penState
}

var _ vg.Canvas = (*canvas)(nil)

func (c *canvas) SetLineWidth(w vg.Length) { c.pen.width = w }

func (c *canvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.pen.dashes, c.pen.offset = pattern, offset
}

func (c *canvas) SetColor(clr color.Color) { c.pen.color = clr }

func (c *canvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	c.at = c.at.then(placement{cos, sin, -sin, cos, 0, 0})
}

func (c *canvas) Translate(pt vg.Point) {
	c.at = c.at.then(placement{1, 0, 0, 1, float64(pt.X), float64(pt.Y)})
}

func (c *canvas) Scale(x, y float64) { c.at = c.at.then(placement{x, 0, 0, y, 0, 0}) }

func (c *canvas) Push() { c.kept = append(c.kept, kept{c.at, c.pen}) }

func (c *canvas) Pop() {
	last := len(c.kept) - 1
	c.at, c.pen = c.kept[last].at, c.kept[last].pen
	c.kept = c.kept[:last]
}

// page returns the place of a point on the page.
func (c *canvas) page(pt vg.Point) Point {
	x, y := c.at.of(pt)
	return Point{x, c.base - y}
}

// color returns the present colour; nil means black.
func (c *canvas) color() color.RGBA {
	if c.pen.color == nil {
		return color.RGBA{A: 255}
	}
	return color.RGBAModel.Convert(c.pen.color).(color.RGBA)
}

func (c *canvas) Stroke(p vg.Path) {
	if c.pen.width <= 0 {
		return
	}
	pen := Pen{Color: c.color(), Width: float64(c.pen.width), Offset: float64(c.pen.offset)}
	for _, d := range c.pen.dashes {
		pen.Dashes = append(pen.Dashes, float64(d))
	}
	c.sheet.put(stroke{c.traced(p), pen})
}

func (c *canvas) Fill(p vg.Path) { c.sheet.put(fill{c.traced(p), c.color()}) }

// traced returns a path at its place on the page.
func (c *canvas) traced(p vg.Path) (out Path) {
	for _, comp := range p {
		switch to := c.page(comp.Pos); comp.Type {
		case vg.MoveComp:
			out = append(out, Segment{Kind: Move, To: to})
		case vg.LineComp:
			out = append(out, Segment{Kind: Line, To: to})
		case vg.CloseComp:
			out = append(out, Segment{Kind: Close})
		case vg.ArcComp:
			out = c.arc(out, comp)
		case vg.CurveComp:
			first, second := comp.Control[0], comp.Control[0]
			if len(comp.Control) > 1 {
				second = comp.Control[1]
			}
			out = append(out, Segment{Kind: Curve, Control: [2]Point{c.page(first), c.page(second)}, To: to})
		}
	}
	return out
}

// arc appends an arc in pieces of at most a quarter turn, each a cubic curve that leaves the
// circle by less than a thousandth of its radius. It begins with a line to its start, or
// moves there where nothing comes before it.
func (c *canvas) arc(out Path, comp vg.PathComp) Path {
	pieces := max(int(math.Ceil(math.Abs(comp.Angle)/(math.Pi/2)-1e-9)), 1)
	step := comp.Angle / float64(pieces)
	pull := 4.0 / 3 * math.Tan(step/4)
	on := func(angle, along float64) Point {
		sin, cos := math.Sincos(angle)
		return c.page(vg.Point{
			X: comp.Pos.X + comp.Radius*vg.Length(cos-along*sin),
			Y: comp.Pos.Y + comp.Radius*vg.Length(sin+along*cos),
		})
	}
	begin := Segment{Kind: Line, To: on(comp.Start, 0)}
	if len(out) == 0 {
		begin.Kind = Move
	}
	out = append(out, begin)
	for i := range pieces {
		from := comp.Start + step*float64(i)
		out = append(out, Segment{
			Kind: Curve, Control: [2]Point{on(from, pull), on(from+step, -pull)}, To: on(from+step, 0),
		})
	}
	return out
}

func (c *canvas) FillString(f font.Face, pt vg.Point, text string) {
	if f.Font.Size == 0 || text == "" {
		return
	}
	at := c.page(pt)
	c.sheet.put(Text{
		X: at.X, Y: at.Y, Text: text, Size: float64(f.Font.Size), Color: c.color(),
		Bold: f.Font.Weight >= xfont.WeightBold, Turn: math.Atan2(c.at.b, c.at.a) * 180 / math.Pi,
	})
}

// DrawImage refuses: a page holds text and outlines, which are sharp at every size.
func (c *canvas) DrawImage(vg.Rectangle, image.Image) {
	c.failed = message.New("the chart contains an image, which a page cannot show")
}
