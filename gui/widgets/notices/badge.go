package notices

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// BadgeStyle is how a badge looks.
type BadgeStyle int

// The styles.
const (
	BadgeNeutral BadgeStyle = iota // on the quiet ground: "typed"
	BadgeOutline                   // in a border of the primary colour: "chosen", "codebook"
	BadgeGood                      // "recommended", "strong", "confirmed"
	BadgeCaution                   // "1 needs your decision", "weak"
	BadgeDanger                    // "very weak"
)

// Badge is a word or two in a small box, as wide as they are.
type Badge struct {
	paint.Widget
	style BadgeStyle
	text  *canvas.Text
	box   *canvas.Rectangle
}

const (
	BadgePad    = 8
	BadgeHeight = 20
)

// NewBadge returns a badge.
func NewBadge(style BadgeStyle, text string) *Badge {
	b := &Badge{style: style, text: &canvas.Text{Text: paint.Shown(text)}, box: &canvas.Rectangle{}}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows another style and text.
func (b *Badge) Set(style BadgeStyle, text string) {
	b.style, b.text.Text = style, paint.Shown(text)
	b.Refresh()
}

// String returns the badge's words.
func (b *Badge) String() string { return b.text.Text }

func (b *Badge) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{b.box, b.text} }

func (b *Badge) Least() fyne.Size {
	least := b.text.MinSize()
	return fyne.NewSize(least.Width+2*BadgePad, max(BadgeHeight, least.Height))
}

// badgeRoles returns the roles of a badge: of its ground, its text and its border, "" for none.
func badgeRoles(style BadgeStyle) (ground, mark, line fyne.ThemeColorName) {
	switch style {
	case BadgeOutline:
		return theme.Surface, theme.Primary, theme.Primary
	case BadgeGood:
		return theme.GoodGround, theme.Good, ""
	case BadgeCaution:
		return theme.CautionGround, theme.Caution, ""
	case BadgeDanger:
		return theme.DangerGround, theme.Danger, ""
	}
	return theme.Quiet, theme.Text, ""
}

func (b *Badge) Restyle() {
	ground, mark, line := badgeRoles(b.style)
	b.box.FillColor, b.box.CornerRadius = paint.Ink(b, ground), paint.Dim(b, theme.SizeEdge)
	b.box.StrokeWidth, b.box.StrokeColor = 0, color.Transparent
	if line != "" {
		b.box.StrokeWidth, b.box.StrokeColor = 1, paint.Ink(b, line)
	}
	b.text.Color, b.text.TextSize = paint.Ink(b, mark), paint.Dim(b, theme.SizeCaption)
	b.text.Alignment = fyne.TextAlignCenter
}

func (b *Badge) Arrange(size fyne.Size) {
	least := b.Least()
	y := (size.Height - least.Height) / 2
	width := min(size.Width, least.Width)
	paint.Place(b.box, 0, y, width, least.Height)
	height := b.text.MinSize().Height
	paint.Place(b.text, 0, y+(least.Height-height)/2, width, height)
}

// DrawBadge draws a text in a box, as wide as it is or as there is room, and returns its width.
func DrawBadge(p *paint.Pen, style BadgeStyle, text string, x, y, room float32) (width float32) {
	ground, mark, line := badgeRoles(style)
	width = min(paint.Measure(text, paint.Dim(p.W, theme.SizeCaption), fyne.TextStyle{})+2*BadgePad, room)
	p.Box(fyne.NewPos(x, y), fyne.NewSize(width, BadgeHeight), ground, line)
	l := paint.Label{Text: text, Size: theme.SizeCaption, Role: mark, Align: fyne.TextAlignCenter}
	p.Cell(l, fyne.TextStyle{}, x+BadgePad/2, x+width-BadgePad/2, y, BadgeHeight)
	return width
}
