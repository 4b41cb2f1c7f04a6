package pdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/reports/chart"
)

// drawing is a chart.
type drawing interface {
	Draw(c draw.Canvas, th chart.Theme) error
}

// chart draws a chart with its upper left corner at x and the present place.
func (s *sheet) chart(d drawing, x, width, height float64) error {
	c := &canvas{Fpdf: s.Fpdf, at: placement{1, 0, 0, 1, x, 0}, base: s.y + height}
	vg.Initialize(c)
	return d.Draw(draw.NewCanvas(c, vg.Length(width), vg.Length(height)), chart.Paper())
}

// canvas draws plot's vectors onto a page: paths as paths and text as text. Plot counts
// upwards from the lower left corner of the chart, a page downwards from its upper left.
type canvas struct {
	*fpdf.Fpdf
	at   placement
	base float64 // the lower end of the chart on the page
	pen  penState
	kept []kept
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
func (c *canvas) page(pt vg.Point) (x, y float64) {
	x, y = c.at.of(pt)
	return x, c.base - y
}

// rgb returns the present colour; nil means black.
func (c *canvas) rgb() (r, g, b int) {
	if c.pen.color == nil {
		return 0, 0, 0
	}
	rgba := color.RGBAModel.Convert(c.pen.color).(color.RGBA)
	return int(rgba.R), int(rgba.G), int(rgba.B)
}

func (c *canvas) Stroke(p vg.Path) {
	if c.pen.width <= 0 {
		return
	}
	c.SetDrawColor(c.rgb())
	c.Fpdf.SetLineWidth(float64(c.pen.width))
	dashes := make([]float64, len(c.pen.dashes))
	for i, d := range c.pen.dashes {
		dashes[i] = float64(d)
	}
	c.SetDashPattern(dashes, float64(c.pen.offset))
	c.trace(p)
	c.DrawPath("D")
	c.SetDashPattern(nil, 0)
}

func (c *canvas) Fill(p vg.Path) {
	c.SetFillColor(c.rgb())
	c.trace(p)
	c.DrawPath("F")
}

// trace sends a path to the page.
func (c *canvas) trace(p vg.Path) {
	for _, comp := range p {
		switch x, y := c.page(comp.Pos); comp.Type {
		case vg.MoveComp:
			c.MoveTo(x, y)
		case vg.LineComp:
			c.LineTo(x, y)
		case vg.CloseComp:
			c.ClosePath()
		case vg.ArcComp:
			c.arc(comp)
		case vg.CurveComp:
			if len(comp.Control) == 1 {
				x0, y0 := c.page(comp.Control[0])
				c.CurveTo(x0, y0, x, y)
				continue
			}
			x0, y0 := c.page(comp.Control[0])
			x1, y1 := c.page(comp.Control[1])
			c.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
		}
	}
}

// arc draws an arc in pieces of at most a quarter turn, each a cubic curve that leaves the
// circle by less than a thousandth of its radius.
func (c *canvas) arc(comp vg.PathComp) {
	pieces := max(int(math.Ceil(math.Abs(comp.Angle)/(math.Pi/2)-1e-9)), 1)
	step := comp.Angle / float64(pieces)
	pull := 4.0 / 3 * math.Tan(step/4)
	on := func(angle, along float64) (x, y float64) {
		sin, cos := math.Sincos(angle)
		return c.page(vg.Point{
			X: comp.Pos.X + comp.Radius*vg.Length(cos-along*sin),
			Y: comp.Pos.Y + comp.Radius*vg.Length(sin+along*cos),
		})
	}
	x, y := on(comp.Start, 0)
	c.LineTo(x, y)
	for i := range pieces {
		from := comp.Start + step*float64(i)
		x0, y0 := on(from, pull)
		x1, y1 := on(from+step, -pull)
		x, y = on(from+step, 0)
		c.CurveBezierCubicTo(x0, y0, x1, y1, x, y)
	}
}

func (c *canvas) FillString(f font.Face, pt vg.Point, text string) {
	if f.Font.Size == 0 || text == "" {
		return
	}
	weight := ""
	if f.Font.Weight >= xfont.WeightBold {
		weight = "B"
	}
	c.SetFont(family, weight, float64(f.Font.Size))
	c.SetTextColor(c.rgb())
	x, y := c.page(pt)
	if c.at.b == 0 {
		c.Text(x, y, text)
		return
	}
	c.TransformBegin()
	c.TransformRotate(math.Atan2(c.at.b, c.at.a)*180/math.Pi, x, y)
	c.Text(x, y, text)
	c.TransformEnd()
}

// DrawImage draws a picture. It is named by its content, so that the bytes of the document
// do not depend on the run.
func (c *canvas) DrawImage(r vg.Rectangle, img image.Image) {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		c.SetError(fmt.Errorf("a picture in a chart: %w", err))
		return
	}
	name := fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))
	opts := fpdf.ImageOptions{ImageType: "PNG"}
	c.RegisterImageOptionsReader(name, opts, &b)
	x, y := c.page(vg.Point{X: r.Min.X, Y: r.Max.Y})
	size := r.Size()
	c.ImageOptions(name, x, y, float64(size.X), float64(size.Y), false, opts, 0, "")
}
