package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

// rowList is a list of rows of one height that scrolls, of which one is marked. Only rows in
// sight are drawn, by its owner. Up, down, page up, page down, home and end move the mark.
type rowList struct {
	Widget
	focus
	n, at    int // at -1 for no mark
	draw     func(p *pen, i int, y, width float32)
	passable func(i int) bool // nil for all; what the mark may stand on
	tapped   func(i int)
	keyed    func(key fyne.KeyName) // the keys that do not move
	runed    func(r rune)
	moved    func(i int)        // told the row that a key has moved the mark to; nil for nobody
	plain    bool               // without a ring while it has the keyboard
	name     string             // for those who do not see it
	says     func(i int) string // the words of a row, nil where only the name is said

	rows   *rowDrawing
	scroll *container.Scroll
	halo   *canvas.Rectangle
}

const (
	rowTall = 30
	rowEdge = 4 // between a row's ground and the list's edge
)

func newRowList() *rowList {
	l := &rowList{at: -1, halo: newHalo(2)}
	l.rows = &rowDrawing{list: l}
	l.rows.ExtendBaseWidget(l.rows)
	l.scroll = container.NewVScroll(l.rows)
	l.scroll.OnScrolled = func(fyne.Position) { l.rows.Refresh() }
	l.focusChanged = l.Refresh
	l.typed = l.key
	l.ExtendBaseWidget(l)
	return l
}

// set shows n rows with the mark at one of them.
func (l *rowList) set(n, at int) {
	l.n, l.at = n, at
	if at >= n {
		l.at = -1
	}
	l.scroll.Refresh()
	l.rows.Refresh()
}

// top scrolls to the first row.
func (l *rowList) top() {
	l.scroll.Offset.Y = 0
	l.scroll.Refresh()
	l.rows.Refresh()
}

// next returns the nearest row that the mark may stand on, going from one by some; the row
// itself when there is none.
func (l *rowList) next(from, by int) int {
	for i := from + by; i >= 0 && i < l.n; i += by {
		if l.passable == nil || l.passable(i) {
			return i
		}
	}
	return from
}

func (l *rowList) key(key fyne.KeyName) {
	page := max(int(l.scroll.Size().Height/rowTall)-1, 1)
	switch key {
	case fyne.KeyDown:
		l.move(l.next(l.at, 1))
	case fyne.KeyUp:
		l.move(l.next(l.at, -1))
	case fyne.KeyPageDown:
		l.move(l.next(min(l.at+page, l.n)-1, 1))
	case fyne.KeyPageUp:
		l.move(l.next(max(l.at-page, 0)-1, 1))
	case fyne.KeyHome:
		l.move(l.next(-1, 1))
	case fyne.KeyEnd:
		l.move(l.next(l.n, -1))
	default:
		if l.keyed != nil {
			l.keyed(key)
		}
	}
}

// TypedRune is for Fyne.
func (l *rowList) TypedRune(r rune) {
	if l.runed != nil {
		l.runed(r)
	}
}

// move marks a row and tells so, if it is another one.
func (l *rowList) move(i int) {
	before := l.at
	l.mark(i)
	if l.moved != nil && l.at != before {
		l.moved(l.at)
	}
}

// mark marks a row and brings it into sight.
func (l *rowList) mark(i int) {
	if i < 0 || i >= l.n {
		return
	}
	l.at = i
	top, height := float32(i)*rowTall, l.scroll.Size().Height
	if top < l.scroll.Offset.Y {
		l.scroll.Offset.Y = top
	} else if top+rowTall > l.scroll.Offset.Y+height {
		l.scroll.Offset.Y = top + rowTall - height
	}
	l.scroll.Refresh()
	l.rows.Refresh()
}

func (l *rowList) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{l.scroll, l.halo} }

func (l *rowList) Least() fyne.Size { return fyne.NewSize(80, rowTall) }

func (l *rowList) Restyle() { styleHalo(l, l.halo, l.focused && !l.plain) }

func (l *rowList) Arrange(size fyne.Size) {
	place(l.scroll, 0, 0, size.Width, size.Height)
	placeHalo(l.halo, haloWidth, haloWidth, size.Width-2*haloWidth, size.Height-2*haloWidth)
	l.rows.Refresh()
}

// rowDrawing is the scrolled part of a rowList.
type rowDrawing struct {
	Widget
	list    *rowList
	hovered int // row plus 1, 0 for none
	shapes  []fyne.CanvasObject
}

// Tapped is for Fyne.
func (r *rowDrawing) Tapped(event *fyne.PointEvent) {
	if i := int(event.Position.Y / rowTall); i >= 0 && i < r.list.n {
		r.list.tapped(i)
	}
}

// Cursor is for Fyne.
func (r *rowDrawing) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is for Fyne.
func (r *rowDrawing) MouseIn(event *desktop.MouseEvent) { r.MouseMoved(event) }

// MouseMoved is for Fyne.
func (r *rowDrawing) MouseMoved(event *desktop.MouseEvent) {
	if at := int(event.Position.Y/rowTall) + 1; at != r.hovered {
		r.hovered = at
		r.Refresh()
	}
}

// MouseOut is for Fyne.
func (r *rowDrawing) MouseOut() {
	r.hovered = 0
	r.Refresh()
}

func (r *rowDrawing) Parts() []fyne.CanvasObject { return r.shapes }

func (r *rowDrawing) Least() fyne.Size {
	return fyne.NewSize(40, rowTall*float32(max(r.list.n, 1)))
}

func (r *rowDrawing) Arrange(fyne.Size) {}

// restyle draws the rows in sight.
func (r *rowDrawing) Restyle() {
	l, width := r.list, r.Size().Width
	p := &pen{w: r}
	if width > 0 && l.draw != nil {
		from := max(int(l.scroll.Offset.Y/rowTall), 0)
		to := min(from+int(l.scroll.Size().Height/rowTall)+2, l.n)
		for i := from; i < to; i++ {
			y := float32(i) * rowTall
			at, size := fyne.NewPos(rowEdge, y), fyne.NewSize(width-2*rowEdge, rowTall)
			switch {
			case i == l.at:
				p.fill(at, size, theme.Selected)
			case i == r.hovered-1 && (l.passable == nil || l.passable(i)):
				p.fill(at, size, theme.Hover)
			}
			l.draw(p, i, y, width)
		}
	}
	r.shapes = p.shapes
}

// fill paints a rectangle of a role.
func (p *pen) fill(at fyne.Position, size fyne.Size, ground fyne.ThemeColorName) {
	r := &canvas.Rectangle{FillColor: ink(p.w, ground), CornerRadius: dim(p.w, theme.SizeEdge)}
	place(r, at.X, at.Y, size.Width, size.Height)
	p.shapes = append(p.shapes, r)
}

// tall returns the height of a label.
func (p *pen) tall(l label) float32 {
	return sizeOf("X", dim(p.w, l.size), l.style()).Height
}
