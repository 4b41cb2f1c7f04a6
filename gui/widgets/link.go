package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
)

// Link is words in the primary colour that do something: "Change", "Edit as a list". It
// takes the focus; space and enter tap it.
type Link struct {
	widget.BaseWidget
	hover
	focus
	OnTapped func()

	icon fyne.Resource
	bold bool
	size fyne.ThemeSizeName

	mark      *canvas.Image
	text      *canvas.Text
	underline *canvas.Line
	halo      *canvas.Rectangle
}

const linkIcon = 16

// NewLink returns a bold link.
func NewLink(text string, tapped func()) *Link { return newLink(nil, text, tapped) }

// NewIconLink returns a link of ordinary weight with an icon before it.
func NewIconLink(icon fyne.Resource, text string, tapped func()) *Link {
	return newLink(icon, text, tapped)
}

// NewQuietLink returns a small link for a line that is not in the way of those who need none of it.
func NewQuietLink(text string, tapped func()) *Link {
	l := newLink(nil, text, tapped)
	l.bold, l.size = false, theme.SizeCaption
	return l
}

func newLink(icon fyne.Resource, text string, tapped func()) *Link {
	l := &Link{
		OnTapped: tapped, icon: icon, bold: icon == nil, size: theme.SizeTable,
		mark: newIcon(), text: &canvas.Text{Text: text},
		underline: &canvas.Line{StrokeWidth: 1}, halo: newHalo(2),
	}
	l.hoverChanged, l.focusChanged = l.Refresh, l.Refresh
	l.typed = func(key fyne.KeyName) {
		if isTap(key) {
			l.Tapped(nil)
		}
	}
	l.ExtendBaseWidget(l)
	return l
}

// SetText shows other words.
func (l *Link) SetText(text string) {
	l.text.Text = text
	l.Refresh()
}

// String returns the link's words.
func (l *Link) String() string { return l.text.Text }

// Tapped is for Fyne.
func (l *Link) Tapped(*fyne.PointEvent) {
	if l.OnTapped != nil {
		l.OnTapped()
	}
}

// Cursor is for Fyne.
func (l *Link) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer is for Fyne.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	l.ExtendBaseWidget(l)
	return newRenderer(l)
}

func (l *Link) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{l.halo, l.mark, l.text, l.underline}
}

// textStart returns where the words begin.
func (l *Link) textStart() float32 {
	if l.icon == nil {
		return 0
	}
	return linkIcon + 6
}

func (l *Link) minSize() fyne.Size {
	least := l.text.MinSize()
	return fyne.NewSize(l.textStart()+least.Width, max(least.Height+2, linkIcon))
}

func (l *Link) restyle() {
	setIcon(l.mark, l.icon, theme.Primary)
	l.text.Color, l.text.TextSize = ink(l, theme.Primary), dim(l, l.size)
	l.text.TextStyle = fyne.TextStyle{Bold: l.bold}
	l.underline.StrokeColor = ink(l, theme.Primary)
	show(l.underline, l.hovered)
	styleHalo(l, l.halo, l.focused)
}

func (l *Link) layout(size fyne.Size) {
	least := l.minSize()
	top := (size.Height - least.Height) / 2
	place(l.mark, 0, top+(least.Height-linkIcon)/2, linkIcon, linkIcon)
	x, text := l.textStart(), l.text.MinSize()
	y := top + (least.Height-text.Height)/2
	place(l.text, x, y, text.Width, text.Height)
	l.underline.Position1 = fyne.NewPos(x, y+text.Height-2)
	l.underline.Position2 = fyne.NewPos(x+text.Width, y+text.Height-2)
	placeHalo(l.halo, 0, top, least.Width, least.Height)
}
