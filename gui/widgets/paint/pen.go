package paint

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

// Pen collects the shapes of a drawing in the theme of a widget.
type Pen struct {
	W      Drawn
	Shapes []fyne.CanvasObject
}

// Line draws a straight line.
func (p *Pen) Line(from, to fyne.Position, role fyne.ThemeColorName, width float32) {
	p.Shapes = append(p.Shapes, &canvas.Line{
		Position1: from, Position2: to, StrokeColor: Ink(p.W, role), StrokeWidth: width,
	})
}

// Broken draws a line in strokes of a length with gaps of another.
func (p *Pen) Broken(from, to fyne.Position, role fyne.ThemeColorName, width, stroke, gap float32) {
	dx, dy := to.X-from.X, to.Y-from.Y
	length := float32(math.Hypot(float64(dx), float64(dy)))
	for at := float32(0); at < length; at += stroke + gap {
		end := min(at+stroke, length)
		p.Line(
			from.AddXY(dx*at/length, dy*at/length),
			from.AddXY(dx*end/length, dy*end/length), role, width)
	}
}

// Circle draws a circle around a place; ground "" leaves it empty.
func (p *Pen) Circle(center fyne.Position, radius float32, ground, line fyne.ThemeColorName, width float32) {
	c := &canvas.Circle{FillColor: color.Transparent, StrokeColor: Ink(p.W, line), StrokeWidth: width}
	if ground != "" {
		c.FillColor = Ink(p.W, ground)
	}
	Place(c, center.X-radius, center.Y-radius, 2*radius, 2*radius)
	p.Shapes = append(p.Shapes, c)
}

// Box draws a rectangle.
func (p *Pen) Box(at fyne.Position, size fyne.Size, ground, line fyne.ThemeColorName) {
	r := &canvas.Rectangle{FillColor: color.Transparent, CornerRadius: Dim(p.W, theme.SizeEdge)}
	if ground != "" {
		r.FillColor = Ink(p.W, ground)
	}
	if line != "" {
		r.StrokeColor, r.StrokeWidth = Ink(p.W, line), 1
	}
	r.Move(at)
	r.Resize(size)
	p.Shapes = append(p.Shapes, r)
}

// Label is a short text in a drawing.
type Label struct {
	Text  string
	Size  fyne.ThemeSizeName
	Role  fyne.ThemeColorName
	Bold  bool
	Align fyne.TextAlign // where the text lies: before, around or after its place
	Room  float32        // shortened to this width; 0 for any
}

func (l Label) Style() fyne.TextStyle { return fyne.TextStyle{Bold: l.Bold} }

// Width returns the width of a label.
func (p *Pen) Width(l Label) float32 { return Measure(l.Text, Dim(p.W, l.Size), l.Style()) }

// Text writes a label with its upper edge at a place, and returns its size.
func (p *Pen) Text(at fyne.Position, l Label) fyne.Size {
	t := &canvas.Text{Text: Shown(l.Text), TextSize: Dim(p.W, l.Size), TextStyle: l.Style(), Color: Ink(p.W, l.Role)}
	if l.Room > 0 {
		t.Text = Ellipsis(t.Text, l.Room, t.TextSize, t.TextStyle)
	}
	least := t.MinSize()
	switch l.Align {
	case fyne.TextAlignCenter:
		at.X -= least.Width / 2
	case fyne.TextAlignTrailing:
		at.X -= least.Width
	}
	Place(t, at.X, at.Y, least.Width, least.Height)
	p.Shapes = append(p.Shapes, t)
	return least
}

// Instead returns the shapes of the drawing, or those that were there before it where they look the
// same. Fyne lays out again whatever has parts that it has not seen, so that a widget that draws new
// Shapes each time that it is laid out would be laid out at every frame, for ever.
func (p *Pen) Instead(before []fyne.CanvasObject) []fyne.CanvasObject {
	if slices.EqualFunc(before, p.Shapes, alike) {
		return before
	}
	return p.Shapes
}

// Tall returns the height of a label.
func (p *Pen) Tall(l Label) float32 { return SizeOf("X", Dim(p.W, l.Size), l.Style()).Height }

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

// Ground paints a rectangle of a role, with sharp corners or round ones.
func (p *Pen) Ground(at fyne.Position, size fyne.Size, role fyne.ThemeColorName, round bool) {
	r := &canvas.Rectangle{FillColor: Ink(p.W, role)}
	if round {
		r.CornerRadius = Dim(p.W, theme.SizeEdge)
	}
	Place(r, at.X, at.Y, size.Width, size.Height)
	p.Shapes = append(p.Shapes, r)
}

// Cell writes a text between two edges, shortened to the room there is.
func (p *Pen) Cell(l Label, style fyne.TextStyle, left, right, y, height float32) {
	t := &canvas.Text{TextSize: Dim(p.W, l.Size), TextStyle: style, Color: Ink(p.W, l.Role), Alignment: l.Align}
	t.Text = strings.Replace(Ellipsis(Shown(l.Text), right-left, t.TextSize, style), "……", "…", 1)
	least := t.MinSize()
	Place(t, left, y+(height-least.Height)/2, right-left, least.Height)
	p.Shapes = append(p.Shapes, t)
}

// Icon draws an icon in a square.
func (p *Pen) Icon(icon fyne.Resource, role fyne.ThemeColorName, x, y, side float32) {
	mark := NewIcon()
	SetIcon(mark, icon, role)
	Place(mark, x, y, side, side)
	p.Shapes = append(p.Shapes, mark)
}

// Frame draws an empty rectangle with a thick line.
func (p *Pen) Frame(at fyne.Position, size fyne.Size, role fyne.ThemeColorName, width float32) {
	r := &canvas.Rectangle{FillColor: color.Transparent, StrokeColor: Ink(p.W, role), StrokeWidth: width}
	r.Move(at)
	r.Resize(size)
	p.Shapes = append(p.Shapes, r)
}
