package widgets

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

// Text is a paragraph that wraps at words to the width it is given, and breaks words only
// where one is wider than that. It has no padding of its own.
type Text struct {
	Widget
	spans   []Span
	size    fyne.ThemeSizeName
	color   fyne.ThemeColorName
	align   fyne.TextAlign
	oneLine bool

	letters    letters // what lines are wrapped in
	high       float32 // of a line, 0 for not measured yet
	drawnWidth float32 // the width that lines are wrapped for
	widest     float32 // the widest word, 0 for not measured yet
	lines      [][]run // nil for not wrapped yet
	shown      []*canvas.Text
}

// letters are those of a theme: a text that is shown again in the same is not wrapped again.
type letters struct {
	size float32
	font fyne.Resource
}

func newText(size fyne.ThemeSizeName, color fyne.ThemeColorName, spans ...Span) *Text {
	t := &Text{spans: spans, size: size, color: color}
	t.ExtendBaseWidget(t)
	return t
}

// Prose returns body text (14) of several spans.
func Prose(spans ...Span) *Text { return newText(theme.SizeBody, theme.Text, spans...) }

// Body returns body text (14).
func Body(text string) *Text { return Prose(Plain(text)) }

// Strong returns bold body text (14).
func Strong(text string) *Text { return Prose(Bold(text)) }

// Quiet returns body text (14) in the quiet colour, of one or more spans.
func Quiet(spans ...Span) *Text { return newText(theme.SizeBody, theme.QuietText, spans...) }

// Caption returns small text (12) in the quiet colour, of one or more spans.
func Caption(spans ...Span) *Text { return newText(theme.SizeCaption, theme.QuietText, spans...) }

// CardTitle returns a bold title (16).
func CardTitle(text string) *Text { return newText(theme.SizeCardTitle, theme.Text, Bold(text)) }

// OneLine keeps the text on one line, as wide as it is; given less room it ends in "…". It
// returns the text itself.
func (t *Text) OneLine() *Text {
	t.oneLine, t.lines = true, nil
	t.Refresh()
	return t
}

// Aligned aligns the text's lines. It returns the text itself.
func (t *Text) Aligned(align fyne.TextAlign) *Text {
	t.align = align
	t.Refresh()
	return t
}

// Set shows other text in the same size and colour.
func (t *Text) Set(spans ...Span) {
	if t.lines != nil && slices.Equal(t.spans, spans) {
		return // pages say all their texts again whenever something has changed
	}
	t.spans, t.lines, t.widest = slices.Clone(spans), nil, 0
	t.Refresh()
}

// SetText shows other text in the style of the first span.
func (t *Text) SetText(text string) {
	s := Plain(text)
	if len(t.spans) > 0 {
		s = t.spans[0]
		s.Text = text
	}
	t.Set(s)
}

// SetColor shows the text in another role of package theme.
func (t *Text) SetColor(role fyne.ThemeColorName) {
	if t.color == role {
		return
	}
	t.color = role
	t.Refresh()
}

// String returns the text without its styles.
func (t *Text) String() string { return spell(t.spans) }

func (t *Text) Parts() []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(t.shown))
	for i, s := range t.shown {
		list[i] = s
	}
	return list
}

func (t *Text) lineHeight() float32 {
	if t.high == 0 {
		size := dim(t, t.size)
		t.high = float32(math.Ceil(float64(max(leading*size, sizeOf("X", size, fyne.TextStyle{}).Height))))
	}
	return t.high
}

func (t *Text) Least() fyne.Size {
	if spell(t.spans) == "" {
		return fyne.Size{}
	}
	if t.oneLine {
		return fyne.NewSize(t.naturalWidth(), t.lineHeight())
	}
	width := t.Size().Width
	if width <= 0 {
		width = guessWidth
	}
	t.reflow(width)
	if t.widest == 0 {
		t.widest = min(widestWord(t.spans, dim(t, t.size)), leastWidth)
	}
	return fyne.NewSize(t.widest, float32(len(t.lines))*t.lineHeight())
}

// naturalWidth returns the width of the text on one line.
func (t *Text) naturalWidth() float32 {
	var w float32
	for _, s := range t.spans {
		w += measure(s.Text, dim(t, t.size), s.style())
	}
	return float32(math.Ceil(float64(w)))
}

// reflow wraps the text for a width, if it is not.
func (t *Text) reflow(width float32) {
	if t.lines != nil && t.drawnWidth == width {
		return
	}
	t.drawnWidth = width
	if t.oneLine {
		t.lines = [][]run{t.clipped(width)}
	} else {
		t.lines = wrap(t.spans, dim(t, t.size), width)
	}
	t.show()
}

// clipped returns the runs of a single line that fit into a width.
func (t *Text) clipped(width float32) []run {
	var line []run
	size, used := dim(t, t.size), float32(0)
	for i, s := range t.spans {
		r := run{span: i, text: s.Text, width: measure(s.Text, size, s.style())}
		if used+r.width > width+slack {
			r.text = ellipsis(s.Text, width-used, size, s.style())
			r.width = measure(r.text, size, s.style())
			return append(line, r)
		}
		used += r.width
		line = append(line, r)
	}
	return line
}

// show makes a canvas text of each run.
func (t *Text) show() {
	n := 0
	for _, line := range t.lines {
		for _, r := range line {
			if n == len(t.shown) {
				t.shown = append(t.shown, &canvas.Text{})
			}
			t.style(t.shown[n], r)
			n++
		}
	}
	t.shown = t.shown[:n]
}

func (t *Text) style(c *canvas.Text, r run) {
	s := t.spans[r.span]
	role := s.Color
	if role == "" {
		role = t.color
	}
	c.Text, c.TextSize, c.TextStyle = r.text, dim(t, t.size), s.style()
	c.Color = ink(t, role)
}

func (t *Text) Restyle() {
	if now := (letters{dim(t, t.size), fynetheme.Font(fyne.TextStyle{})}); t.letters != now {
		t.letters, t.lines, t.widest, t.high = now, nil, 0, 0
	}
	width := t.Size().Width
	if width <= 0 {
		width = guessWidth
	}
	if t.lines != nil && t.drawnWidth == width {
		t.show() // in the colours of today
	} else {
		t.reflow(width)
	}
}

func (t *Text) Arrange(size fyne.Size) {
	t.reflow(size.Width)
	n := 0
	height := t.lineHeight()
	for i, line := range t.lines {
		var wide float32
		for _, r := range line {
			wide += r.width
		}
		x := indent(t.align, size.Width, wide)
		for _, r := range line {
			c := t.shown[n]
			own := sizeOf(c.Text, c.TextSize, c.TextStyle).Height
			place(c, x, float32(i)*height+(height-own)/2, r.width, own)
			x += r.width
			n++
		}
	}
}

// indent returns where a line starts.
func indent(align fyne.TextAlign, width, used float32) float32 {
	switch align {
	case fyne.TextAlignCenter:
		return max(0, (width-used)/2)
	case fyne.TextAlignTrailing:
		return max(0, width-used)
	}
	return 0
}
