package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// Tabs is a line of titles of which one is open. Unlike Fyne's it takes the focus: left and right,
// home and end open another. Titles for which there is no room are cut.
type Tabs struct {
	paint.Widget
	input.Focus
	OnChosen func(i int)

	titles  []string
	chosen  int
	hovered int // title plus 1, 0 for none
	shapes  []fyne.CanvasObject
	halo    *canvas.Rectangle
}

const (
	tabPad  = 14 // beside a title
	tabTall = 36
	tabLine = 2 // under the open one
)

// NewTabs returns titles, the first of them open.
func NewTabs(titles []string, chosen func(i int)) *Tabs {
	t := &Tabs{OnChosen: chosen, titles: titles, halo: paint.NewHalo(2)}
	t.FocusChanged = t.Refresh
	t.Typed = func(key fyne.KeyName) { t.Choose(input.Step(key, t.chosen, len(t.titles), nil)) }
	t.ExtendBaseWidget(t)
	return t
}

// Choose opens one of them, as the person does.
func (t *Tabs) Choose(i int) {
	if i == t.chosen || i < 0 || i >= len(t.titles) {
		return
	}
	t.chosen = i
	t.Refresh()
	if t.OnChosen != nil {
		t.OnChosen(i)
	}
}

// Chosen returns which one is open.
func (t *Tabs) Chosen() int { return t.chosen }

// AccessibilityLabel returns the title that is open.
func (t *Tabs) AccessibilityLabel() string { return input.Named(words.T("Pages"), t.titles[t.chosen]) }

// at returns the title at a place, -1 for none.
func (t *Tabs) at(x float32) int {
	left := float32(0)
	for i, w := range t.widths() {
		if x >= left && x < left+w {
			return i
		}
		left += w
	}
	return -1
}

// Tapped is for Fyne.
func (t *Tabs) Tapped(event *fyne.PointEvent) {
	t.Choose(t.at(event.Position.X))
	input.FocusOn(t)
}

// Cursor is for Fyne.
func (t *Tabs) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is for Fyne.
func (t *Tabs) MouseIn(event *desktop.MouseEvent) { t.MouseMoved(event) }

// MouseMoved is for Fyne.
func (t *Tabs) MouseMoved(event *desktop.MouseEvent) { t.hover(t.at(event.Position.X) + 1) }

// MouseOut is for Fyne.
func (t *Tabs) MouseOut() { t.hover(0) }

func (t *Tabs) hover(i int) {
	if i != t.hovered {
		t.hovered = i
		t.Refresh()
	}
}

// widths returns the width of each title with the room beside it: its own, or less where there is not
// room for all, so that the longest give way.
func (t *Tabs) widths() []float32 {
	widths := make([]float32, len(t.titles))
	for i, title := range t.titles {
		widths[i] = paint.Measure(title, paint.Dim(t, theme.SizeBody), fyne.TextStyle{Bold: true}) + 2*tabPad
	}
	return fitted(widths, t.Size().Width)
}

// fitted makes the longest of some widths shorter until all fit into a room.
func fitted(widths []float32, room float32) []float32 {
	for {
		sum, longest, second, many := float32(0), float32(0), float32(0), float32(0)
		for _, w := range widths {
			sum += w
			switch {
			case w > longest:
				longest, second, many = w, longest, 1
			case w == longest:
				many++
			default:
				second = max(second, w)
			}
		}
		if sum <= room || longest <= 0 {
			return widths
		}
		least := max(second, longest-(sum-room)/many, 0)
		if least == longest {
			return widths
		}
		for i, w := range widths {
			if w == longest {
				widths[i] = least
			}
		}
	}
}

func (t *Tabs) Parts() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{t.halo}, t.shapes...)
}

func (t *Tabs) Least() fyne.Size { return fyne.NewSize(float32(len(t.titles))*3*tabPad, tabTall) }

func (t *Tabs) Restyle() { paint.StyleHalo(t, t.halo, t.Focused) }

func (t *Tabs) Arrange(size fyne.Size) {
	p := &paint.Pen{W: t}
	x := float32(0)
	p.Line(fyne.NewPos(0, size.Height-0.5), fyne.NewPos(size.Width, size.Height-0.5), theme.Line, 1)
	for i, width := range t.widths() {
		l := paint.Label{Text: t.titles[i], Size: theme.SizeBody, Role: theme.Text, Align: fyne.TextAlignCenter, Room: width - tabPad}
		if i == t.hovered-1 {
			p.Ground(fyne.NewPos(x, 0), fyne.NewSize(width, size.Height-tabLine), theme.Hover, true)
		}
		if i == t.chosen {
			l.Role, l.Bold = theme.Primary, true
			p.Line(fyne.NewPos(x, size.Height-1), fyne.NewPos(x+width, size.Height-1), theme.Primary, tabLine)
			paint.PlaceHalo(t.halo, x+paint.HaloWidth, paint.HaloWidth, width-2*paint.HaloWidth, size.Height-2*paint.HaloWidth)
		}
		p.Text(fyne.NewPos(x+width/2, (size.Height-p.Tall(l))/2), l)
		x += width
	}
	t.shapes = p.Instead(t.shapes)
}
