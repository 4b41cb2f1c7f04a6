package lists

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// List is what every table and every list of the window is made of: rows one under another, of which only
// those in sight are drawn, by its owner, and one may be chosen. It scrolls where there is no room for all of
// it, and where there is, leaves the wheel to the page that it is on. Up, down, page up, page down, home and
// end choose, or scroll where there is nothing to choose.
type List struct {
	paint.Widget
	input.Focus
	Count, Chosen int // how many rows there are, and the chosen one, -1 for none

	Tall    float32   // of a row
	RowTops []float32 // where rows begin, and the last one ends, that are not all of one height; else nil
	// draw draws a row; wide says how wide rows are, nil where they are never wider than the list.
	DrawRow  func(p *paint.Pen, i int, y, width float32)
	RowsWide func() float32
	// passable tells which rows can be chosen, nil for all; read that none can.
	Choosable func(i int) bool
	ReadOnly  func() bool
	// tapped is told of a tap on a row and where along it, moved which row a key has led to, keyed of the keys
	// that do not move, runed of letters, and menu where the menu is to open, with the row under the pointer.
	OnTap    func(i int, x float32)
	OnKeyed  func(i int)
	OnKey    func(key fyne.KeyName)
	OnRune   func(r rune)
	OnMenu   func(at *fyne.Position, i int)
	OnScroll func() // called after it was scrolled

	Head, Foot float32            // heights of what stands over the rows and under them
	Edge       float32            // between the ground of a row and the list's edge
	Round      bool               // whether that ground has round corners
	Plain      bool               // without a ring while it has the keyboard
	Name       string             // for those who do not see it
	Says       func(i int) string // the words of a row, nil where only the name is said

	Rows   *listRows
	Scroll *input.Wheeled
	Halo   *canvas.Rectangle
}

const (
	RowTall = 30
	rowEdge = 4
	sideway = 140 // how far left and right scroll
)

// NewList returns a list of its own, without rows.
func NewList() *List {
	l := &List{}
	l.Init(l, RowTall)
	l.Edge, l.Round = rowEdge, true
	return l
}

// Init makes the parts of a list that is embedded in a widget.
func (l *List) Init(self paint.Drawn, tall float32) {
	l.Chosen, l.Tall, l.Halo = -1, tall, paint.NewHalo(2)
	l.Rows = &listRows{list: l, hovered: -1}
	l.Rows.ExtendBaseWidget(l.Rows)
	l.Scroll = input.NewWheeled(l.Rows, l.looked)
	l.Scroll.OnScrolled = func(fyne.Position) {
		l.Rows.Refresh()
		if l.OnScroll != nil {
			l.OnScroll()
		}
	}
	l.FocusChanged = func() { l.Refresh() }
	l.Typed = l.Key
	l.ExtendBaseWidget(self)
}

// Reset shows n rows with one of them chosen. What is in sight stays in sight as far as there are rows.
func (l *List) Reset(n, at int) {
	l.Count, l.Chosen = max(n, 0), at
	if at >= n {
		l.Chosen = -1
	}
	l.keepInside()
	l.Refresh()
}

// First scrolls to the first row.
func (l *List) First() { l.ScrollTo(fyne.Position{}) }

// Next returns the nearest row that can be chosen, going from one by some; the row itself when there is none.
func (l *List) Next(from, by int) int {
	for i := from + by; i >= 0 && i < l.Count; i += by {
		if l.Choosable == nil || l.Choosable(i) {
			return i
		}
	}
	return from
}

func (l *List) Key(key fyne.KeyName) {
	switch {
	case l.OnMenu != nil && input.OpensMenu(key):
		l.OnMenu(nil, l.Chosen)
	case l.RowsWide != nil && key == fyne.KeyLeft:
		l.ScrollTo(l.Scroll.Offset.SubtractXY(sideway, 0))
	case l.RowsWide != nil && key == fyne.KeyRight:
		l.ScrollTo(l.Scroll.Offset.AddXY(sideway, 0))
	case l.ReadOnly != nil && l.ReadOnly():
		from := l.rowAt(l.Scroll.Offset.Y)
		if to := l.Led(key, from); to != from && to >= 0 && to < l.Count {
			l.ScrollTo(fyne.NewPos(l.Scroll.Offset.X, l.Top(to)))
		}
	default:
		if to := l.Led(key, l.Chosen); to != l.Chosen {
			l.Go(to)
		} else if l.OnKey != nil {
			l.OnKey(key)
		}
	}
}

