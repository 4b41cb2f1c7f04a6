package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
)

// Banner is a block of text on the ground of its kind, with its icon: "Not protected by this
// choice. Anyone may learn exactly: …", and under the text, if it has one, an object such as
// a check to accept it.
type Banner struct {
	Widget
	// Borderless leaves the border out, for a banner inside a card.
	Borderless bool

	kind  Kind
	box   *canvas.Rectangle
	icon  *canvas.Image
	text  *Text
	extra fyne.CanvasObject
}

const (
	bannerIcon  = 20
	bannerInset = 44 // where the text begins
)

// NewBanner returns a banner. The title is bold and the body follows it on the same line;
// either may be empty. A nil extra is left out.
func NewBanner(kind Kind, title string, body []Span, extra fyne.CanvasObject) *Banner {
	b := &Banner{
		kind: kind, box: &canvas.Rectangle{}, icon: newIcon(),
		text: Prose(bannerText(title, body)...), extra: extra,
	}
	b.ExtendBaseWidget(b)
	return b
}

// bannerText joins a title and a body.
func bannerText(title string, body []Span) []Span {
	if title == "" {
		return body
	}
	if len(body) == 0 {
		return []Span{Bold(title)}
	}
	spans := []Span{Bold(title), Plain(" ")}
	for _, s := range body {
		spans = appendSpan(spans, s)
	}
	return spans
}

// Set shows another kind and other text; the extra object stays.
func (b *Banner) Set(kind Kind, title string, body ...Span) {
	b.kind = kind
	b.text.Set(bannerText(title, body)...)
	b.Refresh()
}

// SetExtra puts another object under the text; nil leaves it out.
func (b *Banner) SetExtra(extra fyne.CanvasObject) {
	b.extra = extra
	b.Refresh()
}

// String returns the banner's words.
func (b *Banner) String() string { return b.text.String() }

func (b *Banner) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{b.box, b.icon, b.text}
	if b.extra != nil {
		list = append(list, b.extra)
	}
	return list
}

func (b *Banner) Least() fyne.Size {
	pad := dim(b, theme.SizeWideGap)
	size := b.text.MinSize()
	size.Height = max(size.Height, bannerIcon)
	if b.extra != nil && b.extra.Visible() {
		least := b.extra.MinSize()
		size = fyne.NewSize(max(size.Width, least.Width), size.Height+dim(b, theme.SizeGap)+least.Height)
	}
	return size.AddWidthHeight(bannerInset+pad, 2*pad)
}

func (b *Banner) Restyle() {
	mark, ground, line := b.kind.roles()
	b.box.FillColor, b.box.CornerRadius = ink(b, ground), dim(b, theme.SizeCardEdge)
	b.box.StrokeColor, b.box.StrokeWidth = ink(b, line), 1
	if b.Borderless {
		b.box.StrokeColor, b.box.CornerRadius = ink(b, ground), dim(b, theme.SizeEdge)
	}
	b.box.Refresh()
	setIcon(b.icon, b.kind.icon(), mark)
}

func (b *Banner) Arrange(size fyne.Size) {
	pad := dim(b, theme.SizeWideGap)
	place(b.box, 0, 0, size.Width, size.Height)
	place(b.icon, pad, pad, bannerIcon, bannerIcon)
	room := size.Width - bannerInset - pad
	height := placeWide(b.text, bannerInset, pad, room)
	if b.extra != nil {
		placeWide(b.extra, bannerInset, pad+max(height, bannerIcon)+dim(b, theme.SizeGap), room)
	}
}
