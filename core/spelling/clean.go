package spelling

import (
	"strings"
	"unicode"
)

// unseen tells characters that take no room in a text, so that two texts that differ in them look alike. What joins letters of
// some scripts is not among them.
func unseen(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u2060', '\ufeff':
		return true
	}
	return !unicode.IsSpace(r) && Obeyed(r)
}

// Clean returns a text without characters that cannot be seen, with single blanks within and none around it. Ends of lines stay.
func Clean(text string) string {
	if IsClean(text) {
		return text
	}
	var b strings.Builder
	between := byte(0) // what the white space met last comes to
	for _, r := range text {
		switch {
		case unseen(r):
		case r == '\n' || r == '\r':
			between = '\n'
		case unicode.IsSpace(r):
			if between == 0 {
				between = ' '
			}
		default:
			if between != 0 && b.Len() > 0 {
				b.WriteByte(between)
			}
			between = 0
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsClean is a quick look that finds nearly all texts clean that are, and no others.
func IsClean(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c >= 0x7f || c == ' ' && before == ' ' {
			return false
		}
		before = c
	}
	return before != ' ' || text == ""
}

// Fold returns the same for texts that differ by letter case and blanks alone.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unseen(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
