package prose

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

func TestMarked(t *testing.T) {
	cases := []struct {
		sentence string
		want     []Span
	}{
		{"", nil},
		{"plain", []Span{Plain("plain")}},
		{"a **b** c", []Span{Plain("a "), Bold("b"), Plain(" c")}},
		{"a *b* c", []Span{Plain("a "), Italic("b"), Plain(" c")}},
		{"*a* **b**", []Span{Italic("a"), Plain(" "), Bold("b")}},
		{"2 * 3", []Span{Plain("2 * 3")}},
		{"2 ** 3", []Span{Plain("2 ** 3")}},
		{"a **b", []Span{Plain("a **b")}},
		{`a \*b\* c`, []Span{Plain("a *b* c")}},
		{`*a\*b*`, []Span{Italic("a*b")}},
		{`back\\slash`, []Span{Plain(`back\slash`)}},
		{"****", []Span{Plain("****")}},
		{"*** a **", []Span{Plain("*** a **")}},
		{"***a*** *b*", []Span{Plain("***a*** "), Italic("b")}},
		{"*a **b** c*", []Span{Italic("a **b** c")}},
	}
	for _, c := range cases {
		if got := Marked(c.sentence); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Marked(%q) = %+v, want %+v", c.sentence, got, c.want)
		}
	}
}

// A value from a person's file comes through unchanged, whatever stars it has.
func TestEscapedTextComesBack(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		value := rapid.StringOf(rapid.SampledFrom([]rune(`ab *\n`))).Draw(t, "value")
		spans := Marked(Escape(value))
		if got := spell(spans); got != value {
			t.Fatalf("Marked(Escape(%q)) spells %q", value, got)
		}
		for _, s := range spans {
			if s.Bold || s.Italic {
				t.Fatalf("Marked(Escape(%q)) has a styled span %+v", value, s)
			}
		}
	})
}

func FuzzMarked(f *testing.F) {
	for _, s := range []string{"a **b** *c*", `\`, "***", "**a*b**", `*\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sentence string) {
		for _, s := range Marked(sentence) {
			if s.Text == "" {
				t.Errorf("Marked(%q) has an empty span", sentence)
			}
		}
		if got := spell(Marked(Escape(sentence))); got != sentence {
			t.Errorf("Marked(Escape(%q)) spells %q", sentence, got)
		}
	})
}
