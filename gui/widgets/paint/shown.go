package paint

import (
	"strings"
	"unicode/utf8"

	"steward/core/spelling"
)

// Shown returns a text as it is drawn, character by character: names of columns, titles and files can hold codes that turn the
// order of what is read around, or bytes that are no text, and U+FFFD stands for each.
func Shown(text string) string {
	if utf8.ValidString(text) && strings.IndexFunc(text, spelling.Obeyed) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if spelling.Obeyed(r) {
			return utf8.RuneError
		}
		return r
	}, text)
}
