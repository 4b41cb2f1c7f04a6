package chart

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// probe is a canvas that notes what is drawn on it and where.
type probe struct {
	at    affine
	kept  []affine
	color color.Color
	width vg.Length
	dash  []vg.Length

	texts   []written
	fills   []shape
	strokes []shape
}

// affine maps (x, y) to (ax+cy+e, bx+dy+f).
type affine struct{ a, b, c, d, e, f float64 }

// written is a text with the corners of the box around it.
type written struct {
	text    string
	corners [4]vg.Point
	turned  bool
	bold    bool
}

// shape is a path with its colour; dashes and width are those of a stroke.
type shape struct {
	color    color.Color
	min, max vg.Point
	points   []vg.Point
	width    vg.Length
	dashed   bool
}

var _ vg.Canvas = (*probe)(nil)

func newProbe() *probe { return &probe{at: affine{a: 1, d: 1}} }

func (p *probe) of(pt vg.Point) vg.Point {
	x, y := float64(pt.X), float64(pt.Y)
	return vg.Point{X: vg.Length(p.at.a*x + p.at.c*y + p.at.e), Y: vg.Length(p.at.b*x + p.at.d*y + p.at.f)}
}

func (p *probe) then(q affine) {
	o := p.at
	p.at = affine{
		o.a*q.a + o.c*q.b, o.b*q.a + o.d*q.b, o.a*q.c + o.c*q.d, o.b*q.c + o.d*q.d,
		o.a*q.e + o.c*q.f + o.e, o.b*q.e + o.d*q.f + o.f,
	}
}

func (p *probe) SetLineWidth(w vg.Length)               { p.width = w }
func (p *probe) SetLineDash(d []vg.Length, _ vg.Length) { p.dash = d }
func (p *probe) SetColor(c color.Color)                 { p.color = c }
func (p *probe) Translate(pt vg.Point)                  { p.then(affine{1, 0, 0, 1, float64(pt.X), float64(pt.Y)}) }
func (p *probe) Scale(x, y float64)                     { p.then(affine{x, 0, 0, y, 0, 0}) }
func (p *probe) Push()                                  { p.kept = append(p.kept, p.at) }
func (p *probe) DrawImage(vg.Rectangle, image.Image)    { panic("a chart drew an image") }

func (p *probe) Rotate(r float64) {
	sin, cos := math.Sincos(r)
	p.then(affine{cos, sin, -sin, cos, 0, 0})
}

func (p *probe) Pop() {
	p.at = p.kept[len(p.kept)-1]
	p.kept = p.kept[:len(p.kept)-1]
}

func (p *probe) shape(path vg.Path) shape {
	s := shape{color: p.color, min: vg.Point{X: math.MaxFloat32, Y: math.MaxFloat32}, max: vg.Point{X: -math.MaxFloat32, Y: -math.MaxFloat32}, width: p.width, dashed: len(p.dash) > 0}
	for _, c := range path {
		if c.Type == vg.CloseComp {
			continue
		}
		for _, pt := range []vg.Point{p.of(c.Pos.Add(vg.Point{X: c.Radius, Y: c.Radius})), p.of(c.Pos.Sub(vg.Point{X: c.Radius, Y: c.Radius}))} {
			s.min = vg.Point{X: min(s.min.X, pt.X), Y: min(s.min.Y, pt.Y)}
			s.max = vg.Point{X: max(s.max.X, pt.X), Y: max(s.max.Y, pt.Y)}
		}
		s.points = append(s.points, p.of(c.Pos))
	}
	return s
}

func (p *probe) Stroke(path vg.Path) { p.strokes = append(p.strokes, p.shape(path)) }
func (p *probe) Fill(path vg.Path)   { p.fills = append(p.fills, p.shape(path)) }

func (p *probe) FillString(f font.Face, pt vg.Point, text string) {
	w, h := f.Width(text), f.Font.Size*capHeight
	p.texts = append(p.texts, written{
		text: text,
		corners: [4]vg.Point{
			p.of(pt), p.of(pt.Add(vg.Point{X: w})), p.of(pt.Add(vg.Point{X: w, Y: h})), p.of(pt.Add(vg.Point{Y: h})),
		},
		turned: math.Abs(p.at.b) > 1e-9,
		bold:   f.Font.Weight > 0,
	})
}

