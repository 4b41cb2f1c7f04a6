package prose

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/widgettest"
)

func TestTextGrowsDownWhenNarrow(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	text := Body(widgettest.Sentence)
	last := float32(0)
	for _, width := range []float32{900, 400, 200, 100} {
		text.Resize(fyne.NewSize(width, 10))
		height := text.MinSize().Height
		if height <= last {
			t.Errorf("height at %v = %v, want more than %v", width, height, last)
		}
		last = height
	}
	text.SetText("")
	if got := text.MinSize(); !got.IsZero() {
		t.Errorf("least size of no text = %v, want none", got)
	}
}

func TestTextKeepsItsStyle(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	cases := []struct {
		name string
		text *Text
		size float32
		role fyne.ThemeColorName
		bold bool
	}{
		{"body", Body("a"), 14, theme.Text, false},
		{"strong", Strong("a"), 14, theme.Text, true},
		{"quiet", Quiet("a"), 14, theme.QuietText, false},
		{"caption", Caption("a"), 12, theme.QuietText, false},
		{"card title", CardTitle("a"), 16, theme.Text, true},
	}
	for _, c := range cases {
		c.text.SetText("other words")
		shown := test.WidgetRenderer(c.text).Objects()
		if len(shown) != 1 {
			t.Fatalf("%s: %d runs, want 1", c.name, len(shown))
		}
		got := shown[0].(*canvas.Text)
		if got.Text != "other words" || got.TextSize != c.size || got.TextStyle.Bold != c.bold || got.Color != theme.Color(c.role) {
			t.Errorf("%s: shows %q at %v, bold %v, colour %v", c.name, got.Text, got.TextSize, got.TextStyle.Bold, got.Color)
		}
	}
}

func TestOneLineEndsInDots(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	text := Prose(Bold("A name "), Plain("and more of it")).OneLine()
	full := text.MinSize()
	text.Resize(full)
	if got := len(text.lines); got != 1 || spell(text.Spans) != text.String() {
		t.Errorf("%d lines, want 1", got)
	}
	text.Resize(fyne.NewSize(full.Width-20, full.Height))
	shown := LineTexts(text.lines)[0]
	if want := "A name and more"; len(shown) >= len(text.String()) || shown[:10] != want[:10] {
		t.Errorf("with less room it shows %q", shown)
	}
	if got := text.MinSize(); got != full {
		t.Errorf("least size with less room = %v, want %v as before", got, full)
	}
}

func TestAligned(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	for align, want := range map[fyne.TextAlign]float32{
		fyne.TextAlignLeading: 0, fyne.TextAlignCenter: 0.5, fyne.TextAlignTrailing: 1,
	} {
		text := Body("abc").Aligned(align)
		text.Resize(fyne.NewSize(200, 20))
		shown := test.WidgetRenderer(text).Objects()[0]
		spare := 200 - shown.Size().Width
		if got := shown.Position().X / spare; got < want-0.02 || got > want+0.02 {
			t.Errorf("alignment %d: starts at %v of the spare room, want %v", align, got, want)
		}
	}
}
