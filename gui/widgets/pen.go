package widgets

import (
	"image/color"
	"math"
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
)

// pen collects the shapes of a drawing in the theme of a widget.
type pen struct {
	w      Drawn
	shapes []fyne.CanvasObject
}

// line draws a straight line.
func (p *pen) line(from, to fyne.Position, role fyne.ThemeColorName, width float32) {
	p.shapes = append(p.shapes, &canvas.Line{
		Position1: from, Position2: to, StrokeColor: ink(p.w, role), StrokeWidth: width,
	})
}

// broken draws a line in strokes of a length with gaps of another.
func (p *pen) broken(from, to fyne.Position, role fyne.ThemeColorName, width, stroke, gap float32) {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := float32(math.Hypot(float64(dx), float64(dy)))
	for at := float32(0); at < length; at += stroke + gap {
		end := min(at+stroke, length)
		p.line(
			from.AddXY(dx*at/length, dy*at/length),
			from.AddXY(dx*end/length, dy*end/length), role, width)
	}
}

// bow draws a flat arch from one place to another to its right at the same height, rise above
// them.
func (p *pen) bow(from, to fyne.Position, rise float32, role fyne.ThemeColorName, width float32) {
	wide, high := to.X-from.X, rise*4/3 // a cubic arch reaches three quarters of its frame
	c := &canvas.BezierCurve{
		StartPoint: fyne.NewPos(0, high), EndPoint: fyne.NewPos(wide, high),
		ControlPoints: []fyne.Position{fyne.NewPos(wide/4, 0), fyne.NewPos(wide*3/4, 0)},
		StrokeColor:   ink(p.w, role), StrokeWidth: width,
	}
	place(c, from.X, from.Y-high, wide, high)
	p.shapes = append(p.shapes, c)
}

// circle draws a circle around a place; ground "" leaves it empty.
func (p *pen) circle(center fyne.Position, radius float32, ground, line fyne.ThemeColorName, width float32) {
	c := &canvas.Circle{FillColor: color.Transparent, StrokeColor: ink(p.w, line), StrokeWidth: width}
	if ground != "" {
		c.FillColor = ink(p.w, ground)
	}
	place(c, center.X-radius, center.Y-radius, 2*radius, 2*radius)
	p.shapes = append(p.shapes, c)
}

// box draws a rectangle.
func (p *pen) box(at fyne.Position, size fyne.Size, ground, line fyne.ThemeColorName) {
	r := &canvas.Rectangle{FillColor: color.Transparent, CornerRadius: dim(p.w, theme.SizeEdge)}
	if ground != "" {
		r.FillColor = ink(p.w, ground)
	}
	if line != "" {
		r.StrokeColor, r.StrokeWidth = ink(p.w, line), 1
	}
	r.Move(at)
	r.Resize(size)
	p.shapes = append(p.shapes, r)
}

// label is a short text in a drawing.
type label struct {
	text  string
	size  fyne.ThemeSizeName
	role  fyne.ThemeColorName
	bold  bool
	align fyne.TextAlign // where the text lies: before, around or after its place
	room  float32        // shortened to this width; 0 for any
}

func (l label) style() fyne.TextStyle { return fyne.TextStyle{Bold: l.bold} }

// width returns the width of a label.
func (p *pen) width(l label) float32 { return measure(l.text, dim(p.w, l.size), l.style()) }

// text writes a label with its upper edge at a place, and returns its size.
func (p *pen) text(at fyne.Position, l label) fyne.Size {
	t := &canvas.Text{Text: l.text, TextSize: dim(p.w, l.size), TextStyle: l.style(), Color: ink(p.w, l.role)}
	if l.room > 0 {
		t.Text = ellipsis(l.text, l.room, t.TextSize, t.TextStyle)
	}
	least := t.MinSize()
	switch l.align {
	case fyne.TextAlignCenter:
		at.X -= least.Width / 2
	case fyne.TextAlignTrailing:
		at.X -= least.Width
	}
	place(t, at.X, at.Y, least.Width, least.Height)
	p.shapes = append(p.shapes, t)
	return least
}

// instead returns the shapes of the drawing, or those that were there before it where they look the
// same. Fyne lays out again whatever has parts that it has not seen, so that a widget that draws new
// shapes each time that it is laid out would be laid out at every frame, for ever.
func (p *pen) instead(before []fyne.CanvasObject) []fyne.CanvasObject {
	if slices.EqualFunc(before, p.shapes, alike) {
		return before
	}
	return p.shapes
}

// tall returns the height of a label.
func (p *pen) tall(l label) float32 { return sizeOf("X", dim(p.w, l.size), l.style()).Height }

// alike tells whether two shapes look the same; a widget among them is like itself alone. An icon remembers how it
// was painted.
func alike(a, b fyne.CanvasObject) bool {
	switch a := a.(type) {
	case fyne.Widget:
		return a == b
	case *canvas.Image:
		b, ok := b.(*canvas.Image)
		return ok && a.Resource == b.Resource && a.Position() == b.Position() && a.Size() == b.Size()
	}
	return reflect.DeepEqual(a, b)
}

// ground paints a rectangle of a role, with sharp corners or round ones.
func (p *pen) ground(at fyne.Position, size fyne.Size, role fyne.ThemeColorName, round bool) {
	r := &canvas.Rectangle{FillColor: ink(p.w, role)}
	if round {
		r.CornerRadius = dim(p.w, theme.SizeEdge)
	}
	place(r, at.X, at.Y, size.Width, size.Height)
	p.shapes = append(p.shapes, r)
}

// cell writes a text between two edges, shortened to the room there is.
func (p *pen) cell(l label, style fyne.TextStyle, left, right, y, height float32) {
	t := &canvas.Text{TextSize: dim(p.w, l.size), TextStyle: style, Color: ink(p.w, l.role), Alignment: l.align}
	t.Text = strings.Replace(ellipsis(l.text, right-left, t.TextSize, style), "……", "…", 1)
	least := t.MinSize()
	place(t, left, y+(height-least.Height)/2, right-left, least.Height)
	p.shapes = append(p.shapes, t)
}

// icon draws an icon in a square.
func (p *pen) icon(icon fyne.Resource, role fyne.ThemeColorName, x, y, side float32) {
	mark := newIcon()
	setIcon(mark, icon, role)
	place(mark, x, y, side, side)
	p.shapes = append(p.shapes, mark)
}

// frame draws an empty rectangle with a thick line.
func (p *pen) frame(at fyne.Position, size fyne.Size, role fyne.ThemeColorName, width float32) {
	r := &canvas.Rectangle{FillColor: color.Transparent, StrokeColor: ink(p.w, role), StrokeWidth: width}
	r.Move(at)
	r.Resize(size)
	p.shapes = append(p.shapes, r)
}
