package prose

import (
	"strings"

	"fyne.io/fyne/v2"
)

// Span is a run of text in one style.
type Span struct {
	Text         string
	Bold, Italic bool
	Color        fyne.ThemeColorName // a role of package theme; "" for the text's own
}

// Plain returns a span in the text's own style.
func Plain(text string) Span { return Span{Text: text} }

// Bold returns a bold span.
func Bold(text string) Span { return Span{Text: text, Bold: true} }

// Italic returns a span in italics: how the screens set off a value, a column or a name.
func Italic(text string) Span { return Span{Text: text, Italic: true} }

// style returns the span's text style.
func (s Span) style() fyne.TextStyle { return fyne.TextStyle{Bold: s.Bold, Italic: s.Italic} }

// sameStyle tells whether two spans look alike.
func (s Span) sameStyle(o Span) bool {
	return s.Bold == o.Bold && s.Italic == o.Italic && s.Color == o.Color
}

// Marked reads a sentence in which **two stars** stand around what is bold and *one star*
// around what is in italics. A star without its partner, and one after a backslash, is a
// star; values from a person's file belong in Italic or through Escape.
func Marked(sentence string) (spans []Span) {
	for rest := sentence; rest != ""; {
		start := nextStar(rest, 0)
		if start < 0 {
			return AppendSpan(spans, Plain(unescape(rest)))
		}
		inner := strings.TrimLeft(rest[start:], "*")
		mark := rest[start : len(rest)-len(inner)]
		end := -1
		if len(mark) <= 2 {
			end = closing(inner, mark)
		}
		if end < 0 { // no partner, or more stars than mean anything
			spans = AppendSpan(spans, Plain(unescape(rest[:start])+mark))
			rest = inner
			continue
		}
		spans = AppendSpan(spans, Plain(unescape(rest[:start])))
		spans = AppendSpan(spans, Span{
			Text: unescape(inner[:end]), Bold: mark == "**", Italic: mark == "*",
		})
		rest = inner[end+len(mark):]
	}
	return spans
}

// Escape returns text such that Marked gives it back unchanged.
func Escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`).Replace(text)
}

// AppendSpan appends a span that has text, to the last one if they look alike.
func AppendSpan(spans []Span, s Span) []Span {
	if s.Text == "" {
		return spans
	}
	if n := len(spans); n > 0 && spans[n-1].sameStyle(s) {
		spans[n-1].Text += s.Text
		return spans
	}
	return append(spans, s)
}

// nextStar returns the place of the first star from a place on that no backslash escapes,
// -1 if there is none.
func nextStar(s string, from int) int {
	for i := from; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*':
			return i
		}
	}
	return -1
}

// closing returns the place of the mark that closes a run, -1 if there is none.
func closing(s, mark string) int {
	for i := nextStar(s, 0); i >= 0; {
		run := i
		for run < len(s) && s[run] == '*' {
			run++
		}
		if run-i == len(mark) {
			return i
		}
		i = nextStar(s, run)
	}
	return -1
}

// unescape drops the backslash before each star and backslash.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\\`, `\`, `\*`, `*`).Replace(s)
}

// spell joins the spans' text.
func spell(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
