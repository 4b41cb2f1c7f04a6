package model

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
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

// quote puts a name in quotation marks.
func quote(s string) string { return `"` + safe(s) + `"` }

// listed joins words as a sentence does: "a", "a and b", "a, b and c".
func listed(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

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
