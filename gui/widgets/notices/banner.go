package notices

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Banner is a block of text on the ground of its kind, with its icon: "Not protected by this
// choice. Anyone may learn exactly: …", and under the text, if it has one, an object such as
// a check to accept it.
type Banner struct {
	paint.Widget
	// Borderless leaves the border out, for a banner inside a card.
	Borderless bool

	kind  Kind
	box   *canvas.Rectangle
	icon  *canvas.Image
	text  *prose.Text
	extra fyne.CanvasObject
}

const (
	bannerIcon  = 20
	bannerInset = 44 // where the text begins
)

// NewBanner returns a banner. The title is bold and the body follows it on the same line;
// either may be empty. A nil extra is left out.
func NewBanner(kind Kind, title string, body []prose.Span, extra fyne.CanvasObject) *Banner {
	b := &Banner{
		kind: kind, box: &canvas.Rectangle{}, icon: paint.NewIcon(),
		text: prose.Prose(bannerText(title, body)...), extra: extra,
	}
	b.ExtendBaseWidget(b)
	return b
}

// NewInlay returns a banner without a border, for inside a card, that is not shown yet.
func NewInlay(kind Kind) *Banner {
	b := NewBanner(kind, "", nil, nil)
	b.Borderless = true
	b.Hide()
	return b
}

// bannerText joins a title and a body.
func bannerText(title string, body []prose.Span) []prose.Span {
	if title == "" {
		return body
	}
	if len(body) == 0 {
		return []prose.Span{prose.Bold(title)}
	}
	spans := []prose.Span{prose.Bold(title), prose.Plain(" ")}
	for _, s := range body {
		spans = prose.AppendSpan(spans, s)
	}
	return spans
}

// Set shows another kind and other text; the extra object stays.
func (b *Banner) Set(kind Kind, title string, body ...prose.Span) {
	b.kind = kind
	b.text.Set(bannerText(title, body)...)
	b.Refresh()
}

// SetOrHide shows a sentence, and hides the banner where there is none.
func (b *Banner) SetOrHide(kind Kind, sentence string) {
	b.Set(kind, "", prose.Plain(sentence))
	paint.Show(b, sentence != "")
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
	pad := paint.Dim(b, theme.SizeWideGap)
	size := b.text.MinSize()
	size.Height = max(size.Height, bannerIcon)
	if b.extra != nil && b.extra.Visible() {
		least := b.extra.MinSize()
		size = fyne.NewSize(max(size.Width, least.Width), size.Height+paint.Dim(b, theme.SizeGap)+least.Height)
	}
	return size.AddWidthHeight(bannerInset+pad, 2*pad)
}

func (b *Banner) Restyle() {
	mark, ground, line := b.kind.Roles()
	b.box.FillColor, b.box.CornerRadius = paint.Ink(b, ground), paint.Dim(b, theme.SizeCardEdge)
	b.box.StrokeColor, b.box.StrokeWidth = paint.Ink(b, line), 1
	if b.Borderless {
		b.box.StrokeColor, b.box.CornerRadius = paint.Ink(b, ground), paint.Dim(b, theme.SizeEdge)
	}
	b.box.Refresh()
	paint.SetIcon(b.icon, b.kind.Icon(), mark)
}

func (b *Banner) Arrange(size fyne.Size) {
	pad := paint.Dim(b, theme.SizeWideGap)
	paint.Place(b.box, 0, 0, size.Width, size.Height)
	paint.Place(b.icon, pad, pad, bannerIcon, bannerIcon)
	room := size.Width - bannerInset - pad
	height := paint.PlaceWide(b.text, bannerInset, pad, room)
	if b.extra != nil {
		paint.PlaceWide(b.extra, bannerInset, pad+max(height, bannerIcon)+paint.Dim(b, theme.SizeGap), room)
	}
}
