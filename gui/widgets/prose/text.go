package prose

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// Text is a paragraph that wraps at words to the width it is given, and breaks words only
// where one is wider than that. It has no padding of its own.
type Text struct {
	paint.Widget
	Spans    []Span
	SizeName fyne.ThemeSizeName
	Color    fyne.ThemeColorName
	Align    fyne.TextAlign
	oneLine  bool

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

func NewText(size fyne.ThemeSizeName, color fyne.ThemeColorName, spans ...Span) *Text {
	t := &Text{Spans: spans, SizeName: size, Color: color}
	t.ExtendBaseWidget(t)
	return t
}

// Prose returns body text (14) of several spans.
func Prose(spans ...Span) *Text { return NewText(theme.SizeBody, theme.Text, spans...) }

// Body returns body text (14).
func Body(text string) *Text { return Prose(Plain(text)) }

// Strong returns bold body text (14).
func Strong(text string) *Text { return Prose(Bold(text)) }

// Quiet returns body text (14) in the quiet colour.
func Quiet(text string) *Text { return NewText(theme.SizeBody, theme.QuietText, Plain(text)) }

// Caption returns small text (12) in the quiet colour.
func Caption(text string) *Text { return NewText(theme.SizeCaption, theme.QuietText, Plain(text)) }

// CardTitle returns a bold title (16).
func CardTitle(text string) *Text { return NewText(theme.SizeCardTitle, theme.Text, Bold(text)) }

// OneLine keeps the text on one line, as wide as it is; given less room it ends in "…". It
// returns the text itself.
func (t *Text) OneLine() *Text {
	t.oneLine, t.lines = true, nil
	t.Refresh()
	return t
}

// Aligned aligns the text's lines. It returns the text itself.
func (t *Text) Aligned(align fyne.TextAlign) *Text {
	t.Align = align
	t.Refresh()
	return t
}

// Set shows other text in the same size and colour.
func (t *Text) Set(spans ...Span) {
	if t.lines != nil && slices.Equal(t.Spans, spans) {
		return // pages say all their texts again whenever something has changed
	}
	t.Spans, t.lines, t.widest = slices.Clone(spans), nil, 0
	t.Refresh()
}

// SetText shows other text in the style of the first span.
func (t *Text) SetText(text string) {
	s := Plain(text)
	if len(t.Spans) > 0 {
		s = t.Spans[0]
		s.Text = text
	}
	t.Set(s)
}

// SetOrHide is SetText, and hides the text where it would be empty.
func (t *Text) SetOrHide(text string) {
	t.SetText(text)
	paint.Show(t, text != "")
}

// SetColor shows the text in another role of package theme.
func (t *Text) SetColor(role fyne.ThemeColorName) {
	if t.Color == role {
		return
	}
	t.Color = role
	t.Refresh()
}

// String returns the text without its styles.
func (t *Text) String() string { return spell(t.Spans) }

func (t *Text) Parts() []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(t.shown))
	for i, s := range t.shown {
		list[i] = s
	}
	return list
}

func (t *Text) LineHeight() float32 {
	if t.high == 0 {
		size := paint.Dim(t, t.SizeName)
		t.high = float32(math.Ceil(float64(max(paint.Leading*size, paint.SizeOf("X", size, fyne.TextStyle{}).Height))))
	}
	return t.high
}

func (t *Text) Least() fyne.Size {
	if spell(t.Spans) == "" {
		return fyne.Size{}
	}
	if t.oneLine {
		return fyne.NewSize(t.NaturalWidth(), t.LineHeight())
	}
	width := t.Size().Width
	if width <= 0 {
		width = paint.GuessWidth
	}
	t.reflow(width)
	if t.widest == 0 {
		t.widest = min(WidestWord(t.Spans, paint.Dim(t, t.SizeName)), paint.LeastWidth)
	}
	return fyne.NewSize(t.widest, float32(len(t.lines))*t.LineHeight())
}

// NaturalWidth returns the width of the text on one line.
func (t *Text) NaturalWidth() float32 {
	var w float32
	for _, s := range t.Spans {
		w += paint.Measure(s.Text, paint.Dim(t, t.SizeName), s.style())
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
		t.lines = Wrap(t.Spans, paint.Dim(t, t.SizeName), width)
	}
	t.show()
}

// clipped returns the runs of a single line that fit into a width.
func (t *Text) clipped(width float32) (line []run) {
	size, used := paint.Dim(t, t.SizeName), float32(0)
	for i, s := range t.Spans {
		r := run{span: i, text: s.Text, width: paint.Measure(s.Text, size, s.style())}
		if used+r.width > width+paint.Slack {
			r.text = paint.Ellipsis(s.Text, width-used, size, s.style())
			r.width = paint.Measure(r.text, size, s.style())
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
	s := t.Spans[r.span]
	role := s.Color
	if role == "" {
		role = t.Color
	}
	c.Text, c.TextSize, c.TextStyle = paint.Shown(r.text), paint.Dim(t, t.SizeName), s.style()
	c.Color = paint.Ink(t, role)
}

func (t *Text) Restyle() {
	if now := (letters{paint.Dim(t, t.SizeName), fynetheme.Font(fyne.TextStyle{})}); t.letters != now {
		t.letters, t.lines, t.widest, t.high = now, nil, 0, 0
	}
	width := t.Size().Width
	if width <= 0 {
		width = paint.GuessWidth
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
	height := t.LineHeight()
	for i, line := range t.lines {
		var wide float32
		for _, r := range line {
			wide += r.width
		}
		x := indent(t.Align, size.Width, wide)
		for _, r := range line {
			c := t.shown[n]
			own := paint.SizeOf(c.Text, c.TextSize, c.TextStyle).Height
			paint.Place(c, x, float32(i)*height+(height-own)/2, r.width, own)
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
