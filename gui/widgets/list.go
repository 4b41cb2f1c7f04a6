package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

// List is what every table and every list of the window is made of: rows one under another, of which only
// those in sight are drawn, by its owner, and one may be chosen. It scrolls where there is no room for all of
// it, and where there is, leaves the wheel to the page that it is on. Up, down, page up, page down, home and
// end choose, or scroll where there is nothing to choose.
type List struct {
	Widget
	focus
	n, at int // how many rows there are, and the chosen one, -1 for none

	tall float32   // of a row
	tops []float32 // where rows begin, and the last one ends, that are not all of one height; else nil
	// draw draws a row; wide says how wide rows are, nil where they are never wider than the list.
	draw func(p *pen, i int, y, width float32)
	wide func() float32
	// passable tells which rows can be chosen, nil for all; read that none can.
	passable func(i int) bool
	read     func() bool
	// tapped is told of a tap on a row and where along it, moved which row a key has led to, keyed of the keys
	// that do not move, runed of letters, and menu where the menu is to open, with the row under the pointer.
	tapped   func(i int, x float32)
	moved    func(i int)
	keyed    func(key fyne.KeyName)
	runed    func(r rune)
	menu     func(at *fyne.Position, i int)
	scrolled func() // called after it was scrolled

	head, foot float32            // heights of what stands over the rows and under them
	edge       float32            // between the ground of a row and the list's edge
	round      bool               // whether that ground has round corners
	plain      bool               // without a ring while it has the keyboard
	name       string             // for those who do not see it
	says       func(i int) string // the words of a row, nil where only the name is said

	rows   *listRows
	scroll *container.Scroll
	halo   *canvas.Rectangle
}

const (
	rowTall = 30
	rowEdge = 4
	sideway = 140 // how far left and right scroll
)

// newList returns a list of its own, without rows.
func newList() *List {
	l := &List{}
	l.init(l, rowTall)
	l.edge, l.round = rowEdge, true
	return l
}

// init makes the parts of a list that is embedded in a widget.
func (l *List) init(self Drawn, tall float32) {
	l.at, l.tall, l.halo = -1, tall, newHalo(2)
	l.rows = &listRows{list: l, hovered: -1}
	l.rows.ExtendBaseWidget(l.rows)
	l.scroll = container.NewScroll(l.rows)
	l.scroll.OnScrolled = func(fyne.Position) {
		l.rows.Refresh()
		if l.scrolled != nil {
			l.scrolled()
		}
	}
	l.focusChanged = func() { l.Refresh() }
	l.typed = l.key
	l.ExtendBaseWidget(self)
}

// set shows n rows with one of them chosen. What is in sight stays in sight as far as there are rows.
func (l *List) set(n, at int) {
	l.n, l.at = max(n, 0), at
	if at >= n {
		l.at = -1
	}
	l.keepInside()
	l.Refresh()
}

// first scrolls to the first row.
func (l *List) first() { l.scrollTo(fyne.Position{}) }

// next returns the nearest row that can be chosen, going from one by some; the row itself when there is none.
func (l *List) next(from, by int) int {
	for i := from + by; i >= 0 && i < l.n; i += by {
		if l.passable == nil || l.passable(i) {
			return i
		}
	}
	return from
}

func (l *List) key(key fyne.KeyName) {
	switch {
	case l.menu != nil && opensMenu(key):
		l.menu(nil, l.at)
	case l.wide != nil && key == fyne.KeyLeft:
		l.scrollTo(l.scroll.Offset.SubtractXY(sideway, 0))
	case l.wide != nil && key == fyne.KeyRight:
		l.scrollTo(l.scroll.Offset.AddXY(sideway, 0))
	case l.read != nil && l.read():
		from := l.rowAt(l.scroll.Offset.Y)
		if to := l.led(key, from); to != from && to >= 0 && to < l.n {
			l.scrollTo(fyne.NewPos(l.scroll.Offset.X, l.top(to)))
		}
	default:
		if to := l.led(key, l.at); to != l.at {
			l.move(to)
		} else if l.keyed != nil {
			l.keyed(key)
		}
	}
}

// led returns the row that a key leads to from another; -1 stands before the first.
func (l *List) led(key fyne.KeyName, from int) int {
	page := max(int(l.bodyTall()/l.tall)-1, 1)
	switch key {
	case fyne.KeyUp:
		if from < 0 {
			return l.next(from, 1)
		}
		return l.next(from, -1)
	case fyne.KeyDown:
		return l.next(from, 1)
	case fyne.KeyPageUp:
		return l.next(max(from-page, 0)-1, 1)
	case fyne.KeyPageDown:
		return l.next(min(from+page, l.n)-1, 1)
	case fyne.KeyHome:
		return l.next(-1, 1)
	case fyne.KeyEnd:
		return l.next(l.n, -1)
	}
	return from
}

// TypedRune is for Fyne.
func (l *List) TypedRune(r rune) {
	if l.runed != nil {
		l.runed(r)
	}
}

// move chooses a row and tells so, if it is another one.
func (l *List) move(i int) {
	before := l.at
	l.mark(i)
	if l.moved != nil && l.at != before {
		l.moved(l.at)
	}
}

// mark shows a row as chosen and brings it into sight.
func (l *List) mark(i int) {
	if i >= 0 && i < l.n {
		l.at = i
		l.reveal(i)
		l.Refresh()
	}
}

