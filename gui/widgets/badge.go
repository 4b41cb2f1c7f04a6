package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
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
	Widget
	style BadgeStyle
	text  *canvas.Text
	box   *canvas.Rectangle
}

const (
	badgePad    = 8
	badgeHeight = 20
)

// NewBadge returns a badge.
func NewBadge(style BadgeStyle, text string) *Badge {
	b := &Badge{style: style, text: &canvas.Text{Text: text}, box: &canvas.Rectangle{}}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows another style and text.
func (b *Badge) Set(style BadgeStyle, text string) {
	b.style, b.text.Text = style, text
	b.Refresh()
}

// String returns the badge's words.
func (b *Badge) String() string { return b.text.Text }

func (b *Badge) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{b.box, b.text} }

func (b *Badge) Least() fyne.Size {
	least := b.text.MinSize()
	return fyne.NewSize(least.Width+2*badgePad, max(badgeHeight, least.Height))
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
	b.box.FillColor, b.box.CornerRadius = ink(b, ground), dim(b, theme.SizeEdge)
	b.box.StrokeWidth, b.box.StrokeColor = 0, color.Transparent
	if line != "" {
		b.box.StrokeWidth, b.box.StrokeColor = 1, ink(b, line)
	}
	b.text.Color, b.text.TextSize = ink(b, mark), dim(b, theme.SizeCaption)
	b.text.Alignment = fyne.TextAlignCenter
}

func (b *Badge) Arrange(size fyne.Size) {
	least := b.Least()
	y := (size.Height - least.Height) / 2
	width := min(size.Width, least.Width)
	place(b.box, 0, y, width, least.Height)
	height := b.text.MinSize().Height
	place(b.text, 0, y+(least.Height-height)/2, width, height)
}

// drawBadge draws a text in a box, as wide as it is or as there is room, and returns its width.
func drawBadge(p *pen, style BadgeStyle, text string, x, y, room float32) (width float32) {
	ground, mark, line := badgeRoles(style)
	width = min(measure(text, dim(p.w, theme.SizeCaption), fyne.TextStyle{})+2*badgePad, room)
	p.box(fyne.NewPos(x, y), fyne.NewSize(width, badgeHeight), ground, line)
	l := label{text: text, size: theme.SizeCaption, role: mark, align: fyne.TextAlignCenter}
	p.cell(l, fyne.TextStyle{}, x+badgePad/2, x+width-badgePad/2, y, badgeHeight)
	return width
}
