package notices

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Alert is a banner across a page that takes as little height as it can: what can be done about
// it stands beside the text, and under it where there is no room for that.
type Alert struct {
	paint.Widget
	kind  Kind
	box   *canvas.Rectangle
	icon  *canvas.Image
	text  *prose.Text
	extra fyne.CanvasObject
}

const alertWide = 560 // from this width on the extra object stands beside the text, in the usual size of text

// NewAlert returns a banner with an object such as a check beside its text.
func NewAlert(extra fyne.CanvasObject) *Alert {
	a := &Alert{box: &canvas.Rectangle{}, icon: paint.NewIcon(), text: prose.Prose(), extra: extra}
	a.ExtendBaseWidget(a)
	return a
}

// Set shows another kind and other text: a bold title, and the body on the same line.
func (a *Alert) Set(kind Kind, title string, body ...prose.Span) {
	a.kind = kind
	a.text.Set(bannerText(title, body)...)
	a.Refresh()
}

// String returns the banner's words.
func (a *Alert) String() string { return a.text.String() }

func (a *Alert) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{a.box, a.icon, a.text, a.extra}
}

// beside reports whether the extra object stands beside the text.
func (a *Alert) beside() bool { return a.Size().Width >= alertWide*paint.Enlarged(a) }

func (a *Alert) Least() fyne.Size {
	pad := paint.Dim(a, theme.SizeGap)
	text, extra := a.text.MinSize(), a.extra.MinSize()
	tall := max(text.Height, bannerIcon)
	if a.beside() {
		tall = max(tall, extra.Height)
	} else {
		tall += extra.Height + paint.Dim(a, theme.SizeGap)
	}
	return fyne.NewSize(max(text.Width, extra.Width)+bannerInset+paint.Dim(a, theme.SizeWideGap), tall+2*pad)
}

func (a *Alert) Restyle() {
	mark, ground, line := a.kind.Roles()
	a.box.FillColor, a.box.CornerRadius = paint.Ink(a, ground), paint.Dim(a, theme.SizeCardEdge)
	a.box.StrokeColor, a.box.StrokeWidth = paint.Ink(a, line), 1
	a.box.Refresh()
	paint.SetIcon(a.icon, a.kind.Icon(), mark)
}

func (a *Alert) Arrange(size fyne.Size) {
	pad, side := paint.Dim(a, theme.SizeGap), paint.Dim(a, theme.SizeWideGap)
	paint.Place(a.box, 0, 0, size.Width, size.Height)
	room := size.Width - bannerInset - side
	if a.beside() {
		extra := layouts.Unbroken(a.extra)
		room -= extra + side
		height := paint.PlaceWide(a.extra, size.Width-side-extra, 0, extra)
		a.extra.Move(fyne.NewPos(size.Width-side-extra, (size.Height-height)/2))
	}
	height := paint.PlaceWide(a.text, bannerInset, pad, room)
	top := pad
	if a.beside() {
		top = (size.Height - max(height, bannerIcon)) / 2
		paint.PlaceWide(a.text, bannerInset, top, room)
	} else {
		paint.PlaceWide(a.extra, bannerInset, pad+max(height, bannerIcon)+paint.Dim(a, theme.SizeGap), room)
	}
	paint.Place(a.icon, side, top, bannerIcon, bannerIcon)
}