// AccessibilityLabel returns the name and the words of the chosen row, as far as the list's owner says them.
func (l *List) AccessibilityLabel() string {
	if l.says != nil && l.at >= 0 && l.at < l.n {
		return named(l.name, l.says(l.at))
	}
	return l.name
}

// top returns where a row begins; the row after the last begins where that one ends.
func (l *List) top(i int) float32 {
	if l.tops != nil {
		return l.tops[i]
	}
	return float32(i) * l.tall
}

// rowAt returns the row at a height, -1 for none.
func (l *List) rowAt(y float32) int {
	row := int(y / l.tall)
	if l.tops != nil {
		row = slices.IndexFunc(l.tops, func(top float32) bool { return top > y }) - 1
	}
	if y < 0 || row < 0 || row >= l.n {
		return -1
	}
	return row
}

// sight returns the first row in sight and the one after the last.
func (l *List) sight() (from, to int) {
	if l.tops != nil {
		return 0, l.n
	}
	top := l.scroll.Offset.Y
	from, to = int(top/l.tall), int((top+l.bodyTall())/l.tall)+1
	return min(max(from, 0), l.n), min(max(to, 0), l.n)
}

// bodyTall returns the height of the part with the rows.
func (l *List) bodyTall() float32 { return max(0, l.Size().Height-l.head-l.foot) }

// rowsWide returns the width of the rows.
func (l *List) rowsWide() float32 {
	if l.wide == nil {
		return 0
	}
	return l.wide()
}

func (l *List) fits() bool {
	return l.rowsWide() <= l.Size().Width+slack && l.top(l.n) <= l.bodyTall()+slack
}

// scrollTo scrolls to an offset as far as there is something to see.
func (l *List) scrollTo(offset fyne.Position) {
	l.scroll.Offset = offset
	l.keepInside()
	l.Refresh()
}

// keepInside brings the offset to where there is something to see.
func (l *List) keepInside() {
	if l.Size().IsZero() {
		return
	}
	right, bottom := l.rowsWide()-l.Size().Width, l.top(l.n)-l.bodyTall()
	l.scroll.Offset = fyne.NewPos(min(max(l.scroll.Offset.X, 0), max(right, 0)), min(max(l.scroll.Offset.Y, 0), max(bottom, 0)))
}

// reveal scrolls so that a row is in sight.
func (l *List) reveal(i int) {
	top, end, offset := l.top(i), l.top(i+1), l.scroll.Offset
	switch tall := l.bodyTall(); {
	case tall == 0:
	case top < offset.Y:
		l.scrollTo(fyne.NewPos(offset.X, top))
	case end > offset.Y+tall:
		l.scrollTo(fyne.NewPos(offset.X, end-tall))
	}
}

// body returns what shows the rows: without the scroll where everything fits.
func (l *List) body() fyne.CanvasObject {
	if l.fits() {
		return l.rows
	}
	return l.scroll
}

// Parts is for Drawn.
func (l *List) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{l.body(), l.halo} }

// Least is for Drawn.
func (l *List) Least() fyne.Size { return fyne.NewSize(80, l.tall) }

// Restyle is for Drawn.
func (l *List) Restyle() { styleHalo(l.self, l.halo, l.focused && !l.plain) }

// Arrange is for Drawn.
func (l *List) Arrange(size fyne.Size) {
	l.keepInside()
	place(l.body(), 0, l.head, size.Width, l.bodyTall())
	if !l.fits() {
		l.scroll.Refresh()
	}
	l.rows.Refresh()
	placeHalo(l.halo, haloWidth, haloWidth, size.Width-2*haloWidth, size.Height-2*haloWidth)
}

// listRows is the scrolled part of a List: as high as all rows, with those in sight drawn.
type listRows struct {
	Picture
	list    *List
	hovered int // the row under the pointer, -1 for none
}

// Tapped is for Fyne.
func (r *listRows) Tapped(event *fyne.PointEvent) {
	focusOn(r.list.self.(fyne.Focusable))
	if i := r.list.rowAt(event.Position.Y); i >= 0 && r.list.tapped != nil {
		r.list.tapped(i, event.Position.X)
	}
}

// TappedSecondary is for Fyne.
func (r *listRows) TappedSecondary(event *fyne.PointEvent) {
	if r.list.menu != nil {
		r.list.menu(&event.AbsolutePosition, r.list.rowAt(event.Position.Y))
	}
}

// choosable tells whether a tap on a row chooses it.
func (r *listRows) choosable(i int) bool {
	return (r.list.read == nil || !r.list.read()) && (r.list.passable == nil || r.list.passable(i))
}

// Cursor is for Fyne.
func (r *listRows) Cursor() desktop.Cursor { return pointer(r.hovered >= 0 && r.choosable(r.hovered)) }

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
	return fyne.NewSize(max(r.list.rowsWide(), 40), r.list.top(r.list.n))
}

// Paint draws the rows in sight.
func (r *listRows) Paint(p *pen, _ fyne.Size) {
	l := r.list
	if l.Size().IsZero() || l.draw == nil {
		return
	}
	width := max(l.Size().Width, l.rowsWide())
	from, to := l.sight()
	for i := from; i < to; i++ {
		y := l.top(i)
		at, size := fyne.NewPos(l.edge, y), fyne.NewSize(width-2*l.edge, l.top(i+1)-y)
		switch {
		case i == l.at:
			p.ground(at, size, theme.Selected, l.round)
		case i == r.hovered && r.choosable(i):
			p.ground(at, size, theme.Hover, l.round)
		}
		l.draw(p, i, y, width)
	}
}
