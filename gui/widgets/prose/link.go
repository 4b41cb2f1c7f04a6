package prose

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
)

// Link is words in the primary colour that do something: "Change", "Edit as a list". It
// takes the focus; space and enter tap it. Given less width than its words need it breaks into
// lines.
type Link struct {
	paint.Widget
	input.Hover
	input.Focus
	OnTapped func()

	icon fyne.Resource
	off  bool
	Bold bool
	size fyne.ThemeSizeName

	mark  *canvas.Image
	words string
	lines []linkLine
	halo  *canvas.Rectangle
}

// linkLine is a line of a link's words.
type linkLine struct {
	text  *canvas.Text
	under *canvas.Line
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
	l.Bold, l.size = false, theme.SizeCaption
	return l
}

func newLink(icon fyne.Resource, text string, tapped func()) *Link {
	l := &Link{
		OnTapped: tapped, icon: icon, Bold: icon == nil, size: theme.SizeTable,
		mark: paint.NewIcon(), words: text, halo: paint.NewHalo(2),
	}
	l.HoverChanged, l.FocusChanged = l.Refresh, l.Refresh
	l.Typed = input.Taps(l.Tapped)
	l.ExtendBaseWidget(l)
	return l
}

// SetText shows other words.
func (l *Link) SetText(text string) {
	l.words = text
	l.Refresh()
}

// String returns the link's words.
func (l *Link) String() string { return l.words }

// Enable is for Fyne.
func (l *Link) Enable() { l.turn(false) }

// Disable makes the words ordinary ones in the same place, such as those of what has been done.
func (l *Link) Disable() { l.turn(true) }

// Disabled is for Fyne.
func (l *Link) Disabled() bool { return l.off }

func (l *Link) turn(off bool) {
	l.off = off
	l.Refresh()
}

// ink is the colour of the words.
func (l *Link) ink() fyne.ThemeColorName {
	if l.off {
		return theme.Text
	}
	return theme.Primary
}

// Tapped is for Fyne.
func (l *Link) Tapped(*fyne.PointEvent) {
	if l.OnTapped != nil && !l.off {
		l.OnTapped()
	}
}

// Cursor is for Fyne.
func (l *Link) Cursor() desktop.Cursor { return input.Pointer(!l.off) }

func (l *Link) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{l.halo, l.mark}
	for _, line := range l.lines {
		list = append(list, line.text, line.under)
	}
	return list
}

// textStart returns where the words begin.
func (l *Link) textStart() float32 {
	if l.icon == nil {
		return 0
	}
	return linkIcon + 6
}

func (l *Link) style() fyne.TextStyle { return fyne.TextStyle{Bold: l.Bold} }

// wrap breaks the words into lines of the link's width, into one as long as it has none.
func (l *Link) wrap() {
	room := l.Size().Width - l.textStart()
	words := []string{l.words}
	if size := paint.Dim(l, l.size); room > 0 && paint.Measure(l.words, size, l.style()) > room+paint.Slack {
		words = LineTexts(Wrap([]Span{{Text: l.words, Bold: l.Bold}}, size, room))
	}
	for len(l.lines) < len(words) {
		l.lines = append(l.lines, linkLine{&canvas.Text{}, &canvas.Line{StrokeWidth: 1}})
	}
	l.lines = l.lines[:len(words)]
	for i, line := range l.lines {
		line.text.Text = paint.Shown(words[i])
		line.text.Color, line.text.TextSize, line.text.TextStyle = paint.Ink(l, l.ink()), paint.Dim(l, l.size), l.style()
		line.under.StrokeColor = paint.Ink(l, theme.Primary)
		paint.Show(line.under, l.Hovered && !l.off)
	}
}

// minSize returns the width of the words on one line, and the height that they need at the width that
// the link has.
func (l *Link) Least() fyne.Size {
	l.wrap()
	width, height := paint.Measure(l.words, paint.Dim(l, l.size), l.style()), float32(2)
	for _, line := range l.lines {
		height += line.text.MinSize().Height
	}
	return fyne.NewSize(l.textStart()+width, max(height, linkIcon))
}

// Narrowest returns the width of the widest word.
func (l *Link) Narrowest() float32 {
	return l.textStart() + min(WidestWord([]Span{{Text: l.words, Bold: l.Bold}}, paint.Dim(l, l.size)), paint.LeastWidth)
}

func (l *Link) Restyle() {
	paint.SetIcon(l.mark, l.icon, l.ink())
	l.wrap()
	paint.StyleHalo(l, l.halo, l.Focused)
}

func (l *Link) Arrange(size fyne.Size) {
	least := l.Least()
	top, x := (size.Height-least.Height)/2, l.textStart()
	first := l.lines[0].text.MinSize().Height
	y, widest := top+(least.Height-first*float32(len(l.lines)))/2, float32(0)
	paint.Place(l.mark, 0, y+(first-linkIcon)/2, linkIcon, linkIcon)
	for _, line := range l.lines {
		text := line.text.MinSize()
		paint.Place(line.text, x, y, text.Width, text.Height)
		line.under.Position1 = fyne.NewPos(x, y+text.Height-2)
		line.under.Position2 = fyne.NewPos(x+text.Width, y+text.Height-2)
		widest = max(widest, text.Width)
		y += text.Height
	}
	paint.PlaceHalo(l.halo, 0, top, x+widest, least.Height)
}

// AccessibilityLabel returns the link's words.
func (l *Link) AccessibilityLabel() string { return l.String() }

// AccessibilityRole is for Fyne.
func (l *Link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }
