package prose

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"pgregory.net/rapid"

	"steward/core/seeded"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/widgettest"
)

func TestWrap(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	wide := func(s string) float32 { return paint.Measure(s, 14, fyne.TextStyle{}) }
	cases := []struct {
		name  string
		spans []Span
		width float32
		want  []string
	}{
		{"fits", []Span{Plain("one two")}, wide("one two"), []string{"one two"}},
		{"breaks at a space", []Span{Plain("one two")}, wide("one tw"), []string{"one", "two"}},
		{"keeps a word of two styles", []Span{Plain("one "), Bold("two"), Plain(".")}, wide("one tw"), []string{"one", "two."}},
		{"breaks at a line break", []Span{Plain("one\ntwo")}, 500, []string{"one", "two"}},
		{"keeps an empty line", []Span{Plain("one\n\ntwo")}, 500, []string{"one", "", "two"}},
		{"keeps a no-break space", []Span{Plain("1\u00a0000 b")}, wide("1\u00a0000"), []string{"1\u00a0000", "b"}},
		{"keeps a number with its percent sign", []Span{Plain("than 46 % of it")}, wide("than 46 "), []string{"than", "46 % of", "it"}},
		{"keeps it in another style", []Span{Plain("than "), Bold("46"), Plain(" % of it")}, wide("than 46 "), []string{"than", "46 % of", "it"}},
		{"breaks a word alone too wide", []Span{Plain("aaaaaaaa")}, wide("aaaa"), []string{"aaaa", "aaaa"}},
		{"takes a character a line at least", []Span{Plain("abc")}, 1, []string{"a", "b", "c"}},
		{"drops spaces at a break", []Span{Plain("one   two")}, wide("one tw"), []string{"one", "two"}},
		{"nothing", nil, 100, []string{""}},
	}
	for _, c := range cases {
		got := LineTexts(Wrap(c.spans, 14, c.width))
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%s: lines %q, want %q", c.name, got, c.want)
		}
	}
}

// Wrapping loses no character but spaces at breaks, and no line is wider than the room,
// unless it is one character.
func TestWrapLosesNothing(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	seeded.Check(t, func(t *rapid.T) {
		spans := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Span {
			return Span{
				Text: rapid.StringOf(rapid.SampledFrom([]rune("abc m 語é%"))).Draw(t, "text"),
				Bold: rapid.Bool().Draw(t, "bold"),
			}
		}), 0, 5).Draw(t, "spans")
		width := rapid.Float32Range(5, 200).Draw(t, "width")
		lines := Wrap(spans, 14, width)
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got, want := squeeze(strings.Join(LineTexts(lines), "")), squeeze(spell(spans)); got != want {
			t.Fatalf("lines spell %q, want %q", got, want)
		}
		for i, line := range lines {
			var w float32
			for _, r := range line {
				w += paint.Measure(r.text, 14, spans[r.span].style())
			}
			text := LineTexts(lines)[i]
			if w > width+2 && utf8.RuneCountInString(text) > 1 {
				t.Fatalf("line %q is %v wide, more than %v", text, w, width)
			}
		}
	})
}
