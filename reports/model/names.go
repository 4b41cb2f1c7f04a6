package model

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/workload"
)

// safe makes a name that somebody gave safe to print: white space becomes a single space,
// and characters that have no picture of their own but could hide or turn around others
// (control characters, marks of writing direction) are shown by their numbers, so that two
// names that differ still look different.
func safe(s string) string {
	var b strings.Builder
	space := false
	for _, r := range strings.TrimSpace(s) {
		switch {
		case r == utf8.RuneError:
			b.WriteString("[?]")
		case unicode.IsSpace(r):
			if !space {
				b.WriteByte(' ')
			}
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Co, r), r&0xFFFE == 0xFFFE, r == '\u2028', r == '\u2029':
			fmt.Fprintf(&b, "[U+%04X]", r)
		default:
			b.WriteRune(r)
		}
		space = unicode.IsSpace(r)
	}
	if b.Len() == 0 {
		return "(no name)"
	}
	return b.String()
}

// safeAll applies safe to a list.
func safeAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = safe(s)
	}
	return out
}

// wording says what a summary is made of in the language that it is in, and knows nothing of the release that it is about.
type wording struct{ language.Language }

// said is a text in the document's language, with what it names safe to print.
func (w wording) said(t message.Text) string {
	if t.IsZero() {
		return ""
	}
	return safe(w.Say(t))
}

// saidAll applies said to a list.
func (w wording) saidAll(list []message.Text) (out []string) {
	for _, t := range list {
		out = append(out, w.said(t))
	}
	return out
}

// label is that of a value.
func (w wording) label(s string) string { return safe(workload.SaidLabels(w.Say, []string{s})[0]) }

// quote puts a name in quotation marks.
func (w wording) quote(s string) string { return w.Quote(safe(s)) }

// listed joins words as a sentence does: "a", "a and b", "a, b and c".
func (w wording) listed(words []string) string { return w.Say(message.And(message.Names(words))) }

// sentence begins a text with a capital and ends it with a full stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[n:]
	if !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}