// Led returns the row that a key leads to from another; -1 stands before the first.
func (l *List) Led(key fyne.KeyName, from int) int {
	page := max(int(l.bodyTall()/l.Tall)-1, 1)
	switch key {
	case fyne.KeyUp:
		if from < 0 {
			return l.Next(from, 1)
		}
		return l.Next(from, -1)
	case fyne.KeyDown:
		return l.Next(from, 1)
	case fyne.KeyPageUp:
		return l.Next(max(from-page, 0)-1, 1)
	case fyne.KeyPageDown:
		return l.Next(min(from+page, l.Count)-1, 1)
	case fyne.KeyHome:
		return l.Next(-1, 1)
	case fyne.KeyEnd:
		return l.Next(l.Count, -1)
	}
	return from
}

// TypedRune is for Fyne.
func (l *List) TypedRune(r rune) {
	if l.OnRune != nil {
		l.OnRune(r)
	}
}

// Go chooses a row and tells so, if it is another one.
func (l *List) Go(i int) {
	before := l.Chosen
	l.Highlight(i)
	if l.OnKeyed != nil && l.Chosen != before {
		l.OnKeyed(l.Chosen)
	}
}

// Highlight shows a row as chosen and brings it into sight.
func (l *List) Highlight(i int) {
	if i >= 0 && i < l.Count {
		l.Chosen = i
		l.reveal(i)
		l.Refresh()
	}
}

// AccessibilityLabel returns the name and the words of the chosen row, as far as the list's owner says them.
func (l *List) AccessibilityLabel() string {
	if l.Says != nil && l.Chosen >= 0 && l.Chosen < l.Count {
		return input.Named(l.Name, l.Says(l.Chosen))
	}
	return l.Name
}

// Top returns where a row begins; the row after the last begins where that one ends.
func (l *List) Top(i int) float32 {
	if l.RowTops != nil {
		return l.RowTops[i]
	}
	return float32(i) * l.Tall
}

// rowAt returns the row at a height, -1 for none.
func (l *List) rowAt(y float32) int {
	row := int(y / l.Tall)
	if l.RowTops != nil {
		row = slices.IndexFunc(l.RowTops, func(top float32) bool { return top > y }) - 1
	}
	if y < 0 || row < 0 || row >= l.Count {
		return -1
	}
	return row
}

// Sight returns the first row in sight and the one after the last.
func (l *List) Sight() (from, to int) {
	if l.RowTops != nil {
		return 0, l.Count
	}
	top := l.Scroll.Offset.Y
	from, to = int(top/l.Tall), int((top+l.bodyTall())/l.Tall)+1
	return min(max(from, 0), l.Count), min(max(to, 0), l.Count)
}

// bodyTall returns the height of the part with the rows.
func (l *List) bodyTall() float32 { return max(0, l.Size().Height-l.Head-l.Foot) }

// rowsWide returns the width of the rows.
func (l *List) rowsWide() float32 {
	if l.RowsWide == nil {
		return 0
	}
	return l.RowsWide()
}

func (l *List) fits() bool {
	return l.rowsWide() <= l.Size().Width+paint.Slack && l.Top(l.Count) <= l.bodyTall()+paint.Slack
}

// ScrollTo scrolls to an offset as far as there is something to see.
func (l *List) ScrollTo(offset fyne.Position) {
	l.Scroll.Offset = offset
	l.keepInside()
	l.Refresh()
}

// keepInside brings the offset to where there is something to see.
func (l *List) keepInside() {
	if l.Size().IsZero() {
		return
	}
	right, bottom := l.rowsWide()-l.Size().Width, l.Top(l.Count)-l.bodyTall()
	l.Scroll.Offset = fyne.NewPos(min(max(l.Scroll.Offset.X, 0), max(right, 0)), min(max(l.Scroll.Offset.Y, 0), max(bottom, 0)))
}