// drawOn draws a chart on a probe of a size and fails when it cannot be drawn.
func drawOn(t *testing.T, d Drawing, w, h vg.Length, th Theme) *probe {
	t.Helper()
	p := newProbe()
	if err := d.Draw(draw.NewCanvas(p, w, h), th); err != nil {
		t.Fatal(err)
	}
	if len(p.kept) > 0 {
		t.Fatal("a chart pushes more than it pops")
	}
	return p
}

// inside fails for everything drawn that is not on the canvas.
func (p *probe) inside(t *testing.T, name string, w, h vg.Length) {
	t.Helper()
	const slack = 1.2 // half a line, and the tail of a letter
	out := func(pt vg.Point) bool { return pt.X < -slack || pt.Y < -slack || pt.X > w+slack || pt.Y > h+slack }
	for _, x := range p.texts {
		for _, c := range x.corners {
			if out(c) {
				t.Errorf("%s: %q reaches out to %.1f, %.1f of %.1f x %.1f", name, x.text, c.X, c.Y, w, h)
				break
			}
		}
	}
	for _, list := range [][]shape{p.fills, p.strokes} {
		for _, s := range list {
			if out(s.min) || out(s.max) {
				t.Errorf("%s: a shape from %.1f to %.1f is not on the canvas of %.1f x %.1f", name, s.min, s.max, w, h)
			}
		}
	}
}

// apart fails when two texts lie on one another.
func (p *probe) apart(t *testing.T, name string) {
	t.Helper()
	for i, a := range p.texts {
		for _, b := range p.texts[:i] {
			if overlap(a.corners, b.corners) {
				t.Errorf("%s: %q lies on %q", name, a.text, b.text)
			}
		}
	}
}

// overlap reports whether two rectangles, turned or not, overlap: they do not when the
// projections onto a side of one of them lie apart.
func overlap(a, b [4]vg.Point) bool {
	const slack = 0.3
	for _, r := range [][4]vg.Point{a, b} {
		for k := range 2 {
			side := r[k+1].Sub(r[k])
			n := math.Hypot(float64(side.X), float64(side.Y))
			if n == 0 {
				continue
			}
			span := func(q [4]vg.Point) (lo, hi float64) {
				lo, hi = math.Inf(1), math.Inf(-1)
				for _, c := range q {
					x := float64(c.Dot(side)) / n
					lo, hi = min(lo, x), max(hi, x)
				}
				return lo, hi
			}
			alo, ahi := span(a)
			blo, bhi := span(b)
			if ahi < blo+slack || bhi < alo+slack {
				return false
			}
		}
	}
	return true
}

// has reports whether a text was written that contains s.
func (p *probe) has(s string) bool {
	for _, x := range p.texts {
		if strings.Contains(x.text, s) {
			return true
		}
	}
	return false
}

// filled returns the shapes filled in a colour.
func (p *probe) filled(c color.Color) []shape {
	var out []shape
	for _, s := range p.fills {
		if s.color == c {
			out = append(out, s)
		}
	}
	return out
}

func canvasOf(p *probe, size vg.Point) draw.Canvas { return draw.NewCanvas(p, size.X, size.Y) }

// TestProbe checks the test's own eyes.
func TestProbe(t *testing.T) {
	p := newProbe()
	pn := pen{canvasOf(p, vg.Point{X: 100, Y: 100}), Light()}
	pn.write(pn.plain("here", 0), vg.Point{X: 10, Y: 50})
	pn.write(pn.plain("there", 0), vg.Point{X: 18, Y: 53})
	turned := pn.plain("turned", 0)
	turned.turn = math.Pi / 4
	pn.write(turned, vg.Point{X: 60, Y: 20})
	pn.write(pn.plain("far", -1), vg.Point{X: 99, Y: 90})
	box := func(i int) [4]vg.Point { return p.texts[i].corners }
	if !overlap(box(0), box(1)) || overlap(box(0), box(2)) || overlap(box(0), box(3)) || overlap(box(2), box(3)) {
		t.Error("overlaps are not seen as they are")
	}
	if top := box(2)[1]; math.Abs(float64((top.Y-box(2)[0].Y)-(top.X-box(2)[0].X))) > 0.01 || !p.texts[2].turned {
		t.Errorf("a turned text goes from %v to %v", box(2)[0], top)
	}
	if right := box(3)[1].X; math.Abs(float64(right-99)) > 0.01 {
		t.Errorf("a text that should end at 99 ends at %v", right)
	}
}
