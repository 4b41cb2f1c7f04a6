package page

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"steward/core/message"
)

// MostPixels is the largest side of an image of a page.
const MostPixels = 16384

// Image paints page i, counted from 0, so many pixels wide and as high as the page's shape
// asks for. Edges are smooth, and text stands where it does on paper: nothing is moved to
// the grid of pixels. It errors on a page or a width that does not exist, and with ctx's
// error when cancelled.
func (p *Pages) Image(ctx context.Context, i, width int) (image.Image, error) {
	if i < 0 || i >= len(p.Pages) {
		return nil, message.Errorf("there is no page %d among %d", i+1, len(p.Pages))
	}
	scale := float64(width) / p.Width
	height := int(math.Round(p.Height * scale))
	if width < 1 || height < 1 || max(width, height) > MostPixels {
		return nil, message.Errorf("an image of a page %d pixels wide is not possible: its sides must be from 1 to %d", width, MostPixels)
	}
	c := &paint{img: image.NewRGBA(image.Rect(0, 0, width, height)), scale: scale}
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	for k, m := range p.Pages[i].marks {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.draw(c)
	}
	return c.img, nil
}

// paint is the Surface that is an image.
type paint struct {
	img    *image.RGBA
	scale  float64 // pixels per point
	raster vector.Rasterizer
}

var _ Surface = (*paint)(nil)

// Fill is for Surface.
func (c *paint) Fill(p Path, clr color.RGBA) {
	var o outline
	for _, part := range flattened(p, 0.1/c.scale) {
		o.add(part.points)
	}
	c.cover(o, clr)
}

// Stroke is for Surface.
func (c *paint) Stroke(p Path, pen Pen) {
	width := max(pen.Width, 0.6/c.scale) // a line thinner than a pixel would fade away
	var o outline
	for _, part := range flattened(p, 0.1/c.scale) {
		for _, dash := range dashed(part, pen) {
			o.stroke(dash, width)
		}
	}
	c.cover(o, pen.Color)
}

// Text is for Surface.
func (c *paint) Text(t Text) {
	f := face(t.Bold)
	sin, cos := math.Sincos(t.Turn * math.Pi / 180)
	var o outline
	along := 0.0
	for _, r := range t.Text {
		at := Point{t.X + along*cos, t.Y - along*sin}
		for _, part := range f.glyph(r, t.Size, 0.1/c.scale) {
			points := make([]Point, len(part))
			for i, q := range part {
				points[i] = Point{at.X + q.X*cos + q.Y*sin, at.Y - q.X*sin + q.Y*cos}
			}
			o.add(points)
		}
		along += float64(f.width(r)) * t.Size / 1000
	}
	c.cover(o, t.Color)
}

// outline is a set of closed polygons in points of the page. They are turned one way where
// they are strokes, so that they add up where they overlap.
type outline [][]Point

func (o *outline) add(points []Point) {
	if len(points) > 2 {
		*o = append(*o, points)
	}
}

// cover paints the inside of an outline.
func (c *paint) cover(o outline, clr color.RGBA) {
	bounds := c.bounds(o)
	if bounds.Empty() {
		return
	}
	c.raster.Reset(bounds.Dx(), bounds.Dy())
	c.raster.DrawOp = draw.Over
	at := func(p Point) (x, y float32) {
		return float32(p.X*c.scale - float64(bounds.Min.X)), float32(p.Y*c.scale - float64(bounds.Min.Y))
	}
	for _, points := range o {
		c.raster.MoveTo(at(points[0]))
		for _, p := range points[1:] {
			c.raster.LineTo(at(p))
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.img, bounds, image.NewUniform(clr), image.Point{})
}

// bounds returns the pixels that an outline touches.
func (c *paint) bounds(o outline) image.Rectangle {
	least, most := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, points := range o {
		for _, p := range points {
			least = Point{min(least.X, p.X), min(least.Y, p.Y)}
			most = Point{max(most.X, p.X), max(most.Y, p.Y)}
		}
	}
	if !(least.X <= most.X) {
		return image.Rectangle{}
	}
	pixel := func(x float64, n int) int { return int(min(max(x*c.scale, -1), float64(n+1))) }
	size := c.img.Bounds().Size()
	return image.Rect(
		pixel(least.X, size.X)-1, pixel(least.Y, size.Y)-1, pixel(most.X, size.X)+2, pixel(most.Y, size.Y)+2,
	).Intersect(c.img.Bounds())
}

// glyph returns the outline of a character in a size, its baseline beginning at the origin,
// downwards positive, as polygons that leave the curves by no more than fine.
func (f *typeface) glyph(r rune, size, fine float64) [][]Point {
	f.mu.Lock()
	defer f.mu.Unlock()
	g, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil {
		return nil
	}
	units := f.font.UnitsPerEm()
	segments, err := f.font.LoadGlyph(&f.buf, g, fixed.I(int(units)), &sfnt.LoadGlyphOptions{})
	if err != nil {
		return nil
	}
	unit := size / float64(units) / 64
	at := func(p fixed.Point26_6) Point { return Point{float64(p.X) * unit, float64(p.Y) * unit} }
	var path Path
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			path = append(path, Segment{Kind: Move, To: at(s.Args[0])})
		case sfnt.SegmentOpLineTo:
			path = append(path, Segment{Kind: Line, To: at(s.Args[0])})
		case sfnt.SegmentOpQuadTo:
			path = append(path, quadratic(path[len(path)-1].To, at(s.Args[0]), at(s.Args[1])))
		case sfnt.SegmentOpCubeTo:
			path = append(path, Segment{Kind: Curve, Control: [2]Point{at(s.Args[0]), at(s.Args[1])}, To: at(s.Args[2])})
		}
	}
	var out [][]Point
	for _, part := range flattened(path, fine) {
		out = append(out, part.points)
	}
	return out
}

// quadratic returns a curve with one control point as a cubic one.
func quadratic(from, control, to Point) Segment {
	third := func(a Point) Point {
		return Point{a.X + (control.X-a.X)*2/3, a.Y + (control.Y-a.Y)*2/3}
	}
	return Segment{Kind: Curve, Control: [2]Point{third(from), third(to)}, To: to}
}