// reveal scrolls so that a row is in sight.
func (l *List) reveal(i int) {
	top, end, offset := l.Top(i), l.Top(i+1), l.Scroll.Offset
	switch tall := l.bodyTall(); {
	case tall == 0:
	case top < offset.Y:
		l.ScrollTo(fyne.NewPos(offset.X, top))
	case end > offset.Y+tall:
		l.ScrollTo(fyne.NewPos(offset.X, end-tall))
	}
}

// looked tells whether the rows are only looked at now: none can be chosen, and the keyboard is elsewhere.
func (l *List) looked() bool { return l.ReadOnly != nil && l.ReadOnly() && !l.Focused }

// Body returns what shows the rows: without the scroll where everything fits.
func (l *List) Body() fyne.CanvasObject {
	if l.fits() {
		return l.Rows
	}
	return l.Scroll
}

// Parts is for Drawn.
func (l *List) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{l.Body(), l.Halo} }

// Least is for Drawn.
func (l *List) Least() fyne.Size { return fyne.NewSize(80, l.Tall) }

// Restyle is for Drawn.
func (l *List) Restyle() { paint.StyleHalo(l.Self, l.Halo, l.Focused && !l.Plain) }

// Arrange is for Drawn.
func (l *List) Arrange(size fyne.Size) {
	l.keepInside()
	paint.Place(l.Body(), 0, l.Head, size.Width, l.bodyTall())
	if !l.fits() {
		l.Scroll.Refresh()
	}
	l.Rows.Refresh()
	paint.PlaceHalo(l.Halo, paint.HaloWidth, paint.HaloWidth, size.Width-2*paint.HaloWidth, size.Height-2*paint.HaloWidth)
}

// listRows is the scrolled part of a List: as high as all rows, with those in sight drawn.
type listRows struct {
	paint.Picture
	list    *List
	hovered int // the row under the pointer, -1 for none
}

// Tapped is for Fyne.
func (r *listRows) Tapped(event *fyne.PointEvent) {
	input.FocusOn(r.list.Self.(fyne.Focusable))
	if i := r.list.rowAt(event.Position.Y); i >= 0 && r.list.OnTap != nil {
		r.list.OnTap(i, event.Position.X)
	}
}

// TappedSecondary is for Fyne.
func (r *listRows) TappedSecondary(event *fyne.PointEvent) {
	if r.list.OnMenu != nil {
		r.list.OnMenu(&event.AbsolutePosition, r.list.rowAt(event.Position.Y))
	}
}

// choosable tells whether a tap on a row chooses it.
func (r *listRows) choosable(i int) bool {
	return (r.list.ReadOnly == nil || !r.list.ReadOnly()) && (r.list.Choosable == nil || r.list.Choosable(i))
}

// Cursor is for Fyne.
func (r *listRows) Cursor() desktop.Cursor {
	return input.Pointer(r.hovered >= 0 && r.choosable(r.hovered))
}

// MouseIn is for Fyne.
func (r *listRows) MouseIn(event *desktop.MouseEvent) { r.MouseMoved(event) }

// MouseMoved is for Fyne.
func (r *listRows) MouseMoved(event *desktop.MouseEvent) { r.hoverOn(r.list.rowAt(event.Position.Y)) }

// MouseOut is for Fyne.
func (r *listRows) MouseOut() { r.hoverOn(-1) }

func (r *listRows) hoverOn(row int) {
	if row != r.hovered {
		r.hovered = row
		r.Refresh()
	}
}

// Least is for Drawn.
func (r *listRows) Least() fyne.Size {
	return fyne.NewSize(max(r.list.rowsWide(), 40), r.list.Top(r.list.Count))
}

// Paint draws the rows in sight.
func (r *listRows) Paint(p *paint.Pen, _ fyne.Size) {
	l := r.list
	if l.Size().IsZero() || l.DrawRow == nil {
		return
	}
	width := max(l.Size().Width, l.rowsWide())
	from, to := l.Sight()
	for i := from; i < to; i++ {
		y := l.Top(i)
		at, size := fyne.NewPos(l.Edge, y), fyne.NewSize(width-2*l.Edge, l.Top(i+1)-y)
		switch {
		case i == l.Chosen:
			p.Ground(at, size, theme.Selected, l.Round)
		case i == r.hovered && r.choosable(i):
			p.Ground(at, size, theme.Hover, l.Round)
		}
		l.DrawRow(p, i, y, width)
	}
}
